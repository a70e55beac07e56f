package console

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAReviewTellsHowTheFileWasRead opens a file with text that nobody sees: the review says so in the language of the person,
// and leads to the page.
func TestAReviewTellsHowTheFileWasRead(t *testing.T) {
	s := openSite(t)
	content := servicetest.DrawPDF("BT /F1 12 Tf 72 700 Td (Invoice number 4711) Tj 3 Tr 0 -40 Td (unseen words) Tj ET")
	file := s.dossier + "/files/" + s.mira.Upload(s.dossier, "unseen.pdf", content)
	s.mira.AwaitDone(file)
	var status struct {
		HasFindings  bool
		FileFindings []struct {
			Kind        string
			Page, Count int
		}
	}
	s.mira.Want(200, "GET", file, nil).Decode(t, &status)
	if !status.HasFindings || len(status.FileFindings) != 1 || status.FileFindings[0].Kind != "HIDDEN_TEXT_LEFT_OUT" ||
		status.FileFindings[0].Page != 1 {
		t.Fatalf("got the findings %+v, want hidden text on page 1", status)
	}
	n := status.FileFindings[0].Count
	for language, want := range map[string]string{
		"en": fmt.Sprintf("%d characters that nobody sees were left out", n),
		"de": fmt.Sprintf("%d unsichtbare Zeichen wurden ausgelassen", n),
	} {
		t.Run(language, func(t *testing.T) {
			p := openPage(t, s, language)
			p.open(reviewPath(file))
			p.signIn("ada")
			p.await(fmt.Sprintf(`document.querySelector("details.findings summary")?.innerText.includes(%q)`, want))
			p.clickMiddle("details.findings summary")
			p.clickMiddle("details.findings li button")
			p.await(pageVisible)
			p.checkAccess("findings")
		})
	}
}
