package console

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// values reads the components of a file from the API.
func (s *site) values(t *testing.T, file string) map[string][]string {
	t.Helper()
	var out struct{ Components map[string][]string }
	s.mira.Want(200, "GET", file+"/components", nil).Decode(t, &out)
	return out.Components
}

// reviewPath turns the path of a file of the API into its address in the console.
func reviewPath(file string) string {
	return strings.NewReplacer("/api/dossier-templates/", "/console/review/", "/dossiers/", "/", "/files/", "/").Replace(file)
}

// consolePath turns the path of a dossier of the API into its address in the console.
func (s *site) consolePath() string {
	return "/console/dossiers/" + s.dossier[strings.LastIndex(s.dossier, "/")+1:]
}

// TestReviewByKeys corrects a value with a word of the page, takes it back, undoes that, approves the
// file and goes to the next, without a mouse.
func TestReviewByKeys(t *testing.T) {
	s := openSite(t)
	first, second := s.upload(t, "a-march.pdf"), s.upload(t, "b-april.pdf")
	before := s.values(t, first)["Supplier_Name"][0]
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("b-april.pdf")
	p.press("r")
	p.await(`document.querySelector(".component.current") && document.activeElement.matches(".component.current")`)
	p.await(`document.querySelector("dk-pages img")?.complete && document.querySelector("dk-pages text")`)
	p.shoot("review")
	p.press("/", "supplier", "\x1b")
	p.await(`document.activeElement.matches(".component.current") && document.activeElement.innerText.includes("Supplier")`)
	p.await(`document.querySelector(".mark.current")`)
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("Quarry R")
	p.await(`document.querySelector(".edit li")?.innerText.includes("Quarry Road")`)
	p.await(`document.querySelector(".offered")`)
	p.shoot("offers")
	p.press("\t")
	p.await(`document.querySelector(".edit input").value === "Quarry Road"`)
	p.press("\r")
	p.await(`!document.querySelector(".edit") && document.body.innerText.includes("Quarry Road") && !document.querySelector(".saving")`)
	if got := s.values(t, first)["Supplier_Name"]; len(got) != 1 || got[0] != "Quarry Road" {
		t.Errorf("the supplier is %q, want len(got) = 1 and got[0] = %q", got, "Quarry Road")
	}
	var overrides struct {
		ComponentOverrideModels []struct {
			ComponentValues []struct {
				Places []struct {
					Page  int
					Boxes []struct{ Width float64 }
				}
			}
		}
	}
	s.mira.Want(200, "GET", first+"/component-overrides", nil).Decode(t, &overrides)
	if m := overrides.ComponentOverrideModels; len(m) != 1 || len(m[0].ComponentValues[0].Places) != 1 ||
		m[0].ComponentValues[0].Places[0].Boxes[0].Width < 20 {
		t.Errorf("the place of the value is not stored: %+v", m)
	}
	p.awaitText("In review") // assigning the file began its review
	p.press("u")
	p.await(`!document.querySelector(".value del")`)
	if got := s.values(t, first)["Supplier_Name"]; got[0] != before {
		t.Errorf("after the undo the supplier is %q, want got[0] = %v", got, before)
	}
	p.press("U")
	p.await(`document.querySelector(".value del")`)
	p.press("u", "U") // faster than the answers
	p.press("h")
	p.await(`[...document.querySelectorAll("dk-history li")].filter((li) => li.innerText.includes("corrected")).length >= 3`)
	p.shoot("history")
	p.press("a")
	p.await(`document.querySelector("h1").innerText === "b-april.pdf"`)
	var status struct{ WorkflowStatus string }
	if s.mira.Want(200, "GET", first, nil).Decode(t, &status); status.WorkflowStatus != "APPROVED" {
		t.Errorf("the file is %s, want %q", status.WorkflowStatus, "APPROVED")
	}
	if s.mira.Want(200, "GET", second, nil).Decode(t, &status); status.WorkflowStatus != "NEW" {
		t.Errorf("the next file is %s, want %q", status.WorkflowStatus, "NEW")
	}
	p.press("n")
	p.await(`location.pathname.startsWith("/console/dossiers/")`)
}

// listChecked returns the components of a file that somebody checked.
func (s *site) listChecked(t *testing.T, file string) (names []string) {
	t.Helper()
	var out struct {
		ComponentDetails []struct {
			Name    string
			Checked *struct{ By string }
		}
	}
	s.mira.Want(200, "GET", file+"/components?includeDetails=true", nil).Decode(t, &out)
	for _, c := range out.ComponentDetails {
		if c.Checked != nil && c.Checked.By == s.adaID {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestChecksByKeys checks components one by one, undoes one, and checks the rest at once.
func TestChecksByKeys(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	all := len(s.values(t, file))
	checked := func(n int) string { return fmt.Sprintf("%d of %d checked", n, all) }
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("march.pdf")
	p.press("r")
	p.awaitText(checked(0))
	p.await(`document.activeElement.matches(".component.current")`)
	p.press(" ")
	p.awaitText(checked(1))
	p.await(`document.querySelector(".component.current .name").innerText === "Invoice date"`)
	p.press(" ")
	p.awaitText(checked(2))
	p.await(`document.querySelector(".component.current .name").innerText === "Total"`)
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.listChecked(t, file), []string{"Invoice_Number", "Invoice_Date"}) })
	p.press("u")
	p.awaitText(checked(1))
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("520.00", "\r")
	p.await(`!document.querySelector(".saving") && document.body.innerText.includes("` + checked(2) + `")`)
	evaluate[bool](p, `(document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: " ", shiftKey: true, bubbles: `+
		`true, cancelable: true})), true)`)
	p.awaitText(checked(all))
	p.await(`document.querySelectorAll(".good").length === ` + strconv.Itoa(all))
	servicetest.Await(t, patience, func() bool { return len(s.listChecked(t, file)) == all })
	p.checkAccess("checked")
	// What somebody else changes is checked no more, here too.
	s.ada.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Currency", "componentValues": []map[string]any{{"value": "EUR"}}})
	p.awaitText(checked(all - 1))
}

// TestBoxesHitTheirWords compares the box of each value with the words under it.
func TestBoxesHitTheirWords(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(`document.querySelector("dk-pages text") && document.querySelector("dk-pages img")?.complete`)
	var found struct{ Entities []struct{ Value string } }
	s.mira.Want(200, "GET", file+"/entities", nil).Decode(t, &found)
	known, err := json.Marshal(found.Entities)
	if err != nil {
		t.Fatal(err)
	}
	missed := evaluate[[]string](p, `[...document.querySelectorAll(".mark rect")].map(rect => {
		const box = rect.getBoundingClientRect();
		const under = [...document.querySelectorAll("dk-pages text")].filter(text => { const b = text.getBoundingClientRect();
			const x = b.left + b.width / 2, y = b.top + b.height / 2; return x > box.left && x < box.right && y > box.top && y < box.bottom; }).map(text => text.textContent.trim()).join(" ");
		return `+string(known)+`.some(e => under && (e.Value.startsWith(under) || under === "£" && e.Value === "GBP")) ? "" : `+
		`"there is no " + under; }).filter(Boolean)`)
	if len(missed) > 0 || evaluate[int](p, `document.querySelectorAll(".mark rect").length`) < 4 {
		t.Errorf("boxes miss their words: %q of %s, want len(missed) = 0 and it at least 4", missed, known)
	}
	// A click on a box chooses its row, and a word is taken into the field.
	p.await(`document.querySelector(".component.current .name").innerText === "Invoice number"`)
	evaluate[bool](p, `(document.querySelector(".mark:not(.current)").dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
	p.await(`document.querySelector(".component.current .name").innerText !== "Invoice number" && ` +
		`document.activeElement.matches(".component.current")`)
	p.press("\r")
	p.await(`document.querySelector(".picking")`)
	evaluate[bool](p, `([...document.querySelectorAll("dk-pages text")].find(x => `+
		`x.textContent.includes("Quarry")).dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
	p.await(`document.querySelector(".edit input").value === "Quarry"`)
}

// TestTwoPeopleOnOneValue lets somebody else change the value that is being typed.
func TestTwoPeopleOnOneValue(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("march.pdf")
	p.press("r")
	p.await(`document.activeElement.matches(".component.current")`)
	p.press("\r")
	p.await(`document.activeElement.matches(".edit input")`)
	p.press("MINE-1")
	s.mira.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Invoice_Number", "componentValues": []map[string]any{{"value": "THEIRS-1"}}})
	p.awaitText("set this to “THEIRS-1” meanwhile")
	if got := evaluate[string](p, `document.querySelector(".edit input").value`); got != "MINE-1" {
		t.Errorf("the field holds %q, want %q", got, "MINE-1")
	}
	p.checkAccess("conflict")
	p.press("\r")
	p.await(`!document.querySelector(".edit") && document.body.innerText.includes("MINE-1") && !document.querySelector(".saving")`)
	if got := s.values(t, file)["Invoice_Number"][0]; got != "MINE-1" {
		t.Errorf("the value is %q, want %q", got, "MINE-1")
	}
}

// TestTwoSessionsOnOneValue stores a value elsewhere while one is on its way, and before one is undone.
func TestTwoSessionsOnOneValue(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p, elsewhere := openPage(t, s, "en"), openPage(t, s, "en")
	for _, each := range []*page{p, elsewhere} {
		each.open(reviewPath(file))
		each.signIn("ada")
		each.await(`document.activeElement.matches(".component.current")`)
	}
	p.expectFault("status of 412")
	correct := func(p *page, value string) {
		p.press("\r")
		p.await(`document.activeElement.matches(".edit input")`)
		p.press(value, "\r")
	}
	first := func() string { return s.values(t, file)["Invoice_Number"][0] }
	stored := func(p *page, value string) {
		p.await(`!document.querySelector(".edit") && !document.querySelector(".saving")`)
		p.awaitText(value)
		if got := first(); got != value {
			t.Errorf("the value is %q, want %q", got, value)
		}
	}
	evaluate[bool](p, `(() => {
		const send = window.fetch;
		window.held = new Promise((go) => { window.letGo = go; });
		window.fetch = async (...a) => { if (String(a[0]).endsWith("/component-overrides")) { window.waits = true; await window.held; } return send(...a); };
		return true; })()`)
	correct(p, "MINE-1")
	p.await(`window.waits`)
	correct(elsewhere, "THEIRS-1")
	stored(elsewhere, "THEIRS-1")
	evaluate[bool](p, `(window.letGo(), true)`)
	p.awaitText("set this to “THEIRS-1” meanwhile.")
	p.await(`document.activeElement.matches(".edit input") && document.activeElement.value === "MINE-1"`)
	p.checkAccess("changed")
	evaluate[bool](p, `([...document.querySelectorAll(".conflict button")].find((b) => b.innerText === "Take theirs").click(), true)`)
	stored(p, "THEIRS-1")

	correct(p, "MINE-2")
	stored(p, "MINE-2")
	elsewhere.awaitText("MINE-2")
	elsewhere.press("k")
	elsewhere.await(`document.querySelector(".component.current .name").innerText === "Invoice number"`)
	correct(elsewhere, "THEIRS-2")
	stored(elsewhere, "THEIRS-2")
	p.press("u")
	p.awaitText("set Invoice Number to “THEIRS-2” meanwhile; nothing was changed")
	stored(p, "THEIRS-2")
}

// TestReviewIsAccessible holds the review against axe, reading, correcting and with its history.
func TestReviewIsAccessible(t *testing.T) {
	s := openSite(t)
	s.upload(t, "march.pdf")
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open(s.consolePath())
			p.signIn("ada")
			p.awaitText("march.pdf")
			p.checkAccess("dossier")
			p.press("r")
			p.await(`document.querySelector("dk-pages img")?.complete && document.querySelector("dk-pages text")`)
			p.checkAccess("review")
			p.press("\r")
			p.await(`document.activeElement.matches(".edit input")`)
			p.press("Quarry")
			p.await(`document.querySelector(".edit li")`)
			p.checkAccess("correct")
			p.press("\x1b", "h")
			p.await(`document.querySelector("dk-history li")`)
			p.checkAccess("review-history")
		})
	}
}

// TestDossierByHand uploads a file, chooses it, and makes a package of it.
func TestDossierByHand(t *testing.T) {
	s := openSite(t)
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open("/console/dossiers")
			p.signIn("mira")
			p.awaitText("Spring 2026")
			p.checkAccess("dossiers")
			p.press("c")
			p.await(`document.querySelector("dialog[open] input[name=name]")`)
			p.checkAccess("new-dossier")
			p.await(`document.activeElement.name === "name"`)
			p.press("Summer "+language, "\r")
			p.await(`document.querySelector("h1")?.innerText === "Summer ` + language + `"`)
			p.checkAccess("empty-dossier")
			p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{sampleFile(t)}))
			p.await(`document.querySelector(".tray .i-tick, .tray use[href='#i-tick']")`)
			p.await(`document.querySelector("tbody tr[data-file]")`)
			p.checkAccess("uploaded")
			evaluate[bool](p, `(document.querySelector(".tray header button:last-child").click(), `+
				`document.querySelector("[data-row]").focus(), true)`)
			p.press("x")
			p.await(`document.querySelector(".bulk")`)
			p.checkAccess("chosen")
			p.press("d")
			p.await(`document.querySelector("dialog[open] form")`)
			p.checkAccess("package")
			evaluate[bool](p, `(document.querySelector("dialog form").requestSubmit(), true)`)
			p.await(`document.querySelector("dk-downloads a[data-row]")`)
			p.checkAccess("downloads")
		})
	}
}

// alt presses a key with Alt in the field that has the focus.
func (p *page) alt(key string) {
	p.t.Helper()
	evaluate[bool](p, `(document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "`+key+
		`", altKey: true, bubbles: true, cancelable: true})), true)`)
}

// TestSeveralValues adds, moves and removes values of a component, says why, and adds a component.
func TestSeveralValues(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("march.pdf")
	p.press("r")
	p.await(`document.activeElement.matches(".component.current")`)
	awaitValues := func(name string, want ...string) {
		t.Helper()
		servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)[name], want) })
		p.await(`!document.querySelector(".saving")`)
	}
	field := `document.activeElement.matches(".edit input:first-child")`
	p.press("\r")
	p.await(field)
	p.press("A-1")
	p.alt("Enter")
	p.await(field + ` && document.activeElement.value === ""`)
	p.press("B-2")
	p.checkAccess("several")
	p.alt("ArrowUp")
	p.await(`document.querySelector(".edit .conflict")?.innerText.includes("One value is expected")`)
	p.alt("ArrowUp") // the same again says yes
	awaitValues("Invoice_Number", "B-2", "A-1")
	p.await(field + ` && document.activeElement.value === "B-2"`)
	p.press("\t")
	p.await(`document.activeElement.matches(".several input")`)
	p.press("as on page 1", "\r")
	p.await(`!document.querySelector(".edit")`)
	p.press("k")
	p.awaitText("as on page 1")
	p.press("\r")
	p.await(field)
	p.alt("Backspace")
	awaitValues("Invoice_Number", "A-1")
	p.press("u")
	awaitValues("Invoice_Number", "B-2", "A-1")
	p.clickWords(".list", "Add component")
	p.await(`document.activeElement.matches("dialog input")`)
	p.press("Cost centre", "\r")
	p.await(field)
	p.press("4711", "\r")
	awaitValues("Cost_centre", "4711")
}

// TestManyComponents walks through more components than are drawn.
func TestManyComponents(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	var definitions []map[string]any
	for i := range 600 {
		definitions = append(definitions, map[string]any{"technicalName": fmt.Sprintf("extra_%03d", i),
			"displayName": fmt.Sprintf("Extra %03d", i)})
	}
	s.root.Want(201, "POST", s.template+"/component-definitions", definitions)
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(`document.querySelector(".windowed") && document.activeElement.matches(".component.current")`)
	if n := evaluate[int](p, `document.querySelectorAll(".component").length`); n > 80 {
		t.Errorf("%d rows are drawn, want at most 80", n)
	}
	for range 80 {
		p.press("j")
	}
	p.await(`document.querySelector(".component.current").getAttribute("aria-rowindex") === "81" && ` +
		`document.activeElement.matches(".component.current")`)
	evaluate[bool](p, `(document.querySelector(".list").scrollTop = 400 * 36, true)`)
	p.await(`[...document.querySelectorAll(".component")].some(r => r.getAttribute("aria-rowindex") === "410")`)
	p.checkAccess("many")
	p.press("/", "extra 599", "\x1b")
	p.await(`document.activeElement.innerText.includes("Extra 599")`)
}
