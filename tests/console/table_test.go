package console

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// cellHere is the cell of the table that has the focus.
const cellHere = `document.activeElement?.matches("td[role=gridcell]")`

// TestTableIsCorrectedByKeys goes through the values of all files of a dossier, corrects one, takes that back, and checks
// another, without a mouse.
func TestTableIsCorrectedByKeys(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	first := s.store(t, "a.pdf", writePDF(numberedSheets(1, 3)...))
	second := s.store(t, "b.pdf", writePDF(numberedSheets(1, 3)...))
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open(s.consolePath())
			p.signIn("ada")
			p.await(`document.querySelector("tr[data-file]")`)
			p.press("2")
			p.await(`document.querySelectorAll("td[role=gridcell]").length === 6`)
			p.checkAccess("table")
			p.press("j", kb.ArrowRight)
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00001")`)
			p.press("\r")
			p.await(`document.activeElement?.matches("td input") && document.querySelector("img.crop")?.naturalWidth > 0`)
			p.checkAccess("table-field")
			p.press("gone", "\x1b")
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00001")`)
			value := func(file string, want ...string) {
				t.Helper()
				servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00001"], want) })
				p.await(`!document.querySelector("td.saving")`)
			}
			p.press("\r")
			p.await(`document.activeElement?.matches("td input")`)
			p.press("W"+language, "\t")
			value(second, "W"+language)
			p.await(cellHere + ` && document.activeElement.innerText.includes("V00002")`)
			p.press("u")
			value(second, "V00001")
			p.press("k", kb.ArrowLeft, " ")
			p.await(cellHere + ` && document.querySelector("td .approved")`)
			evaluate[bool](p, `(window.gone = 0, window.watch = new MutationObserver(() => { if (!document.querySelector("td .approved")) gone++; }), watch.observe(document.body, {childList: true, subtree: true}), true)`)
			servicetest.Await(t, patience, func() bool { return slices.Equal(s.checked(t, first), []string{"Field_V00001"}) })
			if gone := evaluate[int](p, `(watch.disconnect(), gone)`); gone > 0 {
				t.Errorf("the mark was gone %d times before it was taken back", gone)
			}
			p.press("u")
			servicetest.Await(t, patience, func() bool { return len(s.checked(t, first)) == 0 })
			p.await(`!document.querySelector("td .approved")`)
			p.open(s.consolePath() + "/table?component=field_v00002")
			p.await(`[...document.querySelectorAll("img.crop")].filter((i) => i.naturalWidth > 0).length === 2`)
			p.checkAccess("table-column")
			p.press("1")
			p.await(`document.querySelector("tr[data-file]")`)
		})
	}
}

// TestTableOfManyFiles draws some rows of many, and reads more of them on the way down.
func TestTableOfManyFiles(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	const files = 130
	var entries []string
	for i := range files {
		entries = append(entries, fmt.Sprintf("file-%03d.pdf", i), string(writePDF(numberedSheets(1, 2)...)))
	}
	for _, id := range s.mira.UploadFile(s.dossier, "all.zip", servicetest.Zip(t, entries...)).FileIDs {
		s.mira.AwaitDone(s.dossier + "/files/" + id)
	}
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	if n := evaluate[int](p, `document.querySelectorAll("tbody tr[aria-rowindex]").length`); n > 60 {
		t.Errorf("%d rows are drawn", n)
	}
	for range files {
		p.press("j")
	}
	p.await(cellHere + fmt.Sprintf(` && document.activeElement.closest("tr").getAttribute("aria-rowindex") === "%d"`, files+1))
}

// TestTwoPeopleOnOneCell lets somebody else change the value of a cell that is being typed in: what was typed stays, both
// are shown, and one's own or theirs is taken.
func TestTwoPeopleOnOneCell(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	override := func(by *servicetest.Caller, value string) {
		by.Want(204, "POST", file+"/component-overrides", map[string]any{"name": "Field_V00000", "componentValues": []any{map[string]any{"value": value}}})
	}
	p := openPage(t, s, "en")
	p.expectFault(`412`)
	p.open(s.consolePath() + "/table")
	p.signIn("ada")
	p.await(`document.querySelector("td[role=gridcell]")`)
	conflict := func(value string) string {
		return `document.querySelector("td .conflict")?.innerText.includes("` + value + `")`
	}
	edit := func(text string) {
		p.press("j", "k", "\r")
		p.await(`document.activeElement?.matches("td input")`)
		p.press(text)
	}
	edit("mine")
	override(s.mira, "theirs")
	p.press("\r")
	p.await(conflict("mira set this to “theirs” meanwhile.") + ` && document.querySelector("td input").value === "mine"`)
	p.checkAccess("table-conflict")
	if got := s.values(t, file)["Field_V00000"]; !slices.Equal(got, []string{"theirs"}) {
		t.Errorf("the value of somebody else is %q", got)
	}
	p.clickWords("td .conflict", "Keep mine")
	p.await(`document.activeElement?.matches("td input") && !document.querySelector(".conflict")`)
	p.press("\r")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00000"], []string{"mine"}) })
	p.await(`!document.querySelector("td.saving")`)

	edit("more")
	override(s.ada, "from another browser")
	p.press("\r")
	p.await(conflict("from another browser") + ` && document.querySelector("td input").value === "more"`)
	p.clickWords("td .conflict", "Take theirs")
	p.await(cellHere + ` && document.activeElement.innerText.includes("from another browser") && !document.querySelector("td input")`)
	if got := s.values(t, file)["Field_V00000"]; !slices.Equal(got, []string{"from another browser"}) {
		t.Errorf("the value is %q", got)
	}
}
