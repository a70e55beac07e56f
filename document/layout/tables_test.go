package layout

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// column draws texts below each other, 14 points apart, "" for none.
func (c *canvas) column(x, y float32, texts ...string) *canvas {
	for i, s := range texts {
		c.text(x, y-14*float32(i), s)
	}
	return c
}

// layoutOf shows the cells of each table of a tree: row,col with the spans that are more
// than one, and the text.
func layoutOf(tree *document.Tree) []string {
	var out []string
	for _, n := range tree.Nodes {
		if n.Table == nil {
			continue
		}
		var cells []string
		for _, i := range n.Children {
			c := tree.Nodes[i].Cell
			if tree.Nodes[i].Len() == 0 {
				continue
			}
			span := ""
			if c.RowSpan > 1 || c.ColSpan > 1 {
				span = fmt.Sprintf("(%dx%d)", c.RowSpan, c.ColSpan)
			}
			cells = append(cells, fmt.Sprintf("%02d,%d%s %s", c.Row, c.Col, span, tree.TextOf(tree.Nodes[i].Span)))
		}
		sort.Strings(cells)
		out = append(out, strings.ReplaceAll("|"+strings.Join(cells, "|"), "|0", "|"))
	}
	return out
}

// figures draws three rows of a label and two figures.
func (c *canvas) figures(y float32) *canvas {
	return c.column(50, y, "Austria", "Belgium", "Cyprus").column(255, y, "86.2", "13.8", "98.6").column(355, y, "3,375", "3,973", "158")
}

const figureCells = "|1,0 Austria|1,1 86.2|1,2 3,375|2,0 Belgium|2,1 13.8|2,2 3,973|3,0 Cyprus|3,1 98.6|3,2 158"

func TestTablesWithoutAGrid(t *testing.T) {
	tests := []struct {
		name string
		draw func(*canvas)
		want string
	}{
		{"header of one line", func(c *canvas) {
			c.text(50, 600, "Country").text(250, 600, "Share").text(350, 600, "Cases").figures(586)
		}, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"header of two lines", func(c *canvas) {
			c.text(50, 600, "Country").column(250, 612, "Share", "of all").column(350, 612, "Cases", "in 2007").figures(584)
		}, "|0,0 Country|0,1 Share of all|0,2 Cases in 2007" + figureCells},
		{"header over two columns", func(c *canvas) {
			c.text(270, 614, "Reported in 2007").text(50, 600, "Country").text(250, 600, "Share").text(350, 600, "Cases").figures(586)
		}, "|0,0(2x1) Country|0,1(1x2) Reported in 2007|1,1 Share|1,2 Cases|2,0 Austria|2,1 86.2|2,2 3,375|3,0 Belgium|3,1 " +
			"13.8|3,2 3,973|4,0 Cyprus|4,1 98.6|4,2 158"},
		{"label of two lines, figures beside the second", func(c *canvas) {
			c.text(50, 600, "Substance").text(250, 600, "To air").text(350, 600, "To land")
			c.column(50, 586, "Ammonia", "Chlorine and its compounds", "(as chloride)", "Halons")
			c.text(255, 586, "10.5").text(255, 558, "20.5").text(255, 544, "30.5").text(355, 586, "1").text(355, 558, "2").
				text(355, 544, "3")
		}, "|0,0 Substance|0,1 To air|0,2 To land|1,0 Ammonia|1,1 10.5|1,2 1|2,0 Chlorine and its compounds (as chloride)|2,1 " +
			"20.5|2,2 2|3,0 Halons|3,1 30.5|3,2 3"},
		{"words only", func(c *canvas) {
			c.drawStyled(bold, 50, 600, 0, "Country").drawStyled(bold, 250, 600, 0, "Town").drawStyled(bold, 350, 600, 0, "River")
			c.column(50, 586, "Austria", "France", "Italy").column(250, 586, "Vienna", "Paris", "Rome").
				column(350, 586, "Danube", "Seine", "Tiber")
		}, "|0,0 Country|0,1 Town|0,2 River|1,0 Austria|1,1 Vienna|1,2 Danube|2,0 France|2,1 Paris|2,2 Seine|3,0 Italy|3,1 Rome|3,2 Tiber"},
		{"rules under the header alone draw a grid", func(c *canvas) {
			c.text(50, 600, "Country").text(250, 600, "Share").text(350, 600, "Cases").figures(586)
			c.rule(45, 612, 450, 612).rule(45, 597, 450, 597).rule(45, 550, 450, 550).rule(45, 612, 45, 550).rule(450, 612, 450, 550)
			c.rule(240, 612, 240, 597).rule(340, 612, 340, 597)
		}, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			c.text(50, 650, "Some words in front of the table, which are no part of it, as one sees.")
			tt.draw(c)
			c.text(50, 500, "Source: our own count")
			if got := layoutOf(c.tree(t)); len(got) != 1 || got[0] != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestNoTables(t *testing.T) {
	for name, draw := range map[string]func(*canvas){
		"a form": func(c *canvas) {
			c.column(50, 600, "Name:", "Street:", "Number:", "Date:").column(150, 600, "Smith", "Mill Lane", "17", "01.02.2024")
			c.column(350, 600, "Phone:", "Fax:", "Rooms:", "Floor:").column(450, 600, "12345", "12346", "3", "2")
		},
		"two columns of text": func(c *canvas) {
			for i := range 8 {
				y := 600 - 12*float32(i)
				c.text(50, y, "the left column has a good number of words 1").text(320, y, "and the right one has as many of them, too 2")
			}
		},
		"contents": func(c *canvas) {
			c.column(50, 600, "Introduction", "Purpose", "Definitions", "Duties").column(500, 600, "1", "2", "2", "14").
				text(50, 620, "Chapter").text(490, 620, "Page")
		},
		"sums": func(c *canvas) {
			c.column(300, 600, "Net", "Tax", "Total due").column(450, 600, "100.00", "20.00", "120.00")
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCanvas()
			draw(c)
			if got := layoutOf(c.tree(t)); len(got) != 0 {
				t.Errorf("found %q, want 0", got)
			}
		})
	}
}

func TestATableThatOneIsToldOf(t *testing.T) {
	c := newCanvas()
	c.text(50, 640, "A caption").column(50, 600, "red", "green").column(200, 600, "apples", "pears").text(50, 540, "a note")
	whole := document.PageBox{Page: 1, Box: document.Rect{X: 45, Y: 580, Width: 250, Height: 35}}
	tree := TableIn(&c.doc, []document.PageBox{whole})
	checkTree(t, tree)
	if got := layoutOf(tree); len(got) != 1 || got[0] != "|0,0 red|0,1 apples|1,0 green|1,1 pears" {
		t.Errorf("got %q, want len(got) = 1 and got[0] = %q", got, "|0,0 red|0,1 apples|1,0 green|1,1 pears")
	}
	for _, places := range [][]document.PageBox{nil, {{Page: 7, Box: whole.Box}},
		{{Page: 1, Box: document.Rect{X: 400, Y: 400, Width: 10, Height: 10}}}} {
		if tree := TableIn(&c.doc, places); len(layoutOf(tree)) != 0 {
			t.Errorf("%v: %q, want 0", places, layoutOf(tree))
		}
	}
}

func TestTablesBetweenRules(t *testing.T) {
	rows := func(c *canvas) {
		c.text(50, 600, "Country").text(250, 600, "Share").text(350, 600, "Cases").figures(586)
	}
	// sideless has rules across, the first at a height, and two that part the columns.
	sideless := func(c *canvas, top float32, across int) {
		rows(c)
		for i := range across {
			c.rule(45, top-14*float32(i), 450, top-14*float32(i))
		}
		c.rule(240, 611, 240, 555).rule(340, 611, 340, 555)
	}
	tests := []struct {
		name string
		draw func(*canvas)
		want string
	}{
		{"a frame with one rule under the header", func(c *canvas) {
			rows(c)
			c.rule(45, 612, 450, 612).rule(45, 597, 450, 597).rule(45, 550, 450, 550)
			for _, x := range []float32{45, 240, 340, 450} {
				c.rule(x, 612, x, 550)
			}
		}, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"no rules between the rows of words", func(c *canvas) {
			c.text(50, 600, "Country").text(250, 600, "Town").text(350, 600, "River")
			c.column(50, 586, "Austria", "France", "Italy").column(250, 586, "Vienna", "Paris", "Rome").
				column(350, 586, "Danube", "Seine", "Tiber")
			c.rule(45, 612, 450, 612).rule(45, 597, 450, 597).rule(45, 550, 450, 550)
			for _, x := range []float32{45, 240, 340, 450} {
				c.rule(x, 612, x, 550)
			}
		}, "|0,0 Country|0,1 Town|0,2 River|1,0 Austria|1,1 Vienna|1,2 Danube|2,0 France|2,1 Paris|2,2 Seine|3,0 Italy|3,1 Rome|3,2 Tiber"},
		{"no upright rules in the header", func(c *canvas) {
			rows(c)
			for i := range 5 {
				c.rule(45, 611-14*float32(i), 450, 611-14*float32(i))
			}
			c.rule(45, 611, 45, 555).rule(450, 611, 450, 555).rule(240, 597, 240, 555).rule(340, 597, 340, 555)
		}, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"open at the sides", func(c *canvas) { sideless(c, 611, 5) }, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"open below", func(c *canvas) { sideless(c, 611, 4) }, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"open above", func(c *canvas) { sideless(c, 597, 4) }, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
		{"double rules and a caption in the frame", func(c *canvas) {
			rows(c)
			c.text(50, 614, "Table 4: what was counted")
			for i := range 6 {
				c.rule(45, 625-14*float32(i), 450, 625-14*float32(i)).rule(45, 623-14*float32(i), 450, 623-14*float32(i))
			}
			for _, x := range []float32{45, 48, 450, 453} {
				c.rule(x, 625, x, 553)
			}
			c.rule(240, 611, 240, 553).rule(340, 611, 340, 553)
		}, "|0,0 Country|0,1 Share|0,2 Cases" + figureCells},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			tt.draw(c)
			tree := c.tree(t)
			if got := layoutOf(tree); len(got) != 1 || got[0] != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if strings.Contains(tt.name, "caption") && !strings.HasPrefix(tree.Text, "Table 4: what was counted\n") {
				t.Errorf("text %q, want no %q in tt.name or %q at its beginning", tree.Text, "caption", "Table 4: what was counted\n")
			}
		})
	}
}

func TestATableGoesOnOnTheNextPage(t *testing.T) {
	part := func(c *canvas, y float32, header string, labels ...string) {
		if header != "" {
			c.text(50, y, header).text(250, y, "Share").text(350, y, "Cases")
		}
		for i, l := range labels {
			c.text(50, y-14*float32(i+1), l).text(255, y-14*float32(i+1), "86.2").text(355, y-14*float32(i+1), "3,375")
		}
	}
	for _, tt := range []struct {
		name, header string
		rows, tables int
	}{{"header repeated", "Country", 7, 1}, {"no header", "", 7, 1}, {"another header", "Year", 4, 2}} {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			part(c, 500, "Country", "Austria", "Belgium", "Cyprus")
			c.page()
			part(c, 760, tt.header, "Denmark", "Estonia", "Finland")
			tree := c.tree(t)
			var tables []document.Node
			for _, n := range tree.Nodes {
				if n.Table != nil {
					tables = append(tables, n)
				}
			}
			if len(tables) != tt.tables || tables[0].Table.Rows != tt.rows || tables[0].Table.Cols != 3 {
				t.Fatalf("tables %+v, want len(tables) = %v, tables[0].Table.Rows = %v and tables[0].Table.Cols = 3",
					layoutOf(tree), tt.tables, tt.rows)
			}
			if tt.tables > 1 {
				return
			}
			if b := tables[0].Boxes; len(b) != 2 || b[0].Page != 1 || b[1].Page != 2 {
				t.Errorf("boxes %v, want len(b) = 2, b[0].Page = 1 and b[1].Page = 2", b)
			}
			last := tree.Nodes[tables[0].Children[len(tables[0].Children)-1]]
			if last.Cell.Row != 6 || last.Boxes[0].Page != 2 || strings.Count(tree.Text, "Country") != 1 {
				t.Errorf(`last cell %+v, text %q, want last.Cell.Row = 6, last.Boxes[0].Page = 2 and strings.Count(tree.Text, `+
					`"Country") = 1`, last, tree.Text)
			}
		})
	}
}

// TestARowGoesOnOnTheNextPage draws ruled tables over two pages: a row that the break divides is
// one, a row that begins behind it is not.
func TestARowGoesOnOnTheNextPage(t *testing.T) {
	part := func(c *canvas, top float32, rows ...[3]string) {
		for i := range len(rows) + 1 {
			c.rule(50, top-20*float32(i), 530, top-20*float32(i))
		}
		for _, x := range []float32{50, 210, 370, 530} {
			c.rule(x, top, x, top-20*float32(len(rows)))
		}
		for i, r := range rows {
			for k, s := range r {
				c.text(55+160*float32(k), top-14-20*float32(i), s)
			}
		}
	}
	for name, tt := range map[string]struct {
		last, first [3]string
		want        string // of the row that is joined; "" where none is
	}{
		"divided": {[3]string{"Schemas", "Name all of them,", "A document that is"}, [3]string{"", "Unicode too.", "required is listed."},
			"2,0 Schemas|2,1 Name all of them, Unicode too.|2,2 A document that is required is listed.|3,0 Titles"},
		"divided label": {[3]string{"Schemas and", "Name all of them.", "Yes"}, [3]string{"other texts", "", ""},
			"2,0 Schemas and other texts|2,1 Name"},
		"next row":     {[3]string{"Schemas", "Name all of them.", "Listed"}, [3]string{"", "Unicode too.", "Required"}, ""},
		"own label":    {[3]string{"Schemas", "Name all of them,", "Listed"}, [3]string{"Texts", "and others.", "Required"}, ""},
		"divided list": {[3]string{"Order", "• First part", "Done"}, [3]string{"", "• Second part", ""}, "2,1 • First part • Second part"},
		"next list":    {[3]string{"Order", "• First part", "Done"}, [3]string{"Texts", "• Other part", "Done"}, ""},
		"figures":      {[3]string{"Schemas", "Name all of them,", "20"}, [3]string{"", "and others.", "31"}, ""},
	} {
		c := newCanvas()
		part(c, 300, [3]string{"Feature", "Action", "Comment"}, [3]string{"Order", "Keep it.", "Done"}, tt.last)
		c.page()
		part(c, 780, tt.first, [3]string{"Titles", "Short ones.", "Done"}, [3]string{"Notes", "None.", "Done"})
		tree := c.tree(t)
		joined := slices.ContainsFunc(tree.Nodes, func(n document.Node) bool { return n.Cell != nil && len(n.Boxes) == 2 })
		got := strings.Join(layoutOf(tree), " ")
		if joined != (tt.want != "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: a cell on two pages: %t, want %q: %s", name, joined, tt.want, got)
		}
	}
}

func TestNumbersOfListsInRuledCells(t *testing.T) {
	for name, tt := range map[string]struct {
		numbers [3]string
		texts   [3]string
		want    string
	}{
		"a list": {[3]string{"1.", "2.", "3."}, [3]string{"Dig a hole", "Set the post", "Wait for it"},
			"1. Dig a hole 2. Set the post 3. Wait for it"},
		"a wrapped item": {[3]string{"1.", "", "2."}, [3]string{"Dig a hole", "for the post", "Wait for it"},
			"1. Dig a hole for the post 2. Wait for it"},
		"another list": {[3]string{"4)", "1)", "2)"}, [3]string{"Dig a hole", "Set the post", "Wait for it"},
			"4) Dig a hole 1) Set the post 2) Wait for it"},
		"no list": {[3]string{"7.", "3.", "12."}, [3]string{"North", "South", "West"}, "7. 3. 12. North South West"},
	} {
		c := newCanvas()
		for _, y := range []float32{700, 680, 630, 610} {
			c.rule(50, y, 450, y)
		}
		for _, x := range []float32{50, 150, 350, 450} {
			c.rule(x, 700, x, 610)
		}
		c.text(55, 686, "Part").text(155, 686, "Work").text(355, 686, "State").text(55, 666, "Gate").text(355, 666, "Done")
		c.text(55, 616, "Path").text(155, 616, "Clear").text(355, 616, "Open")
		for i, number := range tt.numbers {
			if number != "" {
				c.text(155, 666-12*float32(i), number)
			}
			c.text(182, 666-12*float32(i), tt.texts[i])
		}
		want := "|0,0 Part|0,1 Work|0,2 State|1,0 Gate|1,1 " + tt.want + "|1,2 Done|2,0 Path|2,1 Clear|2,2 Open"
		if got := layoutOf(c.tree(t)); len(got) != 1 || strings.ReplaceAll(got[0], "\n", " ") != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestFiguresAtTheTopOfPagesAreNoHeaders(t *testing.T) {
	c := newCanvas()
	for i, label := range []string{"Austria", "Belgium", "Cyprus"} {
		if i > 0 {
			c.page()
		}
		c.text(50, 780, label).text(250, 780, "1"+string(rune('0'+i))+".5").text(350, 780, "2"+string(rune('0'+i)))
		c.text(50, 400, "Some text of the page, "+label).text(290, 30, string(rune('1'+i)))
	}
	tree := c.tree(t)
	if rest := tree.Text[tree.Body:]; rest != "\n1\n2\n3" {
		t.Errorf("headers and footers %q, body %q, want %q", rest, tree.Text[:tree.Body], "\n1\n2\n3")
	}
}

func TestATableBesideAColumnOfText(t *testing.T) {
	c := newCanvas()
	for i := range 30 {
		c.text(320, 740-12*float32(i), "the right column is full of words that run on to its edge")
		if i < 8 || i > 18 {
			c.text(50, 740-12*float32(i), "the left one has words above and below a table")
		}
	}
	c.text(50, 620, "Country").text(140, 620, "Share").text(220, 620, "Cases")
	c.column(50, 606, "Austria", "Belgium", "Cyprus").column(145, 606, "86.2", "13.8", "98.6").column(225, 606, "3,375", "3,973", "158")
	if got := layoutOf(c.tree(t)); len(got) != 1 || got[0] != "|0,0 Country|0,1 Share|0,2 Cases"+figureCells {
		t.Errorf("got %q, want len(got) = 1 and got[0] = %v", got, "|0,0 Country|0,1 Share|0,2 Cases"+figureCells)
	}
}

func TestLinesOfTextInShadedBoxesAreNoTable(t *testing.T) {
	c := newCanvas()
	p := &c.doc.Pages[0]
	for i := range 5 {
		y := 700 - 12*float32(i)
		c.text(50, y, "a line of text that a program has put into a box")
		x := float32(290 + 10*i)
		p.Rules = append(p.Rules, Rule{48, y - 3, x, y - 3, true}, Rule{48, y + 9, x, y + 9, true}, Rule{48, y - 3, 48, y + 9, true},
			Rule{x, y - 3, x, y + 9, true})
	}
	if got := layoutOf(c.tree(t)); len(got) != 0 {
		t.Errorf("found %q, want 0", got)
	}
}

func TestCellsThatFillTheirColumnsArePartedByRules(t *testing.T) {
	c := newCanvas()
	for _, x := range []float32{50, 151, 252, 353} {
		c.rule(x, 612, x, 570)
	}
	for _, y := range []float32{612, 598, 584, 570} {
		c.rule(50, y, 353, y)
	}
	for i, name := range []string{"pumps", "valves", "fittings"} {
		y := 602 - 14*float32(i)
		c.text(51, y, name).text(210, y, "17653787").text(253, y, "maintenance of "+name)
	}
	const want = "|0,0 pumps|0,1 17653787|0,2 maintenance of pumps|1,0 valves|1,1 17653787|1,2 maintenance of valves" +
		"|2,0 fittings|2,1 17653787|2,2 maintenance of fittings"
	if got := layoutOf(c.tree(t)); len(got) != 1 || got[0] != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// ruledTable draws a table with rules above, under the header and below it, whose rows are so far apart.
func (c *canvas) ruledTable(x, y, width, pitch float32, rows ...[]string) {
	for i, row := range rows {
		if i < 2 {
			c.rule(x, y+11, x+width, y+11)
		}
		for col, text := range row {
			c.text(x+4+90*float32(col), y, text)
		}
		y -= pitch
	}
	c.rule(x, y+11, x+width, y+11)
}

func TestTablesSideBySideAreTwo(t *testing.T) {
	c := newCanvas()
	c.ruledTable(50, 700, 200, 18, []string{"Article", "Price"}, []string{"Pump", "12.50"}, []string{"Valve", "7.10"},
		[]string{"Hose", "3.00"}, []string{"Filter", "9.90"})
	c.ruledTable(270, 700, 200, 14, []string{"Country", "Cases"}, []string{"Austria", "1,204"}, []string{"Belgium", "987"},
		[]string{"Croatia", "55"}, []string{"Denmark", "210"})
	wantTables(t, c.tree(t), 2)
}

func TestTablesBelowEachOtherAreTwo(t *testing.T) {
	c := newCanvas()
	c.ruledTable(50, 700, 200, 14, []string{"Article", "Price"}, []string{"Pump", "12.50"}, []string{"Valve", "7.10"},
		[]string{"Hose", "3.00"}, []string{"Filter", "9.90"})
	c.ruledTable(50, 615, 290, 14, []string{"Country", "Cases", "Share"}, []string{"Austria", "1,204", "4.1"},
		[]string{"Belgium", "987", "3.3"}, []string{"Croatia", "55", "0.2"}, []string{"Denmark", "210", "0.7"})
	wantTables(t, c.tree(t), 2)
}

// wantTables wants so many tables of five rows.
func wantTables(t *testing.T, tree *document.Tree, n int) {
	t.Helper()
	for _, node := range tree.Nodes {
		if node.Table != nil {
			n--
			if node.Table.Rows != 5 {
				t.Errorf("%d rows, want 5", node.Table.Rows)
			}
		}
	}
	if n != 0 {
		t.Errorf("%d tables too few, want 0", n)
	}
}

func TestTheFirstLabelOfGroupsIsNoPartOfTheHeader(t *testing.T) {
	c := newCanvas()
	for i, row := range [][]string{{"Item", "2019", "2020"}, {"Services"}, {"Transport", "12.5", "13.1"},
		{"Travel", "4.0", "4.4"}, {"Goods"},
		{"Machines", "20.1", "21.7"}, {"Food", "8.3", "8.9"}} {
		for col, text := range row {
			x := 50 + 90*float32(col)
			if len(row) == 3 && col == 0 && i > 0 {
				x += 10
			}
			c.text(x, 700-14*float32(i), text)
		}
	}
	if got := cellAt(c.tree(t), 1, 0); got != "Services" {
		t.Errorf("the first label is %q, want %q", got, "Services")
	}
}

// cellAt returns the text of a cell.
func cellAt(tree *document.Tree, row, col int) string {
	for _, n := range tree.Nodes {
		if n.Cell != nil && n.Cell.Row == row && n.Cell.Col == col {
			return tree.TextOf(n.Span)
		}
	}
	return ""
}

func TestAMarkForNoneParts(t *testing.T) {
	c := newCanvas()
	var ys []float32
	y := float32(700)
	for i, row := range [][]string{{"Item", "2019", "2020"}, {"Pump", "12.5", "13.1"}, {"Valve", "4.0", "4.4"}, {"Pipe", "9.3", "7.7"},
		{"Hose", "20.1", "–"}, {"Filter", "–", "8.9"}} {
		if i != 2 && i != 3 && i != 5 {
			ys = append(ys, y+11)
		}
		for col, text := range row {
			c.text(54+90*float32(col), y, text)
		}
		y -= 14
	}
	for _, at := range append(ys, y+11) {
		c.rule(50, at, 320, at)
	}
	for _, x := range []float32{50, 140, 230, 320} {
		c.rule(x, y+11, x, 711)
	}
	if got := cellAt(c.tree(t), 5, 0); got != "Filter" {
		t.Errorf("the last row is %q, want %q", got, "Filter")
	}
}
