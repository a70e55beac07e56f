package model

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func at(pairs ...int) []document.Span {
	var out []document.Span
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, document.Span{Start: pairs[i], End: pairs[i+1]})
	}
	return out
}

func TestBetweenPairsEachStartWithTheNearestStop(t *testing.T) {
	for _, tt := range []struct {
		name          string
		starts, stops []document.Span
		begin, end    bool
		want          []document.Span
	}{
		{"markers are left out", at(0, 2), at(5, 7), false, false, at(2, 5)},
		{"or taken in", at(0, 2), at(5, 7), true, true, at(0, 7)},
		{"a start alone", at(0, 2), nil, false, false, nil},
		{"a stop before the start", at(5, 7), at(0, 2), false, false, nil},
		{"a stop in the start", at(0, 4), at(2, 6), false, false, nil},
		{"a stop that touches the start", at(0, 2), at(2, 4), false, false, at(2, 2)},
		{"a start before the stop of the last pair", at(0, 2, 3, 5), at(6, 8), false, false, at(2, 6)},
		{"a start at the end of the last pair", at(0, 2, 8, 9), at(6, 8, 12, 13), false, false, at(2, 6, 9, 12)},
		{"two starts and the second stop", at(0, 1, 10, 11), at(5, 6, 20, 21), false, true, at(1, 6, 11, 21)},
	} {
		if got := pairNearest(tt.starts, tt.stops, tt.begin, tt.end); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestShortestAndLongest(t *testing.T) {
	for _, tt := range []struct {
		name              string
		starts, stops     []document.Span
		limit             int
		shortest, longest []document.Span
	}{
		{"one pair", at(0, 2), at(5, 7), 0, at(2, 5), at(2, 5)},
		{"the last start, the first and last of all", at(0, 2, 3, 4), at(6, 7, 9, 10), 0, at(4, 6), at(2, 9)},
		{"each stop has its own start", at(0, 1, 7, 8), at(5, 6, 9, 10), 0, at(1, 5, 8, 9), at(1, 9)},
		{"within the limit", at(0, 2), at(5, 7), 3, at(2, 5), at(2, 5)},
		{"beyond the limit", at(0, 2), at(5, 7), 2, nil, nil},
		{"touching", at(0, 2), at(2, 3), 0, at(2, 2), nil},
		{"nothing to begin with", nil, at(2, 3), 0, nil, nil},
		{"a start that reaches into the stop", at(0, 4), at(3, 6), 0, nil, nil},
	} {
		if got := pairShortest(tt.starts, tt.stops, tt.limit); fmt.Sprint(got) != fmt.Sprint(tt.shortest) {
			t.Errorf("%s: shortest %v, want %v", tt.name, got, tt.shortest)
		}
		if got := pairLongest(tt.starts, tt.stops, tt.limit); fmt.Sprint(got) != fmt.Sprint(tt.longest) {
			t.Errorf("%s: longest %v, want %v", tt.name, got, tt.longest)
		}
	}
}

func TestLargerIdentifiersWin(t *testing.T) {
	for _, tt := range []struct {
		rules []string
		want  string
	}{
		{[]string{"A.1.0", "A.0.9"}, "A.1.0"}, {[]string{"A.1.2", "B.1.10"}, "B.1.10"}, {[]string{"X.0.0", "A.9.9"}, "X.0.0"},
		{[]string{"MAN.0.0", "X.9.9"}, "MAN.0.0"},
		{[]string{"A.1.1", "B.1.1"}, "B.1.1"}, {[]string{"MAN.1.0", "MAN.0.5"}, "MAN.1.0"}, {[]string{"odd", "A.0.0"}, "A.0.0"},
		{[]string{"A.0.0", "odd"}, "odd"},
	} {
		e := &TextEntity{}
		for _, id := range tt.rules {
			e.Matched = append(e.Matched, &MatchedRule{RuleID: id})
		}
		if got := e.WinningRule().RuleID; got != tt.want {
			t.Errorf("of %v %s wins, want %s", tt.rules, got, tt.want)
		}
	}
}
