package pdf

import "github.com/seed-62a36931/docket/document/layout"

// Limits of reading an outline, which may contain cycles.
const (
	maxBookmarks     = 5000
	maxBookmarkDepth = 32
)

// An outlineReader reads the bookmarks of a document.
type outlineReader struct {
	f    *pdfFile
	seen map[uint64]bool
	out  []layout.Bookmark
}

// readOutline lists the bookmarks of the document. It needs the frames of its pages, so it
// is called after them.
func (f *pdfFile) readOutline() []layout.Bookmark {
	r := outlineReader{f: f, seen: map[uint64]bool{}}
	r.readChildren(0, 1)
	return r.out
}

// readChildren lists the children of a bookmark, 0 for the outermost.
func (r *outlineReader) readChildren(parent uint64, level int) {
	in, doc := r.f.in, r.f.doc
	for b := in.call("FPDFBookmark_GetFirstChild", doc, parent); b != 0; b = in.call("FPDFBookmark_GetNextSibling", doc, b) {
		if r.seen[b] || len(r.out) >= maxBookmarks {
			return
		}
		r.seen[b] = true
		mark := layout.Bookmark{Title: in.textOf("FPDFBookmark_GetTitle", b), Level: level}
		r.setTarget(b, &mark)
		r.out = append(r.out, mark)
		if level < maxBookmarkDepth {
			r.readChildren(b, level+1)
		}
	}
}

// setTarget sets the page and height that a bookmark leads to.
func (r *outlineReader) setTarget(b uint64, mark *layout.Bookmark) {
	const goTo = 1
	in, doc, p := r.f.in, r.f.doc, uint64(r.f.in.scratch)
	dest := in.call("FPDFBookmark_GetDest", doc, b)
	if dest == 0 {
		action := in.call("FPDFBookmark_GetAction", b)
		if action == 0 || in.call("FPDFAction_GetType", action) != goTo {
			return
		}
		dest = in.call("FPDFAction_GetDest", doc, action)
	}
	page := -1
	if dest != 0 {
		page = in.callInt("FPDFDest_GetDestPageIndex", doc, dest)
	}
	if page < 0 || page >= r.f.pages {
		return
	}
	fr := r.f.frames[page]
	mark.Page, mark.Y = page+1, fr.height
	if in.call("FPDFDest_GetLocationInPage", dest, p, p+4, p+8, p+12, p+16, p+20) == 0 || u32(in.viewMemory(in.scratch+4, 4)) == 0 {
		return
	}
	if y := f32(in.viewMemory(in.scratch+16, 4)) - fr.y0; y >= 0 && y <= fr.height {
		mark.Y = y
	}
}
