package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"

	"github.com/seed-62a36931/docket/domain"
)

// renderPNG draws a 1-based page as a PNG, turned as a viewer would show it.
func (f *pdfFile) renderPNG(number int, dpi float64, maxPixels int) ([]byte, error) {
	page, w, h, err := f.openSized(number, dpi)
	if err != nil {
		return nil, err
	}
	in := f.in
	defer in.call("FPDF_ClosePage", page)
	if w, h = fitSize(w, h, float64(maxPixels)); w == 0 {
		return nil, fmt.Errorf("pdf: page %d has no size: %w", number, ErrUnreadable)
	}
	return in.drawPage(page, max(1, int(w+.5)), max(1, int(h+.5)))
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

// drawPage renders a loaded page into a bitmap of w by h pixels.
func (in *instance) drawPage(page uint64, w, h int) ([]byte, error) {
	const formatBGRx, annotations, reverseOrder = 3, 0x01, 0x10
	bitmap := in.call("FPDFBitmap_CreateEx", uint64(w), uint64(h), formatBGRx, 0, 0)
	if bitmap == 0 {
		return nil, fmt.Errorf("pdf: no memory for %d by %d pixels: %w", w, h, ErrUnreadable)
	}
	defer in.call("FPDFBitmap_Destroy", bitmap)
	in.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), 0xffffffff)
	in.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, uint64(w), uint64(h), 0, annotations|reverseOrder)
	stride := in.callInt("FPDFBitmap_GetStride", bitmap)
	pixels := in.viewMemory(uint32(in.call("FPDFBitmap_GetBuffer", bitmap)), stride*h)
	for i := 3; i < len(pixels); i += 4 {
		pixels[i] = 255
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	err := enc.Encode(&out, &image.NRGBA{Pix: pixels, Stride: stride, Rect: image.Rect(0, 0, w, h)})
	return out.Bytes(), err
}

// checkDPI refuses resolutions that no viewer needs.
func checkDPI(dpi float64) error {
	if !(dpi >= 10 && dpi <= 1200) {
		return domain.Faultf(domain.Invalid, "dpi must be between 10 and 1200")
	}
	return nil
}
