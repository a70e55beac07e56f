package rest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

const allPath = "/api/dossier-templates"

func TestTemplatesAreMadeFromJSONOrABundle(t *testing.T) {
	s := newSite(t)
	a := s.do(request("POST", allPath,
		`{"name":" Credit notes ","validFrom":"2024-01-01T01:00:00+01:00","validTo":null,"ocrByDefault":false,"downloadFileTypes":[],
		"settings":{"retentionHours":null,"defaultDossierVisibility":"PUBLIC","ocrLanguages":["deu"],"fileAttributesConfig":{"delimiter":";"}},"id":7}`))
	c, ok := s.wrote.(commands.CreateTemplate)
	if !ok || a.StatusCode != 201 || *c.Name != " Credit notes " || c.Description != nil || !c.ValidFrom.Given ||
		c.ValidFrom.Value.UTC().Hour() != 0 ||
		!c.ValidTo.Given || c.ValidTo.Value != nil || *c.OCRByDefault || c.RemoveWatermark != nil || len(*c.DownloadFileTypes) != 0 ||
		!c.RetentionHours.Given || c.RetentionHours.Value != nil || *c.Visibility != "PUBLIC" ||
		(*c.OCRLanguages)[0] != "deu" || *c.Delimiter != ";" || c.KeyColumn != nil {
		t.Errorf("got %d %s, %+v, want 201 and the fields of the request alone", a.StatusCode, a.body, s.wrote)
	}
	var body struct{ Settings map[string]any }
	if err := json.Unmarshal(a.body, &body); err != nil ||
		fmt.Sprint(body.Settings) != "map[defaultDossierVisibility:PUBLIC fileAttributesConfig:map[delimiter:; encoding:UTF-8 "+
			"keyColumn:filename] ocrLanguages:[eng] retentionHours:<nil>]" {
		t.Errorf("got %v %v, want the default settings", body, err)
	}
	if a.Header.Get("Docket-Position") != "45" {
		t.Errorf("got %v, want 45", a.Header)
	}
	r := uploadTo(allPath, "file", "t.zip", "PK a zip")
	r.Header.Set("Content-Type", strings.Replace(r.Header.Get("Content-Type"), "multipart/form-data", "Multipart/Form-Data", 1))
	if a := s.do(r); a.StatusCode != 201 || string(s.uploaded) != "PK a zip" {
		t.Errorf("%d %s, %q, want a.StatusCode = 201 and string(s.uploaded) = PK a zip", a.StatusCode, a.body, s.uploaded)
	}
	if a := s.do(uploadTo(allPath+"/import", "file", "t.zip", "PK another")); a.StatusCode != 201 || string(s.uploaded) != "PK another" {
		t.Errorf("%d %s, %q, want a.StatusCode = 201 and string(s.uploaded) = PK another", a.StatusCode, a.body, s.uploaded)
	}
	if a := s.do(request("POST", allPath, `{"name":"n"}`, "Content-Type", "Application/JSON; charset=utf-8")); a.StatusCode != 201 {
		t.Errorf("%d %s, want 201", a.StatusCode, a.body)
	}
	plain, full := s.do(request("GET", tPath, "")), s.do(request("GET", tPath+"?includeSettings=true", ""))
	if strings.Contains(string(plain.body), "settings") || plain.Header.Get("ETag") != full.Header.Get("ETag") {
		t.Errorf("a read that does not ask for settings: got %s with %s, want the tag %s", plain.body, plain.Header.Get("ETag"),
			full.Header.Get("ETag"))
	}
	body.Settings = nil
	if err := json.Unmarshal(full.body, &body); err != nil ||
		fmt.Sprint(body.Settings) != "map[defaultDossierVisibility:PUBLIC fileAttributesConfig:map[delimiter:; encoding:UTF-8 "+
			"keyColumn:filename] ocrLanguages:[eng] retentionHours:<nil>]" {
		t.Errorf("a read with settings: got %s, %v, want the default settings", full.body, err)
	}
}

func TestWhatIsWrongInABundleIsTold(t *testing.T) {
	s := newSite(t)
	s.fail = &commands.BundleProblems{Errors: []template.BundleError{
		{File: "template.yaml", Line: 3, Column: 1, Message: "Unknown key: x"}}}
	a := s.do(uploadTo(allPath, "file", "t.zip", "PK"))
	want := `{"code":"invalid_rules","errors":[{"column":1,"file":"template.yaml","line":3,"message":"Unknown key: x"}],"requestId":"` +
		a.Header.Get("X-Request-Id") + `"}`
	if a.StatusCode != 422 || strings.TrimSpace(string(a.body)) != want {
		t.Errorf("%d %s, want a.StatusCode = 422 and strings.TrimSpace(string(a.body)) = %v", a.StatusCode, a.body, want)
	}
	s.fail = domain.Faultf(domain.Conflict, "Dossier template name already exists")
	s.want(s.do(uploadTo(allPath, "file", "t.zip", "PK")), 409, "Dossier template name already exists")
}

func TestBadTemplatesReachNoCommand(t *testing.T) {
	s := newSite(t, func(c *Config) { c.MaxBundle = 100 })
	for _, row := range []struct {
		request *http.Request
		status  int
		message string
	}{
		{uploadTo(allPath, "other", "t.zip", "PK"), 400, "Unknown parameter: other; this upload takes file"},
		{uploadTo(allPath, "file", "t.zip", "PK", "file", "u.zip", "PK"), 400, "Exactly one file is expected"},
		{uploadTo(allPath, "file", "", "PK"), 400, "The file has no name"},
		{uploadTo(allPath, "file", "t.zip", strings.Repeat("x", 101)), 413, "The file is too large"},
		{request("POST", allPath, "PK", "Content-Type", "application/zip"), 415, "Content-Type must be application/json"},
		{request("POST", allPath, "{}", "Content-Type", ""), 415, "Content-Type must be application/json"},
		{request("POST", allPath+"/import", "{}"), 415, "Content-Type must be multipart/form-data"},
		{uploadTo(allPath+"/import", "other", "t.zip", "PK"), 400, "Unknown parameter: other; this upload takes file"},
		{request("POST", allPath, `{"name":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "The request body is too large"},
		{request("POST", allPath, `{}`), 400, "name is required"},
		{request("POST", allPath, ``, "Content-Type", "application/json"), 400, "The request body is not valid JSON"},
		{request("POST", allPath, `{"name":"n"}{}`), 400, "The request body is not valid JSON"},
		{request("PUT", tPath, `[]`), 400, "The request body must be an object"},
		{request("PUT", tPath, `{"name":null}`), 400, "name must not be null; it may be left out"},
		{request("PUT", tPath, `{"name":" "}`), 400, "name is required"},
		{request("PUT", tPath, `{"name":7}`), 400, "name must be a string"},
		{request("PUT", tPath, `{"description":null}`), 400, "description must not be null; it may be left out"},
		{request("PUT", tPath, `{"description":"`+long(4001)+`"}`), 400, "description must not be longer than 4000"},
		{request("PUT", tPath, `{"validFrom":"01/01/2024"}`), 400, "validFrom is not a date-time"},
		{request("PUT", tPath, `{"removeWatermark":"yes"}`), 400, "removeWatermark must be a boolean"},
		{request("PUT", tPath, `{"ocrByDefault":null}`), 400, "ocrByDefault must not be null; it may be left out"},
		{request("PUT", tPath, `{"downloadFileTypes":["PDF"]}`), 400, "downloadFileTypes must be one of ORIGINAL, PREVIEW"},
		{request("PUT", tPath, `{"downloadFileTypes":["PREVIEW","PREVIEW"]}`), 400, "downloadFileTypes must not contain duplicates"},
		{request("PUT", tPath, `{"settings":null}`), 400, "settings must not be null; it may be left out"},
		{request("PUT", tPath, `{"settings":{"retentionHours":-1}}`), 400, "retentionHours must not be less than 0"},
		{request("PUT", tPath, `{"settings":{"retentionHours":87601}}`), 400, "retentionHours must not be more than 87600"},
		{request("PUT", tPath, `{"settings":{"retentionHours":1.5}}`), 400, "retentionHours must be an integer"},
		{request("PUT", tPath, `{"settings":{"defaultDossierVisibility":"SECRET"}}`), 400,
			"defaultDossierVisibility must be one of PRIVATE, PUBLIC"},
		{request("PUT", tPath, `{"settings":{"ocrLanguages":[]}}`), 400, "ocrLanguages is required"},
		{request("PUT", tPath, `{"settings":{"ocrLanguages":["eng","eng"]}}`), 400, "ocrLanguages must not contain duplicates"},
		{request("PUT", tPath, `{"settings":{"fileAttributesConfig":{"encoding":"utf8"}}}`), 400,
			"encoding must be one of UTF-8, UTF-16, UTF_16BE, UTF_16LE, ISO-8859-1, US-ASCII"},
		{request("PUT", tPath, `{"settings":{"fileAttributesConfig":{"keyColumn":""}}}`), 400, "keyColumn is required"},
		{request("POST", tPath+"/clone", `{}`), 400, "name is required"},
		{request("POST", tPath+"/clone", `{"name":" "}`), 400, "name is required"},
		{request("POST", allPath+"/1/clone", `{"name":"n"}`), 400, "dossierTemplateId is not a valid identifier"},
		{request("GET", allPath+"/1/bundle", ""), 400, "dossierTemplateId is not a valid identifier"},
	} {
		s.want(s.do(row.request), row.status, row.message)
	}
	if s.wrote != nil {
		t.Errorf("wrote %+v, want s.wrote = nil", s.wrote)
	}
	s.roles = []string{"MANAGER"}
	for _, r := range []*http.Request{request("POST", allPath, `{}`), request("PUT", tPath, `{}`),
		request("POST", tPath+"/clone", `{}`), request("GET", tPath+"/bundle", "")} {
		s.want(s.do(r), 403, "Access denied")
	}
}

func TestTemplatesAreUpdatedAsTheyWereSeen(t *testing.T) {
	s := newSite(t)
	etag := s.do(request("GET", tPath, "")).Header.Get("ETag")
	for header, want := range map[string]uint64{"": 0, etag: 0, "*": 0, `"other"`: commands.NoVersion} {
		r := request("PUT", tPath, `{"description":"d"}`)
		if header != "" {
			r.Header.Set("If-Match", header)
		}
		s.do(r)
		if c := s.wrote.(commands.UpdateTemplate); c.ExpectVersion != want || *c.Description != "d" || c.Name != nil ||
			c.TemplateID != templateID {
			t.Errorf("If-Match %s: %+v, want version %d and the new description alone", header, c, want)
		}
	}
	s.fail = domain.ErrChanged
	s.want(s.do(request("PUT", tPath, `{}`, "If-Match", `"x"`)), 412, "The resource has changed")
}

func TestABundleIsSentUnderTheNameOfItsTemplate(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", tPath+"/bundle", ""))
	if a.StatusCode != 200 || string(a.body) != s.content || a.Header.Get("Content-Type") != "application/zip" ||
		a.Header.Get("Content-Disposition") != `attachment; filename="Gr__e_ 1_2.zip"; filename*=utf-8''Gr%C3%B6%C3%9Fe_%201_2.zip` {
		t.Errorf("got %d %q %v, want 200 and the zip under its name", a.StatusCode, a.body, a.Header)
	}
	for size, want := range map[int]string{10: "answered", 100_000: "cut off"} {
		rec := httptest.NewRecorder()
		got := func() (said string) {
			defer func() {
				if recover() != nil {
					said = "cut off"
				}
			}()
			f := templates.BundleFile(queries.TemplateBundle{Write: func(w io.Writer) error {
				_, err := io.WriteString(w, strings.Repeat("x", size))
				if err == nil {
					err = fmt.Errorf("a file is gone")
				}
				return err
			}})
			if err := f.VisitExportDossierTemplateResponse(rec); err == nil || rec.Body.Len() > 0 {
				return "written"
			}
			return "answered"
		}()
		if got != want {
			t.Errorf("a failure behind %d bytes is %s, want %s", size, got, want)
		}
	}
}
