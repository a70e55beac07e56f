package commands_test

import (
	"context"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
)

// countedReads is a store that counts how often each stream is read, in all and before the
// first append to it.
type countedReads struct {
	es.Store
	mu          sync.Mutex
	all, before map[es.StreamID]int
}

func (c *countedReads) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	c.mu.Lock()
	c.all[s]++
	c.mu.Unlock()
	return c.Store.Stream(ctx, s, after)
}

func (c *countedReads) Append(ctx context.Context, s es.StreamID, expect uint64,
	events []es.Envelope) (es.Receipt, error) {
	c.mu.Lock()
	if _, ok := c.before[s]; !ok {
		c.before[s] = c.all[s]
	}
	c.mu.Unlock()
	return c.Store.Append(ctx, s, expect, events)
}

// countReads counts what is read from now on.
func (f *filing) countReads() *countedReads {
	c := &countedReads{Store: f.Log.Store, all: map[es.StreamID]int{}, before: map[es.StreamID]int{}}
	f.Log.Store = c
	return c
}

// byCategory sums counts by the kind of the stream.
func byCategory(counts map[es.StreamID]int) map[string]int {
	sums := map[string]int{}
	for s, n := range counts {
		category, _, _ := s.Parts()
		sums[category] += n
	}
	return sums
}

// A new file reads its own stream and that of its name once before it appends to them, and
// never again. A new version reads the file once more for bytes that nobody refers to.
func TestAnUploadReadsEachStreamOnceBeforeItsAppend(t *testing.T) {
	f := newFiling(t)
	reads := f.countReads()
	id := f.storePDF("a.pdf")
	if got, want := byCategory(reads.before), (map[string]int{"file": 1, "name": 1}); !maps.Equal(got, want) {
		t.Errorf("a new file: got %v reads before the appends, want %v", got, want)
	}
	all := byCategory(reads.all)
	if all["name"] != 1 || all["file"] != 1 || all["dossier"] != 1 {
		t.Errorf("a new file: got %v reads, want 1 of the name, 1 of the file and 1 of the dossier", all)
	}
	reads = f.countReads()
	if again := f.storePDF("a.pdf"); again != id {
		t.Fatalf("got file %s, want a new version of %s", again, id)
	}
	all = byCategory(reads.all)
	if all["name"] != 1 || all["file"] != 3 {
		t.Errorf("a new version: got %v reads, want 1 of the name and 3 of the file", all)
	}
}

// An upload that is sent again finds its receipt with the streams that it looks at anyway,
// and reads neither content nor name again.
func TestAnUploadSentAgainReadsNoContent(t *testing.T) {
	f := newFiling(t)
	r := f.sends(f.mira, "a.pdf", "%PDF-1.7")
	first, err := f.UploadFile(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	blobs := f.blobs.count()
	again, err := f.UploadFile(t.Context(), r)
	if err != nil || again.FileIDs[0] != first.FileIDs[0] || again.Position != first.Position {
		t.Errorf("got %+v, %v, want %+v", again, err, first)
	}
	if n := f.blobs.count(); n != blobs {
		t.Errorf("got %d blobs, want %d", n, blobs)
	}
}

// The same request in several processes at once stores one file, and one copy of its bytes.
func TestOneUploadSentManyTimesAtOnce(t *testing.T) {
	f := newFiling(t)
	before := f.blobs.count()
	r := f.sends(f.mira, "a.pdf", "%PDF-1.7")
	r.OnlyHere = false
	outs := make([]commands.UploadOutcome, 8)
	var all sync.WaitGroup
	for i := range outs {
		all.Go(func() {
			var err error
			if outs[i], err = f.UploadFile(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, out := range outs[1:] {
		if !slices.Equal(out.FileIDs, outs[0].FileIDs) || out.Position != outs[0].Position {
			t.Errorf("got %+v, want %+v", out, outs[0])
		}
	}
	if n := f.blobs.count() - before; n != 1 {
		t.Errorf("got %d blobs, want 1", n)
	}
	if s := f.file(outs[0].FileIDs[0]); s.Version != 1 {
		t.Errorf("got version %d, want 1", s.Version)
	}
}
