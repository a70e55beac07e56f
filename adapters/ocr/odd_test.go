package ocr

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
)

// oddPageTime is the processor time that recognition of one page of an odd document may take here: half as much
// again as workLimit promises of a quiet machine, since a busy one counts more for the same work.
const oddPageTime = 3 * workLimit / 2 * time.Second

// TestOddDocumentsAreBounded recognises documents that are odd in some way, every third one unless
// DOCKET_TEST_FULL is set, and logs the processor time of those that need it. Each page that shows something
// and has no text says so. Of five pages that take longest, and are of one kind, two are recognised unless
// DOCKET_TEST_FULL is set.
func TestOddDocumentsAreBounded(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	step, firstPages := 3, map[string]int{"pr-136-example.pdf": 2}
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		step, firstPages = 1, nil
	}
	for i, name := range corpus(t, "odd-pdfs", "*.pdf") {
		if i%step != 0 {
			continue
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
		if err != nil {
			continue // adapters/pdf tests those
		}
		if n, cut := firstPages[filepath.Base(name)]; cut {
			doc.Pages = doc.Pages[:n]
		}
		before := processorTime()
		due, done, err := r.Recognise(t.Context(), file, &doc, nil)
		if err != nil {
			t.Errorf("%s: %v, want no error", filepath.Base(name), err)
			continue
		}
		took := processorTime() - before
		if limit := time.Duration(max(len(due), 1)) * oddPageTime; took > limit {
			t.Errorf("%s took %.1f s of processor time for %d pages, want at most %v", filepath.Base(name), took.Seconds(), len(due), limit)
		}
		if len(due) > 0 {
			t.Logf("%s: pages %v due, %v done, %.1f s of processor time", filepath.Base(name), due, done, took.Seconds())
		}
		layout.BuildTree(&doc)
		for _, page := range due {
			if p := doc.Pages[page-1]; len(p.Glyphs) == 0 && p.Note == "" {
				t.Errorf("%s: page %d has neither text nor a note, want one of them", filepath.Base(name), page)
			}
		}
	}
}
