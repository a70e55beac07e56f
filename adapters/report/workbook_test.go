package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/processes/report"
)

// logo is a small picture.
func logo(t testing.TB) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for i := range m.Pix {
		m.Pix[i] = byte(i)
	}
	m.Set(0, 0, color.Black)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func facts(t testing.TB) *report.Facts {
	return &report.Facts{
		At: time.Date(2026, 2, 7, 8, 5, 0, 0, time.UTC), User: "Mira Tal",
		Dossier: report.Dossier{Name: "R&D <March>", Attributes: []report.Attribute{
			{Name: "Budget", Type: "NUMBER", Value: "12.50"}, {Name: "Paid on", Type: "DATE", Value: "2026-01-31"},
			{Name: "Code", Type: "TEXT", Value: "007"},
			{Name: "Logo", Type: "IMAGE", Value: "data:image/png;base64," + base64.StdEncoding.EncodeToString(logo(t))}}},
		Files: []report.File{
			{Name: "a.pdf", Pages: 3, Attributes: []report.Attribute{{Name: "Amount", Type: "NUMBER", Value: "1.5"}},
				Components: []report.Component{
					{Name: "Total", DisplayName: "Sum",
						Values: []report.ComponentValue{{Value: "=1+1"}, {Value: "+2"}, {Value: "-3"}, {Value: "@x"}}}}},
			{Name: "b.pdf", Pages: 1, Attributes: []report.Attribute{{Name: "Amount", Type: "NUMBER", Value: "2"}}},
			{Name: "c.pdf", Attributes: []report.Attribute{{Name: "Amount", Type: "NUMBER", Value: "40"}}},
		},
	}
}

// workbook makes a template; set writes into its only sheet.
func workbook(t testing.TB, set func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	set(f)
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// cells writes texts and formulas, which begin with "=", by cell.
func cellsOf(t testing.TB, cells map[string]any) []byte {
	return workbook(t, func(f *excelize.File) {
		for at, v := range cells {
			if s, ok := v.(string); ok && strings.HasPrefix(s, "=") {
				must(t, f.SetCellFormula("Sheet1", at, s[1:]))
				continue
			}
			must(t, f.SetCellValue("Sheet1", at, v))
		}
	})
}

func filled(t testing.TB, template []byte, s report.Scope) *excelize.File {
	t.Helper()
	b, err := FillTemplate("t.xlsx", template, s)
	must(t, err)
	again, err := FillTemplate("t.xlsx", template, s)
	must(t, err)
	if !bytes.Equal(b, again) {
		t.Error("the same call gives other bytes")
	}
	f, err := excelize.OpenReader(bytes.NewReader(b))
	must(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// showCells are the cells as a reader of the workbook sees them: formulas with "=".
func showCells(t testing.TB, f *excelize.File, cells ...string) string {
	t.Helper()
	var out []string
	for _, at := range cells {
		formula, err := f.GetCellFormula("Sheet1", at)
		must(t, err)
		v, err := f.GetCellValue("Sheet1", at)
		must(t, err)
		if formula != "" {
			v = "=" + formula
		}
		out = append(out, v)
	}
	return strings.Join(out, "|")
}

func TestTypedCells(t *testing.T) {
	f := filled(t, cellsOf(t, map[string]any{"A1": "{{dossier.attribute.Budget}}", "B1": "{{dossier.attribute.Paid on}}",
		"C1": "{{dossier.attribute.Code}}", "D1": "Budget: {{dossier.attribute.Budget}}", "E1": "{{dossier.name}}",
		"F1": "{{file.pages}}"}),
		report.OfFile(facts(t), 0))
	if got := showCells(t, f, "A1", "B1", "C1", "D1", "E1", "F1"); got != "12.5|2026-01-31|007|Budget: 12.50|R&D <March>|3" {
		t.Error(got)
	}
	types := ""
	for _, at := range []string{"A1", "B1", "C1", "D1", "F1"} {
		kind, err := f.GetCellType("Sheet1", at)
		must(t, err)
		types += map[bool]string{true: "n", false: "s"}[kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber]
	}
	if types != "nnsss" {
		t.Errorf("types of cells: %s, want %q", types, "nnsss")
	}
}

func TestNoValueBecomesAFormula(t *testing.T) {
	f := filled(t, cellsOf(t, map[string]any{"A1": "{{component.value}}"}), report.OfFile(facts(t), 0))
	if got := showCells(t, f, "A1", "A2", "A3", "A4"); got != "=1+1|+2|-3|@x" {
		t.Error(got)
	}
	for _, at := range []string{"A1", "A2", "A3", "A4"} {
		kind, err := f.GetCellType("Sheet1", at)
		must(t, err)
		formula, err := f.GetCellFormula("Sheet1", at)
		must(t, err)
		if kind != excelize.CellTypeSharedString || formula != "" {
			t.Errorf("%s has type %v and formula %q, want kind = %v and formula = nothing", at, kind, formula,
				excelize.CellTypeSharedString)
		}
	}
}

func TestRowsAreRepeatedAndSumsGrow(t *testing.T) {
	f := filled(t, cellsOf(t, map[string]any{
		"A1": "Files of {{dossier.name}}", "B1": "=SUM(B3:B3)", "C1": "=B4",
		"A2": "Name", "B2": "Amount", "A3": "{{file.name}}", "B3": "{{file.attribute.Amount}}", "C3": "=B3*2", "D3": "=B$3",
		"E3": 7, "F3": true, "G3": "same",
		"A4": "Sum", "B4": "=SUM(B3:B3)", "C4": "=SUM(B2:B3)+LOG10(B3)", "D4": "=\"B3:B3\"&Sheet1!C3:C3", "E4": "=SUM(B3:B4)"}),
		report.OfAll(facts(t)))
	for at, want := range map[string]string{"A3,A4,A5,A6": "a.pdf|b.pdf|c.pdf|Sum", "B3,B4,B5,B6": "1.5|2|40|=SUM(B3:B5)",
		"C3,C4,C5": "=B3*2|=B4*2|=B5*2",
		"D3,D5":    "=B$3|=B$3", "E3,E4,E5,F5,G4": "7|7|7|TRUE|same", "B1,C1": "=SUM(B3:B5)|=B6", "C6": "=SUM(B2:B5)+LOG10(B3)",
		"D6": "=\"B3:B3\"&Sheet1!C3:C5", "E6": "=SUM(B3:B6)"} {
		if got := showCells(t, f, strings.Split(at, ",")...); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
	sum, err := f.CalcCellValue("Sheet1", "B6")
	must(t, err)
	if sum != "43.5" {
		t.Errorf("the sum is %s, want %q", sum, "43.5")
	}
}

func TestARowWithoutElementsIsRemoved(t *testing.T) {
	template := cellsOf(t, map[string]any{"A1": "Head", "A2": "{{component.value}}", "B2": 1, "A3": "Sum", "B3": "=SUM(B2:B2)",
		"A4": "{{component.rule}}", "A5": "=A1"})
	f := filled(t, template, report.OfFile(facts(t), 1))
	if got := showCells(t, f, "A1", "A2", "B2", "A3", "A4"); got != "Head|Sum|=SUM(0)|=A1|" {
		t.Error(got)
	}
}

func TestFormatsAreCopied(t *testing.T) {
	f := filled(t, workbook(t, func(f *excelize.File) {
		bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: 4})
		must(t, err)
		must(t, f.SetCellValue("Sheet1", "A1", "{{file.name}}"))
		must(t, f.SetCellStyle("Sheet1", "A1", "D1", bold))
		must(t, f.MergeCell("Sheet1", "B1", "C1"))
		must(t, f.SetRowHeight("Sheet1", 1, 33))
		must(t, f.SetConditionalFormat("Sheet1", "A1:D1",
			[]excelize.ConditionalFormatOptions{{Type: "cell", Criteria: ">", Value: "6", Format: &bold}}))
	}), report.OfAll(facts(t)))
	for row := 1; row <= 3; row++ {
		style, err := f.GetCellStyle("Sheet1", fmt.Sprintf("A%d", row))
		must(t, err)
		st, err := f.GetStyle(style)
		must(t, err)
		height, err := f.GetRowHeight("Sheet1", row)
		must(t, err)
		if !st.Font.Bold || st.NumFmt != 4 || height != 33 {
			t.Errorf("row %d has format %+v, height %v, want st.Font.Bold, st.NumFmt = 4 and height = 33", row, st, height)
		}
		last, err := f.GetCellStyle("Sheet1", fmt.Sprintf("D%d", row))
		must(t, err)
		if last != style {
			t.Errorf("row %d lacks the format of an empty cell, want last = %v", row, style)
		}
	}
	merged, err := f.GetMergeCells("Sheet1")
	must(t, err)
	var areas []string
	for _, m := range merged {
		areas = append(areas, m.GetStartAxis()+":"+m.GetEndAxis())
	}
	slices.Sort(areas)
	if fmt.Sprint(areas) != "[B1:C1 B2:C2 B3:C3]" {
		t.Errorf("merged: %v, want [B1:C1 B2:C2 B3:C3]", areas)
	}
	conditions, err := f.GetConditionalFormats("Sheet1")
	must(t, err)
	if len(conditions["A1:D3"]) != 1 {
		t.Errorf(`conditional formats: %v, want len(conditions["A1:D3"]) = 1`, conditions)
	}
}

func TestRunsHeadersAndPictures(t *testing.T) {
	f := filled(t, workbook(t, func(f *excelize.File) {
		must(t, f.SetCellRichText("Sheet1", "A1", []excelize.RichTextRun{{Text: "About {{dos"},
			{Text: "sier.na", Font: &excelize.Font{Bold: true}}, {Text: "me}}!"}}))
		must(t, f.SetCellValue("Sheet1", "A2", "{{dossier.attribute.Logo}}"))
		must(t, f.SetHeaderFooter("Sheet1", &excelize.HeaderFooterOptions{OddHeader: "&L{{dossier.name}}&R&P", OddFooter: "{{unknown}}"}))
	}), report.OfFile(facts(t), 0))
	runs, err := f.GetCellRichText("Sheet1", "A1")
	must(t, err)
	var texts []string
	for _, r := range runs {
		texts = append(texts, r.Text)
	}
	if got := strings.Join(texts, "|"); got != "About R&D <March>||!" && got != "About R&D <March>|!" {
		t.Errorf("runs: %s, want got = %q or got = %q", got, "About R&D <March>||!", "About R&D <March>|!")
	}
	margins, err := f.GetHeaderFooter("Sheet1")
	must(t, err)
	if margins.OddHeader != "&LR&&D <March>&R&P" || margins.OddFooter != "{{unknown}}" {
		t.Errorf("%+v, want margins.OddHeader = %q and margins.OddFooter = %q", margins, "&LR&&D <March>&R&P", "{{unknown}}")
	}
	pictures, err := f.GetPictures("Sheet1", "A2")
	must(t, err)
	if len(pictures) != 1 || !bytes.Equal(pictures[0].File, logo(t)) {
		t.Errorf("%d pictures, want len(pictures) = 1 and the same bytes", len(pictures))
	}
	if got := showCells(t, f, "A2"); got != "" {
		t.Errorf("beside the picture stands %q, want nothing", got)
	}
}

func TestFormulasAreRead(t *testing.T) {
	for formula, want := range map[string]string{
		"A1+$A1+A$1+$A$1": "A3+$A3+A$1+$A$1", `"A1"&A1`: `"A1"&A3`, "'A1''s'!B2:C2": "'A1''s'!B4:C4", "LOG10(A1)": "LOG10(A3)",
		"Rate1+tax_A1": "Rate3+tax_A1", "1E5*A1": "1E5*A3", "T[A1]": "T[A1]", "A1.b": "A1.b", "SUM(A:A)": "SUM(A:A)", "ABCD1": "ABCD1",
	} {
		if formula == "Rate1+tax_A1" {
			want = "Rate1+tax_A1" // four letters are no column
		}
		if got := moveFormula(formula, 2); got != want {
			t.Errorf("%s became %s, want %s", formula, got, want)
		}
	}
}
