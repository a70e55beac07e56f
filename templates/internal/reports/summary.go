// Package reports draws the report templates of the ready templates: workbooks over all files of a
// package, and a document about one invoice.
package reports

import (
	"bytes"
	"errors"

	"github.com/xuri/excelize/v2"
)

// All are the report templates by the path of their file: the ready template, reports, and the name.
var All = map[string]func() ([]byte, error){
	"invoice/reports/invoice-summary.xlsx":       Summary,
	"invoice/reports/invoice-lines.xlsx":         Lines,
	"invoice/reports/invoice-sheet.docx":         Sheet,
	"contract/reports/contract-summary.xlsx":     Contracts,
	"receipt/reports/receipt-summary.xlsx":       Receipts,
	"media-order/reports/order-summary.xlsx":     MediaOrders,
	"toxicology/reports/toxicology-summary.xlsx": Studies,
	"toxicology/reports/toxicology-results.xlsx": Results,
}

// A table is the only sheet of a workbook: its name, a title, and one row that is repeated.
type table struct {
	sheet, heading string
	counted        string // what a repetition is, for the number of them below
	columns        []column
}

// A column of a workbook has a heading, the placeholder below it, and a width in characters.
type column struct {
	heading, placeholder string
	width                float64
	right                bool // to the right, as figures stand
}

// Summary is the workbook with a row for each file.
func Summary() ([]byte, error) {
	return drawTable(table{"Invoices", "Invoices of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 34, false},
		{"Supplier", "{{component.Supplier_Name}}", 30, false},
		{"Number", "{{component.Invoice_Number}}", 20, false},
		{"Date", "{{component.Invoice_Date}}", 14, false},
		{"Due", "{{component.Due_Date}}", 14, false},
		{"Total", "{{component.Invoice_Total}}", 16, true},
		{"Currency", "{{component.Currency}}", 10, false}, {"Pages", "{{file.pages}}", 8, true}, {"Status", "{{file.status}}", 16, false},
	}})
}

// Lines is the workbook with a row for each line of each invoice; quantities and amounts are numbers.
func Lines() ([]byte, error) {
	return drawTable(table{"Invoices", "Lines of the invoices of {{dossier.name}}", "Lines", []column{
		{"File", "{{file.name}}", 28, false},
		{"Supplier", "{{component.Supplier_Name}}", 26, false},
		{"Number", "{{component.Invoice_Number}}", 18, false},
		{"Date", "{{component.Invoice_Date.normalized}}", 12, false}, {"Code", "{{row.line_items.line_code}}", 14, false},
		{"Description", "{{row.line_items.line_description}}", 44, false},
		{"Quantity", "{{row.line_items.line_quantity.normalized}}", 10, true},
		{"Unit", "{{row.line_items.line_unit}}", 8, false}, {"Unit price", "{{row.line_items.line_price.normalized}}", 12, true},
		{"Amount", "{{row.line_items.line_amount.normalized}}", 14, true}, {"Currency", "{{component.Currency}}", 10, false},
	}})
}

// drawTable draws a workbook with a title, one row that is repeated, and the number of its repetitions.
func drawTable(t table) ([]byte, error) {
	f := excelize.NewFile()
	w := &writer{File: f, sheet: t.sheet}
	w.keepError(f.SetSheetName("Sheet1", t.sheet))
	title := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Size: 16, Color: "1F3A5F"}})
	label := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Color: "6B7280"}})
	head := w.newStyle(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Color: "FFFFFF"},
		Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F3A5F"}},
		Alignment: &excelize.Alignment{Vertical: "center"}})
	cell := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	right := w.newStyle(&excelize.Style{Border: []excelize.Border{{Type: "bottom", Color: "D1D5DB", Style: 1}},
		Alignment: &excelize.Alignment{Horizontal: "right", Vertical: "top", WrapText: true}})
	w.writeText("A1", t.heading, title)
	for i, line := range [][2]string{{"Owner", "{{dossier.owner}}"}, {"Status", "{{dossier.status}}"},
		{"Made", "{{date.yyyy-MM-dd}} {{time}} UTC by {{user.name}}"}} {
		w.writeText(cellName(1, i+2), line[0], label)
		w.writeText(cellName(2, i+2), line[1], 0)
	}
	const top = 6
	for i, c := range t.columns {
		w.keepError(f.SetColWidth(t.sheet, columnLetter(i+1), columnLetter(i+1), c.width))
		w.writeText(cellName(i+1, top), c.heading, head)
		style := cell
		if c.right {
			style = right
		}
		w.writeText(cellName(i+1, top+1), c.placeholder, style)
	}
	w.writeText(cellName(1, top+2), t.counted, label)
	w.keepError(f.SetCellFormula(t.sheet, cellName(2, top+2), "COUNTA(A7:A7)"))
	w.keepError(
		f.SetPanes(t.sheet, &excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: cellName(1, top+1), ActivePane: "bottomLeft"}))
	w.keepError(f.SetHeaderFooter(t.sheet, &excelize.HeaderFooterOptions{OddFooter: "&L{{dossier.template}}&R&P / &N"}))
	landscape, one, many, fit := "landscape", 1, 0, true
	w.keepError(f.SetPageLayout(t.sheet, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &one, FitToHeight: &many}))
	w.keepError(f.SetSheetProps(t.sheet, &excelize.SheetPropsOptions{FitToPage: &fit}))
	w.keepError(
		f.SetDocProps(&excelize.DocProperties{Creator: "Docket", Created: "2026-01-01T00:00:00Z", Modified: "2026-01-01T00:00:00Z"}))
	var b bytes.Buffer
	w.keepError(f.Write(&b))
	return b.Bytes(), errors.Join(w.err, f.Close())
}

// A writer keeps the first error.
type writer struct {
	*excelize.File
	sheet string // on which texts are written
	err   error
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
	w.keepError(w.SetCellStr(w.sheet, cell, text))
	w.keepError(w.SetCellStyle(w.sheet, cell, cell, style))
}

func cellName(column, row int) string {
	name, _ := excelize.CoordinatesToCellName(column, row)
	return name
}

func columnLetter(column int) string {
	name, _ := excelize.ColumnNumberToName(column)
	return name
}
