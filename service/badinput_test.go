package service_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBadUploads sends what is no PDF, and what looks like one.
func TestBadUploads(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--upload-limit", "1000000")...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Uploads")
		before := regularFiles(t, filepath.Join(s.Data, "blobs"))
		refusedUploads(t, c, dossier)
		var list struct{ FileStatus []servicetest.FileStatus }
		c.Want(200, "GET", dossier+"/files", nil).Decode(t, &list)
		if after := regularFiles(t, filepath.Join(s.Data, "blobs")); len(list.FileStatus) != 0 || !slices.Equal(before, after) {
			t.Errorf("refused uploads left %v, and %d blobs in place of %d, want len(list.FileStatus) = 0 and %v",
				list.FileStatus, len(after), len(before), after)
		}
		brokenUploads(t, c, dossier)
		servicetest.CheckLog(t, s)
	})
}

func refusedUploads(t *testing.T, c *servicetest.Caller, dossier string) {
	t.Helper()
	pdf := servicetest.SamplePDF(t)
	part := func(name, file string, content []byte) string {
		return "--B\r\nContent-Disposition: form-data; name=\"" + name + "\"" + file + "\r\n\r\n" + string(content) + "\r\n"
	}
	form := func(name string, content []byte) string {
		return part("file", `; filename="`+name+`"`, content) + "--B--\r\n"
	}
	elsewhere := filepath.Dir(dossier) + "/" + uuid.NewString()
	for _, row := range []struct {
		dossier, body string
		status        int
		message       string
	}{
		{dossier, form("a.pdf", []byte("hello")), 415, "Unsupported file type: a.pdf; by its content it is plain text, not a PDF document"},
		{dossier, form("a.exe", pdf), 415, "Unsupported file type: a.exe; by its content it is a PDF document: let its name end in .pdf"},
		{dossier, form("a.pdf", nil), 400, "The file is empty"},
		{dossier, form("..", pdf), 400, "The file name is not allowed"},
		{dossier, form("x/..", pdf), 400, "The file name is not allowed"},
		{dossier, part("file", `; filename*=UTF-8''a%01.pdf`, pdf) + "--B--\r\n", 400, "The file name is not allowed"},
		{dossier, form("a\x01.pdf", pdf), 400, "The upload is incomplete"},
		{dossier, form(strings.Repeat("n", 252)+".pdf", pdf), 400, "The file name is not allowed"},
		{dossier, form("", pdf), 400, "The file has no name"},
		{dossier, part("file", "", pdf) + "--B--\r\n", 400, "The file has no name"},
		{dossier, part("other", `; filename="a.pdf"`, pdf) + "--B--\r\n", 400,
			"Unknown parameter: other; this upload takes keepManualChanges, disableAutomaticAnalysis, file"},
		{dossier, part("file", `; filename="a.pdf"`, pdf) + form("b.pdf", pdf), 400, "Exactly one file is expected"},
		{dossier, part("file", `; filename="a.pdf"`, pdf), 400, "The upload is incomplete"},
		{dossier, "--B--\r\n", 400, "file is required"},
		{dossier, form("a.pdf", append([]byte("%PDF-1.7\n"), make([]byte, 1_000_000)...)), 413, "The file is too large"},
		{dossier, form("a.pdf", append([]byte("%PDF-1.7\n"), make([]byte, 4_000_000)...)), 413, "The file is too large"},
		{elsewhere, form("a.pdf", pdf), 404, "Dossier not found"},
	} {
		c.ExpectFailure(row.status, row.message, "POST", row.dossier+"/files", "multipart/form-data; boundary=B",
			strings.NewReader(row.body))
	}
	c.ExpectFailure(415, "Content-Type must be multipart/form-data", "POST", dossier+"/files", "application/pdf", bytes.NewReader(pdf))
	c.ExpectFailure(400, "keepManualChanges must be true or false", "POST", dossier+"/files?keepManualChanges=yes",
		"multipart/form-data; boundary=B", strings.NewReader(form("a.pdf", pdf)))
}

// brokenUploads are kept, and end in ERROR with the reason.
func brokenUploads(t *testing.T, c *servicetest.Caller, dossier string) {
	t.Helper()
	noise := make([]byte, 5000)
	_, _ = rand.Read(noise)
	pdf := servicetest.SamplePDF(t)
	for name, row := range map[string]struct {
		content []byte
		cause   string
	}{
		"noise.pdf":     {append([]byte("%PDF-1.4\n"), noise...), "The PDF cannot be read"},
		"truncated.pdf": {pdf[:100], "The PDF cannot be read"},
		"head.pdf":      {[]byte("%PDF-"), "The PDF cannot be read"},
	} {
		f := c.AwaitDone(dossier + "/files/" + c.Upload(dossier, name, row.content))
		if f.ProcessingStatus != "ERROR" || f.FileErrorInfo == nil || f.FileErrorInfo.Service != "layout" ||
			f.FileErrorInfo.Cause != row.cause {
			t.Errorf("%s: got %+v %+v, want ERROR of layout: %s", name, f, f.FileErrorInfo, row.cause)
		}
	}
	// What is left of a file whose end is missing is read.
	if f := c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "half.pdf", pdf[:len(pdf)/2])); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 {
		t.Errorf("half a file: %+v %+v, want f.ProcessingStatus = %q and f.NumberOfPages = 1", f, f.FileErrorInfo, "PROCESSED")
	}
}

func regularFiles(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBadRequests sends malformed bodies, identifiers and queries.
func TestBadRequests(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Requests")
		file := dossier + "/files/" + c.Upload(dossier, "a.pdf", servicetest.SamplePDF(t))
		malformedBodies(c, dossier, file)
		badFields(c, dossier, file)
		unknownThings(c, dossier, file)
		oddPaths(c, dossier)
		servicetest.CheckLog(t, s)
	})
}

func malformedBodies(c *servicetest.Caller, dossier, file string) {
	c.T.Helper()
	const message = "The request body is not valid JSON"
	for _, path := range []string{filepath.Dir(dossier), dossier + "/downloads", file + "/downloads", dossier + "/files/bulk-download",
		file + "/component-overrides", file + "/component-overrides/revert", "/api/license/usage-reports"} {
		for _, body := range []string{"{", `{"name":"n"} x`, `{"name":"n"}{}`, "nul", "{\"name\":\"\xff\"}",
			`{"name":"\ud800"}`, `{"a":1,"a":2}`,
			strings.Repeat("[", 100_000), "\ufeff{}"} {
			c.ExpectFailure(400, message, "POST", path, "application/json", strings.NewReader(body))
		}
		c.ExpectFailure(415, "Content-Type must be application/json", "POST", path, "text/xml", strings.NewReader("{}"))
		c.ExpectFailure(413, "The request body is too large", "POST", path, "application/json",
			strings.NewReader(`{"a":"`+strings.Repeat("x", 1<<20)+`"}`))
	}
}

func badFields(c *servicetest.Caller, dossier, file string) {
	c.T.Helper()
	dossiers, nobody := filepath.Dir(dossier), uuid.NewString()
	ids := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = uuid.NewString()
		}
		b, _ := json.Marshal(map[string]any{"fileIds": out})
		return string(b)
	}
	for _, row := range []struct {
		path, body string
		status     int
		message    string
	}{
		{dossiers, `{"name":7}`, 400, "name must be a string"},
		{dossiers, `{"name":" "}`, 400, "name is required"},
		{dossiers, `{"name":"` + strings.Repeat("é", 256) + `"}`, 400, "name must not be longer than 255"},
		{dossiers, `{"name":"Requests"}`, 409, "Dossier name already exists"},
		{dossiers, `{"name":" Requests "}`, 409, "Dossier name already exists"},
		{dossiers, `{"name":"n","id":"` + nobody + `"}`, 404, "Dossier not found"},
		{dossiers, `{"name":"n","ownerId":"` + nobody + `"}`, 400, "Unknown owner: " + nobody},
		{dossiers, `{"name":"n","ownerId":""}`, 400, "Unknown owner: "},
		{dossiers, `{"name":"n","memberIds":[""]}`, 400, "Unknown user: "},
		{dossiers, `{"name":"n","memberIds":["` + nobody + `"]}`, 400, "Unknown user: " + nobody},
		{dossiers, `{"name":"n","memberIds":["` + nobody + `","` + strings.ToUpper(nobody) + `"]}`, 400,
			"memberIds must not contain duplicates"},
		{dossiers, `{"name":"n","reportTemplateIds":["` + nobody + `"]}`, 400, "Unknown report template: " + nobody},
		{dossiers, `{"name":"n","dueDate":"2024-01"}`, 400, "dueDate is not a date-time"},
		{file + "/component-overrides", `{"name":"A","componentValues":[{}]}`, 400, "value is required"},
		{file + "/component-overrides", `{"name":"A","componentValues":[{"value":"` + strings.Repeat("v", 32001) + `"}]}`, 400,
			"value must not be longer than 32000"},
		{dossier + "/downloads", `{"downloadFileTypes":[],"reportTemplateIds":[]}`, 400, "Nothing to download"},
		{dossier + "/files/bulk-download", ids(10_000), 404, "File not found"},
		{dossier + "/files/bulk-download", ids(10_001), 400, "fileIds must not have more than 10000 items"},
		{"/api/license/usage-reports", `{"startDate":"2024-02-01T00:00:00Z","endDate":"2024-01-01T00:00:00Z"}`, 400,
			"startDate must not be after endDate"},
		{"/api/license/usage-reports", `{"startDate":"0000-01-01T00:00:00Z","endDate":"9999-12-31T00:00:00Z"}`, 400,
			"The period must not touch more than 120 months"},
	} {
		c.ExpectFailure(row.status, row.message, "POST", row.path, "application/json", strings.NewReader(row.body))
	}
}

func unknownThings(c *servicetest.Caller, dossier, file string) {
	c.T.Helper()
	templatePath, nobody := filepath.Dir(filepath.Dir(dossier)), uuid.NewString()
	for path, want := range map[string]string{
		"/api/dossier-templates/x":              "400 dossierTemplateId is not a valid identifier",
		"/api/dossier-templates/" + nobody:      "404 Dossier template not found",
		templatePath + "/dossiers/" + nobody:    "404 Dossier not found",
		dossier + "/files/" + nobody:            "404 File not found",
		dossier + "/files/x":                    "400 fileId is not a valid identifier",
		dossier + "?includeSoftDeleted=yes":     "400 includeSoftDeleted must be true or false",
		dossier + "?asOf=2000-01-01T00:00:00Z":  "404 Dossier not found",
		dossier + "?asOf=9000-01-01T00:00:00Z":  "400 asOf lies in the future",
		file + "/history?limit=0":               "400 limit is not valid",
		file + "/history?cursor=x":              "400 cursor is not valid",
		"/api/downloads/" + nobody:              "404 Download not found",
		"/api/downloads/" + nobody + "/content": "404 Download not found",
		"/api/nothing":                          "404 Not found",
	} {
		var status int
		_, _ = fmt.Sscan(want, &status)
		c.ExpectFailure(status, want[4:], "GET", path, "", nil)
	}
}

// oddPaths must not reach anything but the router and the checks of identifiers.
func oddPaths(c *servicetest.Caller, dossier string) {
	c.T.Helper()
	const id = "dossierTemplateId is not a valid identifier"
	for _, row := range []struct {
		path    string
		status  int
		message string
	}{
		{"/index.html", 404, "Not found"},
		{"//api/downloads", 404, "Not found"},
		{"/api/downloads/", 404, "Not found"},
		{"/api/../api/downloads", 404, "Not found"},
		{"/api/dossier-templates/..%2f..%2fetc", 404, "Not found"},
		{"/api/dossier-templates/%2e%2e", 400, id},
		{"/api/dossier-templates/%00", 400, id},
		{"/api/dossier-templates/" + strings.Repeat("a", 8000), 400, id},
	} {
		c.ExpectFailure(row.status, row.message, "GET", row.path, "", nil)
	}
	for _, method := range []string{"PATCH", "OPTIONS", "TRACE", "MADEUP"} {
		c.ExpectFailure(405, "Method not allowed", method, dossier, "", nil)
	}
	head, err := c.Do("HEAD", dossier, "", nil)
	if err != nil || head.Status != 200 || len(head.Body) != 0 {
		c.T.Errorf("HEAD: %d %q %v, want head.Status = 200, no head.Body and no error", head.Status, head.Body, err)
	}
}

// TestPositionsBeyondTheLogAreRefused at once: a read that had waited for views in vain would be answered 503.
func TestPositionsBeyondTheLogAreRefused(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	ada, _ := r.AddAccount("demo", "ada", "ADMIN")
	for _, row := range []struct {
		at     uint64
		status int
	}{{r.Head(), 200}, {1, 200}, {r.Head() + 1000, 400}, {1 << 62, 400}} {
		a, err := ada.AskUnchecked("GET", "/api/users", nil, http.Header{"Docket-Position": {fmt.Sprint(row.at)}})
		if err != nil || a.Status != row.status || row.status == 400 &&
			!bytes.Contains(a.Body, []byte("Docket-Position is beyond the log")) {
			t.Errorf("position %d: got %d %s, %v, want %d", row.at, a.Status, a.Body, err, row.status)
		}
	}
}
