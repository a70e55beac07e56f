package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/measure"
)

// leastDrawn is the F1 that tables drawn by the kinds below must reach, end to end.
const leastDrawn = 0.97

// drawnPages is how many pages of each kind are drawn.
const drawnPages = 29

// TestDrawnTables draws tables of the kinds that are hardest to read, with known cells,
// and wants them found and read.
func TestDrawnTables(t *testing.T) {
	var sum measure.Counts
	for _, kind := range drawnKinds {
		var counts measure.Counts
		for seed := range uint64(drawnPages) {
			d := drawTable(kind.draw, seed)
			c := measure.CompareTables(tablesOf(layout.BuildTree(&d.doc)), []measure.Table{d.truth})
			counts = counts.Add(c)
			if testing.Verbose() && c.F1() < 0.9 {
				t.Logf("%s %d: %.3f", kind.name, seed, c.F1())
			}
		}
		t.Logf("%-42s %.3f", kind.name, counts.F1())
		sum = sum.Add(counts)
	}
	if sum.F1() < leastDrawn {
		t.Errorf("F1 is %.3f, and must be at least %.2f", sum.F1(), leastDrawn)
	}
}

// drawnKinds are the kinds of tables, each with a function that draws one.
var drawnKinds = []struct {
	name string
	draw func(*drawnTable)
}{
	{"group labels in bold", func(d *drawnTable) { d.drawGroups(groupLook{label: drawnBold}) }},
	{"group labels set out, rows indented", func(d *drawnTable) { d.drawGroups(groupLook{indent: 12}) }},
	{"group labels between rules", func(d *drawnTable) { d.drawGroups(groupLook{label: drawnBold, rules: true}) }},
	{"a frame with rules between groups of rows", (*drawnTable).drawRuledGroups},
	{"fills with white gaps", (*drawnTable).drawFills},
	{"a grid with labels beside it", (*drawnTable).drawUnruledLabels},
	{"a frame around caption, table and note", (*drawnTable).drawCaption},
}

const (
	drawnRegular int32 = iota
	drawnBold
)

// A drawnTable is a page with one table, and its cells.
type drawnTable struct {
	doc   layout.Document
	truth measure.Table
	rand  *rand.Rand
	lefts []float32 // of the columns, and the right edge
	y     float32   // baseline of the next row
	pitch float32   // distance of rows
	row   int
}

// drawTable draws a page with prose above and below a table.
func drawTable(draw func(*drawnTable), seed uint64) *drawnTable {
	d := &drawnTable{rand: rand.New(rand.NewPCG(seed, 7)), y: 640}
	d.doc.Pages = []layout.Page{{Width: 595, Height: 842}}
	d.doc.Styles = []layout.Style{{Font: "Test", Size: 9, Weight: 400}, {Font: "Test-Bold", Size: 9, Weight: 700}}
	d.pitch = float32(12 + d.rand.IntN(5))
	x := float32(60)
	d.lefts = []float32{x}
	for i := range 3 + d.rand.IntN(3) {
		if x += 72; i == 0 {
			x = 200
		}
		d.lefts = append(d.lefts, x)
	}
	d.drawProse(700)
	draw(d)
	d.drawProse(d.y - 40)
	bottom := d.y
	right := d.lefts[len(d.lefts)-1]
	d.truth.Places = []measure.Place{{Page: 1, X0: 55, Y0: float64(bottom), X1: float64(right), Y1: 652}}
	return d
}

// drawProse draws three lines over the width of the page.
func (d *drawnTable) drawProse(y float32) {
	for i := range 3 {
		d.write(drawnRegular, 55, y-12*float32(i),
			"what is said here in words goes on over the whole width of the page as prose does, to its end")
	}
}

// write draws a text whose baseline begins at x, y, and returns where it ends.
func (d *drawnTable) write(style int32, x, y float32, text string) float32 {
	p := &d.doc.Pages[0]
	size := d.doc.Styles[style].Size
	for _, r := range text {
		b := layout.Box{X0: x, Y0: y - 0.22*size, X1: x + size/2, Y1: y + 0.88*size}
		x += size / 2
		p.Glyphs = append(p.Glyphs, layout.Glyph{Rune: r, Style: style, Tight: b, Loose: b})
	}
	return x
}

// rule draws a stroke, or with filled the edge of an area.
func (d *drawnTable) rule(x0, y0, x1, y1 float32, filled bool) {
	d.doc.Pages[0].Rules = append(d.doc.Pages[0].Rules, layout.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1, Filled: filled})
}

// cell draws a text of one line in a column of the current row and keeps it as truth.
func (d *drawnTable) cell(style int32, col int, indent float32, text string) {
	x := d.lefts[col] + 4 + indent
	if col > 0 { // figures end on one line
		x = d.lefts[col+1] - 6 - float32(len([]rune(text)))*d.doc.Styles[style].Size/2
	}
	d.write(style, x, d.y, text)
	d.truth.Cells = append(d.truth.Cells, measure.Cell{Row: d.row, EndRow: d.row, Col: col, EndCol: col, Text: text})
}

// next goes down to the next row.
func (d *drawnTable) next() { d.y, d.row = d.y-d.pitch, d.row+1 }

func (d *drawnTable) columns() int   { return len(d.lefts) - 1 }
func (d *drawnTable) right() float32 { return d.lefts[len(d.lefts)-1] }

var drawnPlaces = strings.Fields("Austria Belgium Bulgaria Croatia Cyprus Denmark Estonia Finland France Germany Greece Hungary " +
	"Ireland Italy Latvia Lithuania Luxembourg Malta Netherlands Poland Portugal Romania Slovakia Slovenia Spain Sweden")

// place returns the name of a place.
func (d *drawnTable) place() string { return drawnPlaces[d.rand.IntN(len(drawnPlaces))] }

// figure returns a number as tables have them.
func (d *drawnTable) figure() string {
	switch d.rand.IntN(8) {
	case 0:
		return "-"
	case 1, 2:
		return fmt.Sprintf("%d,%03d", 1+d.rand.IntN(90), d.rand.IntN(1000))
	}
	return fmt.Sprintf("%d.%d", d.rand.IntN(1000), d.rand.IntN(10))
}

// drawHead draws the header.
func (d *drawnTable) drawHead() {
	d.cell(drawnBold, 0, 0, "Country")
	for c := 1; c < d.columns(); c++ {
		d.cell(drawnBold, c, 0, []string{"Share", "Cases", "Income", "Growth", "Index"}[(c+d.row)%5])
	}
	d.next()
}

// drawRow draws a label and figures.
func (d *drawnTable) drawRow(indent float32) {
	d.cell(drawnRegular, 0, indent, d.place())
	for c := 1; c < d.columns(); c++ {
		d.cell(drawnRegular, c, 0, d.figure())
	}
	d.next()
}

// A groupLook is how groups of rows are set apart.
type groupLook struct {
	label  int32   // style of the label
	indent float32 // of the rows
	rules  bool    // above each label
}

// drawGroups draws groups of rows, each under a label without figures; half of them have
// more space above the label.
func (d *drawnTable) drawGroups(look groupLook) {
	d.rule(55, d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false)
	d.drawHead()
	d.rule(55, d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false)
	space := float32(d.rand.IntN(2)) * 5
	for g := range 2 + d.rand.IntN(4) {
		if g > 0 {
			d.y -= space
		}
		if look.rules && g > 0 {
			d.rule(55, d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false)
		}
		d.cell(look.label, 0, 0, []string{"North and west", "The south", "Member states", "Others", "Islands"}[g%5])
		d.next()
		for range 1 + d.rand.IntN(4) {
			d.drawRow(look.indent)
		}
	}
	d.rule(55, d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false)
}

// drawRuledGroups draws a frame with a rule between all columns, but only one between
// groups of rows.
func (d *drawnTable) drawRuledGroups() {
	top := d.y + d.pitch*0.75
	line := func() { d.rule(d.lefts[0], d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false) }
	line()
	d.drawHead()
	for range 2 + d.rand.IntN(4) {
		line()
		for range 1 + d.rand.IntN(6) {
			d.drawRow(0)
		}
	}
	line()
	for _, x := range d.lefts {
		d.rule(x, d.y+d.pitch*0.75, x, top, false)
	}
}

// drawFills draws each row as filled areas, one for each cell, with white between them;
// every other row may have none.
func (d *drawnTable) drawFills() {
	every := 1 + d.rand.IntN(2)
	d.pitch = max(d.pitch, 14)
	fill := func() {
		if d.row%every != 0 {
			return
		}
		lo, hi := d.y-d.pitch*0.25+1, d.y+d.pitch*0.75-1
		for c := range d.columns() {
			x0, x1 := d.lefts[c]+1, d.lefts[c+1]-1
			d.rule(x0, lo, x1, lo, true)
			d.rule(x0, hi, x1, hi, true)
			d.rule(x0, lo, x0, hi, true)
			d.rule(x1, lo, x1, hi, true)
		}
	}
	fill()
	d.drawHead()
	for range 5 + d.rand.IntN(10) {
		fill()
		d.drawRow(0)
	}
}

// drawUnruledLabels draws a grid around the figures and their header, with the labels
// outside of it.
func (d *drawnTable) drawUnruledLabels() {
	top := d.y + d.pitch*0.75
	line := func() { d.rule(d.lefts[1], d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false) }
	line()
	d.drawHead()
	for range 4 + d.rand.IntN(10) {
		line()
		d.drawRow(0)
	}
	line()
	for _, x := range d.lefts[1:] {
		d.rule(x, d.y+d.pitch*0.75, x, top, false)
	}
}

// drawCaption draws a frame that holds a caption, a ruled table and a note.
func (d *drawnTable) drawCaption() {
	top := d.y + d.pitch*0.75
	line := func() { d.rule(d.lefts[0], d.y+d.pitch*0.75, d.right(), d.y+d.pitch*0.75, false) }
	line()
	d.write(drawnBold, d.lefts[0]+4, d.y, fmt.Sprintf("Table %d: Figures by country", 1+d.rand.IntN(20)))
	d.y -= d.pitch
	inner := d.y + d.pitch*0.75
	line()
	d.drawHead()
	for range 4 + d.rand.IntN(10) {
		line()
		d.drawRow(0)
	}
	line()
	for _, x := range d.lefts[1 : len(d.lefts)-1] {
		d.rule(x, d.y+d.pitch*0.75, x, inner, false)
	}
	d.write(drawnRegular, d.lefts[0]+4, d.y, "Source: national statistics")
	d.y -= d.pitch
	line()
	d.rule(d.lefts[0], d.y+d.pitch*0.75, d.lefts[0], top, false)
	d.rule(d.right(), d.y+d.pitch*0.75, d.right(), top, false)
}
