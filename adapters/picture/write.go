package picture

import (
	"bytes"
	"fmt"
)

// writePDF writes a PDF with a page for each picture.
func writePDF(pages []page) []byte {
	w := &pdfWriter{}
	w.WriteString("%PDF-1.4\n")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", firstPage+objectsOfPage*i)
	}
	w.addObject("<</Type/Catalog/Pages 2 0 R>>", nil)
	w.addObject(fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), kids), nil)
	for i, p := range pages {
		w.addPage(firstPage+objectsOfPage*i, p)
	}
	table := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.starts)+1)
	for _, at := range w.starts {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(w.starts)+1, table)
	return w.Bytes()
}

// Numbers of objects: catalog and list of pages come first; a page has its content and its picture
// behind it.
const (
	firstPage     = 3
	objectsOfPage = 3
)

// A pdfWriter holds a PDF, and where its objects begin.
type pdfWriter struct {
	bytes.Buffer
	starts []int
}

// addObject writes the next object, with a stream unless that is nil.
func (w *pdfWriter) addObject(dictionary string, stream []byte) {
	w.starts = append(w.starts, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n%s", len(w.starts), dictionary)
	if stream != nil {
		w.WriteString("stream\n")
		w.Write(stream)
		w.WriteString("\nendstream")
	}
	w.WriteString("\nendobj\n")
}

// addPage writes a page that a picture fills.
func (w *pdfWriter) addPage(number int, p page) {
	width, height := float64(p.width)*72/p.dpi, float64(p.height)*72/p.dpi
	if p.turn.isSideways() {
		width, height = height, width
	}
	w.addObject(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.3f %.3f]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>",
		width, height, number+1, number+2), nil)
	m := p.turn.matrix(width, height)
	draw := fmt.Sprintf("%.3f %.3f %.3f %.3f %.3f %.3f cm /I Do", m[0], m[1], m[2], m[3], m[4], m[5])
	w.addObject(fmt.Sprintf("<</Length %d>>", len(draw)), []byte(draw))
	space, filter, data := "/DeviceRGB", "/DCTDecode", p.jpeg
	if p.gray {
		space = "/DeviceGray"
	}
	if p.inverse { // programs that write four colours mean the inverse
		space = "/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]"
	}
	if data == nil {
		filter, data = "/FlateDecode", p.packed
	}
	w.addObject(fmt.Sprintf("<</Length %d/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent 8/Filter%s>>",
		len(data), p.width, p.height, space, filter), data)
}
