package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A paper is a PDF under construction: A4 pages of text in Helvetica, or of pictures. The same
// calls give the same bytes.
type paper struct{ pages []*sheet }

// A sheet is a page. Coordinates are points from the lower left corner.
type sheet struct {
	width, height float64
	content       bytes.Buffer
	picture       *picture
}

// A picture is a JPEG that fills its page.
type picture struct {
	jpeg          []byte
	width, height int    // pixels
	colours       string // name of its colour space in PDF
}

// addPage adds an A4 page.
func (p *paper) addPage() *sheet {
	s := &sheet{width: 595, height: 842}
	p.pages = append(p.pages, s)
	return s
}

// addPicture adds a page of the size of a picture at 150 dots per inch.
func (p *paper) addPicture(of picture) {
	s := &sheet{width: float64(of.width) * 72 / 150, height: float64(of.height) * 72 / 150, picture: &of}
	fmt.Fprintf(&s.content, "q %.3f 0 0 %.3f 0 0 cm /I Do Q\n", s.width, s.height)
	p.pages = append(p.pages, s)
}

// write puts text on the page, its baseline beginning at x, y.
func (s *sheet) write(x, y, size float64, bold bool, text string) {
	font := "F1"
	if bold {
		font = "F2"
	}
	fmt.Fprintf(&s.content, "BT /%s %g Tf %.2f %.2f Td (%s) Tj ET\n", font, size, x, y, encodeText(text))
}

// writeFigures puts figures on the page, their baseline ending at x, y.
func (s *sheet) writeFigures(x, y, size float64, bold bool, figures string) {
	width := 0.0
	for _, r := range figures {
		if strings.ContainsRune(".,: ", r) {
			width += 0.278
		} else {
			width += 0.556
		}
	}
	s.write(x-width*size, y, size, bold, figures)
}

// drawRule draws a thin line from x0 to x1.
func (s *sheet) drawRule(x0, x1, y float64) {
	fmt.Fprintf(&s.content, "0.5 w %.2f %.2f m %.2f %.2f l S\n", x0, y, x1, y)
}

// encodeText returns a text in Windows-1252 as the inside of a PDF string; what that lacks becomes
// a question mark.
func encodeText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(`()\`, r):
			b.WriteByte('\\')
			b.WriteByte(byte(r))
		case r == '€':
			b.WriteByte(0x80)
		case r < 256:
			b.WriteByte(byte(r))
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// bytes returns the finished file.
func (p *paper) bytes() []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>"}
	var kids strings.Builder
	add := func(object string) int {
		objects = append(objects, object)
		return len(objects)
	}
	for _, s := range p.pages {
		resources := "/Font<</F1 3 0 R/F2 4 0 R>>"
		if i := s.picture; i != nil {
			n := add(fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/%s/BitsPerComponent 8/Filter/DCTDecode"+
				"/Length %d>>stream\n%s\nendstream", i.width, i.height, i.colours, len(i.jpeg), i.jpeg))
			resources = fmt.Sprintf("/XObject<</I %d 0 R>>", n)
		}
		content := add(fmt.Sprintf("<</Length %d>>stream\n%sendstream", s.content.Len(), s.content.String()))
		n := add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.3f %.3f]/Contents %d 0 R/Resources<<%s>>>>",
			s.width, s.height, content, resources))
		fmt.Fprintf(&kids, "%d 0 R ", n)
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(p.pages))
	return joinObjects(objects)
}

// joinObjects returns a PDF of objects, of which the first is the catalog.
func joinObjects(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}
