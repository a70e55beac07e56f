package corrections

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestMain(m *testing.M) { os.Exit(servicetest.RunWaitingTests(m, servicetest.RunCommand)) }

// A value is one value of a component as the interface shows it.
type value struct {
	ValueID          string
	BasedOn          *string
	Value            string
	OriginalValue    string
	ComponentRuleID  string
	EntityReferences []struct{ ID string }
	Places           []struct{ Page int }
	Cells            []struct{ Column, Value, OriginalValue string }
}

// cell returns the text of a cell, and what was extracted there.
func (v value) cell(column string) string {
	for _, c := range v.Cells {
		if c.Column == column {
			return c.Value + " of " + c.OriginalValue
		}
	}
	return ""
}

// entities returns the entities of a value.
func (v value) entities() string {
	ids := make([]string, len(v.EntityReferences))
	for i, r := range v.EntityReferences {
		ids[i] = r.ID
	}
	return strings.Join(ids, " ")
}

// readLines reads the rows of a file.
func readLines(t *testing.T, c *servicetest.Caller, file string) []value {
	t.Helper()
	var found struct {
		ComponentDetails []struct {
			TechnicalName   string
			ComponentValues []value
		}
	}
	c.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &found)
	for _, d := range found.ComponentDetails {
		if d.TechnicalName == "line_items" {
			return d.ComponentValues
		}
	}
	t.Fatal("there are no rows")
	return nil
}

// TestEachValueHasWhatIsItsOwn removes the second of three rows, puts a new one first, and corrects the third: each has its own
// original, rule, entities and places, wherever it is shown, also after an analysis by a changed rule and after the views were
// built anew.
func TestEachValueHasWhatIsItsOwn(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--import", templateWithReport(t))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN", "USER", "AUDITOR")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossierOf("Rows", "March")
	file := dossier + "/files/" + c.Upload(dossier, "one.pdf", servicetest.SamplePDF(t))
	c.AwaitDone(file)
	rows := readLines(t, c, file)
	if len(rows) != 3 {
		t.Fatalf("got %d rows, want 3: %+v", len(rows), rows)
	}
	const values = "/components/Line_Items/values"
	c.Want(204, "DELETE", file+values+"/"+rows[1].ValueID, nil)
	c.Want(204, "POST", file+values, map[string]any{"before": rows[0].ValueID,
		"cells": []any{map[string]any{"column": "line_description", "value": "Case | steel"},
			map[string]any{"column": "line_amount", "value": "7.00"}}})
	c.Want(204, "PUT", file+values+"/"+rows[2].ValueID, map[string]any{"note": "as delivered",
		"cells":  []any{map[string]any{"column": "line_quantity", "value": "2"}},
		"places": []any{map[string]any{"page": 1, "boxes": []any{map[string]any{"x": 100, "y": 400, "width": 20, "height": 10}}}}})

	check := func(when, rule string) {
		t.Helper()
		got := readLines(t, c, file)
		if len(got) != 3 {
			t.Fatalf("%s: got %d rows: %+v, want 3", when, len(got), got)
		}
		added, first, third := got[0], got[1], got[2]
		if added.Value != "Case | steel | 7.00" || added.BasedOn != nil || added.OriginalValue != "" || added.ComponentRuleID != "" ||
			added.entities() != "" || added.cell("line_description") != "Case | steel of " {
			t.Errorf("%s: the added row is %+v, want a row of its own without a rule", when, added)
		}
		if first.Value != rows[0].Value || first.OriginalValue != rows[0].Value || first.ComponentRuleID != rule ||
			first.entities() != rows[0].entities() || first.BasedOn == nil {
			t.Errorf("%s: the first row is %+v, want the row as it was read", when, first)
		}
		if third.Value != "Delivery | 2 | 12.00 | 12.00" || third.OriginalValue != rows[2].Value || third.ComponentRuleID != rule ||
			third.entities() != rows[2].entities() || third.cell("line_quantity") != "2 of 1" || len(third.Places) != 1 {
			t.Errorf("%s: the third row is %+v, want the row with 2 in place of 1", when, third)
		}
		checkExport(t, when, c, file, got)
		checkPackage(t, when, c, dossier, got)
		checkPreview(t, when, c, file)
	}
	check("after the corrections", "Lines.0.0")
	checkHistory(t, c, file, rows)
	checkBundle(t, c, file, rows)

	template := path.Dir(path.Dir(dossier))
	rules := c.Want(200, "GET", template+"/component-rules", nil).Body
	changed := bytes.ReplaceAll(rules, []byte("Lines.0.0"), []byte("Lines.7.0"))
	body, contentType := servicetest.NewMultipartFile("component-rules.drl", changed)
	if a, err := c.Do("POST", template+"/component-rules", contentType, body); err != nil || a.Status/100 != 2 {
		t.Fatalf("rules: %d %s %v, want no error and a.Status/100 = 2", a.Status, a.Body, err)
	}
	c.Want(200, "POST", file+"/reanalyse", nil)
	c.AwaitDone(file)
	check("after another analysis", "Lines.7.0")

	s.MustRunTool("projections", "rebuild", "files", "dossiers", "history")
	check("after the views were built anew", "Lines.7.0")

	now := readLines(t, c, file)
	c.Want(204, "DELETE", file+values+"/"+rows[1].ValueID+"/override", nil) // the identifier of the analysis before
	c.Want(204, "DELETE", file+values+"/"+now[0].ValueID+"/override", nil)
	c.Want(204, "DELETE", file+values+"/"+now[2].ValueID+"/override", nil)
	for i, v := range readLines(t, c, file) {
		if v.Value != rows[i].Value || v.entities() != rows[i].entities() || *v.BasedOn != v.ValueID {
			t.Errorf("reverted one by one: row %d is %+v, want the row as it was read", i, v)
		}
	}
	c.Want(404, "DELETE", file+values+"/"+now[0].ValueID, nil)
}

// readReports returns the report templates of a dossier's template.
func readReports(t *testing.T, c *servicetest.Caller, dossier string) (ids []string) {
	t.Helper()
	var list struct{ ReportTemplates []struct{ ID string } }
	c.Want(200, "GET", path.Dir(path.Dir(dossier))+"/report-templates", nil).Decode(t, &list)
	for _, r := range list.ReportTemplates {
		ids = append(ids, r.ID)
	}
	return ids
}

// templateWithReport makes a template with the rules of invoices and a report that tells the values of each component.
func templateWithReport(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	description, err := os.ReadFile("templates/invoice/template.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(description), "name: Invoices", "name: Rows", 1)
	at := strings.Index(text, "reportTemplates:")
	if at < 0 {
		t.Fatal("the template has no reports")
	}
	text = text[:at] + "reportTemplates:\n  - {file: reports/one.xlsx, name: One file}\n"
	sheet := excelize.NewFile()
	defer sheet.Close()
	for i, placeholder := range []string{"{{component.name}}", "{{component.value}}", "{{component.originalValue}}", "{{component.rule}}"} {
		cell, err := excelize.CoordinatesToCellName(i+1, 1)
		if err == nil {
			err = sheet.SetCellStr("Sheet1", cell, placeholder)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	report, err := sheet.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"template.yaml": []byte(text), "reports/one.xlsx": report.Bytes()}
	for _, name := range []string{"entity-rules.drl", "component-rules.drl", "date-formats.txt"} {
		if files[name], err = os.ReadFile("templates/invoice/" + name); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700),
			os.WriteFile(filepath.Join(dir, name), content, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkExport compares the rows of the export as XML.
func checkExport(t *testing.T, when string, c *servicetest.Caller, file string, want []value) {
	t.Helper()
	var export struct {
		Components []struct {
			Name   string `xml:"name,attr"`
			Values []struct {
				Text       string `xml:",chardata"`
				Original   string `xml:"originalValue,attr"`
				Rule       string `xml:"rule,attr"`
				References []struct {
					ID string `xml:"id,attr"`
				} `xml:"reference"`
				Cells []struct {
					Column string `xml:"column,attr"`
					Text   string `xml:",chardata"`
				} `xml:"cell"`
			} `xml:"value"`
		} `xml:"file>components>component"`
	}
	if err := xml.Unmarshal(c.Want(200, "GET", file+"/components.xml?includeDetails=true", nil).Body, &export); err != nil {
		t.Fatal(err)
	}
	for _, component := range export.Components {
		if component.Name != "Line_Items" {
			continue
		}
		var got, wanted []string
		for _, v := range component.Values {
			line := fmt.Sprint(v.Text, v.Original, v.Rule)
			for _, r := range v.References {
				line += " " + r.ID
			}
			for _, cell := range v.Cells {
				line += " " + cell.Column + "=" + cell.Text
			}
			got = append(got, line)
		}
		for _, v := range want {
			line := fmt.Sprint(v.Value, v.OriginalValue, v.ComponentRuleID)
			for _, r := range v.EntityReferences {
				line += " " + r.ID
			}
			for _, cell := range v.Cells {
				line += " " + cell.Column + "=" + cell.Value
			}
			wanted = append(wanted, line)
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: the export has\n%q, want\n%q", when, got, wanted)
		}
		return
	}
	t.Errorf("%s: the export has no rows", when)
}

// checkPackage compares the rows of the report in a package.
func checkPackage(t *testing.T, when string, c *servicetest.Caller, dossier string, want []value) {
	t.Helper()
	inside := c.FetchPackage(dossier, map[string]any{"reportTemplateIds": readReports(t, c, dossier), "downloadFileTypes": []string{}})
	for name, content := range inside {
		if !strings.HasSuffix(name, ".xlsx") {
			continue
		}
		sheet, err := excelize.OpenReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := sheet.GetRows("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		var got, wanted []string
		for _, row := range rows {
			if len(row) > 0 && row[0] == "Line_Items" {
				got = append(got, strings.TrimRight(strings.Join(row[1:], "; "), "; "))
			}
		}
		for _, v := range want {
			wanted = append(wanted, strings.TrimRight(strings.Join([]string{v.Value, v.OriginalValue, v.ComponentRuleID}, "; "), "; "))
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: the report has %q, want %q", when, got, wanted)
		}
		return
	}
	t.Errorf("%s: the package has no report", when)
}

// checkPreview wants the place of the corrected row to be marked, with its text.
func checkPreview(t *testing.T, when string, c *servicetest.Caller, file string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "preview.pdf")
	if err := os.WriteFile(name, c.Want(200, "GET", file+"/content?type=PREVIEW", nil).Body, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "qpdf", "--json", "--json-key=qpdf", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), `Delivery | 2 | 12.00 | 12.00\nas delivered`) {
		t.Errorf("%s: the preview does not mark the corrected row, want %q in it", when, `Delivery | 2 | 12.00 | 12.00\nas delivered`)
	}
	if strings.Contains(string(out), `Line_Items\nSet of 24`) {
		t.Errorf("%s: the preview marks the removed row, want no %q in it", when, `Line_Items\nSet of 24`)
	}
}

// checkHistory wants the history to tell of the last correction what each value stands for.
func checkHistory(t *testing.T, c *servicetest.Caller, file string, rows []value) {
	t.Helper()
	var history struct {
		Events []struct {
			Type string
			Data struct {
				Values          []string
				ComponentValues []value
			}
		}
	}
	c.Want(200, "GET", file+"/history?limit=100", nil).Decode(t, &history)
	var told []value
	var texts []string
	for _, e := range history.Events {
		if e.Type == "component.overridden" && len(e.Data.ComponentValues) == 3 && strings.HasPrefix(e.Data.Values[2], "Delivery | 2") {
			told, texts = e.Data.ComponentValues, e.Data.Values
		}
	}
	if len(told) != 3 {
		t.Fatalf("the history tells %+v, want len(told) = 3", history)
	}
	if told[0].OriginalValue != "" || told[1].OriginalValue != rows[0].Value || told[2].OriginalValue != rows[2].Value ||
		told[2].entities() != rows[2].entities() || told[2].cell("line_quantity") != "2 of 1" || texts[1] != rows[0].Value {
		t.Errorf("the history tells %+v, want the three values, the second as it was read", told)
	}
}

// checkBundle wants the opened event of an evidence bundle to tell what was extracted of the corrected and the removed row.
func checkBundle(t *testing.T, c *servicetest.Caller, file string, rows []value) {
	t.Helper()
	content := c.Want(200, "POST", "/api/evidence/bundles/"+path.Base(file)+"?openValues=true", nil).Body
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	in, err := z.Open("events.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	var last struct {
		Values []struct {
			Value     string
			Extracted *struct{ Value, RuleID string }
		}
		Removed []struct{ Value, RuleID string }
	}
	for line := range strings.Lines(string(lines)) {
		var event struct {
			Opened []struct {
				Field string
				Value []byte
			}
		}
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		for _, o := range event.Opened {
			if o.Field != "override" {
				continue
			}
			last.Values, last.Removed = nil, nil
			if err := json.Unmarshal(o.Value, &last); err != nil {
				t.Fatalf("%v: %s, want no error", err, o.Value)
			}
		}
	}
	if n := len(last.Values); n != 3 || last.Values[2].Extracted == nil || last.Values[2].Extracted.Value != rows[2].Value ||
		len(last.Removed) != 1 || last.Removed[0].Value != rows[1].Value || last.Removed[0].RuleID != "Lines.0.0" {
		t.Errorf("the bundle opens %+v, want three values, and the second row as removed", last)
	}
}
