package rest

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// TestShapesChangeNoRoute asks both routers for paths near those of the contract, and of
// a few routes with other expressions: they find the same route or the same reason.
func TestShapesChangeNoRoute(t *testing.T) {
	known, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	slow := mux.NewRouter().SkipClean(true)
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	var templates []string
	offer := func(method, path string) {
		slow.Handle(path, nothing).Methods(method)
		templates = append(templates, path)
	}
	for _, operation := range slices.Sorted(maps.Keys(known.Operations)) {
		method, path, _ := strings.Cut(operation, " ")
		offer(method, contract.PatternOf(path)) // tiles have slashes in their paths
	}
	offer("GET", "/odd/{name}.pdf")
	offer("GET", "/odd/{number:[0-9]+}/x")
	offer("PUT", "/odd/{rest:.*}")
	offer("GET", "/end/")
	offer("GET", "/")
	fast, err := byShape(slow)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"", "x", "7", "a.pdf", "api", "files", "dossiers", "%2F", "{fileId}", "..", "é"}
	found := map[string]int{}
	for range 20_000 {
		path := strings.Split(templates[random.IntN(len(templates))], "/")
		for i, part := range path {
			if strings.HasPrefix(part, "{") || random.IntN(12) == 0 {
				path[i] = parts[random.IntN(len(parts))]
			}
		}
		if random.IntN(10) == 0 {
			path = append(path, parts[random.IntN(len(parts))])
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.Method = []string{"GET", "POST", "PUT", "DELETE", "PATCH"}[random.IntN(5)]
		r.URL = &url.URL{Path: strings.Join(path, "/")}
		var a, b mux.RouteMatch
		slowly, quickly := slow.Match(r, &a), fast.Match(r, &b)
		if slowly != quickly || a.MatchErr != b.MatchErr || !reflect.DeepEqual(a.Vars, b.Vars) || routeOf(a) != routeOf(b) {
			t.Fatalf("%s %s: %v %v %s %v, and by shape %v %v %s %v, want the same",
				r.Method, r.URL.Path, slowly, a.MatchErr, routeOf(a), a.Vars, quickly, b.MatchErr, routeOf(b), b.Vars)
		}
		switch {
		case routeOf(b) != "":
			found["a route"]++
		case b.MatchErr != nil:
			found[b.MatchErr.Error()]++
		}
	}
	for _, outcome := range []string{"a route", mux.ErrMethodMismatch.Error(), mux.ErrNotFound.Error()} {
		if found[outcome] < 500 {
			t.Errorf("too few paths of each kind: %v, want found[outcome] at least 500", found)
		}
	}
}

func routeOf(m mux.RouteMatch) string {
	if m.Route == nil {
		return ""
	}
	path, _ := m.Route.GetPathTemplate()
	return path
}
