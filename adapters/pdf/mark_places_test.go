package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// A sheet is a page with one word on it, in Helvetica of 20 points.
type sheet struct {
	name   string
	media  [4]float64 // as written in the file
	crop   [4]float64 // left out when all are 0
	seen   [4]float64 // what a viewer shows, in user space
	rotate int
	unit   float64
	x, y   float64 // where the word begins
	angle  float64 // of writing, counter-clockwise
	above  bool    // the boxes stand with the parent of the page
}

// word has 2 units of white around it in the test; its width is that of Helvetica.
const (
	sheetWord  = "Marked"
	sheetSize  = 20.
	sheetWidth = (833 + 556 + 333 + 500 + 556 + 556) * sheetSize / 1000
)

// sheets has every turn of the page and of the text, and every kind of visible box.
func sheets() (out []sheet) {
	whole := [4]float64{0, 0, 300, 200}
	for _, turn := range []int{0, 90, 180, 270} {
		for _, angle := range []float64{0, 90, 180, 270, 30} {
			out = append(out, sheet{name: fmt.Sprintf("page turned by %d, text by %g", turn, angle),
				media: whole, seen: whole, rotate: turn, x: 140, y: 90, angle: angle})
		}
		out = append(out,
			sheet{name: fmt.Sprintf("cropped, turned by %d", turn), media: [4]float64{0, 0, 400, 300}, crop: [4]float64{50, 70, 350, 270},
				seen: [4]float64{50, 70, 350, 270}, rotate: turn, x: 120, y: 150},
			sheet{name: fmt.Sprintf("negative origin, turned by %d", turn), media: [4]float64{-200, -150, 200, 150},
				crop: [4]float64{-150, -100, 100, 80},
				seen: [4]float64{-150, -100, 100, 80}, rotate: turn, x: -100, y: -20},
			sheet{name: fmt.Sprintf("inherited boxes, turned by %d", turn), media: [4]float64{-200, -150, 200, 150},
				crop: [4]float64{-150, -100, 100, 80},
				seen: [4]float64{-150, -100, 100, 80}, rotate: turn, x: -100, y: -20, above: true},
			sheet{name: fmt.Sprintf("media box off the origin, turned by %d", turn), media: [4]float64{100, 200, 400, 400},
				seen: [4]float64{100, 200, 400, 400}, rotate: turn, x: 150, y: 300, angle: 90},
			sheet{name: fmt.Sprintf("crop box beyond the media box, turned by %d", turn), media: whole, crop: [4]float64{60, -50, 900, 150},
				seen: [4]float64{60, 0, 300, 150}, rotate: turn, x: 100, y: 50},
			sheet{name: fmt.Sprintf("corners the wrong way round, turned by %d", turn), media: [4]float64{300, 200, 0, 0},
				crop: [4]float64{280, 190, 40, 30},
				seen: [4]float64{40, 30, 280, 190}, rotate: turn, x: 100, y: 50},
			sheet{name: fmt.Sprintf("user unit, turned by %d", turn), media: whole, crop: [4]float64{40, 20, 300, 200},
				seen: [4]float64{40, 20, 300, 200}, rotate: turn, unit: 2.5, x: 100, y: 50},
		)
	}
	return out
}

// pdf writes the sheet as a file.
func (s sheet) pdf() []byte {
	page, above := fmt.Sprintf("/MediaBox[%g %g %g %g]/Rotate %d", s.media[0], s.media[1], s.media[2], s.media[3], s.rotate), ""
	if s.crop != [4]float64{} {
		page += fmt.Sprintf("/CropBox[%g %g %g %g]", s.crop[0], s.crop[1], s.crop[2], s.crop[3])
	}
	if s.unit != 0 {
		page += fmt.Sprintf("/UserUnit %g", s.unit)
	}
	if s.above {
		page, above = "", page
	}
	sin, cos := math.Sincos(s.angle * math.Pi / 180)
	content := fmt.Sprintf("BT /F %g Tf %.6f %.6f %.6f %.6f %g %g Tm (%s) Tj ET", sheetSize, cos, sin, -sin, cos, s.x, s.y, sheetWord)
	return assemblePDF([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]" + above + ">>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>" + page + ">>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"})
}

// corners are the four corners of a part of the word's line in user space: from a to b
// along the writing, from low to high across.
func (s sheet) corners(a, b, low, high float64) (out [4][2]float64) {
	sin, cos := math.Sincos(s.angle * math.Pi / 180)
	for i, c := range [4][2]float64{{a, low}, {b, low}, {a, high}, {b, high}} {
		out[i] = [2]float64{s.x + c[0]*cos - c[1]*sin, s.y + c[0]*sin + c[1]*cos}
	}
	return out
}

// findBox is the box around corners in an image of the page.
func (s sheet) findBox(corners [4][2]float64, size image.Point) (box [4]float64) {
	w, h := s.seen[2]-s.seen[0], s.seen[3]-s.seen[1]
	box = [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, c := range corners {
		right, down := (c[0]-s.seen[0])/w, 1-(c[1]-s.seen[1])/h
		switch s.rotate {
		case 90:
			right, down = 1-down, right
		case 180:
			right, down = 1-right, 1-down
		case 270:
			right, down = down, 1-right
		}
		x, y := right*float64(size.X), down*float64(size.Y)
		box = [4]float64{min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)}
	}
	return box
}

// TestMarksLieOverTheirText reads where the word of each sheet stands, marks it, and
// compares what three renderers draw with and without the mark: all that changes is
// the word's surroundings, and they have the color asked for.
func TestMarksLieOverTheirText(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for _, s := range sheets() {
		t.Run(s.name, func(t *testing.T) {
			original := s.pdf()
			box, angle := boxOfWord(t, pool, original)
			if x, y := s.x-s.seen[0], s.y-s.seen[1]; x < box.X-1 || x > box.X+box.Width+1 || y < box.Y-1 || y > box.Y+box.Height+1 {
				t.Errorf("the word at %g,%g is read at %+v, want within 1 of it", x, y, box)
			}
			marked, err := pool.Mark(context.Background(), original,
				[]Mark{{Page: 1, Box: box, Angle: angle, Color: "#FF8800"}}, Meta{"sheet.pdf", "Docket"}, Cleaning{})
			if err != nil {
				t.Fatal(err)
			}
			checkWithQPDF(t, marked)
			for name, render := range renderers(t, pool, 144) {
				checkPlace(t, name, s, render(original), render(marked))
			}
		})
	}
}

// checkPlace compares two images of a sheet.
func checkPlace(t *testing.T, renderer string, s sheet, before, after image.Image) {
	t.Helper()
	if before.Bounds() != after.Bounds() {
		t.Fatalf("%s: the marked page is drawn as %v, not %v", renderer, after.Bounds(), before.Bounds())
	}
	if renderer == "pdftoppm" && strings.HasPrefix(s.name, "crop box beyond") {
		s.seen[0] = s.media[0] // poppler cuts such a crop box at the top and right only
	}
	changed := changedBox(before, after, 12)
	size := before.Bounds().Size()
	ink := s.findBox(s.corners(0, sheetWidth, 0, 0.7*sheetSize), size)
	most := s.findBox(s.corners(-0.05*sheetSize, sheetWidth+0.05*sheetSize, -0.3*sheetSize, 1.05*sheetSize), size)
	const slack = 2
	got := [4]float64{float64(changed.Min.X), float64(changed.Min.Y), float64(changed.Max.X), float64(changed.Max.Y)}
	if got[0] > ink[0]+slack || got[1] > ink[1]+slack || got[2] < ink[2]-slack || got[3] < ink[3]-slack {
		t.Errorf("%s: the mark at %v does not cover the word at %.0f, want it covered within %v",
			renderer, changed, ink, slack)
	}
	if s.angle != 30 && (got[0] < most[0]-slack || got[1] < most[1]-slack || got[2] > most[2]+slack || got[3] > most[3]+slack) {
		t.Errorf("%s: the mark at %v is larger than %.0f, want no more than %v around",
			renderer, changed, most, slack)
	}
	x, y := changed.Min.X+3, changed.Min.Y+3 // white before
	r, g, b, _ := after.At(x, y).RGBA()
	want := [3]uint32{255, 255 - 255*4/10 + 0x88*4/10, 255 - 255*4/10}
	for i, v := range [3]uint32{r >> 8, g >> 8, b >> 8} {
		if v+4 < want[i] || v > want[i]+4 {
			t.Errorf("%s: the mark has color %d,%d,%d, want %v", renderer, r>>8, g>>8, b>>8, want)
			break
		}
	}
}

// changedBox is the box around the pixels that differ by more than so much in a color.
func changedBox(a, b image.Image, much int) (box image.Rectangle) {
	p, q := pixels(a), pixels(b)
	for i := range p.Pix {
		if d := int(p.Pix[i]) - int(q.Pix[i]); d > much || d < -much {
			x, y := i%p.Stride/4, i/p.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

// pixels is an image from 0,0 on, with bytes for red, green, blue and opacity.
func pixels(img image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out
}

// boxOfWord is the box around the glyphs of the first page, and how they are turned.
func boxOfWord(t *testing.T, pool *Pool, pdf []byte) (document.Rect, int) {
	t.Helper()
	doc, err := pool.Read(context.Background(), pdf, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	var box layout.Box
	text, angle := "", 0
	for _, g := range doc.Pages[0].Glyphs {
		if g.Generated {
			continue
		}
		at := g.Loose
		if at.Empty() {
			at = g.Tight
		}
		box, angle, text = box.Union(at), doc.Styles[g.Style].Angle, text+string(g.Rune)
	}
	if text != sheetWord {
		t.Fatalf("the page reads %q, want %v", text, sheetWord)
	}
	return document.Rect{X: float64(box.X0), Y: float64(box.Y0), Width: float64(box.Width()), Height: float64(box.Height())}, angle
}

// renderers are the programs that draw the first page: PDFium,
// and poppler and MuPDF where they are installed.
func renderers(t *testing.T, pool *Pool, dpi int) map[string]func([]byte) image.Image {
	t.Helper()
	out := map[string]func([]byte) image.Image{"PDFium": func(pdf []byte) image.Image {
		data, err := pool.Render(context.Background(), pdf, 1, float64(dpi))
		return decodePNG(t, data, err)
	}}
	for name, args := range map[string][]string{
		"pdftoppm": {"-r", fmt.Sprint(dpi), "-png", "-cropbox", "-singlefile", "IN", "OUT"},
		"mutool":   {"draw", "-q", "-r", fmt.Sprint(dpi), "-o", "OUT.png", "IN", "1"},
	} {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not installed", name)
			continue
		}
		out[name] = func(pdf []byte) image.Image { return drawnBy(t, name, args, pdf) }
	}
	return out
}

// drawnBy lets a program draw a page.
func drawnBy(t *testing.T, name string, args []string, pdf []byte) image.Image {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "in.pdf"), filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(in, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	full := make([]string, len(args))
	for i, a := range args {
		full[i] = strings.NewReplacer("IN", in, "OUT", out).Replace(a)
	}
	if text, err := exec.Command(name, full...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s, want no error", name, err, text)
	}
	data, err := os.ReadFile(out + ".png")
	return decodePNG(t, data, err)
}

func decodePNG(t *testing.T, data []byte, err error) image.Image {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestTheFallbackKnowsTheVisibleBox marks the word of cropped sheets through the
// library's public interface.
func TestTheFallbackKnowsTheVisibleBox(t *testing.T) {
	f, err := newFallback(context.Background(), settings{CacheDir: cacheDir(t), MemoryMiB: 256})
	if err != nil {
		t.Fatal(err)
	}
	pool := testPool(t, "serve", nil)
	for _, s := range sheets() {
		if s.crop == [4]float64{} {
			continue
		}
		original := s.pdf()
		box, angle := boxOfWord(t, pool, original)
		marked, reply := viaFallback(t, f, job{Do: "mark", Marks: []Mark{{Page: 1, Box: box, Angle: angle, Color: "#FF8800"}},
			Meta: Meta{"a", "Docket"}}, original)
		if reply != nil {
			t.Fatalf("%s: %v, want reply = nil", s.name, reply)
		}
		render := renderers(t, pool, 144)["PDFium"]
		checkPlace(t, s.name, s, render(original), render(marked[0]))
	}
}
