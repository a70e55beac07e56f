package servicetest

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

// ExpectFailure wants a failure as the interface describes it: status, body, message.
func (c *Caller) ExpectFailure(status int, message, method, path, contentType string, body io.Reader) {
	c.T.Helper()
	a, err := c.Do(method, path, contentType, body)
	if err != nil {
		c.T.Errorf("%s %.100s: %v", method, path, err)
		return
	}
	var f struct{ Timestamp, Message string }
	if err := json.Unmarshal(a.Body, &f); err != nil || f.Timestamp == "" {
		c.T.Errorf("%s %.100s: %d with the body %.200s", method, path, a.Status, a.Body)
	}
	if a.Status != status || f.Message != message {
		c.T.Errorf("%s %.100s: %d %q, want %d %q", method, path, a.Status, f.Message, status, message)
	}
}

// TemplateNamed is the path of a template.
func (c *Caller) TemplateNamed(name string) string {
	c.T.Helper()
	var list struct {
		DossierTemplates []struct{ ID, Name string }
	}
	c.Want(200, "GET", "/api/dossier-templates", nil).Decode(c.T, &list)
	for _, t := range list.DossierTemplates {
		if t.Name == name {
			return "/api/dossier-templates/" + t.ID
		}
	}
	c.T.Fatalf("no template %s in %+v", name, list)
	return ""
}

// Events opens a stream and hands its frames over until it ends.
func (c *Caller) Events(query, last string) <-chan StreamedEvent {
	c.T.Helper()
	ctx, cancel := context.WithCancel(c.T.Context())
	c.T.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Service.Base+"/api/events"+query, nil)
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Last-Event-ID", last)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.T.Fatal(err)
	}
	c.T.Cleanup(func() { _ = a.Body.Close() })
	if a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != "text/event-stream" {
		c.T.Fatal(a.StatusCode, a.Header)
	}
	out := make(chan StreamedEvent, 1000)
	go func() {
		defer close(out)
		in := bufio.NewReader(a.Body)
		for e := (StreamedEvent{}); ; {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch name {
			case "id":
				e.ID = value
			case "event":
				e.Type = value
			case "data":
				e.At = time.Now()
				if json.Unmarshal([]byte(value), &e.Data) == nil {
					out <- e
				}
				e = StreamedEvent{}
			}
		}
	}()
	return out
}

// BadEvents asks for a stream and gives the status.
func (c *Caller) BadEvents(query, last string) int {
	c.T.Helper()
	ctx, cancel := context.WithTimeout(c.T.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Service.Base+"/api/events"+query, nil)
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Last-Event-ID", last)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.T.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		_, _ = io.Copy(io.Discard, a.Body)
	}
	return a.StatusCode
}

// RefuseUpload wants an upload to be refused.
func (c *Caller) RefuseUpload(dossier, name string, content []byte, status int, message string) {
	c.T.Helper()
	body, contentType := NewMultipartFile(name, content)
	a, err := c.Do("POST", dossier+"/files", contentType, body)
	if err != nil || a.Status != status || !strings.Contains(string(a.Body), message) {
		c.T.Errorf("upload of %s: %d %s %v, want %d %s", name, a.Status, a.Body, err, status, message)
	}
}

// SendCSV sends the file of a mapping.
func (c *Caller) SendCSV(method, path, name, content string) Answer {
	c.T.Helper()
	body, contentType := NewMultipartFile(name, []byte(content))
	a, err := c.Do(method, path, contentType, body)
	if err != nil {
		c.T.Fatal(err)
	}
	return a
}

// SendMapping sends the file of a mapping and wants it taken.
func (c *Caller) SendMapping(status int, method, path, name, content string) (m mappingRecord, a Answer) {
	c.T.Helper()
	if a = c.SendCSV(method, path, name, content); a.Status != status {
		c.T.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	a.Decode(c.T, &m)
	return m, a
}

// FindDossiers lists the dossiers of a name, at the head of the log.
func (c *Caller) FindDossiers(templatePath, name string) (paths []string) {
	c.T.Helper()
	var list struct {
		Dossiers []struct{ ID, Name string }
	}
	c.Want(200, "GET", templatePath+"/dossiers?includeArchived=true&includeSoftDeleted=true", nil).Decode(c.T, &list)
	for _, d := range list.Dossiers {
		if d.Name == name {
			paths = append(paths, templatePath+"/dossiers/"+d.ID)
		}
	}
	return paths
}

// AwaitStatus reads until the answer has a status.
func (c *Caller) AwaitStatus(status int, path string) Answer {
	c.T.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		a, err := c.Do("GET", path, "", nil)
		if err != nil {
			c.T.Fatal(err)
		}
		if a.Status == status {
			return a
		}
		if time.Now().After(end) {
			c.T.Fatalf("GET %s: %d %s, want %d", path, a.Status, a.Body, status)
		}
	}
}

// ExpectUnavailable asks for what needs the database, and wants to be told to come back.
func (c *Caller) ExpectUnavailable(templatePath, dossier string) {
	c.T.Helper()
	const message = "The service is not available"
	c.ExpectFailure(503, message, "GET", dossier, "", nil)
	c.ExpectFailure(503, message, "POST", templatePath+"/dossiers", "application/json", strings.NewReader(`{"name":"While away"}`))
	form, contentType := NewMultipartFile("away.pdf", SamplePDF(c.T))
	c.ExpectFailure(503, message, "POST", dossier+"/files", contentType, form)
	r, err := http.Get(c.Service.Base + "/health/ready")
	if err != nil {
		c.T.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != 503 {
		c.T.Errorf("ready: %d", r.StatusCode)
	}
}

// AwaitRecovery waits until work goes on, and nothing of the time before is missing.
func (c *Caller) AwaitRecovery(dossier string) {
	c.T.Helper()
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(100 * time.Millisecond) { // as clients do
		form, contentType := NewMultipartFile("after.pdf", SamplePDF(c.T))
		a, err := c.Do("POST", dossier+"/files", contentType, form)
		if err == nil && a.Status == http.StatusCreated {
			break
		}
		if time.Now().After(deadline) {
			c.T.Fatalf("no recovery: %d %s %v", a.Status, a.Body, err)
		}
	}
	var list struct{ FileStatus []FileStatus }
	c.Want(200, "GET", dossier+"/files", nil).Decode(c.T, &list)
	names := map[string]bool{}
	for _, f := range list.FileStatus {
		names[f.Filename] = true
		if done := c.AwaitDone(dossier + "/files/" + f.ID); done.ProcessingStatus != "PROCESSED" {
			c.T.Errorf("%+v", done)
		}
	}
	if !names["before.pdf"] || !names["after.pdf"] {
		c.T.Errorf("files: %v", names)
	}
}

// UploadSmall uploads a small PDF.
func (c *Caller) UploadSmall(path, name string) string {
	form, contentType := NewMultipartFile(name, SamplePDF(c.T))
	a, err := c.Do(http.MethodPost, path, contentType, form)
	if err != nil || a.Status != 201 {
		c.T.Fatalf("%v %d %s", err, a.Status, a.Body)
	}
	var out struct{ FileIDs []string }
	a.Decode(c.T, &out)
	return out.FileIDs[0]
}

// AskUnchecked sends a request by that client.
func (c *Caller) AskUnchecked(method, path string, body io.Reader, header http.Header) (Answer, error) {
	req, err := http.NewRequest(method, c.Service.URLFor(path, header.Get("Content-Type"))+path, body)
	if err != nil {
		return Answer{}, err
	}
	header.Set("Authorization", "Bearer "+c.Token)
	req.Header = header
	r, err := UncheckedClient.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	return Answer{r.StatusCode, r.Header, b}, err
}

// SendKeyed sends a request with an Idempotency-Key.
func (c *Caller) SendKeyed(key, path, contentType string, body []byte) Answer {
	c.T.Helper()
	req, err := http.NewRequest("POST", c.Service.Base+path, bytes.NewReader(body))
	if err != nil {
		c.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.Token)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Idempotency-Key", key)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		c.T.Error(err)
		return Answer{}
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		c.T.Error(err)
	}
	return Answer{r.StatusCode, r.Header, b}
}

// SetsAttributes gives the dossier a number, a date and a picture, the file to come
// nothing.
func (c *Caller) SetsAttributes(dossier string) {
	c.T.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		c.T.Fatal(err)
	}
	var list struct {
		DossierAttributeDefinitions []struct{ ID, Name string }
	}
	c.Want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/dossier-attribute-definitions", nil).Decode(c.T, &list)
	values := map[string]string{}
	for _, d := range list.DossierAttributeDefinitions {
		if d.Name == "Budget" {
			const nobody = "0d2b7f5e-8a5c-4a52-9a0e-3f6f7d0c1b11"
			for id, refusal := range map[string]string{d.ID: "Value of attribute Budget is not a NUMBER",
				nobody: "Unknown attribute: " + nobody} {
				c.ExpectFailure(400, refusal, "PUT", dossier+"/attributes", "application/json",
					strings.NewReader(`{"attributeIdToValue":{"`+id+`":"much"}}`))
			}
		}
		values[d.ID] = map[string]string{"Budget": "12.50", "Paid on": "2026-01-31",
			"Logo": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())}[d.Name]
	}
	c.Want(204, "PUT", dossier+"/attributes", map[string]any{"attributeIdToValue": values})
	var d struct {
		DossierAttributes struct{ AttributeIDToValue map[string]string }
	}
	if c.Want(200, "GET", dossier, nil).Decode(c.T, &d); len(d.DossierAttributes.AttributeIDToValue) != 3 {
		c.T.Errorf("attributes of the dossier: %v", d)
	}
}

// ReportTemplates are the ids of all report templates.
func (c *Caller) ReportTemplates(dossier string) (ids []string) {
	c.T.Helper()
	var list struct {
		ReportTemplates []struct {
			ID, Name, FileName               string
			MultiFileReport, ActiveByDefault bool
		}
	}
	c.Want(200, "GET", filepath.Dir(filepath.Dir(dossier))+"/report-templates", nil).Decode(c.T, &list)
	if len(list.ReportTemplates) != 2 || list.ReportTemplates[0].Name != "All files" || !list.ReportTemplates[0].MultiFileReport ||
		!list.ReportTemplates[0].ActiveByDefault {
		c.T.Errorf("report templates: %+v", list)
	}
	for _, r := range list.ReportTemplates {
		ids = append(ids, r.ID)
	}
	return ids
}

// AwaitGone waits until what was to be deleted for good is.
func (c *Caller) AwaitGone(path string) {
	c.T.Helper()
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) { // a client that polls, as clients do
		a, err := c.Do("GET", path+"?includeSoftDeleted=true", "", nil)
		if err != nil {
			c.T.Fatal(err)
		}
		if a.Status == 404 {
			return
		}
		if time.Now().After(deadline) {
			c.T.Fatalf("%s is still there: %d %s", path, a.Status, a.Body)
		}
	}
}

// FetchPackageBytes makes a package by a request to a path, and returns its bytes.
func (c *Caller) FetchPackageBytes(path string, request map[string]any) []byte {
	t := c.T
	t.Helper()
	var d struct{ ID, Status string }
	c.Want(200, "POST", path, request).Decode(t, &d)
	for deadline := time.Now().Add(2 * time.Minute); d.Status != "READY"; time.Sleep(50 * time.Millisecond) {
		c.Want(200, "GET", "/api/downloads/"+d.ID, nil).Decode(t, &d)
		if d.Status == "FAILED" || time.Now().After(deadline) {
			t.Fatalf("package: %+v", d)
		}
	}
	return c.Want(200, "GET", "/api/downloads/"+d.ID+"/content", nil).Body
}

// FetchPackage makes a package and gives what is in it.
func (c *Caller) FetchPackage(dossier string, request map[string]any) map[string][]byte {
	t := c.T
	t.Helper()
	content := c.FetchPackageBytes(dossier+"/downloads", request)
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	inside := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if inside[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return inside
}

// AskBehind asks for what holds everything up to a position.
func (c *Caller) AskBehind(at uint64, method, path string, body any) Answer {
	c.T.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		c.T.Fatal(err)
	}
	r, err := http.NewRequestWithContext(c.T.Context(), method, c.Service.URLFor(path, "")+path, bytes.NewReader(b))
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer " + c.Token}, "Content-Type": {"application/json"},
		"Docket-Position": {fmt.Sprint(at)}}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.T.Fatal(err)
	}
	defer a.Body.Close()
	content, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		c.T.Fatalf("%s %s: %d %s %v", method, path, a.StatusCode, content, err)
	}
	return Answer{a.StatusCode, a.Header, content}
}

// SendJSON sends JSON and wants a status.
func (c *Caller) SendJSON(status int, method, path, body string) Answer {
	c.T.Helper()
	var v any
	if body != "" {
		v = json.RawMessage(body)
	}
	return c.Want(status, method, path, v)
}

// ExpectRefusal wants a failure of a request with JSON.
func (c *Caller) ExpectRefusal(status int, message, method, path, body string) {
	c.T.Helper()
	kind := ""
	if body != "" {
		kind = "application/json"
	}
	c.ExpectFailure(status, message, method, path, kind, strings.NewReader(body))
}

// ListNames are the names in a list, sorted as they come.
func (c *Caller) ListNames(path string) string {
	c.T.Helper()
	var list struct {
		Dossiers   []struct{ Name string }
		FileStatus []struct{ Filename string }
	}
	c.Want(200, "GET", path, nil).Decode(c.T, &list)
	var names []string
	for _, d := range list.Dossiers {
		names = append(names, d.Name)
	}
	for _, f := range list.FileStatus {
		names = append(names, f.Filename)
	}
	return strings.Join(names, " ")
}

// UploadFile uploads a file and wants it taken.
func (c *Caller) UploadFile(dossier, name string, content []byte) (out uploadResult) {
	c.T.Helper()
	body, contentType := NewMultipartFile(name, content)
	a, err := c.Do("POST", dossier+"/files", contentType, body)
	if err != nil || a.Status != http.StatusCreated {
		c.T.Fatalf("upload %s: %d %s %v", name, a.Status, a.Body, err)
	}
	a.Decode(c.T, &out)
	return out
}

// ExpectComponent wants a component once the file is analysed.
func (c *Caller) ExpectComponent(path, want string) {
	c.T.Helper()
	if f := c.AwaitDone(path); f.ProcessingStatus != "PROCESSED" {
		c.T.Errorf("%+v %+v", f, f.FileErrorInfo)
	}
	if a := c.Want(200, "GET", path+"/components", nil); !strings.Contains(string(a.Body), want) {
		c.T.Errorf("no %s in %s", want, a.Body)
	}
}

// NewDossierOf makes a dossier of a template by name.
func (c *Caller) NewDossierOf(template, name string) string {
	c.T.Helper()
	var list struct {
		DossierTemplates []struct{ ID, Name string }
	}
	c.Want(200, "GET", "/api/dossier-templates", nil).Decode(c.T, &list)
	for _, t := range list.DossierTemplates {
		if t.Name == template {
			var d struct{ ID string }
			c.Want(201, "POST", "/api/dossier-templates/"+t.ID+"/dossiers", map[string]any{"name": name}).Decode(c.T, &d)
			return "/api/dossier-templates/" + t.ID + "/dossiers/" + d.ID
		}
	}
	c.T.Fatalf("no template %s", template)
	return ""
}

// Attributes are the ids of the two attributes, and wants the other definitions.
func (c *Caller) Attributes(dossier string) (supplier, received string) {
	c.T.Helper()
	templatePath := filepath.Dir(filepath.Dir(dossier))
	for path, want := range map[string]string{"/dossier-status-definitions": `"name":"Open"`,
		"/dossier-attribute-definitions": `"name":"Centre"`} {
		if a := c.Want(200, "GET", templatePath+path, nil); !strings.Contains(string(a.Body), want) {
			c.T.Errorf("%s: %s", path, a.Body)
		}
	}
	var list struct {
		FileAttributeDefinitions []struct{ ID, Name string }
	}
	c.Want(200, "GET", templatePath+"/file-attribute-definitions", nil).Decode(c.T, &list)
	if len(list.FileAttributeDefinitions) != 2 || list.FileAttributeDefinitions[0].Name != "Received" {
		c.T.Fatalf("%+v", list)
	}
	return list.FileAttributeDefinitions[1].ID, list.FileAttributeDefinitions[0].ID
}

// HasAttributes wants attributes of a file or dossier.
func (c *Caller) HasAttributes(path, name string, want map[string]string) {
	c.T.Helper()
	var f struct {
		Filename       string
		FileAttributes struct{ AttributeIDToValue map[string]string }
	}
	c.Want(200, "GET", path, nil).Decode(c.T, &f)
	if fmt.Sprint(f.FileAttributes.AttributeIDToValue) != fmt.Sprint(want) || f.Filename != name {
		c.T.Errorf("%s: %+v, want %v", name, f, want)
	}
}

// SendMatching sends a request with If-Match.
func (c *Caller) SendMatching(tag, method, path, body string) Answer {
	c.T.Helper()
	r, err := http.NewRequest(method, c.Service.Base+path, strings.NewReader(body))
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("If-Match", tag)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		c.T.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		c.T.Fatal(err)
	}
	return Answer{res.StatusCode, res.Header, b}
}
