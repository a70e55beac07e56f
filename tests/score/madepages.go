package main

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Size of a made page, in points.
const (
	madeWidth  = 595
	madeHeight = 842
)

// A madePage is a page with tables whose cells are known. Heights are from the top of the page.
type madePage struct {
	rand   *rand.Rand
	font   string
	size   float64 // of the text
	script *madeScript
	tables []*madeTable
	texts  []madeText
}

// A madeText is lines of text outside of tables.
type madeText struct {
	x, y, width, pitch float64
	bold               bool
	lines              []string
}

// A madeTable is a table at a place of the page.
type madeTable struct {
	x, y   float64
	widths []float64
	rows   []madeRow
	// bare is how many rows at the top and the bottom of what is drawn are none of the table.
	bareTop, bareBottom int
}

// A madeRow is a row of a table; cells stand for those columns that no span covers.
type madeRow struct {
	height float64
	cells  []madeCell
}

// A madeCell is a cell, with how it is drawn.
type madeCell struct {
	lines  []string
	span   int // columns, 0 is one
	bold   bool
	fill   string // colour, "" is none
	ink    string // colour of the text, "" is black
	align  string // start, center or end
	indent float64
	edges  madeEdges
}

// madeEdges are the widths of the rules around a cell, in points, and their colour.
type madeEdges struct {
	top, right, bottom, left float64
	colour                   string
}

func (c madeCell) columns() int { return max(1, c.span) }

func (r madeRow) lineCount() int {
	n := 1
	for _, c := range r.cells {
		n = max(n, len(c.lines))
	}
	return n
}

// height returns the height of rows from..to-1.
func (t *madeTable) height(from, to int) (sum float64) {
	for _, r := range t.rows[from:to] {
		sum += r.height
	}
	return sum
}

func (t *madeTable) width() (sum float64) {
	for _, w := range t.widths {
		sum += w
	}
	return sum
}

// madeDocument is the ground truth of a page, as it is written: structures or regions.
type madeDocument struct {
	XMLName xml.Name        `xml:"document"`
	Tables  []madeTruthPart `xml:"table"`
}

type madeTruthPart struct {
	ID     int `xml:"id,attr"`
	Region struct {
		Page  int             `xml:"page,attr"`
		Box   *madeBox        `xml:"bounding-box"`
		Cells []madeTruthCell `xml:"cell"`
	} `xml:"region"`
}

type madeTruthCell struct {
	Row    int    `xml:"start-row,attr"`
	Col    int    `xml:"start-col,attr"`
	EndCol int    `xml:"end-col,attr"`
	Text   string `xml:"content"`
}

type madeBox struct {
	X0 int `xml:"x1,attr"`
	Y0 int `xml:"y1,attr"`
	X1 int `xml:"x2,attr"`
	Y1 int `xml:"y2,attr"`
}

// structures returns the cells of the page's tables, regions where the tables stand.
func (p *madePage) structures() (out madeDocument) {
	for i, t := range p.tables {
		part := madeTruthPart{ID: i + 1}
		part.Region.Page = 1
		for r, row := range t.rows[t.bareTop : len(t.rows)-t.bareBottom] {
			col := 0
			for _, c := range row.cells {
				if text := strings.Join(c.lines, " "); text != "" {
					part.Region.Cells = append(part.Region.Cells, madeTruthCell{r, col, col + c.columns() - 1, text})
				}
				col += c.columns()
			}
		}
		out.Tables = append(out.Tables, part)
	}
	return out
}

func (p *madePage) regions() (out madeDocument) {
	for i, t := range p.tables {
		part := madeTruthPart{ID: i + 1}
		part.Region.Page = 1
		last := len(t.rows) - t.bareBottom
		top := madeHeight - t.y - t.height(0, t.bareTop)
		part.Region.Box = &madeBox{int(t.x), int(top - t.height(t.bareTop, last)), int(t.x+t.width()) + 1, int(top) + 1}
		out.Tables = append(out.Tables, part)
	}
	return out
}

// encode returns the ground truth as a file.
func (d madeDocument) encode() ([]byte, error) {
	out, err := xml.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("writing ground truth: %w", err)
	}
	return append([]byte(xml.Header), append(out, '\n')...), nil
}
