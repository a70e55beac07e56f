package measure

import (
	"math"
	"testing"
)

// table makes a table of rows of texts.
func table(rows ...[]string) Table {
	var t Table
	for r, row := range rows {
		for c, text := range row {
			t.Cells = append(t.Cells, Cell{Row: r, Col: c, EndRow: r, EndCol: c, Text: text})
		}
	}
	return t
}

// at puts a table on a page.
func (t Table) at(page int, x0, y0, x1, y1 float64) Table {
	t.Places = append(t.Places, Place{page, x0, y0, x1, y1})
	return t
}

func TestAdjacency(t *testing.T) {
	square := table([]string{"a", "b"}, []string{"c", "d"})
	span := Table{Cells: []Cell{
		{Row: 0, EndRow: 1, Col: 0, EndCol: 0, Text: "name"}, {Row: 0, Col: 1, EndCol: 2, Text: "sum"},
		{Row: 1, EndRow: 1, Col: 1, EndCol: 1, Text: "net"}, {Row: 1, EndRow: 1, Col: 2, EndCol: 2, Text: "gross"},
	}}
	tests := []struct {
		name            string
		found, expected Table
		want            Counts
	}{
		// a-b, c-d to the right; a-c, b-d down.
		{"the same", square, square, Counts{4, 4, 4}},
		// White space makes no difference, the case of letters does: all but the two
		// relations of D are right.
		{"white space and case", table([]string{" a\n", "b"}, []string{"c", "D"}), square, Counts{2, 4, 4}},
		// Found: a-bc and d-ef to the right, a-d and bc-ef down; only a-d is expected. Expected
		// are a-b, b-c, d-e, e-f and a-d, b-e, c-f.
		{"two columns in one", table([]string{"a", "bc"}, []string{"d", "e f"}),
			table([]string{"a", "b", "c"}, []string{"d", "e", "f"}), Counts{1, 4, 7}},
		// Blank cells are passed over: a-c to the right, a-d and c-e down, d-e to the right.
		{"blank cells", table([]string{"a", "", "c"}, []string{"d", " ", "e"}),
			table([]string{"a", "c"}, []string{"d", "e"}), Counts{4, 4, 4}},
		// Blank rows too, and a diagonal is no relation.
		{"no neighbours", table([]string{"a", ""}, []string{"", ""}, []string{"", "d"}), Table{}, Counts{0, 0, 0}},
		// name-sum and name-net to the right, net-gross to the right; sum-net, sum-gross down.
		{"spans", span, span, Counts{5, 5, 5}},
		// The heads are cut in two. Right are name-sum, net-gross, sum-net and sum-gross, wrong
		// is sum-sum; name-net is missing, as name spans one row only.
		{"a span cut", table([]string{"name", "sum", "sum"}, []string{"", "net", "gross"}), span, Counts{4, 5, 5}},
		// The relation x-x to the right is expected once and found twice: once is right.
		// x-x down is found twice more, and not expected.
		{"as often as expected", table([]string{"x", "x"}, []string{"x", "x"}), table([]string{"x", "x"}), Counts{1, 4, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CompareAdjacency(tt.found, tt.expected); got != tt.want {
				t.Errorf("%+v, want %+v; found %v, expected %v", got, tt.want, tt.found.Relations(), tt.expected.Relations())
			}
		})
	}
}

func TestShares(t *testing.T) {
	tests := []struct {
		c             Counts
		precision, f1 float64
		recall        float64
	}{
		{Counts{3, 4, 6}, 0.75, 0.6, 0.5},
		{Counts{0, 4, 6}, 0, 0, 0},
		{Counts{0, 0, 6}, 0, 0, 0},
		{Counts{0, 4, 0}, 0, 0, 0},
		{Counts{}, 1, 1, 1},
	}
	for _, tt := range tests {
		if p, r, f := tt.c.Precision(), tt.c.Recall(), tt.c.F1(); p != tt.precision || r != tt.recall || math.Abs(f-tt.f1) > 1e-9 {
			t.Errorf("%+v: %v, %v, %v, want p = %v, r = %v and math.Abs(f-tt.f1) at most 1e-9", tt.c, p, r, f, tt.precision, tt.recall)
		}
	}
}

func TestTablesAreMatchedByTheAreaTheyShare(t *testing.T) {
	small := table([]string{"a", "b"})                      // one relation
	square := table([]string{"c", "d"}, []string{"e", "f"}) // four
	expected := []Table{small.at(1, 0, 0, 100, 50), square.at(1, 0, 60, 100, 100)}
	tests := []struct {
		name  string
		found []Table
		want  Counts
	}{
		{"both, in another order", []Table{square.at(1, 0, 60, 100, 100), small.at(1, 0, 0, 100, 50)}, Counts{5, 5, 5}},
		{"one is missing", []Table{small.at(1, 0, 0, 90, 50)}, Counts{1, 1, 5}},
		{"on another page", []Table{small.at(2, 0, 0, 100, 50)}, Counts{0, 1, 5}},
		// The one that covers the square best takes it; the other one is too much.
		{"twice", []Table{square.at(1, 0, 60, 100, 70), square.at(1, 0, 60, 100, 95)}, Counts{4, 8, 5}},
		// One table over both is compared with the larger part; four relations more.
		{"both in one", []Table{table([]string{"c", "d"}, []string{"e", "f"}, []string{"a", "b"}).at(1, 0, 0, 100, 100)}, Counts{1, 7, 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CompareTables(tt.found, expected); got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}
