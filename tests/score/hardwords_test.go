package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/measure"
)

// hardDesigns is how many tables of words are drawn that can be read in several ways.
const hardDesigns = 600

// A hardCell is the lines that its maker breaks, each of which may be wrapped.
type hardCell []string

// A hardTable is a table of words as browsers set it, with what makes it hard to read.
type hardTable struct {
	*wordPage
	rows  [][]hardCell
	gap   float64
	pad   float64
	place string // of short cells in their row
	frame string
}

// newHardTable draws the texts and the look of a table.
func newHardTable(seed uint64) *hardTable {
	t := &hardTable{wordPage: newWordPage(seed + 5000)}
	t.columns = []int{2, 2, 3, 3, 4, 5}[t.rand.IntN(6)]
	t.gap = []float64{4, 5, 6, 8, 12}[t.rand.IntN(5)]
	t.pad = []float64{0, 0.5, 1, 2}[t.rand.IntN(4)]
	t.place = t.pick([]string{"top", "top", "middle", "bottom"})
	t.frame = t.pick([]string{"bare", "bare", "zebra", "rule", "rules", "lines"})
	kinds := []string{t.pick([]string{"name", "person", "land", "title"})}
	more := []string{"short", "long", "sentences", "title", "person", "listed", "blank", "count"}
	if t.columns > 3 {
		more = []string{"short", "yes", "land", "title", "person", "blank", "count", "listed"}
	}
	for len(kinds) < t.columns {
		kinds = append(kinds, t.pick(more))
	}
	wideHead, groups := t.rand.IntN(3) == 0, t.rand.IntN(5) == 0
	t.rows = append(t.rows, t.headOf(wideHead))
	for i := range 4 + t.rand.IntN(8) {
		if groups && i%4 == 0 {
			t.rows = append(t.rows, append([]hardCell{{t.content("title")}}, make([]hardCell, t.columns-1)...))
		}
		var row []hardCell
		for _, k := range kinds {
			row = append(row, t.hardContent(k))
		}
		t.rows = append(t.rows, row)
	}
	t.look = fmt.Sprintf("%s, %s, pad %.1f, %s, gap %.0f, size %.1f, lead %.1f, wide head %v, groups %v", strings.Join(kinds, " "), t.frame,
		t.pad, t.place, t.gap, t.size, t.lead, wideHead, groups)
	return t
}

func (t *hardTable) headOf(wide bool) (out []hardCell) {
	for _, at := range t.rand.Perm(len(pageHeads))[:t.columns] {
		text := pageHeads[at]
		if wide && t.rand.IntN(2) == 0 {
			text += " " + t.pick(pagePlace) + " " + t.noun()
		}
		out = append(out, hardCell{text})
	}
	return out
}

// hardContent returns the lines of a cell of a kind.
func (t *hardTable) hardContent(kind string) hardCell {
	switch kind {
	case "listed":
		var out hardCell
		for range 1 + t.rand.IntN(3) {
			out = append(out, t.content("title"))
		}
		return out
	case "blank":
		if t.rand.IntN(2) == 0 {
			return nil
		}
		return hardCell{t.phrase(2 + t.rand.IntN(6))}
	case "count":
		return hardCell{fmt.Sprint(1 + t.rand.IntN(400))}
	}
	return hardCell{t.content(kind)}
}

// wrapAll returns the lines of each cell of a row.
func (t *hardTable) wrapAll(row []hardCell, widths []float64) (lines [][]string, most int) {
	lines = make([][]string, len(row))
	for c, cell := range row {
		for _, text := range cell {
			lines[c] = append(lines[c], t.wrapWords(text, widths[c])...)
		}
		most = max(most, len(lines[c]))
	}
	return lines, most
}

// draw draws the table between paragraphs.
func (t *hardTable) draw() {
	left := 40 + 20*t.rand.Float64()
	texts := make([][]string, len(t.rows))
	for i, row := range t.rows {
		for _, cell := range row {
			longest := ""
			for _, text := range cell {
				if len(text) > len(longest) {
					longest = text
				}
			}
			texts[i] = append(texts[i], longest)
		}
	}
	y := t.drawLines(800, left, 555, t.sentences(2), false) - 8
	widths := t.columnWidths(texts, 555-left, t.gap)
	right := left
	for _, w := range widths {
		right += w + t.gap
	}
	top, style := y, drawnBold
	for i, row := range t.rows {
		bottom := t.drawRow(style, left, y, widths, row, i)
		style = drawnRegular
		t.drawFrame(i, left-t.gap/2, bottom, right-t.gap/2, y)
		y = bottom
	}
	t.truth.Places = []measure.Place{{Page: 1, X0: left - 4, Y0: y - 2, X1: right, Y1: top + 2}}
	t.drawLines(y-8-t.size, left, 555, t.sentences(2), false)
}

// drawRow draws a row below a height, and returns where it ends.
func (t *hardTable) drawRow(style int32, x, y float64, widths []float64, row []hardCell, number int) float64 {
	lines, most := t.wrapAll(row, widths)
	for c := range row {
		base := y - t.pad - 0.8*t.size
		switch free := t.lead * float64(most-len(lines[c])); t.place {
		case "middle":
			base -= free / 2
		case "bottom":
			base -= free
		}
		for k, l := range lines[c] {
			t.put(style, x, base-t.lead*float64(k), l, 0)
		}
		if len(row[c]) > 0 {
			t.truth.Cells = append(t.truth.Cells,
				measure.Cell{Row: number, EndRow: number, Col: c, EndCol: c, Text: strings.Join(row[c], " ")})
		}
		x += widths[c] + t.gap
	}
	return y - float64(most)*t.lead - 2*t.pad
}

// drawFrame draws what tells the row between two heights from its neighbours.
func (t *hardTable) drawFrame(i int, left, bottom, right, top float64) {
	switch {
	case t.frame == "zebra" && i%2 == 1:
		t.area(left, bottom, right, top)
	case t.frame == "lines", t.frame != "bare" && t.frame != "zebra" && i == 0, t.frame == "rules" && i == len(t.rows)-1:
		t.line(left, bottom, right)
	}
	if t.frame == "rules" && i == 0 {
		t.line(left, top, right)
	}
}

// logMistakes tells which cells of a table are wrong, or told to be uncertain though they are right.
func logMistakes(t *testing.T, look string, found, want []measure.Table) {
	for j, judged := range measure.JudgeCells(found, want) {
		for k, is := range judged {
			if c := found[j].Cells[k]; is == measure.Wrong || is == measure.Right && c.Uncertain {
				t.Logf("%s: wrong %v, uncertain %v: %d,%d %q", look, is == measure.Wrong, c.Uncertain, c.Row, c.Col, c.Text)
			}
		}
	}
}

// TestDoubtOfWords draws tables of words that can be read in several ways, and wants wrong cells to be marked,
// and right ones not. Only mistakes of the first half may be looked at.
func TestDoubtOfWords(t *testing.T) {
	var halves [2]measure.Doubts
	for i := range uint64(hardDesigns) {
		d := newHardTable(i)
		d.draw()
		found, want := tablesOf(layout.BuildTree(&d.doc)), []measure.Table{d.truth}
		doubts := measure.CountDoubts(found, want)
		h := 1
		if inFirstHalf(d.look) {
			h = 0
			logMistakes(t, fmt.Sprintf("#%d %s", i, d.look), found, want)
		}
		halves[h] = halves[h].Add(doubts)
	}
	for i, name := range []string{"first half", "other half"} {
		h := halves[i]
		t.Logf("%s: doubt is told of %.3f of %d wrong cells, and of %.4f of %d right ones", name, h.ShareOfWrong(), h.Wrong,
			h.ShareOfRight(), h.Right)
		if h.ShareOfWrong() < leastWrongTold || h.ShareOfRight() > mostRightTold {
			t.Errorf("%s: uncertain are %.3f of wrong cells (at least %.2f), %.4f of right ones (at most %.2f)",
				name, h.ShareOfWrong(), leastWrongTold, h.ShareOfRight(), mostRightTold)
		}
	}
}
