package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/measure"
)

// leastWords is the F1 per document, end to end, that drawn tables of words must reach.
const leastWords = 0.9

// wordDesigns is how many designs of tables of words are drawn, and of pages of prose in columns.
const wordDesigns = 160

// TestTablesOfWords draws tables of words without rules between their columns, and wants them found and read.
func TestTablesOfWords(t *testing.T) {
	var halves [2]struct {
		precision, recall float64
		n                 float64
		doubts            measure.Doubts
	}
	for i := range uint64(wordDesigns) {
		d := newWordPage(i)
		d.drawWordTable()
		found := tablesOf(layout.BuildTree(&d.doc))
		want := []measure.Table{d.truth}
		c := measure.CompareTables(found, want)
		h := &halves[1]
		if first := inFirstHalf(d.look); first {
			h = &halves[0]
			if testing.Verbose() && c.F1() < 0.9 {
				t.Logf("%3d %.3f %s", i, c.F1(), d.look)
			}
		}
		h.precision, h.recall, h.n = h.precision+c.Precision(), h.recall+c.Recall(), h.n+1
		h.doubts = h.doubts.Add(measure.CountDoubts(found, want))
	}
	for i, name := range []string{"first half", "other half"} {
		h := halves[i]
		f1 := measure.HarmonicMean(h.precision/h.n, h.recall/h.n)
		t.Logf("%s: %.3f per document of %.0f; doubt is told of %.3f of %d wrong cells, and of %.4f of %d right ones", name, f1, h.n,
			h.doubts.ShareOfWrong(), h.doubts.Wrong, h.doubts.ShareOfRight(), h.doubts.Right)
		if f1 < leastWords {
			t.Errorf("%s: F1 is %.3f, and must be at least %.2f", name, f1, leastWords)
		}
	}
}

// TestColumnsOfProseAreNoTables draws articles in two and three columns, on common baselines or not.
func TestColumnsOfProseAreNoTables(t *testing.T) {
	for i := range uint64(wordDesigns) {
		d := newWordPage(i)
		d.drawArticle()
		if found := tablesOf(layout.BuildTree(&d.doc)); len(found) > 0 {
			t.Errorf("%d %s: a table of %d cells, %q, want len(found) = 0",
				i, d.look, len(found[0].Cells), found[0].Cells[0].Text)
		}
	}
}

// A wordPage is a page on which words are set as a browser does.
type wordPage struct {
	doc     layout.Document
	truth   measure.Table
	rand    *rand.Rand
	size    float64
	lead    float64 // distance of lines
	wide    float64 // widths of letters, times the usual ones
	columns int
	look    string
}

func newWordPage(seed uint64) *wordPage {
	d := &wordPage{rand: rand.New(rand.NewPCG(seed, 23))}
	d.size = []float64{8, 9, 10, 10.5, 11, 12}[d.rand.IntN(6)]
	d.lead = d.size * []float64{1.15, 1.2, 1.35, 1.5}[d.rand.IntN(4)]
	d.wide = 0.9 + 0.25*d.rand.Float64()
	size := float32(d.size)
	d.doc.Pages = []layout.Page{{Width: 595, Height: 842}}
	d.doc.Styles = []layout.Style{{Font: "Test", Size: size, Weight: 400}, {Font: "Test-Bold", Size: size, Weight: 700}}
	return d
}

// letterWidth returns the width of a letter, in font sizes.
func letterWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("iljtfI.,;:'|", r):
		return 0.26
	case strings.ContainsRune("mwMW", r):
		return 0.8
	case r == ' ' || r == '-' || r == '/':
		return 0.28
	case r >= 'A' && r <= 'Z':
		return 0.68
	}
	return 0.54
}

func (d *wordPage) width(text string) (sum float64) {
	for _, r := range text {
		sum += letterWidth(r)
	}
	return sum * d.size * d.wide
}

// put draws a text whose baseline begins at x, y, with wider blanks.
func (d *wordPage) put(style int32, x, y float64, text string, wider float64) {
	p := &d.doc.Pages[0]
	for _, r := range text {
		w := letterWidth(r) * d.size * d.wide
		if r != ' ' {
			box := layout.Box{X0: float32(x), Y0: float32(y - 0.22*d.size), X1: float32(x + w), Y1: float32(y + 0.88*d.size)}
			p.Glyphs = append(p.Glyphs, layout.Glyph{Rune: r, Style: style, Tight: box, Loose: box})
		} else {
			w += wider
		}
		x += w
	}
}

// wrapWords cuts a text into lines no wider than a column.
func (d *wordPage) wrapWords(text string, width float64) (out []string) {
	for _, word := range strings.Fields(text) {
		if n := len(out); n > 0 && d.width(out[n-1]+" "+word) <= width {
			out[n-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}

var (
	pageNouns = strings.Fields("tool tree message line answer name age order file page reader writer value list user role " +
		"team office road " +
		"garden bridge river market school letter number window kitchen engine paper glass water winter morning region " +
		"plan report contract")
	pageAdjectives = strings.Fields("small large quiet strict plain early late open closed green blue old new common public " +
		"private short long " +
		"narrow warm cold steady rapid gentle direct local foreign yearly daily")
	pageVerbs = strings.Fields("reads writes keeps finds sends holds opens closes moves paints sorts checks leaves takes gives shows hides")
	pagePlace = strings.Fields("in of with under over beside without after before for from by")
	pageNames = strings.Fields("Anna Bruno Clara David Elena Felix Greta Hans Irene Jonas Katja Lukas Maria Nils Olga Peter Rita Simon")
	pageKin   = strings.Fields("Beispiel Muster Keller Brand Novak Rossi Martin Silva Jensen Berg Costa Weiss Lang Roth Fuchs")
	pageLands = strings.Fields("Austria Belgium Denmark Finland Greece Hungary Ireland Italy Latvia Malta Norway Poland " +
		"Portugal Spain Sweden")
	pageHeads = strings.Split("Setting;Meaning;Name;Role;Place;Remark;Term;Explanation;Field;What it does;Owner;Status;Kind;Use", ";")
)

func (d *wordPage) pick(from []string) string { return from[d.rand.IntN(len(from))] }

func (d *wordPage) noun() string {
	out := []string{"the ", "a "}[d.rand.IntN(2)]
	if d.rand.IntN(2) == 0 {
		out += d.pick(pageAdjectives) + " "
	}
	return out + d.pick(pageNouns)
}

// phrase returns about so many words in small letters.
func (d *wordPage) phrase(words int) string {
	out := []string{d.pick([]string{"how", "what", "whether"})}
	for len(out) < words {
		out = append(out, strings.Fields(d.noun()+" "+d.pick(pagePlace))...)
	}
	return strings.Join(out[:words], " ")
}

func (d *wordPage) sentence() string {
	out := d.noun() + " " + d.pick(pageVerbs) + " " + d.noun()
	for d.rand.IntN(2) == 0 {
		out += d.pick([]string{", and ", ", while ", " because "}) + d.noun() + " " + d.pick(pageVerbs) + " " + d.noun()
	}
	return strings.ToUpper(out[:1]) + out[1:] + "."
}

func (d *wordPage) sentences(n int) string {
	var out []string
	for range n {
		out = append(out, d.sentence())
	}
	return strings.Join(out, " ")
}

// content returns the text of a cell of a kind.
func (d *wordPage) content(kind string) string {
	switch kind {
	case "name":
		return d.pick(pageNouns)
	case "person":
		return d.pick(pageNames) + " " + d.pick(pageKin)
	case "land":
		return d.pick(pageLands)
	case "yes":
		return d.pick([]string{"yes", "no", "maybe"})
	case "title":
		text := d.pick(pageAdjectives) + " " + d.pick(pageNouns)
		return strings.ToUpper(text[:1]) + text[1:]
	case "short":
		return d.phrase(2 + d.rand.IntN(4))
	case "long":
		return d.phrase(8 + d.rand.IntN(15))
	}
	return d.sentences(1 + d.rand.IntN(2))
}

// drawLines draws text over the width of the page, from a height down, and returns where it ends.
func (d *wordPage) drawLines(y, left, right float64, text string, justified bool) float64 {
	lines := d.wrapWords(text, right-left)
	for i, l := range lines {
		wider := 0.0
		if blanks := strings.Count(l, " "); justified && i+1 < len(lines) && blanks > 0 {
			wider = (right - left - d.width(l)) / float64(blanks)
		}
		d.put(drawnRegular, left, y, l, wider)
		y -= d.lead
	}
	return y
}

// drawWordTable draws a table of words between paragraphs.
func (d *wordPage) drawWordTable() {
	left := 40 + 30*d.rand.Float64()
	d.columns = []int{2, 2, 2, 3, 3, 4, 5}[d.rand.IntN(7)]
	kinds := []string{d.pick([]string{"name", "person", "land", "title"})}
	for len(kinds) < d.columns {
		more := []string{"short", "long", "sentences", "title", "person"}
		if d.columns > 3 {
			more = []string{"short", "yes", "land", "title", "person"}
		}
		kinds = append(kinds, d.pick(more))
	}
	pad := []float64{0.5, 1.5, 2.5, 4}[d.rand.IntN(4)]
	frame := d.pick([]string{"bare", "bare", "zebra", "zebra", "rule", "rules"})
	where := d.pick([]string{"top", "top", "middle"})
	head := d.rand.IntN(6) > 0
	bold := d.rand.IntN(4) > 0
	gap := 6 + 14*d.rand.Float64()
	d.look = fmt.Sprintf("%s, %s, pad %.1f, %s, head %v, bold %v, gap %.0f, size %.1f, lead %.1f", strings.Join(kinds, " "),
		frame, pad, where,
		head, bold, gap, d.size, d.lead)
	rows := 4 + d.rand.IntN(10)
	if slices.Contains(kinds, "long") || slices.Contains(kinds, "sentences") {
		rows = 4 + d.rand.IntN(4)
	}
	var texts [][]string
	if head {
		texts = append(texts, nil)
		for _, at := range d.rand.Perm(len(pageHeads))[:d.columns] {
			texts[0] = append(texts[0], pageHeads[at])
		}
	}
	for range rows {
		var row []string
		for _, k := range kinds {
			row = append(row, d.content(k))
		}
		texts = append(texts, row)
	}
	y := d.drawLines(790, left, 555, d.sentences(3), false) - 8
	widths := d.columnWidths(texts, 555-left, gap)
	right := left
	for _, w := range widths {
		right += w + gap
	}
	top := y
	for i, row := range texts {
		style := drawnRegular
		if head && i == 0 && bold {
			style = drawnBold
		}
		height := d.drawWordRow(style, left, y-pad, gap, widths, row, i, where == "middle") + 2*pad
		if frame == "zebra" && i%2 == 1 {
			d.area(left-3, y-height, right, y)
		}
		y -= height
		if (frame == "rule" || frame == "rules") && i == 0 {
			d.line(left-3, y, right)
		}
	}
	if frame == "rules" {
		d.line(left-3, top, right)
		d.line(left-3, y, right)
	}
	d.truth.Places = []measure.Place{{Page: 1, X0: left - 4, Y0: y - 2, X1: right, Y1: top + 2}}
	d.drawLines(y-8-d.size, left, 555, d.sentences(2), false)
}

// drawWordRow draws the cells of a row from a height down, and returns the height of their lines.
func (d *wordPage) drawWordRow(style int32, x, y, gap float64, widths []float64, row []string, number int, middle bool) float64 {
	most := 1
	lines := make([][]string, len(row))
	for c, text := range row {
		lines[c] = d.wrapWords(text, widths[c])
		most = max(most, len(lines[c]))
	}
	for c := range row {
		base := y - 0.8*d.size
		if middle {
			base -= d.lead * float64(most-len(lines[c])) / 2
		}
		for k, l := range lines[c] {
			d.put(style, x, base-d.lead*float64(k), l, 0)
		}
		d.truth.Cells = append(d.truth.Cells, measure.Cell{Row: number, EndRow: number, Col: c, EndCol: c, Text: row[c]})
		x += widths[c] + gap
	}
	return float64(most) * d.lead
}

// columnWidths returns the widths of columns: those of their widest texts, or less where these have no room.
func (d *wordPage) columnWidths(texts [][]string, room, gap float64) []float64 {
	out := make([]float64, len(texts[0]))
	sum := 0.0
	for c := range out {
		for _, row := range texts {
			out[c] = max(out[c], d.width(row[c]))
		}
		sum += out[c]
	}
	room -= gap * float64(len(out))
	if sum <= room {
		return out
	}
	// Those that fit into an equal share keep their width.
	var wide []int
	for c := range out {
		if out[c] <= room/float64(len(out)) {
			room -= out[c]
		} else {
			wide = append(wide, c)
		}
	}
	for _, c := range wide {
		out[c] = room / float64(len(wide))
	}
	return out
}

// line draws a stroke, area the edges of a filled area.
func (d *wordPage) line(x0, y, x1 float64) {
	d.doc.Pages[0].Rules = append(d.doc.Pages[0].Rules, layout.Rule{X0: float32(x0), Y0: float32(y), X1: float32(x1), Y1: float32(y)})
}

func (d *wordPage) area(x0, y0, x1, y1 float64) {
	for _, r := range [][4]float64{{x0, y0, x1, y0}, {x0, y1, x1, y1}, {x0, y0, x0, y1}, {x1, y0, x1, y1}} {
		d.doc.Pages[0].Rules = append(d.doc.Pages[0].Rules,
			layout.Rule{X0: float32(r[0]), Y0: float32(r[1]), X1: float32(r[2]), Y1: float32(r[3]), Filled: true})
	}
}

// drawArticle draws prose in columns, below a line over all of them.
func (d *wordPage) drawArticle() {
	columns := 2 + d.rand.IntN(2)
	justified := d.rand.IntN(2) == 0
	common := d.rand.IntN(2) == 0 // baselines
	gap := 12 + 16*d.rand.Float64()
	d.look = fmt.Sprintf("%d columns, justified %v, common baselines %v, gap %.0f, size %.1f, lead %.1f", columns, justified, common, gap,
		d.size, d.lead)
	width := (500 - gap*float64(columns-1)) / float64(columns)
	top := d.drawLines(790, 50, 550, d.sentences(1), false) - 10
	for c := range columns {
		left := 50 + (width+gap)*float64(c)
		y := top
		end := 300 + 100*d.rand.Float64()
		for y > end {
			if !common {
				y -= 6 * d.rand.Float64()
			}
			if d.rand.IntN(5) == 0 {
				heading := d.phrase(2)
				d.put(drawnBold, left, y, strings.ToUpper(heading[:1])+heading[1:], 0)
				y -= d.lead
			}
			y = d.drawLines(y, left, left+width, d.sentences(1+d.rand.IntN(5)), justified)
		}
	}
}
