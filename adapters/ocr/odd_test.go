package ocr

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
)

// oddTime is the processor time that recognition of an odd document may take here: three times what is
// promised of a quiet machine, since a busy one counts more for the same work.
const oddTime = 30 * time.Second

// TestOddDocumentsAreBounded recognises documents that are odd in some way, and logs the processor time of
// those that need it. Each page that shows something and has no text says so.
func TestOddDocumentsAreBounded(t *testing.T) {
	pool := drawing(t)
	r := installed(t, pool)
	for _, name := range corpus(t, "odd-pdfs", "*.pdf") {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
		if err != nil {
			continue // adapters/pdf tests those
		}
		before := spent()
		due, done, err := r.Recognise(t.Context(), file, &doc, nil)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		took := spent() - before
		if took > oddTime {
			t.Errorf("%s took %.1f s of processor time, want at most %v", filepath.Base(name), took.Seconds(), oddTime)
		}
		if len(due) > 0 {
			t.Logf("%s: pages %v due, %v done, %.1f s of processor time", filepath.Base(name), due, done, took.Seconds())
		}
		layout.BuildTree(&doc)
		for _, page := range due {
			if p := doc.Pages[page-1]; len(p.Glyphs) == 0 && p.Note == "" {
				t.Errorf("%s: page %d has neither text nor a note", filepath.Base(name), page)
			}
		}
	}
}
