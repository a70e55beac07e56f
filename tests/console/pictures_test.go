package console

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPictures takes the pictures of the documentation, into the folder DOCKET_PICTURES: make
// screenshots.
func TestPictures(t *testing.T) {
	dir := os.Getenv("DOCKET_PICTURES")
	if dir == "" {
		t.Skip("DOCKET_PICTURES names no folder; make screenshots")
	}
	s := openSite(t)
	var file string
	for _, name := range []string{"invoice-0117.pdf", "invoice-0118.pdf", "invoice-0119.pdf"} {
		file = s.upload(t, name)
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("invoice-0119.pdf")
	p.press("r")
	p.awaitText("0 of ")
	p.await(`document.activeElement.matches(".component.current")`)
	p.press(" ", " ", " ")
	p.awaitText("3 of ")
	p.press("/", "supplier", "\x1b")
	p.await(`document.activeElement.matches(".component.current") && document.activeElement.innerText.includes("Supplier")`)
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("Quarry R")
	p.await(`document.querySelector(".edit li") && ` + pageVisible + ` && document.querySelector(".offered")`)
	evaluate[bool](p, `(document.querySelectorAll(".toast button:last-child").forEach(b => b.click()), true)`)
	p.await(`!document.querySelector(".toast")`)
	for _, theme := range []string{"light", "dark"} {
		p.takePicture(filepath.Join(dir, "review-"+theme+".png"), theme)
	}
	german := openPage(t, s, "de")
	german.open("/console/")
	german.signIn("ada")
	for _, screen := range s.screens(file) {
		switch screen.name {
		case "dossier":
			p.open(screen.path)
			p.await(screen.until)
			p.takePicture(filepath.Join(dir, "dossier.png"), "light")
		case "review", "table":
			german.open(screen.path)
			german.await(screen.until)
			german.takePicture(filepath.Join(dir, screen.name+"-de.png"),
				map[string]string{"review": "dark", "table": "light"}[screen.name])
		}
	}
}

// takePicture writes a picture of what is shown in a theme.
func (p *page) takePicture(path, theme string) {
	p.t.Helper()
	p.setLook(theme, 1280)
	evaluate[bool](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	picture, err := chromedp.Run(within, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(path, picture, 0o644)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
