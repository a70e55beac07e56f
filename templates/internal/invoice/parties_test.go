package invoice

import (
	"testing"

	"github.com/seed-62a36931/docket/templates/internal/paper"
)

// TestNumberBetweenTwoAddressesTellsWhoseTheyAre draws two addresses beside each other, with and without a column of number
// and date between them: without it nothing tells whose they are, and both names are left out.
func TestNumberBetweenTwoAddressesTellsWhoseTheyAre(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	for _, tt := range []struct {
		name               string
		number             float64 // where its column begins
		supplier, customer string
	}{
		{"between them", 230, "Fresh Roasters Pty Ltd", "Coastal Cafe"},
		{"below them", 0, "", ""},
	} {
		var s paper.Sheet
		s.Text(50, 770, 20, paper.Bold, "TAX INVOICE")
		column := func(x, y float64, lines ...string) {
			for i, line := range lines {
				s.Text(x, y-13*float64(i), 10, paper.Regular, line)
			}
		}
		column(50, 720, "Coastal Cafe", "12 Beach Rd", "BONDI NSW 2026", "AUSTRALIA")
		column(400, 720, "Fresh Roasters Pty Ltd", "88 Crown St", "SURRY HILLS NSW 2010", "AUSTRALIA")
		if tt.number > 0 {
			column(tt.number, 720, "Invoice Date", "28 Jun 2024", "Invoice Number", "INV-0231")
		} else {
			column(50, 560, "Invoice Date", "28 Jun 2024", "Invoice Number", "INV-0231")
		}
		column(50, 480, "Subtotal 575.00", "GST 10% 57.50", "TOTAL AUD 632.50")
		values := map[string]string{}
		for _, c := range l.analyse(s.PDF()).Components {
			values[c.Name] = c.Value
		}
		if got, want := [2]string{values["Supplier_Name"], values["Customer_Name"]}, [2]string{tt.supplier, tt.customer}; got != want {
			t.Errorf("%s: got supplier and customer %q, want %q", tt.name, got, want)
		}
	}
}

// TestNamesThatAScorerHoldsForOthers draws the sender of goods below the head of the page: a label is his, yet the
// supplier is who the scorer is sure of.
func TestNamesThatAScorerHoldsForOthers(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	var s paper.Sheet
	column := func(x, y float64, lines ...string) {
		for i, line := range lines {
			s.Text(x, y-13*float64(i), 10, paper.Regular, line)
		}
	}
	s.Text(50, 780, 18, paper.Bold, "Kontor Sonntag")
	column(50, 762, "Lindenallee 14", "04177 Leipzig")
	s.Text(320, 780, 10, paper.Bold, "Rechnung an")
	column(320, 767, "Stadtwerke Eichenau AG", "Hafenstr. 112", "24103 Kiel")
	s.Text(50, 690, 10, paper.Bold, "Absender")
	column(50, 677, "Rheinische Spedition GmbH & Co. KG", "Schulweg 7", "37073 Goettingen")
	s.Text(320, 690, 10, paper.Bold, "Empfaenger")
	column(320, 677, "Depot Nord 7", "Schulweg 7", "37073 Goettingen")
	column(50, 610, "Rechnungsnummer: F2503838", "Rechnungsdatum: 19.06.2025", "Faellig am: 19.07.2025")
	column(320, 480, "Nettobetrag 100,00 EUR", "MwSt. 19% 19,00 EUR", "Gesamtbetrag 119,00 EUR")
	values := map[string]string{}
	for _, c := range l.analyse(s.PDF()).Components {
		values[c.Name] = c.Value
	}
	if got, want := [2]string{values["Supplier_Name"], values["Customer_Name"]}, [2]string{"Kontor Sonntag", "Stadtwerke Eichenau AG"}; got != want {
		t.Errorf("got supplier and customer %q, want %q", got, want)
	}
}

// TestNameBelowWordsOfLabels draws an address whose first line has only words of labels: the name is the next one.
func TestNameBelowWordsOfLabels(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	var s paper.Sheet
	column := func(x, y float64, lines ...string) {
		for i, line := range lines {
			s.Text(x, y-13*float64(i), 10, paper.Regular, line)
		}
	}
	column(50, 760, "Seller trade name", "Morel Horlogerie", "35 rue du Stade", "75018 Paris", "Tel. 01 55 99 23 11", "www.morel-horlogerie.fr")
	column(320, 700, "Client :", "Galerie Beaumont", "58 rue de la Mer", "06000 Nice")
	column(50, 600, "Facture no F20200027", "Date de facture : 15/01/2020", "Total TTC 110,00 EUR")
	column(50, 100, "Merci de payer Morel Horlogerie avant la fin du mois.")
	values := map[string]string{}
	for _, c := range l.analyse(s.PDF()).Components {
		values[c.Name] = c.Value
	}
	if got, want := [2]string{values["Supplier_Name"], values["Customer_Name"]}, [2]string{"Morel Horlogerie", "Galerie Beaumont"}; got != want {
		t.Errorf("got supplier and customer %q, want %q", got, want)
	}
}
