package console

import "testing"

// TestQueueGrowsWhileItIsOpen goes through a queue that somebody adds a file to, and takes one from, and is told at its
// end what was done, without a mouse.
func TestQueueGrowsWhileItIsOpen(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	first := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	second := s.store(t, "b.pdf", writePDF(numberedSheets(1, 2)...))
	p := openPage(t, s, "en")
	p.open(reviewPath(first) + "?queue=review")
	p.signIn("ada")
	p.await(rowFocused + ` && document.body.innerText.includes("1 of 2")`)
	s.store(t, "c.pdf", writePDF(numberedSheets(1, 2)...))
	p.awaitText("1 of 3")
	s.mira.Want(204, "DELETE", second, nil)
	p.awaitText("1 of 2")
	p.press("\r")
	p.await(fieldOpen)
	p.press("W00000", "\r")
	p.await(nothingOpen + ` && document.body.innerText.includes("In review")`)
	p.press("a")
	p.await(`document.querySelector("h1").innerText === "c.pdf" && ` + rowFocused)
	p.press("p")
	p.await(`document.querySelector("h1").innerText === "a.pdf"`)
	p.press("n")
	p.await(`document.querySelector("h1").innerText === "c.pdf" && ` + rowFocused)
	p.press("n")
	p.awaitText("1 file sent on or approved, 1 value corrected")
	p.await(`location.pathname.startsWith("/console/dossiers/")`)
}
