package report

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/beevik/etree"
	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/processes/report"
)

// fillWorkbook fills an xlsx. Formulas are recomputed when it is opened.
func fillWorkbook(template []byte, s report.Scope) (out []byte, err error) {
	f, err := excelize.OpenReader(bytes.NewReader(template), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxPart})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, name := range f.GetSheetList() {
		w := &sheet{file: f, name: name, styles: map[int]int{}}
		if err := w.fillSheet(s); err != nil {
			return nil, err
		}
	}
	yes := true
	if err := errors.Join(f.UpdateLinkedValue(), f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &yes})); err != nil {
		return nil, err
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return sortContentTypes(b.Bytes())
}

// sortContentTypes sorts the list of types in a workbook, which is written in random order, so
// that equal workbooks have equal bytes.
func sortContentTypes(workbook []byte) ([]byte, error) {
	all, err := unpackParts(workbook)
	if err != nil {
		return nil, err
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(all.findPart(contentTypes).content); err != nil {
		return nil, err
	}
	types := doc.Root()
	list := types.ChildElements()
	slices.SortStableFunc(list, func(a, b *etree.Element) int {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.SelectAttrValue("Extension", ""), b.SelectAttrValue("Extension", "")),
			cmp.Compare(a.SelectAttrValue("PartName", ""), b.SelectAttrValue("PartName", "")))
	})
	for _, e := range list {
		types.RemoveChild(e)
	}
	for _, e := range list {
		types.AddChild(e)
	}
	content, err := doc.WriteToBytes()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *part) int { return cmp.Compare(a.Name, b.Name) })
	return packParts(all, map[string][]byte{contentTypes: content})
}

// A sheet is a worksheet that is being filled.
type sheet struct {
	file   *excelize.File
	name   string
	styles map[int]int // a style to the same one with a date format
}

// Formats of empty cells after the last text of a row are looked for up to this column.
const fewestColumns = 64

// maxRows is the number of rows that a sheet can have.
const maxRows = 1_048_576

// fillSheet fills the rows from the last to the first, so that those above keep their
// numbers, and then header and footer.
func (w *sheet) fillSheet(s report.Scope) error {
	rows, err := w.file.GetRows(w.name, excelize.Options{RawCellValue: true})
	if err != nil {
		return err
	}
	for i, cells := range slices.Backward(rows) {
		if err := w.fillRow(s, i+1, cells); err != nil {
			return err
		}
	}
	return w.fillMargins(s)
}

// fillRow fills a row, repeated for each element when it holds a placeholder of a
// list.
func (w *sheet) fillRow(s report.Scope, row int, texts []string) error {
	var names []string
	for _, text := range texts {
		names = append(names, report.PlaceholderNames(text)...)
	}
	if len(names) == 0 {
		return nil
	}
	scopes, list := s.Repeat(names)
	if !list {
		scopes = []report.Scope{s}
	}
	if list && len(scopes) == 0 {
		return w.removeRow(row)
	}
	cells, err := w.readCells(row, max(len(texts), fewestColumns))
	if err != nil {
		return err
	}
	if err := w.repeatRow(row, len(scopes), cells); err != nil {
		return err
	}
	for i, one := range scopes {
		for _, c := range cells {
			if err := w.fillCell(one, c, row+i); err != nil {
				return err
			}
		}
	}
	return nil
}

// A cell is a cell of the template in a column of a row.
type cell struct {
	column  int
	style   int
	text    string // empty for a formula
	formula string
	typed   excelize.CellType
	runs    []excelize.RichTextRun // more than one, or none
}

func (c cell) formulaAt(row int) (string, error) {
	return excelize.CoordinatesToCellName(c.column, row)
}

// readCells reads the cells of a row in the template, including those that only have a
// format.
func (w *sheet) readCells(row, columns int) ([]cell, error) {
	var out []cell
	for column := 1; column <= columns; column++ {
		c := cell{column: column}
		at, err := c.formulaAt(row)
		if err != nil {
			return nil, err
		}
		var errs [5]error
		c.style, errs[0] = w.file.GetCellStyle(w.name, at)
		c.formula, errs[1] = w.file.GetCellFormula(w.name, at)
		c.typed, errs[2] = w.file.GetCellType(w.name, at)
		c.text, errs[3] = w.file.GetCellValue(w.name, at, excelize.Options{RawCellValue: true})
		c.runs, errs[4] = w.file.GetCellRichText(w.name, at)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, err
		}
		if c.formula != "" {
			c.text = ""
		}
		if len(c.runs) < 2 {
			c.runs = nil
		}
		if c.style != 0 || c.text != "" || c.formula != "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// fillMargins fills the headers and footers of the pages.
func (w *sheet) fillMargins(s report.Scope) error {
	margins, err := w.file.GetHeaderFooter(w.name)
	if err != nil || margins == nil {
		return err
	}
	changed := false
	for _, text := range []*string{
		&margins.OddHeader, &margins.OddFooter, &margins.EvenHeader, &margins.EvenFooter, &margins.FirstHeader, &margins.FirstFooter,
	} {
		if filled, ok := fillMargin(s, *text); ok {
			*text, changed = filled, true
		}
	}
	if !changed {
		return nil
	}
	return w.file.SetHeaderFooter(w.name, margins)
}
