package service_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
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

// TestUploadsOfEveryKind carries files, a zip of them and csvs over HTTP, and reads
// back what became of them.
func TestUploadsOfEveryKind(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
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
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossierOf("Attributes", "Uploads")
		supplier, received := c.Attributes(dossier)

		pdf := string(servicetest.SamplePDF(t))
		docx := string(servicetest.Zip(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>"))
		out := c.UploadFile(dossier, "all.zip", servicetest.Zip(t, "b/Gro\u0308ße.pdf", pdf, "a.docx", docx, "x.txt", "x",
			"values.csv", "filename;Supplier_No;received\ngröße;4711;2024-01-31\nA.PDF;1;soon\n"))
		if len(out.FileIDs) != 2 || len(out.ProcessedFileIDs) != 2 || !slices.Equal(out.ProcessedAttributes, []string{supplier, received}) {
			t.Fatalf("got %+v, want len(out.FileIDs) = 2, len(out.ProcessedFileIDs) = 2 and out.ProcessedAttributes = "+
				"{supplier, received}", out)
		}
		large := dossier + "/files/" + out.FileIDs[0]
		c.HasAttributes(large, "Größe.pdf", map[string]string{supplier: "4711", received: "2024-01-31"})
		c.HasAttributes(dossier+"/files/"+out.FileIDs[1], "a.docx", map[string]string{supplier: "1"})

		c.ExpectComponent(large, `"Supplier":["4711"]`)
		c.Want(204, "POST", large+"/attributes", map[string]any{"attributeIdToValue": map[string]any{supplier: "4712"}})
		c.ExpectComponent(large, `"Supplier":["4712"]`)

		again := c.UploadFile(dossier, "more.csv", []byte("filename;received\nGröße.pdf;2024-02-01\n"))
		if len(again.FileIDs) != 0 || !slices.Equal(again.ProcessedFileIDs, out.FileIDs[:1]) ||
			!slices.Equal(again.ProcessedAttributes, []string{received}) {
			t.Errorf("got %+v, want the csv applied to %s alone", again, out.FileIDs[:1])
		}
		ignored := c.UploadFile(dossier, "other.csv", []byte("a;b\n1;2\n"))
		if len(ignored.FileIDs)+len(ignored.ProcessedFileIDs)+len(ignored.ProcessedAttributes) != 0 {
			t.Errorf("%+v, want it = 0", ignored)
		}
		c.Want(204, "PUT", large+"/attributes", map[string]any{"attributeIdToValue": map[string]any{supplier: nil}})
		c.HasAttributes(large, "Größe.pdf", map[string]string{received: "2024-02-01"})
		c.ExpectFailure(400, "Attribute is read-only: Received", "POST", large+"/attributes", "application/json",
			strings.NewReader(`{"attributeIdToValue":{"`+received+`":"2024-01-01"}}`))
		c.ExpectFailure(400, "The archive contains an unsafe path", "POST", dossier+"/files", "multipart/form-data; boundary=B",
			strings.NewReader("--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.zip\"\r\n\r\n"+
				string(servicetest.Zip(t, "../x.pdf", pdf))+"\r\n--B--\r\n"))
		history := string(c.Want(200, "GET", dossier+"/history", nil).Body)
		for _, kind := range []string{"file.entries-skipped", "file.attributes-set"} {
			if !strings.Contains(history, `"`+kind+`"`) {
				t.Errorf("the history holds no %s", kind)
			}
		}
		servicetest.CheckLog(t, s)
	})
}

// TestAZipOutlivesItsServer kills the service while files of a zip are being stored,
// and wants all of them, each once, after it was started again.
func TestAZipOutlivesItsServer(t *testing.T) {
	t.Parallel()
	const files = 120
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier("Killed")
		var content []string
		for i := range files {
			content = append(content, fmt.Sprintf("%03d.pdf", i), fmt.Sprintf("%%PDF-1.4 %d", i))
		}
		body, contentType := servicetest.NewMultipartFile("all.zip", servicetest.Zip(t, content...))
		cut := make(chan error)
		go func() {
			_, err := c.Do("POST", dossier+"/files", contentType, body)
			cut <- err
		}()
		list := func() (names []string) {
			var out struct{ FileStatus []servicetest.FileStatus }
			c.Want(200, "GET", dossier+"/files", nil).Decode(t, &out)
			for _, f := range out.FileStatus {
				names = append(names, f.Filename)
			}
			return names
		}
		for len(list()) < 5 {
			time.Sleep(time.Millisecond) // a client that looks on
		}
		s.Kill()
		if err := <-cut; err == nil {
			t.Error("the upload was answered before the kill")
		}
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		deadline := time.Now().Add(3 * time.Minute)
		names := list()
		for ; len(names) < files && time.Now().Before(deadline); names = list() {
			time.Sleep(50 * time.Millisecond)
		}
		for i := range files {
			if i >= len(names) || names[i] != fmt.Sprintf("%03d.pdf", i) {
				t.Fatalf("after the restart there are %d files: %q, want one each in order", len(names), names)
			}
		}
	})
}
