package service_test

import (
	"archive/zip"
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestPicturesAreProcessed takes pictures through the service, alone and in a zip: names and bytes stay, a PDF
// is made, and one that is cut off ends in an error that says so. They show nothing, so that no recognition is needed.
func TestPicturesAreProcessed(t *testing.T) {
	t.Parallel()
	var scan, fax bytes.Buffer
	white := image.NewGray(image.Rect(0, 0, 400, 200))
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	if err := png.Encode(&scan, white); err != nil {
		t.Fatal(err)
	}
	if err := tiff.Encode(&fax, white, nil); err != nil {
		t.Fatal(err)
	}
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Orders")
	path := dossier + "/files/" + c.Upload(dossier, "scan.PNG", scan.Bytes())
	if f := c.AwaitDone(path); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 || f.Filename != "scan.PNG" {
		t.Errorf("%+v %+v, want f.ProcessingStatus = PROCESSED, f.NumberOfPages = 1 and f.Filename = scan.PNG", f, f.FileErrorInfo)
	}
	if r := c.Want(200, "GET", path+"/content?type=ORIGINAL", nil); !bytes.Equal(r.Body, scan.Bytes()) ||
		r.Header.Get("Content-Type") != "image/png" {
		t.Errorf("%d bytes of %s, want %d bytes of image/png", len(r.Body), r.Header.Get("Content-Type"), scan.Len())
	}
	if r := c.Want(200, "GET", path+"/content?type=PDF", nil); !bytes.HasPrefix(r.Body, []byte("%PDF-")) {
		t.Errorf("got %.20q, want a PDF", r.Body)
	}
	c.Want(200, "GET", path+"/pages/1.png", nil)
	cut := dossier + "/files/" + c.Upload(dossier, "cut.png", scan.Bytes()[:scan.Len()-30])
	if f := c.AwaitDone(cut); f.ProcessingStatus != "ERROR" || !strings.Contains(f.FileErrorInfo.Cause, "cut off") {
		t.Errorf("%+v %+v, want f.ProcessingStatus = %q and %q in f.FileErrorInfo.Cause", f, f.FileErrorInfo, "ERROR", "cut off")
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, content := range map[string][]byte{"fax.tif": fax.Bytes(), "photo.png": scan.Bytes()} {
		if w, err := z.Create(name); err != nil {
			t.Fatal(err)
		} else if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, id := range c.UploadFile(dossier, "all.zip", packed.Bytes()).FileIDs {
		if f := c.AwaitDone(dossier + "/files/" + id); f.ProcessingStatus != "PROCESSED" || f.NumberOfPages != 1 {
			t.Errorf("%+v %+v, want f.ProcessingStatus = %q and f.NumberOfPages = 1", f, f.FileErrorInfo, "PROCESSED")
		}
	}
}
