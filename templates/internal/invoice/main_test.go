package invoice

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// asWorker makes the test binary serve as the worker that reads PDFs.
const asWorker = "DOCKET_PDF_TEST_WORKER"

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

// reader starts a pool with one worker.
func reader(t *testing.T) *pdf.Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := pdf.Options{Command: []string{self}, Env: []string{asWorker + "=serve"}, Workers: 1}
	if base, err := os.UserCacheDir(); err == nil {
		o.CacheDir = filepath.Join(base, "docket-pdf-test")
	}
	p, err := pdf.NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// treeOf reads a PDF.
func treeOf(t *testing.T, p *pdf.Pool, data []byte) *document.Tree {
	t.Helper()
	doc, err := p.Read(context.Background(), data, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	return layout.BuildTree(&doc)
}
