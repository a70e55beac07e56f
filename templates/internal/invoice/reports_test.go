package invoice

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/adapters/report"
	facts "github.com/seed-62a36931/docket/processes/report"
	"github.com/seed-62a36931/docket/templates"
	"github.com/seed-62a36931/docket/templates/internal/reports"
)

// placeholder is one of a component or of a column of its rows.
var placeholder = regexp.MustCompile(`\{\{(component|row)\.(\w+)(?:\.(\w+))?(?:\.normalized)?\}\}`)

// TestReportTemplatesCanBeFilled checks that each is one of its template, and that every placeholder names a
// component, or a column, that the template has.
func TestReportTemplatesCanBeFilled(t *testing.T) {
	reported := map[string]bool{}
	for path := range reports.All {
		template, name, _ := strings.Cut(path, "/reports/")
		reported[template] = true
		content, err := os.ReadFile(filepath.Join("../..", path))
		if err != nil {
			t.Fatal(err)
		}
		if err := report.CheckTemplate(name, content); err != nil {
			t.Error(err)
		}
		manifest, err := os.ReadFile(filepath.Join("../..", template, "template.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(manifest), "file: reports/"+name) {
			t.Errorf("%s: template.yaml does not name it, want %v in it", path, "file: reports/"+name)
		}
		for _, m := range placeholder.FindAllStringSubmatch(textOf(t, name, content), -1) {
			names := []string{m[2]}
			if m[1] == "row" {
				names = append(names, m[3])
			}
			for _, n := range names {
				if !regexp.MustCompile(`(?i)technicalName: ` + n + `\b`).Match(manifest) {
					t.Errorf("%s: %s stands for nothing that the template has", path, m[0])
				}
			}
		}
	}
	for _, name := range templates.Names() {
		if !reported[name] {
			t.Errorf("%s has no report template", name)
		}
	}
}

// textOf returns the texts of a workbook; that of other files is not looked at.
func textOf(t *testing.T, name string, content []byte) string {
	t.Helper()
	if filepath.Ext(name) != ".xlsx" {
		return ""
	}
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s has no text: %v, want some rows and no error", name, err)
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, "\n") + "\n")
	}
	return b.String()
}

func TestTheSheetIsTheGeneratorsOutput(t *testing.T) {
	stored, err := os.ReadFile("../../invoice/reports/invoice-sheet.docx")
	if err != nil {
		t.Fatal(err)
	}
	if drawn, err := reports.Sheet(); err != nil || !bytes.Equal(stored, drawn) {
		t.Errorf("it differs; run go generate (%v), want no error and the same bytes", err)
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
	for cell, want := range map[string]string{"A7": "a.pdf", "B7": "Alder", "F7": "pump", "J7": "1005", "A8": "a.pdf",
		"F8": "hose", "J8": "7", "A9": "b.pdf", "B9": "", "F9": "bolt", "J9": "1.5", "A10": "Lines"} {
		if got, err := book.GetCellValue(book.GetSheetName(0), cell); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", cell, got, err, want)
		}
	}
	if kind, err := book.GetCellType(book.GetSheetName(0), "J7"); err != nil || kind == excelize.CellTypeSharedString ||
		kind == excelize.CellTypeInlineString {
		t.Errorf("the amount is of the kind %d, %v, want kind other than %v, kind other than %v and no error", kind, err,
			excelize.CellTypeSharedString, excelize.CellTypeInlineString)
	}
}
