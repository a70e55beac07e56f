package rest

import (
	"net/http"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// byShape returns a router with the routes of another one that compares the fixed parts of
// a path before it tries the expression of a route: a router tries one route after the
// other, and these took a quarter of the time that it needs to route a read to its
// handler.
func byShape(router *mux.Router) (*mux.Router, error) {
	out := mux.NewRouter().SkipClean(true)
	err := router.Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := route.GetPathTemplate()
		if err != nil {
			return err
		}
		methods, err := route.GetMethods()
		if err != nil {
			return err
		}
		path = contract.PatternOf(path)
		quick := out.NewRoute()
		if is := shapeOf(path); is != nil {
			quick.MatcherFunc(is)
		}
		return quick.Path(path).Methods(methods...).Handler(route.GetHandler()).GetError()
	})
	return out, err
}

// shapeOf returns a function that reports whether a template matches a path, nil unless
// its variables are whole segments of any text. It never matches where the template's own
// expression does not: a router that has found a route of another method forgets that at a
// match.
func shapeOf(template string) mux.MatcherFunc {
	const variable = "{}"
	parts := strings.Split(template, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") && strings.HasSuffix(part, "}") && !strings.Contains(part, ":") {
			parts[i] = variable
		} else if strings.ContainsAny(part, "{}") {
			return nil
		}
	}
	return func(r *http.Request, _ *mux.RouteMatch) bool {
		rest := r.URL.Path
		for i, want := range parts {
			part, behind, more := strings.Cut(rest, "/")
			if want == variable && part == "" || want != variable && part != want || more != (i < len(parts)-1) {
				return false
			}
			rest = behind
		}
		return true
	}
}
