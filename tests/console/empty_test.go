package console

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/templates"
)

// uploadUnanalysed stores a sample invoice that nothing analyses by itself.
func (s *site) uploadUnanalysed(t *testing.T, name string) string {
	t.Helper()
	body, kind := servicetest.NewMultipartFile(name, servicetest.SamplePDF(t))
	a, err := s.mira.Do("POST", s.dossier+"/files?disableAutomaticAnalysis=true", kind, body)
	if err != nil || a.Status != 201 {
		t.Fatalf("%v %d %s, want no error and a.Status = 201", err, a.Status, a.Body)
	}
	var out struct{ FileIDs []string }
	a.Decode(t, &out)
	path := s.dossier + "/files/" + out.FileIDs[0]
	s.mira.AwaitDone(path)
	return path
}

// TestFileThatIsNotAnalysed opens files whose automatic analysis is off: one is analysed once, of the other
// it is turned on.
func TestFileThatIsNotAnalysed(t *testing.T) {
	s := openSite(t)
	once, always := s.uploadUnanalysed(t, "once.pdf"), s.uploadUnanalysed(t, "always.pdf")
	p := openPage(t, s, "en")
	p.open(reviewPath(once))
	p.signIn("ada")
	p.awaitText("Automatic analysis of this file is off")
	p.await(`!document.querySelector(".component")`)
	p.checkAccess("not-analysed")
	p.clickWords("main", "Analyse now")
	p.await(`document.querySelector(".component .value") && !document.querySelector(".none-found")`)
	p.open(reviewPath(always))
	p.awaitText("Automatic analysis of this file is off")
	p.clickWords("main", "Turn automatic analysis on")
	p.await(`document.querySelector(".component .value") && !document.querySelector(".none-found")`)
	var status struct{ ExcludedFromAutomaticAnalysis bool }
	s.mira.Want(200, "GET", always, nil).Decode(t, &status)
	if status.ExcludedFromAutomaticAnalysis {
		t.Error("the analysis is still off")
	}
}

// TestWhyAFileHasNoValues opens a damaged file, one in which rules find nothing, one without text, and one
// that is being read: each says what it is, and who can help or what may be done.
func TestWhyAFileHasNoValues(t *testing.T) {
	s := openSite(t)
	damaged, err := fs.ReadFile(templates.DemoPapers(), "damaged.pdf")
	if err != nil {
		t.Fatal(err)
	}
	broken := s.store(t, "broken.pdf", damaged)
	s.useFields(t)
	bare, blank := s.store(t, "bare.pdf", servicetest.SamplePDF(t)), s.store(t, "blank.pdf", writePDF(sheet{}, sheet{}))
	p := openPage(t, s, "en")
	p.expectFault(`409|404`) // pages of the damaged file
	p.open(reviewPath(broken))
	p.signIn("ada")
	p.awaitText("the file could not be read. Upload a sound one of the same name")
	p.await(`document.querySelector(".banner.error button") && [...document.querySelectorAll(".none-found a")].some(a => ` +
		`a.innerText === "To the files of the dossier")`)
	p.checkAccess("broken")
	p.open(reviewPath(bare))
	p.awaitText("The rules of the template found nothing in this file.")
	p.awaitText("an administrator changes them: root")
	p.checkAccess("nothing-found")
	p.clickWords(".none-found", "What was marked")
	p.await(`document.querySelector("dk-entities")`)
	p.clickWords(".none-found", "Add component")
	p.await(`document.activeElement?.matches("dialog [name=name]")`)
	p.press("Typed by hand", "\r")
	p.await(fieldOpen)
	p.press("4711", "\r")
	p.await(nothingOpen + ` && document.querySelector(".component .value")?.innerText === "4711" && !document.querySelector(".none-found")`)
	p.open(reviewPath(blank))
	p.awaitText("The pages have no text that could be read")
	p.checkAccess("no-text")
	p.clickWords("main", "Recognise the text")
	p.await(`document.querySelector(".none-found")`)
	servicetest.Await(t, patience, func() bool {
		return strings.Contains(string(s.mira.Want(200, "GET", blank+"/history", nil).Body), "file.reanalysis-requested")
	})
	p.open(reviewPath(blank))
	p.await(`document.querySelector(".none-found")`)
	evaluate[bool](p, `(() => { const r = document.querySelector("dk-review"); Object.assign(r.data.file, {processingStatus: `+
		`"ANALYSE", stageDurations: {CONVERT: 2100, LAYOUT: 450}}); r.requestUpdate(); return true; })()`)
	p.awaitText("The file is being read. What is found appears here by itself.")
	if got := evaluate[[]string](p, `[...document.querySelectorAll(".steps li")].map(li => li.innerText.trim().replace(/\s+/g, `+
		`" "))`); strings.Join(got, ", ") != "Converting 2 sec, Reading 450 ms, Extracting, Finishing" {
		t.Errorf("the steps are %q, want Converting 2 sec, Reading 450 ms, Extracting, Finishing", got)
	}
	p.checkAccess("being-read")
}
