package main

import (
	"bytes"
	"image/png"
	"net/http"
	"path"
	"strings"
	"testing"
)

// TestContentsOfAFile reads a file as uploaded, with marks and as images, and finds
// nothing of it after it is deleted for good.
func TestContentsOfAFile(t *testing.T) {
	s := serve(t, path.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Claims 2024")
	original := sample(t)
	file := dossier + "/files/" + c.upload(dossier, "first.pdf", original)
	if f := c.awaitDone(file); f.ProcessingStatus != "PROCESSED" {
		t.Fatalf("%+v", f)
	}
	for _, kind := range []string{"", "?type=ORIGINAL", "?type=PDF"} {
		if got := c.want(200, "GET", file+"/content"+kind, nil); !bytes.Equal(got.body, original) {
			t.Errorf("content%s is not what was uploaded", kind)
		}
	}
	preview := c.want(200, "GET", file+"/content?type=PREVIEW", nil).body
	if !bytes.HasPrefix(preview, []byte("%PDF-")) || bytes.Count(preview, []byte("/Subtype/Highlight")) < 3 || !bytes.Contains(preview, []byte("/Multiply")) {
		t.Errorf("the preview has no marks (%d bytes)", len(preview))
	}
	if again := c.want(200, "GET", file+"/content?type=PREVIEW", nil).body; !bytes.Equal(again, preview) {
		t.Error("two previews of a file differ")
	}
	ranged(t, c, file+"/content?type=PREVIEW", preview)

	img, err := png.Decode(bytes.NewReader(c.want(200, "GET", file+"/pages/1.png?dpi=36", nil).body))
	if err != nil || img.Bounds().Dx() != 298 || img.Bounds().Dy() != 421 {
		t.Errorf("page 1 of A4 at 36 dots per inch: %v, %v", img.Bounds(), err)
	}
	c.want(404, "GET", file+"/pages/2.png", nil)
	c.want(204, "DELETE", file+"?deletePermanently=true", nil)
	for _, gone := range []string{"/content", "/content?type=PREVIEW", "/pages/1.png?dpi=36"} {
		c.want(404, "GET", file+gone, nil)
	}
}

// ranged asks for a part of a content.
func ranged(t *testing.T, c *caller, path string, whole []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", c.s.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Range", "bytes=0-4")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var got bytes.Buffer
	if _, err := got.ReadFrom(a.Body); err != nil || a.StatusCode != 206 || !bytes.Equal(got.Bytes(), whole[:5]) || !strings.HasPrefix(a.Header.Get("Content-Disposition"), "inline") {
		t.Errorf("a range: %d %q %q %v", a.StatusCode, got.Bytes(), a.Header, err)
	}
}
