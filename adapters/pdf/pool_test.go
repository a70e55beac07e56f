package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
)

func TestHangingWorkerIsKilled(t *testing.T) {
	pool := testPool(t, "hang", func(o *Options) { o.Timeout = 5 * time.Second })
	for range 2 { // the second call finds a new worker, not a dead one
		start := time.Now()
		_, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{})
		if !errors.Is(err, ErrTooSlow) {
			t.Errorf("got %v, want %v", err, ErrTooSlow)
		}
		if d := time.Since(start); d > 2*time.Minute {
			t.Errorf("took %v, want at most %v", d, 2*time.Minute)
		}
	}
}

func TestIdleWorkerIsEnded(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Workers, o.Idle = 1, 50*time.Millisecond })
	for range 2 { // a second one starts when it is needed
		if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
			c := <-pool.slots
			pool.slots <- c
			if c == nil {
				break
			}
			if time.Now().After(end) {
				t.Fatal("an idle worker stays")
			}
		}
	}
}

func TestCanceledCallReturnsAtOnce(t *testing.T) {
	pool := testPool(t, "hang", nil)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if _, err := pool.Read(ctx, testPage(), layout.ReadSettings{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestCrashingWorkerCostsOneDocument(t *testing.T) {
	pool := testPool(t, "crash", nil)
	if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); !errors.Is(err, ErrUnreadable) {
		t.Errorf("got %v, want %v", err, ErrUnreadable)
	}
}

// TestAKilledWorkerSaysNothingAboutTheDocument kills a worker that waits, and one at work.
func TestAKilledWorkerSaysNothingAboutTheDocument(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Workers = 1 })
	if _, err := pool.Read(t.Context(), testPage(), layout.ReadSettings{}); err != nil {
		t.Fatal(err)
	}
	c := <-pool.slots
	score, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", c.cmd.Process.Pid))
	if got := strings.TrimSpace(string(score)); runtime.GOOS == "linux" && (err != nil || got != "500") {
		t.Errorf("got %q, %v, want that the kernel kills the worker before the service: 500", got, err)
	}
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	pool.slots <- c
	if doc, err := pool.Read(t.Context(), testPage(), layout.ReadSettings{}); err != nil || len(doc.Pages) != 1 {
		t.Errorf("killed while it waited: got %d pages, %v, want 1 page", len(doc.Pages), err)
	}
	_, err = testPool(t, "killed", nil).Read(t.Context(), manyPages(3), layout.ReadSettings{})
	if !errors.Is(err, domain.ErrToolKilled) || domain.KindOf(err) != domain.Unavailable {
		t.Errorf("killed at work: got %v, want %v", err, domain.ErrToolKilled)
	}
}

// TestWorkersStartOneAfterTheOther holds the start of one worker up: a second one does not start beside it.
func TestWorkersStartOneAfterTheOther(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Workers = 2 })
	pool.starts <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if _, err := pool.Read(ctx, testPage(), layout.ReadSettings{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while another starts: got %v, want %v", err, context.DeadlineExceeded)
	}
	<-pool.starts
	if _, err := pool.Read(t.Context(), testPage(), layout.ReadSettings{}); err != nil {
		t.Errorf("then: got %v, want no error", err)
	}
}

func TestLimits(t *testing.T) {
	ctx := context.Background()
	pool := testPool(t, "serve", func(o *Options) { o.MaxPages, o.MaxGlyphs, o.MaxPixels = 3, 4, 10_000 })
	if _, err := pool.Read(ctx, manyPages(4), layout.ReadSettings{}); !errors.Is(err, ErrTooManyPages) {
		t.Errorf("4 pages: %v, want %v", err, ErrTooManyPages)
	}
	if _, err := pool.Read(ctx, manyPages(3), layout.ReadSettings{}); err != nil {
		t.Errorf("3 pages: %v, want no error", err)
	}
	if _, err := pool.Read(ctx, manyPages(0), layout.ReadSettings{}); !errors.Is(err, ErrNoPages) {
		t.Errorf("no pages: %v, want %v", err, ErrNoPages)
	}
	if doc, err := pool.Read(ctx, testPage(), layout.ReadSettings{}); err != nil || len(doc.Pages[0].Glyphs) > 0 ||
		doc.Pages[0].Note != noteTooLarge {
		t.Errorf("6 glyphs: %+v, %v, want no doc.Pages[0].Glyphs, doc.Pages[0].Note = %v and no error", doc, err, noteTooLarge)
	}
	large, err := pool.Render(ctx, testPage(), 1, 300)
	if size := decodePNG(t, large, err).Bounds().Size(); size != image.Pt(141, 70) {
		t.Errorf("200 by 100 points at 300 dpi within 10,000 pixels: %v, want 141 by 70", size)
	}
	if w, h, _, err := testPool(t, "serve", func(o *Options) { o.MaxDrawn = 10_000 }).RenderGray(ctx, testPage(), 1, 300); err != nil || w*h <= 10_000 {
		t.Errorf("for OCR, where page images have 10,000 pixels: got %d by %d, %v, want it whole", w, h, err)
	}
}

// manyPages is a PDF with n empty pages.
func manyPages(n int) []byte {
	kids := ""
	for i := range n {
		kids += fmt.Sprintf("%d 0 R ", i+3)
	}
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, n)}
	for range n {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>")
	}
	return assemblePDF(objects)
}

func TestRender(t *testing.T) {
	pool := testPool(t, "serve", nil)
	ctx := context.Background()
	data, err := pool.Render(ctx, rotatePage("90"), 1, 144)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || cfg.Width != 200 || cfg.Height != 400 {
		t.Errorf("%d by %d pixels, %v, want cfg.Width = 200, cfg.Height = 400 and no error", cfg.Width, cfg.Height, err)
	}
	for _, page := range []int{0, 2, -1} {
		if _, err := pool.Render(ctx, testPage(), page, 72); !errors.Is(err, ErrNoSuchPage) {
			t.Errorf("page %d: %v, want %v", page, err, ErrNoSuchPage)
		}
	}
	if _, err := pool.Render(ctx, testPage(), 1, 0); domain.KindOf(err) != domain.Invalid {
		t.Errorf("0 dpi: %v, want Invalid", err)
	}
}

func TestManyCallersShareTheWorkers(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.Workers, o.JobsEach = 2, 3 })
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			if doc, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil || len(doc.Pages) != 1 {
				t.Errorf("%d pages, %v, want no error and len(doc.Pages) = 1", len(doc.Pages), err)
			}
		})
	}
	wg.Wait()
	pool.Close()
	if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); !errors.Is(err, ErrClosed) {
		t.Errorf("after closing: %v, want %v", err, ErrClosed)
	}
}

// TestDamagedDocuments damages a good document in many ways; each must end in a tree
// or in an error of the document, and the pool must stay usable.
func TestDamagedDocuments(t *testing.T) {
	pool := testPool(t, "serve", nil)
	good := testPage()
	for i := 0; i < len(good); i += 7 {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		for _, data := range [][]byte{bad, good[:i]} {
			_, err := pool.Read(context.Background(), data, layout.ReadSettings{})
			if err != nil && domain.KindOf(err) != domain.Unprocessable {
				t.Errorf("byte %d: %v, want nil or a failure of the kind Unprocessable", i, err)
			}
		}
	}
	if _, err := pool.Read(context.Background(), good, layout.ReadSettings{}); err != nil {
		t.Errorf("the pool is of no use any more: %v, want no error", err)
	}
}

// TestBombIsBounded reads a page that draws a form that draws a form, ten of each, ten
// deep: ten billion characters if nobody stops.
func TestBombIsBounded(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.MemoryMiB = 256 })
	start := time.Now()
	_, err := pool.Read(context.Background(), bomb(10), layout.ReadSettings{})
	if err != nil && domain.KindOf(err) != domain.Unprocessable {
		t.Errorf("got %v, want nil or a failure of the kind Unprocessable", err)
	}
	t.Logf("%v after %v", err, time.Since(start).Round(time.Millisecond))
	if d := time.Since(start); d > 2*time.Minute {
		t.Errorf("took %v, want at most %v", d, 2*time.Minute)
	}
	if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil {
		t.Errorf("the next document: %v, want no error", err)
	}
}

// bomb nests forms, each of which draws the next one ten times.
func bomb(depth int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n")
	b.WriteString("4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	draw := strings.Repeat("/X Do ", 10)
	fmt.Fprintf(&b, "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 5 0 R/Resources<</XObject<</X 6 0 R>>>>>>endobj\n"+
		"5 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(draw), draw)
	for i := range depth {
		content, resources := draw, fmt.Sprintf("/XObject<</X %d 0 R>>", i+7)
		if i == depth-1 {
			content, resources = "BT /F 9 Tf (a bomb) Tj ET", "/Font<</F 4 0 R>>"
		}
		fmt.Fprintf(&b, "%d 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<<%s>>/Length %d>>stream\n%s\nendstream endobj\n",
			i+6, resources, len(content), content)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\n%%%%EOF\n", depth+6)
	return b.Bytes()
}

// TestSlowPageCostsThatPage reads three pages, the second of which takes for ever.
func TestSlowPageCostsThatPage(t *testing.T) {
	if _, ok := processorTime(os.Getpid()); !ok {
		t.Skip("the processor time of a process is not known here")
	}
	pool := testPool(t, "serve", func(o *Options) { o.PageTimeout = 300 * time.Millisecond })
	doc, err := pool.Read(context.Background(), middleOf(bomb(10)), layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	var notes, texts []string
	for _, p := range doc.Pages {
		notes, texts = append(notes, p.Note), append(texts, words(p))
	}
	if want := []string{"front", "", "back"}; !slices.Equal(texts, want) || !slices.Equal(notes, []string{"", noteTooSlow, ""}) {
		t.Errorf("texts %q, notes %q, want %v and %v", texts, notes, want, []string{"", noteTooSlow, ""})
	}
	if p := doc.Pages[1]; p.Width != 100 || p.Height != 100 {
		t.Errorf("the empty page is %v by %v, want p.Width = 100 and p.Height = 100", p.Width, p.Height)
	}
	for _, g := range doc.Pages[2].Glyphs {
		if s := doc.Styles[g.Style]; s.Size != 8 {
			t.Errorf("style of the last page: %+v, want s.Size = 8", s)
			break
		}
	}
	if _, err := pool.Read(context.Background(), bomb(10), layout.ReadSettings{}); !errors.Is(err, ErrTooSlow) {
		t.Errorf("only a slow page: %v, want %v", err, ErrTooSlow)
	}
}

// middleOf puts a page in front of the page of bomb, and one behind.
func middleOf(bomb []byte) []byte {
	bomb = bytes.Replace(bomb, []byte("/Kids[3 0 R]/Count 1"), []byte("/Kids[50 0 R 3 0 R 51 0 R]/Count 3"), 1)
	more := ""
	for i, text := range []string{"/F 9 Tf (front)", "/F 8 Tf (back)"} {
		more += fmt.Sprintf("%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents %d 0 R/Resources<</Font<</F "+
			"4 0 R>>>>>>endobj\n"+
			"%d 0 obj<</Length %d>>stream\nBT %s Tj ET\nendstream endobj\n", 50+i, 60+i, 60+i, len(text)+9, text)
	}
	return bytes.Replace(bomb, []byte("trailer"), []byte(more+"trailer"), 1)
}

// TestCrashCostsThatPage: a guest that runs out of memory gives up the page only.
func TestCrashCostsThatPage(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.MemoryMiB, o.PageTimeout = 64, time.Minute })
	large := paper{content: plainDocket, streams: map[int][2]string{12: {"/Filter/FlateDecode", string(deflate(zeros(96 << 20)))}},
		objects: map[int]string{2: "<</Type/Pages/Kids[11 0 R 3 0 R]/Count 2>>",
			11: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 50]/Contents 12 0 R>>"}}
	doc, err := pool.Read(context.Background(), large.pdf(), layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Pages) != 2 || words(doc.Pages[1]) != "upper lower" {
		t.Errorf("%d pages, the last is %+v, want len(doc.Pages) = 2 and words(doc.Pages[1]) = upper lower", len(doc.Pages), doc.Pages)
	}
	t.Logf("the first page: %q", doc.Pages[0].Note)
}
