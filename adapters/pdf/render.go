package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/preview"
)

// renderPNG draws a 1-based page as a PNG, turned as a viewer would show it.
func (f *pdfFile) renderPNG(number int, dpi float64, maxPixels int, area preview.Area, encode pngEncoder) ([]byte, error) {
	page, w, h, err := f.openSized(number, dpi)
	if err != nil {
		return nil, err
	}
	in := f.in
	defer in.call("FPDF_ClosePage", page)
	if w, h = fitSize(w, h, float64(maxPixels)); w == 0 {
		return nil, fmt.Errorf("pdf: page %d has no size: %w", number, ErrUnreadable)
	}
	form := f.openForm(page, number-1)
	defer form.close()
	return in.drawPage(page, form, max(1, int(w+.5)), max(1, int(h+.5)), area, encode)
}

// A formView shows the form fields of a page, which PDFium draws apart from it.
type formView struct {
	in           *instance
	info         uint32
	page, handle uint64
}

// openForm prepares to draw the fields of a loaded page, and adds to the page what viewers draw for annotations
// that bring no appearance. It returns nil for a page without annotations.
func (f *pdfFile) openForm(page uint64, index int) *formView {
	v := f.makeAppearances(page)
	if v == nil {
		return nil
	}
	for _, t := range f.bareTexts(page, index) {
		if !t.old && !t.drawn {
			t.drawOn(f.in, f.doc, page)
		}
	}
	return v
}

// makeAppearances makes appearances of annotations that bring none, as far as PDFium knows how.
func (f *pdfFile) makeAppearances(page uint64) *formView {
	in := f.in
	if in.callInt("FPDFPage_GetAnnotCount", page) <= 0 {
		return nil
	}
	const size, version = 512, 1 // of FPDF_FORMFILLINFO, with room; all that it may call back is left out
	v := &formView{in: in, page: page, info: in.put(make([]byte, size))}
	in.mem.WriteUint32Le(v.info, version)
	if v.handle = in.call("FPDFDOC_InitFormFillEnvironment", f.doc, uint64(v.info)); v.handle != 0 {
		in.call("FORM_OnAfterLoadPage", page, v.handle)
	}
	// PDFium makes appearances of some annotations as it draws them.
	if bitmap := in.call("FPDFBitmap_CreateEx", 1, 1, bitmapBGRx, 0, 0); bitmap != 0 {
		in.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, 1, 1, 0, renderAnnotations)
		v.draw(bitmap, 0, 0, 1, 1, renderAnnotations)
		in.call("FPDFBitmap_Destroy", bitmap)
	}
	return v
}

// makeAllAppearances makes the appearances of the fields of all pages, so that every viewer shows their values.
func (f *pdfFile) makeAllAppearances() {
	if !f.lookUp() || f.store.Dict(f.store.Catalog().Get("AcroForm")) == nil {
		return
	}
	for number := range f.pages {
		if page := f.in.call("FPDF_LoadPage", f.doc, uint64(number)); page != 0 {
			f.makeAppearances(page).close()
			f.in.call("FPDF_ClosePage", page)
		}
	}
}

// draw draws the fields over the page in a bitmap.
func (v *formView) draw(bitmap, left, top, w, h, flags uint64) {
	if v != nil && v.handle != 0 {
		v.in.call("FPDF_FFLDraw", v.handle, bitmap, v.page, left, top, w, h, 0, flags)
	}
}

// close ends the view, before its page is closed.
func (v *formView) close() {
	if v == nil {
		return
	}
	if v.handle != 0 {
		v.in.call("FORM_OnBeforeClosePage", v.page, v.handle)
		v.in.call("FPDFDOC_ExitFormFillEnvironment", v.handle)
	}
	v.in.free(v.info)
}

// openSized opens a 1-based page, which the caller closes, and returns its size in pixels.
func (f *pdfFile) openSized(number int, dpi float64) (page uint64, w, h float64, err error) {
	if number < 1 || number > f.pages {
		return 0, 0, 0, ErrNoSuchPage
	}
	if page = f.in.call("FPDF_LoadPage", f.doc, uint64(number-1)); page == 0 {
		return 0, 0, 0, ErrUnreadable
	}
	w = math.Float64frombits(f.in.call("FPDF_GetPageWidth", page)) * dpi / 72
	h = math.Float64frombits(f.in.call("FPDF_GetPageHeight", page)) * dpi / 72
	return page, w, h, nil
}

// fitSize scales a size in pixels down to at most that many pixels; both are 0 when
// that cannot be done.
func fitSize(w, h, most float64) (float64, float64) {
	if !(w > 0 && h > 0) || math.IsInf(w*h, 1) || max(w/h, h/w) > most {
		return 0, 0
	}
	if w*h <= most {
		return w, h
	}
	scale := math.Sqrt(most / (w * h))
	return math.Floor(w * scale), math.Floor(h * scale)
}

// drawPage renders an area of a loaded page of w by h pixels.
func (in *instance) drawPage(page uint64, form *formView, w, h int, area preview.Area, encode pngEncoder) ([]byte, error) {
	part := pixelsOf(area, w, h)
	wide, high := uint64(part.Dx()), uint64(part.Dy())
	bitmap := in.call("FPDFBitmap_CreateEx", wide, high, bitmapBGRx, 0, 0)
	if bitmap == 0 {
		return nil, fmt.Errorf("pdf: no memory for %d by %d pixels: %w", wide, high, ErrUnreadable)
	}
	defer in.call("FPDFBitmap_Destroy", bitmap)
	in.call("FPDFBitmap_FillRect", bitmap, 0, 0, wide, high, 0xffffffff)
	left, top := uint64(uint32(int32(-part.Min.X))), uint64(uint32(int32(-part.Min.Y)))
	in.call("FPDF_RenderPageBitmap", bitmap, page, left, top, uint64(w), uint64(h), 0, renderAnnotations|renderReverse)
	form.draw(bitmap, left, top, uint64(w), uint64(h), renderAnnotations|renderReverse)
	stride := in.callInt("FPDFBitmap_GetStride", bitmap)
	pixels := in.viewMemory(uint32(in.call("FPDFBitmap_GetBuffer", bitmap)), stride*part.Dy())
	for i := 3; i < len(pixels); i += 4 {
		pixels[i] = 255
	}
	return encode(&image.RGBA{Pix: pixels, Stride: stride, Rect: image.Rect(0, 0, part.Dx(), part.Dy())})
}

// pixelsOf returns the pixels of a page of w by h that an area touches, at least one.
func pixelsOf(area preview.Area, w, h int) image.Rectangle {
	all := image.Rect(0, 0, w, h)
	if area.Whole() {
		return all
	}
	fw, fh := float64(w), float64(h)
	left, top := int(area.Left*fw), int(area.Top*fh)
	part := image.Rect(left, top, max(left+1, int(math.Ceil(area.Right*fw))), max(top+1, int(math.Ceil(area.Bottom*fh))))
	if part = part.Intersect(all); part.Empty() {
		return image.Rect(w-1, h-1, w, h)
	}
	return part
}

// A pngEncoder writes an opaque picture as a PNG.
type pngEncoder func(*image.RGBA) ([]byte, error)

// encodeExact writes the picture as it is.
func encodeExact(drawn *image.RGBA) ([]byte, error) { return encodePNG(drawn) }

// encodeShown writes a picture for people: one without colour in 16 greys, which eyes do not tell
// from 256 on a page of text, and which take fewer bytes.
func encodeShown(drawn *image.RGBA) ([]byte, error) {
	if reduced, ok := toGreys(drawn); ok {
		return encodePNG(reduced)
	}
	return encodePNG(drawn)
}

func encodePNG(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	err := enc.Encode(&out, picture)
	return out.Bytes(), err
}

// greys is a palette of 16 greys from black to white.
var greys = func() (p color.Palette) {
	for i := range 16 {
		p = append(p, color.Gray{Y: uint8(i * 17)})
	}
	return p
}()

// toGreys returns a picture in 16 greys; false when it has a colour.
func toGreys(drawn *image.RGBA) (*image.Paletted, bool) {
	w, h := drawn.Rect.Dx(), drawn.Rect.Dy()
	out := image.NewPaletted(image.Rect(0, 0, w, h), greys)
	for y := range h {
		from := drawn.Pix[y*drawn.Stride : y*drawn.Stride+4*w]
		to := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := range to {
			r, g, b := from[4*x], from[4*x+1], from[4*x+2]
			if r != g || g != b {
				return nil, false
			}
			to[x] = uint8((int(r) + 8) / 17)
		}
	}
	return out, true
}

// checkDPI refuses resolutions that no viewer needs.
func checkDPI(dpi float64) error {
	if !(dpi >= 10 && dpi <= 1200) {
		return domain.Refuse(domain.OutOfRange, "dpi must be between 10 and 1200").At("dpi")
	}
	return nil
}
