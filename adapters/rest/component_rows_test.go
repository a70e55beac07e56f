package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/queries"
)

// exportedFiles are two files, one without values.
func exportedFiles() []queries.ExportedFile {
	values := queries.FileComponents{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Filename: "a.pdf",
		Components: []component.Detail{
			{Name: "Total_Amount", TechnicalName: "total_amount", Overridden: true,
				Values: []component.Value{{Value: "1,5"}, {Value: "say \"two\""}}},
			{Name: "IBAN", TechnicalName: "iban", Values: []component.Value{{Value: "DE1"}}, Checked: &component.Check{By: userID}},
		}}
	none := queries.FileComponents{TemplateID: templateID, DossierID: dossierID, FileID: defID, Filename: "b.pdf"}
	return []queries.ExportedFile{
		{FileComponents: values, DossierName: "May", WorkflowStatus: "APPROVED", ProcessingStatus: "PROCESSED", Cursor: "c1"},
		{FileComponents: none, DossierName: "May", WorkflowStatus: "NEW", ProcessingStatus: "ERROR", Cursor: "c2"},
	}
}

func TestComponentsAreExportedByLines(t *testing.T) {
	s := newSite(t)
	s.exported = exportedFiles()
	a := s.do(request("GET", tPath+"/components/export?workflowStatus=APPROVED&processingStatus=PROCESSED&cursor=c0&dossierId="+dossierID, ""))
	want := `{"dossierTemplateId":"` + templateID + `","dossierId":"` + dossierID + `","fileId":"` + fileID +
		`","filename":"a.pdf","components":{"Total_Amount":["1,5","say \"two\""],"IBAN":["DE1"]},` +
		`"dossierName":"May","workflowStatus":"APPROVED","processingStatus":"PROCESSED","cursor":"c1"}`
	lines := strings.Split(string(a.body), "\n")
	if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/jsonl" || len(lines) != 3 || !sameJSON(lines[0], want) {
		t.Errorf("got %d %s %s, want two lines of application/jsonl, the first\n%s", a.StatusCode, a.Header.Get("Content-Type"), a.body, want)
	}
	asked, ok := s.asked.(queries.AskExport)
	if !ok || asked.TemplateID != templateID || asked.DossierID != dossierID || asked.Cursor != "c0" ||
		strings.Join(asked.WorkflowStatus, "") != "APPROVED" || strings.Join(asked.ProcessingStatus, "") != "PROCESSED" {
		t.Errorf("asked for %+v, want what the query says", s.asked)
	}
}

func TestComponentsAreExportedAsTable(t *testing.T) {
	s := newSite(t)
	s.exported = exportedFiles()
	a := s.do(request("GET", tPath+"/components/export?format=csv", ""))
	about := dossierID + ",May," + fileID + ",a.pdf,APPROVED,PROCESSED,"
	want := "dossierId,dossierName,fileId,filename,workflowStatus,processingStatus,component,technicalName,value,overridden,checked,cursor\n" +
		about + `Total_Amount,total_amount,"1,5",true,false,` + "\n" +
		about + `Total_Amount,total_amount,"say ""two""",true,false,` + "\n" +
		about + "IBAN,iban,DE1,false,true,c1\n" +
		dossierID + ",May," + defID + ",b.pdf,NEW,ERROR,,,,,,c2\n"
	if a.StatusCode != 200 || a.Header.Get("Content-Type") != "text/csv; charset=utf-8" || string(a.body) != want {
		t.Errorf("got %d %s\n%s, want\n%s", a.StatusCode, a.Header.Get("Content-Type"), a.body, want)
	}
	s.exported = nil
	if a := s.do(request("GET", tPath+"/components/export?format=csv", "")); strings.Count(string(a.body), "\n") != 1 {
		t.Errorf("nothing to export: got %s, want a header alone", a.body)
	}
	if a := s.do(request("HEAD", tPath+"/components/export", "")); a.StatusCode != 200 || len(a.body) != 0 {
		t.Errorf("HEAD: got %d and %d bytes, want 200 and none", a.StatusCode, len(a.body))
	}
}

// An export that fails before its first file is refused; one that fails later breaks off.
func TestExportsThatFailAreNotTakenForWhole(t *testing.T) {
	s := newSite(t)
	s.exported = exportedFiles()
	s.exportErr = errors.New("the disk is away")
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("got %v, want %v", got, http.ErrAbortHandler)
		}
	}()
	a := s.do(request("GET", tPath+"/components/export", ""))
	t.Errorf("got %d %s, want the connection broken off", a.StatusCode, a.body)
}

// sameJSON reports whether two texts are the same value.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}
