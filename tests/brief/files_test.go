package brief

import (
	"net/http"
	"os/exec"
	"reflect"
	"slices"
	"testing"
	"time"
)

const fileNotFound = "File not found"

// dossierTest is a dossier that a test works in.
type dossierTest struct {
	*client
	templateID, id string
}

func openDossier(t *testing.T, c *client, templateID, name string) dossierTest {
	t.Helper()
	return dossierTest{client: c, templateID: templateID, id: string(c.createDossier(t, templateID, name).ID)}
}

// in returns a request of an operation on the dossier, or on one of its files.
func (d dossierTest) in(row int, fileID ...string) request {
	return call(row, append([]string{d.templateID, d.id}, fileID...)...)
}

// upload uploads one document and returns its file's identifier.
func (d dossierTest) upload(t *testing.T, name string, content []byte) string {
	t.Helper()
	result := read[uploadResult](t, d.client, d.in(25).file(name, content))
	if len(result.FileIDs) != 1 {
		t.Fatalf("upload of %s: got files %v, want one", name, result.FileIDs)
	}
	return result.FileIDs[0]
}

func (d dossierTest) status(t *testing.T, fileID string) fileStatus {
	t.Helper()
	return read[fileStatus](t, d.client, d.in(27, fileID))
}

// waitUntilAnalysed waits for the first analysis of a file after a time.
func (d dossierTest) waitUntilAnalysed(t *testing.T, fileID string) fileStatus {
	t.Helper()
	var status fileStatus
	waitFor(t, "the analysis of "+fileID, func() bool {
		status = d.status(t, fileID)
		return status.NumberOfAnalyses > 0 && status.LastProcessed != nil && !status.LastProcessed.time().Before(status.LastUploaded.time())
	})
	return status
}

// listsFile reports whether the list of file statuses, with a parameter set, has the file.
func (d dossierTest) listsFile(t *testing.T, fileID, parameter, value string) bool {
	t.Helper()
	request := d.in(24)
	if parameter != "" {
		request = request.set(parameter, value)
	}
	return slices.ContainsFunc(collection[fileStatus](t, d.do(t, request)), func(listed fileStatus) bool { return listed.ID == fileID })
}

func testFiles(t *testing.T, c *client, templateID string) {
	t.Run("upload and status", func(t *testing.T) { testUpload(t, openDossier(t, c, templateID, "files")) })
	t.Run("upload of a zip archive", func(t *testing.T) { testZIPUpload(t, openDossier(t, c, templateID, "archive")) })
	t.Run("upload of a csv file", func(t *testing.T) { testCSVUpload(t, openDossier(t, c, templateID, "csv")) })
	t.Run("upload of an office document", func(t *testing.T) {
		if _, err := exec.LookPath("soffice"); err != nil {
			t.Skip("LibreOffice is not installed")
		}
		d := openDossier(t, c, templateID, "office")
		if got := d.waitUntilAnalysed(t, d.upload(t, "letter.docx", writeDOCX(t, "A letter"))); got.NumberOfPages != 1 {
			t.Errorf("got %d pages, want the 1 of the converted document", got.NumberOfPages)
		}
	})
	t.Run("upload without analysis", func(t *testing.T) {
		d := openDossier(t, c, templateID, "without analysis")
		result := read[uploadResult](t, c, d.in(25).set("disableAutomaticAnalysis", "true").file("plain.pdf", writePDF("plain")))
		id := result.FileIDs[0]
		waitFor(t, "the processing of an upload", func() bool { return d.status(t, id).NumberOfPages == 1 })
		if got := d.status(t, id); got.NumberOfAnalyses != 0 || got.HasRedactions || got.HasHints {
			t.Errorf("got %+v, want no analysis", got)
		}
	})
	t.Run("attributes", func(t *testing.T) { testFileAttributes(t, openDossier(t, c, templateID, "file attributes")) })
	t.Run("deletion", func(t *testing.T) { testFileDeletion(t, openDossier(t, c, templateID, "file deletion")) })
	t.Run("bulk deletion", func(t *testing.T) { testBulkDeletion(t, openDossier(t, c, templateID, "bulk deletion")) })
}

func testUpload(t *testing.T, d dossierTest) {
	content := writePDF("Upload and status")
	id := d.upload(t, "status.pdf", content)
	first := d.status(t, id)
	if first.Filename != "status.pdf" || first.DossierID != d.id || first.DossierTemplateID != d.templateID ||
		first.WorkflowStatus != "NEW" {
		t.Errorf("got %+v, want a NEW file status.pdf of dossier %s", first, d.id)
	}
	if age := time.Since(first.Added.time()); age < -time.Minute || age > time.Hour {
		t.Errorf("got added %s, want now", first.Added)
	}
	if first.FileSize != int64(len(content)) {
		t.Errorf("got file size %d, want %d", first.FileSize, len(content))
	}
	analysed := d.waitUntilAnalysed(t, id)
	if analysed.NumberOfPages != 1 || analysed.SoftDeletedTime != nil || analysed.DossierArchived || analysed.FileErrorInfo != nil {
		t.Errorf("got %+v, want one page, not deleted, not archived, no error", analysed)
	}
	listed := collection[fileStatus](t, d.do(t, d.in(24)))
	if len(listed) != 1 || !reflect.DeepEqual(listed[0], d.status(t, id)) {
		t.Errorf("list: got %+v, want the status of %s", listed, id)
	}
	d.upload(t, "status.pdf", writePDF("Uploaded again", "with another text"))
	if listed = collection[fileStatus](t, d.do(t, d.in(24))); len(listed) != 1 {
		t.Errorf("a file of the same name: got %d files, want it replaced", len(listed))
	}
	again := d.waitUntilAnalysed(t, listed[0].ID)
	if want := int64(len(writePDF("Uploaded again", "with another text"))); again.FileSize != want {
		t.Errorf("replaced file: got size %d, want %d", again.FileSize, want)
	}
	d.refuse(t, d.in(25).form("other", "status.pdf", content))
	d.refuse(t, d.in(25).file("program.exe", []byte("MZ this is no document")))
	d.refuse(t, call(25, d.templateID, unknownID).file("status.pdf", content))
	d.refuseWith(t, d.in(27, unknownID), http.StatusNotFound, fileNotFound)
}

func testZIPUpload(t *testing.T, d dossierTest) {
	archive := writeZIP(t, map[string][]byte{"one.pdf": writePDF("one"), "two.pdf": writePDF("two")})
	result := read[uploadResult](t, d.client, d.in(25).file("both.zip", archive))
	if len(result.FileIDs) != 2 {
		t.Fatalf("got files %v, want the two of the archive", result.FileIDs)
	}
	names := []string{d.status(t, result.FileIDs[0]).Filename, d.status(t, result.FileIDs[1]).Filename}
	slices.Sort(names)
	if !slices.Equal(names, []string{"one.pdf", "two.pdf"}) {
		t.Errorf("got files %v, want one.pdf and two.pdf", names)
	}
}

func testFileAttributes(t *testing.T, d dossierTest) {
	attributeID := firstID(t, d.do(t, call(11, d.templateID)))
	if attributeID == "" {
		t.Fatal("the template has no file attribute")
	}
	id := d.upload(t, "attributes.pdf", writePDF("attributes"))
	values := attributes{AttributeIDToValue: map[string]string{attributeID: "a value"}}
	d.do(t, d.in(31, id).json(values))
	got := d.status(t, id)
	if got.FileAttributes.AttributeIDToValue[attributeID] != "a value" || got.LastFileAttributeChange == nil {
		t.Errorf("got %+v, want %v and the time of the change", got, values)
	}
	d.refuse(t, d.in(31, unknownID).json(values))
}

func testFileDeletion(t *testing.T, d dossierTest) {
	id := d.upload(t, "deleted.pdf", writePDF("deleted"))
	if !d.listsFile(t, id, "", "") || d.listsFile(t, id, "includeActive", "false") || !d.listsFile(t, id, "includeArchived", "true") {
		t.Error("an active file is to be listed by default, and not with includeActive false")
	}
	d.do(t, d.in(26, id))
	d.requireSoftDeleted(t, id)
	d.do(t, d.in(26, id).set("deletePermanently", "true"))
	d.requireDeleted(t, id)
	active := d.upload(t, "at-once.pdf", writePDF("at once"))
	d.do(t, d.in(26, active).set("deletePermanently", "true"))
	d.requireDeleted(t, active)
}

func testBulkDeletion(t *testing.T, d dossierTest) {
	type body struct {
		FileIDs []string `json:"fileIds"`
	}
	one, two, kept := d.upload(t, "one.pdf", writePDF("1")), d.upload(t, "two.pdf", writePDF("2")), d.upload(t, "kept.pdf", writePDF("3"))
	both := body{FileIDs: []string{one, two}}
	d.do(t, d.in(29).json(both))
	d.requireSoftDeleted(t, one)
	d.requireSoftDeleted(t, two)
	d.do(t, d.in(29).set("deletePermanently", "true").json(both))
	d.requireDeleted(t, one)
	d.requireDeleted(t, two)
	if !d.listsFile(t, kept, "", "") {
		t.Error("a file that was not named was deleted")
	}
}

func (d dossierTest) requireSoftDeleted(t *testing.T, id string) {
	t.Helper()
	d.refuseWith(t, d.in(27, id), http.StatusNotFound, fileNotFound)
	if got := read[fileStatus](t, d.client, d.in(27, id).set("includeSoftDeleted", "true")); got.SoftDeletedTime == nil {
		t.Errorf("a soft-deleted file: got %+v, want softDeletedTime", got)
	}
	if d.listsFile(t, id, "", "") || !d.listsFile(t, id, "includeSoftDeleted", "true") {
		t.Error("a soft-deleted file is to be listed with includeSoftDeleted only")
	}
}

func (d dossierTest) requireDeleted(t *testing.T, id string) {
	t.Helper()
	d.refuseWith(t, d.in(27, id).set("includeSoftDeleted", "true"), http.StatusNotFound, fileNotFound)
	if d.listsFile(t, id, "includeSoftDeleted", "true") {
		t.Error("a permanently deleted file is listed")
	}
	d.refuse(t, d.in(26, id))
}

// testCSVUpload uploads a csv file that fills an attribute of another file, and one that fits nothing.
// The template fills an attribute from the column supplier_no.
func testCSVUpload(t *testing.T, d dossierTest) {
	attributeID := firstID(t, d.do(t, call(11, d.templateID)))
	id := d.upload(t, "annotated.pdf", writePDF("annotated"))
	result := read[uploadResult](t, d.client, d.in(25).file("values.csv", []byte("filename,supplier_no\nannotated.pdf,4711\n")))
	if !slices.Contains(result.ProcessedFileIDs, id) || len(result.ProcessedAttributes) != 1 {
		t.Errorf("got %+v, want file %s and one attribute processed", result, id)
	}
	if got := d.status(t, id).FileAttributes.AttributeIDToValue[attributeID]; got != "4711" {
		t.Errorf("got attribute value %q, want 4711", got)
	}
	ignored := read[uploadResult](t, d.client, d.in(25).file("other.csv", []byte("first,second\n1,2\n")))
	if len(ignored.ProcessedFileIDs) != 0 || len(ignored.ProcessedAttributes) != 0 {
		t.Errorf("a csv file that does not match: got %+v, want it ignored", ignored)
	}
	archive := writeZIP(t, map[string][]byte{
		"mixed.pdf": writePDF("mixed"), "values.csv": []byte("filename,supplier_no\nmixed.pdf,4712\n"),
	})
	mixed := read[uploadResult](t, d.client, d.in(25).file("mixed.zip", archive))
	if len(mixed.FileIDs) == 0 || !slices.Contains(mixed.FileIDs, mixed.ProcessedFileIDs[0]) {
		t.Fatalf("a zip archive with a csv file: got %+v, want the file and its attribute", mixed)
	}
	if got := d.status(t, mixed.ProcessedFileIDs[0]).FileAttributes.AttributeIDToValue[attributeID]; got != "4712" {
		t.Errorf("a zip archive with a csv file: got attribute value %q, want 4712", got)
	}
}
