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
		{"Price 19^99^ EUR", "Price 19 99 EUR"},
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
