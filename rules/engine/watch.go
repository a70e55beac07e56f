package engine

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// applyWatch applies the annotation @watch of a pattern: changes of the named properties
// also wake the rule, those after a ! do not, and * stands for all.
func (t *tests) applyWatch(annotations []syntax.Annotation) {
	for _, a := range annotations {
		if a.Name != "watch" {
			continue
		}
		for name := range strings.SplitSeq(a.Text, ",") {
			name, not := strings.CutPrefix(strings.TrimSpace(name), "!")
			switch {
			case name == "*":
				t.all = !not
				if not {
					clear(t.reads)
				}
			case not:
				delete(t.reads, name)
				if t.except == nil {
					t.except = map[string]bool{}
				}
				t.except[name] = true
			case name != "":
				t.readProperty(name)
				delete(t.except, name)
			}
		}
	}
}

// classReactiveTypes returns the declared types whose patterns wake for every modify,
// whatever it changes.
func classReactiveTypes(list []*syntax.Declare) map[string]bool {
	out := map[string]bool{}
	for _, d := range list {
		for _, a := range d.Annotations {
			if a.Name == "classReactive" || a.Name == "ClassReactive" {
				out[d.Name] = true
			}
		}
	}
	return out
}
