package service_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/service/servicetest"
)

const reportsTemplate = `format: 1
name: Reports
description: With reports of its own
dossierStatuses: [{name: Open}]
dossierAttributes:
  - {name: Budget, type: NUMBER, editable: true}
  - {name: Logo, type: IMAGE, editable: true}
  - {name: Paid on, type: DATE, editable: true}
fileAttributes: [{name: Supplier, type: TEXT, editable: true}]
components:
  - {technicalName: Invoice_Number, displayName: Number}
reportTemplates:
  - {file: reports/all.xlsx, name: All files, multiFileReport: true, activeByDefault: true}
  - {file: reports/one.xlsx, name: One file}
`

// reportsBundle writes a template whose reports hold placeholders in their first
// columns: of the dossier from row 1 on, and a row that is repeated.
func reportsBundle(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string][]byte{"template.yaml": []byte(reportsTemplate)}
	for _, name := range []string{"entity-rules.drl", "component-rules.drl"} {
		rules, err := os.ReadFile("templates/invoice/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = rules
	}
	dossierCells := []string{"{{dossier.name}}", "{{dossier.description}}", "{{dossier.owner}}", "{{dossier.template}}",
		"{{dossier.status}}", "{{dossier.dueDate}}",
		"{{dossier.attribute.Budget}}", "{{dossier.attribute.Paid on}}", "{{dossier.attribute.Logo}}", "{{user.name}}",
		"{{date.yyyy}}", "{{nothing.else}}"}
	files["reports/all.xlsx"] = sheetOf(t, dossierCells,
		[]string{"{{file.name}}", "{{file.attribute.Supplier}}", "{{component.Invoice_Number}}", "{{file.status}}"})
	files["reports/one.xlsx"] = sheetOf(t, []string{"{{file.name}}", "{{file.pages}}", "{{component.invoice_number}}"},
		[]string{"{{component.name}}", "{{component.displayName}}", "{{component.value}}", "{{component.originalValue}}",
			"{{component.rule}}", "{{component.pages}}"})
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sheetOf makes a workbook: each cell of the first list on a row of its own, then a
// row of the second one.
func sheetOf(t *testing.T, cells, row []string) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, text := range append(slices.Clone(cells), row...) {
		column, line := 1, i+1
		if i >= len(cells) {
			column, line = i-len(cells)+1, len(cells)+1
		}
		at, err := excelize.CoordinatesToCellName(column, line)
		if err == nil {
			err = f.SetCellStr("Sheet1", at, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestReportsOfAPackage fills reports with attributes, extracted and overridden
// values over HTTP.
func TestReportsOfAPackage(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--import", reportsBundle(t))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossierOf("Reports", "=March")
	c.SetsAttributes(dossier)
	one := c.Upload(dossier, "one.pdf", servicetest.SamplePDF(t))
	for _, id := range []string{one, c.Upload(dossier, "two.pdf", []byte("%PDF-1.4 broken"))} {
		c.AwaitDone(dossier + "/files/" + id)
	}
	var list struct{ FileAttributeDefinitions []struct{ ID string } }
	c.Want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/file-attribute-definitions", nil).Decode(t, &list)
	c.Want(204, "PUT", dossier+"/files/"+one+"/attributes",
		map[string]any{"attributeIdToValue": map[string]string{list.FileAttributeDefinitions[0].ID: "ACME"}})
	c.AwaitDone(dossier + "/files/" + one)
	c.Want(204, "POST", dossier+"/files/"+one+"/component-overrides",
		map[string]any{"name": "Invoice_Number", "componentValues": []any{map[string]any{"value": "=1+1"}}})

	inside := c.FetchPackage(dossier, map[string]any{"reportTemplateIds": c.ReportTemplates(dossier), "downloadFileTypes": []string{}})
	names := []string{}
	for name := range inside {
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{"NOT_INCLUDED.txt", "Reports/All files/=March_All files.xlsx", "Reports/One file/UNAPPROVED_one_One file.xlsx"}
	if !slices.Equal(names, want) {
		t.Fatalf("%q, want %v", names, want)
	}
	if got := string(inside[names[0]]); got != "REPORT of two.pdf: its processing failed\n" {
		t.Errorf("what is left out: %q, want %q", got, "REPORT of two.pdf: its processing failed\n")
	}
	all := cellsOf(t, inside[names[1]])
	for _, want := range []string{"[[=March] [] [mira", "[Reports] [] [] [12.5] [2026-01-31] [] [mira",
		"[{{nothing.else}}] [one.pdf ACME =1+1 NEW]]"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
	if one := cellsOf(t, inside[names[2]]); !strings.Contains(one, "[[one.pdf] [1] [=1+1] [Invoice_Number Number =1+1 ") {
		t.Error(one)
	}
	found := c.Want(200, "GET", dossier+"/components.xml?includeDetails=true", nil)
	if !strings.Contains(string(found.Body), `<component name="Invoice_Number" displayName="Number" overridden="true">`) {
		t.Errorf("got %s, want Invoice_Number as overridden", found.Body)
	}
}
