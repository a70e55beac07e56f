package ocr

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/document/layout"
)

// A wear describes the damage to a page between printer and scan.
type wear struct {
	skew    float64 // degrees clockwise
	noise   float64 // standard deviation of the shades
	blur    bool    // each pixel takes a third of its neighbours
	quality int     // of JPEG
	quarter int     // turned clockwise by so many quarters
	shade   bool    // light falls off towards a corner, as in photos
	zoom    float64 // of the pixels; 0 is 1
}

// withWear lets wear come over a picture; the same seed gives the same noise.
func (r raster) withWear(w wear, seed uint64) raster {
	if w.zoom == 0 {
		w.zoom = 1
	}
	nw, nh := int(float64(r.w)*w.zoom), int(float64(r.h)*w.zoom)
	to := shiftMatrix(-float64(nw)/2, -float64(nh)/2).followedBy(scaleMatrix(1/w.zoom, 1/w.zoom)).followedBy(
		tiltMatrix(-w.skew)).followedBy(shiftMatrix(float64(r.w)/2, float64(r.h)/2))
	if w.skew != 0 || w.zoom != 1 {
		if k := int(1 / w.zoom); k > 1 {
			r, to = r.reduceBy(k), to.followedBy(scaleMatrix(1/float64(k), 1/float64(k)))
		}
		r = r.drawMapped(nw, nh, to)
	}
	if w.blur {
		r = r.withBlur()
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	out := newRaster(r.w, r.h)
	for y := range r.h {
		for x, v := range r.pixelRow(y) {
			s := float64(v)
			if w.shade {
				s *= 1 - 0.55*float64(x+y)/float64(r.w+r.h)
			}
			out.px[y*r.w+x] = byte(min(max(s+rnd.NormFloat64()*w.noise, 0), 255))
		}
	}
	return out.turnBy(w.quarter)
}

// withBlur spreads each pixel over its neighbours.
func (r raster) withBlur() raster {
	out := newRaster(r.w, r.h)
	for y := range r.h {
		for x := range r.w {
			s := 4 * r.shadeAt(x, y)
			for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				s += 2 * r.shadeAt(x+d[0], y+d[1])
			}
			for _, d := range [][2]int{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}} {
				s += r.shadeAt(x+d[0], y+d[1])
			}
			out.px[y*r.w+x] = byte(s / 16)
		}
	}
	return out
}

// jpeg encodes a picture.
func (r raster) jpeg(tb testing.TB, quality int) []byte {
	tb.Helper()
	var b bytes.Buffer
	img := &image.Gray{Pix: r.px, Stride: r.w, Rect: image.Rect(0, 0, r.w, r.h)}
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// An imagePage is a page of a PDF that shows one image over all of it.
type imagePage struct {
	data          []byte // of the stream
	filter        string // of the stream, such as /DCTDecode; empty for raw samples
	space         string // /DeviceGray or /DeviceRGB
	bits          int    // of a sample
	w, h          int    // pixels
	width, height float64
	rotate        int
	over          string     // content behind the image, with Helvetica as /F
	inset         layout.Box // where the image stands; all of the page if empty
}

// gray is a page of a picture scanned at dpi dots per inch.
func gray(tb testing.TB, r raster, dpi float64, quality int) imagePage {
	tb.Helper()
	return imagePage{
		data: r.jpeg(tb, quality), filter: "/DCTDecode", space: "/DeviceGray", bits: 8, w: r.w, h: r.h,
		width: float64(r.w) * 72 / dpi, height: float64(r.h) * 72 / dpi,
	}
}

// pdfOf writes a PDF of pages.
func pdfOf(pages ...imagePage) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	at := []int{}
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj ", len(at))
		fmt.Fprintf(&b, format, args...)
		b.WriteString(" endobj\n")
	}
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+3*i)
	}
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(pages))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i, p := range pages {
		at := p.inset
		if at.Empty() {
			at = layout.Box{X1: float32(p.width), Y1: float32(p.height)}
		}
		content := fmt.Sprintf("q %f 0 0 %f %f %f cm /I Do Q %s", at.Width(), at.Height(), at.X0, at.Y0, p.over)
		if p.w == 0 {
			content = p.over
		}
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %f %f]/Rotate %d/Contents %d 0 R/Resources<</Font<</F 3 0 "+
			"R>>/XObject<</I %d 0 R>>>>>>",
			p.width, p.height, p.rotate, 5+3*i, 6+3*i)
		object("<</Length %d>>stream\n%s\nendstream", len(content), content)
		filter := ""
		if p.filter != "" {
			filter = "/Filter" + p.filter
		}
		object("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent %d%s/Length %d>>stream\n%s\nendstream",
			p.w, p.h, p.space, p.bits, filter, len(p.data), p.data)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}

// drawnPage is a page of a PDF as a picture at 300 dots per inch.
func drawnPage(tb testing.TB, pool *pdf.Pool, file []byte, page int) raster {
	tb.Helper()
	w, h, px, err := pool.RenderGray(tb.Context(), file, page, 300)
	if err != nil {
		tb.Fatal(err)
	}
	return raster{w, h, px}
}

// textOf is the text of the tree of a document that was read.
func textOf(doc layout.Document) string { return layout.BuildTree(&doc).Text }

// recall is the share of the wanted words that were found.
func recall(want, got string) float64 {
	bag := map[string]int{}
	for _, w := range strings.Fields(got) {
		bag[w]++
	}
	words := strings.Fields(want)
	found := 0
	for _, w := range words {
		if bag[w] > 0 {
			bag[w]--
			found++
		}
	}
	return float64(found) / math.Max(float64(len(words)), 1)
}

// recogniseFile reads a PDF, recognises it, and returns it with the pages that were
// due and done.
func recogniseFile(tb testing.TB, pool *pdf.Pool, r *Recogniser, file []byte, languages ...string) (doc layout.Document, due, done []int) {
	tb.Helper()
	doc, err := pool.Read(context.Background(), file, layout.ReadSettings{})
	if err != nil {
		tb.Fatal(err)
	}
	due, done, err = r.Recognise(context.Background(), file, &doc, languages)
	if err != nil {
		tb.Fatal(err)
	}
	return doc, due, done
}
