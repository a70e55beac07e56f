package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// TestHeadersInDoubt draws tables without rules whose header may be read in another way: a column
// with a header and nothing else, close behind another one, and headers that begin in the middle of
// a phrase.
func TestHeadersInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		head []string
		at   []float32
		want []string
	}{
		"a bare column": {[]string{"Country", "Fund EURbn", "Total", "EURbn"}, []float32{50, 200, 330, 367},
			[]string{"Total", "EURbn"}},
		"a bare column far behind": {[]string{"Country", "Fund EURbn", "Total", "Remarks"}, []float32{50, 200, 330, 420}, nil},
		"headers cut":              {[]string{"Country", "unit", "Tested", "Found"}, []float32{50, 200, 330, 420}, []string{"unit"}},
		"small letters throughout": {[]string{"Country", "unit", "tested", "found"}, []float32{50, 200, 330, 420}, nil},
		"plain":                    {[]string{"Country", "Unit", "Tested", "Found"}, []float32{50, 200, 330, 420}, nil},
	} {
		p := newCanvas()
		for i, h := range c.head {
			p.text(c.at[i], 700, h)
		}
		for r, country := range []string{"Austria", "Belgium", "Cyprus", "Denmark", "Estonia"} {
			y := 680 - 16*float32(r)
			p.text(50, y, country).text(200, y, "25").text(330, y, []string{"109", "123", "269", "36", "537"}[r])
			if c.at[3] == 420 && c.head[3] != "Remarks" {
				p.text(420, y, []string{"10", "9", "8", "7", "6"}[r])
			}
		}
		var got []string
		tree := p.tree(t)
		cells := 0
		for _, n := range tree.Nodes {
			if n.Cell == nil {
				continue
			}
			cells++
			if n.Cell.Uncertain {
				got = append(got, tree.TextOf(n.Span))
			}
		}
		if cells < 18 {
			t.Errorf("%s: %d cells: %q, want at least 18", name, cells, tree.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: uncertain are %q, want %q", name, got, c.want)
		}
	}
}

// TestCellsInDoubtAreAFinding wants the cells in doubt of each page counted, and somebody to look where they are many.
func TestCellsInDoubtAreAFinding(t *testing.T) {
	c := newCanvas()
	for i, text := range []string{"Country", "Austria", "Services of households", "Luxembourg", "Italy", "Spain"} {
		y := 700 - 12*float32(i)
		c.text(50, y, text)
		if i != 2 {
			c.text(250, y, fmt.Sprint(10+i)).text(350, y, fmt.Sprint(20+i))
		}
	}
	tree := c.tree(t)
	n := 0
	for _, node := range tree.Nodes {
		if node.Cell != nil && node.Cell.Uncertain {
			n++
		}
	}
	want := []document.Finding{{Kind: document.FindingRowsInDoubt, Page: 1, Count: n, Values: true}}
	if n == 0 || !slices.Equal(tree.Findings, want) {
		t.Errorf("%d cells in doubt, findings %+v, want %+v", n, tree.Findings, want)
	}
}

func TestSeveralFiguresInEveryCellAreInDoubt(t *testing.T) {
	for _, tt := range []struct {
		gap  float32
		want []string
	}{{12, nil}, {6, []string{"Price Amount", "100.00 200.00"}}, {1, nil}} {
		c := newCanvas().text(50, 700, "Description").text(150, 700, "Qty").text(200, 700, "Price").text(225+tt.gap, 700, "Amount")
		c.text(50, 684, "Cordless drill").text(150, 684, "2").text(200, 684, "100.00").text(230+tt.gap, 684, "200.00")
		tree := c.tree(t)
		var got []string
		for _, span := range tree.UncertainSpans() {
			got = append(got, tree.TextOf(span))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("gap of %g: got %q in doubt, want %q in %q", tt.gap, got, tt.want, tree.Text)
		}
	}
}

func TestFiguresThatEndARowAreNoColumn(t *testing.T) {
	c := newCanvas().text(50, 700, "Description Qty Price Amount").text(50, 684, "Cordless drill 2").text(160, 684, "100.00 200.00")
	c.text(50, 650, "Total EUR 300.00")
	const want = "Description Qty Price Amount Cordless drill 2 100.00 200.00 Total EUR 300.00"
	if got := strings.ReplaceAll(c.tree(t).Text, "\n", " "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
