package service_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// form sends a file to a report template.
func (s *partSite) form(status int, method, path, name string, content []byte) (r struct{ ID, Name, FileName, UploadDate string }) {
	s.T.Helper()
	body, kind := servicetest.NewMultipartFile(name, content)
	a, err := s.Do(method, path, kind, body)
	if err != nil || a.Status != status {
		s.T.Fatalf("%s %s: %d %s %v, want no error and a.Status = %v", method, path, a.Status, a.Body, err, status)
	}
	a.Decode(s.T, &r)
	return r
}

// TestReportTemplatesComeAndGo fills a report template that was uploaded, changes it
// and deletes it while a dossier names it.
func TestReportTemplatesComeAndGo(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newPartSite(t, args)
		at := s.template + "/report-templates"
		sheet := sheetOf(t, []string{"{{dossier.name}}"}, []string{"{{file.name}}"})
		made := s.form(201, "POST", at+"?multiFileReport=true&activeByDefault=true", "sheet.xlsx", sheet)
		other := s.form(201, "POST", at+"?name=Other", "sheet.xlsx", sheet)
		s.shows("/report-templates", "Other:sheet.xlsx:false:false sheet.xlsx:sheet.xlsx:true:true", "name", "fileName",
			"multiFileReport", "activeByDefault")
		one := at + "/" + made.ID
		a := s.Want(200, "GET", one, nil)
		if string(a.Body) != string(sheet) || a.Header.Get("Content-Disposition") != `attachment; filename="sheet.xlsx"` ||
			!strings.HasSuffix(a.Header.Get("Content-Type"), "spreadsheetml.sheet") {
			t.Errorf("%d bytes, %v, want the sheet as an attachment", len(a.Body), a.Header)
		}
		s.refusesReports(at, made.ID)
		empty := "--B--\r\n"
		if a, err := s.Do("PUT", one+"?name=Sheet&multiFileReport=true&activeByDefault=true", "multipart/form-data; boundary=B",
			strings.NewReader(empty)); err != nil || a.Status != 200 || !strings.Contains(string(a.Body), made.UploadDate) {
			t.Fatalf("%d %s %v, want a.Status = 200, string(a.Body) with %v and no error", a.Status, a.Body, err, made.UploadDate)
		}
		dossier := s.NewDossierOf("Follows", "Reports")
		s.AwaitDone(dossier + "/files/" + s.Upload(dossier, "a.pdf", servicetest.SamplePDF(t)))
		inside := s.FetchPackage(dossier, map[string]any{"downloadFileTypes": []string{}})
		if got := cellsOf(t, inside["Reports/Sheet/Reports_Sheet.xlsx"]); got != "[[Reports] [a.pdf]]" {
			t.Errorf("%s in %d files, want %q", got, len(inside), "[[Reports] [a.pdf]]")
		}
		s.form(200, "PUT", one+"?activeByDefault=true", "new.xlsx", sheetOf(t, []string{"{{dossier.name}}!"}, nil))
		s.shows("/report-templates", "Other:sheet.xlsx:false:false new.xlsx:new.xlsx:false:true", "name", "fileName",
			"multiFileReport", "activeByDefault")

		s.Want(200, "POST", s.template+"/dossiers",
			map[string]any{"id": filepath.Base(dossier), "name": "Reports", "reportTemplateIds": []string{other.ID, made.ID}})
		s.Want(204, "DELETE", one, nil)
		s.Want(404, "GET", one, nil)
		if got := s.fields(dossier, "reportTemplateIds"); got != `[["`+other.ID+`"]]` {
			t.Errorf("the dossier names %s, want %s alone", got, other.ID)
		}
		if got := s.fields(s.NewDossierOf("Follows", "Later"), "reportTemplateIds"); got != `[[]]` {
			t.Errorf("a new dossier names %s, want %q", got, `[[]]`)
		}
		s.ExpectFailure(400, "Unknown report template: "+made.ID, "POST", dossier+"/downloads", "application/json",
			strings.NewReader(`{"reportTemplateIds":["`+made.ID+`"]}`))
		s.ExpectFailure(400, "Unknown report template: "+made.ID, "POST", s.template+"/dossiers", "application/json",
			strings.NewReader(`{"id":"`+filepath.Base(dossier)+`","name":"Reports","reportTemplateIds":["`+made.ID+`"]}`))
		for name := range s.FetchPackage(dossier, map[string]any{"downloadFileTypes": []string{}}) {
			if !strings.HasPrefix(name, "Reports/Other/") {
				t.Errorf("%s is in the package, want %q at its beginning", name, "Reports/Other/")
			}
		}
		servicetest.CheckLog(t, s.Service)
	})
}

func (s *partSite) refusesReports(at, id string) {
	s.T.Helper()
	before := string(s.Want(200, "GET", at, nil).Body)
	sheet := string(sheetOf(s.T.(*testing.T), []string{"x"}, nil))
	nobody, elsewhere := uuid.NewString(), "/api/dossier-templates/"+uuid.NewString()+"/report-templates"
	for _, r := range []struct {
		method, path, name, content string
		status                      int
		message                     string
	}{
		{"POST", elsewhere, "a.xlsx", sheet, 404, "Dossier template not found"},
		{"PUT", elsewhere + "/" + id, "a.xlsx", sheet, 404, "Dossier template not found"},
		{"PUT", at + "/" + nobody, "a.xlsx", "no sheet", 404, "Report template not found"},
		{"PUT", at + "/1", "a.xlsx", sheet, 400, "reportTemplateId is not a valid identifier"},
		{"PUT", s.TemplateNamed("Stays") + "/report-templates/" + id, "a.xlsx", sheet, 404, "Report template not found"},
		{"POST", at, "sheet.xlsx", sheet, 409, "Name already exists"},
		{"PUT", at + "/" + id + "?name=Other", "a.xlsx", sheet, 409, "Name already exists"},
		{"POST", at + "?name=%20", "a.xlsx", sheet, 400, "name is required"},
		{"POST", at + "?name=" + strings.Repeat("n", 101), "a.xlsx", sheet, 400, "name must not be longer than 100"},
		{"POST", at, strings.Repeat("n", 96) + ".xlsx", sheet, 400, "name must not be longer than 100"},
		{"POST", at + "?name=a&name=b", "a.xlsx", sheet, 400, "name must be given once"},
		{"POST", at + "?multiFileReport=yes", "a.xlsx", sheet, 400, "multiFileReport must be true or false"},
		{"POST", at + "?activeByDefault=1", "a.xlsx", sheet, 400, "activeByDefault must be true or false"},
		{"POST", at, "a.xlsm", sheet, 415, "Unsupported file type: a.xlsm"},
		{"POST", at, "a.docx", sheet, 415, "Unsupported file type: a.docx"},
		{"POST", at, "a.xlsx", "", 415, "Unsupported file type: a.xlsx"},
		{"PUT", at + "/" + id, "a.txt", "x", 415, "Unsupported file type: a.txt"},
		{"POST", at, "macros.xlsx", string(servicetest.Zip(s.T.(*testing.T), "[Content_Types].xml", "<Types/>",
			"xl/workbook.xml", "<w/>", "xl/vbaProject.bin", "x")), 415, "Unsupported file type: macros.xlsx"},
		{"POST", at, "links.xlsx", string(servicetest.Zip(s.T.(*testing.T), "[Content_Types].xml", "<Types/>",
			"xl/workbook.xml", "<w/>", "xl/externalLinks/externalLink1.xml", "<x/>")), 415, "Unsupported file type: links.xlsx"},
		{"POST", at, "a.xlsx", strings.Repeat("x", 20<<20+1), 413, "The file is too large"},
	} {
		body, kind := servicetest.NewMultipartFile(r.name, []byte(r.content))
		s.ExpectFailure(r.status, r.message, r.method, r.path, kind, body)
	}
	s.ExpectFailure(400, "file is required", "POST", at, "multipart/form-data; boundary=B", strings.NewReader("--B--\r\n"))
	s.ExpectFailure(415, "Content-Type must be multipart/form-data", "PUT", at+"/"+id, "application/json", strings.NewReader("{}"))
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		s.ExpectFailure(404, "Report template not found", method, at+"/"+nobody, "", nil)
		s.ExpectFailure(400, "reportTemplateId is not a valid identifier", method, at+"/1", "", nil)
	}
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER")
	ugo := s.Service.SignIn("ugo", "Str0ng-enough")
	ugo.ExpectFailure(403, "Access denied", "GET", at+"/"+id, "", nil)
	ugo.ExpectFailure(403, "Access denied", "DELETE", at+"/"+id, "", nil)
	if after := string(s.Want(200, "GET", at, nil).Body); after != before {
		s.T.Errorf("refused requests left\n%s\nafter\n%s, want no change", after, before)
	}
}
