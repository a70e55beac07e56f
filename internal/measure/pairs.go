package measure

import (
	"slices"
	"strings"
	"unicode"
)

// A Pair is one value of one key, as key=value.
type Pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// normalForm returns a pair in the form in which pairs are compared: in upper case,
// without white space at the ends, and with one underscore for white space inside.
// Keys are compared by their letters and digits, so that effective_date and
// EffectiveDate are one.
func (p Pair) normalForm() Pair {
	value := strings.Join(strings.FieldsFunc(p.Value, func(r rune) bool { return unicode.IsSpace(r) || r == '_' }), "_")
	return Pair{SameName(p.Key), strings.ToUpper(value)}
}

// SameName returns a name without what does not count when names are compared: case, and
// all but letters and digits.
func SameName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, name)
}

// Compared are two sets of pairs beside each other.
type Compared struct {
	Counts
	Missing []Pair `json:"missing,omitempty"` // expected, but not found
	Wrong   []Pair `json:"wrong,omitempty"`   // found, but not expected
}

// ComparePairs compares the pairs that were found with those that are expected, as sets: a
// pair that stands twice counts once, the order does not matter. It is the measure of
// Kleister: F1 over pairs in upper case.
func ComparePairs(found, expected []Pair) (c Compared) {
	found, expected = distinctPairs(found), distinctPairs(expected)
	c.Counts = Counts{Found: len(found), Expected: len(expected)}
	in := func(p Pair, list []Pair) bool {
		return slices.ContainsFunc(list, func(o Pair) bool { return o.normalForm() == p.normalForm() })
	}
	for _, p := range expected {
		if in(p, found) {
			c.Right++
		} else {
			c.Missing = append(c.Missing, p)
		}
	}
	for _, p := range found {
		if !in(p, expected) {
			c.Wrong = append(c.Wrong, p)
		}
	}
	return c
}

// distinctPairs leaves out pairs that are like an earlier one, and those without a value.
func distinctPairs(pairs []Pair) (out []Pair) {
	seen := map[Pair]bool{}
	for _, p := range pairs {
		if k := p.normalForm(); !seen[k] && k.Value != "" {
			seen[k] = true
			out = append(out, p)
		}
	}
	return out
}
