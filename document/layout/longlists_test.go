package layout

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// A listLook draws lists of many rows that go over pages.
type listLook struct {
	name   string
	head   []string // "" without one
	once   bool     // the head stands on the first page only
	xs     []float32
	pitch  float32
	row    func(i int) []string // the i-th row of the list
	begin  func(c *canvas, page, top float32)
	around func(c *canvas, top, bottom float32, rows int) // rules and fills of a page
	words  bool                                           // is no table: each row is read as a line
	// carried says that each page ends with a sum, with which the next one begins.
	carried bool
}

var listXs = []float32{60, 200, 330, 450}

var figuresHead = []string{"No.", "Count", "Rest", "Sum"}

// payrollRow differs from its neighbours in its figures only, as rows of many lists do.
func payrollRow(i int) []string {
	return []string{fmt.Sprintf("P-%04d", 100+i), "A", fmt.Sprint(100 + i*37%80), fmt.Sprintf("%d.%02d", 1900+i*271%900, i*17%100)}
}

func bankRow(i int) []string {
	return []string{fmt.Sprintf("%02d.%02d.2026", 1+i%28, 1+i/28), "Card payment", fmt.Sprintf("%d.%02d", 5+i*83%90, i*13%100)}
}

// figuresRow has figures only.
func figuresRow(i int) []string {
	return []string{fmt.Sprint(1 + i), fmt.Sprint(100 + i*37%800), fmt.Sprint(i * 13 % 70), fmt.Sprintf("%d.%02d", 10+i*271%900, i*17%100)}
}

// timeRow differs from its neighbours in its day only.
func timeRow(i int) []string {
	return []string{fmt.Sprintf("%04d-%02d-%02d", 2024+i/336, 1+i/28%12, 1+i%28), "08:00", "16:30", "8.00"}
}

// alikeRow says the same in each row.
func alikeRow(int) []string { return []string{"Desk", "A", "1", "80.00"} }

func serialRow(i int) []string {
	return []string{fmt.Sprint(1 + i), fmt.Sprintf("SN-%06d", 400_100+i*7), "Hall 3"}
}

// ruleAll draws the rules of a table with rows of one height.
func ruleAll(xs []float32) func(c *canvas, top, bottom float32, rows int) {
	return func(c *canvas, top, bottom float32, rows int) {
		right := xs[len(xs)-1] + 80
		for i := range rows + 1 {
			y := top - (top-bottom)*float32(i)/float32(rows)
			c.rule(xs[0]-5, y, right, y)
		}
		for _, x := range append([]float32{right + 5}, xs...) {
			c.rule(x-5, top, x-5, bottom)
		}
	}
}

func listLooks() []listLook {
	payHead, bankHead := []string{"Staff no.", "Grade", "Hours", "Pay"}, []string{"Date", "Text", "Amount"}
	runningHead := func(c *canvas, page, _ float32) {
		c.text(60, 822, "Muster Works, list of payments").text(480, 822, fmt.Sprintf("Page %.0f", page)).text(60, 16, "Printed 12:30:01")
	}
	return []listLook{
		{name: "ruled", head: payHead, xs: listXs, pitch: 18, row: payrollRow, around: ruleAll(listXs)},
		{name: "ruled, its head once", head: payHead, once: true, xs: listXs, pitch: 18, row: payrollRow, around: ruleAll(listXs)},
		{name: "ruled below a running head", head: bankHead, xs: listXs[:3], pitch: 16, row: bankRow,
			around: ruleAll(listXs[:3]), begin: runningHead},
		{name: "without rules", head: bankHead, xs: listXs[:3], pitch: 14, row: bankRow},
		{name: "without rules, its head once", head: payHead, once: true, xs: listXs, pitch: 14, row: payrollRow},
		{name: "without rules below a running head", head: payHead, xs: listXs, pitch: 14, row: payrollRow, begin: runningHead},
		{name: "close rows", head: payHead, xs: listXs, pitch: 11.5, row: payrollRow, begin: runningHead},
		{name: "a rule under the head", head: bankHead, xs: listXs[:3], pitch: 15, row: bankRow,
			around: func(c *canvas, top, _ float32, _ int) { c.rule(55, top-15, 530, top-15) }},
		{name: "filled stripes", head: bankHead, xs: listXs[:3], pitch: 16, row: bankRow,
			around: func(c *canvas, top, _ float32, rows int) {
				for i := 0; i < rows; i += 2 {
					c.fill(55, top-16*float32(i+1), 410, top-16*float32(i))
				}
			}},
		{name: "rows with blanks", head: payHead, xs: listXs, pitch: 18, around: ruleAll(listXs), row: func(i int) []string {
			r := payrollRow(i)
			r[1+i%3] = ""
			return r
		}},
		{name: "figures only, ruled", head: figuresHead, xs: listXs, pitch: 15, row: figuresRow, around: ruleAll(listXs)},
		{name: "figures only, without rules", head: figuresHead, xs: listXs, pitch: 13, row: figuresRow},
		{name: "figures only, without a head", xs: listXs, pitch: 13, row: figuresRow},
		{name: "time sheet, ruled", head: []string{"Day", "From", "To", "Hours"}, xs: listXs, pitch: 17, row: timeRow,
			around: ruleAll(listXs)},
		{name: "time sheet, without rules", head: []string{"Day", "From", "To", "Hours"}, xs: listXs, pitch: 14, row: timeRow,
			begin: runningHead},
		{name: "rows that are alike, ruled", head: payHead, xs: listXs, pitch: 18, row: alikeRow, around: ruleAll(listXs)},
		{name: "rows that are alike, without rules", head: payHead, xs: listXs, pitch: 14, row: alikeRow},
		{name: "serial numbers in stripes", head: []string{"No.", "Serial", "Place"}, xs: listXs[:3], pitch: 16, row: serialRow,
			around: func(c *canvas, top, _ float32, rows int) {
				for i := 0; i < rows; i += 2 {
					c.fill(55, top-16*float32(i+1), 410, top-16*float32(i))
				}
			}},
		{name: "carried forward", head: bankHead, xs: listXs[:3], pitch: 14, row: bankRow, carried: true},
		{name: "carried forward, ruled", head: bankHead, xs: listXs[:3], pitch: 16, row: bankRow, carried: true,
			around: ruleAll(listXs[:3])},
		{name: "lines without columns", xs: listXs[:1], pitch: 14, words: true, row: func(i int) []string {
			return []string{fmt.Sprintf("Serial number %d", 70_000+i*31)}
		}},
	}
}

// draw draws a list over pages, and returns its rows as they are to be read.
func (look listLook) draw(c *canvas, pages int) (rows []string) {
	const top, bottom = 800, 40
	perPage, n := int((top-bottom)/look.pitch), 0
	for page := range pages {
		if page > 0 {
			c.page()
		}
		if look.begin != nil {
			look.begin(c, float32(page+1), top)
		}
		y := float32(top)
		put := func(texts []string) {
			for k, s := range texts {
				c.text(look.xs[k], y-look.pitch+4, s)
			}
			y -= look.pitch
		}
		for i := range perPage {
			if i == 0 && look.head != nil && (page == 0 || !look.once) {
				put(look.head)
				if page == 0 {
					rows = append(rows, strings.Join(look.head, "|"))
				}
				continue
			}
			if look.carried && (i == perPage-1 || page > 0 && i == 1) {
				text := []string{"Carried forward", "", fmt.Sprintf("%d.%02d", 1000+n*7, n%100)}
				if i == 1 {
					text[0] = "Brought forward"
				}
				put(text)
				rows = append(rows, strings.Join(text, "|"))
				continue
			}
			put(look.row(n))
			rows = append(rows, strings.Join(look.row(n), "|"))
			n++
		}
		if look.around != nil {
			look.around(c, top, y, perPage)
		}
	}
	return rows
}

// rowsRead returns the rows of all tables of a tree, or its lines.
func rowsRead(tree *document.Tree, words bool) (out []string) {
	if words {
		for _, l := range tree.Lines {
			if l.End <= tree.Body {
				out = append(out, tree.TextOf(l.Span))
			}
		}
		return out
	}
	for _, n := range tree.Nodes {
		if n.Table == nil {
			continue
		}
		rows := make([][]string, n.Table.Rows)
		for i := range rows {
			rows[i] = make([]string, n.Table.Cols)
		}
		for _, i := range n.Children {
			c := tree.Nodes[i].Cell
			rows[c.Row][c.Col] = tree.TextOf(tree.Nodes[i].Span)
		}
		for _, r := range rows {
			out = append(out, strings.Join(r, "|"))
		}
	}
	return out
}

// TestLongListsKeepTheirRows draws lists in several looks over pages: each cell that was drawn is
// read, in its row, and the head of the columns once; in full length also over as many pages as reports have.
func TestLongListsKeepTheirRows(t *testing.T) {
	lengths := []int{2, 3, 7, 12}
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		lengths = append(lengths, 20, 40)
	}
	for _, look := range listLooks() {
		for _, pages := range lengths {
			c := newCanvas()
			want := look.draw(c, pages)
			tree := c.tree(t)
			got := rowsRead(tree, look.words)
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Errorf("%s, %d pages: %d rows, want %d; row %d: got %q, want %q",
						look.name, pages, len(got), len(want), i, got[min(i, len(got)):min(i+1, len(got))],
						want[min(i, len(want)):min(i+1, len(want))])
					break
				}
			}
			rest := tree.Text[tree.Body:]
			if wantRest := look.begin != nil; wantRest != (rest != "") || wantRest && strings.Count(rest, "Muster Works") != pages ||
				wantRest && strings.Count(rest, "Page ") != pages {
				t.Errorf("%s, %d pages: headers and footers %q", look.name, pages, rest)
			}
		}
	}
}

// TestHeadingsReadOnceAreTold wants a finding for each page whose headings are not repeated in the table.
func TestHeadingsReadOnceAreTold(t *testing.T) {
	look := listLooks()[0]
	c := newCanvas()
	look.draw(c, 3)
	var pages []int
	for _, f := range c.tree(t).Findings {
		if f.Kind == document.FindingRepeatedTextOnce && f.Count == 1 && !f.Values {
			pages = append(pages, f.Page)
		}
	}
	if fmt.Sprint(pages) != "[2 3]" {
		t.Errorf("headings read once on pages %v, want [2 3]", pages)
	}
}

// TestSheetsAreTablesOfTheirOwn draws two sheets of a workbook with one head: bookmarks tell where they begin.
func TestSheetsAreTablesOfTheirOwn(t *testing.T) {
	for _, tt := range []struct {
		name     string
		bookmark string
		want     int
	}{{"two sheets", "Sheet B", 2}, {"one sheet over two pages", "", 1}, {"a bookmark for each page", "Page 2", 1}} {
		c := newCanvas()
		for page := range 2 {
			if page > 0 {
				c.page()
			}
			for i := range 4 {
				row := payrollRow(4*page + i)
				if i == 0 {
					row = []string{"Staff no.", "Grade", "Hours", "Pay"}
				}
				for k, s := range row {
					c.text(listXs[k], 780-18*float32(i), s)
				}
			}
			ruleAll(listXs)(c, 794, 722, 4)
		}
		if tt.bookmark != "" {
			c.doc.Outline = []Bookmark{{Title: tt.bookmark, Level: 1, Page: 2, Y: 842}}
		}
		tables, heads := 0, 0
		for _, n := range c.tree(t).Nodes {
			if n.Table != nil {
				tables++
			}
		}
		for _, row := range rowsRead(c.tree(t), false) {
			if row == "Staff no.|Grade|Hours|Pay" {
				heads++
			}
		}
		if tables != tt.want || heads != tt.want {
			t.Errorf("%s: %d tables with %d heads, want %d", tt.name, tables, heads, tt.want)
		}
	}
}
