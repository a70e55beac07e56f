package service_test

import (
	"bytes"
	"image/png"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestContentsOfAFile reads a file as uploaded, with marks and as images, and finds
// nothing of it after it is deleted for good.
func TestContentsOfAFile(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Claims 2024")
	original := servicetest.SamplePDF(t)
	file := dossier + "/files/" + c.Upload(dossier, "first.pdf", original)
	if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" {
		t.Fatalf("%+v, want f.ProcessingStatus = %q", f, "PROCESSED")
	}
	for _, kind := range []string{"", "?type=ORIGINAL", "?type=PDF"} {
		if got := c.Want(200, "GET", file+"/content"+kind, nil); !bytes.Equal(got.Body, original) {
			t.Errorf("content%s is not what was uploaded, want the same bytes", kind)
		}
	}
	preview := c.Want(200, "GET", file+"/content?type=PREVIEW", nil).Body
	if !bytes.HasPrefix(preview, []byte("%PDF-")) || bytes.Count(preview, []byte("/Subtype /Highlight")) < 3 ||
		!bytes.Contains(preview, []byte("/Multiply")) {
		t.Errorf("the preview has no marks (%d bytes), want three marks at least", len(preview))
	}
	if again := c.Want(200, "GET", file+"/content?type=PREVIEW", nil).Body; !bytes.Equal(again, preview) {
		t.Error("two previews of a file differ")
	}
	expectRange(t, c, file+"/content?type=PREVIEW", preview)

	img, err := png.Decode(bytes.NewReader(c.Want(200, "GET", file+"/pages/1.png?dpi=36", nil).Body))
	if err != nil || img.Bounds().Dx() != 298 || img.Bounds().Dy() != 421 {
		t.Errorf("page 1 of A4 at 36 dots per inch: %v, %v, want img.Bounds().Dx() = 298, img.Bounds().Dy() = 421 and no error",
			img.Bounds(), err)
	}
	c.Want(404, "GET", file+"/pages/2.png", nil)
	c.Want(204, "DELETE", file+"?deletePermanently=true", nil)
	for _, gone := range []string{"/content", "/content?type=PREVIEW", "/pages/1.png?dpi=36"} {
		c.Want(404, "GET", file+gone, nil)
	}
}

// expectRange asks for a part of a content.
func expectRange(t *testing.T, c *servicetest.Caller, path string, whole []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", c.Service.Base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Range", "bytes=0-4")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var got bytes.Buffer
	if _, err := got.ReadFrom(a.Body); err != nil || a.StatusCode != 206 || !bytes.Equal(got.Bytes(), whole[:5]) ||
		!strings.HasPrefix(a.Header.Get("Content-Disposition"), "inline") {
		t.Errorf("a range: %d %q %q %v, want 206 with %q, shown inline",
			a.StatusCode, got.Bytes(), a.Header, err, whole[:5])
	}
}
