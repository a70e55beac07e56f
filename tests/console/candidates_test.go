package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// unknownLabels draws an invoice whose number stands beside a label that says nothing of invoices.
func unknownLabels() []byte {
	var b strings.Builder
	for _, w := range []struct {
		x, y, size int
		text       string
	}{
		{60, 780, 16, "Nordlicht Werkzeuge GmbH"}, {60, 762, 9, "Hafenstrasse 12, 20457 Hamburg"},
		{60, 700, 10, "Meyer Handels GmbH"}, {60, 686, 10, "Lindenweg 4"}, {60, 672, 10, "50667 Koeln"},
		{360, 700, 10, "Vorgang"}, {460, 700, 10, "W-4711"}, {360, 686, 10, "Datum"}, {460, 686, 10, "05.03.2026"},
		{360, 672, 10, "Zeichen"}, {460, 672, 10, "B-2210"}, {60, 600, 14, "Rechnung"},
		{60, 560, 10, "Pos"}, {100, 560, 10, "Bezeichnung"}, {360, 560, 10, "Menge"}, {420, 560, 10, "Preis"}, {500, 560, 10, "Betrag"},
		{60, 544, 10, "1"}, {100, 544, 10, "Bohrer"}, {360, 544, 10, "2"}, {420, 544, 10, "50.00"}, {500, 544, 10, "100.00"},
		{380, 500, 10, "Netto"}, {500, 500, 10, "100.00"}, {380, 486, 10, "USt 19 %"}, {500, 486, 10, "19.00"},
		{380, 472, 10, "Gesamt EUR"}, {500, 472, 10, "119.00"},
	} {
		fmt.Fprintf(&b, "/F1 %d Tf 1 0 0 1 %d %d Tm (%s) Tj\n", w.size, w.x, w.y, w.text)
	}
	return servicetest.DrawPDF("BT\n" + b.String() + "ET")
}

// TestReviewOffersCandidates takes candidates of components without a value by a key and by a button, in both languages:
// what is stored has its place and why it was offered, and is taken back by one key.
func TestReviewOffersCandidates(t *testing.T) {
	s := openSite(t)
	for _, language := range []struct{ name, offered, sure, reason, against, note string }{
		{"en", "It may be one of these:", "likely", "how it is written",
			"against it: the label of reference stands left of it", "Offered by the service: "},
		{"de", "Vielleicht ist es einer dieser Werte:", "wahrscheinlich", "die Schreibweise",
			"dagegen spricht: die Beschriftung für Zeichen steht links davon", "Vom Dienst angeboten: "},
	} {
		t.Run(language.name, func(t *testing.T) {
			file := s.dossier + "/files/" + s.mira.Upload(s.dossier, language.name+".pdf", unknownLabels())
			s.mira.AwaitDone(file)
			p := openPage(t, s, language.name)
			p.open(reviewPath(file) + "?component=Customer_Number")
			p.signIn("ada")
			p.await(`document.querySelectorAll("dk-candidates li").length === 2`)
			p.await(`document.querySelector(".offered")`) // the best one is shown on its page
			shown := evaluate[string](p, `document.querySelector("dk-candidates").innerText`)
			for _, want := range []string{language.offered, "W-4711", "B-2210", language.sure, language.reason, language.against} {
				if !strings.Contains(shown, want) {
					t.Errorf("the candidates say %q, want %q among it", shown, want)
				}
			}
			p.checkAccess("candidates")
			p.shoot("candidates-" + language.name)
			p.await(`document.activeElement.matches(".component.current")`)
			p.press("2")
			p.await(`!document.querySelector(".saving, .edit") && document.querySelector(".components").innerText.includes("B-2210")`)
			got, note, places := s.override(t, file, "Customer_Number")
			if got != "B-2210" || !strings.HasPrefix(note, language.note) || places != 1 {
				t.Errorf("got %q, note %q, %d places, want B-2210, a note that begins with %q, 1 place", got, note, places, language.note)
			}
			p.press("u")
			p.await(`!document.querySelector(".saving") && !document.querySelector(".components").innerText.includes("B-2210")`)
			if got, _, _ := s.override(t, file, "Customer_Number"); got != "" {
				t.Errorf("after it was undone: got the override %q, want none", got)
			}

			p.open(reviewPath(file) + "?component=Invoice_Number")
			p.await(`document.querySelectorAll("dk-candidates li").length === 1`)
			p.clickMiddle("dk-candidates li button")
			p.await(`!document.querySelector(".saving, .edit") && document.querySelector(".components").innerText.includes("W-4711")`)
			if got, _, places := s.override(t, file, "Invoice_Number"); got != "W-4711" || places != 1 {
				t.Errorf("got %q with %d places, want W-4711 with 1", got, places)
			}
		})
	}
}

// override returns the value of a corrected component with its note and the number of its places; nothing of one that
// nobody corrected.
func (s *site) override(t *testing.T, file, component string) (value, note string, places int) {
	t.Helper()
	var overrides struct {
		ComponentOverrideModels []struct {
			Name            string
			Override        struct{ Note string }
			ComponentValues []struct {
				Value  string
				Places []struct{ Page int }
			}
		}
	}
	s.mira.Want(200, "GET", file+"/component-overrides", nil).Decode(t, &overrides)
	for _, o := range overrides.ComponentOverrideModels {
		if o.Name == component {
			return o.ComponentValues[0].Value, o.Override.Note, len(o.ComponentValues[0].Places)
		}
	}
	return "", "", 0
}
