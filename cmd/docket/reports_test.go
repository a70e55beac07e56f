package main

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
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
	dossierCells := []string{"{{dossier.name}}", "{{dossier.description}}", "{{dossier.owner}}", "{{dossier.template}}", "{{dossier.status}}", "{{dossier.dueDate}}",
		"{{dossier.attribute.Budget}}", "{{dossier.attribute.Paid on}}", "{{dossier.attribute.Logo}}", "{{user.name}}", "{{date.yyyy}}", "{{nothing.else}}"}
	files["reports/all.xlsx"] = sheetOf(t, dossierCells, []string{"{{file.name}}", "{{file.attribute.Supplier}}", "{{component.Invoice_Number}}", "{{file.status}}"})
	files["reports/one.xlsx"] = sheetOf(t, []string{"{{file.name}}", "{{file.pages}}", "{{component.invoice_number}}"},
		[]string{"{{component.name}}", "{{component.displayName}}", "{{component.value}}", "{{component.originalValue}}", "{{component.rule}}", "{{component.pages}}"})
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
	s := serve(t, filepath.Join(t.TempDir(), "data"), append(masterKey(t), "--import", reportsBundle(t))...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossierOf("Reports", "=March")
	c.setsAttributes(dossier)
	one := c.upload(dossier, "one.pdf", sample(t))
	for _, id := range []string{one, c.upload(dossier, "two.pdf", []byte("%PDF-1.4 broken"))} {
		c.awaitDone(dossier + "/files/" + id)
	}
	var list struct{ FileAttributeDefinitions []struct{ ID string } }
	c.want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/file-attribute-definitions", nil).into(t, &list)
	c.want(204, "PUT", dossier+"/files/"+one+"/attributes", map[string]any{"attributeIdToValue": map[string]string{list.FileAttributeDefinitions[0].ID: "ACME"}})
	c.awaitDone(dossier + "/files/" + one)
	c.want(204, "POST", dossier+"/files/"+one+"/component-overrides", map[string]any{"name": "Invoice_Number", "componentValues": []any{map[string]any{"value": "=1+1"}}})

	inside := c.unpacked(dossier, map[string]any{"reportTemplateIds": c.reportTemplates(dossier), "downloadFileTypes": []string{}})
	names := []string{}
	for name := range inside {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := []string{"Reports/All files/=March_All files.xlsx", "Reports/One file/UNAPPROVED_one_One file.xlsx"}; !slices.Equal(names, want) {
		t.Fatalf("%q", names)
	}
	all := cellsOf(t, inside[names[0]])
	for _, want := range []string{"[[=March] [] [mira", "[Reports] [] [] [12.5] [2026-01-31] [] [mira", "[{{nothing.else}}] [one.pdf ACME =1+1 NEW]]"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
	if one := cellsOf(t, inside[names[1]]); !strings.Contains(one, "[[one.pdf] [1] [=1+1] [Invoice_Number Number =1+1 ") {
		t.Error(one)
	}
	found := c.want(200, "GET", dossier+"/components.xml?includeDetails=true", nil)
	if !strings.Contains(string(found.body), `<component name="Invoice_Number" displayName="Number" overridden="true">`) {
		t.Errorf("%s", found.body)
	}
}

// setsAttributes gives the dossier a number, a date and a picture, the file to come
// nothing.
func (c *caller) setsAttributes(dossier string) {
	c.t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		c.t.Fatal(err)
	}
	var list struct {
		DossierAttributeDefinitions []struct{ ID, Name string }
	}
	c.want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/dossier-attribute-definitions", nil).into(c.t, &list)
	values := map[string]string{}
	for _, d := range list.DossierAttributeDefinitions {
		if d.Name == "Budget" {
			const nobody = "0d2b7f5e-8a5c-4a52-9a0e-3f6f7d0c1b11"
			for id, refusal := range map[string]string{d.ID: "Value of attribute Budget is not a NUMBER", nobody: "Unknown attribute: " + nobody} {
				c.failed(400, refusal, "PUT", dossier+"/attributes", "application/json", strings.NewReader(`{"attributeIdToValue":{"`+id+`":"much"}}`))
			}
		}
		values[d.ID] = map[string]string{"Budget": "12.50", "Paid on": "2026-01-31", "Logo": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())}[d.Name]
	}
	c.want(204, "PUT", dossier+"/attributes", map[string]any{"attributeIdToValue": values})
	var d struct {
		DossierAttributes struct{ AttributeIDToValue map[string]string }
	}
	if c.want(200, "GET", dossier, nil).into(c.t, &d); len(d.DossierAttributes.AttributeIDToValue) != 3 {
		c.t.Errorf("attributes of the dossier: %v", d)
	}
}

// reportTemplates are the ids of all report templates.
func (c *caller) reportTemplates(dossier string) (ids []string) {
	c.t.Helper()
	var list struct {
		ReportTemplates []struct {
			ID, Name, FileName               string
			MultiFileReport, ActiveByDefault bool
		}
	}
	c.want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/report-templates", nil).into(c.t, &list)
	if len(list.ReportTemplates) != 2 || list.ReportTemplates[0].Name != "All files" || !list.ReportTemplates[0].MultiFileReport || !list.ReportTemplates[0].ActiveByDefault {
		c.t.Errorf("report templates: %+v", list)
	}
	for _, r := range list.ReportTemplates {
		ids = append(ids, r.ID)
	}
	return ids
}
