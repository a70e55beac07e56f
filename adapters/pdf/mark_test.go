package pdf

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
)

// orange is the mark of the tests, around the word of the test page.
var orange = Mark{Page: 1, Box: document.Rect{X: 20, Y: 47, Width: 40, Height: 14}, Color: "#FF8800", Note: "Number – R.1.0 – größer"}

// rotatePage is the test page, turned for display.
func rotatePage(degrees string) []byte {
	return bytes.Replace(testPage(), []byte("/Contents"), []byte("/Rotate "+degrees+"/Contents"), 1)
}

// colorAt renders the first page at 72 dpi and gives the color of a pixel.
func colorAt(t *testing.T, pool *Pool, pdf []byte, x, y int) [3]uint32 {
	t.Helper()
	data, err := pool.Render(context.Background(), pdf, 1, 72)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r, g, b, _ := img.At(x, y).RGBA()
	return [3]uint32{r >> 8, g >> 8, b >> 8}
}

func TestMarkPaintsATranslucentBox(t *testing.T) {
	pool := testPool(t, "serve", nil)
	tests := []struct {
		name string
		pdf  []byte
		x, y int // a pixel inside the box, from the upper left as displayed
	}{
		{"upright", testPage(), 58, 100 - 60},
		{"turned right", rotatePage("90"), 60, 58},
		{"upside down", rotatePage("180"), 200 - 58, 60},
		{"turned left", rotatePage("270"), 100 - 60, 200 - 58},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			marked, err := pool.Mark(context.Background(), tt.pdf, []Mark{orange}, Meta{"Größe.pdf", "Docket"}, Cleaning{})
			if err != nil {
				t.Fatal(err)
			}
			got := colorAt(t, pool, marked, tt.x, tt.y)
			want := [3]uint32{255, 255 - 255*4/10 + 0x88*4/10, 255 - 255*4/10} // 40 % over white
			for i := range got {
				if d := int(got[i]) - int(want[i]); d < -3 || d > 3 {
					t.Errorf("color %v, want %v", got, want)
					break
				}
			}
			if c := colorAt(t, pool, marked, 5, 5); c != [3]uint32{255, 255, 255} {
				t.Errorf("the corner has color %v, want {255, 255, 255}", c)
			}
			checkWithQPDF(t, marked)
		})
	}
}

func TestMarkIsStableAndCarriesItsNotes(t *testing.T) {
	pool := testPool(t, "serve", nil)
	ctx := context.Background()
	first, err := pool.Mark(ctx, testPage(), []Mark{orange}, Meta{"Größe.pdf", "Docket"}, Cleaning{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Read(ctx, testPage(), layout.ReadSettings{}); err != nil { // other work must not show
		t.Fatal(err)
	}
	second, err := pool.Mark(ctx, testPage(), []Mark{orange}, Meta{"Größe.pdf", "Docket"}, Cleaning{})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("two equal calls gave different bytes")
	}
	for _, want := range []string{"/Highlight", "/Contents", "/AP", "/QuadPoints", "/Multiply",
		"<FEFF0047007200F600DF0065002E007000640066>", "<FEFF0044006F0063006B00650074>"} { // Größe.pdf, Docket
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("%q is not in the file", want)
		}
	}
	doc, err := pool.Read(ctx, first, layout.ReadSettings{})
	if err != nil || len(doc.Pages[0].Glyphs) != 6 {
		t.Errorf("the marked file reads as %d glyphs, %v, want no error and len(doc.Pages[0].Glyphs) = 6",
			len(doc.Pages[0].Glyphs), err)
	}
	if info, err := exec.Command("pdfinfo", "-v").CombinedOutput(); err == nil && len(info) > 0 {
		cmd := exec.Command("pdfinfo", "-")
		cmd.Stdin = bytes.NewReader(first)
		if out, _ := cmd.Output(); !strings.Contains(string(out), "Größe.pdf") {
			t.Errorf("pdfinfo says %s, want %q in it", out, "Größe.pdf")
		}
	}
}

func TestMarkRefusesBadMarks(t *testing.T) {
	pool := testPool(t, "serve", nil)
	far, colorless := orange, orange
	far.Page, colorless.Color = 2, "orange"
	if _, err := pool.Mark(context.Background(), testPage(), []Mark{far}, Meta{}, Cleaning{}); !errors.Is(err, ErrNoSuchPage) {
		t.Errorf("page 2: %v, want %v", err, ErrNoSuchPage)
	}
	if _, err := pool.Mark(context.Background(), testPage(), []Mark{colorless}, Meta{}, Cleaning{}); domain.KindOf(err) != domain.Invalid {
		t.Errorf("no color: %v, want Invalid", err)
	}
}

// TestMarkedCorpusIsSound marks each odd document and lets qpdf check what comes out,
// unless it finds fault with the original too.
func TestMarkedCorpusIsSound(t *testing.T) {
	files := corpus(t, "odd-pdfs")
	if os.Getenv("DOCKET_SOAK") == "" {
		files = files[:25]
	}
	pool := testPool(t, "serve", nil)
	marked := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pool.Mark(context.Background(), data, []Mark{orange}, Meta{filepath.Base(f), "Docket"},
			Cleaning{Watermarks: true, ImageMetadata: true})
		if err != nil {
			if _, readErr := pool.Read(context.Background(), data, layout.ReadSettings{}); readErr == nil {
				t.Errorf("%s is readable, but not marked: %v, want an error", filepath.Base(f), err)
			}
			continue
		}
		marked++
		if qpdf(data) == nil {
			if err := qpdf(out); err != nil {
				t.Errorf("%s: %v, want no error", filepath.Base(f), err)
			}
		}
	}
	t.Logf("marked %d of %d documents", marked, len(files))
}

// checkWithQPDF lets qpdf check a file where it is installed.
func checkWithQPDF(t *testing.T, pdf []byte) {
	t.Helper()
	if _, err := exec.LookPath("qpdf"); err != nil {
		t.Log("qpdf is not installed: syntax not checked")
		return
	}
	if err := qpdf(pdf); err != nil {
		t.Error(err)
	}
}

// qpdf is the complaint of qpdf --check about a file.
func qpdf(pdf []byte) error {
	f, err := os.CreateTemp("", "docket-*.pdf")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pdf)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if out, err := exec.Command("qpdf", "--check", f.Name()).CombinedOutput(); err != nil {
		return errors.New(string(out))
	}
	return nil
}
