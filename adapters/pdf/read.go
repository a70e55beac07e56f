package pdf

import "github.com/seed-62a36931/docket/document/layout"

// Subtypes of annotations.
const (
	annotationFreeText  = 3
	annotationStamp     = 13
	annotationWidget    = 20
	annotationWatermark = 24
)

// Sentences for people about pages that are not read.
const (
	noteUnreadable = "The page cannot be read"
	noteTooLarge   = "The page holds too much text"
	noteTooSlow    = "The page takes too long to read"
)

// A pageReader reads the pages of a document one after the other.
type pageReader struct {
	f    *pdfFile
	in   *instance
	sh   *shared
	set  layout.ReadSettings
	open uint64 // the page before, still open
}

// newReader begins to read pages.
func (f *pdfFile) newReader(sh *shared, s layout.ReadSettings) pageSource {
	return &pageReader{f: f, in: f.in, sh: sh, set: s}
}

// close closes the last page.
func (r *pageReader) close() {
	if r.open != 0 {
		r.in.call("FPDF_ClosePage", r.open)
		r.open = 0
	}
}

// loadPage opens a page, and closes the one before only then: PDFium forgets fonts that no
// open page uses, and would read them again for every page.
func (r *pageReader) loadPage(index int) uint64 {
	page := r.in.call("FPDF_LoadPage", r.f.doc, uint64(index))
	r.close()
	r.open = page
	return page
}

// skippedPage returns an empty page of the right size with a note.
func (r *pageReader) skippedPage(index int, note string) layout.Page {
	in, p := r.in, uint64(r.in.scratch)
	out := layout.Page{Width: 595, Height: 842, Note: note}
	if in.call("FPDF_GetPageSizeByIndexF", r.f.doc, uint64(index), p) != 0 {
		var size [2]float32
		in.readFloats(in.scratch, size[:])
		if size[0] > 0 && size[1] > 0 {
			out.Width, out.Height = float64(size[0]), float64(size[1])
		}
	}
	return out
}

// readPage reads one page. A page that PDFium cannot load counts as an empty one: the rest
// of the document is still useful.
func (r *pageReader) readPage(index, maxGlyphs int) layout.Page {
	in := r.in
	page := r.loadPage(index)
	if page == 0 {
		return r.skippedPage(index, noteUnreadable)
	}
	fr := in.frameOf(page)
	r.f.frames[index] = fr
	out := r.readLoaded(page, fr, maxGlyphs)
	if !r.prepareAnnotations(page) {
		return out
	}
	// Filled-in form fields and free-text notes are visible to readers. They become
	// page content in this copy only.
	in.call("FPDFPage_Flatten", page, 0)
	if page = r.loadPage(index); page != 0 {
		if flat := r.readLoaded(page, fr, maxGlyphs); len(flat.Glyphs) >= len(out.Glyphs) {
			return flat
		}
	}
	return out
}

// readLoaded reads the content of a loaded page.
func (r *pageReader) readLoaded(page uint64, fr frame, maxGlyphs int) layout.Page {
	in := r.in
	out := layout.Page{Width: float64(fr.width), Height: float64(fr.height), Rotation: fr.rotation}
	text := in.call("FPDFText_LoadPage", page)
	if text == 0 {
		out.Note = noteUnreadable
		return out
	}
	defer func() { in.call("FPDFText_ClosePage", text) }()
	if in.callInt("FPDFText_CountChars", text) > maxGlyphs {
		out.Note = noteTooLarge
		return out
	}
	objs := in.readObjects(page, r.f.doc, fr, r.set, in.tagsOf(page, r.sh))
	see := &sight{
		in: in, doc: r.f.doc, page: page, set: r.set, objs: &objs,
		visible: layout.Box{X1: fr.width, Y1: fr.height}, looked: map[int]bool{},
	}
	newGlyphReader(in, r.sh, see).readGlyphs(text, fr, maxGlyphs, &out)
	see.lookAtImages()
	out.Rules, out.Images = objs.rules, objs.images
	out.Layered = see.layered > 0 && 2*see.layered >= len(out.Glyphs)
	return out
}

// prepareAnnotations reports whether the page has annotations that show text, and removes those
// that are watermarks and not wanted.
func (r *pageReader) prepareAnnotations(page uint64) (flatten bool) {
	const most = 10000
	in := r.in
	for i := min(in.callInt("FPDFPage_GetAnnotCount", page), most) - 1; i >= 0; i-- {
		a := in.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		kind := in.callInt("FPDFAnnot_GetSubtype", a)
		in.call("FPDFPage_CloseAnnot", a)
		switch kind {
		case annotationWidget, annotationFreeText, annotationStamp:
			flatten = true
		case annotationWatermark:
			if r.set.RemoveWatermark {
				in.call("FPDFPage_RemoveAnnot", page, uint64(i))
			} else {
				flatten = true
			}
		}
	}
	return flatten
}
