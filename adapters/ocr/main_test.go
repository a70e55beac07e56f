package ocr

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/pdf"
)

// asWorker is set in the environment of the processes that draw pages for the tests:
// the test binary then serves as worker.
const asWorker = "DOCKET_OCR_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(asWorker) != "" {
		if err := pdf.ServeWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// drawing starts a reader and renderer of PDFs.
func drawing(tb testing.TB) *pdf.Pool {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cache := tb.TempDir()
	if base, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(base, "docket-pdf-test") // kept between runs: compiling takes seconds
	}
	p, err := pdf.NewPool(pdf.Options{
		Command: []string{self}, Env: []string{asWorker + "=1"}, CacheDir: cache, Workers: 1, Timeout: time.Minute,
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.Close() })
	return p
}

// corpus lists the files of a folder of development documents.
func corpus(tb testing.TB, folder, pattern string) []string {
	tb.Helper()
	root := os.Getenv("DOCKET_CORPORA")
	if root == "" {
		tb.Skip("DOCKET_CORPORA is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, folder, pattern))
	if err != nil || len(files) == 0 {
		tb.Skipf("no %s in %s", pattern, folder)
	}
	return files
}

// newRecogniser gives a recogniser that draws with the pool, or skips the test.
func newRecogniser(tb testing.TB, pool *pdf.Pool) *Recogniser {
	tb.Helper()
	r := New(pool, Settings{})
	able, err := r.Capability(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	if !able.Installed || len(able.Languages) == 0 {
		tb.Skip("Tesseract is not installed")
	}
	return r
}
