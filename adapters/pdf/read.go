package pdf

import "github.com/seed-62a36931/docket/domain/layout"

// Subtypes of annotations that carry text which is not page content.
const (
	annotationFreeText = 3
	annotationWidget   = 20
)

// readPage reads one page. A page that PDFium cannot load counts as an empty one:
// the rest of the document is worth reading.
func (f *pdfFile) readPage(index int, styles *styleTable, maxGlyphs int) layout.Page {
	in := f.in
	page := in.call("FPDF_LoadPage", f.doc, uint64(index))
	if page == 0 {
		return layout.Page{Width: 595, Height: 842}
	}
	defer func() { in.call("FPDF_ClosePage", page) }()
	fr := in.frameOf(page)
	out := layout.Page{Width: float64(fr.width), Height: float64(fr.height), Rotation: fr.rotation}
	marks := markReader{in: in, fr: fr}
	marks.page(page)
	out.Rules, out.Images = marks.rules, marks.images
	out.Glyphs, out.Unmapped = in.glyphsOf(page, fr, styles, maxGlyphs)
	if in.hasTextAnnotations(page) {
		// Filled-in form fields and free-text notes belong to what one sees. They
		// become page content in this copy only.
		in.call("FPDFPage_Flatten", page, 0)
		in.call("FPDF_ClosePage", page)
		if page = in.call("FPDF_LoadPage", f.doc, uint64(index)); page != 0 {
			flat, unmapped := in.glyphsOf(page, fr, styles, maxGlyphs)
			if len(flat) >= len(out.Glyphs) {
				out.Glyphs, out.Unmapped = flat, unmapped
			}
		}
	}
	return out
}

// glyphsOf reads the text of a loaded page.
func (in *instance) glyphsOf(page uint64, fr frame, styles *styleTable, limit int) ([]layout.Glyph, int) {
	text := in.call("FPDFText_LoadPage", page)
	if text == 0 {
		return nil, 0
	}
	defer in.call("FPDFText_ClosePage", text)
	return newGlyphReader(in, styles).read(text, fr, limit)
}

// hasTextAnnotations says whether the page has form fields or free-text notes.
func (in *instance) hasTextAnnotations(page uint64) bool {
	const most = 10000
	for i := range min(in.callInt("FPDFPage_GetAnnotCount", page), most) {
		a := in.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		kind := in.callInt("FPDFAnnot_GetSubtype", a)
		in.call("FPDFPage_CloseAnnot", a)
		if kind == annotationWidget || kind == annotationFreeText {
			return true
		}
	}
	return false
}
