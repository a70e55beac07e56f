package commands_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/processes"
)

// mortal is a store whose process dies at the append of a number.
type mortal struct {
	es.Store
	mu    sync.Mutex
	left  int  // appends until then
	there bool // the last one is stored all the same
	dead  bool
}

var errDead = errors.New("the process is dead")

func (m *mortal) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return es.Receipt{}, errDead
	}
	m.left--
	if m.dead = m.left == 0; m.dead && !m.there {
		return es.Receipt{}, errDead
	}
	at, err := m.Store.Append(ctx, s, expect, events)
	if m.dead {
		err = errDead
	}
	return at, err
}

func (m *mortal) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, errDead) }
	}
	return m.Store.Stream(ctx, s, after)
}

// TestAZipThatWasBegunIsFinished kills the process at every append of an upload,
// before and behind it. As soon as the upload was begun, whoever goes on stores
// every file once and applies every csv; before that, nothing is there.
func TestAZipThatWasBegunIsFinished(t *testing.T) {
	const files = 3
	for _, there := range []bool{false, true} {
		for n := 1; ; n++ {
			f := newFiling(t)
			old := f.storePDF("b.pdf")
			store := f.Log.Store
			m := &mortal{Store: store, left: n, there: there}
			living := f.Log
			f.Commands.Log = &es.Log{Store: m, Codec: living.Codec}
			r := f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-a", "b.pdf", "%PDF-b", "c.pdf", "%PDF-c", "v.csv",
				"filename,supplier_no\na,1\nb,2\nc,3\n", "x.txt", "x"))
			_, err := f.UploadFile(t.Context(), r)
			f.Commands.Log = living
			if !m.dead {
				if err != nil || n < 10 {
					t.Errorf("the upload took %d appends: %v, want no error and n at least 10", n, err)
				}
				break
			}
			if err == nil {
				t.Errorf("killed at append %d, and no failure, want an error", n)
			}
			stream := bulk.StreamOf("demo", r.CommandID.String())
			begun := f.hasBegun(stream)
			for range 2 { // the second time there is nothing left to do
				if err := f.FinishBulk(t.Context(), stream); errors.Is(err, es.ErrNoStream) == begun || begun && err != nil {
					t.Fatalf("killed at append %d, begun %v: %v, want ErrNoStream unless it has begun", n, begun, err)
				}
			}
			if !begun {
				if !slices.Equal(f.names(), []string{"b.pdf"}) || f.file(old).Version != 1 {
					t.Errorf("killed at append %d, before it began: %q, want b.pdf in version 1 alone", n, f.names())
				}
				continue
			}
			f.isWhole(n, old, files)
		}
	}
}

// hasBegun reports whether a bulk began.
func (f *filing) hasBegun(stream es.StreamID) bool {
	f.t.Helper()
	s, _, err := es.Load(f.t.Context(), f.Log, bulk.Decider, stream)
	if err != nil {
		f.t.Fatal(err)
	}
	return s.Begun
}

// isWhole wants all that the zip of the test above brings.
func (f *filing) isWhole(n int, old string, files int) {
	f.t.Helper()
	if !slices.Equal(f.names(), []string{"a.pdf", "b.pdf", "c.pdf"}) || f.file(old).Version != 2 {
		f.t.Errorf("killed at append %d: %q, version %d of b.pdf, want a.pdf, b.pdf and c.pdf, b.pdf in version 2",
			n, f.names(), f.file(old).Version)
	}
	all, err := f.DossierFiles.FilesIn(f.t.Context(), "demo", f.dossierID)
	if err != nil {
		f.t.Fatal(err)
	}
	for i, named := range all {
		if got := f.values(named.ID); got != fmt.Sprintf("Supplier=%d", i+1) {
			f.t.Errorf("killed at append %d: %s has %q, want Supplier=%d", n, named.Filename, got, i+1)
		}
		if want := "%PDF-" + named.Filename[:1]; f.original(named.ID) != want || named.ID != old && f.file(named.ID).Version != 1 {
			f.t.Errorf("killed at append %d: %s holds %q, want %q", n, named.Filename, f.original(named.ID), want)
		}
	}
	if got := f.skippedEntries(); len(got) != 1 || got["x.txt"] != "type" {
		f.t.Errorf(`killed at append %d: skipped %v, want len(got) = 1 and got["x.txt"] = type`, n, got)
	}
	for _, b := range f.blobs.blobs {
		if strings.HasPrefix(string(b), "PK") {
			f.t.Errorf("killed at append %d: the zip is still there, want none", n)
		}
	}
}

// TestAFullDiskLeavesWorkToBeDone fails at each blob that is written.
func TestAFullDiskLeavesWorkToBeDone(t *testing.T) {
	for n := 1; ; n++ {
		f := newFiling(t)
		f.blobs.failAt = f.blobs.puts + n
		r := f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-a", "b.pdf", "%PDF-b"))
		_, err := f.UploadFile(t.Context(), r)
		if err == nil {
			if n != 5 {
				t.Errorf("an upload wrote %d blobs, want n = 5", n-1)
			}
			return
		}
		stream := bulk.StreamOf("demo", r.CommandID.String())
		begun := f.hasBegun(stream)
		if err := f.FinishBulk(t.Context(), stream); errors.Is(err, es.ErrNoStream) == begun || begun && err != nil {
			t.Fatalf("without room for blob %d, begun %v: %v, want ErrNoStream unless it has begun", n, begun, err)
		}
		want := []string(nil)
		if begun {
			want = []string{"a.pdf", "b.pdf"}
		}
		if !errors.Is(err, errFull) || !slices.Equal(f.names(), want) || len(f.blobs.blobs) != 5+len(want) {
			t.Errorf("without room for blob %d: %v, %q, %d blobs, want the error errFull, f.names() = %v and len(f.blobs.blobs) "+
				"= %v", n, err, f.names(), len(f.blobs.blobs), want, 5+len(want))
		}
	}
}

// TestABulkWhoseDossierIsGoneEnds finds the bytes of the upload gone.
func TestABulkWhoseDossierIsGoneEnds(t *testing.T) {
	f := newFiling(t)
	store := f.Log.Store
	living := f.Log
	f.Commands.Log = &es.Log{Store: &mortal{Store: store, left: 2}, Codec: living.Codec}
	r := f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-a"))
	if _, err := f.UploadFile(t.Context(), r); err == nil {
		t.Fatal("the process lives")
	}
	f.Commands.Log = living
	for id := range f.blobs.blobs {
		delete(f.blobs.blobs, id)
	}
	stream := bulk.StreamOf("demo", r.CommandID.String())
	if err := f.FinishBulk(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	s, _, err := es.Load(t.Context(), f.Log, bulk.Decider, stream)
	if err != nil || !s.Done || len(f.names()) > 0 {
		t.Errorf("%+v, %v, %q, want s.Done, len(f.names()) at most 0 and no error", s, err, f.names())
	}
}

// TestTwoZipsAtOnce upload the same names: each stays one file, with the bytes of one
// of them, and both are answered.
func TestTwoZipsAtOnce(t *testing.T) {
	f := newFiling(t)
	var all sync.WaitGroup
	outs := make([]commands.UploadOutcome, 4)
	for i := range outs {
		var content []string
		for n := range 8 {
			content = append(content, fmt.Sprintf("%d.pdf", n), fmt.Sprintf("%%PDF-%d of %d", n, i))
		}
		zip := zipOf(t, append(content, "v.csv", fmt.Sprintf("filename,supplier_no\n3,%d\n", i))...)
		all.Go(func() {
			var err error
			if outs[i], err = f.UploadFile(t.Context(), f.sends(f.mira, "x.zip", zip)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if names := f.names(); len(names) != 8 {
		t.Errorf("the dossier holds %q, want 8", names)
	}
	for i, out := range outs {
		if !slices.Equal(out.FileIDs, outs[0].FileIDs) || len(out.ProcessedFileIDs) != 1 {
			t.Errorf("upload %d is answered %+v, want %v and len(out.ProcessedFileIDs) = 1", i, out, outs[0].FileIDs)
		}
	}
	for n, id := range outs[0].FileIDs {
		if s := f.file(id); s.Version != 4 || !strings.HasPrefix(f.original(id), fmt.Sprintf("%%PDF-%d of ", n)) {
			t.Errorf("%s holds %q in version %d, want the last of its bytes in version 4",
				s.Filename, f.original(id), s.Version)
		}
	}
	if len(f.blobs.blobs) != 8+5 {
		t.Errorf("%d blobs, want %v", len(f.blobs.blobs), 8+5)
	}
}

// TestFilesOfAZipComeInOrder looks at the log: each file's event stands behind that
// of the name before it.
func TestFilesOfAZipComeInOrder(t *testing.T) {
	f := newFiling(t)
	var content, want []string
	for n := range 100 {
		name := fmt.Sprintf("%03d.pdf", (n*37)%100)
		content = append(content, name, "%PDF-"+strings.Repeat(name, n*100))
		want = append(want, fmt.Sprintf("%03d.pdf", n))
	}
	f.storePDF("050.pdf") // replaced in its turn
	if _, err := f.zip(zipOf(t, content...)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range f.Log.All(t.Context(), 0, es.Filter{Types: []string{"file.uploaded", "file.replaced"}}) {
		if err != nil {
			t.Fatal(err)
		}
		switch v := e.Event.(type) {
		case file.Uploaded:
			got = append(got, v.Name.Value.Filename)
		case file.Replaced:
			got = append(got, v.Name.Value.Filename)
		}
	}
	if got = got[1:]; !slices.Equal(got, want) {
		t.Errorf("stored in the order %q, want %v", got, want)
	}
}

// TestAnUploadIsNotLeftWhenItsClientGoes cancels the request while its files are
// being stored.
func TestAnUploadIsNotLeftWhenItsClientGoes(t *testing.T) {
	f := newFiling(t)
	ctx, cancel := context.WithCancel(t.Context())
	f.Alone = func(inner context.Context, _ es.StreamID, do func(context.Context) error) error {
		cancel()
		return do(inner)
	}
	out, err := f.UploadFile(ctx, f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-a", "b.pdf", "%PDF-b")))
	if err != nil || len(out.FileIDs) != 2 {
		t.Errorf("%+v, %v, want no error and len(out.FileIDs) = 2", out, err)
	}
}

// TestOneWorksOnABulk lets a worker come while the request stores its files.
func TestOneWorksOnABulk(t *testing.T) {
	f := newFiling(t)
	leases := &oneLease{}
	w := &processes.Worker{Leases: leases, TTL: time.Minute, Logger: slog.New(slog.DiscardHandler),
		Do: func(context.Context, es.StreamID) error {
			t.Error("two work on one upload")
			return nil
		}}
	came := 0
	f.Alone = func(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
		return w.RunAlone(ctx, stream, func(ctx context.Context) error {
			came++
			if err := w.Handle(ctx, stream); err != nil {
				t.Error(err)
			}
			return do(ctx)
		})
	}
	if out, err := f.zip(zipOf(t, "a.pdf", "%PDF-a")); err != nil || len(out.FileIDs) != 1 || came != 1 || leases.held != "" {
		t.Errorf(`%+v, %v, %d, %q, want len(out.FileIDs) = 1, came = 1, leases.held = "" and no error`, out, err, came, leases.held)
	}
}

// TestARepetitionBesideAWorkerIsTold to come again, and leaves no bytes: the worker
// carries on what the first attempt has begun.
func TestARepetitionBesideAWorkerIsTold(t *testing.T) {
	f := newFiling(t)
	r := f.sends(f.mira, "x.zip", zipOf(t, "a.pdf", "%PDF-a"))
	away := errors.New("the store is away")
	f.Alone = func(ctx context.Context, _ es.StreamID, do func(context.Context) error) error {
		return errors.Join(do(ctx), away)
	}
	if _, err := f.UploadFile(t.Context(), r); !errors.Is(err, away) {
		t.Fatal(err)
	}
	kept := len(f.blobs.blobs)
	f.Alone = func(context.Context, es.StreamID, func(context.Context) error) error { return commands.ErrLeaseHeld }
	if _, err := f.UploadFile(t.Context(), r); !errors.Is(err, commands.ErrStillRunning) {
		t.Errorf("beside a worker: got %v, want %v", err, commands.ErrStillRunning)
	}
	f.Alone = nil
	if _, err := f.UploadFile(t.Context(), r); err != nil {
		t.Errorf("behind it: got %v, want no failure", err)
	}
	if now := len(f.blobs.blobs); now != kept {
		t.Errorf("%d blobs before the repetitions, %d after, want as many", kept, now)
	}
}

// oneLease keeps one lease at a time.
type oneLease struct {
	processes.Leases
	mu      sync.Mutex
	held    string
	refused chan struct{} // is told of each refusal that somebody waits for; may be nil
}

// free takes the lease from whoever has it.
func (l *oneLease) free() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = ""
}

func (l *oneLease) Take(_ context.Context, key string, holder uuid.UUID, _ time.Duration) (processes.Fence, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held != "" {
		select {
		case l.refused <- struct{}{}:
		default:
		}
		return processes.Fence{}, processes.ErrLeaseHeld
	}
	l.held = key
	return processes.Fence{Key: key, Holder: holder}, nil
}

func (l *oneLease) Release(context.Context, processes.Fence) error { l.free(); return nil }
