package author

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/template"
)

// scanSample prints the first page of a ready sample at dpi dots per inch, and stores the upper
// third of it as a JPEG with noise of a standard deviation.
func scanSample(t *testing.T, in *Reader, sample string, dpi, noise float64) (name string) {
	t.Helper()
	content, err := in.openFile(filepath.Join("templates/invoice/samples", sample))
	if err != nil {
		t.Fatal(err)
	}
	w, h, px, err := in.pool.RenderGray(t.Context(), content, 1, dpi)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	page := &image.Gray{Pix: px, Stride: w, Rect: image.Rect(0, 0, w, h/3)}
	for i := range page.Pix[:w*(h/3)] {
		page.Pix[i] = byte(min(max(float64(page.Pix[i])+noise*random.NormFloat64(), 0), 255))
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: 60}); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), sample+".jpg")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// readTrees returns the JSON of the trees of files, of which some are read at a time.
func readTrees(t *testing.T, in *Reader, files []string, atATime int) [][]byte {
	t.Helper()
	indexes := make([]int, len(files))
	for i := range indexes {
		indexes[i] = i
	}
	trees := make([][]byte, len(files))
	err := parallel.ForEach(indexes, atATime, func(i int) error {
		tree, err := in.ReadTree(t.Context(), files[i])
		if err != nil {
			return err
		}
		if words := len(strings.Fields(tree.Text)); words < 10 {
			t.Errorf("%s: %d words were read, want at least 10", filepath.Base(files[i]), words)
		}
		trees[i], err = json.Marshal(tree)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// keepBusy gives every core something to compute until the function that it returns is called.
func keepBusy() (stop func()) {
	var stopped atomic.Bool
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			block := make([]byte, 64<<10)
			for !stopped.Load() {
				sum := sha256.Sum256(block)
				copy(block, sum[:])
				runtime.Gosched() // the readers of this process are to be slow, not to starve
			}
		})
	}
	return func() { stopped.Store(true); wg.Wait() }
}

// TestScansReadTheSameOnBusyCores reads scans one by one, and again several at a time while
// something else computes on every core: the trees must be equal to the byte. The scans are those of
// ready samples; with DOCKET_TEST_FULL=1 and DOCKET_CORPORA, the receipts too.
func TestScansReadTheSameOnBusyCores(t *testing.T) {
	in := Reading{Timeout: time.Hour, MaxPages: 5000, Pixels: 100, Cache: pdfCache(t), Reread: true}.NewReader(template.Settings{})
	in.optionalOCR, in.workers = true, 2
	defer in.Close()
	files := []string{scanSample(t, in, "1-classic.pdf", 150, 0), scanSample(t, in, "5-compact.pdf", 90, 30)}
	if !in.settings.OCRByDefault {
		t.Skip("Tesseract is not installed")
	}
	if root := os.Getenv("DOCKET_CORPORA"); root != "" && os.Getenv("DOCKET_TEST_FULL") != "" {
		receipts, err := filepath.Glob(filepath.Join(root, "receipts", "*.jpg"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, receipts...)
	}
	quiet := readTrees(t, in, files, 1)
	stop := keepBusy()
	defer stop()
	busy := readTrees(t, in, files, 2)
	for i, name := range files {
		if !bytes.Equal(quiet[i], busy[i]) {
			t.Errorf("%s: another tree on busy cores:\n%s\ninstead of\n%s, want the same bytes",
				filepath.Base(name), busy[i], quiet[i])
		}
	}
	t.Logf("%d scans", len(files))
}
