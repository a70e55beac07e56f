package console

import (
	"slices"
	"testing"
	"time"
)

// TestOthersAtTheFileAreNamed reviews a file that somebody else changes: the head of the review names who has worked on it in
// the last minutes.
func TestOthersAtTheFileAreNamed(t *testing.T) {
	s := openSite(t)
	file, next := s.upload(t, "march.pdf"), s.upload(t, "april.pdf")
	correct := func(value string) {
		s.mira.Want(204, "POST", file+"/component-overrides",
			map[string]any{"name": "Currency", "componentValues": []any{map[string]any{"value": value}}})
	}
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused)
	p.press("j")
	correct("CHF")
	p.await(`document.querySelector(".review-head dk-others")?.innerText.trim() === "mira is here, too"`)
	p.checkAccess("with somebody else")
	p.open(reviewPath(next))
	p.await(rowFocused)
	p.press("j")
	p.await(`document.querySelector("dk-edge input")`) // loaded together
	evaluate[bool](p, readOthers)
	if named := evaluate[string](p, `document.querySelector("dk-others").innerText.trim()`); named != "" {
		t.Errorf("another file says %q, want nothing", named)
	}
	p.open(reviewPath(file)) // what was done before it was opened counts, too
	p.await(rowFocused)
	p.press("j")
	p.awaitText("mira is here, too")
}

// readOthers reads who else is at the file, which else waits until somebody has stayed for a second.
const readOthers = `document.querySelector("dk-others").read().then(() => true)`

// TestReadersAskForNothingThatIsRefused opens the review of a file of a public dossier by somebody who is no member.
func TestReadersAskForNothingThatIsRefused(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	s.AddAccount("demo", "rita", "USER")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("rita")
	p.await(rowFocused)
	p.press("j")
	p.await(`document.querySelector("dk-edge input")`)
	p.awaitText("You are not a member of this dossier")
	evaluate[bool](p, readOthers)
	p.press("k")
	p.await(rowFocused)
}

// TestOneComponentAtATime reviews a file in a window as wide as that of a phone: one component stands below the pages, and
// buttons lead on, and check it; a word that is touched for long is taken into its field.
func TestOneComponentAtATime(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	for _, language := range []string{"en", "de"} {
		p := openPage(t, s, language)
		p.open("/console/")
		p.signIn("ada")
		p.await(`document.querySelector("main h1")`)
		p.setLook("light", 390)
		p.open(reviewPath(file))
		p.await(pageVisible + ` && document.querySelector("dk-pages text") && document.querySelectorAll("dk-one button").length === 3`)
		const shown = `[...document.querySelectorAll(".component")].filter((c) => c.checkVisibility())`
		p.await(shown + `.length === 1 && document.querySelectorAll(".component").length > 3`)
		first := evaluate[string](p, shown+`[0].querySelector(".name").innerText`)
		p.click("dk-one button:last-child")
		p.await(shown + `.length === 1 && ` + shown + `[0].querySelector(".name").innerText !== "` + first + `"`)
		p.click("dk-one button")
		p.await(shown + `[0].querySelector(".name").innerText === "` + first + `"`)
		p.checkAccess("one component")
		if language == "de" {
			continue
		}
		p.setLook("light", 390)
		p.click("dk-one .main")
		p.await(`document.body.innerText.includes("1 of ") && ` + shown + `[0].querySelector(".name").innerText !== "` + first + `"`)
		evaluate[bool](p, `document.querySelector("dk-pages text").dispatchEvent(new PointerEvent("contextmenu", {bubbles: `+
			`true, cancelable: true, pointerType: "mouse"}))`)
		word := evaluate[string](p, `(() => { const word = document.querySelector("dk-pages text");
			word.dispatchEvent(new PointerEvent("contextmenu", {bubbles: true, cancelable: true, pointerType: "touch"}));
			return word.textContent.trim(); })()`)
		p.await(`document.querySelector(".edit input")?.value === "` + word + `"`)
	}
}

// TestReadsThatAreLeftAreAborted leaves a screen that waits for its answers: they are not waited for any longer, and nobody is
// told of it.
func TestReadsThatAreLeftAreAborted(t *testing.T) {
	s, g := openSiteBehind(t)
	s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(rowNames + ` === "march.pdf"`)
	asked, left := g.holdBack("/component-definitions")
	p.press("2")
	receive(t, asked)
	p.press("1")
	receive(t, left)
	p.await(rowNames + ` === "march.pdf"`)
	if told := evaluate[int](p, `document.querySelectorAll(".toast, .problem-page").length`); told > 0 {
		t.Errorf("%d messages tell of what was left, want at most 0", told)
	}
}

// receive waits for a sign.
func receive(t *testing.T, from chan bool) {
	t.Helper()
	select {
	case <-from:
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
}

// TestRowsWaitForWhoIsAmongThem sorts files by their last change, and changes one while a row has the focus: it moves once
// the focus has left the rows.
func TestRowsWaitForWhoIsAmongThem(t *testing.T) {
	s := openSite(t)
	oldest := s.upload(t, "a.pdf")
	s.upload(t, "b.pdf")
	s.upload(t, "c.pdf")
	p := openPage(t, s, "en")
	p.open(s.consolePath() + "?sort=-lastUpdated")
	p.signIn("mira")
	p.await(rowNames + ` === "c.pdf b.pdf a.pdf"`)
	p.press("j")
	p.await(`document.activeElement?.matches("tbody [data-row]")`)
	s.mira.Want(200, "PUT", oldest+"/assignee", map[string]any{"assigneeId": s.adaID})
	p.await(`[...document.querySelectorAll("tbody tr")].some((r) => r.innerText.includes("a.pdf") && r.innerText.includes("ada"))`)
	if now := evaluate[string](p, rowNames); now != "c.pdf b.pdf a.pdf" {
		t.Errorf("the rows are %s, want %q", now, "c.pdf b.pdf a.pdf")
	}
	s.upload(t, "d.pdf")
	p.await(rowNames + `.includes("d.pdf")`)
	evaluate[bool](p, `(document.activeElement.blur(), true)`)
	p.await(rowNames + ` === "d.pdf a.pdf c.pdf b.pdf"`)
}

// TestReportsOfADossier chooses the reports of a new dossier, which its packages then hold, and other ones later.
func TestReportsOfADossier(t *testing.T) {
	s := openSite(t)
	var offered struct {
		ReportTemplates []struct {
			ID, Name        string
			ActiveByDefault bool
		}
	}
	s.mira.Want(200, "GET", s.template+"/report-templates", nil).Decode(t, &offered)
	if len(offered.ReportTemplates) == 0 {
		t.Fatal("the template has no reports")
	}
	first := offered.ReportTemplates[0]
	for _, language := range []string{"en", "de"} {
		name := "With reports, " + language
		p := openPage(t, s, language)
		p.open("/console/dossiers")
		p.signIn("mira")
		p.await(`document.querySelector("tbody tr")`)
		p.press("c")
		field := `dialog [name=reports][value="` + first.ID + `"]`
		p.await("document.querySelector(`" + field + "`)")
		if chosen := evaluate[bool](p, "document.querySelector(`"+field+"`).checked"); chosen != first.ActiveByDefault {
			t.Errorf("%s is chosen: %t, want %v", first.Name, chosen, first.ActiveByDefault)
		}
		p.checkAccess("new dossier")
		p.click(field)
		evaluate[bool](p, `(document.querySelector("dialog [name=name]").focus(), true)`)
		p.press(name, "\r")
		p.await(`document.querySelector("h1")?.innerText === "` + name + `"`)
		var d struct{ ReportTemplateIDs []string }
		path := s.template + "/dossiers/" + evaluate[string](p, `location.pathname.split("/").at(-1)`)
		s.mira.Want(200, "GET", path, nil).Decode(t, &d)
		if slices.Contains(d.ReportTemplateIDs, first.ID) == first.ActiveByDefault {
			t.Errorf("the reports are %v, want other than %v", d.ReportTemplateIDs, first.ActiveByDefault)
		}
		p.press("d")
		p.await("document.querySelector(`dialog [name=report][value=\"" + first.ID + "\"]`)")
		held := evaluate[[]string](p, `[...document.querySelectorAll("dialog [name=report]:checked")].map((r) => r.value)`)
		slices.Sort(held)
		slices.Sort(d.ReportTemplateIDs)
		if !slices.Equal(held, d.ReportTemplateIDs) {
			t.Errorf("a package holds %v, want %v", held, d.ReportTemplateIDs)
		}
		p.press("\x1b")
		p.await(`!document.querySelector("dialog")`)
		p.press("e")
		p.click(field)
		p.clickWords("dialog form", map[string]string{"en": "Save", "de": "Speichern"}[language])
		p.await(`!document.querySelector("dialog")`)
		var after struct{ ReportTemplateIDs []string }
		s.mira.Want(200, "GET", path, nil).Decode(t, &after)
		if slices.Contains(after.ReportTemplateIDs, first.ID) == slices.Contains(d.ReportTemplateIDs, first.ID) {
			t.Errorf("the reports are still %v, want another choice", after.ReportTemplateIDs)
		}
	}
}
