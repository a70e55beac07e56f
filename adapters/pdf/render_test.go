package pdf

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/seed-62a36931/docket/domain/preview"
)

// pixelCopy returns a picture in a form that can be compared.
func pixelCopy(img image.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Bounds(), img, b.Min, draw.Src)
	return out
}

// countOther counts the values that differ by more than edges of letters do when they are drawn
// again.
func countOther(a, b []byte) (n int) {
	for i := range min(len(a), len(b)) {
		if d := int(a[i]) - int(b[i]); d > 40 || d < -40 {
			n++
		}
	}
	return n
}

// TestAreasAreCutOutOfThePage compares areas with the same part of the whole page, by the library
// and without it.
func TestAreasAreCutOutOfThePage(t *testing.T) {
	pool := testPool(t, "serve", nil)
	f, err := newFallback(t.Context(), settings{CacheDir: cacheDir(t), MemoryMiB: 256})
	if err != nil {
		t.Fatal(err)
	}
	for _, degrees := range []string{"0", "90", "270"} {
		data := rotatePage(degrees)
		whole, err := pool.Render(t.Context(), data, 1, 144)
		page := pixelCopy(decodePNG(t, whole, err))
		for _, area := range []preview.Area{{Left: .25, Top: .5, Right: .5, Bottom: .75}, {Right: .4, Bottom: .4},
			{Left: .999, Top: .999, Right: 1, Bottom: 1}} {
			part, err := pool.RenderArea(t.Context(), data, 1, 144, area)
			got := pixelCopy(decodePNG(t, part, err))
			at := pixelsOf(area, page.Rect.Dx(), page.Rect.Dy())
			if want := pixelCopy(page.SubImage(at)); got.Rect != want.Rect || countOther(got.Pix, want.Pix) > len(want.Pix)/100 {
				t.Errorf("turned by %s, %v: %v is not what is at %v of the page: %d of %d values are others", degrees, area, got.Rect, at,
					countOther(got.Pix, want.Pix), len(want.Pix))
			}
			frames, reply := viaFallback(t, f, job{Do: "render", MaxPages: 9, MaxPixels: 1 << 24, Page: 1, DPI: 144, Area: area}, data)
			if reply != nil || len(frames) != 1 {
				t.Fatalf("%d frames, %v, want reply = nil and len(frames) = 1", len(frames), reply)
			}
			if size := decodePNG(t, frames[0], nil).Bounds().Size(); size != at.Size() {
				t.Errorf("turned by %s, %v: without the library %v, want %v", degrees, area, size, at.Size())
			}
		}
	}
}

// TestPagesWithoutColourHaveSixteenGreys reads the palettes of pages, which those with colour lack.
func TestPagesWithoutColourHaveSixteenGreys(t *testing.T) {
	plain := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range 256 {
		plain.Set(i%16, i/16, color.Gray{Y: uint8(i)})
	}
	encoded, err := encodeShown(plain)
	grey, ok := decodePNG(t, encoded, err).(*image.Paletted)
	if !ok || len(grey.Palette) != 16 {
		t.Fatalf("a page without colour is no picture of 16 greys")
	}
	for i := range 256 {
		if y := int(color.GrayModel.Convert(grey.At(i%16, i/16)).(color.Gray).Y); y-i > 8 || i-y > 8 {
			t.Errorf("shade %d is shown as %d, want y-i at most 8 and i-y at most 8", i, y)
		}
	}
	plain.Set(3, 3, color.RGBA{200, 201, 200, 255})
	encoded, err = encodeShown(plain)
	if got := pixelCopy(decodePNG(t, encoded, err)); !bytes.Equal(got.Pix, plain.Pix) {
		t.Error("a page with a colour has lost some")
	}
}

// TestDrawingsThatNobodyWaitsForAreDropped leaves while the only worker is busy.
func TestDrawingsThatNobodyWaitsForAreDropped(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Workers = 1 })
	busy := <-pool.slots
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := pool.Render(ctx, testPage(), 1, 72)
		ended <- err
	}()
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	pool.slots <- busy
	if _, err := pool.Render(t.Context(), testPage(), 1, 72); err != nil {
		t.Errorf("the next drawing: %v, want no error", err)
	}
}
