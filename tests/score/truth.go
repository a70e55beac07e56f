package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/measure"
)

// A tableTruth is a document with the versions of its ground truth.
type tableTruth struct {
	name, pdf string
	versions  []tableVersion
	problem   string // why it cannot be used
}

type tableVersion struct {
	regions [][]measure.Place
	tables  []measure.Table
}

// tableTruths are the documents of a directory, by name.
func tableTruths(dir string) ([]tableTruth, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*-str.xml"))
	if err != nil {
		return nil, err
	}
	byPDF := map[string]*tableTruth{}
	var names []string
	for _, f := range files {
		base := strings.TrimSuffix(f, "-str.xml")
		pdf := pdfOf(base)
		if pdf == "" {
			pdf = base + ".pdf"
		}
		t := byPDF[pdf]
		if t == nil {
			t = &tableTruth{name: strings.TrimSuffix(filepath.Base(pdf), ".pdf"), pdf: pdf}
			byPDF[pdf], names = t, append(names, pdf)
		}
		v, err := readVersion(base)
		if err != nil {
			t.problem = fmt.Sprintf("%s: %v", filepath.Base(base), err)
			continue
		}
		t.versions = append(t.versions, v)
	}
	sort.Strings(names)
	var out []tableTruth
	for _, n := range names {
		t := byPDF[n]
		if len(t.versions) > 0 {
			t.problem = ""
		}
		out = append(out, *t)
	}
	return out, nil
}

// pdfOf finds the PDF of a ground truth: of the same name, or, as versions end in a
// letter, of the name without it or with the letter of another version.
func pdfOf(base string) string {
	candidates := []string{base}
	if n := len(base); unicode.IsLower(rune(base[n-1])) && n > 1 && unicode.IsDigit(rune(base[n-2])) {
		candidates = append(candidates, base[:n-1], base[:n-1]+"a", base[:n-1]+"b")
	}
	for _, c := range candidates {
		if _, err := os.Stat(c + ".pdf"); err == nil {
			return c + ".pdf"
		}
	}
	return ""
}

// readVersion reads regions and structures; without a file of regions they are those
// around the cells.
func readVersion(base string) (v tableVersion, err error) {
	content, err := os.ReadFile(base + "-str.xml")
	if err != nil {
		return v, err
	}
	if v.tables, err = measure.ReadStructures(content); err != nil {
		return v, err
	}
	for _, t := range v.tables {
		v.regions = append(v.regions, t.Places)
	}
	content, err = os.ReadFile(base + "-reg.xml")
	if os.IsNotExist(err) {
		return v, nil
	}
	if err != nil {
		return v, err
	}
	regions, err := measure.ReadRegions(content)
	if err != nil {
		return v, err
	}
	if len(regions) != len(v.tables) {
		return v, fmt.Errorf("%d tables have regions and %d have cells", len(regions), len(v.tables))
	}
	v.regions = regions
	for i := range v.tables {
		v.tables[i].Places = regions[i]
	}
	return v, nil
}

// givenTables reads the tables in their given regions.
func givenTables(doc *layout.Document, v tableVersion) (sum measure.Counts) {
	for i, want := range v.tables {
		var places []document.PageBox
		for _, p := range v.regions[i] {
			p = withoutRotation(p, doc.Pages)
			places = append(places,
				document.PageBox{Page: p.Page, Box: document.Rect{X: p.X0, Y: p.Y0, Width: p.X1 - p.X0, Height: p.Y1 - p.Y0}})
		}
		var have measure.Table
		if found := tablesOf(layout.TableIn(doc, places)); len(found) > 0 {
			have = found[0]
		}
		sum = sum.Add(measure.CompareAdjacency(have, want))
	}
	return sum
}

// tablesOf are the tables of a tree.
func tablesOf(tree *document.Tree) (out []measure.Table) {
	for _, n := range tree.Nodes {
		if n.Table == nil {
			continue
		}
		var t measure.Table
		for _, b := range n.Boxes {
			t.Places = append(t.Places,
				measure.Place{Page: b.Page, X0: b.Box.X, Y0: b.Box.Y, X1: b.Box.X + b.Box.Width, Y1: b.Box.Y + b.Box.Height})
		}
		for _, i := range n.Children {
			if cell := tree.Nodes[i]; cell.Cell != nil {
				c := cell.Cell
				t.Cells = append(t.Cells, measure.Cell{
					Row: c.Row, EndRow: c.Row + c.RowSpan - 1, Col: c.Col, EndCol: c.Col + c.ColSpan - 1, Text: tree.TextOf(cell.Span),
					Uncertain: c.Uncertain,
				})
			}
		}
		out = append(out, t)
	}
	return out
}

// withoutRotation is a place on the page as it is displayed, which ground truth means, as a
// place on the page without its rotation.
func withoutRotation(p measure.Place, pages []layout.Page) measure.Place {
	if p.Page < 1 || p.Page > len(pages) {
		return p
	}
	w, h := pages[p.Page-1].Width, pages[p.Page-1].Height
	switch pages[p.Page-1].Rotation {
	case 90:
		p.X0, p.Y0, p.X1, p.Y1 = w-p.Y1, p.X0, w-p.Y0, p.X1
	case 180:
		p.X0, p.Y0, p.X1, p.Y1 = w-p.X1, h-p.Y1, w-p.X0, h-p.Y0
	case 270:
		p.X0, p.Y0, p.X1, p.Y1 = p.Y0, h-p.X1, p.Y1, h-p.X0
	}
	return p
}

// onPages are tables with their places on the pages without rotation.
func onPages(tables []measure.Table, pages []layout.Page) []measure.Table {
	out := make([]measure.Table, len(tables))
	for i, t := range tables {
		out[i].Cells = t.Cells
		for _, p := range t.Places {
			out[i].Places = append(out[i].Places, withoutRotation(p, pages))
		}
	}
	return out
}
