package pdf

import (
	"encoding/binary"
	"errors"
	"math"
)

// Codes of FPDF_GetLastError.
const (
	pdfiumPassword = 4
	pdfiumSecurity = 5 // an encryption that PDFium does not know
)

// A pdfFile is an open document inside the guest.
type pdfFile struct {
	in    *instance
	data  uint32
	doc   uint64
	pages int

	frames []frame // of the pages that were read
}

// openDocument loads a document, mended if need be. For encrypted ones it tries an empty
// password.
func (in *instance) openDocument(data []byte, maxPages int) (*pdfFile, error) {
	f, err := in.loadDocument(data, maxPages)
	if errors.Is(err, ErrUnreadable) || errors.Is(err, ErrNoPages) {
		if mended := mendFile(data); mended != nil {
			if f, again := in.loadDocument(mended, maxPages); again == nil {
				return f, nil
			}
		}
	}
	return f, err
}

// loadDocument loads a document as it is.
func (in *instance) loadDocument(data []byte, maxPages int) (*pdfFile, error) {
	f := &pdfFile{in: in, data: in.put(data)}
	f.doc = in.call("FPDF_LoadMemDocument64", uint64(f.data), uint64(len(data)), 0)
	if f.doc == 0 {
		code := in.call("FPDF_GetLastError")
		in.free(f.data)
		if code == pdfiumPassword || code == pdfiumSecurity {
			return nil, ErrPassword
		}
		return nil, ErrUnreadable
	}
	f.pages = in.callInt("FPDF_GetPageCount", f.doc)
	switch {
	case f.pages <= 0:
		f.close()
		return nil, ErrNoPages
	case maxPages > 0 && f.pages > maxPages:
		f.close()
		return nil, ErrTooManyPages
	}
	f.frames = make([]frame, f.pages)
	return f, nil
}

// pageCount returns the number of pages.
func (f *pdfFile) pageCount() int { return f.pages }

// close frees the document in the guest.
func (f *pdfFile) close() {
	f.in.call("FPDF_CloseDocument", f.doc)
	f.in.free(f.data)
}

// A frame is the visible part of a page in user space, and its turn for display.
type frame struct {
	x0, y0        float32 // lower left corner in user space
	width, height float32 // unrotated
	rotation      int     // degrees clockwise
}

// frameOf reads the geometry of a loaded page. PDFium reports the size as displayed, so
// that of a page that lies on its side is swapped back.
func (in *instance) frameOf(page uint64) frame {
	w := float32(math.Float64frombits(in.call("FPDF_GetPageWidth", page)))
	h := float32(math.Float64frombits(in.call("FPDF_GetPageHeight", page)))
	turn := in.callInt("FPDFPage_GetRotation", page)
	fr := frame{width: w, height: h, rotation: 90 * turn}
	if turn%2 == 1 {
		fr.width, fr.height = h, w
	}
	fr.x0, fr.y0 = in.pageOrigin(page)
	return fr
}

// pageOrigin returns the lower left corner of the page's visible box in user space: that of
// the crop box cut to the media box, wherever they are inherited from.
func (in *instance) pageOrigin(page uint64) (x, y float32) {
	if in.call("FPDF_GetPageBoundingBox", page, uint64(in.scratch)) == 0 {
		return 0, 0
	}
	box := in.scratchFloats(4) // left, top, right, bottom
	return min(box[0], box[2]), min(box[1], box[3])
}

// u32 decodes an unsigned 32-bit number.
func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
