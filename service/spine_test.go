package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/service/servicetest"
)

type detail struct {
	Name            string
	ComponentValues []struct {
		Value, OriginalValue, ComponentRuleID string
		EntityReferences                      []struct {
			ID, EntityRuleID, Type string
			Page                   int
		}
	}
}

type fileComponents struct {
	Filename         string
	Components       map[string][]string
	ComponentDetails []detail
	FailedRules      int
}

type history struct {
	Events []struct {
		Position uint64
		Type     string
		Actor    struct {
			ID       *string
			Username string
		}
		Summary string
		Data    map[string]json.RawMessage
	}
	NextCursor *string
}

func (h history) types() []string {
	var out []string
	for _, e := range h.Events {
		out = append(out, e.Type)
	}
	return out
}

// TestSpine carries one real PDF from upload to corrected component, package and
// usage figure, and finds it all again after a restart.
func TestSpine(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, spine)
}

func spine(t *testing.T, args []string) {
	t.Helper()
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Claims 2024")
	id := c.Upload(dossier, "first.pdf", servicetest.SamplePDF(t))
	file := dossier + "/files/" + id
	if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages == 0 {
		t.Fatalf("got %+v, want f.ProcessingStatus = PROCESSED and f.NumberOfPages other than 0", f)
	}
	number := correctComponent(t, c, file)
	packDossier(t, c, dossier, servicetest.SamplePDF(t))
	expectUsage(t, c, int64(len(servicetest.SamplePDF(t))))

	s.Stop()
	s.Start()
	c = s.SignIn("mira", "Str0ng-enough")
	var again fileComponents
	c.Want(200, "GET", file+"/components", nil).Decode(t, &again)
	if again.Components["Invoice_Number"][0] != number {
		t.Errorf(`after a restart the components are %v, want again.Components["Invoice_Number"][0] = %v`, again.Components, number)
	}
	deleteAll(t, c, dossier, file)
}

// correctComponent overrides a component, reverts it, and reads it all back from history.
func correctComponent(t *testing.T, c *servicetest.Caller, file string) string {
	t.Helper()
	var found fileComponents
	c.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &found)
	if len(found.Components["Invoice_Number"]) != 1 || len(found.ComponentDetails) == 0 {
		t.Fatalf(`components: %+v, want len(found.Components["Invoice_Number"]) = 1 and some found.ComponentDetails`, found)
	}
	number := found.Components["Invoice_Number"][0]
	c.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Invoice_Number", "componentValues": []any{map[string]string{"value": "X-1"}}})
	var now fileComponents
	c.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &now)
	i := slices.IndexFunc(now.ComponentDetails, func(d detail) bool { return d.Name == "Invoice_Number" })
	if v := now.ComponentDetails[i].ComponentValues[0]; v.Value != "X-1" || v.OriginalValue != number ||
		len(v.EntityReferences) == 0 || v.EntityReferences[0].Page != 1 {
		t.Errorf("an overridden value: %+v, want X-1 in place of %s, with its page", v, number)
	}
	c.Want(200, "POST", file+"/reanalyse", nil)
	if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 2 {
		t.Errorf("after the reanalysis: %+v, want f.ProcessingStatus = %q and f.NumberOfAnalyses = 2", f, "PROCESSED")
	}
	c.Want(200, "GET", file+"/components", nil).Decode(t, &now)
	if now.Components["Invoice_Number"][0] != "X-1" {
		t.Errorf(`the override does not survive a reanalysis: %v, want now.Components["Invoice_Number"][0] = X-1`, now.Components)
	}
	c.Want(204, "POST", file+"/component-overrides/revert", map[string]any{"components": []string{"Invoice_Number"}})
	c.Want(200, "GET", file+"/components", nil).Decode(t, &now)
	if now.Components["Invoice_Number"][0] != number {
		t.Errorf(`after the revert: %v, want now.Components["Invoice_Number"][0] = %v`, now.Components, number)
	}
	var h history
	c.Want(200, "GET", file+"/history?order=asc", nil).Decode(t, &h)
	types := h.types()
	if types[0] != "file.uploaded" || !slices.Contains(types, "file.analysed") || !slices.Contains(types, "component.override-reverted") {
		t.Errorf("history: %v, want types[0] = file.uploaded, types with file.analysed and types with component.override-reverted", types)
	}
	for _, e := range h.Events {
		if e.Type == "component.overridden" && (e.Actor.Username != "mira" || !strings.Contains(string(e.Data["values"]), "X-1")) {
			t.Errorf("who changed it, and to what: %+v, want mira and X-1", e)
		}
	}
	return number
}

// packDossier makes a package of the dossier and looks into it.
func packDossier(t *testing.T, c *servicetest.Caller, dossier string, original []byte) {
	t.Helper()
	inside := c.FetchPackage(dossier, map[string]any{})
	if !bytes.Equal(inside["Original/first.pdf"], original) {
		t.Error("the original in the package is not what was uploaded")
	}
	if p := inside["Preview/UNAPPROVED_first.pdf"]; !bytes.HasPrefix(p, []byte("%PDF-")) || !bytes.Contains(p, []byte("/Highlight")) {
		t.Errorf("the preview has no highlights (%d bytes), want highlights", len(p))
	}
	summary := ""
	for name, content := range inside {
		if strings.HasPrefix(name, "Reports/Invoice summary/") && strings.HasSuffix(name, "_Invoice summary.xlsx") {
			summary = cellsOf(t, content)
		}
	}
	if !strings.Contains(summary, "first.pdf") || strings.Contains(summary, "{{") {
		t.Errorf("the report in the package: %q, want %q in summary and no %q in summary", summary, "first.pdf", "{{")
	}
}

// cellsOf writes the cells of a workbook one behind the other.
func cellsOf(t *testing.T, workbook []byte) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(workbook))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(rows)
}

// expectUsage looks at the usage report.
func expectUsage(t *testing.T, c *servicetest.Caller, size int64) {
	t.Helper()
	period := map[string]any{"startDate": time.Now().AddDate(0, 0, -1).Format(time.RFC3339),
		"endDate": time.Now().AddDate(0, 0, 1).Format(time.RFC3339)}
	var u struct {
		NumberOfAnalyzedFiles, NumberOfAnalyzedPages, AnalyzedFilesBytes, TotalFilesUploadedBytes, NumberOfDossiers int64
	}
	var all history
	c.Want(200, "GET", "/api/audit/events?limit=1", nil).Decode(t, &all)
	c.AskBehind(all.Events[0].Position, "POST", "/api/license/usage-reports", period).Decode(t, &u)
	if u.NumberOfAnalyzedFiles != 1 || u.AnalyzedFilesBytes != size || u.TotalFilesUploadedBytes != size || u.NumberOfDossiers != 1 {
		t.Errorf("usage: %+v, want one file of %d bytes", u, size)
	}
}

// deleteAll moves the file to the trash, ends it for good, and ends the dossier.
func deleteAll(t *testing.T, c *servicetest.Caller, dossier, file string) {
	t.Helper()
	c.Want(204, "DELETE", file, nil)
	c.Want(404, "GET", file, nil)
	c.Want(200, "GET", file+"?includeSoftDeleted=true", nil)
	c.Want(204, "DELETE", file+"?deletePermanently=true", nil)
	c.Want(404, "GET", file+"?includeSoftDeleted=true", nil)
	c.Want(404, "GET", file+"/components", nil)
	c.Want(204, "DELETE", dossier+"?deletePermanently=true", nil)
	c.Want(404, "GET", dossier+"?includeSoftDeleted=true", nil)
}
