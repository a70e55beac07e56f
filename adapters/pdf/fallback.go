package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
	"github.com/klippa-app/go-pdfium/structs"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/preview"
)

// A fallback does a worker's jobs through the public interface of go-pdfium. It is
// about twenty times slower and sees no ruling lines and images; it is used when a
// release of that library no longer fits the calls that this package makes itself.
type fallback struct {
	pdfium pdfium.Pdfium
	doc    references.FPDF_DOCUMENT
	pages  int
}

// newFallback starts PDFium with the same limits as newMachine.
func newFallback(ctx context.Context, s settings) (*fallback, error) {
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(s.MemoryMiB) * 16)
	if s.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(s.CacheDir)
		if err != nil {
			return nil, err
		}
		cfg = cfg.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context: ctx, MinIdle: 1, MaxIdle: 1, MaxTotal: 1, ReuseWorkers: true,
		// Without this the guest would see the host's files.
		FSConfig: wazero.NewFSConfig(), RuntimeConfig: cfg, Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, err
	}
	in, err := pool.GetInstance(time.Minute)
	return &fallback{pdfium: in}, err
}

// openDocument loads a document.
func (f *fallback) openDocument(data []byte, maxPages int) error {
	d, err := f.pdfium.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		return ErrPassword
	case err != nil:
		return ErrUnreadable
	}
	f.doc = d.Document
	n, err := f.pdfium.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: f.doc})
	switch {
	case err != nil:
		err = ErrUnreadable
	case n.PageCount == 0:
		err = ErrNoPages
	case maxPages > 0 && n.PageCount > maxPages:
		err = ErrTooManyPages
	default:
		f.pages = n.PageCount
		return nil
	}
	f.close()
	return err
}

// pageCount returns the number of pages of the open document.
func (f *fallback) pageCount() int { return f.pages }

// close frees the document.
func (f *fallback) close() {
	_, _ = f.pdfium.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: f.doc})
}

// pageAt returns a reference to a page, counted from 0.
func (f *fallback) pageAt(index int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: f.doc, Index: index}}
}

// frameOf reads the geometry of a page.
func (f *fallback) frameOf(index int) frame {
	var fr frame
	size, err := f.pdfium.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: f.doc, Index: index})
	if err != nil {
		return frame{width: 595, height: 842}
	}
	fr.width, fr.height = float32(size.Width), float32(size.Height)
	if turn, err := f.pdfium.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: f.pageAt(index)}); err == nil {
		fr.rotation = 90 * int(turn.PageRotation)
	}
	if fr.rotation%180 == 90 {
		fr.width, fr.height = fr.height, fr.width
	}
	if seen, err := f.pdfium.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: f.pageAt(index)}); err == nil {
		fr.x0, fr.y0 = min(seen.Rect.Left, seen.Rect.Right), min(seen.Rect.Bottom, seen.Rect.Top)
	}
	return fr
}

// A publicReader reads the pages of a fallback's document. It takes everything for
// visible and sees neither tags nor bookmarks nor e-invoices.
type publicReader struct {
	*fallback
	styles *shared
}

func (f *fallback) newReader(sh *shared, _ layout.ReadSettings) pageSource {
	return publicReader{f, sh}
}
func (*fallback) readOutline() []layout.Bookmark { return nil }
func (publicReader) close()                      {}

// findInvoice finds none.
func (*fallback) findInvoice(func(*document.EInvoice) error) (*document.EInvoice, []document.Finding, error) {
	return nil, nil, nil
}

// skippedPage returns an empty page with a note.
func (f publicReader) skippedPage(index int, note string) layout.Page {
	fr := f.frameOf(index)
	return layout.Page{Width: float64(fr.width), Height: float64(fr.height), Rotation: fr.rotation, Note: note, Findings: pageNotRead()}
}

// readPage reads the glyphs of a page.
func (f publicReader) readPage(index, maxGlyphs int) layout.Page {
	fr := f.frameOf(index)
	p := layout.Page{Width: float64(fr.width), Height: float64(fr.height), Rotation: fr.rotation}
	text, err := f.pdfium.GetPageTextStructured(&requests.GetPageTextStructured{
		Page: f.pageAt(index), Mode: requests.GetPageTextStructuredModeChars, CollectFontInformation: true,
	})
	if err != nil {
		return p
	}
	for _, c := range text.Chars[:min(len(text.Chars), max(maxGlyphs, 0))] {
		for _, r := range c.Text {
			if r == '\r' || r == '\n' {
				continue
			}
			at := c.PointPosition
			g := layout.Glyph{Rune: r, Tight: fr.toFrame(float32(at.Left), float32(at.Bottom), float32(at.Right), float32(at.Top))}
			if isFinite(g.Tight) {
				g.Style = f.styles.addStyle(styleOfChar(c.FontInformation, c.Angle))
				p.Glyphs = append(p.Glyphs, g)
			}
		}
	}
	return p
}

// renderPNG draws a page as a PNG.
func (f *fallback) renderPNG(number int, dpi float64, maxPixels int, area preview.Area, encode pngEncoder) ([]byte, error) {
	if number < 1 || number > f.pages {
		return nil, ErrNoSuchPage
	}
	fr := f.frameOf(number - 1)
	if float64(fr.width)*float64(fr.height)*dpi*dpi > 72*72*float64(maxPixels) {
		return nil, ErrUnreadable
	}
	res, err := f.pdfium.RenderPageInDPI(&requests.RenderPageInDPI{
		Page: f.pageAt(number - 1), DPI: int(dpi + 0.5), RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
	})
	if err != nil {
		return nil, ErrUnreadable
	}
	defer res.Cleanup()
	drawn, ok := res.Result.RenderedImage.(*image.RGBA)
	if !ok {
		return nil, fmt.Errorf("pdf: a page is drawn as %T: %w", res.Result.RenderedImage, ErrUnreadable)
	}
	part, ok := drawn.SubImage(pixelsOf(area, drawn.Rect.Dx(), drawn.Rect.Dy())).(*image.RGBA)
	if !ok {
		return nil, ErrUnreadable
	}
	return encode(part)
}

// markFile adds highlights and document properties, and cleans images. It cannot tell which
// objects are watermarks, and returns an error when they are to be removed.
func (f *fallback) markFile(marks []Mark, meta Meta, c Cleaning) ([]byte, error) {
	if c.Watermarks {
		return nil, ErrUnreadable
	}
	for _, m := range marks {
		if m.Page < 1 || m.Page > f.pages {
			return nil, ErrNoSuchPage
		}
		if err := f.addHighlight(m); err != nil {
			return nil, err
		}
		// Drawing makes PDFium write the appearance of the annotation.
		if _, err := f.renderPNG(m.Page, 1, math.MaxInt32, preview.Area{}, encodeExact); err != nil {
			return nil, err
		}
	}
	saved, err := f.pdfium.FPDF_SaveAsCopy(&requests.FPDF_SaveAsCopy{Document: f.doc, Flags: requests.SaveFlagRemoveSecurity})
	if err != nil || saved.FileBytes == nil {
		return nil, ErrUnreadable
	}
	if c.ImageMetadata {
		if err := syntax.CleanImages(*saved.FileBytes); err != nil {
			return nil, err
		}
	}
	passive, err := syntax.RemoveActiveContent(*saved.FileBytes)
	if err != nil {
		return nil, err
	}
	return syntax.SetProperties(passive, meta.Title, meta.Producer)
}

// addHighlight adds one annotation.
func (f *fallback) addHighlight(m Mark) error {
	rgb, err := parseColor(m.Color)
	if err != nil {
		return err
	}
	created, err := f.pdfium.FPDFPage_CreateAnnot(&requests.FPDFPage_CreateAnnot{
		Page: f.pageAt(m.Page - 1), Subtype: enums.FPDF_ANNOT_SUBTYPE_HIGHLIGHT,
	})
	if err != nil {
		return ErrUnreadable
	}
	a := created.Annotation
	defer func() { _, _ = f.pdfium.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: a}) }()
	fr := f.frameOf(m.Page - 1)
	x0, y0 := float32(m.Box.X)+fr.x0, float32(m.Box.Y)+fr.y0
	x1, y1 := x0+float32(m.Box.Width), y0+float32(m.Box.Height)
	q := quadOf(x0, y0, x1, y1, m.Angle)
	_, rectErr := f.pdfium.FPDFAnnot_SetRect(&requests.FPDFAnnot_SetRect{
		Annotation: a, Rect: structs.FPDF_FS_RECTF{Left: x0, Bottom: y0, Right: x1, Top: y1},
	})
	_, colorErr := f.pdfium.FPDFAnnot_SetColor(&requests.FPDFAnnot_SetColor{
		Annotation: a, ColorType: enums.FPDFANNOT_COLORTYPE_Color,
		R: uint(rgb[0]), G: uint(rgb[1]), B: uint(rgb[2]), A: markOpacity,
	})
	_, quadErr := f.pdfium.FPDFAnnot_AppendAttachmentPoints(&requests.FPDFAnnot_AppendAttachmentPoints{
		Annotation: a, AttachmentPoints: structs.FPDF_FS_QUADPOINTSF{
			X1: q[0], Y1: q[1], X2: q[2], Y2: q[3], X3: q[4], Y3: q[5], X4: q[6], Y4: q[7],
		},
	})
	return errors.Join(rectErr, colorErr, quadErr, f.describeAnnotation(a, m.Note))
}

// describeAnnotation sets the texts and flags of an annotation.
func (f *fallback) describeAnnotation(a references.FPDF_ANNOTATION, note string) error {
	_, err := f.pdfium.FPDFAnnot_SetFlags(&requests.FPDFAnnot_SetFlags{Annotation: a, Flags: annotationPrint})
	if err != nil || note == "" {
		return err
	}
	_, err = f.pdfium.FPDFAnnot_SetStringValue(&requests.FPDFAnnot_SetStringValue{Annotation: a, Key: "Contents", Value: note})
	return err
}

// styleOfChar returns the style of a character as go-pdfium describes it; the angle is
// in radians, clockwise.
func styleOfChar(info *responses.FontInformation, angle float64) layout.Style {
	s := layout.Style{Size: 10}
	if info != nil {
		s.Font, s.Size = bareName(info.Name), float32(info.RenderedSize)
		s.Weight = weightOf(info.Weight, uint32(info.Flags), info.Name)
		s.Italic, s.Fixed = info.Flags&flagItalic != 0, info.Flags&flagFixed != 0
	}
	if angle > 0 {
		a, b := float32(math.Cos(angle)), float32(-math.Sin(angle))
		s.Angle, s.Direction = quarterTurn(a, b), directionOf(a, b)
	}
	return s
}
