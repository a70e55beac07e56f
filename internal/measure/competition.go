package measure

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// A competitionFile is a file of the ICDAR 2013 table competition: regions (-reg.xml)
// or structures (-str.xml) of the tables of one document.
type competitionFile struct {
	Tables []struct {
		ID      string `xml:"id,attr"`
		Regions []struct {
			Page         string          `xml:"page,attr"`
			RowIncrement string          `xml:"row-increment,attr"`
			ColIncrement string          `xml:"col-increment,attr"`
			Box          *competitionBox `xml:"bounding-box"`
			Cells        []struct {
				StartRow string         `xml:"start-row,attr"`
				EndRow   string         `xml:"end-row,attr"`
				StartCol string         `xml:"start-col,attr"`
				EndCol   string         `xml:"end-col,attr"`
				Box      competitionBox `xml:"bounding-box"`
				Content  string         `xml:"content"`
			} `xml:"cell"`
		} `xml:"region"`
	} `xml:"table"`
}

type competitionBox struct {
	X0 string `xml:"x1,attr"`
	X1 string `xml:"x2,attr"`
	Y0 string `xml:"y1,attr"`
	Y1 string `xml:"y2,attr"`
}

// ReadRegions reads a file of table regions of the ICDAR 2013 competition: the places
// of each table, in points from the lower left corner of the page.
func ReadRegions(content []byte) ([][]Place, error) {
	var f competitionFile
	if err := xml.Unmarshal(content, &f); err != nil {
		return nil, fmt.Errorf("reading table regions: %w", err)
	}
	var out [][]Place
	for _, t := range f.Tables {
		var places []Place
		for _, r := range t.Regions {
			page, err := parseNumber(r.Page)
			if err != nil || r.Box == nil {
				return nil, fmt.Errorf("reading table regions: table %s has a region without page or box", t.ID)
			}
			p, ok := r.Box.placeOn(page)
			if !ok {
				return nil, fmt.Errorf("reading table regions: table %s has a box that is none", t.ID)
			}
			places = append(places, p)
		}
		out = append(out, places)
	}
	return out, nil
}

// ReadStructures reads a file of table structures of the ICDAR 2013 competition. Rows
// and columns of further regions follow those in front of them as the file says. The
// places are the boxes around the cells that have a readable box.
func ReadStructures(content []byte) ([]Table, error) {
	var f competitionFile
	if err := xml.Unmarshal(content, &f); err != nil {
		return nil, fmt.Errorf("reading table structures: %w", err)
	}
	var out []Table
	for _, t := range f.Tables {
		var table Table
		for _, r := range t.Regions {
			page, err := parseNumber(r.Page)
			if err != nil {
				return nil, fmt.Errorf("reading table structures: table %s has a region without page", t.ID)
			}
			place := Place{Page: page}
			from := len(table.Cells)
			for _, c := range r.Cells {
				cell, err := competitionCell(c.StartRow, c.EndRow, r.RowIncrement, c.StartCol, c.EndCol, r.ColIncrement)
				if err != nil {
					return nil, fmt.Errorf("reading table structures: table %s: %w", t.ID, err)
				}
				cell.Text = c.Content
				table.Cells = append(table.Cells, cell)
				if b, ok := c.Box.placeOn(page); ok {
					place = place.unionWith(b)
				}
			}
			table.shiftBelow(from)
			table.Places = append(table.Places, place)
		}
		out = append(out, table)
	}
	return out, nil
}

// competitionCell returns a cell without its text. An end that is not given is the start;
// increments shift all rows and columns of a region.
func competitionCell(row, endRow, rows, col, endCol, cols string) (c Cell, err error) {
	for _, v := range []struct {
		to                *int
		text, or, shifted string
	}{{&c.Row, row, "", rows}, {&c.EndRow, endRow, row, rows}, {&c.Col, col, "", cols}, {&c.EndCol, endCol, col, cols}} {
		text := strings.TrimSpace(v.text)
		if text == "" {
			text = v.or
		}
		if *v.to, err = parseNumber(text); err != nil {
			return c, fmt.Errorf("a cell has no row or column: %w", err)
		}
		if shift, err := parseNumber(v.shifted); err == nil {
			*v.to += shift
		}
	}
	const most = 2000
	if c.Row < 0 || c.Col < 0 || c.EndRow < c.Row || c.EndCol < c.Col || c.EndRow > most || c.EndCol > most {
		return c, fmt.Errorf("a cell spans rows %d to %d and columns %d to %d", c.Row, c.EndRow, c.Col, c.EndCol)
	}
	return c, nil
}

func parseNumber(s string) (int, error) { return strconv.Atoi(strings.TrimSpace(s)) }

// placeOn returns the box on a page; ok is false when its coordinates are no numbers.
func (b competitionBox) placeOn(page int) (p Place, ok bool) {
	v := [4]float64{}
	for i, s := range []string{b.X0, b.Y0, b.X1, b.Y1} {
		n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			return p, false
		}
		v[i] = n
	}
	return Place{page, min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])}, true
}

// unionWith returns the box around both, where p without area is none.
func (p Place) unionWith(o Place) Place {
	if p.X1 <= p.X0 {
		return o
	}
	return Place{p.Page, min(p.X0, o.X0), min(p.Y0, o.Y0), max(p.X1, o.X1), max(p.Y1, o.Y1)}
}

// shiftBelow moves the cells from an index on below those before them when they claim
// the same rows and columns, as in files that number each region from the start.
func (t *Table) shiftBelow(from int) {
	below, clash := 0, false
	for _, a := range t.Cells[:from] {
		below = max(below, a.EndRow+1)
		for _, b := range t.Cells[from:] {
			clash = clash || a.Row <= b.EndRow && b.Row <= a.EndRow && a.Col <= b.EndCol && b.Col <= a.EndCol
		}
	}
	if !clash {
		return
	}
	for i := from; i < len(t.Cells); i++ {
		t.Cells[i].Row += below
		t.Cells[i].EndRow += below
	}
}
