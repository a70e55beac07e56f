package measure

import (
	"math"
	"testing"
)

func TestPairsAreComparedAsSetsInUpperCase(t *testing.T) {
	expected := []Pair{{"party", "Nike_Inc."}, {"party", "Eric_Dean_Sprunk"}, {"jurisdiction", "Oregon"}, {"effective_date", "2001-04-18"}}
	found := []Pair{{"Party", "NIKE Inc."}, {"Party", " nike  inc. "}, {"Jurisdiction", "oregon"}, {"EffectiveDate", "2001-04-19"},
		{"Term", ""}}
	c := ComparePairs(found, expected)
	// Two of the three pairs found are right, and two of the four expected are found.
	if c.Counts != (Counts{Right: 2, Found: 3, Expected: 4}) {
		t.Errorf("counts %+v, want 2 right of 3 found and 4 expected", c.Counts)
	}
	if f1 := c.F1(); math.Abs(f1-2*(2./3)*(1./2)/(2./3+1./2)) > 1e-12 || math.Abs(f1-4./7) > 1e-12 {
		t.Errorf("F1 %g, want math.Abs(f1-2*(2./3)*(1./2)/(2./3+1./2)) at most 1e-12 and math.Abs(f1-4./7) at most 1e-12", f1)
	}
	if len(c.Missing) != 2 || c.Missing[0].Value != "Eric_Dean_Sprunk" || len(c.Wrong) != 1 || c.Wrong[0].Value != "2001-04-19" {
		t.Errorf("missing %v, wrong %v, want Eric_Dean_Sprunk missing and 2001-04-19 wrong", c.Missing, c.Wrong)
	}
	if none := ComparePairs(nil, nil); none.F1() != 1 {
		t.Errorf("nothing of nothing: %g, want 1", none.F1())
	}
	if key := ComparePairs([]Pair{{"party", "Oregon"}}, []Pair{{"jurisdiction", "Oregon"}}); key.Right != 0 {
		t.Error("a value of another key is right")
	}
}
