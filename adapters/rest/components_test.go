package rest

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// changesOfComponents are the requests that If-Match can bind to what somebody has seen.
var changesOfComponents = []struct{ method, path, body string }{
	{"POST", fPath + "/component-overrides", `{"name":"zebra","componentValues":[{"value":"1"}]}`},
	{"POST", fPath + "/component-overrides/revert", `{"components":["zebra","pear"]}`},
	{"PUT", fPath + "/component-checks", `{"checked":["zebra"],"unchecked":["pear"]}`},
}

func TestVersionsOfComponentsAreHeeded(t *testing.T) {
	for _, row := range changesOfComponents {
		for header, want := range map[string][]string{"": nil, "*": nil, `"v1"`: {"v1"}, `"v1" , "v2"`: {"v1", "v2"}, `v1, W/"v2"`: {}, `"v1", *`: nil} {
			s := newSite(t)
			s.outcome.Seen = "v3"
			r := request(row.method, row.path, row.body)
			if header != "" {
				r.Header.Set("If-Match", header)
			}
			a := s.do(r)
			got := reflect.ValueOf(s.wrote).FieldByName("IfSeen").Interface().([]string)
			if a.StatusCode != 204 || !slices.Equal(got, want) || (got == nil) != (want == nil) {
				t.Errorf("%s with %q: %d, seen %q, want %q", row.path, header, a.StatusCode, got, want)
			}
			if tag := a.Header.Get("ETag"); (tag == `"v3"`) != (row.method == "POST") {
				t.Errorf("%s: ETag %s", row.path, tag)
			}
		}
	}
	s := newSite(t)
	if a := s.do(request("POST", changesOfComponents[1].path, `{"components":[]}`)); a.StatusCode != 204 || a.Header.Values("ETag") != nil {
		t.Errorf("%d, ETag %s", a.StatusCode, a.Header.Values("ETag"))
	}
}

// Who is refused is told what is there, once the views hold it.
func TestChangedComponentsAreTold(t *testing.T) {
	for i, row := range changesOfComponents {
		s := newSite(t)
		s.failWrites = domain.ErrChanged
		a := s.do(request(row.method, row.path, row.body, "If-Match", `"v0"`))
		s.want(a, 412, "The resource has changed")
		var told struct {
			Version string
			Current []struct{ Name, Version string }
		}
		if err := json.Unmarshal(a.body, &told); err != nil {
			t.Fatal(err)
		}
		names := []string{"Zebra", "pear"}[:min(i+1, 2)]
		if told.Version != "v1" || len(told.Current) != len(names) || told.Current[0].Name != "Zebra" || told.Current[0].Version != "v2" {
			t.Errorf("%s: %s", row.path, a.body)
		}
		if s.awaited != 42 {
			t.Errorf("%s: the views were awaited to %d", row.path, s.awaited)
		}
	}
}
