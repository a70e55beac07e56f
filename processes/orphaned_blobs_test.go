package processes_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/processes"
)

// ledge holds blobs by when they were stored.
type ledge struct {
	blobs   map[uuid.UUID]time.Time
	after   time.Time // of the last question
	cleared time.Time // until when
	fails   error     // of removing
}

func (s *ledge) StoredBlobs(_ context.Context, after, until time.Time) iter.Seq2[processes.StoredBlob, error] {
	s.after = after
	return func(yield func(processes.StoredBlob, error) bool) {
		for id, at := range s.blobs {
			if at.After(after) && !at.After(until) && !yield(processes.StoredBlob{ID: id, Place: id.String()}, nil) {
				return
			}
		}
	}
}

func (s *ledge) DropUnfinished(_ context.Context, until time.Time) error {
	s.cleared = until
	return nil
}

func (s *ledge) Discard(_ context.Context, k processes.StoredBlob) error {
	if s.fails == nil {
		delete(s.blobs, k.ID)
	}
	return s.fails
}

// attic is a log and a ledge of blobs, and who looks for orphans there.
type attic struct {
	*ledge
	*processes.OrphanCollector
	t     *testing.T
	log   es.Store
	marks marks
	begun time.Time
}

func newAttic(t *testing.T) *attic {
	a := &attic{ledge: &ledge{blobs: map[uuid.UUID]time.Time{}}, t: t, log: estest.NewStore(), begun: time.Now()}
	named := func(body []byte) (out []es.BlobRef) {
		for ids := body; len(ids) >= 16; ids = ids[16:] {
			out = append(out, es.BlobRef{ID: uuid.UUID(ids[:16])})
		}
		return out
	}
	a.OrphanCollector = &processes.OrphanCollector{Log: a.log, Blobs: a.ledge, Named: named, Marks: &a.marks, Age: time.Hour,
		Every: time.Hour, Logger: slog.New(slog.DiscardHandler)}
	return a
}

// storeBlob puts a blob on the ledge.
func (a *attic) storeBlob(after time.Duration) uuid.UUID {
	id := uuid.New()
	a.blobs[id] = a.begun.Add(after)
	return id
}

// nameBlobs appends an event that names blobs.
func (a *attic) nameBlobs(ids ...uuid.UUID) {
	a.t.Helper()
	var body []byte
	for _, id := range ids {
		body = append(body, id[:]...)
	}
	if _, err := a.log.Append(a.t.Context(), es.StreamOf("file", "demo", uuid.NewString()), 0,
		[]es.Envelope{{ID: uuid.New(), Type: "any", Body: body}}); err != nil {
		a.t.Fatal(err)
	}
}

// look looks for orphans after a while, and wants blobs to be left.
func (a *attic) look(after time.Duration, left ...uuid.UUID) {
	a.t.Helper()
	a.Now = func() time.Time { return a.begun.Add(after) }
	if err := a.Collect(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
	if want := a.begun.Add(after - a.Age); !a.cleared.Equal(want) {
		a.t.Errorf("after %s it was cleared until %s, want %s", after, a.cleared, want)
	}
	for _, id := range left {
		if _, ok := a.blobs[id]; !ok {
			a.t.Errorf("after %s the blob %s is gone, want it kept", after, id)
		}
	}
	if len(a.blobs) != len(left) {
		a.t.Errorf("after %s there are %d blobs, want %d", after, len(a.blobs), len(left))
	}
}

// TestBytesThatNoEventNamesAreRemoved once they are old enough, and no others.
func TestBytesThatNoEventNamesAreRemoved(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	kept, left := a.storeBlob(0), a.storeBlob(30*time.Minute)
	a.nameBlobs(uuid.New(), kept)
	a.look(70*time.Minute, kept, left)
	a.look(2*time.Hour, kept)
	if a.marks.at != 0 {
		t.Errorf("the checkpoint is at %d, though what was stored then may be young, want 0", a.marks.at)
	}
	a.look(130*time.Minute, kept)
	if a.marks.at != 1 {
		t.Errorf("the checkpoint is at %d, want 1", a.marks.at)
	}
	a.storeBlob(90 * time.Minute)
	late := a.storeBlob(95 * time.Minute)
	a.nameBlobs(late)
	a.look(3*time.Hour, kept, late)
	if d := a.after.Sub(a.begun); d < time.Hour || d > 61*time.Minute {
		t.Errorf("looked at what was stored after %s, want d at least %v and d at most %v", d, time.Hour, 61*time.Minute)
	}
	a.look(9*time.Hour, kept, late)
	if a.marks.at != 2 {
		t.Errorf("the checkpoint is at %d, want 2", a.marks.at)
	}
}

// TestRestoredBytesStay although they came long after the events that name them.
func TestRestoredBytesStay(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	first, second := a.storeBlob(0), a.storeBlob(0)
	a.nameBlobs(first)
	a.nameBlobs(second)
	a.nameBlobs(uuid.New())
	a.look(3*time.Hour, first, second)
	if a.marks.at != 3 {
		t.Fatalf("the checkpoint is at %d, want 3", a.marks.at)
	}
	a.blobs[first], a.blobs[second] = a.begun.Add(4*time.Hour), a.begun.Add(4*time.Hour)
	left := a.storeBlob(4 * time.Hour)
	a.look(9*time.Hour, first, second)
	if _, there := a.blobs[left]; there {
		t.Error("what nothing names is still there")
	}
}

// TestAHundredLeftoverBlobsAreBelieved, however few there are beside them.
func TestAHundredLeftoverBlobsAreBelieved(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	a.nameBlobs(a.storeBlob(0))
	for range 100 {
		a.storeBlob(time.Minute)
	}
	a.Now = func() time.Time { return a.begun.Add(5 * time.Hour) }
	if err := a.Collect(t.Context()); err != nil || len(a.blobs) != 1 {
		t.Errorf("%v, %d blobs are there, want the named one", err, len(a.blobs))
	}
}

// TestBytesOfAnotherInstallationStay since there are more of them than can be left over.
func TestBytesOfAnotherInstallationStay(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	kept := a.storeBlob(0)
	a.nameBlobs(kept)
	for range 101 {
		a.storeBlob(time.Minute)
	}
	a.Now = func() time.Time { return a.begun.Add(5 * time.Hour) }
	if err := a.Collect(t.Context()); !errors.Is(err, processes.ErrManyOrphans) || len(a.blobs) != 102 {
		t.Errorf("%v, %d blobs are there, want %v and len(a.blobs) = 102", err, len(a.blobs), processes.ErrManyOrphans)
	}
	for range 999 {
		a.nameBlobs(a.storeBlob(time.Minute))
	}
	if err := a.Collect(t.Context()); err != nil || len(a.blobs) != 1000 {
		t.Errorf("%v, %d blobs are there, want no error and len(a.blobs) = 1000", err, len(a.blobs))
	}
}

// TestALookThatFailsIsRepeated and loses no place.
func TestALookThatFailsIsRepeated(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	kept := a.storeBlob(0)
	a.nameBlobs(kept)
	a.storeBlob(time.Minute)
	a.fails = errors.New("the disk is gone")
	a.Now = func() time.Time { return a.begun.Add(5 * time.Hour) }
	if err := a.Collect(t.Context()); !errors.Is(err, a.fails) || a.marks.at != 0 {
		t.Errorf("%v, the checkpoint is at %d, want %v and a.marks.at = 0", err, a.marks.at, a.fails)
	}
	a.fails = nil
	a.look(5*time.Hour, kept)
}

// TestOrphansAreLookedForAgain after a look that failed.
func TestOrphansAreLookedForAgain(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	a.storeBlob(-3 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looks := 0
	a.Now = func() time.Time {
		if looks++; looks == 3 {
			cancel()
		}
		return time.Now()
	}
	a.fails = errors.New("the disk is gone")
	a.Every = time.Millisecond
	if err := a.Run(ctx); !errors.Is(err, context.Canceled) || looks < 3 {
		t.Errorf("%v after %d looks, want %v and looks at least 3", err, looks, context.Canceled)
	}
}

// TestALogThatCannotBeReadKeepsAllBytes wherever reading it fails.
func TestALogThatCannotBeReadKeepsAllBytes(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		a := newAttic(t)
		kept := a.storeBlob(0)
		a.nameBlobs(kept)
		a.nameBlobs(uuid.New())
		a.marks.at = 2
		orphan := a.storeBlob(2 * time.Hour)
		a.Now = func() time.Time { return a.begun.Add(9 * time.Hour) }
		a.OrphanCollector.Log = f.Store(a.log)
		err := a.Collect(t.Context())
		if _, there := a.blobs[orphan]; there == (err == nil) || err != nil && a.marks.at != 2 {
			t.Errorf("after %s: got %v, the orphan is there: %v, the checkpoint at %d, want it gone, or an error and the checkpoint at 2",
				f.Failed(), err, there, a.marks.at)
		}
		return err
	})
}

// TestALogThatDoesNotYieldEventsCostsNoBytes: what they name looks as if no event named it.
func TestALogThatDoesNotYieldEventsCostsNoBytes(t *testing.T) {
	a := newAttic(t)
	blind := estest.NewBlind(a.log.(estest.Closer))
	a.log, a.OrphanCollector.Log = blind, blind
	first, second := a.storeBlob(0), a.storeBlob(time.Minute)
	a.nameBlobs(first)
	a.nameBlobs(second)
	a.Now = func() time.Time { return a.begun.Add(3 * time.Hour) }
	for _, hidden := range []es.Position{0, 1} {
		blind.HideAfter(hidden)
		if err := a.Collect(t.Context()); !errors.Is(err, es.ErrIncompleteRead) || len(a.blobs) != 2 {
			t.Errorf("hidden after %d: got %v, %d blobs left; want %v, 2", hidden, err, len(a.blobs), es.ErrIncompleteRead)
		}
	}
	blind.HideNothing()
	a.look(3*time.Hour, first, second)
}
