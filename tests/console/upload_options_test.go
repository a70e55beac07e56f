package console

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// trayLines are the files of the tray with what it says of them.
const trayLines = `[...document.querySelectorAll(".tray > ul > li")].map((e) => e.innerText.trim().replace(/\s+/g, " ")).sort().join("; ")`

// TestUploadsAreLookedAtFirst drops files of which some are not worth sending: the tray names them and why, sends the
// others, and of a zip says what was left out.
func TestUploadsAreLookedAtFirst(t *testing.T) {
	s := openSite(t, "--upload-limit", "100000")
	file := s.upload(t, "theirs.pdf")
	s.mira.Want(200, "PUT", file+"/assignee", map[string]any{"assigneeId": s.adaID})
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelector("tr[data-file]")`)
	p.dropNamed(nil, "nothing.pdf")
	p.dropNamed([]byte("MZ"), "setup.exe", "README")
	p.dropNamed(make([]byte, 200_000), "huge.pdf")
	p.dropNamed(servicetest.SamplePDF(t), "theirs.pdf")
	p.await(`document.querySelector(".tray h2")?.innerText === "0 files are here, 5 not sent"`)
	if evaluate[bool](p, `[...document.querySelectorAll(".tray button")].some((b) => b.innerText.includes("again"))`) {
		t.Error("what is not worth sending can be sent again")
	}
	told := evaluate[string](p, trayLines)
	for _, want := range []string{"huge.pdf Not sent: The file has 200 kB; 100 kB is the most", "nothing.pdf Not sent: The file is empty",
		"README Not sent: Files of this type are not read; these are: pdf, docx,",
		"setup.exe Not sent: Files of this type are not read", "theirs.pdf Not sent: ada works on the file of this name"} {
		if !strings.Contains(told, want) {
			t.Errorf("the tray says %q, want %q in it", told, want)
		}
	}
	p.checkAccess("refused-uploads")
	p.dropNamed(servicetest.Zip(t, "one.pdf", string(servicetest.SamplePDF(t)), "notes.txt", "a note"), "all.zip")
	p.awaitText("1 file, 1 duplicate, 1 left out") // of the file that is there
	p.click(".tray summary")
	p.awaitText("notes.txt:")
	p.awaitText("The file type is not supported; in a zip may be")
}

// TestUploadsWithOptions chooses a file that is not to be analysed by itself, and holds the files of a drop back until they
// may go on.
func TestUploadsWithOptions(t *testing.T) {
	s := openSite(t)
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("ada")
	p.await(`document.querySelector(".drop")`)
	p.clickWords(".title", "More")
	p.clickWords(".menu", "Upload with options")
	p.await(`document.querySelector("dialog[open] [name=analyse]")`)
	p.checkAccess("upload-options")
	p.click("dialog [name=analyse]")
	evaluate[bool](p, `(() => { const files = new DataTransfer(); files.items.add(new File(["`+
		strings.ReplaceAll(string(servicetest.CanaryPDF("one")), "\n", `\n`)+`"], "later.pdf"));
		const field = document.querySelector("dialog [name=files]"); field.files = files.files; return field.dispatchEvent(new Event("change")); })()`)
	p.await(`document.querySelector(".tray h2")?.innerText === "1 file is here"`)
	var list struct {
		FileStatus []struct {
			Filename                      string
			ExcludedFromAutomaticAnalysis bool
			NumberOfAnalyses              int
		}
	}
	s.mira.Want(200, "GET", s.dossier+"/files", nil).Decode(t, &list)
	if len(list.FileStatus) != 1 || !list.FileStatus[0].ExcludedFromAutomaticAnalysis || list.FileStatus[0].NumberOfAnalyses > 0 {
		t.Errorf("the file is %+v, want one that is not analysed", list.FileStatus)
	}
	evaluate[bool](p, `(window.sentOf = XMLHttpRequest.prototype.send, XMLHttpRequest.prototype.send = function (body) { `+
		`window.heldBack = () => window.sentOf.call(this, body); }, true)`)
	p.dropNamed(servicetest.CanaryPDF("two"), "a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf")
	p.awaitText("6 of 7 files on their way")
	p.clickWords(".tray", "Pause")
	p.awaitText("Paused: 6 of 7 files on their way")
	evaluate[bool](p, `(XMLHttpRequest.prototype.send = window.sentOf, window.heldBack(), true)`)
	p.await(`[...document.querySelectorAll(".tray > ul > li")].filter((e) => e.innerText.includes("Waiting")).length === 2 && ` +
		`[...document.querySelectorAll(".tray > ul > li")].filter((e) => e.innerText.includes("Done")).length === 2`)
	p.clickWords(".tray", "Go on")
	p.await(`[...document.querySelectorAll(".tray > ul > li")].filter((e) => e.innerText.includes("Waiting")).length === 0`)
}
