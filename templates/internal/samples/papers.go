package samples

import "github.com/seed-62a36931/docket/templates/internal/paper"

// A Paper is a document of the demo that is no invoice.
type Paper struct {
	Name string // of the file
	Draw func() []byte
}

// Papers are the documents of the demo that are no invoices. The last one is damaged, so that there
// is a file that failed.
var Papers = []Paper{
	{"framework-contract.pdf", drawContract}, {"quarterly-report.pdf", drawReport}, {"damaged.pdf", drawDamaged},
}

func drawContract() []byte {
	s := &paper.Sheet{}
	s.Text(left, 770, 18, paper.Bold, "Framework contract")
	y := writeLines(s, left, 735, 15, paper.Regular, "between Northgate Tools Ltd., 4 Quarry Road, Poole, BH15 1HX",
		"and Harbour Joinery, 27 West Quay Road, Poole, BH15 1JD", "", "Contract No.: FC-2024-008", "Date: 2 January 2024", "Currency: GBP", "")
	for _, c := range [][]string{
		{"1. Subject", "Northgate Tools delivers tools and small parts on call. Each order becomes part of this contract", "when it is confirmed in writing."},
		{"2. Prices", "The price list of the day of the order applies, less a discount of 6 % from a yearly volume of", "GBP 20,000 on."},
		{"3. Payment", "Invoices are due within 30 days of the invoice date, without deduction."},
		{"4. Term", "This contract begins on 15 January 2024 and ends on 14 January 2026. It is renewed for a year", "unless one party ends it three months before, in writing."},
	} {
		y = writeLines(s, left, y-6, 16, paper.Bold, c[0])
		y = writeLines(s, left, y, 14, paper.Regular, c[1:]...)
	}
	s.Line(left, 140, 240, 140)
	s.Line(320, 140, 510, 140)
	s.Text(left, 126, 9, paper.Regular, "Northgate Tools Ltd.")
	s.Text(320, 126, 9, paper.Regular, "Harbour Joinery")
	return s.PDF()
}

func drawReport() []byte {
	s := &paper.Sheet{}
	s.Text(left, 770, 18, paper.Bold, "Deliveries in the first quarter of 2024")
	writeLines(s, left, 735, 15, paper.Regular, "Northgate Tools Ltd., sales, 5 April 2024", "",
		"Deliveries grew by 8 % against the quarter before. Two of 214 arrived late; both were", "delayed at the harbour in February.")
	s.Fill(left, 640, right-left, rowHeight)
	rows := [][]string{{"Month", "Deliveries", "Volume (GBP)"}, {"January", "66", "18,240.00"}, {"February", "71", "19,905.50"},
		{"March", "77", "22,611.75"}}
	for i, row := range rows {
		font, y := paper.Regular, 646-float64(i)*rowHeight
		if i == 0 {
			font = paper.Bold
		}
		s.Text(left+4, y, body, font, row[0])
		s.Right(quantityAt, y, body, font, row[1])
		s.Right(right-4, y, body, font, row[2])
	}
	s.Line(left, 575, right, 575)
	return s.PDF()
}

// drawDamaged returns the beginning of a document whose rest is missing.
func drawDamaged() []byte { return drawContract()[:120] }
