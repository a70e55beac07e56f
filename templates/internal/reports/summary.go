// Package reports draws the report templates of the invoice template: a workbook
// over all files of a package, and a document about one.
package reports

import (
	"bytes"
	"errors"

	"github.com/xuri/excelize/v2"
)

// All are the report templates by file name.
var All = map[string]func() ([]byte, error){"invoice-summary.xlsx": Summary, "invoice-lines.xlsx": Lines, "invoice-sheet.docx": Sheet}

// sheetName is the only sheet of a workbook.
const sheetName = "Invoices"

// A column of a workbook has a heading, the placeholder below it, and a width in characters.
type column struct {
	heading, placeholder string
	width                float64
	right                bool // to the right, as figures stand
}

// Summary is the workbook with a row for each file.
func Summary() ([]byte, error) {
	return drawTable("Invoices of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 34, false},
		{"Supplier", "{{component.Supplier_Name}}", 30, false},
		{"Number", "{{component.Invoice_Number}}", 20, false},
		{"Date", "{{component.Invoice_Date}}", 14, false},
		{"Due", "{{component.Due_Date}}", 14, false},
		{"Total", "{{component.Invoice_Total}}", 16, true},
		{"Currency", "{{component.Currency}}", 10, false}, {"Pages", "{{file.pages}}", 8, true}, {"Status", "{{file.status}}", 16, false},
	})
}

// Lines is the workbook with a row for each line of each invoice; quantities and amounts are numbers.
func Lines() ([]byte, error) {
	return drawTable("Lines of the invoices of {{dossier.name}}", "Lines", []column{
		{"File", "{{file.name}}", 28, false},
		{"Supplier", "{{component.Supplier_Name}}", 26, false},
		{"Number", "{{component.Invoice_Number}}", 18, false},
		{"Date", "{{component.Invoice_Date.normalized}}", 12, false}, {"Code", "{{row.line_items.line_code}}", 14, false},
		{"Description", "{{row.line_items.line_description}}", 44, false},
		{"Quantity", "{{row.line_items.line_quantity.normalized}}", 10, true},
		{"Unit", "{{row.line_items.line_unit}}", 8, false}, {"Unit price", "{{row.line_items.line_price.normalized}}", 12, true},
		{"Amount", "{{row.line_items.line_amount.normalized}}", 14, true}, {"Currency", "{{component.Currency}}", 10, false},
	})
}

// drawTable draws a workbook with a title, one row that is repeated, and the number of its repetitions.
func drawTable(heading, counted string, columns []column) ([]byte, error) {
	f := excelize.NewFile()
	w := &writer{File: f}
	w.keepError(f.SetSheetName("Sheet1", sheetName))
	title := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Size: 16, Color: "1F3A5F"}})
	label := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Color: "6B7280"}})
	head := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Color: "FFFFFF"},
		Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F3A5F"}},
		Alignment: &excelize.Alignment{Vertical: "center"}})
	cell := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	right := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top", WrapText: true}})
	w.writeText("A1", heading, title)
	for i, line := range [][2]string{{"Owner", "{{dossier.owner}}"}, {"Status", "{{dossier.status}}"},
		{"Made", "{{date.yyyy-MM-dd}} {{time}} UTC by {{user.name}}"}} {
		w.writeText(cellName(1, i+2), line[0], label)
		w.writeText(cellName(2, i+2), line[1], 0)
	}
	const top = 6
	for i, c := range columns {
		w.keepError(f.SetColWidth(sheetName, columnLetter(i+1), columnLetter(i+1), c.width))
		w.writeText(cellName(i+1, top), c.heading, head)
		style := cell
		if c.right {
			style = right
		}
		w.writeText(cellName(i+1, top+1), c.placeholder, style)
	}
	w.writeText(cellName(1, top+2), counted, label)
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
