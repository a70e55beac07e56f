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
	return in.drawPage(page, max(1, int(w+.5)), max(1, int(h+.5)), area, encode)
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
func (in *instance) drawPage(page uint64, w, h int, area preview.Area, encode pngEncoder) ([]byte, error) {
	const formatBGRx, annotations, reverseOrder = 3, 0x01, 0x10
	part := pixelsOf(area, w, h)
	wide, high := uint64(part.Dx()), uint64(part.Dy())
	bitmap := in.call("FPDFBitmap_CreateEx", wide, high, formatBGRx, 0, 0)
	if bitmap == 0 {
		return nil, fmt.Errorf("pdf: no memory for %d by %d pixels: %w", wide, high, ErrUnreadable)
	}
	defer in.call("FPDFBitmap_Destroy", bitmap)
	in.call("FPDFBitmap_FillRect", bitmap, 0, 0, wide, high, 0xffffffff)
	left, top := uint64(uint32(int32(-part.Min.X))), uint64(uint32(int32(-part.Min.Y)))
	in.call("FPDF_RenderPageBitmap", bitmap, page, left, top, uint64(w), uint64(h), 0, annotations|reverseOrder)
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
		return domain.Faultf(domain.Invalid, "dpi must be between 10 and 1200")
	}
	return nil
}
