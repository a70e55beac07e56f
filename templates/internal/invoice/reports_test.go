package invoice

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/adapters/report"
	facts "github.com/seed-62a36931/docket/processes/report"
	"github.com/seed-62a36931/docket/templates/internal/reports"
)

func TestReportTemplatesCanBeFilled(t *testing.T) {
	for name := range reports.All {
		content, err := os.ReadFile(filepath.Join("../../invoice/reports", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := report.CheckTemplate(name, content); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSheetIsTheGeneratorsOutput(t *testing.T) {
	stored, err := os.ReadFile("../../invoice/reports/invoice-sheet.docx")
	if err != nil {
		t.Fatal(err)
	}
	if drawn, err := reports.Sheet(); err != nil || !bytes.Equal(stored, drawn) {
		t.Errorf("it differs; run go generate (%v)", err)
	}
}

// TestTheReportOfLinesHasARowForEach fills it with two files of three lines.
func TestTheReportOfLinesHasARowForEach(t *testing.T) {
	content, err := os.ReadFile("../../invoice/reports/invoice-lines.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	line := func(text, amount, form string) facts.ComponentValue {
		return facts.ComponentValue{Value: text + " | " + amount, Cells: []facts.Cell{{Column: "line_description", Value: text},
			{Column: "line_amount", Value: amount, Normalized: facts.Normalized{Type: "AMOUNT", Text: form}}}}
	}
	scope := facts.OfAll(&facts.Facts{Files: []facts.File{
		{Name: "a.pdf", Components: []facts.Component{
			{Name: "Supplier_Name", Values: []facts.ComponentValue{{Value: "Alder"}}},
			{Name: "Line_Items", Values: []facts.ComponentValue{line("pump", "1.005,00", "1005.00"), line("hose", "7", "7")}}}},
		{Name: "b.pdf", Components: []facts.Component{{Name: "Line_Items", Values: []facts.ComponentValue{line("bolt", "1,5", "1.5")}}}},
	}})
	filled, err := report.FillTemplate("invoice-lines.xlsx", content, scope)
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(filled))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for cell, want := range map[string]string{"A7": "a.pdf", "B7": "Alder", "F7": "pump", "J7": "1005", "A8": "a.pdf", "F8": "hose", "J8": "7", "A9": "b.pdf", "B9": "", "F9": "bolt", "J9": "1.5", "A10": "Lines"} {
		if got, err := book.GetCellValue(book.GetSheetName(0), cell); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", cell, got, err, want)
		}
	}
	if kind, err := book.GetCellType(book.GetSheetName(0), "J7"); err != nil || kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString {
		t.Errorf("the amount is of the kind %d, %v", kind, err)
	}
}
