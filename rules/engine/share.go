package engine

import (
	"fmt"
	"strings"
)

// share makes patterns that are alike use one memory. Rules written after one model
// look at the same facts in the same way, so each fact is then tested once for all
// of them.
func (p *Program) share() {
	first := map[string]int{}
	for _, r := range p.rules {
		for _, b := range r.branches {
			for _, pt := range b.outer {
				key := pt.likeness()
				if number, known := first[key]; known {
					pt.number = number
				} else {
					first[key] = pt.number
				}
			}
		}
	}
}

// likeness returns a key that is the same for patterns that can share a memory: they
// hold the same facts under the same keys and depend on the same changes. Names of
// bindings are part of it, because keys may be made of them.
func (p *pattern) likeness() string {
	out := []string{p.class, p.bind, fmt.Sprint(p.spans, p.rule.entities)}
	out = append(append(out, p.tests.written...), "indexes")
	return strings.Join(append(out, p.indexes...), "\n")
}

// kept reports whether the memory of the pattern is kept up to date. Memories of
// queries are built anew for each query.
func (p *pattern) kept() bool { return p.rule.index >= 0 }
