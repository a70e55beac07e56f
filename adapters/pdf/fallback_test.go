package pdf

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"image/png"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// viaFallback runs a job in a worker that has only the public interface, and returns
// its frames but the last, and the outcome.
func viaFallback(t *testing.T, f *fallback, j job, pdf []byte) (frames [][]byte, reply error) {
	t.Helper()
	var in, out bytes.Buffer
	if err := errors.Join(writeJSON(&in, frameJob, j), writeFrame(&in, frameBytes, pdf)); err != nil {
		t.Fatal(err)
	}
	w := worker{in: bufio.NewReader(&in), out: bufio.NewWriter(&out), public: f}
	if err := w.serveJob(); err != nil {
		t.Fatal(err)
	}
	for {
		kind, data, err := readFrame(&out)
		if err != nil {
			t.Fatal(err)
		}
		if kind == frameEnd {
			reply, err := replyOf(data)
			if err != nil {
				t.Fatal(err)
			}
			return frames, reply
		}
		frames = append(frames, data)
	}
}

func TestFallbackDoesTheSameJobs(t *testing.T) {
	f, err := newFallback(context.Background(), settings{CacheDir: cacheDir(t), MemoryMiB: 256})
	if err != nil {
		t.Fatal(err)
	}
	pages, reply := viaFallback(t, f, job{Do: "read", MaxGlyphs: 100}, testPage())
	if reply != nil || len(pages) != 1 {
		t.Fatalf("%d pages, %v, want reply = nil and len(pages) = 1", len(pages), reply)
	}
	var doc layout.Document
	page, err := decodePage(pages[0], &doc, base{})
	if err != nil {
		t.Fatal(err)
	}
	doc.Pages = append(doc.Pages, page)
	tree := layout.BuildTree(&doc)
	if tree.Text != "Docket" || tree.Pages[0].Width != 200 || doc.Styles[0].Size != 12 {
		t.Errorf("text %q, page %+v, style %+v, want tree.Text = Docket, tree.Pages[0].Width = 200 and doc.Styles[0].Size = 12",
			tree.Text, tree.Pages[0], doc.Styles[0])
	}
	if l := tree.Lines[0]; l.Edges[0] < 19 || l.Edges[0] > 22 || l.Box.Y < 40 || l.Box.Y > 51 {
		t.Errorf("the line is at %+v, want l.Edges[0] at least 19, l.Edges[0] at most 22, l.Box.Y at least 40 and l.Box.Y at most 51", l)
	}
	marked, reply := viaFallback(t, f, job{Do: "mark", Marks: []Mark{orange}, Meta: Meta{"a", "Docket"}}, testPage())
	if reply != nil || !bytes.Contains(marked[0], []byte("/Multiply")) {
		t.Fatalf("mark: %v, want reply = nil and %q in marked[0]", reply, "/Multiply")
	}
	checkWithQPDF(t, marked[0])
	drawn, reply := viaFallback(t, f, job{Do: "render", Page: 1, DPI: 72, MaxPixels: 1e6}, marked[0])
	if reply != nil {
		t.Fatal(reply)
	}
	img, err := png.Decode(bytes.NewReader(drawn[0]))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, b, _ := img.At(58, 40).RGBA(); r>>8 < 250 || b>>8 > 200 {
		t.Errorf("the mark has color %v, want r>>8 at least 250 and b>>8 at most 200", img.At(58, 40))
	}
}

func TestFallbackNamesTheReason(t *testing.T) {
	f, err := newFallback(context.Background(), settings{CacheDir: cacheDir(t), MemoryMiB: 256})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		pdf  []byte
		want error
	}{
		"garbage": {[]byte("no PDF"), ErrUnreadable}, "empty": {manyPages(0), ErrNoPages}, "long": {manyPages(3), ErrTooManyPages},
	} {
		if _, reply := viaFallback(t, f, job{Do: "read", MaxGlyphs: 100, MaxPages: 2}, tt.pdf); !errors.Is(reply, tt.want) {
			t.Errorf("%s: %v, want %v", name, reply, tt.want)
		}
	}
}
