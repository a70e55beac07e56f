package engine

import (
	"fmt"
	"strings"
)

// share gives patterns that are alike one memory: rules that are written after one
// model look at the same facts in the same way, and each fact is then looked at once
// for all of them.
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

// likeness is the same for patterns whose memories are: they hold the same facts under
// the same keys, and learn of the same changes. Names of bindings count, because keys
// may be made of them.
func (p *pattern) likeness() string {
	out := []string{p.class, p.bind, fmt.Sprint(p.spans, p.rule.entities)}
	out = append(append(out, p.tests.written...), "indexes")
	return strings.Join(append(out, p.indexes...), "\n")
}

// kept says whether the memory of the pattern is kept up to date: those of queries
// are made anew for each.
func (p *pattern) kept() bool { return p.rule.index >= 0 }
