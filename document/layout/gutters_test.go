package layout

import (
	"fmt"
	"strings"
	"testing"
)

// tale is running text; its words differ in length, so that spaces of justified lines differ, too.
const tale = "the owners of the large office at the quay and the firm beside it agree that the supplier cleans all rooms " +
	"and files the papers and fills the machines while the client confirms that floors are safe and that difficult " +
	"or different work is paid for separately at a flat fee for each week that was begun by the people of the firm " +
	"who also see to it that nothing is left behind in any corridor or staircase when they go home in the evening"

// breakLines breaks a text into lines that are at most so many font sizes wide, with spaces of a quarter.
func breakLines(text string, width float32) (out [][]string) {
	var line []string
	at := float32(0)
	for _, w := range strings.Fields(text) {
		step := float32(len(w)) / 2
		if len(line) > 0 && at+0.25+step > width {
			out, line, at = append(out, line), nil, 0
		}
		if len(line) > 0 {
			at += 0.25
		}
		line, at = append(line, w), at+step
	}
	return append(out, line)
}

// drawJustified draws the lines of a text from x on, so many points wide, and returns where the next line stands.
func (c *canvas) drawJustified(style int32, x, y, pitch float32, text string, width float32) float32 {
	size := c.doc.Styles[style].Size
	lines := breakLines(text, width/size)
	for i, line := range lines {
		space := size / 4
		if i < len(lines)-1 && len(line) > 1 {
			space = (width - size/2*float32(len(strings.Join(line, "")))) / float32(len(line)-1)
		}
		at := x
		for _, w := range line {
			c.drawStyled(style, at, y, 0, w)
			at += size/2*float32(len(w)) + space
		}
		y -= pitch
	}
	return y
}

// textStyle adds a style of another size and returns its index.
func (c *canvas) textStyle(size float32) int32 {
	c.doc.Styles = append(c.doc.Styles, Style{Font: "Test", Size: size, Weight: 400})
	return int32(len(c.doc.Styles) - 1)
}

func TestColumnsOfNarrowGuttersAreReadOneAfterTheOther(t *testing.T) {
	for _, size := range []float32{8, 9, 10, 11, 12} {
		for _, gutter := range []float32{7, 8.5, 10, 12, 14} {
			for columns := 2; columns <= 3; columns++ {
				width := 480/float32(columns) - gutter
				c := newCanvas()
				style := c.textStyle(size)
				for i := range columns {
					c.drawJustified(style, 50+float32(i)*(width+gutter), 700, 1.2*size, tale, width)
				}
				want := strings.TrimSpace(strings.Repeat(tale+" ", columns))
				if got := strings.Join(strings.Fields(c.tree(t).Text), " "); got != want {
					t.Errorf("%d columns of type of %g points, %g points apart: got %q, want %q", columns, size, gutter, got, want)
				}
			}
		}
	}
}

func TestColumnsUnderHeadingsAcrossThem(t *testing.T) {
	c := newCanvas()
	y := float32(740)
	var want []string
	for part := range 2 {
		heading := fmt.Sprintf("Part %d of the terms of delivery and of service for customers of all kinds", part+1)
		c.drawStyled(bold, 50, y, 0, heading)
		want = append(want, heading, tale, tale)
		y -= 20
		c.drawJustified(regular, 50, y, 12, tale, 230)
		y = c.drawJustified(regular, 50+230+8, y, 12, tale, 230) - 14
	}
	if got := strings.Join(strings.Fields(c.tree(t).Text), " "); got != strings.Join(want, " ") {
		t.Errorf("got %q, want %q", got, strings.Join(want, " "))
	}
}

func TestWideSpacesOfJustifiedLinesAreNoColumns(t *testing.T) {
	for _, width := range []float32{100, 120, 140, 170, 250} {
		for shift := range 8 {
			text := strings.Join(strings.Fields(tale)[shift:], " ")
			c := newCanvas()
			c.drawJustified(regular, 50, 700, 12, text, width)
			if got := c.tree(t).Text; got != text {
				t.Errorf("%g points wide: got %q, want %q", width, got, text)
			}
		}
	}
}

func TestPairsWithinTheSameEdgesAreNoJustifiedLines(t *testing.T) {
	c := newCanvas()
	for i, pair := range [][2]string{{"Goods", "100.00"}, {"Carriage", "20.00"}, {"Tax", "9.50"}, {"Deduction", "12.00"}} {
		c.text(300, 700-12*float32(i), pair[0]).text(460-5*float32(len(pair[1])), 700-12*float32(i), pair[1])
	}
	rows := newView(c).rows
	for _, row := range rows {
		if len(row) != 2 {
			t.Errorf("got %d lines in a row, want 2: a label and its amount", len(row))
		}
	}
}

// newView reads the lines of the first page of a canvas.
func newView(c *canvas) *view {
	return readSheet(&c.doc.Pages[0], c.doc.Styles, structureOf(&c.doc), 1).views[0]
}

func TestLabelsBesideOtherTextAreNoColumn(t *testing.T) {
	c := newCanvas()
	for i, pair := range [][2]string{
		{"By:", "Pier Holdings, Inc., a company"}, {"Name:", "Charles of the firm above"}, {"Date:", "March of this year, as agreed"},
		{"Title:", "Director and keeper of seals"}, {"Attn:", "Michael of the other company"}, {"Place:", "the city in which it is signed"},
	} {
		y := 700 - 12*float32(i)
		if i%2 == 0 {
			c.text(50, y, "printed under the other name")
		}
		c.text(300, y, pair[0]).text(342, y, pair[1])
	}
	for _, row := range newView(c).rows {
		for _, l := range row {
			if l.column && l.box.X0 > 320 {
				t.Errorf("got a column that begins with %q, want a value beside its label", l.text)
			}
		}
	}
}
