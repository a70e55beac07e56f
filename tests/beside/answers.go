package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A question is what a build was asked: of a file or program, what was wanted of it.
type question struct{ of, what string }

// A difference is a question to which the builds gave other answers.
type difference struct {
	Of, What string
	Old, New string // where they differ first, "" where there is no answer
}

// comparedAnswers tell how far the answers of a part differ.
type comparedAnswers struct {
	Part             string
	Alike, Different int
	OldOnly, NewOnly map[string]int // what only one build answers: how often, by what was asked
	First            []difference   // some that differ or are only in the old build, each kind once before any twice
}

// shownDifferences is how many differences are named.
const shownDifferences = 8

// compareAnswers compares what both builds have found.
func compareAnswers(part string, old, now map[question]string) comparedAnswers {
	c := comparedAnswers{Part: part, OldOnly: map[string]int{}, NewOnly: map[string]int{}}
	var all []difference
	for q, o := range old {
		n, both := now[q]
		switch {
		case !both:
			c.OldOnly[q.what]++
			all = append(all, difference{q.of, q.what, cutAround(o, 0), ""})
		case n == o:
			c.Alike++
		default:
			c.Different++
			at := firstDifference(o, n)
			all = append(all, difference{q.of, q.what, cutAround(o, at), cutAround(n, at)})
		}
	}
	for q := range now {
		if _, both := old[q]; !both {
			c.NewOnly[q.what]++
		}
	}
	c.First = chooseDifferences(all)
	return c
}

// chooseDifferences returns a few differences: the first of each thing that was asked, then the
// second of each, and so on.
func chooseDifferences(all []difference) (out []difference) {
	slices.SortFunc(all, func(a, b difference) int { return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Of, b.Of)) })
	rank := map[string]int{}
	type ranked struct {
		rank int
		difference
	}
	var order []ranked
	for _, d := range all {
		order = append(order, ranked{rank[d.What], d})
		rank[d.What]++
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range order[:min(len(order), shownDifferences)] {
		out = append(out, r.difference)
	}
	return out
}

// firstDifference returns the byte at which two texts begin to differ.
func firstDifference(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// cutAround returns a text of up to 80 bytes around a place, with an ellipsis where it is cut.
func cutAround(s string, at int) string {
	from, to := max(0, min(at, len(s))-20), min(len(s), at+60)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	out := s[from:to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return out
}

// String returns a few lines for people, with a line end.
func (c comparedAnswers) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d answers alike, %d differ, %d only in old, %d only in new\n",
		c.Part, c.Alike, c.Different, sumOf(c.OldOnly), sumOf(c.NewOnly))
	for _, one := range []struct {
		build string
		count map[string]int
	}{{"old", c.OldOnly}, {"new", c.NewOnly}} {
		if len(one.count) > 0 {
			fmt.Fprintf(&b, "  only in %s: %s\n", one.build, listCounts(one.count))
		}
	}
	for _, d := range c.First {
		fmt.Fprintf(&b, "  %s, %s: old %q, new %q\n", d.Of, d.What, d.Old, d.New)
	}
	if more := c.Different + sumOf(c.OldOnly) - len(c.First); more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	return b.String()
}

func sumOf(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// listCounts returns names with their counts, by name.
func listCounts(counts map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(out, ", ")
}
