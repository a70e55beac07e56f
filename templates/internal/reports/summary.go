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
	w.do(f.SetSheetName("Sheet1", sheetName))
	title := w.style(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Size: 16, Color: "1F3A5F"}})
	label := w.style(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Color: "6B7280"}})
	heading := w.style(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Color: "FFFFFF"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F3A5F"}},
		Alignment: &excelize.Alignment{Vertical: "center"}})
	cell := w.style(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	right := w.style(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}}, Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top", WrapText: true}})
	w.text("A1", "Invoices of {{dossier.name}}", title)
	for i, line := range [][2]string{{"Owner", "{{dossier.owner}}"}, {"Status", "{{dossier.status}}"}, {"Made", "{{date.yyyy-MM-dd}} {{time}} UTC by {{user.name}}"}} {
		w.text(at(1, i+2), line[0], label)
		w.text(at(2, i+2), line[1], 0)
	}
	const top = 6
	for i, c := range columns {
		w.do(f.SetColWidth(sheetName, letter(i+1), letter(i+1), c.width))
		w.text(at(i+1, top), c.heading, heading)
		style := cell
		if c.heading == "Total" || c.heading == "Pages" {
			style = right
		}
		w.text(at(i+1, top+1), c.placeholder, style)
	}
	w.text(at(1, top+2), "Files", label)
	w.do(f.SetCellFormula(sheetName, at(2, top+2), "COUNTA(A7:A7)"))
	w.do(f.SetPanes(sheetName, &excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: at(1, top+1), ActivePane: "bottomLeft"}))
	w.do(f.SetHeaderFooter(sheetName, &excelize.HeaderFooterOptions{OddFooter: "&L{{dossier.template}}&R&P / &N"}))
	landscape, one, many, fit := "landscape", 1, 0, true
	w.do(f.SetPageLayout(sheetName, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &one, FitToHeight: &many}))
	w.do(f.SetSheetProps(sheetName, &excelize.SheetPropsOptions{FitToPage: &fit}))
	w.do(f.SetDocProps(&excelize.DocProperties{Creator: "Docket", Created: "2026-01-01T00:00:00Z", Modified: "2026-01-01T00:00:00Z"}))
	var b bytes.Buffer
	w.do(f.Write(&b))
	return b.Bytes(), errors.Join(w.err, f.Close())
}

// A writer keeps the first error.
type writer struct {
	*excelize.File
	err error
}

func (w *writer) do(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) style(s *excelize.Style) int {
	id, err := w.NewStyle(s)
	w.do(err)
	return id
}

func (w *writer) text(cell, text string, style int) {
	w.do(w.SetCellStr(sheetName, cell, text))
	w.do(w.SetCellStyle(sheetName, cell, cell, style))
}

func at(column, row int) string {
	name, _ := excelize.CoordinatesToCellName(column, row)
	return name
}

func letter(column int) string {
	name, _ := excelize.ColumnNumberToName(column)
	return name
}
