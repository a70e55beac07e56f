package invoice

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/templates/internal/paper"
)

// A listing draws the lines of an invoice and its sums.
type listing struct{ paper.Sheet }

// row writes texts at a height, each from its place to the right, or up to it where the place is negative.
func (l *listing) row(y float64, places []float64, texts ...string) {
	for i, text := range texts {
		if x := places[i]; x < 0 {
			l.Right(-x, y, 9, paper.Regular, text)
		} else {
			l.Text(x, y, 9, paper.Regular, text)
		}
	}
}

// sums writes net amount, tax and total below each other, up to a place.
func (l *listing) sums(y, x float64, net, tax, total string) {
	for i, pair := range [][2]string{{"Nettobetrag", net}, {"MwSt. 19 %", tax}, {"Gesamtbetrag", total}} {
		l.row(y-14*float64(i), []float64{x - 160, -x}, pair[0], pair[1])
	}
}

// TestLinesByTheirNumbers draws lines that stand in no table, or in one whose rows are easily mistaken. Cells are in the
// order in which they are read.
func TestLinesByTheirNumbers(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	columns := []float64{50, 80, -350, -440, -545}
	for _, tt := range []struct {
		name string
		draw func(*listing)
		want []string
	}{
		{"far apart, with several lines of words", func(s *listing) {
			at := []float64{50, 75, 140, -360, 366, -450, -545}
			s.row(620, at, "1", "KX-118", "Fenster, weiß", "2", "Stk", "75,50", "151,00")
			s.row(609, at[2:], "mit Griff")
			s.row(598, at[2:], "Farbe RAL 9016")
			s.row(550, at, "2", "FG-220", "Montage", "7,5", "Std", "40,00", "300,00")
			s.row(539, at[2:], "vor Ort")
			s.sums(490, 545, "451,00", "85,69", "536,69")
		}, []string{
			"1 | KX-118 | Fenster, weiß mit Griff Farbe RAL 9016 | 2 | Stk | 75,50 | 151,00",
			"2 | FG-220 | Montage vor Ort | 7,5 | Std | 40,00 | 300,00",
		}},
		{"quantity and price on the line below", func(s *listing) {
			at := []float64{50, -545}
			for i, line := range [][]string{{"Fenster", "45,00", "3 x 15,00"}, {"Montage", "80,00", "2 x 40,00"}} {
				y := 620 - 40*float64(i)
				s.row(y, at, line[0], line[1])
				s.Text(60, y-11, 9, paper.Regular, line[2])
			}
			s.sums(500, 545, "125,00", "23,75", "148,75")
		}, []string{"Fenster | 45,00 | 3 | 15,00", "Montage | 80,00 | 2 | 40,00"}},
		{"the last line of a cell, below all numbers", func(s *listing) {
			s.row(640, columns, "Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis")
			s.row(615, columns, "1", "Fenster", "3", "15,00", "45,00")
			s.row(604, columns[1:], "mit Griff")
			s.row(580, columns, "2", "Montage", "2", "40,00", "80,00")
			s.row(556, columns, "3", "Farbe", "5", "10,00", "50,00")
			s.row(545, columns[1:], "wetterfest")
			s.sums(500, 545, "175,00", "33,25", "208,25")
		}, []string{
			"1 | Fenster mit Griff | 3 | 15,00 | 45,00", "2 | Montage | 2 | 40,00 | 80,00",
			"3 | Farbe wetterfest | 5 | 10,00 | 50,00",
		}},
		{"words above the numbers", func(s *listing) {
			s.row(640, columns[1:], "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis")
			for i, line := range [][]string{{"Fenster", "3", "15,00", "45,00"}, {"Montage", "2", "40,00", "80,00"}, {"Farbe", "5", "10,00", "50,00"}} {
				y := 618 - 36*float64(i)
				s.row(y, columns[1:], line[0])
				s.row(y-11, columns[2:], line[1], line[2], line[3])
			}
			s.sums(490, 545, "175,00", "33,25", "208,25")
		}, []string{"Fenster | 3 | 15,00 | 45,00", "Montage | 2 | 40,00 | 80,00", "Farbe | 5 | 10,00 | 50,00"}},
		{"sums of groups under another column", func(s *listing) {
			s.row(640, columns, "Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamtpreis")
			s.row(624, columns, "1", "Fenster", "3", "15,00", "45,00")
			s.row(608, columns, "2", "Griff", "1", "5,00", "5,00")
			s.row(592, columns[3:], "Summe Material", "50,00")
			s.row(576, columns, "3", "Montage", "2", "40,00", "80,00")
			s.row(560, columns, "4", "Anfahrt", "1", "20,00", "20,00")
			s.row(544, columns[3:], "Summe Arbeit", "100,00")
			s.sums(500, 545, "150,00", "28,50", "178,50")
		}, []string{
			"1 | Fenster | 3 | 15,00 | 45,00", "2 | Griff | 1 | 5,00 | 5,00",
			"3 | Montage | 2 | 40,00 | 80,00", "4 | Anfahrt | 1 | 20,00 | 20,00",
		}},
		{"currency before the numbers", func(s *listing) {
			s.row(640, columns[1:], "Benämning", "Antal", "Pris", "Belopp")
			s.row(624, columns[1:], "Lack", "2", "kr15,00", "kr30,00")
			s.row(608, columns[1:], "Montering", "3", "kr40,00", "kr120,00")
			s.row(592, columns[1:], "Frakt", "1", "kr50,00", "kr50,00")
			s.sums(550, 545, "200,00", "38,00", "238,00")
		}, []string{"Lack | 2 | kr15,00 | kr30,00", "Montering | 3 | kr40,00 | kr120,00", "Frakt | 1 | kr50,00 | kr50,00"}},
		{"quantities and prices of four decimals", func(s *listing) {
			at := []float64{50, -360, -450, -545}
			s.row(620, at, "Fenster", "20,0000", "9,9000", "198,00")
			s.row(580, at, "Strom", "1200,0000", "0,2155", "258,60")
			s.sums(520, 545, "456,60", "86,75", "543,35")
		}, []string{"Fenster | 20,0000 | 9,9000 | 198,00", "Strom | 1200,0000 | 0,2155 | 258,60"}},
		{"quantities and prices of four decimals", func(s *listing) {
			at := []float64{50, -360, -450, -545}
			s.row(620, at, "Fenster", "20,0000", "9,9000", "198,00")
			s.row(580, at, "Strom", "1200,0000", "0,2155", "258,60")
			s.sums(520, 545, "456,60", "86,75", "543,35")
		}, []string{"Fenster | 20,0000 | 9,9000 | 198,00", "Strom | 1200,0000 | 0,2155 | 258,60"}},
		{"a list in a column of its own", func(s *listing) {
			s.row(620, []float64{50, -300}, "Transporte urbano", "30,00")
			s.row(605, []float64{50, -300}, "Fenster", "120,00")
			s.sums(550, 545, "150,00", "28,50", "178,50")
		}, []string{"Transporte urbano | 30,00", "Fenster | 120,00"}},
		{"a price that is rounded, and a discount", func(s *listing) {
			at := []float64{50, -360, -450, -545}
			s.row(620, at, "Fenster", "3", "15,00", "45,00")
			s.row(580, at, "Pfand", "20", "2,77", "55,46")
			s.row(540, at, "Montage", "2", "40,00", "80,00")
			s.row(500, []float64{50, -545}, "abzgl. Rabatt", "-10,00")
			s.sums(460, 545, "170,46", "32,39", "202,85")
		}, []string{"Fenster | 3 | 15,00 | 45,00", "Pfand | 20 | 2,77 | 55,46", "Montage | 2 | 40,00 | 80,00"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s listing
			s.Text(50, 780, 12, paper.Bold, "Nordwerk GmbH")
			s.Text(50, 720, 14, paper.Bold, "Rechnung Nr. RE-471 vom 05.03.2024")
			tt.draw(&s)
			var got []string
			for _, c := range l.analyse(s.PDF()).Components {
				if c.Name == "Line_Items" {
					got = append(got, c.Value)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got lines %q, want %q", got, tt.want)
			}
		})
	}
}
