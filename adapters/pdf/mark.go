package pdf

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
)

// A Mark is one box to highlight: one line of text of one entity.
type Mark struct {
	Page  int           `json:"page"` // 1-based
	Box   document.Rect `json:"box"`  // points, from the lower left of the visible, unrotated page
	Angle int           `json:"angle,omitempty"`
	Color string        `json:"color"`          // #RRGGBB
	Note  string        `json:"note,omitempty"` // shown by viewers; on the first box of an entity
}

// Meta are the document properties of a marked PDF.
type Meta struct {
	Title    string `json:"title"`
	Producer string `json:"producer"`
}

const (
	annotationHighlight = 9
	annotationPrint     = 4   // flag: the annotation is printed too
	markOpacity         = 102 // 40 % of 255
	thinnest            = 0.5 // points of a box that has no width or height
)

// markFile adds the highlights and the properties, leaves out what the cleaning removes and
// all active content, and returns the new PDF.
func (f *pdfFile) markFile(marks []Mark, meta Meta, c Cleaning) ([]byte, error) {
	f.makeAllAppearances()
	byPage := map[int][]Mark{}
	for _, m := range marks {
		if m.Page < 1 || m.Page > f.pages {
			return nil, ErrNoSuchPage
		}
		byPage[m.Page] = append(byPage[m.Page], m)
	}
	for number := range f.pages {
		if list := byPage[number+1]; len(list) > 0 || c.Watermarks {
			if err := f.markPage(number, list, c); err != nil {
				return nil, err
			}
		}
	}
	saved, err := f.in.saveDocument(f.doc)
	if err != nil {
		return nil, err
	}
	if saved, err = multiplyMarks(saved, len(marks)); err != nil {
		return nil, err
	}
	if c.ImageMetadata {
		if err := syntax.CleanImages(saved); err != nil {
			return nil, err
		}
	}
	if saved, err = syntax.RemoveActiveContent(saved); err != nil {
		return nil, err
	}
	return syntax.SetProperties(saved, meta.Title, meta.Producer)
}

// markPage adds the highlights of one page, and removes its watermarks if they are not
// wanted.
func (f *pdfFile) markPage(index int, marks []Mark, c Cleaning) error {
	in := f.in
	page := in.call("FPDF_LoadPage", f.doc, uint64(index))
	if page == 0 {
		return ErrUnreadable
	}
	defer in.call("FPDF_ClosePage", page)
	if c.Watermarks {
		if err := in.removeWatermarks(page); err != nil {
			return err
		}
	}
	fr, before := in.frameOf(page), in.callInt("FPDFPage_GetAnnotCount", page)
	for i, m := range marks {
		if err := in.addHighlight(page, fr, m, fmt.Sprintf("docket-%d-%d", m.Page, before+i+1)); err != nil {
			return err
		}
	}
	return nil
}

// addHighlight adds one annotation with a name that is unique on the page. It brings its
// own appearance, so that all viewers show the same.
func (in *instance) addHighlight(page uint64, fr frame, m Mark, name string) error {
	rgb, err := parseColor(m.Color)
	if err != nil {
		return err
	}
	a := in.call("FPDFPage_CreateAnnot", page, annotationHighlight)
	if a == 0 {
		return ErrUnreadable
	}
	defer in.call("FPDFPage_CloseAnnot", a)
	x0, y0 := float32(m.Box.X)+fr.x0, float32(m.Box.Y)+fr.y0
	x1, y1 := x0+max(thinnest, float32(m.Box.Width)), y0+max(thinnest, float32(m.Box.Height))
	in.call("FPDFAnnot_SetRect", a, uint64(in.putFloats(x0, y1, x1, y0))) // left, top, right, bottom
	const interior = 0                                                    // FPDFANNOT_COLORTYPE_Color
	in.call("FPDFAnnot_SetColor", a, interior, uint64(rgb[0]), uint64(rgb[1]), uint64(rgb[2]), markOpacity)
	quad := in.putFloats(quadOf(x0, y0, x1, y1, m.Angle)...)
	in.call("FPDFAnnot_AppendAttachmentPoints", a, uint64(quad))
	in.call("FPDFAnnot_SetFlags", a, annotationPrint)
	in.setString(a, "NM", name)
	in.setString(a, "T", "Docket")
	if m.Note != "" {
		in.setString(a, "Contents", m.Note)
	}
	look := in.put(wideText(appearanceOf(rgb, x0, y0, x1, y1)))
	defer in.free(look)
	in.call("FPDFAnnot_SetAP", a, 0, uint64(look))
	return nil
}

// quadOf lists the corners of a box as viewers expect them: upper left, upper
// right, lower left, lower right, as seen along the direction of writing.
func quadOf(x0, y0, x1, y1 float32, angle int) []float32 {
	switch angle {
	case 90: // writing runs up
		return []float32{x0, y0, x0, y1, x1, y0, x1, y1}
	case 180:
		return []float32{x1, y0, x0, y0, x1, y1, x0, y1}
	case 270: // writing runs down
		return []float32{x1, y1, x1, y0, x0, y1, x0, y0}
	}
	return []float32{x0, y1, x1, y1, x0, y0, x1, y0}
}

// putFloats writes numbers to the start of the scratch buffer and returns its address.
func (in *instance) putFloats(values ...float32) uint32 {
	for i, v := range values {
		in.mem.WriteFloat32Le(in.scratch+uint32(4*i), v)
	}
	return in.scratch
}

// setString sets a text entry of an annotation.
func (in *instance) setString(annotation uint64, key, value string) {
	k := in.put(append([]byte(key), 0))
	v := in.put(wideText(value))
	in.call("FPDFAnnot_SetStringValue", annotation, uint64(k), uint64(v))
	in.free(k)
	in.free(v)
}

// wideText encodes a text in UTF-16, little endian, ended by a zero.
func wideText(s string) []byte {
	var out []byte
	for _, u := range append(utf16.Encode([]rune(s)), 0) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

// parseColor reads #RRGGBB.
func parseColor(s string) (rgb [3]byte, err error) {
	if len(s) == 7 && s[0] == '#' {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return [3]byte{byte(v >> 16), byte(v >> 8), byte(v)}, nil
		}
	}
	return rgb, fmt.Errorf("pdf: mark: %w", domain.Faultf(domain.Invalid, "%q is not a color like #RRGGBB", s))
}
