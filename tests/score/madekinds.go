package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
)

// A madeKind is a kind of tables, with a function that draws a page of them.
type madeKind struct {
	name, about string
	scripts     []*madeScript
	draw        func(*madePage)
}

// madeKinds are all kinds. New ones come last, because the place of a kind decides what is drawn.
var madeKinds = []madeKind{
	{"groups", "labels of groups without values, in bold, set out, or over all columns", madeLatin, (*madePage).drawGroups},
	{"group-rules", "a frame with rules between groups of rows only", madeLatin, (*madePage).drawRuledGroups},
	{"fills", "filled cells with white gaps between them", madeLatin, (*madePage).drawFills},
	{"labels", "a column of labels outside of the rules", madeLatin, (*madePage).drawLabels},
	{"framed", "a frame around caption, table and notes", madeLatin, (*madePage).drawFramed},
	{"hebrew", "columns from right to left", []*madeScript{&madeHebrew}, (*madePage).drawPlain},
	{"arabic", "columns from right to left", []*madeScript{&madeArabic}, (*madePage).drawPlain},
	{"blocks", "blocks of labels and values right above the table", madeLatin, (*madePage).drawBlocks},
	{"adjacent", "two tables side by side, or one right below the other", madeLatin, (*madePage).drawAdjacent},
	{"bilingual", "headers in two languages, such as Datum / Date", madeLatin, (*madePage).drawBilingual},
}

// Looks of the rules of a table.
const (
	lookBare   = iota // no rules
	lookLines         // above, below, and under the header
	lookGrid          // around each cell
	lookFrames        // how many looks there are
)

// newMadePage draws a page: the same seed and stream give the same one.
func newMadePage(kind madeKind, seed, stream uint64) *madePage {
	p := &madePage{rand: rand.New(rand.NewPCG(seed, stream))} //nolint:gosec // no secret is drawn
	p.script = kind.scripts[p.rand.IntN(len(kind.scripts))]
	p.font = p.script.fonts[p.rand.IntN(len(p.script.fonts))]
	p.size = 7.5 + 0.5*float64(p.rand.IntN(7))
	p.writeProse(60, 3)
	kind.draw(p)
	bottom := 0.0
	for _, t := range p.tables {
		bottom = max(bottom, t.y+t.height(0, len(t.rows)))
	}
	p.writeProse(bottom+30, 3)
	return p
}

// tableTop is where tables begin, below the prose.
const tableTop = 150

// writeProse writes lines of words over the width of the page.
func (p *madePage) writeProse(y float64, lines int) {
	t := madeText{x: 60, y: y, width: 480, pitch: 1.3 * p.size}
	for range lines {
		line := p.pick(p.script.prose)
		for {
			longer := line + " " + p.pick(p.script.prose)
			if p.textWidth(longer, false) > 460 {
				break
			}
			line = longer
		}
		t.lines = append(t.lines, line)
	}
	p.texts = append(p.texts, t)
}

func (p *madePage) pick(from []string) string { return from[p.rand.IntN(len(from))] }

// oneIn reports whether something happens that does once in n times.
func (p *madePage) oneIn(n int) bool { return p.rand.IntN(n) == 0 }

// between returns a number from lo to hi.
func (p *madePage) between(lo, hi float64) float64 { return lo + (hi-lo)*p.rand.Float64() }

// textWidth returns a width into which a text fits.
func (p *madePage) textWidth(text string, bold bool) (sum float64) {
	for _, r := range text {
		switch {
		case unicode.IsUpper(r) || r == 'm' || r == 'w':
			sum += 0.78
		case r == ' ' || unicode.IsPunct(r):
			sum += 0.38
		default:
			sum += 0.58
		}
	}
	if strings.HasPrefix(p.font, "DejaVu") {
		sum *= 1.12
	}
	if bold {
		sum *= 1.1
	}
	return sum * p.size
}

// figure returns a number in one of the forms of tables.
func (p *madePage) figure() madeCell {
	n := p.rand.IntN(1_000_000)
	var text string
	switch p.rand.IntN(10) {
	case 0:
		text = "–"
	case 1, 2, 3:
		text = fmt.Sprintf("%d,%03d", 1+n/10000, n%1000)
	case 4:
		text = fmt.Sprintf("%d.%d%%", n/10000, n%10)
	case 5:
		text = fmt.Sprint(n / 2000)
	default:
		text = fmt.Sprintf("%d.%02d", n/1000, n%100)
	}
	return madeCell{lines: []string{text}}
}

// makeRows draws a table at a height: a header, and rows of a label and figures.
func (p *madePage) makeRows(columns, rows int) *madeTable {
	t := &madeTable{x: 60 + float64(p.rand.IntN(20)), y: tableTop}
	heads := append([]string{p.pick(p.script.corner)}, p.shuffled(p.script.heads)[:columns-1]...)
	head := madeRow{}
	bold := !p.oneIn(4)
	for _, text := range heads {
		head.cells = append(head.cells, madeCell{lines: []string{text}, bold: bold})
	}
	t.rows = append(t.rows, head)
	for range rows {
		row := madeRow{cells: []madeCell{{lines: []string{p.pick(p.script.labels)}}}}
		for range columns - 1 {
			row.cells = append(row.cells, p.figure())
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func (p *madePage) shuffled(texts []string) []string {
	out := append([]string(nil), texts...)
	p.rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// fit sets the widths of columns and the heights of rows by what stands in them.
func (p *madePage) fit(t *madeTable, most float64) {
	columns := 0
	for _, c := range t.rows[len(t.rows)-1-t.bareBottom].cells {
		columns += c.columns()
	}
	t.widths = make([]float64, columns)
	for _, r := range t.rows {
		col := 0
		for _, c := range r.cells {
			for _, line := range c.lines {
				if c.columns() == 1 {
					t.widths[col] = max(t.widths[col], p.textWidth(line, c.bold)+c.indent+8)
				}
			}
			col += c.columns()
		}
	}
	spare := max(0, most-t.width()) / float64(columns)
	spare = p.between(0, min(spare, 40))
	for i := range t.widths {
		t.widths[i] += spare
	}
	leading := p.between(1, 8)
	for i := range t.rows {
		t.rows[i].height = float64(t.rows[i].lineCount())*p.linePitch() + leading
	}
	p.alignCells(t)
}

// alignCells sets how figures and their headers stand in their columns.
func (p *madePage) alignCells(t *madeTable) {
	figures, heads := p.pick([]string{"end", "end", "end", "center", "start"}), "center"
	if p.oneIn(2) {
		heads = figures
	}
	for i, r := range t.rows {
		for c := range r.cells {
			cell := &r.cells[c]
			switch {
			case cell.align != "":
			case c == 0:
				cell.align = "start"
			case i == t.bareTop:
				cell.align = heads
			default:
				cell.align = figures
			}
		}
	}
}

// A madePen draws rules of one width and colour.
type madePen struct {
	width  float64
	colour string
}

// newPen returns a pen for the rules of a table.
func (p *madePage) newPen() madePen {
	return madePen{p.between(0.3, 1), p.pick([]string{"#000000", "#000000", "#000000", "#555555", "#999999"})}
}

// ruleAbove draws a rule above a row from column on; of the last one, below the table.
func (m madePen) ruleAbove(t *madeTable, row, from int) {
	col := 0
	if row > 0 {
		for i := range t.rows[row-1].cells {
			c := &t.rows[row-1].cells[i]
			if col >= from {
				c.edges.bottom, c.edges.colour = m.width, m.colour
			}
			col += c.columns()
		}
	}
	if col = 0; row < len(t.rows) {
		for i := range t.rows[row].cells {
			c := &t.rows[row].cells[i]
			if col >= from {
				c.edges.top, c.edges.colour = m.width, m.colour
			}
			col += c.columns()
		}
	}
}

// ruleBefore draws a rule before a column in rows from..to-1; of the last one, behind the table.
func (m madePen) ruleBefore(t *madeTable, column, from, to int) {
	for _, r := range t.rows[from:to] {
		col := 0
		for i := range r.cells {
			c := &r.cells[i]
			if col == column {
				c.edges.left, c.edges.colour = m.width, m.colour
			}
			if col += c.columns(); col == column {
				c.edges.right, c.edges.colour = m.width, m.colour
			}
		}
	}
}

// frame draws rules around rows from..to-1.
func (m madePen) frame(t *madeTable, from, to int) {
	m.ruleAbove(t, from, 0)
	m.ruleAbove(t, to, 0)
	m.ruleBefore(t, 0, from, to)
	m.ruleBefore(t, len(t.widths), from, to)
}

// draw draws the rules of a look around rows from..to-1, of which the first is the header.
func (m madePen) draw(t *madeTable, look, from, to int) {
	if look == lookBare {
		return
	}
	for _, row := range []int{from, from + 1, to} {
		m.ruleAbove(t, row, 0)
	}
	if look == lookGrid {
		for row := from; row <= to; row++ {
			m.ruleAbove(t, row, 0)
		}
		for col := range len(t.widths) + 1 {
			m.ruleBefore(t, col, from, to)
		}
	}
}

// place adds a table to the page.
func (p *madePage) place(t *madeTable) {
	if p.script.leftward {
		for _, r := range t.rows {
			for i := range r.cells {
				e := &r.cells[i].edges
				e.left, e.right = e.right, e.left
			}
		}
	}
	p.tables = append(p.tables, t)
}
