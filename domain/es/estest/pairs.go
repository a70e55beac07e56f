package estest

import (
	"slices"
	"testing"
)

// Pairs is the number of pairs of slices that Compare measures.
const Pairs = 11

// A Comparison is the result of Compare, as medians: the rates of the candidate and of
// its yardstick, in whatever a second, and the ratio of the two within one pair.
type Comparison struct{ Ratio, Candidate, Yardstick float64 }

// Compare measures a candidate against its yardstick in slices that take turns, so
// that what else a machine does meets both. Each function does a slice of work and
// gives its rate; the first slice of each is not counted.
func Compare(b *testing.B, candidate, yardstick func() float64) Comparison {
	b.Helper()
	candidate()
	yardstick()
	var ratios, ours, theirs []float64
	for range Pairs {
		before := yardstick()
		rate := candidate()
		ratios, ours, theirs = append(ratios, rate/before), append(ours, rate), append(theirs, before)
	}
	return Comparison{medianOf(ratios), medianOf(ours), medianOf(theirs)}
}

func medianOf(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
