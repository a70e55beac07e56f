package samples

import (
	"strings"

	"github.com/seed-62a36931/docket/templates/internal/paper"
)

// A Document is a sample of a template that is no invoice.
type Document struct {
	Path string // of its file: the ready template, samples, and the name
	Draw func() ([]byte, error)
}

// Others are the samples of the templates that are not for invoices.
var Others = []Document{
	{"contract/samples/1-mutual-agreement.pdf", whole(drawMutualAgreement)},
	{"contract/samples/2-letter.pdf", whole(drawLetterAgreement)},
	{"receipt/samples/1-bookshop.pdf", whole(drawBookshop)},
	{"receipt/samples/2-restaurant.pdf", whole(drawRestaurant)},
	{"receipt/samples/3-pictured.png", func() ([]byte, error) { return drawScan(pictured, 440) }},
	{"media-order/samples/1-contract.pdf", whole(drawMediaContract)},
	{"media-order/samples/2-invoice.pdf", whole(drawMediaInvoice)},
	{"toxicology/samples/1-dermal.pdf", whole(drawDermalStudy)},
	{"toxicology/samples/2-oral.pdf", whole(drawOralStudy)},
}

func whole(draw func(*paper.Sheet)) func() ([]byte, error) {
	return func() ([]byte, error) {
		s := &paper.Sheet{}
		draw(s)
		return s.PDF(), nil
	}
}

// writeText writes a paragraph over the width of the sheet and returns the height below it.
func writeText(s *paper.Sheet, y float64, text string) float64 {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); paper.TextWidth(body, paper.Regular, longer) <= right-left {
			line = longer
			continue
		}
		y = writeLines(s, left, y, 14, paper.Regular, line)
		line = word
	}
	return writeLines(s, left, y, 14, paper.Regular, line) - 8
}

// writePairs writes labels and their values beside them, from x and from at on, and returns the height below.
func writePairs(s *paper.Sheet, x, at, y float64, pairs [][2]string) float64 {
	for _, p := range pairs {
		s.Text(x, y, body, paper.Regular, p[0])
		s.Text(at, y, body, paper.Regular, p[1])
		y -= 15
	}
	return y - 8
}

// writeGrid writes a table with lines around its cells, whose columns begin at the given places.
func writeGrid(s *paper.Sheet, y float64, at []float64, rows [][]string) float64 {
	top := y + 14
	for i, row := range rows {
		font := paper.Regular
		if i == 0 {
			font = paper.Bold
		}
		for c, cell := range row {
			s.Text(at[c]+4, y, body, font, cell)
		}
		y -= rowHeight
	}
	bottom := y + 14
	for h := top; h >= bottom-1; h -= rowHeight {
		s.Line(at[0], h, right, h)
	}
	for _, x := range append(at[:len(at):len(at)], right) {
		s.Line(x, top, x, bottom)
	}
	return y - 10
}

func drawMutualAgreement(s *paper.Sheet) {
	s.Text(120, 770, 15, paper.Bold, "MUTUAL NON-DISCLOSURE AGREEMENT")
	y := 735.0
	for _, text := range []string{
		"This Agreement is made as of July 13, 2021 by and between Larkspur Instruments, Inc., a Delaware corporation with offices " +
			"at 4 Quarry Road, Dover (\"Larkspur\"), and Tern Coffee Company, LLC, with offices at 27 West Quay, Albany (\"Tern\").",
		"WHEREAS, the parties wish to discuss a transaction and may show each other information that is not public;",
		"1. Confidential information means what one party marks as such and gives to the other, on paper or by other means.",
		"2. Each party keeps confidential information of the other secret, and uses it for the discussions alone.",
		"3. This Agreement shall remain in effect for a period of two (2) years from the date above. " +
			"Either party may end it with thirty (30) days prior written notice.",
		"4. This Agreement shall be governed by and construed in accordance with the laws of the State of New York.",
	} {
		y = writeText(s, y, text)
	}
	s.Line(left, 140, 240, 140)
	s.Line(320, 140, 510, 140)
	s.Text(left, 126, 9, paper.Regular, "Larkspur Instruments, Inc.")
	s.Text(320, 126, 9, paper.Regular, "Tern Coffee Company, LLC")
}

func drawLetterAgreement(s *paper.Sheet) {
	y := writeLines(s, left, 770, 14, paper.Regular, "December 7, 2020", "", "Northgate Beech Inc.", "1 Quay Street",
		"Washington, DC 20052", "",
		"Ladies and Gentlemen:", "")
	for _, text := range []string{
		"In connection with a possible transaction with Harbor Lantern Company, Inc. (the \"Seller\"), you agree as follows.",
		"You keep the information that the Seller gives you secret, and give it back when the Seller asks for it.",
		"This letter agreement terminates one (1) year after its date. It is governed by the laws of the State of Delaware.",
	} {
		y = writeText(s, y, text)
	}
	writeLines(s, left, y-6, 14, paper.Regular, "Very truly yours,", "", "Harbor Lantern Company, Inc.")
}

func drawBookshop(s *paper.Sheet) {
	y := writeLines(s, 200, 770, 15, paper.Regular, "LARKSPUR BOOKS SDN BHD", "(123456-W)", "12, JALAN DEDAP 13, TAMAN JAYA,",
		"81100 JOHOR BAHRU, JOHOR.", "TEL : 07-5550100", "GST ID: 000123456789", "", "25/12/2023 8:13:39 PM", "")
	for _, row := range [][2]string{{"ATLAS OF TIDES", "38.00"}, {"PENCILS, 12", "6.50"}, {"", ""}, {"SUB TOTAL", "44.50"},
		{"TOTAL RM", "44.50"},
		{"CASH RM", "50.00"}, {"CHANGE RM", "5.50"}} {
		s.Text(200, y, body, paper.Regular, row[0])
		s.Right(390, y, body, paper.Regular, row[1])
		y -= 15
	}
	s.Text(200, y-10, body, paper.Regular, "THANK YOU, PLEASE COME AGAIN")
}

func drawRestaurant(s *paper.Sheet) {
	s.Text(200, 770, 13, paper.Bold, "The Copper Kettle Restaurant")
	y := writeLines(s, 200, 750, 15, paper.Regular, "27 West Quay Road", "Portland, ME 04101", "Tel: 207-555-0142", "",
		"Date: 03/14/2024   Time: 19:42", "Table 7   Guests 2", "")
	for _, row := range [][2]string{{"2 Chowder", "18.00"}, {"1 Haddock", "24.50"}, {"1 Iced tea", "3.50"}, {"Subtotal",
		"46.00"}, {"Tax", "3.68"},
		{"Total", "$49.68"}, {"VISA ****4242", "49.68"}} {
		s.Text(200, y, body, paper.Regular, row[0])
		s.Right(390, y, body, paper.Regular, row[1])
		y -= 15
	}
}

var pictured = []scanLine{
	{15, 60, 100, true, "THREE TERNS CAFE SDN BHD"}, {10, 60, 140, false, "8, JALAN KERIS 2, TAMAN BUKIT,"},
	{10, 60, 172, false, "43000 KAJANG, SELANGOR."}, {10, 60, 204, false, "TEL: 03-5550188"},
	{10, 60, 260, false, "10/03/2024 12:05:10 PM"},
	{10, 60, 320, false, "2 KAYA TOAST"}, {10, 530, 320, false, "7.60"}, {10, 60, 355, false, "1 WHITE COFFEE"}, {10, 530, 355,
		false, "3.20"},
	{10, 60, 410, false, "SUB TOTAL"}, {10, 530, 410, false, "10.80"}, {12, 60, 490, true, "TOTAL RM"}, {12, 520, 490, true, "10.80"},
	{10, 60, 545, false, "CASH RM"}, {10, 530, 545, false, "20.00"}, {10, 60, 580, false, "CHANGE RM"}, {10, 530, 580, false, "9.20"},
}

func drawMediaContract(s *paper.Sheet) {
	s.Text(left, 770, 16, paper.Bold, "CONTRACT")
	y := writePairs(s, left, 150, 735, [][2]string{{"Contract #:", "4711203"}, {"Advertiser:", "Friends of Ada Lark"},
		{"Agency:", "Harbor Media Group"},
		{"Station:", "KXYZ-TV"}, {"Flight Dates:", "03/02/24 - 03/09/24"}})
	y = writeGrid(s, y-10, []float64{left, 90, 290, 370, 440}, [][]string{{"Line", "Program", "Spots", "Rate", "Amount"},
		{"1", "Morning news", "5", "$130.00", "$650.00"}, {"2", "Evening news", "2", "$300.00", "$600.00"}})
	writePairs(s, 340, 450, y-10, [][2]string{{"Gross Amount:", "$1,250.00"}, {"Commission:", "$187.50"}, {"Net Amount:", "$1,062.50"}})
}

func drawMediaInvoice(s *paper.Sheet) {
	s.Text(left, 770, 16, paper.Bold, "INVOICE")
	y := writePairs(s, left, 150, 735, [][2]string{{"Invoice #:", "950111-2"}, {"Advertiser:", "Citizens for Quill"},
		{"Agency:", "Lantern Buying LLC"},
		{"Station:", "WQRS"}, {"Flight Dates:", "04/06/24 - 04/12/24"}})
	y = writeGrid(s, y-10, []float64{left, 150, 350, 440}, [][]string{{"Air date", "Program", "Length", "Amount"},
		{"04/08/24", "Sports tonight", ":30", "$400.00"}, {"04/11/24", "Late film", ":30", "$200.00"}})
	writePairs(s, 340, 450, y-10, [][2]string{{"Gross Total:", "$600.00"}, {"Net Total:", "$510.00"}})
}

func drawDermalStudy(s *paper.Sheet) {
	s.Text(left, 780, 15, paper.Bold, "Acute dermal toxicity study of Examplin in rats")
	y := writePairs(s, left, 150, 750, [][2]string{{"Study title:", "Examplin: Acute dermal toxicity in the rat"},
		{"Study No.:", "TX-2021-0417"},
		{"Test item:", "Examplin technical, batch 18"}, {"Sponsor:", "Alder Chemicals Ltd"}, {"Test facility:", "Lakeside Laboratories"},
		{"Study director:", "Dr. Mira Tal"}, {"Report date:", "3 May 2021"}})
	y = writeSection(s, y, "Statement", "This study was performed in compliance with the OECD Principles of Good Laboratory Practice.")
	y = writeSection(s, y, "Materials and methods",
		"The study follows OECD Guideline 402 (2017). Wistar rats of the strain Crl:WI (Han) were used.")
	y = writeSection(s, y, "Results", "One animal of the highest dose died on the second day.")
	y = writeGrid(s, y-8, []float64{left, 130, 230, 330, 410}, [][]string{{"Group", "Dose (mg/kg bw)", "No. of animals",
		"Mortality", "Clinical signs"},
		{"Control", "0", "5", "0/5", "none"}, {"Low", "1000", "5", "0/5", "none"}, {"High", "2000", "5", "1/5", "reduced activity"}})
	writeSection(s, y-10, "Conclusion", "The dermal LD50 of Examplin is greater than 2000 mg/kg bw. No classification is needed.")
}

func drawOralStudy(s *paper.Sheet) {
	s.Text(left, 780, 15, paper.Bold, "Acute oral toxicity study of Samplol in mice")
	y := writePairs(s, left, 170, 750, [][2]string{{"Study number:", "LK-118"}, {"Test substance:", "Samplol, purity 98 %"},
		{"Test facility:", "Harbor Testing House"}, {"Study director:", "Dr. Jon Reed"}, {"Report date:", "17 June 2022"}, {"Species:", "Mouse"},
		{"Strain:", "CD-1"}})
	y = writeSection(s, y, "Statement", "This study was not conducted in compliance with Good Laboratory Practice.")
	y = writeSection(s, y, "Materials and methods", "The study follows OECD Guideline 423.")
	y = writeSection(s, y, "Results", "Mortality and signs of each group are in the table.")
	y = writeGrid(s, y-8, []float64{left, 160, 280, 360, 430}, [][]string{{"Dose (mg/kg bw)", "Sex", "Animals", "Deaths", "Findings"},
		{"300", "female", "3", "0/3", "none"}, {"2000", "female", "3", "2/3", "tremor"}})
	writeSection(s, y-10, "Conclusion", "The oral LD50 of Samplol is between 300 and 2000 mg/kg bw.")
}

// writeSection writes a headline and a paragraph below it.
func writeSection(s *paper.Sheet, y float64, headline, text string) float64 {
	s.Text(left, y, 12, paper.Bold, headline)
	return writeText(s, y-18, text)
}
