package samples

import (
	"strings"

	"github.com/seed-62a36931/docket/templates/internal/paper"
)

// A Layout draws an invoice.
type Layout struct {
	Name string
	Draw func(Invoice) []byte
}

// Layouts are the ways in which invoices are drawn.
var Layouts = []Layout{
	{"classic", drawClassic}, {"boxed", drawBoxed}, {"sidebar", drawSidebar}, {"letter", drawLetter},
	{"compact", drawCompact}, {"grid", drawGrid},
}

// Columns of the item tables: left edge of the text, right edges of the figures.
const (
	left, right         = 50.0, 545.0
	quantityAt, priceAt = 355.0, 450.0
	body                = 10.0
	rowHeight           = 20.0
)

// writeLines writes texts below each other and returns the height below the last.
func writeLines(s *paper.Sheet, x, y, step float64, font string, texts ...string) float64 {
	for _, t := range texts {
		s.Text(x, y, body, font, t)
		y -= step
	}
	return y
}

// tableRow writes an item.
func tableRow(s *paper.Sheet, y float64, font string, it Item) {
	s.Text(left+4, y, body, font, it.Description)
	s.Right(quantityAt, y, body, font, it.Quantity)
	s.Right(priceAt, y, body, font, it.Price)
	s.Right(right-4, y, body, font, it.Amount)
}

// writeItems writes the table of items from y down and returns the height below it.
func writeItems(s *paper.Sheet, inv Invoice, y float64, ruled bool) float64 {
	l := inv.Labels
	top := y + 14
	rows := append([]Item{{l.Description, l.Quantity, l.Price, l.Amount}}, inv.Items...)
	for i, it := range rows {
		font := paper.Regular
		if i == 0 {
			font = paper.Bold
		}
		tableRow(s, y, font, it)
		y -= rowHeight
	}
	if ruled {
		bottom := y + 14
		for h := top; h >= bottom-1; h -= rowHeight {
			s.Line(left, h, right, h)
		}
		for _, x := range []float64{left, 300, quantityAt + 5, priceAt + 5, right} {
			s.Line(x, top, x, bottom)
		}
	}
	return y - 10
}

// writeTotals writes the sums, labels beginning at x and figures ending at the margin.
func writeTotals(s *paper.Sheet, inv Invoice, x, y float64) float64 {
	l := inv.Labels
	s.Text(x, y, body, paper.Regular, l.Net)
	s.Right(right-4, y, body, paper.Regular, inv.Net)
	s.Text(x, y-16, body, paper.Regular, l.Tax+" "+inv.TaxRate)
	s.Right(right-4, y-16, body, paper.Regular, inv.Tax)
	s.Text(x, y-34, body, paper.Bold, l.Total)
	s.Right(right-4, y-34, body, paper.Bold, strings.TrimSpace(inv.Currency+" "+inv.Total))
	return y - 60
}

// drawClassic: the seller left, a block of labels with colons right, a ruled table.
func drawClassic(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	s.Text(left, 780, 20, paper.Bold, l.Title)
	writeLines(s, left, 740, 13, paper.Regular, inv.Seller...)
	for i, pair := range [][2]string{{l.Number, inv.Number}, {l.Date, inv.Date}, {l.Due, inv.Due}, {l.Customer, inv.Customer}} {
		y := 740 - 13*float64(i)
		s.Text(340, y, body, paper.Regular, pair[0]+":")
		s.Text(450, y, body, paper.Regular, pair[1])
	}
	writeLines(s, left, 650, 13, paper.Bold, l.BillTo+":")
	writeLines(s, left, 637, 13, paper.Regular, inv.Buyer...)
	y := writeTotals(s, inv, 380, writeItems(s, inv, 560, true))
	s.Text(left, y, body, paper.Regular, l.Thanks)
	return s.PDF()
}

// drawBoxed: labels in a row over their values, in a ruled box; a table without rules.
func drawBoxed(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	s.Text(left, 785, 14, paper.Bold, inv.Seller[0])
	s.Text(left, 768, 8, paper.Regular, strings.Join(inv.Seller[1:], ", "))
	s.Right(right, 780, 22, paper.Bold, l.Title)
	columns := [][2]string{{l.Number, inv.Number}, {l.Date, inv.Date}, {l.Due, inv.Due}, {l.Customer, inv.Customer}}
	for i, pair := range columns {
		x := left + 124*float64(i)
		s.Text(x+4, 730, 9, paper.Bold, pair[0])
		s.Text(x+4, 710, body, paper.Regular, pair[1])
		s.Line(x, 744, x, 702)
	}
	s.Line(right, 744, right, 702)
	for _, y := range []float64{744, 724, 702} {
		s.Line(left, y, right, y)
	}
	writeLines(s, left, 670, 13, paper.Regular, append([]string{l.BillTo}, inv.Buyer...)...)
	writeTotals(s, inv, 400, writeItems(s, inv, 580, false))
	return s.PDF()
}

// drawSidebar: labels above their values in a narrow column, the rest beside it, the
// total once more in a box at the top.
func drawSidebar(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	s.Spaced(left, 785, 16, 5, paper.Bold, strings.ToUpper(l.Title))
	y := 740.0
	for _, pair := range [][2]string{{l.Number, inv.Number}, {l.Date, inv.Date}, {l.Due, inv.Due}} {
		s.Text(left, y, 8, paper.Regular, pair[0])
		s.Text(left, y-12, body, paper.Bold, pair[1])
		y -= 36
	}
	writeLines(s, 210, 740, 13, paper.Regular, inv.Seller...)
	writeLines(s, 400, 740, 13, paper.Regular, append([]string{l.BillTo}, inv.Buyer...)...)
	writeTotals(s, inv, 360, writeItems(s, inv, 600, false))
	s.Text(left, 60, 8, paper.Regular, strings.Join(inv.Seller, " - "))
	return s.PDF()
}

// drawLetter: a business letter with a block of labels without colons at the right, and
// the number in the subject.
func drawLetter(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	s.Right(right, 790, 16, paper.Bold, inv.Seller[0])
	s.Text(left, 720, 7, paper.Regular, strings.Join(inv.Seller, ", "))
	writeLines(s, left, 700, 13, paper.Regular, inv.Buyer...)
	for i, pair := range [][2]string{{l.Customer, inv.Customer}, {l.Number, inv.Number}, {l.Date, inv.Date}, {l.Due, inv.Due}} {
		y := 700 - 14*float64(i)
		s.Text(350, y, body, paper.Regular, pair[0])
		s.Right(right, y, body, paper.Regular, pair[1])
	}
	s.Text(left, 600, 14, paper.Bold, l.Title+" "+inv.Number)
	y := writeItems(s, inv, 560, false)
	s.Line(left, 555, right, 555)
	s.Line(left, y+24, right, y+24)
	y = writeTotals(s, inv, 330, y)
	s.Text(left, y, body, paper.Regular, l.Thanks)
	return s.PDF()
}

// drawCompact: everything about the invoice in one line of text, shaded rows.
func drawCompact(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	s.Text(left, 790, 12, paper.Bold, inv.Seller[0])
	writeLines(s, left, 776, 11, paper.Regular, inv.Seller[1:]...)
	s.Text(left, 720, 11, paper.Bold, l.Number+" "+inv.Number+"   |   "+l.Date+": "+inv.Date)
	writeLines(s, left, 700, 13, paper.Regular, append([]string{l.BillTo + ":"}, inv.Buyer...)...)
	for i := range inv.Items {
		if i%2 == 0 {
			s.Fill(left, 594-rowHeight*float64(i), right-left, rowHeight)
		}
	}
	writeTotals(s, inv, 390, writeItems(s, inv, 620, false))
	return s.PDF()
}

// drawGrid: labels and values in four columns, labels with the colon far from the value.
func drawGrid(inv Invoice) []byte {
	s, l := &paper.Sheet{}, inv.Labels
	writeLines(s, left, 785, 13, paper.Bold, inv.Seller[0])
	writeLines(s, left, 772, 13, paper.Regular, inv.Seller[1:]...)
	pairs := [][4]string{{l.Number, inv.Number, l.Customer, inv.Customer}, {l.Date, inv.Date, l.Due, inv.Due}}
	for i, p := range pairs {
		y := 690 - 18*float64(i)
		s.Text(left, y, body, paper.Bold, p[0])
		s.Text(170, y, body, paper.Regular, p[1])
		s.Text(320, y, body, paper.Bold, p[2])
		s.Text(440, y, body, paper.Regular, p[3])
	}
	writeLines(s, left, 630, 13, paper.Regular, append([]string{l.BillTo}, inv.Buyer...)...)
	writeTotals(s, inv, 330, writeItems(s, inv, 540, true))
	return s.PDF()
}
