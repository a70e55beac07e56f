package office

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// newConverter skips a test where LibreOffice is not there.
func newConverter(t *testing.T, o Options) *Converter {
	t.Helper()
	o.Dir = t.TempDir()
	c := New(o)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		left, err := os.ReadDir(o.Dir)
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v, want no error and len(left) = 0", left, err)
		}
	})
	if c.Version() == "" {
		t.Skip("LibreOffice is not installed")
	}
	return c
}

// TestTheCorpusConverts converts documents of every kind and oddity, three at a time.
func TestTheCorpusConverts(t *testing.T) {
	root := os.Getenv("DOCKET_CORPORA")
	if root == "" {
		t.Skip("DOCKET_CORPORA is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, "office", "*.???x"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	c := newConverter(t, Options{})
	slots := make(chan struct{}, 3)
	var wg sync.WaitGroup
	for _, name := range files {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			content, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
				return
			}
			pdf, _, err := c.Convert(t.Context(), filepath.Base(name), content)
			if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
				t.Errorf("%s: got %v, want a PDF", filepath.Base(name), err)
			}
			if dir := os.Getenv("OFFICE_OUT"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, filepath.Base(name)+".pdf"), pdf, 0o600)
			}
		})
	}
	wg.Wait()
}
