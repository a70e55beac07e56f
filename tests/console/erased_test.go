package console

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestNothingErasedStaysInTheBrowser looks at a file in the console and corrects it, deletes it for
// good, and looks for its image, its text and the correction in all that the browser keeps.
func TestNothingErasedStaysInTheBrowser(t *testing.T) {
	s := openSite(t)
	file := s.store(t, "march.pdf", servicetest.CanaryPDF(servicetest.CanaryWords["PDF text"]))
	image := s.mira.Want(200, "GET", file+"/pages/1.png?dpi=100", nil).Body
	profile := t.TempDir()
	p := openPageFor(t, s, "en", profile, 9*time.Minute)
	p.open(reviewPath(file))
	p.signIn("mira")
	p.await(rowFocused + ` && ` + pageVisible + ` && document.querySelector("dk-pages text")`)
	p.awaitText(servicetest.CanaryWords["PDF text"])
	p.press("\r")
	p.await(fieldOpen)
	p.press(servicetest.CanaryWords["override"])
	p.saveUnexpected()
	p.await(`document.body.innerText.includes("` + servicetest.CanaryWords["override"] + `")`)
	p.press("h")
	p.await(`document.querySelector("dk-history li")`)
	p.expectFault(`404 .*/files/`) // the review may hear of the deletion before it is left
	s.mira.Want(204, "DELETE", file, nil)
	p.open("/console/trash")
	p.clickWords(selectTrashed(file), "Delete for good")
	p.await(`document.activeElement.matches("dialog input")`)
	p.press("march.pdf", "\r")
	p.awaitText("The trash is empty.")
	s.mira.Want(404, "GET", file, nil)
	if err := chromedp.Cancel(p.tab); err != nil { // closes the browser, which writes what it keeps
		t.Fatal(err)
	}
	kept := 0
	err := filepath.WalkDir(profile, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte("/console/a/")) {
			kept++
		}
		for _, seen := range servicetest.FindSightings(strings.TrimPrefix(path, profile), append(b, servicetest.Inflate(b)...)) {
			t.Error(seen)
		}
		if bytes.Contains(b, image[len(image)/2:len(image)/2+64]) {
			t.Errorf("the image of the page is in %s", strings.TrimPrefix(path, profile))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if kept == 0 {
		t.Error("the browser keeps nothing of the console, so nothing was looked at")
	}
}
