// Package measure computes published measures of how well documents are read, from what
// was found and what people say is right. It is pure: it reads no files.
package measure

import (
	"slices"
	"strings"
	"unicode"
)

// A Table is a table as cells in a grid, and where it stands.
type Table struct {
	Cells []Cell
	// Places are boxes on pages, in points, that cover the table.
	Places []Place
}

// A Cell is one cell of a table: rows and columns from 0, both ends included.
type Cell struct {
	Row, Col       int
	EndRow, EndCol int
	Text           string
	// Uncertain means that the reader said that the cell may be wrong.
	Uncertain bool
}

// A Place is an upright box on a page, in points, X0 <= X1 and Y0 <= Y1.
type Place struct {
	Page           int // 1-based
	X0, Y0, X1, Y1 float64
}

// Counts are how many things were found, how many there are, and how many of those
// found are right.
type Counts struct {
	Right    int `json:"right"`
	Found    int `json:"found"`
	Expected int `json:"expected"`
}

// Add returns the sum of two counts.
func (c Counts) Add(o Counts) Counts {
	return Counts{c.Right + o.Right, c.Found + o.Found, c.Expected + o.Expected}
}

// Precision returns the part of what was found that is right, 0..1; 1 when nothing was
// found and nothing was to be found.
func (c Counts) Precision() float64 { return c.shareOf(c.Found) }

// Recall returns the part of what there is that was found, 0..1; 1 when nothing was found
// and nothing was to be found.
func (c Counts) Recall() float64 { return c.shareOf(c.Expected) }

func (c Counts) shareOf(of int) float64 {
	switch {
	case c.Found == 0 && c.Expected == 0:
		return 1
	case of == 0:
		return 0
	}
	return float64(c.Right) / float64(of)
}

// F1 returns the harmonic mean of precision and recall, 0..1.
func (c Counts) F1() float64 { return HarmonicMean(c.Precision(), c.Recall()) }

// HarmonicMean returns the harmonic mean of two shares, 0 when both are 0.
func HarmonicMean(a, b float64) float64 {
	if a+b == 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// A Relation means that one cell stands next to another: to its right or, when Down,
// below it. Texts are without white space.
type Relation struct {
	From, To string
	Down     bool
}

// CompareAdjacency compares two tables by the adjacency relations of the ICDAR 2013 table
// competition: each cell with text is related to the next cells with text to the right
// and below, in each of the rows and columns that it spans, over blank cells; a
// relation is right when both texts and the direction are, each as often as expected.
func CompareAdjacency(found, expected Table) Counts {
	have, want := found.Relations(), expected.Relations()
	c := Counts{Found: len(have), Expected: len(want)}
	left := map[Relation]int{}
	for _, r := range want {
		left[r]++
	}
	for _, r := range have {
		if left[r] > 0 {
			left[r]--
			c.Right++
		}
	}
	return c
}

// Relations returns the adjacency relations of a table, one for each two cells that are
// neighbours in a direction.
func (t Table) Relations() []Relation {
	var out []Relation
	for _, n := range t.neighbours() {
		out = append(out, Relation{stripSpace(t.Cells[n.from].Text), stripSpace(t.Cells[n.to].Text), n.down})
	}
	return out
}

// A neighbour is two cells, by their indexes, of which the second stands next to the first: to its
// right, or below it.
type neighbour struct {
	from, to int
	down     bool
}

// neighbours returns the cells with text that stand next to each other.
func (t Table) neighbours() []neighbour {
	at := t.toGrid()
	var out []neighbour
	for i := range t.Cells {
		if stripSpace(t.Cells[i].Text) == "" {
			continue
		}
		for _, down := range []bool{false, true} {
			for _, j := range at.neighboursOf(t.Cells[i], i, down) {
				out = append(out, neighbour{i, j, down})
			}
		}
	}
	return out
}

// A grid is the index + 1 of the cell with text at each place of a table, row by row.
type grid struct {
	rows, cols int
	cell       []int
}

// toGrid lays out the cells with text; where two overlap, the first one stays.
func (t Table) toGrid() grid {
	var g grid
	for _, c := range t.Cells {
		g.rows, g.cols = max(g.rows, c.EndRow+1), max(g.cols, c.EndCol+1)
	}
	g.cell = make([]int, g.rows*g.cols)
	for i, c := range t.Cells {
		if stripSpace(c.Text) == "" {
			continue
		}
		for r := max(0, c.Row); r <= c.EndRow; r++ {
			for k := max(0, c.Col); k <= c.EndCol; k++ {
				if at := &g.cell[r*g.cols+k]; *at == 0 {
					*at = i + 1
				}
			}
		}
	}
	return g
}

// neighboursOf returns the indexes of the cells next to cell i in a direction, each once.
func (g grid) neighboursOf(c Cell, i int, down bool) []int {
	var out []int
	add := func(row, col int) bool {
		j := g.cell[row*g.cols+col] - 1
		if j < 0 {
			return false
		}
		if j != i && !slices.Contains(out, j) {
			out = append(out, j)
		}
		return true
	}
	if down {
		for col := max(0, c.Col); col <= c.EndCol; col++ {
			for row := c.EndRow + 1; row < g.rows && !add(row, col); row++ {
			}
		}
		return out
	}
	for row := max(0, c.Row); row <= c.EndRow; row++ {
		for col := c.EndCol + 1; col < g.cols && !add(row, col); col++ {
		}
	}
	return out
}

// stripSpace returns a text without white space.
func stripSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == 0x200B || r == 0xFEFF {
			return -1
		}
		return r
	}, s)
}
