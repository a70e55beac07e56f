package samples

import (
	_ "embed"
	"strings"

	"github.com/seed-62a36931/docket/templates/internal/paper"
)

// FacturX is the e-invoice of DrawPaperMill, in the syntax CII.
//
//go:embed factur-x.xml
var FacturX string

// EInvoices are the sample invoices with e-invoices inside, by their names: one that says the same as
// its page, and one with another sum and account.
var EInvoices = map[string]func() []byte{
	"1-agrees.pdf": func() []byte { return paper.Attach(DrawPaperMill(), "factur-x.xml", []byte(FacturX)) },
	"2-differs.pdf": func() []byte {
		return paper.Attach(DrawPaperMill(), "factur-x.xml", []byte(WithOtherSum(WithOtherAccount(FacturX))))
	},
}

// WithOtherSum returns an e-invoice whose total is 100 more.
func WithOtherSum(xml string) string { return strings.ReplaceAll(xml, "1256.64", "1356.64") }

// WithOtherAccount returns an e-invoice that is paid to somebody else.
func WithOtherAccount(xml string) string {
	const other = "DE02120300000000202051"
	return strings.NewReplacer("DE12 5001 0517 0648 4898 90", other, "DE12500105170648489890", other).Replace(xml)
}

// DrawPaperMill draws the page of the invoice that FacturX has as data.
func DrawPaperMill() []byte {
	s := &paper.Sheet{}
	s.Text(left, 785, 16, paper.Bold, "Tannberg Papierwerk GmbH")
	s.Text(left, 768, 8, paper.Regular, "Mühlgasse 4, 87509 Immenstadt")
	writeLines(s, left, 720, 13, paper.Regular, "Rechnung an:", "Kontor & Söhne AG", "Hafenstraße 12", "20457 Hamburg")
	for i, pair := range [][2]string{{"Rechnungsnummer:", "RE-2024/0815"}, {"Rechnungsdatum:", "05.02.2024"}, {"Fällig am:", "06.03.2024"},
		{"Kundennummer:", "K-1007"}} {
		y := 720 - 13*float64(i)
		s.Text(340, y, body, paper.Regular, pair[0])
		s.Text(450, y, body, paper.Regular, pair[1])
	}
	inv := Invoice{Labels: german, Net: "1.056,00", TaxRate: "19 %", Tax: "200,64", Total: "1.256,64", Currency: "EUR",
		Items: []Item{{"Kopierpapier A4, Karton", "40", "21,90", "876,00"}, {"Lieferung", "1,5", "120,00", "180,00"}}}
	y := writeTotals(s, inv, 380, writeItems(s, inv, 600, true))
	writeLines(s, left, y-20, 13, paper.Regular, inv.Labels.Thanks, "IBAN: DE12 5001 0517 0648 4898 90", "USt-IdNr.: DE 232 446 240")
	return s.PDF()
}
