package pdf

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
)

// Codes of FPDF_GetLastError.
const (
	pdfiumPassword = 4
	pdfiumSecurity = 5 // an encryption that PDFium does not know
)

// maxSavedAgain is the size of a file in bytes up to which PDFium writes it anew, so that its objects are found.
const maxSavedAgain = 16 << 20

// An objectStore gives the objects of a file, and what a page shows by them.
type objectStore struct{ *syntax.Store }

func openStore(file []byte) (*objectStore, error) {
	s, err := syntax.OpenStore(file)
	if err != nil {
		return nil, err
	}
	return &objectStore{s}, nil
}

// A pdfFile is an open document inside the guest.
type pdfFile struct {
	in    *instance
	data  uint32
	doc   uint64
	pages int

	frames []frame // of the pages that were read

	raw    []byte        // the file
	looked bool          // store was asked for
	store  *objectStore  // nil when its objects are not found
	layers *layers       // nil when it has none
	dicts  []syntax.Dict // of its pages; nil when they are not asked for

	corrections map[int]*correction // of its fonts, by the number of their object

	notes   syntax.Array // the annotations of a page
	notesOf int          // its index
}

// lookUp reports whether the objects of the file can be looked up, and finds them at the first call.
func (f *pdfFile) lookUp() bool {
	if f.looked {
		return f.store != nil
	}
	f.looked = true
	var err error
	if f.store, err = openStore(f.raw); err != nil {
		// Encrypted, or damaged so that PDFium found the objects in its own way.
		f.store = nil
		if len(f.raw) > maxSavedAgain {
			return false
		}
		if saved, err := f.in.saveDocument(f.doc); err == nil {
			f.store, _ = openStore(saved)
		}
	}
	if f.store != nil {
		f.layers = f.store.readLayers()
	}
	return f.store != nil
}

// pageDict returns the dictionary of a page, nil when it is not found for certain.
func (f *pdfFile) pageDict(index int) syntax.Dict {
	if !f.lookUp() {
		return nil
	}
	if f.dicts == nil {
		f.dicts = append([]syntax.Dict{}, f.store.Pages(f.pages+1)...)
	}
	if len(f.dicts) != f.pages || index >= len(f.dicts) {
		return nil
	}
	return f.dicts[index]
}

// openDocument loads a document, mended if need be. For encrypted ones it tries an empty
// password. One that would unpack to very much is not loaded: ErrBomb.
func (in *instance) openDocument(data []byte, maxPages int) (*pdfFile, error) {
	if syntax.IsBomb(data) {
		return nil, ErrBomb
	}
	f, err := in.loadDocument(data, maxPages)
	if errors.Is(err, ErrUnreadable) || errors.Is(err, ErrNoPages) {
		if mended := syntax.Mend(data); mended != nil {
			if f, again := in.loadDocument(mended, maxPages); again == nil {
				return f, nil
			}
		}
	}
	return f, err
}

// loadDocument loads a document as it is.
func (in *instance) loadDocument(data []byte, maxPages int) (*pdfFile, error) {
	f := &pdfFile{in: in, data: in.put(data), raw: data}
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
