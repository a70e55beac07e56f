package main

import (
	"fmt"
	"slices"
	"strings"
)

// madeMost is the largest width of a table.
const madeMost = 470

// drawGroups draws rows in groups under labels that have no values.
func (p *madePage) drawGroups() {
	columns := 3 + p.rand.IntN(4)
	t := p.makeRows(columns, 0)
	look := p.rand.IntN(lookFrames)
	bold, indent := true, 0.0
	if p.oneIn(2) {
		indent = p.between(7, 14)
		bold = p.oneIn(2)
	}
	over := look == lookGrid && !p.oneIn(3) // labels run over all columns, which only rules show
	fill := ""
	if p.oneIn(3) {
		fill = p.pick([]string{"#d9e2f3", "#eeeeee", "#fff2cc"})
	}
	var labels []int
	for _, text := range p.shuffled(p.script.groups)[:2+p.rand.IntN(4)] {
		labels = append(labels, len(t.rows))
		label := madeCell{lines: []string{text}, bold: bold, fill: fill, align: "start"}
		if over {
			label.span = columns
			t.rows = append(t.rows, madeRow{cells: []madeCell{label}})
		} else {
			row := madeRow{cells: []madeCell{label}}
			for range columns - 1 {
				row.cells = append(row.cells, madeCell{fill: fill})
			}
			t.rows = append(t.rows, row)
		}
		more := p.makeRows(columns, 1+p.rand.IntN(4)).rows[1:]
		for i := range more {
			more[i].cells[0].indent = indent
		}
		t.rows = append(t.rows, more...)
	}
	p.fit(t, madeMost)
	pen := p.newPen()
	pen.draw(t, look, 0, len(t.rows))
	if look == lookLines && p.oneIn(3) {
		for _, row := range labels {
			pen.ruleAbove(t, row, 0)
		}
	}
	p.place(t)
}

// drawRuledGroups draws a frame in which rules part groups of rows, and perhaps columns.
func (p *madePage) drawRuledGroups() {
	t := p.makeRows(3+p.rand.IntN(4), 8+p.rand.IntN(16))
	p.fit(t, madeMost)
	pen := p.newPen()
	pen.frame(t, 0, len(t.rows))
	for row := 1; row < len(t.rows); row += 1 + p.rand.IntN(6) {
		pen.ruleAbove(t, row, 0)
	}
	if !p.oneIn(4) {
		for col := range t.widths {
			pen.ruleBefore(t, col, 0, len(t.rows))
		}
	}
	p.place(t)
}

// drawFills draws cells as filled areas with white between them.
func (p *madePage) drawFills() {
	t := p.makeRows(3+p.rand.IntN(4), 5+p.rand.IntN(14))
	p.fit(t, madeMost)
	headFill, ink := p.pick([]string{"#1f4e79", "#385723", "#7f6000"}), "#ffffff"
	if p.oneIn(2) {
		headFill, ink = p.pick([]string{"#bdd7ee", "#c5e0b3", "#ffe599"}), ""
	}
	fill, every := p.pick([]string{"#deeaf6", "#e2efd9", "#f2f2f2"}), 1+p.rand.IntN(2)
	for i, r := range t.rows {
		for c := range r.cells {
			switch {
			case i == 0:
				r.cells[c].fill, r.cells[c].ink = headFill, ink
			case i%every == 0:
				r.cells[c].fill = fill
			}
		}
	}
	white := madePen{p.between(1, 3), "#ffffff"}
	gaps := p.rand.IntN(3) // between all cells, rows or columns
	if gaps != 2 {
		for row := range len(t.rows) + 1 {
			white.ruleAbove(t, row, 0)
		}
	}
	if gaps != 1 {
		for col := range len(t.widths) + 1 {
			white.ruleBefore(t, col, 0, len(t.rows))
		}
	}
	p.place(t)
}

// drawLabels draws a grid around figures, with their labels outside of it.
func (p *madePage) drawLabels() {
	t := p.makeRows(3+p.rand.IntN(4), 5+p.rand.IntN(14))
	if p.oneIn(2) {
		t.rows[0].cells[0].lines = nil
	}
	p.fit(t, madeMost)
	pen := p.newPen()
	for row := range len(t.rows) + 1 {
		pen.ruleAbove(t, row, 1)
	}
	for col := 1; col <= len(t.widths); col++ {
		pen.ruleBefore(t, col, 0, len(t.rows))
	}
	p.place(t)
}

// drawFramed draws a frame that holds a caption, a table and notes.
func (p *madePage) drawFramed() {
	columns := 3 + p.rand.IntN(4)
	t := p.makeRows(columns, 5+p.rand.IntN(12))
	caption := fmt.Sprintf("%s %d: %s", p.script.captions[0], 1+p.rand.IntN(30), p.pick(p.script.captions[1:]))
	bare := func(text string, bold bool) madeRow {
		return madeRow{cells: []madeCell{{lines: []string{text}, span: columns, bold: bold, align: "start"}}}
	}
	t.rows = slices.Insert(t.rows, 0, bare(caption, p.oneIn(2)))
	t.bareTop = 1
	notes := p.shuffled(p.script.notes)[:1+p.rand.IntN(2)]
	for _, n := range notes {
		t.rows = append(t.rows, bare(n, false))
		t.bareBottom++
	}
	p.fit(t, madeMost)
	t.widths[0] += max(0, 250-t.width()) // so that the caption has room on one line
	pen := p.newPen()
	pen.draw(t, p.rand.IntN(lookFrames), 1, len(t.rows)-t.bareBottom)
	pen.frame(t, 0, len(t.rows))
	p.place(t)
}

// drawPlain draws a table of any look.
func (p *madePage) drawPlain() {
	t := p.makeRows(3+p.rand.IntN(4), 5+p.rand.IntN(14))
	p.fit(t, madeMost)
	p.newPen().draw(t, p.rand.IntN(lookFrames), 0, len(t.rows))
	if p.oneIn(3) {
		for c := range t.rows[0].cells {
			t.rows[0].cells[c].fill = "#d9d9d9"
		}
	}
	p.place(t)
}

// drawBlocks draws labels with values in two blocks above a table.
func (p *madePage) drawBlocks() {
	pitch := 1.35 * p.size
	y := float64(tableTop)
	lines := 2 + p.rand.IntN(3)
	for block := range 2 {
		text := madeText{x: 60 + 250*float64(block), y: y, width: 230, pitch: pitch}
		for _, label := range p.shuffled(p.script.fields)[:lines] {
			text.lines = append(text.lines, fmt.Sprintf("%s: %d", label, 1000+p.rand.IntN(90000)))
		}
		p.texts = append(p.texts, text)
	}
	t := p.makeRows(3+p.rand.IntN(4), 5+p.rand.IntN(12))
	t.x, t.y = 60, y+pitch*float64(lines)+p.between(10, 24)
	p.fit(t, madeMost)
	p.newPen().draw(t, p.rand.IntN(lookFrames), 0, len(t.rows))
	p.place(t)
}

// drawAdjacent draws two tables side by side, or one below the other with other columns.
func (p *madePage) drawAdjacent() {
	look, pen := 1+p.rand.IntN(lookFrames-1), p.newPen()
	first := p.makeRows(3, 4+p.rand.IntN(10))
	p.fit(first, 215)
	pen.draw(first, look, 0, len(first.rows))
	p.place(first)
	below := p.oneIn(3)
	second := p.makeRows(3, 4+p.rand.IntN(10))
	if below {
		second = p.makeRows(4+p.rand.IntN(2), 4+p.rand.IntN(8))
		p.fit(second, madeMost)
		second.x, second.y = first.x, first.y+first.height(0, len(first.rows))+p.between(12, 30)
	} else {
		p.fit(second, 215)
		second.x = first.x + first.width() + p.between(14, 40)
	}
	pen.draw(second, look, 0, len(second.rows))
	p.place(second)
}

// drawBilingual draws a table whose header is in two languages, on one line or on two.
func (p *madePage) drawBilingual() {
	columns := 3 + p.rand.IntN(2)
	t := p.makeRows(columns, 5+p.rand.IntN(14))
	wrapped := p.oneIn(2)
	for i, text := range p.shuffled(madeBilingual)[:columns] {
		lines := []string{text}
		if first, second, ok := strings.Cut(text, " / "); ok && wrapped {
			lines = []string{first + " /", second}
		}
		t.rows[0].cells[i].lines = lines
	}
	p.fit(t, madeMost)
	p.newPen().draw(t, p.rand.IntN(lookFrames), 0, len(t.rows))
	p.place(t)
}
