package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A report holds the mutants and what became of them.
type report struct{ mutants []*mutant }

// reaches reports whether at least that many percent were caught.
func (r *report) reaches(percent int) bool { return 100*r.caught() >= percent*len(r.mutants) }

func (r *report) caught() int {
	n := 0
	for _, m := range r.mutants {
		if m.caught {
			n++
		}
	}
	return n
}

// write prints how many mutants of each package were caught, and the sum.
func (r *report) write(w io.Writer) {
	packages := map[string]*report{}
	for _, m := range r.mutants {
		p := packages[m.unit.path]
		if p == nil {
			p = &report{}
			packages[m.unit.path] = p
		}
		p.mutants = append(p.mutants, m)
	}
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		p := packages[path]
		fmt.Fprintf(w, "%4d of %4d  %s\n", p.caught(), len(p.mutants), path)
	}
	part := 100
	if len(r.mutants) > 0 {
		part = 100 * r.caught() / len(r.mutants)
	}
	fmt.Fprintf(w, "caught %d of %d (%d %%)\n", r.caught(), len(r.mutants), part)
}

// show prints the place of a mutant and the lines that it changes.
func (m *mutant) show(w io.Writer) {
	place := m.file.set.Position(m.at)
	why := ""
	if !m.reached {
		why = " (no test comes here)"
	}
	fmt.Fprintf(w, "%s:%d:%d: %s%s\n", short(place.Filename), place.Line, place.Column, m.what, why)
	was, is := different(m.file.text, m.text())
	for _, line := range was {
		fmt.Fprintf(w, "  - %s\n", bytes.TrimSpace(line))
	}
	for _, line := range is {
		fmt.Fprintf(w, "  + %s\n", bytes.TrimSpace(line))
	}
}

// different returns the lines from the first to the last one that differ.
func different(a, b []byte) (was, is [][]byte) {
	was, is = bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for len(was) > 0 && len(is) > 0 && bytes.Equal(was[0], is[0]) {
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && bytes.Equal(was[len(was)-1], is[len(is)-1]) {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	return was, is
}
