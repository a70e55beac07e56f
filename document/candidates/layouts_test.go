package candidates

import (
	"strings"
	"testing"
)

// orderPage is an invoice of one layout; label stands before its number.
func orderPage(label, number, customer string) Set {
	return Find(pageOf("Nordlicht GmbH", customer, label+"|"+number, "Datum|05.03.2026", "Lieferdatum|06.03.2026", "Kundennummer|K-77",
		"Menge|Preis|Betrag", "Netto|100.00", "MwSt|19.00", "Gesamt|119.00"), Options{})
}

// remember returns what a memory keeps of such an invoice when people approve the number.
func remember(dossier, label, number, customer string) Remembered {
	return Remembered{dossier, orderPage(label, number, customer).Learn([]Approved{
		{"Invoice_Number", Number, number}, {"Customer_Name", Name, customer}})}
}

func TestMemoryFindsTheValueBesideARememberedLabel(t *testing.T) {
	known := remember("a", "Zeichen", "W-4711", "Meyer AG")
	for _, c := range []struct {
		name   string
		memory []Remembered
		page   Set
		want   string // empty for none
		files  int
	}{
		{"a label of the table counts at once", []Remembered{known}, orderPage("Zeichen", "W-4790", "Lang KG"), "W-4790", 1},
		{"nothing is known", nil, orderPage("Zeichen", "W-4790", "Lang KG"), "", 0},
		{"another label", []Remembered{known}, orderPage("Projekt", "W-4790", "Lang KG"), "", 0},
		{"another layout", []Remembered{known}, Find(pageOf("Zeichen|W-4790", "Invoice date|05.03.2026", "Due date|06.03.2026",
			"Quantity|Unit price|Amount", "Subtotal|100.00", "Total|119.00"), Options{}), "", 0},
		{"an unknown label of one file", []Remembered{remember("a", "Karla Vogt", "W-4711", "Meyer AG")},
			orderPage("Karla Vogt", "W-4790", "Lang KG"), "", 0},
		{"an unknown label of three files of one dossier", []Remembered{remember("a", "Akte", "W-1", "Meyer AG"),
			remember("a", "Akte", "W-2", "Lang KG"), remember("a", "Akte", "W-3", "Krause OHG")}, orderPage("Akte", "W-4790", "Lang KG"), "", 0},
		{"an unknown label of three files of two dossiers", []Remembered{remember("a", "Akte", "W-1", "Meyer AG"),
			remember("b", "Akte", "W-2", "Lang KG"), remember("a", "Akte", "W-3", "Krause OHG")},
			orderPage("Akte", "W-4790", "Lang KG"), "W-4790", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, found := c.page.Recall(Memory{c.memory}, "Invoice_Number", Number)
			got := ""
			if found {
				got = c.page.Candidates[r.Candidate].Value
			}
			if got != c.want || r.Files != c.files {
				t.Errorf("got %q of %d files, want %q of %d", got, r.Files, c.want, c.files)
			}
		})
	}
}

// TestMemoryHoldsNoWordsOfValues looks for words of approved values in what is kept.
func TestMemoryHoldsNoWordsOfValues(t *testing.T) {
	kept := remember("a", "Zeichen Meyer", "W-4711", "Meyer AG")
	for _, b := range kept.Beside {
		for _, word := range []string{"meyer", "4711"} {
			if strings.Contains(b.Label, word) {
				t.Errorf("a label keeps %q, want none with %q", b.Label, word)
			}
		}
	}
	for _, label := range kept.Labels {
		if strings.Contains(label, "meyer") || strings.ContainsAny(label, "0123456789") {
			t.Errorf("the labels of the page hold %q, want labels of the table alone", label)
		}
	}
	if len(kept.Labels) < fewestLabels {
		t.Errorf("got the labels %q, want some", kept.Labels)
	}
}

func TestMarksOfLikePagesMeet(t *testing.T) {
	page := strings.Fields("art betrag datum gesamt kundennummer menge netto preis ust zeichen")
	for _, c := range []struct {
		name   string
		labels []string
		meet   bool
	}{
		{"the same", page, true},
		{"one is missing", page[1:], true},
		{"others", strings.Fields("amount date due invoice price quantity subtotal tax terms total"), false},
	} {
		marks, met := MarksOf("t", c.labels), false
		for i, mark := range MarksOf("t", page) {
			met = met || mark == marks[i]
		}
		if met != c.meet {
			t.Errorf("%s: got shared marks %v, want %v", c.name, met, c.meet)
		}
	}
	if got := MarksOf("t", nil); got != nil {
		t.Errorf("a page without labels: got the marks %q, want none", got)
	}
}
