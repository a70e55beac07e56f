package service_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

func needsOffice(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("LibreOffice is not installed")
	}
}

// TestAnOfficeFileIsProcessed takes a document through the service: its name stays,
// its pages are those of the PDF, and each step has its time.
func TestAnOfficeFileIsProcessed(t *testing.T) {
	t.Parallel()
	needsOffice(t)
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Orders")
	path := dossier + "/files/" + c.Upload(dossier, "terms.docx", servicetest.WordDocument(t))
	if f := c.AwaitDone(path); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 || f.Filename != "terms.docx" {
		t.Fatalf("%+v %+v, want f.ProcessingStatus = PROCESSED, f.NumberOfPages = 1 and f.Filename = terms.docx", f, f.FileErrorInfo)
	}
	var f struct{ StageDurations map[string]int64 }
	c.Want(200, "GET", path, nil).Decode(t, &f)
	if f.StageDurations["CONVERT"] == 0 || f.StageDurations["LAYOUT"] == 0 || len(f.StageDurations) < 2 {
		t.Errorf("got %v, want times of CONVERT and LAYOUT", f.StageDurations)
	}
}
