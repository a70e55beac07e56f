package engine

import (
	"fmt"
	"strings"
)

// shareMemories makes patterns that are alike use one memory. Rules written after one model
// look at the same facts in the same way, so each fact is then tested once for all
// of them.
func (p *Program) shareMemories() {
	first := map[string]int{}
	for _, r := range p.rules {
		for _, b := range r.branches {
			for _, pt := range b.outer {
				key := pt.memoryKey()
				if number, known := first[key]; known {
					pt.number = number
				} else {
					first[key] = pt.number
				}
			}
		}
	}
}

// memoryKey returns a key that is the same for patterns that can share a memory: they
// hold the same facts under the same keys and depend on the same changes. Names of
// bindings are part of it, because keys may be made of them.
func (p *pattern) memoryKey() string {
	out := []string{p.class, p.bind, fmt.Sprint(p.spans, p.rule.entities)}
	out = append(append(out, p.tests.written...), "indexes")
	return strings.Join(append(out, p.indexes...), "\n")
}

// isMaintained reports whether the memory of the pattern is kept up to date. Memories of
// queries are built anew for each query.
func (p *pattern) isMaintained() bool { return p.rule.index >= 0 }
