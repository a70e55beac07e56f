// Package reports draws the report templates of the invoice template: a workbook
// over all files of a package, and a document about one.
package reports

import (
	"bytes"
	"errors"

	"github.com/xuri/excelize/v2"
)

// All are the report templates by file name.
var All = map[string]func() ([]byte, error){"invoice-summary.xlsx": Summary, "invoice-sheet.docx": Sheet}

// sheetName is the only sheet of the summary.
const sheetName = "Invoices"

// columns are the headings of the summary, the placeholders below them, and their
// widths in characters.
var columns = []struct {
	heading, placeholder string
	width                float64
}{
	{"File", "{{file.name}}", 34}, {"Supplier", "{{component.Supplier_Name}}", 30}, {"Number", "{{component.Invoice_Number}}", 20},
	{"Date", "{{component.Invoice_Date}}", 14}, {"Due", "{{component.Due_Date}}", 14}, {"Total", "{{component.Invoice_Total}}", 16},
	{"Currency", "{{component.Currency}}", 10}, {"Pages", "{{file.pages}}", 8}, {"Status", "{{file.status}}", 16},
}

// Summary is the workbook: a row for each file.
func Summary() ([]byte, error) {
	f := excelize.NewFile()
	w := &writer{File: f}
	w.keepError(f.SetSheetName("Sheet1", sheetName))
	title := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Size: 16, Color: "1F3A5F"}})
	label := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Color: "6B7280"}})
	heading := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Color: "FFFFFF"},
		Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F3A5F"}},
		Alignment: &excelize.Alignment{Vertical: "center"}})
	cell := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	right := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top", WrapText: true}})
	w.writeText("A1", "Invoices of {{dossier.name}}", title)
	for i, line := range [][2]string{{"Owner", "{{dossier.owner}}"}, {"Status", "{{dossier.status}}"},
		{"Made", "{{date.yyyy-MM-dd}} {{time}} UTC by {{user.name}}"}} {
		w.writeText(cellName(1, i+2), line[0], label)
		w.writeText(cellName(2, i+2), line[1], 0)
	}
	const top = 6
	for i, c := range columns {
		w.keepError(f.SetColWidth(sheetName, columnLetter(i+1), columnLetter(i+1), c.width))
		w.writeText(cellName(i+1, top), c.heading, heading)
		style := cell
		if c.heading == "Total" || c.heading == "Pages" {
			style = right
		}
		w.writeText(cellName(i+1, top+1), c.placeholder, style)
	}
	w.writeText(cellName(1, top+2), "Files", label)
	w.keepError(f.SetCellFormula(sheetName, cellName(2, top+2), "COUNTA(A7:A7)"))
	w.keepError(
		f.SetPanes(sheetName, &excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: cellName(1, top+1), ActivePane: "bottomLeft"}))
	w.keepError(f.SetHeaderFooter(sheetName, &excelize.HeaderFooterOptions{OddFooter: "&L{{dossier.template}}&R&P / &N"}))
	landscape, one, many, fit := "landscape", 1, 0, true
	w.keepError(f.SetPageLayout(sheetName, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &one, FitToHeight: &many}))
	w.keepError(f.SetSheetProps(sheetName, &excelize.SheetPropsOptions{FitToPage: &fit}))
	w.keepError(
		f.SetDocProps(&excelize.DocProperties{Creator: "Docket", Created: "2026-01-01T00:00:00Z", Modified: "2026-01-01T00:00:00Z"}))
	var b bytes.Buffer
	w.keepError(f.Write(&b))
	return b.Bytes(), errors.Join(w.err, f.Close())
}

// A writer keeps the first error.
type writer struct {
	*excelize.File
	err error
}

func (w *writer) keepError(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) newStyle(s *excelize.Style) int {
	id, err := w.NewStyle(s)
	w.keepError(err)
	return id
}

func (w *writer) writeText(cell, text string, style int) {
	w.keepError(w.SetCellStr(sheetName, cell, text))
	w.keepError(w.SetCellStyle(sheetName, cell, cell, style))
}

func cellName(column, row int) string {
	name, _ := excelize.CoordinatesToCellName(column, row)
	return name
}

func columnLetter(column int) string {
	name, _ := excelize.ColumnNumberToName(column)
	return name
}
