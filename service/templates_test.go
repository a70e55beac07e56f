package service_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

const templatesPath = "/api/dossier-templates"

type templateRecord struct {
	ID, Name, Description, Status, ModifiedBy string
	ValidFrom, ValidTo                        *string
	OcrByDefault, RemoveWatermark             bool
	DownloadFileTypes                         []string
	Settings                                  *struct {
		RetentionHours           *int
		DefaultDossierVisibility string
		OcrLanguages             []string
		FileAttributesConfig     struct{ KeyColumn, Encoding, Delimiter string }
	}
}

func (s *ruleSite) templateIn(a servicetest.Answer) (r templateRecord) {
	s.T.Helper()
	a.Decode(s.T, &r)
	return r
}

// TestTemplatesAreMadeAndChanged goes through the fields of a template and what they do.
func TestTemplatesAreMadeAndChanged(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		made := s.templateIn(s.Want(201, "POST", templatesPath,
			map[string]any{"name": " Credit notes ", "settings": map[string]any{"defaultDossierVisibility": "PUBLIC"},
				"downloadFileTypes": []string{"PREVIEW"}}))
		at := templatesPath + "/" + made.ID
		if made.Name != "Credit notes" || made.Status != "INCOMPLETE" || made.Settings.DefaultDossierVisibility != "PUBLIC" ||
			made.Settings.RetentionHours != nil || !made.OcrByDefault ||
			made.Settings.FileAttributesConfig.KeyColumn != "filename" ||
			fmt.Sprint(made.Settings.OcrLanguages, made.DownloadFileTypes) != "[eng] [PREVIEW]" {
			t.Errorf("got %+v %+v, want Credit notes, INCOMPLETE, with the usual settings", made, made.Settings)
		}
		if a := s.Want(200, "GET", at, nil); strings.Contains(string(a.Body), "settings") ||
			!strings.Contains(string(a.Body), `"status":"INCOMPLETE"`) {
			t.Errorf(`got %s, want it without settings and string(a.Body) with "status":"INCOMPLETE"`, a.Body)
		}
		s.storeRules(at+"/entity-rules", []byte(soundRule))
		s.storeRules(at+"/component-rules", []byte(strings.Replace(soundRule, "Section", "Entity", 1)))
		validity(t, s, at)
		var d struct {
			Visibility        string
			DownloadFileTypes []string
		}
		s.Want(201, "POST", at+"/dossiers", map[string]any{"name": "Public"}).Decode(t, &d)
		if d.Visibility != "PUBLIC" || fmt.Sprint(d.DownloadFileTypes) != "[PREVIEW]" {
			t.Errorf("got %+v, want d.Visibility = PUBLIC and fmt.Sprint(d.DownloadFileTypes) = [PREVIEW]", d)
		}
		seen := s.Want(200, "GET", at, nil).Header.Get("ETag")
		now := s.templateIn(s.Want(200, "PUT", at,
			map[string]any{"description": "of suppliers",
				"settings": map[string]any{"retentionHours": 5, "fileAttributesConfig": map[string]string{"delimiter": ";"}}}))
		if now.Name != "Credit notes" || now.Description != "of suppliers" || *now.Settings.RetentionHours != 5 ||
			now.Settings.FileAttributesConfig.Delimiter != ";" || now.Settings.DefaultDossierVisibility != "PUBLIC" {
			t.Errorf("got %+v %+v, want the changed fields, and the visibility of before", now, now.Settings)
		}
		s.ifMatch(seen, 412, at)
		s.ifMatch(s.Want(200, "GET", at, nil).Header.Get("ETag"), 200, at)
		names(t, s, at)
		s.refusesTemplates(at)
		servicetest.CheckLog(t, s.Service)
	})
}

// validity moves a template through its statuses.
func validity(t *testing.T, s *ruleSite, at string) {
	t.Helper()
	moment := func(d time.Duration) string { return time.Now().Add(d).Format(time.RFC3339) }
	for _, row := range []struct {
		change map[string]any
		status string
	}{
		{map[string]any{}, "ACTIVE"},
		{map[string]any{"validFrom": moment(time.Hour)}, "INACTIVE"},
		{map[string]any{"validFrom": moment(-time.Hour), "validTo": moment(time.Hour)}, "ACTIVE"},
		{map[string]any{"validTo": moment(-time.Minute)}, "INACTIVE"},
		{map[string]any{"validTo": nil}, "ACTIVE"},
	} {
		if now := s.templateIn(s.Want(200, "PUT", at, row.change)); now.Status != row.status {
			t.Errorf("%v: %s, want %s", row.change, now.Status, row.status)
		}
		if row.status == "INACTIVE" {
			s.ExpectFailure(409, "Dossier template is not active", "POST", at+"/dossiers", "application/json",
				strings.NewReader(`{"name":"Too early"}`))
		}
	}
	s.ExpectFailure(400, "validFrom must not be after validTo", "PUT", at, "application/json",
		strings.NewReader(`{"validTo":"2000-01-01T00:00:00Z"}`))
	if now := s.templateIn(s.Want(200, "PUT", at, map[string]any{"validFrom": nil})); now.ValidFrom != nil || now.ValidTo != nil {
		t.Errorf("%+v, want now.ValidFrom = nil and now.ValidTo = nil", now)
	}
}

// ifMatch updates a template that was seen under a tag.
func (s *ruleSite) ifMatch(tag string, want int, at string) {
	s.T.Helper()
	const kind = "application/json"
	req, err := http.NewRequest("PUT", s.Service.URLFor(at, kind)+at, strings.NewReader(`{"removeWatermark":true}`))
	if err != nil {
		s.T.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + s.Token}, "Content-Type": {kind}, "If-Match": {tag}}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		s.T.Fatal(err)
	}
	if r.Body.Close(); r.StatusCode != want {
		s.T.Errorf("If-Match %s: %d, want %v", tag, r.StatusCode, want)
	}
}

// names renames a template, and gives its former name to another one.
func names(t *testing.T, s *ruleSite, at string) {
	t.Helper()
	taken := "Dossier template name already exists"
	s.ExpectFailure(409, taken, "POST", templatesPath, "application/json", strings.NewReader(`{"name":"Credit notes"}`))
	s.Want(200, "PUT", at, map[string]any{"name": "Notes"})
	other := s.templateIn(s.Want(201, "POST", at+"/clone", map[string]any{"name": "Credit notes"}))
	if other.Status != "ACTIVE" || other.ID == path.Base(at) || other.Description != "of suppliers" {
		t.Errorf("got %+v, want an ACTIVE template of its own", other)
	}
	s.ExpectFailure(409, taken, "PUT", at, "application/json", strings.NewReader(`{"name":"Credit notes"}`))
	s.ExpectFailure(409, taken, "POST", at+"/clone", "application/json", strings.NewReader(`{"name":" Notes "}`))
	if a := s.Want(200, "GET", templatesPath+"/"+other.ID+"/dossiers", nil); !strings.Contains(string(a.Body), `"dossiers":[]`) {
		t.Errorf("a clone has dossiers: %s, want %q in it", a.Body, `"dossiers":[]`)
	}
	if a := s.Want(200, "GET", at+"/history?limit=500", nil); !strings.Contains(string(a.Body), `"template.updated"`) {
		t.Errorf("%s, want %q in it", a.Body, `"template.updated"`)
	}
}

func (s *ruleSite) refusesTemplates(at string) {
	s.T.Helper()
	before := string(s.Want(200, "GET", templatesPath, nil).Body)
	elsewhere := templatesPath + "/" + uuid.NewString()
	for _, row := range []struct {
		method, path, body string
		status             int
		message            string
	}{
		{"POST", templatesPath, `{}`, 400, "name is required"},
		{"POST", templatesPath, `{"name":"` + strings.Repeat("n", 256) + `"}`, 400, "name must not be longer than 255"},
		{"PUT", at, `{"settings":{"ocrLanguages":["--"]}}`, 400, "ocrLanguages must hold language codes"},
		{"PUT", at, `{"settings":{"fileAttributesConfig":{"delimiter":"ab"}}}`, 400, "delimiter must be exactly 1 character"},
		{"PUT", elsewhere, `{"settings":{"fileAttributesConfig":{"delimiter":"ab"}}}`, 400, "delimiter must be exactly 1 character"},
		{"PUT", elsewhere, `{}`, 404, "Dossier template not found"},
		{"POST", elsewhere + "/clone", `{"name":"n"}`, 404, "Dossier template not found"},
		{"GET", elsewhere + "/bundle", "", 404, "Dossier template not found"},
	} {
		contentType := ""
		if row.body != "" {
			contentType = "application/json"
		}
		s.ExpectFailure(row.status, row.message, row.method, row.path, contentType, strings.NewReader(row.body))
	}
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER")
	ugo := s.Service.SignIn("ugo", "Str0ng-enough")
	ugo.Want(403, "POST", templatesPath, map[string]any{"name": "n"})
	ugo.Want(403, "PUT", at, map[string]any{})
	ugo.Want(403, "POST", at+"/clone", map[string]any{"name": "n"})
	ugo.Want(403, "GET", at+"/bundle", nil)
	if after := string(s.Want(200, "GET", templatesPath, nil).Body); after != before {
		s.T.Errorf("refused requests left\n%s\nafter\n%s, want no change", after, before)
	}
}

// unzipFiles are the files of a zip.
func unzipFiles(t *testing.T, content []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}

// importBundle sends a bundle.
func (s *ruleSite) importBundle(content []byte) servicetest.Answer {
	s.T.Helper()
	body, contentType := servicetest.NewMultipartFile("bundle.zip", content)
	a, err := s.Do("POST", templatesPath, contentType, body)
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// TestAnExportedTemplateWorksWhereItIsImported exports a template with everything, and
// lets its copies read a document.
func TestAnExportedTemplateWorksWhereItIsImported(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		s.SendMapping(201, "POST", s.template+"/component-mappings?name=Sectors", ".hidden", "search_value,mapped_value\nx,A\n")
		rules := s.Want(200, "GET", s.template+"/component-rules", nil).Body
		s.storeRules(s.template+"/component-rules", append(rules, mappedRule...))
		name := s.templateIn(s.Want(200, "PUT", s.template,
			map[string]any{"description": "Umlaute: äöü \"quoted\"\r\n\tnext  ", "settings": map[string]any{"retentionHours": 7}})).Name
		bundle := s.Want(200, "GET", s.template+"/bundle", nil)
		if got := bundle.Header.Get("Content-Disposition"); got != `attachment; filename="`+name+`.zip"` {
			t.Errorf("got %q, want %s.zip as an attachment", got, name)
		}
		if again := s.Want(200, "GET", s.template+"/bundle", nil); !bytes.Equal(again.Body, bundle.Body) {
			t.Error("the same template gives other bytes")
		}
		if a := s.importBundle(bundle.Body); a.Status != 409 {
			t.Errorf("under a taken name: %d %s, want 409", a.Status, a.Body)
		}
		s.Want(200, "PUT", s.template, map[string]any{"name": "The first"})
		a := s.importBundle(bundle.Body)
		if a.Status != 201 {
			t.Fatalf("%d %s, want 201", a.Status, a.Body)
		}
		copied := s.templateIn(a)
		cloned := s.templateIn(s.Want(201, "POST", s.template+"/clone", map[string]any{"name": name + " 2"}))
		want := unzipFiles(t, bundle.Body)
		first := foundBy(t, s, s.template)
		for _, c := range []templateRecord{copied, cloned} {
			at := templatesPath + "/" + c.ID
			got := unzipFiles(t, s.Want(200, "GET", at+"/bundle", nil).Body)
			got["template.yaml"] = strings.Replace(got["template.yaml"], `"`+c.Name+`"`, `"`+name+`"`, 1)
			if fmt.Sprint(got) != fmt.Sprint(want) || c.Status != "ACTIVE" || *c.Settings.RetentionHours != 7 {
				t.Errorf("%s differs from the template it comes from: %s\n%s, want the same",
					c.Name, got["template.yaml"], want["template.yaml"])
			}
			if found := foundBy(t, s, at); found != first || !strings.Contains(found, `"Sector":["A"]`) {
				t.Errorf("%s finds %s, want %s", c.Name, found, first)
			}
		}
		servicetest.CheckLog(t, s.Service)
	})
}

// foundBy returns the values that a template finds in a sample.
func foundBy(t *testing.T, s *ruleSite, at string) string {
	t.Helper()
	var d struct{ ID string }
	s.Want(201, "POST", at+"/dossiers", map[string]any{"name": "In " + path.Base(at)}).Decode(t, &d)
	file := at + "/dossiers/" + d.ID + "/files/" + s.Upload(at+"/dossiers/"+d.ID, "a.pdf", servicetest.SamplePDF(t))
	if f := s.AwaitDone(file); f.ProcessingStatus != "PROCESSED" {
		t.Errorf("%+v %+v, want f.ProcessingStatus = %q", f, f.FileErrorInfo, "PROCESSED")
	}
	var found struct{ Components json.RawMessage }
	s.Want(200, "GET", file+"/components", nil).Decode(t, &found)
	return string(found.Components)
}

// TestBadBundlesLeaveNothing sends zips that are no bundles.
func TestBadBundlesLeaveNothing(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		before := string(s.Want(200, "GET", templatesPath, nil).Body)
		blobs := len(regularFiles(t, filepath.Join(s.Service.Data, "blobs")))
		good, err := os.ReadFile("templates/invoice/template.yaml")
		if err != nil {
			t.Fatal(err)
		}
		const head = "format: 1\nname: New\n"
		for _, row := range []struct {
			content []byte
			status  int
			want    string
		}{
			{[]byte("no zip"), 400, `"message":"The archive cannot be read"`},
			{nil, 400, `"message":"The archive cannot be read"`},
			{servicetest.Zip(t), 400, `"message":"The archive contains no supported file"`},
			{servicetest.Zip(t, "../template.yaml", head), 400, `"message":"The archive contains an unsafe path"`},
			{servicetest.Zip(t, "template.yaml", head+"componentMappings: [{file: mappings/a.csv}]\n", "mappings/a.csv",
				strings.Repeat("zeros,0\n", 2<<20)), 400, `"message":"The archive is too large when unpacked"`},
			{servicetest.Zip(t, "template.yaml", string(good)), 409, `"message":"Dossier template name already exists"`},
			{servicetest.Zip(t, "readme.txt", "x"), 422,
				`"errors":[{"column":1,"file":"template.yaml","line":1,"message":"The file is missing"}]`},
			{servicetest.Zip(t, "template.yaml", head+"colour: x\n"), 422,
				`"file":"template.yaml","line":3,"message":"Unknown key: colour`},
			{servicetest.Zip(t, "template.yaml", head, "component-rules.drl", faultyRule), 422, `"file":"component-rules.drl","line":5,`},
			{servicetest.Zip(t, "template.yaml", head, "date-formats.txt", "dd.bb.yyyy\n"), 422, `"file":"date-formats.txt","line":1,`},
			{servicetest.Zip(t, "template.yaml", head+"componentMappings: [{file: mappings/a.csv}]\n", "mappings/a.csv",
				"a,b\n"), 422, `The header must contain the columns search_value and mapped_value`},
			{servicetest.Zip(t, "template.yaml", head+"reportTemplates: [{file: reports/a.xlsx}]\n", "reports/a.xlsx", "x"),
				422, `"file":"reports/a.xlsx"`},
		} {
			if a := s.importBundle(row.content); a.Status != row.status || !strings.Contains(string(a.Body), row.want) {
				t.Errorf("%d %s, want %d %s", a.Status, a.Body, row.status, row.want)
			}
		}
		if after := string(s.Want(200, "GET", templatesPath, nil).Body); after != before {
			t.Errorf("refused bundles left\n%s\nafter\n%s, want no change", after, before)
		}
		if now := len(regularFiles(t, filepath.Join(s.Service.Data, "blobs"))); now != blobs {
			t.Errorf("refused bundles left %d blobs in place of %d, want %v", now, blobs, blobs)
		}
		servicetest.CheckLog(t, s.Service)
	})
}
