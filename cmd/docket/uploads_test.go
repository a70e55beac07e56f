package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// attributesTemplate is a template whose files have attributes.
const attributesTemplate = `format: 1
name: Attributes
fileAttributesConfig: {delimiter: ";"}
dossierStatuses: [{name: Open}]
dossierAttributes: [{name: Centre, type: TEXT}]
fileAttributes:
  - {name: Supplier, csvColumnHeader: supplier_no, type: TEXT, editable: true}
  - {name: Received, csvColumnHeader: received, type: DATE}
`

// attributeRule makes a component of an attribute.
const attributeRule = `
rule "Supplier.0.0: as the file says"
    when
        FileAttribute(label == "Supplier", $v: value)
    then
        componentCreationService.create("Supplier.0.0", "Supplier", $v, "of the file");
end
`

// zipped makes a zip of names and contents in turn.
func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type uploadResult struct {
	FileIDs, ProcessedFileIDs, ProcessedAttributes []string
}

// sends uploads a file and wants it taken.
func (c *caller) sends(dossier, name string, content []byte) (out uploadResult) {
	c.t.Helper()
	body, contentType := multipartFile(name, content)
	a, err := c.do("POST", dossier+"/files", contentType, body)
	if err != nil || a.status != http.StatusCreated {
		c.t.Fatalf("upload %s: %d %s %v", name, a.status, a.body, err)
	}
	a.into(c.t, &out)
	return out
}

// TestUploadsOfEveryKind carries files, a zip of them and csvs over HTTP, and reads
// back what became of them.
func TestUploadsOfEveryKind(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		bundle := t.TempDir()
		if err := os.WriteFile(filepath.Join(bundle, "template.yaml"), []byte(attributesTemplate), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"entity-rules.drl", "component-rules.drl"} {
			rules, err := os.ReadFile("templates/invoice/" + name)
			if name == "component-rules.drl" {
				rules = append(rules, attributeRule...)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(bundle, name), rules, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		args = append(slices.Clone(args), "--import", bundle)
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		dossier := c.newDossierOf("Attributes", "Uploads")
		supplier, received := c.attributes(dossier)

		pdf := string(sample(t))
		docx := string(zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>"))
		out := c.sends(dossier, "all.zip", zipped(t, "b/Gro\u0308ße.pdf", pdf, "a.docx", docx, "x.txt", "x",
			"values.csv", "filename;Supplier_No;received\ngröße;4711;2024-01-31\nA.PDF;1;soon\n"))
		if len(out.FileIDs) != 2 || len(out.ProcessedFileIDs) != 2 || !slices.Equal(out.ProcessedAttributes, []string{supplier, received}) {
			t.Fatalf("%+v", out)
		}
		large := dossier + "/files/" + out.FileIDs[0]
		c.hasAttributes(large, "Größe.pdf", map[string]string{supplier: "4711", received: "2024-01-31"})
		c.hasAttributes(dossier+"/files/"+out.FileIDs[1], "a.docx", map[string]string{supplier: "1"})

		c.extracts(large, `"Supplier":["4711"]`)
		c.want(204, "POST", large+"/attributes", map[string]any{"attributeIdToValue": map[string]any{supplier: "4712"}})
		c.extracts(large, `"Supplier":["4712"]`)

		again := c.sends(dossier, "more.csv", []byte("filename;received\nGröße.pdf;2024-02-01\n"))
		if len(again.FileIDs) != 0 || !slices.Equal(again.ProcessedFileIDs, out.FileIDs[:1]) || !slices.Equal(again.ProcessedAttributes, []string{received}) {
			t.Errorf("%+v", again)
		}
		ignored := c.sends(dossier, "other.csv", []byte("a;b\n1;2\n"))
		if len(ignored.FileIDs)+len(ignored.ProcessedFileIDs)+len(ignored.ProcessedAttributes) != 0 {
			t.Errorf("%+v", ignored)
		}
		c.want(204, "PUT", large+"/attributes", map[string]any{"attributeIdToValue": map[string]any{supplier: nil}})
		c.hasAttributes(large, "Größe.pdf", map[string]string{received: "2024-02-01"})
		c.failed(400, "Attribute is read-only: Received", "POST", large+"/attributes", "application/json",
			strings.NewReader(`{"attributeIdToValue":{"`+received+`":"2024-01-01"}}`))
		c.failed(400, "The archive contains an unsafe path", "POST", dossier+"/files", "multipart/form-data; boundary=B",
			strings.NewReader("--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.zip\"\r\n\r\n"+string(zipped(t, "../x.pdf", pdf))+"\r\n--B--\r\n"))
		history := string(c.want(200, "GET", dossier+"/history", nil).body)
		for _, kind := range []string{"file.entries-skipped", "file.attributes-set"} {
			if !strings.Contains(history, `"`+kind+`"`) {
				t.Errorf("the history holds no %s", kind)
			}
		}
		noScandal(t, s)
	})
}

// extracts wants a component once the file is analysed.
func (c *caller) extracts(path, want string) {
	c.t.Helper()
	if f := c.awaitDone(path); f.ProcessingStatus != "PROCESSED" {
		c.t.Errorf("%+v %+v", f, f.FileErrorInfo)
	}
	if a := c.want(200, "GET", path+"/components", nil); !strings.Contains(string(a.body), want) {
		c.t.Errorf("no %s in %s", want, a.body)
	}
}

// newDossierOf makes a dossier of a template by name.
func (c *caller) newDossierOf(template, name string) string {
	c.t.Helper()
	var list struct {
		DossierTemplates []struct{ ID, Name string }
	}
	c.want(200, "GET", "/api/dossier-templates", nil).into(c.t, &list)
	for _, t := range list.DossierTemplates {
		if t.Name == template {
			var d struct{ ID string }
			c.want(201, "POST", "/api/dossier-templates/"+t.ID+"/dossiers", map[string]any{"name": name}).into(c.t, &d)
			return "/api/dossier-templates/" + t.ID + "/dossiers/" + d.ID
		}
	}
	c.t.Fatalf("no template %s", template)
	return ""
}

// attributes are the ids of the two attributes, and wants the other definitions.
func (c *caller) attributes(dossier string) (supplier, received string) {
	c.t.Helper()
	templatePath := filepath.Dir(filepath.Dir(dossier))
	for path, want := range map[string]string{"/dossier-status-definitions": `"name":"Open"`, "/dossier-attribute-definitions": `"name":"Centre"`} {
		if a := c.want(200, "GET", templatePath+path, nil); !strings.Contains(string(a.body), want) {
			c.t.Errorf("%s: %s", path, a.body)
		}
	}
	var list struct {
		FileAttributeDefinitions []struct{ ID, Name string }
	}
	c.want(200, "GET", templatePath+"/file-attribute-definitions", nil).into(c.t, &list)
	if len(list.FileAttributeDefinitions) != 2 || list.FileAttributeDefinitions[0].Name != "Received" {
		c.t.Fatalf("%+v", list)
	}
	return list.FileAttributeDefinitions[1].ID, list.FileAttributeDefinitions[0].ID
}

func (c *caller) hasAttributes(path, name string, want map[string]string) {
	c.t.Helper()
	var f struct {
		Filename       string
		FileAttributes struct{ AttributeIDToValue map[string]string }
	}
	c.want(200, "GET", path, nil).into(c.t, &f)
	if fmt.Sprint(f.FileAttributes.AttributeIDToValue) != fmt.Sprint(want) || f.Filename != name {
		c.t.Errorf("%s: %+v, want %v", name, f, want)
	}
}

// TestAZipOutlivesItsServer kills the service while files of a zip are being stored,
// and wants all of them, each once, after it was started again.
func TestAZipOutlivesItsServer(t *testing.T) {
	const files = 120
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER")
		c := s.as("mira", "Str0ng-enough")
		dossier := c.newDossier("Killed")
		var content []string
		for i := range files {
			content = append(content, fmt.Sprintf("%03d.pdf", i), fmt.Sprintf("%%PDF-1.4 %d", i))
		}
		body, contentType := multipartFile("all.zip", zipped(t, content...))
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			_, _ = c.do("POST", dossier+"/files", contentType, body) // cut off with the service
		}()
		list := func() (names []string) {
			var out struct{ FileStatus []fileStatus }
			c.want(200, "GET", dossier+"/files", nil).into(t, &out)
			for _, f := range out.FileStatus {
				names = append(names, f.Filename)
			}
			return names
		}
		for len(list()) < 5 {
			time.Sleep(time.Millisecond) // a client that looks on
		}
		s.kill()
		<-answered
		s.start()
		c = s.as("mira", "Str0ng-enough")
		first := len(list())
		deadline := time.Now().Add(60 * time.Second)
		names := list()
		for ; len(names) < files && time.Now().Before(deadline); names = list() {
			time.Sleep(50 * time.Millisecond)
		}
		if first >= files {
			t.Errorf("the upload was faster than the kill: %d files", first)
		}
		for i := range files {
			if i >= len(names) || names[i] != fmt.Sprintf("%03d.pdf", i) {
				t.Fatalf("after the restart there are %d files: %q", len(names), names)
			}
		}
	})
}
