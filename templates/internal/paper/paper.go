// Package paper writes one-page PDFs with text in Helvetica, lines and filled
// areas: enough for sample documents, and the same bytes on every run.
package paper

import (
	"bytes"
	"fmt"
	"strings"
)

// Fonts of a sheet.
const (
	Regular = "F1"
	Bold    = "F2"
)

// Width and Height of a sheet in points: A4.
const (
	Width  = 595.0
	Height = 842.0
)

// A Sheet is a page under construction. Coordinates are points from the lower left.
type Sheet struct{ content bytes.Buffer }

// Text writes s with its baseline beginning at x, y.
func (s *Sheet) Text(x, y, size float64, font, text string) {
	fmt.Fprintf(&s.content, "BT /%s %g Tf %.2f %.2f Td (%s) Tj ET\n", font, size, x, y, encodeText(text))
}

// Right writes s with its baseline ending at x, y.
func (s *Sheet) Right(x, y, size float64, font, text string) {
	s.Text(x-TextWidth(size, font, text), y, size, font, text)
}

// Spaced writes s with extra space behind each letter.
func (s *Sheet) Spaced(x, y, size, extra float64, font, text string) {
	fmt.Fprintf(&s.content, "BT %g Tc /%s %g Tf %.2f %.2f Td (%s) Tj 0 Tc ET\n", extra, font, size, x, y, encodeText(text))
}

// Line draws a line half a point thick.
func (s *Sheet) Line(x0, y0, x1, y1 float64) {
	fmt.Fprintf(&s.content, "0.5 w %.2f %.2f m %.2f %.2f l S\n", x0, y0, x1, y1)
}

// Fill paints a rectangle in a light grey.
func (s *Sheet) Fill(x, y, w, h float64) {
	fmt.Fprintf(&s.content, "0.92 g %.2f %.2f %.2f %.2f re f 0 g\n", x, y, w, h)
}

// PDF is the finished document.
func (s *Sheet) PDF() []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %g %g]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
			Width, Height),
		fmt.Sprintf("<</Length %d>>stream\n%sendstream", s.content.Len(), s.content.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return out.Bytes()
}

// encodeText writes text in Windows-1252, escaped for a PDF string.
func encodeText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(r))
		case r == '€':
			b.WriteByte(0x80)
		case r == '–':
			b.WriteByte(0x96)
		case r < 256:
			b.WriteByte(byte(r))
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// widths are the advance widths of Helvetica for the characters from space to
// tilde, in thousandths of the font size (Adobe's font metrics).
var widths = [...]float64{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// TextWidth is the width of a text in points; bold type is taken to be a little wider.
func TextWidth(size float64, font, text string) float64 {
	sum := 0.0
	for _, r := range text {
		if r >= ' ' && int(r-' ') < len(widths) {
			sum += widths[r-' ']
		} else {
			sum += 556
		}
	}
	if font == Bold {
		sum *= 1.05
	}
	return sum * size / 1000
}
