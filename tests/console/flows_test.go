package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// tabTo goes with Tab to what a selector finds.
func (p *page) tabTo(selector string) {
	p.t.Helper()
	p.await(fmt.Sprintf("document.querySelector(`%s`)", selector))
	for range 80 {
		p.press("\t")
		if evaluate[bool](p, fmt.Sprintf("document.activeElement?.matches(`%s`) ?? false", selector)) {
			return
		}
	}
	p.fail("Tab does not reach %s", selector)
}

// TestMainFlowsByKeys makes a dossier, reviews the next file from home, makes a package, deletes a file and restores it,
// and signs out, by keys alone.
func TestMainFlowsByKeys(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	s.mira.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.miraID(t)})
	p := openPage(t, s, "en")
	p.open("/console/")
	p.signIn("mira")
	p.awaitText("march.pdf")
	p.press("\r")
	p.await(rowFocused + ` && document.querySelector("h1").innerText === "march.pdf"`)

	p.press("g", "d")
	p.await(`document.querySelector("tbody [data-row]")`)
	p.press("c")
	p.await(`document.activeElement?.name === "name"`)
	p.press("By keys", "\r")
	p.await(`document.querySelector("h1")?.innerText === "By keys"`)
	p.press("g", "d")
	p.await(rowNames + `.includes("Spring 2026") && ` + rowNames + `.includes("By keys")`)
	for range 3 {
		if evaluate[string](p, `document.activeElement.innerText`) == "Spring 2026" {
			break
		}
		p.press("j")
	}
	p.press("\r")
	p.await(`document.querySelector("tr[data-file]") && document.querySelector("h1").innerText === "Spring 2026"`)

	p.press("j", "x", "d")
	p.await(`document.querySelector("dialog[open] fieldset")`)
	p.tabTo("dialog footer .main")
	p.press("\r")
	p.await(`document.querySelector("dk-downloads [data-row]")`)
	p.await(`document.querySelector("dk-downloads a[download]")`)

	p.open(s.consolePath())
	p.await(`document.querySelector("tr[data-file]")`)
	p.press("j", ".")
	p.await(`document.activeElement?.matches(".choices button")`)
	p.press(kb.ArrowUp, "\r") // the last choice deletes
	p.await(`!document.querySelector("tr[data-file]")`)
	p.press("g", "x")
	p.tabTo(selectTrashed(file) + " button")
	p.press("\r")
	p.awaitText("The trash is empty.")
	s.mira.Want(200, "GET", file, nil)

	p.expectFault(`401`) // the page behind the sign-out
	p.tabTo("button.account")
	p.press("\r")
	p.await(`document.querySelector("#account select")`)
	p.tabTo("#account button:last-of-type")
	p.press("\r")
	p.await(`!document.querySelector("dk-app") && document.querySelector("form input")`)
}
