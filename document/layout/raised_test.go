package layout

import (
	"strings"
	"testing"
)

// drawRaised draws text with parts in ^…^ smaller and raised, and parts in _…_ smaller and lowered.
func (c *canvas) drawRaised(x, y float32, s string, size, raise float32) *canvas {
	small := c.textStyle(size)
	for i, part := range strings.Split(s, "^") {
		if i%2 == 1 {
			c.drawStyled(small, x, y+raise, 0, part)
			x += size / 2 * float32(len([]rune(part)))
			continue
		}
		for k, low := range strings.Split(part, "_") {
			if k%2 == 1 {
				c.drawStyled(small, x, y-2, 0, low)
				x += size / 2 * float32(len([]rune(low)))
				continue
			}
			c.text(x, y, low)
			x += 5 * float32(len([]rune(low)))
		}
	}
	return c
}

func TestRaisedMarksDoNotJoinTheFigureBeforeThem(t *testing.T) {
	for _, tt := range []struct{ drawn, want string }{
		{"The fee is 500^1^ EUR", "The fee is 500 1 EUR"},
		{"a fee of 1,250^2)^ EUR", "a fee of 1,250 2) EUR"},
		{"in 2025^12^ it was", "in 2025 12 it was"},
		{"Price 19^99^ EUR", "Price 19.99 EUR"},
		{"an area of 85 m^2^ let", "an area of 85 m2 let"},
		{"on the 1^st^ of May", "on the 1st of May"},
		{"a body with a note^1^.", "a body with a note 1."},
		{"further offices.^12^ The", "further offices.12 The"},
		{"of water H_2_O here", "of water H2O here"},
		{"about 10^6^ cells", "about 10^6 cells"},
		{"of 5 × 10^−3^ m", "of 5 × 10^−3 m"},
		{"is 6·10^23^ each", "is 6·10^23 each"},
		{"it is 110^2^ EUR", "it is 110 2 EUR"},
		{"a fee of 10^2)^ EUR", "a fee of 10 2) EUR"},
		{"the sum of 700^*^ each", "the sum of 700 * each"},
		{"a fee of 10^1^ EUR", "a fee of 10 1 EUR"},
		{"is 5·10^2^ each", "is 5·10^2 each"},
		{"EUR^1^ 500 each", "EUR ¹ 500 each"},
		{"a total^12^ 250.00 EUR", "a total ¹² 250.00 EUR"},
		{"a total^1^ 2500 EUR", "a total 1 2500 EUR"},
		{"the isotope ^14^C is", "the isotope 14C is"},
		{"growth of 3%^b^ here", "growth of 3% b here"},
		{"a rate of 5 %^2^ now", "a rate of 5 % 2 now"},
		{"about 20 °C^3^ now", "about 20 °C 3 now"},
		{"law of the EU^4^ now", "law of the EU 4 now"},
		{"it weighs 9 kg^1^ net", "it weighs 9 kg 1 net"},
		{"it was 2,500.^1^ The", "it was 2,500. 1 The"},
		{"it is 19.^95^ EUR", "it is 19.95 EUR"},
		{"a loss of (500)^1^ EUR", "a loss of (500) 1 EUR"},
		{"of 2023^a,b^ only", "of 2023 a,b only"},
		{"about 100^b^ EUR", "about 100 b EUR"},
		{"growth of 3.1%^2^ here", "growth of 3.1% 2 here"},
		{"the sales^a^ were", "the sales a were"},
		{"the 2^e^ and 1^er^ one", "the 2e and 1er one"},
		{"by ACME^TM^ alone", "by ACME TM alone"},
		{"it has x^2^ and Ca^2+^ in", "it has x2 and Ca2+ in"},
		{"a value of 12_3_ here", "a value of 12 3 here"},
		{"the price of 19^99^EUR", "the price of 19.99 EUR"},
		{"for 1.299^00^ EUR now", "for 1.299,00 EUR now"},
		{"the fee is 500^12^ EUR", "the fee is 500 12 EUR"},
		{"about 1999^99^ of them", "about 1999 99 of them"},
		{"A^1^ B^1^ C^1^ D^1^ E^1^ F^1^ G^1^ H^1^", "A 1 B 1 C 1 D 1 E 1 F 1 G 1 H 1"},
	} {
		for _, size := range []float32{5.5, 6.5, 8} {
			for _, raise := range []float32{3, 3.5, 4.5} {
				if got := newCanvas().drawRaised(50, 700, tt.drawn, size, raise).tree(t).Text; got != tt.want {
					t.Errorf("%q in %g points, %g higher: got %q, want %q", tt.drawn, size, raise, got, tt.want)
				}
			}
		}
	}
}

func TestNotesBeginWithTheirRaisedNumbers(t *testing.T) {
	for _, gap := range []string{"", " "} {
		c := newCanvas()
		c.drawRaised(50, 700, "^1^"+gap+"Measured by the surveyor, who was there.", 8, 4)
		c.drawRaised(50, 685, "^2^"+gap+"Without value added tax, as agreed.", 8, 4)
		c.drawRaised(50, 670, "^10^"+gap+"See the terms of delivery for more.", 8, 4)
		const want = "1 Measured by the surveyor, who was there. 2 Without value added tax, as agreed. " +
			"10 See the terms of delivery for more."
		if got := strings.ReplaceAll(c.tree(t).Text, "\n", " "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNumbersOfNotesAreNoExponents(t *testing.T) {
	c := newCanvas()
	c.drawRaised(50, 700, "about 10^3^ cells", 6, 4)
	c.drawRaised(50, 100, "^3^ of the second kind", 6, 4)
	if got, want := strings.ReplaceAll(c.tree(t).Text, "\n", " "), "about 10 3 cells 3 of the second kind"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
