package console

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestRowsOfAReviewDoNotMove goes through the components of a file: all lines are of one height, which none changes when it
// becomes the current one, and what is known of it stands below the list.
func TestRowsOfAReviewDoNotMove(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused)
	tops := func() []float64 {
		return evaluate[[]float64](p, `[...document.querySelectorAll(".component")]
			.map((r) => Math.round(r.getBoundingClientRect().top + document.querySelector(".list").scrollTop))`)
	}
	before := tops()
	lines := evaluate[[]int](p, `[...document.querySelectorAll(".component")]
		.filter((r) => r.querySelectorAll(".value").length === 1).map((r) => Math.round(r.offsetHeight))`)
	if slices.Min(lines) != slices.Max(lines) || lines[0] > 40 {
		t.Errorf("lines are so high: %v, want one height of 40 at most", lines)
	}
	for range 6 {
		p.press("j")
		p.await(rowFocused)
		if now := tops(); !slices.Equal(now, before) {
			p.fail("rows stand at %v, before at %v", now, before)
		}
	}
	p.await(`document.querySelector(".about mark") && document.querySelector(".about").innerText.includes("Confirm")`)
	p.checkAccess("quiet")
}

// TestDoubtLeadsTheEye opens a file of which a component is missing that is required, and one is not as expected: both stand
// out, in words too, and what is left is counted.
func TestDoubtLeadsTheEye(t *testing.T) {
	s := openSite(t)
	s.expect(t, "invoice_number", map[string]any{"format": "[A-Z]-[0-9]+", "multiple": false})
	s.expect(t, "iban", map[string]any{"required": true, "multiple": false})
	file := s.upload(t, "march.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(file))
	p.signIn("ada")
	p.await(rowFocused + ` && document.querySelector(".component.look .doubt")?.innerText === "Look"`)
	p.await(`document.querySelector(".component.required")?.innerText.includes("Must have a value")`)
	p.await(`document.querySelector("progress").value === 0 &&
		document.querySelector("progress").max === document.querySelectorAll(".component:has(.value:not(.none)), .component.required").length`)
	p.checkAccess("doubt")
	p.clickWords(".sum", "Confirm all")
	p.await(`document.querySelector("progress").value === document.querySelector("progress").max - 2 && !document.querySelector(".saving")`)
	p.press("a")
	p.await(`document.querySelector("dialog[open]")?.innerText.includes("2 components still need a look")`)
	p.press("a")
	servicetest.Await(t, patience, func() bool { return s.workflow(t, file) == "APPROVED" })
}

// TestWhatAReviewTakes counts keys and clicks: two keys from a new file to the next one, one click that confirms what needs no
// look, and two that take a value from the page.
func TestWhatAReviewTakes(t *testing.T) {
	s := openSite(t)
	first, second := s.upload(t, "a-march.pdf"), s.upload(t, "b-april.pdf")
	all := len(s.values(t, first))
	p := openPage(t, s, "en")
	p.open(reviewPath(first) + "?queue=review")
	p.signIn("ada")
	p.await(rowFocused)
	p.press("a")
	p.await(`document.querySelector("dialog[open]")?.innerText.includes("Nothing of this file was checked.")`)
	p.checkAccess("asked")
	p.press("a")
	p.await(`document.querySelector("h1").innerText === "b-april.pdf" && ` + rowFocused)
	if got := s.workflow(t, first); got != "APPROVED" {
		t.Errorf("the file is %s, want %q", got, "APPROVED")
	}
	p.click(`.sum .all`)
	p.awaitText(fmt.Sprintf("%d of %[1]d checked", all))
	servicetest.Await(t, patience, func() bool { return len(s.listChecked(t, second)) == all })
	p.await(`document.querySelector("dk-pages text")`)
	const word = `[...document.querySelectorAll("dk-pages text")].find((w) => w.textContent.trim() === "quote")`
	p.clickAt(word)
	p.await(`document.querySelector("dialog[open] .choices")?.innerText.includes("Purchase order")`)
	p.checkAccess("word")
	p.clickAt(`[...document.querySelectorAll("dialog .choices button")].find((b) => b.innerText.startsWith("Purchase order"))`)
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, second)["Purchase_Order"], []string{"quote"}) })
	if _, boxes := s.place(t, second); len(boxes) != 1 || boxes[0].Width < 20 {
		t.Errorf("its place is %+v, want len(boxes) = 1 and boxes[0].Width at least 20", boxes)
	}
	p.undoByMessage("Purchase order is corrected")
	servicetest.Await(t, patience, func() bool { return len(s.values(t, second)["Purchase_Order"]) == 0 })
}
