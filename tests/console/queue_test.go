package console

import (
	"maps"
	"slices"
	"testing"
)

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

// holdCorrections keeps corrections from being sent until release() is called.
const holdCorrections = `(() => {
	const sent = window.fetch;
	const released = new Promise((done) => { window.release = done; });
	window.fetch = async (address, o) => {
		if (o?.method === "POST" && address.endsWith("/component-overrides")) await released;
		return sent(address, o);
	};
	return true;
})()`

// TestACorrectionIsCheckedBeforeItsFileIsLeft approves a file by keys while the correction of a value is still on its way: the
// value is stored and counts as checked, then the file is approved, and the next one is not touched.
func TestACorrectionIsCheckedBeforeItsFileIsLeft(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	first := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	next := s.store(t, "b.pdf", writePDF(numberedSheets(1, 2)...))
	p := openPage(t, s, "en")
	p.open(reviewPath(first) + "?queue=review")
	p.signIn("ada")
	p.await(rowFocused + ` && document.body.innerText.includes("1 of 2")`)
	evaluate[bool](p, holdCorrections)
	p.press("\r")
	p.await(fieldOpen)
	p.press("W00000", "\r")
	p.await(`!document.querySelector(".edit") && document.body.innerText.includes("In review")`)
	p.press("a")
	evaluate[bool](p, `(release(), true)`)
	p.await(`document.querySelector("h1").innerText === "b.pdf" && ` + rowFocused)
	if values := s.values(t, first); !slices.ContainsFunc(slices.Collect(maps.Values(values)), func(v []string) bool { return slices.Equal(v, []string{"W00000"}) }) {
		t.Errorf("the correction is lost: %v", values)
	}
	if checked := s.checked(t, first); len(checked) != 1 {
		t.Errorf("checked in the file that was corrected: %v, want one", checked)
	}
	if checked := s.checked(t, next); len(checked) != 0 {
		t.Errorf("checked in the next file: %v, want none", checked)
	}
	var state struct{ WorkflowStatus string }
	s.mira.Want(200, "GET", first, nil).Decode(t, &state)
	if state.WorkflowStatus != "APPROVED" && state.WorkflowStatus != "UNDER_APPROVAL" {
		t.Errorf("the file is %s", state.WorkflowStatus)
	}
}
