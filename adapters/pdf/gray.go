package pdf

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/seed-62a36931/docket/domain/preview"
)

// RenderGray draws a page, counted from 1, at dpi dots per inch, turned as a viewer
// shows it, and returns its shades row by row without gaps: 0 is black, 255 white.
// ErrNoSuchPage: the document has no such page.
func (p *Pool) RenderGray(ctx context.Context, pdf []byte, page int, dpi float64) (width, height int, pixels []byte, err error) {
	if err := checkDPI(dpi); err != nil {
		return 0, 0, nil, err
	}
	j := job{Do: "gray", MaxPages: p.opts.MaxPages, MaxPixels: p.opts.MaxPixels, Page: page, DPI: dpi}
	raw, err := p.runForBytes(ctx, j, pdf)
	if err != nil {
		return 0, 0, nil, err
	}
	return decodeGray(raw)
}

// encodeGray puts the size of a raster of shades before its bytes.
func encodeGray(width, height int, pixels []byte) []byte {
	out := make([]byte, 8, 8+len(pixels))
	binary.LittleEndian.PutUint32(out, uint32(width))
	binary.LittleEndian.PutUint32(out[4:], uint32(height))
	return append(out, pixels...)
}

// decodeGray reads what encodeGray wrote; a size that does not fit the bytes is an
// error of the protocol.
func decodeGray(raw []byte) (width, height int, pixels []byte, err error) {
	if len(raw) < 8 {
		return 0, 0, nil, errFrame
	}
	w, h := uint64(binary.LittleEndian.Uint32(raw)), uint64(binary.LittleEndian.Uint32(raw[4:]))
	if w == 0 || h == 0 || w*h != uint64(len(raw)-8) {
		return 0, 0, nil, errFrame
	}
	return int(w), int(h), raw[8:], nil
}

// renderGray draws a 1-based page in shades of grey, in the form of encodeGray.
func (f *pdfFile) renderGray(number int, dpi float64, maxPixels int) ([]byte, error) {
	page, w, h, err := f.openSized(number, dpi)
	if err != nil {
		return nil, err
	}
	in := f.in
	defer in.call("FPDF_ClosePage", page)
	if !(w*h <= float64(maxPixels)) {
		return nil, fmt.Errorf("pdf: page %d has more than %d pixels: %w", number, maxPixels, ErrUnreadable)
	}
	form := f.openForm(page, number-1)
	defer form.close()
	return in.drawGray(page, form, max(1, int(w+.5)), max(1, int(h+.5)))
}

// drawGray renders a loaded page into a bitmap of one byte a pixel.
func (in *instance) drawGray(page uint64, form *formView, w, h int) ([]byte, error) {
	const formatGray, annotations = 1, 0x01 // with a reversed byte order PDFium would trap
	bitmap := in.call("FPDFBitmap_CreateEx", uint64(w), uint64(h), formatGray, 0, 0)
	if bitmap == 0 {
		return nil, fmt.Errorf("pdf: no memory for %d by %d pixels: %w", w, h, ErrUnreadable)
	}
	defer in.call("FPDFBitmap_Destroy", bitmap)
	in.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), 0xffffffff)
	in.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, uint64(w), uint64(h), 0, annotations)
	form.draw(bitmap, 0, 0, uint64(w), uint64(h), annotations)
	stride := in.callInt("FPDFBitmap_GetStride", bitmap)
	lines := in.viewMemory(uint32(in.call("FPDFBitmap_GetBuffer", bitmap)), stride*h)
	out := encodeGray(w, h, nil)
	for y := range h {
		out = append(out, lines[y*stride:y*stride+w]...)
	}
	return out, nil
}

// renderGray draws a 1-based page in shades of grey, in the form of encodeGray.
func (f *fallback) renderGray(number int, dpi float64, maxPixels int) ([]byte, error) {
	encoded, err := f.renderPNG(number, dpi, maxPixels, preview.Area{}, encodeExact)
	if err != nil {
		return nil, err
	}
	drawn, err := png.Decode(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("pdf: page %d: %w", number, err)
	}
	b := drawn.Bounds()
	shades := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(shades, shades.Bounds(), drawn, b.Min, draw.Src)
	return encodeGray(b.Dx(), b.Dy(), shades.Pix), nil
}
