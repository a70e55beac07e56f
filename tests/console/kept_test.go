package console

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// draftShown reports whether a row shows a text that is not stored.
func draftShown(text string) string {
	return fmt.Sprintf(`document.querySelector(".value.draft")?.innerText.includes("Not stored: %s")`, text)
}

// workflow reads the workflow status of a file.
func (s *site) workflow(t *testing.T, file string) string {
	t.Helper()
	var f struct{ WorkflowStatus string }
	s.mira.Want(200, "GET", file, nil).Decode(t, &f)
	return f.WorkflowStatus
}

// clickAt presses and releases the mouse in the middle of what a selector finds.
func (p *page) clickAt(find string) {
	p.t.Helper()
	p.await(find)
	p.drag(evaluate[point](p, `(() => { const found = `+find+`;
		found.scrollIntoView({block: "nearest"});
		const {left, top, width, height} = found.getBoundingClientRect();
		return {X: left + width / 2, Y: top + height / 2}; })()`))
}

// typeIn opens the field of the current row and types a text.
func (p *page) typeIn(text string) {
	p.t.Helper()
	p.await(rowFocused)
	p.press("\r")
	p.await(fieldOpen)
	p.press(text)
}

// undoByMessage takes back what a message tells.
func (p *page) undoByMessage(words string) {
	p.t.Helper()
	p.atMessage(words, `shown.querySelector("button").click()`)
}

// atMessage brings a message to the front, which may stand under others, and does something with it at once; it is shown.
func (p *page) atMessage(words, do string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`(() => {
		const shown = document.querySelector("#toasts .toast");
		if (shown?.innerText.includes(%q)) return %s, true;
		shown?.querySelector(".earlier")?.click();
		return false;
	})()`, words, do))
}

// TestTextIsKeptWhenItsFieldIsLeft types a text and leaves its field by a click on another row, by the next file, by a reload and
// by going back: it is offered each time, and stored before the file is approved.
func TestTextIsKeptWhenItsFieldIsLeft(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "a-march.pdf")
	s.upload(t, "b-april.pdf")
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.awaitText("b-april.pdf")
	p.press("r")
	p.typeIn("X-4711")
	p.click(`.component:nth-child(3)`)
	p.await(`!document.querySelector(".edit") && ` + draftShown("X-4711"))
	p.checkAccess("draft")
	p.clickWords(".component", "Go on")
	p.await(fieldOpen + ` && document.activeElement.value === "X-4711"`)
	p.press(kb.End, "2")
	p.click(`.review-head [title="Next file"]`)
	p.await(`document.querySelector("h1").innerText === "b-april.pdf" && ` + rowFocused)
	p.awaitText("“X-47112” is not stored")
	p.press("p")
	p.await(`document.querySelector("h1").innerText === "a-march.pdf" && ` + draftShown("X-47112"))
	p.open(reviewPath(file) + "?queue=review")
	p.await(rowFocused + ` && ` + draftShown("X-47112"))
	p.clickWords(".component", "Go on")
	p.await(fieldOpen)
	p.press(kb.End, "3")
	evaluate[bool](p, `(history.back(), true)`)
	p.await(`!location.pathname.startsWith("/console/review/") || !document.querySelector(".edit")`)
	p.open(reviewPath(file) + "?queue=review")
	p.await(rowFocused + ` && ` + draftShown("X-471123"))
	p.clickWords(".component", "Go on")
	p.await(fieldOpen)
	p.clickWords(".review-head", "Approve")
	p.await(`document.querySelector("h1").innerText === "b-april.pdf"`)
	if got := s.values(t, file)["Invoice_Number"]; !slices.Equal(got, []string{"X-471123"}) || s.workflow(t, file) != "APPROVED" {
		t.Errorf(`the number is %q in a file that is %s, want {"X-471123"} and s.workflow(t, file) = APPROVED`, got, s.workflow(t, file))
	}
}

// TestApprovalWaitsForTextThatIsAskedAbout approves a file while a text stands in a field that is not as expected, and while one
// was left: both are asked about.
func TestApprovalWaitsForTextThatIsAskedAbout(t *testing.T) {
	s := openSite(t)
	s.expect(t, "invoice_number", map[string]any{"format": "[A-Z]-[0-9]+", "multiple": false})
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.typeIn("4711")
	p.clickWords(".review-head", "Approve")
	p.awaitText("This does not have the form that is expected")
	p.await(`document.querySelector(".edit input").value === "4711"`)
	p.click(`.component:nth-child(3)`)
	p.await(draftShown("4711"))
	p.press("a")
	p.await(`document.querySelector("dialog[open]")?.innerText.includes("4711")`)
	p.checkAccess("asked")
	p.press("\x1b")
	p.await(`!document.querySelector("dialog[open]")`)
	if got := s.workflow(t, file); got == "APPROVED" {
		t.Errorf("the file is %s, want other than APPROVED", got)
	}
	p.clickWords(".component", "Throw away")
	p.await(`!document.querySelector(".draft")`)
	p.clickWords("#toasts", "Undo")
	p.await(draftShown("4711"))
}

// TestEveryValueCanBeOpened opens each of three values of a component by keys, in the list, and by its box on the page.
func TestEveryValueCanBeOpened(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	file := s.store(t, "a.pdf", writePDF(numberedSheets(1, 4)...))
	var values []any
	for i := range 3 {
		values = append(values, map[string]any{"value": fmt.Sprint("W-", i), "places": []any{map[string]any{"page": 1,
			"boxes": []any{map[string]any{"x": 300, "y": 300 + 40*i, "width": 60, "height": 20}}}}})
	}
	s.ada.Want(204, "POST", file+"/component-overrides", map[string]any{"name": "Field_V00001", "componentValues": values})
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?component=Field_V00001")
	p.signIn("ada")
	p.await(rowFocused + ` && ` + pageVisible + ` && document.querySelectorAll(".component.current .value").length === 3`)
	opened := func(how string, i int) {
		t.Helper()
		p.await(fmt.Sprintf(fieldOpen+` && document.activeElement.value === "W-%d"`, i))
		p.press("\x1b")
		p.await(rowFocused)
	}
	p.press(kb.ArrowRight, "\r")
	opened("the second by arrow", 1)
	p.press("b", "\r")
	opened("the third by its box", 2)
	p.press(kb.ArrowLeft, kb.ArrowLeft, "\r")
	opened("the first by arrow", 0)
	for i := range 3 {
		evaluate[bool](p, fmt.Sprintf(`document.querySelectorAll(".component.current .value")[%d]
			.dispatchEvent(new MouseEvent("dblclick", {bubbles: true}))`, i))
		opened("in the list", i)
	}
	for _, i := range []int{0, 2, 1} {
		box := fmt.Sprintf(`[...document.querySelectorAll(".mark.current rect")]
			.sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)[%d]`, i)
		p.clickAt(box)
		p.await(fmt.Sprintf(`document.querySelector(".value.here")?.innerText.startsWith("W-%d")`, i))
		p.clickAt(box)
		opened("on the page", i)
	}
	p.press(kb.ArrowRight, "\r")
	p.await(fieldOpen)
	p.press("W-x", "\r")
	p.await(nothingOpen)
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Field_V00001"], []string{"W-0", "W-1", "W-x"}) })
}

// TestAMessageUndoesItsOwnChange corrects two values and approves: each message takes back its own change, also from another
// file.
func TestAMessageUndoesItsOwnChange(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "a-march.pdf")
	s.upload(t, "b-april.pdf")
	before := s.values(t, file)
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?queue=review")
	p.signIn("ada")
	p.typeIn("X-4711")
	p.press("\r")
	p.await(nothingOpen + ` && document.querySelector(".component.current .name").innerText === "Invoice date"`)
	p.typeIn("2024-01-01")
	p.press("\r")
	p.await(nothingOpen)
	p.awaitText("Invoice date is corrected")
	p.undoByMessage("Invoice number is corrected")
	p.awaitText("Undone: Invoice number is corrected")
	servicetest.Await(t, patience, func() bool {
		got := s.values(t, file)
		return slices.Equal(got["Invoice_Number"], before["Invoice_Number"]) && slices.Equal(got["Invoice_Date"], []string{"2024-01-01"})
	})
	p.press("a")
	p.await(`document.querySelector("h1").innerText === "b-april.pdf"`)
	p.undoByMessage("a-march.pdf: Approved")
	p.await(`document.querySelector("h1").innerText === "a-march.pdf" && document.body.innerText.includes("In review")`)
	if got := s.workflow(t, file); got != "UNDER_REVIEW" {
		t.Errorf("the file is %s, want %q", got, "UNDER_REVIEW")
	}
	p.press("n")
	p.await(`document.querySelector("h1").innerText === "b-april.pdf" && ` + rowFocused)
	p.undoByMessage("Invoice date is corrected")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Invoice_Date"], before["Invoice_Date"]) })
}

// TestAMarkIsShownAsLongAsItIsTrue checks components while the network is away, and while the service refuses: the mark says
// that it is on its way until it is stored, and goes when it is refused.
func TestAMarkIsShownAsLongAsItIsTrue(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused)
	evaluate[bool](p, networkIsCut)
	p.press(" ")
	p.await(`document.querySelector(".component .value.saving") && document.body.innerText.includes("1 on the way")`)
	if got := s.listChecked(t, file); len(got) > 0 {
		t.Errorf("checked are %q, want none", got)
	}
	evaluate[bool](p, `(window.fetch = window.sent, dispatchEvent(new Event("online")), true)`)
	p.await(`!document.querySelector(".saving") && document.querySelectorAll(".good").length === 1`)
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.listChecked(t, file), []string{"Invoice_Number"}) })
	g.refuse("PUT", "/component-checks", 503, 503, 503, 503)
	p.press(" ")
	p.await(`document.querySelectorAll(".good").length === 2`)
	p.await(`document.querySelector(".toast.bad") && document.querySelectorAll(".good").length === 1`)
}

// TestAStepIsNeverAnotherUnderTheFinger begins the review of a file by its button and presses Enter again: that corrects.
func TestAStepIsNeverAnotherUnderTheFinger(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused)
	evaluate[bool](p, `([...document.querySelectorAll(".review-head button")]
		.find((b) => b.innerText.includes("Start review")).focus(), true)`)
	p.press("\r")
	p.await(`document.body.innerText.includes("In review") && ` + rowFocused)
	p.press("\r")
	p.await(fieldOpen)
	if got := s.workflow(t, file); got != "UNDER_REVIEW" {
		t.Errorf("the file is %s, want %q", got, "UNDER_REVIEW")
	}
}

// TestAFileThatSomebodyElseTakes lets somebody take the file while a text is typed: it is not sent, and stored once its author
// has taken the file over; who owns the dossier is asked before approving what another one works on.
func TestAFileThatSomebodyElseTakes(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p, owner := openPage(t, s, "en"), openPage(t, s, "en")
	for who, each := range map[string]*page{"ada": p, "mira": owner} {
		each.open(reviewPath(file))
		each.signIn(who)
		each.await(rowFocused)
	}
	p.typeIn("MINE-1")
	owner.typeIn("THEIRS-1")
	owner.press("\r")
	owner.await(nothingOpen)
	p.awaitText("mira works on this file now")
	p.checkAccess("held")
	p.press("\r")
	p.await(fieldOpen + ` && document.activeElement.value === "MINE-1"`)
	if got := s.values(t, file)["Invoice_Number"]; !slices.Equal(got, []string{"THEIRS-1"}) {
		t.Errorf("the number is %q, want %v", got, []string{"THEIRS-1"})
	}
	if len(evaluate[[]string](p, `[...document.querySelectorAll(".toast.bad")].map((m) => m.innerText)`)) > 0 {
		t.Error("the service was asked for what it refuses")
	}
	p.clickWords(".conflict", "Take over and store mine")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Invoice_Number"], []string{"MINE-1"}) })
	p.await(nothingOpen)
	owner.awaitText("ada works on this file")
	owner.press("a")
	owner.await(`document.querySelector("dialog[open]")?.innerText.includes("ada works on this file")`)
	if got := s.workflow(t, file); got != "UNDER_REVIEW" {
		t.Errorf("the file is %s, want %q", got, "UNDER_REVIEW")
	}
}

// TestNotOnThePage says of a component that need not be there that the page does not have it: that is kept.
func TestNotOnThePage(t *testing.T) {
	s := openSite(t)
	s.root.Want(201, "POST", s.template+"/component-definitions",
		[]any{map[string]any{"technicalName": "cost_centre", "displayName": "Cost centre"}})
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file) + "?component=Cost_Centre")
	p.signIn("ada")
	p.await(rowFocused + ` && document.activeElement.innerText.includes("Cost centre")`)
	p.clickWords(".about", "Not on the page")
	p.await(`[...document.querySelectorAll(".component")].some((c) => c.innerText.includes("Not on the page") && c.querySelector(".good"))
		&& !document.querySelector(".saving")`)
	p.open(reviewPath(file) + "?component=Cost_Centre")
	p.await(rowFocused + ` && document.activeElement.innerText.includes("Not on the page") && ` +
		`document.activeElement.querySelector(".good")`)
	p.press("u", "k")
}
