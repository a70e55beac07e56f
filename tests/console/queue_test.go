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
	if values := s.values(t, first); !slices.ContainsFunc(slices.Collect(maps.Values(values)),
		func(v []string) bool { return slices.Equal(v, []string{"W00000"}) }) {
		t.Errorf("the correction is lost: %v", values)
	}
	if checked := s.listChecked(t, first); len(checked) != 1 {
		t.Errorf("checked in the file that was corrected: %v, want one", checked)
	}
	if checked := s.listChecked(t, next); len(checked) != 0 {
		t.Errorf("checked in the next file: %v, want none", checked)
	}
	var state struct{ WorkflowStatus string }
	s.mira.Want(200, "GET", first, nil).Decode(t, &state)
	if state.WorkflowStatus != "APPROVED" && state.WorkflowStatus != "UNDER_APPROVAL" {
		t.Errorf("the file is %s, want state.WorkflowStatus = %q or state.WorkflowStatus = %q", state.WorkflowStatus,
			"APPROVED", "UNDER_APPROVAL")
	}
}

// TestKeysGoOnWhileAFileIsRead presses the key of the next file while the one before is still being read: each press is a file.
func TestKeysGoOnWhileAFileIsRead(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	first := s.store(t, "a.pdf", writePDF(numberedSheets(1, 2)...))
	for _, name := range []string{"b.pdf", "c.pdf", "d.pdf"} {
		s.store(t, name, writePDF(numberedSheets(1, 2)...))
	}
	p := openPage(t, s, "en")
	p.open(reviewPath(first) + "?queue=review")
	p.signIn("ada")
	p.await(rowFocused + ` && document.body.innerText.includes("1 of 4")`)
	p.press("n")
	p.await(`document.querySelector("h1").innerText === "b.pdf" && ` + rowFocused)
	p.press("p")
	p.await(`document.querySelector("h1").innerText === "a.pdf" && ` + rowFocused)
	evaluate[bool](p, holdReadings)
	before := evaluate[string](p, `location.pathname`)
	for range 3 {
		p.press("n")
		p.await(`location.pathname !== "` + before + `"`)
		before = evaluate[string](p, `location.pathname`)
	}
	evaluate[bool](p, `(release(), true)`)
	p.await(`document.querySelector("h1").innerText === "d.pdf" && ` + rowFocused)
}

// holdReadings keeps files from being read until release() is called.
const holdReadings = `(() => {
	const sent = window.fetch;
	const released = new Promise((done) => { window.release = done; });
	window.fetch = async (address, o) => {
		if (String(address).includes("/components")) await released;
		return sent(address, o);
	};
	return true;
})()`

// TestAQueueWhosePageFailsHasNotEnded goes on behind what is read of a queue while the next page cannot be read: that is told,
// and not that the queue ends there.
func TestAQueueWhosePageFailsHasNotEnded(t *testing.T) {
	got := evaluateModule[[]string](openBlank(t), `import {Queue} from "./parts/queue-files.js";
		const queue = new Queue("review", {id: "d"});
		const pages = [{files: [{id: "a"}], cursor: "1", total: 2}, null, {files: [{id: "b"}], cursor: null, total: 2}];
		queue.ask = async () => {
			const page = pages.shift();
			if (!page) throw new Error("away");
			return page;
		};
		const next = () => queue.find({id: "a"}, 1).then((f) => f?.id ?? "the end", (e) => e.message);
		export default next().then(async (first) => [first, await next()]);`)
	if want := []string{"away", "b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
