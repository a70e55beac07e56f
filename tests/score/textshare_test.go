package main

import (
	"testing"

	"github.com/seed-62a36931/docket/internal/measure"
)

func TestTextsAreComparedInOneForm(t *testing.T) {
	for _, tt := range []struct {
		name, found, right  string
		words, pairs, chars measure.Counts
	}{
		{"equal but for blanks", "one  two\nthree", "one two three", countShares(3, 3, 3), countShares(2, 2, 2), countShares(11, 11, 11)},
		{"divided words", "a summer day", "a sum-\nmer day", countShares(3, 3, 3), countShares(2, 2, 2), countShares(10, 10, 10)},
		{"soft hyphens", "summer", "sum\u00admer", countShares(1, 1, 1), measure.Counts{}, countShares(6, 6, 6)},
		{"decomposed letters", "cafe\u0301", "café", countShares(1, 1, 1), measure.Counts{}, countShares(4, 4, 4)},
		{"another order", "two one", "one two", countShares(2, 2, 2), countShares(0, 1, 1), countShares(6, 6, 6)},
		{"a word lost", "one", "one two", countShares(1, 1, 2), countShares(0, 0, 1), countShares(3, 3, 6)},
	} {
		got := compareTexts(tt.found, tt.right)
		if got.Words != tt.words || got.Pairs != tt.pairs || got.Characters != tt.chars {
			t.Errorf("%s: got %+v, want words %v, pairs %v, characters %v", tt.name, got, tt.words, tt.pairs, tt.chars)
		}
	}
}

// countShares is how many were right, found and expected.
func countShares(right, found, expected int) measure.Counts {
	return measure.Counts{Right: right, Found: found, Expected: expected}
}
