package console

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPictureAsAnAttribute chooses a picture as the value of an attribute of a dossier, sees it, and takes it out again.
func TestPictureAsAnAttribute(t *testing.T) {
	s := openSite(t)
	var d struct{ ID string }
	s.root.Want(201, "POST", s.template+"/dossier-attribute-definitions",
		map[string]any{"name": "Logo", "type": "IMAGE", "editable": true}).Decode(t, &d)
	drawn := image.NewGray(image.Rect(0, 0, 24, 12))
	drawn.Set(3, 3, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, drawn); err != nil {
		t.Fatal(err)
	}
	logo := filepath.Join(t.TempDir(), "logo.png")
	if err := os.WriteFile(logo, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	stored := func() string {
		var now struct {
			DossierAttributes struct{ AttributeIDToValue map[string]string }
		}
		s.mira.Want(200, "GET", s.dossier, nil).Decode(t, &now)
		return now.DossierAttributes.AttributeIDToValue[d.ID]
	}
	for language, words := range map[string][2]string{"en": {"Save", "Remove Logo"}, "de": {"Speichern", "Logo entfernen"}} {
		p := openPage(t, s, language)
		p.open(s.consolePath())
		p.signIn("mira")
		p.await(`document.querySelector(".drop")`)
		p.press("e")
		p.await(`document.querySelector("dialog dk-picture input[type=file]")`)
		p.do(chromedp.SetUploadFiles(chromedp.CSS("dialog dk-picture input[type=file]"), []string{logo}))
		p.await(`document.querySelector("dialog dk-picture img")?.naturalWidth === 24`)
		p.checkAccess("picture")
		p.clickWords("dialog form", words[0])
		p.await(`!document.querySelector("dialog")`)
		if got := stored(); got != "data:image/png;base64,"+base64.StdEncoding.EncodeToString(b.Bytes()) {
			t.Errorf("the picture is stored as %.60q, want the picture that was chosen", got)
		}
		p.press("e")
		p.await(`document.querySelector("dialog dk-picture img")?.naturalWidth === 24`)
		p.clickWords("dialog dk-picture", words[1])
		p.await(`!document.querySelector("dialog dk-picture img")`)
		p.clickWords("dialog form", words[0])
		p.await(`!document.querySelector("dialog")`)
		if got := stored(); strings.TrimSpace(got) != "" {
			t.Errorf(`the picture is still stored: %.60q, want ""`, got)
		}
	}
}
