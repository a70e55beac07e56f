package ocr

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
)

// deflateBytes packs n bytes of one value.
func deflateBytes(tb testing.TB, value byte, n int64) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := io.CopyN(z, same(value), n); err != nil {
		tb.Fatal(err)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// same is an endless stream of one value.
type same byte

func (s same) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s)
	}
	return len(p), nil
}

// TestOddImagesAreBounded has images recognised that hold no text, in forms and sizes
// that scanners do not make. Each must end within the time of a page.
func TestOddImagesAreBounded(t *testing.T) {
	pool := drawing(t)
	newRecogniser(t, pool)
	r := New(pool, Settings{PageTime: 30 * time.Second})
	rnd := rand.New(rand.NewPCG(4, 4))
	noise := make([]byte, 600*800*2)
	for i := range noise {
		noise[i] = byte(rnd.Uint32())
	}
	for _, c := range []struct {
		name string
		page imagePage
	}{
		{"one bit", imagePage{data: deflateBytes(t, 0xAA, 3000/8*4000), filter: "/FlateDecode", bits: 1, w: 3000, h: 4000,
			width: 600, height: 800}},
		{"sixteen bits of noise", imagePage{data: noise, bits: 16, w: 600, h: 800, width: 600, height: 800}},
		{"all black", imagePage{data: deflateBytes(t, 0, 1200*1600), filter: "/FlateDecode", bits: 8, w: 1200, h: 1600,
			width: 600, height: 800}},
		{"a huge sheet", imagePage{data: deflateBytes(t, 0x0F, 10000/8*10000), filter: "/FlateDecode", bits: 1, w: 10000,
			h: 10000, width: 14400, height: 14400}},
		{"a thread", imagePage{data: deflateBytes(t, 0, 3), filter: "/FlateDecode", bits: 8, w: 1, h: 3, width: 3, height: 14400}},
		{"cut short", imagePage{data: noise[:1000], bits: 8, w: 6000, h: 8000, width: 600, height: 800}},
	} {
		c.page.space = "/DeviceGray"
		file := pdfOf(c.page)
		doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
		if err != nil {
			t.Errorf("%s: %v, want no error", c.name, err)
			continue
		}
		begun := time.Now()
		due, done, err := r.Recognise(t.Context(), file, &doc, nil)
		if took := time.Since(begun); err != nil || took > 10*time.Minute {
			t.Errorf("%s: %v after %v, want no error and took at most %v", c.name, err, took, 10*time.Minute)
		}
		t.Logf("%s: due %v, done %v, %d glyphs, %v", c.name, due, done, len(doc.Pages[0].Glyphs), time.Since(begun).Round(time.Millisecond))
		layout.BuildTree(&doc)
	}
}

// TestSomePagesOfAFileAreRecognised: pages with text, blank ones and scans stand in
// one file, and each is treated as what it is.
func TestSomePagesOfAFileAreRecognised(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	page := drawnPage(t, pool, contract(), 1)
	text := "BT /F 11 Tf 14 TL 72 720 Td (The seller delivers the goods and the buyer pays the price) Tj ET"
	scan := gray(t, page, 300, 80)
	stamped := scan
	stamped.over = "BT /F 9 Tf 400 770 Td (Exhibit 12-B) Tj ET"
	empty := imagePage{width: 612, height: 792, space: "/DeviceGray", bits: 8}
	written := empty
	written.over = text
	blank := newRaster(1275, 1650)
	for i := range blank.px {
		blank.px[i] = 250
	}
	doc, due, done := recogniseFile(t, pool, r, pdfOf(written, scan, empty, gray(t, blank, 150, 80), stamped))
	if len(due) != 2 || due[0] != 2 || due[1] != 5 || len(done) != 2 {
		t.Fatalf("due %v, done %v, want len(due) = 2, due[0] = 2, due[1] = 5 and len(done) = 2", due, done)
	}
	for i, want := range []bool{false, true, false, false, true} {
		if doc.Pages[i].Recognised != want {
			t.Errorf("page %d recognised: %v, want doc.Pages[i].Recognised = %v", i+1, !want, want)
		}
	}
	if got := boxOf(&doc.Pages[4], "12-B"); got.Empty() {
		t.Error("the stamp is gone")
	}
	n := 0
	for i := range doc.Pages[4].Glyphs {
		if doc.Pages[4].Glyphs[i].Rune == 'x' && doc.Pages[4].Glyphs[i].Loose.Y0 > 760 {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the stamp was read %d times, want 1", n)
	}
	if boxOf(&doc.Pages[4], "Warranty.").Empty() {
		t.Error("the scan below the stamp was not read")
	}
}
