package engine

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestFactsAreSoughtByTheFewest: of conditions that hold together the one that finds the
// fewest is enough, of alternatives all are needed.
func TestFactsAreSoughtByTheFewest(t *testing.T) {
	finds := func(objects ...any) *seek {
		return &seek{method: &host.Method{Seek: func(*host.Call, []any) ([]any, bool) { return objects, true }}}
	}
	blind := &seek{method: &host.Method{Seek: func(*host.Call, []any) ([]any, bool) { return nil, false }}}
	for _, tt := range []struct {
		name string
		k    *seek
		want string
	}{
		{"one", finds("a", "b"), "[a b] true"}, {"none", finds(), "[] true"}, {"not known", blind, "[] false"},
		{"the second has fewer", &seek{both: []*seek{finds("a", "b"), finds("b")}}, "[b] true"},
		{"the first has fewer", &seek{both: []*seek{finds("a"), finds("a", "b")}}, "[a] true"},
		{"as many", &seek{both: []*seek{finds("a"), finds("b")}}, "[a] true"},
		{"one is not known", &seek{both: []*seek{blind, finds("a", "b")}}, "[a b] true"},
		{"the other is not known", &seek{both: []*seek{finds("a", "b"), blind}}, "[a b] true"},
		{"both are not known", &seek{both: []*seek{blind, blind}}, "[] false"},
		{"alternatives", &seek{either: []*seek{finds("a"), finds("b")}}, "[a b] true"},
		{"an alternative is not known", &seek{either: []*seek{finds("a"), blind}}, "[] false"},
		{"an alternative has none", &seek{either: []*seek{finds(), finds("b")}}, "[b] true"},
		{"within each other", &seek{both: []*seek{{either: []*seek{finds("a"), finds("b")}}, finds("c")}}, "[c] true"},
	} {
		objects, known := tt.k.findObjects(nil)
		if got := fmt.Sprint(objects, known); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
