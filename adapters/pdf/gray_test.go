package pdf

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// strokeDark reports whether the stroke of the test page, 20 to 100 points from the
// left and 40 from below, is dark, and the corner beyond it white.
func strokeDark(t *testing.T, name string, pixels []byte, at func(x, y int) int) {
	t.Helper()
	if on, beside := pixels[at(60, 60)], pixels[at(150, 60)]; on > 128 || beside != 255 {
		t.Errorf("%s: the stroke has shade %d, the paper %d, want on at most 128 and beside = 255", name, on, beside)
	}
}

func TestRenderGrayDrawsShadesAsAViewerTurnsThem(t *testing.T) {
	pool := testPool(t, "serve", nil)
	ctx := context.Background()
	w, h, px, err := pool.RenderGray(ctx, testPage(), 1, 144)
	if err != nil || w != 400 || h != 200 || len(px) != w*h {
		t.Fatalf("%d by %d, %d bytes, %v, want w = 400, h = 200, len(px) = %v and no error", w, h, len(px), err, w*h)
	}
	strokeDark(t, "upright", px, func(x, y int) int { return 2*y*w + 2*x })

	turned := bytes.Replace(testPage(), []byte("/Contents"), []byte("/Rotate 90/Contents"), 1)
	w, h, px, err = pool.RenderGray(ctx, turned, 1, 144)
	if err != nil || w != 200 || h != 400 {
		t.Fatalf("turned: %d by %d, %v, want w = 200, h = 400 and no error", w, h, err)
	}
	strokeDark(t, "turned", px, func(x, y int) int { return 2*x*w + w - 1 - 2*y })

	// A width that is no multiple of four has gaps in PDFium's memory.
	w, _, px, err = pool.RenderGray(ctx, testPage(), 1, 73)
	if err != nil || w%4 == 0 {
		t.Fatalf("width %d, %v, want a width that is no multiple of 4", w, err)
	}
	strokeDark(t, "odd width", px, func(x, y int) int { return (y*73/72)*w + x*73/72 })
}

func TestRenderGrayRefusesWhatItCannotDraw(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.MaxPixels = 1000 })
	ctx := context.Background()
	if _, _, _, err := pool.RenderGray(ctx, testPage(), 2, 72); !errors.Is(err, ErrNoSuchPage) {
		t.Errorf("second page: %v, want %v", err, ErrNoSuchPage)
	}
	if _, _, _, err := pool.RenderGray(ctx, testPage(), 1, 72); !errors.Is(err, ErrUnreadable) {
		t.Errorf("too many pixels: %v, want %v", err, ErrUnreadable)
	}
	if _, _, _, err := pool.RenderGray(ctx, testPage(), 1, 5000); domain.KindOf(err) != domain.Invalid {
		t.Errorf("resolution: %v, want Invalid", err)
	}
}

func TestFallbackDrawsShadesToo(t *testing.T) {
	f, err := newFallback(context.Background(), settings{CacheDir: cacheDir(t), MemoryMiB: 256})
	if err != nil {
		t.Fatal(err)
	}
	frames, reply := viaFallback(t, f, job{Do: "gray", Page: 1, DPI: 144, MaxPixels: 1 << 20}, testPage())
	if reply != nil || len(frames) != 1 {
		t.Fatalf("%d frames, %v, want reply = nil and len(frames) = 1", len(frames), reply)
	}
	w, h, px, err := decodeGray(frames[0])
	if err != nil || w != 400 || h != 200 {
		t.Fatalf("%d by %d, %v, want w = 400, h = 200 and no error", w, h, err)
	}
	strokeDark(t, "fallback", px, func(x, y int) int { return 2*y*w + 2*x })
}

func TestRastersOfAnotherSizeAreRefused(t *testing.T) {
	for _, raw := range [][]byte{nil, make([]byte, 8), encodeGray(2, 3, make([]byte, 5)), encodeGray(1<<31, 1<<31, nil)} {
		if _, _, _, err := decodeGray(raw); !errors.Is(err, errFrame) {
			t.Errorf("%d bytes: %v, want %v", len(raw), err, errFrame)
		}
	}
}
