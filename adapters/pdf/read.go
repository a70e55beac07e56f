package pdf

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Subtypes of annotations.
const (
	annotationText       = 1
	annotationLink       = 2
	annotationFreeText   = 3
	annotationStamp      = 13
	annotationPopup      = 16
	annotationAttachment = 17
	annotationWidget     = 20
	annotationWatermark  = 24
)

// isShownKind tells which annotations show text of their own.
var isShownKind = map[int]bool{annotationFreeText: true, annotationStamp: true, annotationWidget: true, annotationWatermark: true}

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

	maps   map[string]map[int][]rune // of the fonts of a page, where they were asked for
	mapsOf int                       // its number
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
	out := layout.Page{Width: 595, Height: 842, Note: note, Findings: pageNotRead()}
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
	out := r.readShown(page, index, fr, maxGlyphs)
	if index == 0 {
		r.readDynamicForm(&out, fr)
	}
	return out
}

// readShown reads what a loaded page shows: its content and its annotations.
func (r *pageReader) readShown(page uint64, index int, fr frame, maxGlyphs int) layout.Page {
	in := r.in
	out := r.readLoaded(page, index, fr, maxGlyphs)
	if in.callInt("FPDFPage_GetAnnotCount", page) <= 0 {
		new(markup).applyMarkup(&out, nil, r.sh.styles, false)
		return out
	}
	bare, marks := r.f.bareTexts(page, index), r.f.markupOf(page, index, fr)
	below := coveredBy(&out, marks.covered) // what is drawn by other annotations is not
	flatten, left := r.prepareAnnotations(page, index)
	if flatten {
		// Filled-in form fields and free-text notes are visible to readers. They become
		// page content in this copy only.
		in.call("FPDFPage_Flatten", page, 0)
		if page = r.loadPage(index); page != 0 {
			if flat := r.readLoaded(page, index, fr, maxGlyphs); len(flat.Glyphs) >= len(out.Glyphs) {
				out = flat
			} else {
				left.lost = true
			}
		}
	}
	marks.applyMarkup(&out, below, r.sh.styles, r.set.KeepOverlappingObjects)
	for _, t := range bare {
		if !t.old || t.replaceOld(&out, fr) {
			t.addGlyphs(&out, fr, r.sh)
		}
	}
	out.Findings = append(out.Findings, left.findings()...)
	return out
}

// pageNotRead tells that a page was not read.
func pageNotRead() []document.Finding {
	return []document.Finding{{Kind: document.FindingPageNotRead, Count: 1, Values: true}}
}

// hasHiddenLayers reports whether parts of a page belong to layers that are hidden.
func (r *pageReader) hasHiddenLayers(index int) bool {
	if !r.f.lookUp() || r.f.layers == nil {
		return false
	}
	page := r.f.pageDict(index)
	return page == nil || r.f.layers.hideSome(page.Get("Resources"), 0)
}

// readLoaded reads the content of a loaded page.
func (r *pageReader) readLoaded(page uint64, index int, fr frame, maxGlyphs int) layout.Page {
	in := r.in
	out := layout.Page{Width: float64(fr.width), Height: float64(fr.height), Rotation: fr.rotation}
	text := in.call("FPDFText_LoadPage", page)
	if text == 0 {
		out.Note, out.Findings = noteUnreadable, pageNotRead()
		return out
	}
	defer func() { in.call("FPDFText_ClosePage", text) }()
	if n := in.callInt("FPDFText_CountChars", text); n > maxGlyphs {
		out.Note = noteTooLarge
		out.Findings = []document.Finding{{Kind: document.FindingTooManyCharacters, Count: n, Values: true}}
		return out
	}
	objs := in.readObjects(page, r.f.doc, fr, r.set, tagsOf(in, page, r.sh))
	see := &sight{
		in: in, doc: r.f.doc, page: page, set: r.set, objs: &objs,
		visible: layout.Box{X1: fr.width, Y1: fr.height}, looked: map[int]bool{},
		hasHiddenLayers: r.hasHiddenLayers(index),
	}
	glyphs := newGlyphReader(in, r.sh, see)
	glyphs.skipped = func(font string, code rune) []rune { return r.skippedCharacters(index, font, code) }
	glyphs.readGlyphs(text, fr, maxGlyphs, &out, func() { r.correctNames(index, &out) })
	see.lookAtImages()
	objs.fingerprintImages(in)
	out.Rules, out.Images = objs.rules, objs.images
	out.Layered = see.layered > 0 && 2*see.layered >= len(out.Glyphs)
	return out
}
