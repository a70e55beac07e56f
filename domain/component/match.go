package component

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
)

// match returns what each given value stands for.
func (c Composition) match(given []GivenValue) ([]match, error) {
	if slices.ContainsFunc(given, func(g GivenValue) bool { return g.BasedOn != nil }) {
		return c.matchNamed(given)
	}
	return c.matchUnnamed(given), nil
}

// matchNamed follows the identifiers that a request gives; a value without one is new.
func (c Composition) matchNamed(given []GivenValue) ([]match, error) {
	out := make([]match, len(given))
	seen := map[string]bool{}
	for i, g := range given {
		out[i] = match{unpaired, unpaired}
		if g.BasedOn == nil || *g.BasedOn == "" {
			continue
		}
		id := c.latestID(*g.BasedOn)
		current, found := c.currentAt(id), c.foundAt(id)
		if current != unpaired {
			found = c.foundAt(c.Current[current].BasedOn)
			id = c.Current[current].ID
		} else if found == unpaired {
			return nil, errNoValue(id)
		}
		if seen[id] {
			return nil, domain.Refuse(domain.GivenTwice, "basedOn names the same value twice: %s", id).At("basedOn")
		}
		seen[id] = true
		out[i] = match{current, found}
	}
	return out, nil
}

// matchUnnamed finds out what values stand for: first by what the request says to be extracted of them; then, if
// nothing was found this way, by aligning them with the current values, where equal ones keep what they have and
// what is between two equal ones is paired in its order; and last with extracted values that were removed before.
func (c Composition) matchUnnamed(given []GivenValue) []match {
	p := newPairing(len(given), len(c.Current))
	sameText := func(i, j int) bool { return given[i].Value.Value == c.Current[j].Value }
	claimed := func(i, j int) bool { return given[i].claims(c.Current[j]) }
	both := func(i, j int) bool { return claimed(i, j) && sameText(i, j) }
	p.pairInOrder(both)
	p.pairFirst(both)
	p.pairInOrder(claimed)
	p.pairFirst(claimed)
	removed := c.matchRemoved(given, p, func(g GivenValue, v Value) bool { return g.claims(v) })
	byClaims := len(removed) > 0 || slices.ContainsFunc(p.to, func(j int) bool { return j != unpaired })
	isNew := func(i int) bool {
		_, restored := removed[i]
		return restored || given[i].deniesExtraction()
	}
	alike := func(i, j int) bool { return sameText(i, j) && !isNew(i) }
	p.pairInOrder(alike)
	p.pairFirst(alike)
	if !byClaims { // a bare value beside others that were sent as they were read is a new one
		p.pairGaps(isNew)
	}
	for i, at := range c.matchRemoved(given, p, func(g GivenValue, v Value) bool {
		return !g.deniesExtraction() && g.Value.Value == v.Value
	}) {
		if _, restored := removed[i]; !restored {
			removed[i] = at
		}
	}
	return c.matchesOf(p, removed)
}

// matchRemoved returns the extracted values that no current one stands for, by the index of the given value
// that same reports to stand for it.
func (c Composition) matchRemoved(given []GivenValue, p pairing, same func(GivenValue, Value) bool) map[int]int {
	out := map[int]int{}
	shown := make(map[string]bool, len(c.Current))
	for _, v := range c.Current {
		shown[v.BasedOn] = true
	}
	for at, v := range c.Found {
		if shown[v.ID] {
			continue
		}
		for i, g := range given {
			if _, taken := out[i]; !taken && p.to[i] == unpaired && same(g, v) {
				out[i] = at
				break
			}
		}
	}
	return out
}

// matchesOf returns what values stand for: no extracted value twice.
func (c Composition) matchesOf(p pairing, removed map[int]int) []match {
	out := make([]match, len(p.to))
	used := map[int]bool{}
	for i, j := range p.to {
		out[i] = match{j, unpaired}
		at, restored := removed[i]
		switch {
		case j != unpaired:
			out[i].found = c.foundAt(c.Current[j].BasedOn)
		case restored && !used[at]:
			out[i].found, used[at] = at, true
		}
	}
	return out
}

// claims reports whether a request says of a value what was extracted of another one: its text or its entities,
// and nothing else than was extracted.
func (g GivenValue) claims(v Value) bool {
	return (g.Original != nil || g.References != nil) &&
		(g.Original == nil || *g.Original == v.OriginalValue) && (g.RuleID == nil || *g.RuleID == v.RuleID) &&
		(g.References == nil || slices.EqualFunc(*g.References, v.References, isClaimOf))
}

// deniesExtraction reports whether a request says of a value that it was not extracted.
func (g GivenValue) deniesExtraction() bool {
	return g.Original != nil && *g.Original == "" && (g.References == nil || len(*g.References) == 0)
}
