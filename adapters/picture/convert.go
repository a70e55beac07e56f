package picture

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/tiff"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
)

// Limits bounds what is unpacked of a picture. The pixels of one page are in memory at a time, four
// bytes or less for each, and what was packed of the pages before.
type Limits struct {
	Pixels    int // of one page, default 100 million
	AllPixels int // of all pages, default 40 times those of one
	Pages     int // default 1,000
}

func (l Limits) withDefaults() Limits {
	if l.Pixels <= 0 {
		l.Pixels = 100_000_000
	}
	if l.AllPixels <= 0 {
		l.AllPixels = 40 * l.Pixels
	}
	if l.Pages <= 0 {
		l.Pages = 1000
	}
	return l
}

// A Converter makes PDFs of pictures. Its zero value is ready for use, by several goroutines too.
type Converter struct{ Limits Limits }

// Version names everything that can change results.
func (Converter) Version() string { return "2" }

// Failures, for people.
var (
	ErrBroken   = domain.Faultf(domain.Unprocessable, "The picture cannot be read")
	ErrCut      = domain.Faultf(domain.Unprocessable, "The picture is cut off: it ends before its last pixel")
	ErrTooLarge = domain.Faultf(domain.Unprocessable, "The picture has too many pixels or pages")
)

// errFormat is a picture of another format than the name tells.
var errFormat = errors.New("unknown format")

// isCut reports whether a picture could not be read because its end is missing.
func isCut(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, png.FormatError(io.ErrUnexpectedEOF.Error())) ||
		errors.Is(err, png.FormatError("not enough pixel data")) || errors.Is(err, jpeg.FormatError("short Huffman data"))
}

// explainFailure returns the failure to read a picture as people are told it.
func explainFailure(content []byte, want file.Format, err error) error {
	var unsupported tiff.UnsupportedError
	title, format := file.DescribeContent(content[:min(len(content), file.HeadSize)])
	switch {
	case title != "" && format != want:
		return domain.Faultf(domain.Unprocessable, "The picture cannot be read: by its content it is %s", title)
	case isCut(err):
		return ErrCut
	case errors.As(err, &unsupported):
		return domain.Faultf(domain.Unprocessable, "The picture cannot be read: TIFF with %s is not supported", string(unsupported))
	}
	return ErrBroken
}

// Convert makes the PDF of a picture; the name tells its format. Failures are faults of kind
// Unprocessable: ErrBroken, ErrCut, ErrTooLarge, and sentences that say what the content is instead.
func (c Converter) Convert(ctx context.Context, name string, content []byte) ([]byte, []document.Finding, error) {
	limits := c.Limits.withDefaults()
	var pages []page
	var err error
	format, _ := file.FormatOf(name)
	switch format {
	case file.JPG:
		pages, err = readJPEG(content, limits)
	case file.PNG:
		pages, err = readPNG(content, limits)
	case file.TIFF:
		pages, err = readTIFF(ctx, content, limits)
	default:
		err = errFormat
	}
	switch {
	case errors.Is(err, ErrTooLarge) || ctx.Err() != nil:
		return nil, nil, errors.Join(err, ctx.Err())
	case err != nil:
		return nil, nil, explainFailure(content, format, err)
	}
	return writePDF(pages), nil, nil
}

// A page is one picture, as it is stored.
type page struct {
	width, height int // pixels
	dpi           float64
	turn          orientation
	gray          bool
	packed        []byte // rows from the top, of one or three bytes a pixel, deflated; nil for a JPEG
	jpeg          []byte
	inverse       bool // of a JPEG in four colours
}

// checkSize returns ErrTooLarge for more pixels than are allowed.
func (l Limits) checkSize(c image.Config) error {
	if c.Width <= 0 || c.Height <= 0 {
		return errFormat
	}
	if c.Width > l.Pixels/c.Height {
		return ErrTooLarge
	}
	return nil
}

// readPNG reads a PNG.
func readPNG(content []byte, l Limits) ([]page, error) {
	size, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if err := l.checkSize(size); err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	p := pageOf(img)
	p.dpi = chooseDPI(pngDPI(content), p.width, p.height)
	return []page{p}, nil
}

// readTIFF reads all pages of a TIFF.
func readTIFF(ctx context.Context, content []byte, l Limits) (out []page, err error) {
	starts, order, err := tiffPages(content, l.Pages)
	if err != nil {
		return nil, err
	}
	one, left := bytes.Clone(content), l.AllPixels
	for _, at := range starts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		order.PutUint32(one[4:], at) // the decoder reads the first page
		d := readDirectory(one, at, order)
		size := d.size()
		if !d.isJPEG() {
			if size, err = tiff.DecodeConfig(bytes.NewReader(one)); err != nil {
				return nil, err
			}
		}
		if err := l.checkSize(size); err != nil {
			return nil, err
		}
		if left -= size.Width * size.Height; left < 0 {
			return nil, ErrTooLarge
		}
		img, err := decodeTIFF(one, d)
		if err != nil {
			return nil, err
		}
		tags := readTags(one, at, order)
		p := pageOf(img)
		p.turn = tags.orientation()
		p.dpi = chooseDPI(tags.dpi(), p.width, p.height)
		out = append(out, p)
	}
	return out, nil
}

// decodeTIFF returns the pixels of the first page of a TIFF, whose directory is d.
func decodeTIFF(content []byte, d directory) (image.Image, error) {
	if d.isJPEG() {
		return d.decodeJPEG()
	}
	return tiff.Decode(bytes.NewReader(content))
}

// pageOf packs the pixels of a picture on white ground, in shades of gray where it has no others.
func pageOf(img image.Image) page {
	b := img.Bounds()
	p := page{width: b.Dx(), height: b.Dy(), turn: upright}
	switch img.ColorModel() {
	case color.GrayModel, color.Gray16Model:
		p.gray = true
	}
	var packed bytes.Buffer
	w, _ := zlib.NewWriterLevel(&packed, zlib.BestSpeed) // the level is a valid one
	var row []byte
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row = appendRow(row[:0], img, y, p.gray)
		_, _ = w.Write(row) // into memory
	}
	_ = w.Close()
	p.packed = packed.Bytes()
	return p
}

// appendRow appends a line of pixels, of one or three bytes each.
func appendRow(row []byte, img image.Image, y int, gray bool) []byte {
	b := img.Bounds()
	if g, ok := img.(*image.Gray); ok {
		at := g.PixOffset(b.Min.X, y)
		return append(row, g.Pix[at:at+b.Dx()]...)
	}
	for x := b.Min.X; x < b.Max.X; x++ {
		r, g, b, a := img.At(x, y).RGBA()
		ground := 0xFFFF - a
		if row = append(row, byte((r+ground)>>8)); !gray {
			row = append(row, byte((g+ground)>>8), byte((b+ground)>>8))
		}
	}
	return row
}

// chooseDPI returns the dots per inch of a picture: what it says, unless that is none or would
// make it larger than any sheet, as cameras and programs write; else those of a usual scan, or as
// many as put it on a sheet of A4.
func chooseDPI(told float64, width, height int) float64 {
	const least, most, usual = 50, 2400, 200
	const largest, a4 = 47, 11.69 // inches of the longer side
	longer := float64(max(width, height))
	if told >= least && told <= most && longer/told <= largest {
		return told
	}
	return max(usual, longer/a4)
}
