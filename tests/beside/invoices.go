package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// labels are the words around the values of an invoice, in one language.
type labels struct {
	title, number, date, due, buyer      string
	description, quantity, price, amount string
	net, tax, total                      string
	taxRate                              int    // percent
	decimal, group, dateOrder            string // the form of amounts, and of days by day, month, year
}

var languages = []labels{
	{"Invoice", "Invoice No.", "Invoice Date", "Due Date", "Bill to", "Description", "Qty", "Unit price", "Amount",
		"Subtotal", "VAT", "Total", 20, ".", ",", "%[3]d/%02[2]d/%02[1]d"},
	{"Rechnung", "Rechnungsnummer", "Rechnungsdatum", "Fällig am", "Rechnung an", "Bezeichnung", "Menge", "Einzelpreis", "Betrag",
		"Nettobetrag", "USt.", "Gesamtbetrag", 19, ",", ".", "%02[1]d.%02[2]d.%[3]d"},
	{"Facture", "Facture n°", "Date de facture", "Échéance", "Facturé à", "Désignation", "Quantité", "Prix unitaire", "Montant",
		"Total HT", "TVA", "Total TTC", 20, ",", " ", "%02[1]d/%02[2]d/%[3]d"},
}

// Names of made-up firms, streets and goods.
var (
	firms = [][2]string{{"Northgate Tools", "Ltd"}, {"Tannberg Papierwerk", "GmbH"}, {"Atelier des Tilleuls", "SARL"},
		{"Copper Kettle Catering", "Inc."}, {"Marlow Signage", "LLC"}, {"Zeewind Zeilen", "B.V."}, {"Brightwater Boats", "Ltd"}}
	streets = []string{"8 Quarry Road, Leeds LS11 9TX", "Mühlweg 12, 79098 Freiburg", "6, rue du Moulin, 69003 Lyon",
		"220 Alder Street, Portland, OR 97205", "Uferstraße 4, 78462 Konstanz", "14, quai Vieux, 38000 Grenoble"}
	goods = []string{"Cordless drill, 18 V", "Set of 24 wood bits", "Kopierpapier A4, Karton", "Versandtaschen C4",
		"Rayonnage en chêne", "Pose et réglage", "Window lettering", "Site visit", "Buffet for 60 guests", "Lieferung frei Haus",
		"Azulejo blanco, caja", "Guarnizioni"}
)

// invoiceName returns the file name of an invoice.
func invoiceName(n int) string { return fmt.Sprintf("invoice-%04d.pdf", n) }

// drawInvoice draws an invoice on as many pages as its lines take; the number chooses language,
// layout, firms, days and amounts.
func drawInvoice(number, lines int) []byte {
	random := rand.New(rand.NewPCG(uint64(number), uint64(lines)))
	d := &invoiceDrawing{labels: languages[number%len(languages)], wide: number%2 == 1}
	d.sheet = d.paper.addPage()
	d.drawHead(random, number)
	y, sum := d.drawLines(random, lines)
	d.drawSums(y, sum)
	return d.paper.bytes()
}

// An invoiceDrawing is an invoice under construction.
type invoiceDrawing struct {
	labels
	paper paper
	sheet *sheet
	wide  bool // the second of two layouts: labels above their values
}

// drawHead draws title, firms, number and days.
func (d *invoiceDrawing) drawHead(random *rand.Rand, number int) {
	from := random.IntN(len(firms))
	seller, buyer := firms[from], firms[(from+1+random.IntN(len(firms)-1))%len(firms)]
	d.sheet.write(50, 790, 20, true, d.title)
	d.sheet.write(50, 765, 10, false, seller[0]+" "+seller[1])
	for i, line := range strings.SplitN(streets[random.IntN(len(streets))], ", ", 2) {
		d.sheet.write(50, 752-13*float64(i), 10, false, line)
	}
	d.sheet.write(50, 690, 10, true, d.buyer+":")
	d.sheet.write(50, 677, 10, false, buyer[0]+" "+buyer[1])
	for i, line := range strings.SplitN(streets[random.IntN(len(streets))], ", ", 2) {
		d.sheet.write(50, 664-13*float64(i), 10, false, line)
	}
	day, month := 1+random.IntN(27), 1+random.IntN(11)
	for i, pair := range [][2]string{
		{d.number, fmt.Sprintf("RE-2026-%05d", 10_000+number)},
		{d.date, fmt.Sprintf(d.dateOrder, day, month, 2026)},
		{d.due, fmt.Sprintf(d.dateOrder, day, month+1, 2026)},
	} {
		if d.wide {
			d.sheet.write(330+80*float64(i), 740, 8, true, pair[0])
			d.sheet.write(330+80*float64(i), 726, 9, false, pair[1])
			continue
		}
		d.sheet.write(340, 740-14*float64(i), 10, false, pair[0]+":")
		d.sheet.write(450, 740-14*float64(i), 10, false, pair[1])
	}
}

// Rows of an invoice: where the first stands on a first and on a later page, and the last.
const (
	firstRow, laterRow, lastRow = 580, 760, 130
	rowHeight                   = 16
	headerHeight                = 20 // between the header and the first row
)

// drawLines draws the lines under a header on each page and returns the height below the last, and
// the sum of their amounts in cents.
func (d *invoiceDrawing) drawLines(random *rand.Rand, lines int) (y float64, sum int) {
	y = d.drawHeader(firstRow + headerHeight)
	for range lines {
		if y < lastRow {
			d.sheet = d.paper.addPage()
			y = d.drawHeader(laterRow + headerHeight)
		}
		quantity, price := 1+random.IntN(12), 100+random.IntN(20_000)
		d.sheet.write(50, y, 10, false, goods[random.IntN(len(goods))])
		d.sheet.writeFigures(355, y, 10, false, fmt.Sprint(quantity))
		d.sheet.writeFigures(450, y, 10, false, d.amountOf(price))
		d.sheet.writeFigures(541, y, 10, false, d.amountOf(quantity*price))
		sum += quantity * price
		y -= rowHeight
	}
	return y, sum
}

// drawHeader draws the heads of the columns and returns the height of the first row below.
func (d *invoiceDrawing) drawHeader(y float64) float64 {
	for i, head := range []string{d.description, d.quantity, d.price, d.amount} {
		d.sheet.write([]float64{50, 310, 395, 500}[i], y, 10, true, head)
	}
	d.sheet.drawRule(50, 545, y-5)
	return y - headerHeight
}

// drawSums draws net amount, tax and total.
func (d *invoiceDrawing) drawSums(y float64, net int) {
	tax := (net*d.taxRate + 50) / 100
	d.sheet.drawRule(350, 545, y+8)
	for i, pair := range [][2]string{{d.net, d.amountOf(net)}, {fmt.Sprintf("%s %d %%", d.tax, d.taxRate), d.amountOf(tax)}} {
		d.sheet.write(380, y-6-16*float64(i), 10, false, pair[0])
		d.sheet.writeFigures(541, y-6-16*float64(i), 10, false, pair[1])
	}
	d.sheet.write(380, y-42, 10, true, d.total)
	d.sheet.writeFigures(541, y-42, 10, true, "EUR "+d.amountOf(net+tax))
}

// amountOf returns cents as an amount in the form of the language.
func (d *invoiceDrawing) amountOf(cents int) string {
	whole := fmt.Sprint(cents / 100)
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + d.group + whole[at:]
	}
	return fmt.Sprintf("%s%s%02d", whole, d.decimal, cents%100)
}

// drawPages draws an invoice of so many pages of lines.
func drawPages(pages int) []byte {
	perFirst, perLater := (firstRow-lastRow)/rowHeight+1, (laterRow-lastRow)/rowHeight+1
	return drawInvoice(pages, perFirst+perLater*(pages-1))
}
