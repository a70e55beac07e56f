package processes_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/processes"
)

// TestEmptyingGoesOnWhereItWasLeft kills the process at every append.
func TestEmptyingGoesOnWhereItWasLeft(t *testing.T) {
	t.Parallel()
	for _, there := range []bool{false, true} {
		for n := 1; ; n++ {
			b := newBin(t)
			b.trash(b.files...)
			b.now = b.now.Add(96 * time.Hour)
			living := b.Log
			m := &mortalStore{Store: living.Store, left: n, there: there}
			b.Commands.Log = &es.Log{Store: m, Codec: living.Codec}
			_ = b.retention().EmptyTrash(t.Context())
			b.Commands.Log = living
			if !m.dead {
				if n < 3 {
					t.Errorf("emptying took %d appends, want at least 3", n)
				}
				break
			}
			b.empty(0)
			if got := b.phases(); slices.Contains(got, file.Trashed) || len(b.events("", "file.permanently-deleted")) != 3 {
				t.Errorf("killed at append %d: %v, %d events, want no file in the trash and 3 events",
					n, got, len(b.events("", "file.permanently-deleted")))
			}
		}
	}
}

// TestManyProcessesEmptyOneTrash at the same moment, without a lease to keep them
// apart: everything is deleted once.
func TestManyProcessesEmptyOneTrash(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	for _, name := range strings.Fields("d e f g h i j k") {
		b.files = append(b.files, b.uploadPDF(name+".pdf"))
	}
	b.trash(b.files...)
	b.now = b.now.Add(96 * time.Hour)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := b.retention().EmptyTrash(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := len(b.events("", "file.permanently-deleted")); got != len(b.files) || slices.Contains(b.phases(), file.Trashed) {
		t.Errorf("%d events for %d files: %v, want one for each, and none in the trash",
			got, len(b.files), b.phases())
	}
}

// unreadable is a store in which nobody can read one stream.
type unreadable struct {
	es.Store
	stream es.StreamID
	why    error
}

func (u unreadable) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	if s == u.stream {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, u.why) }
	}
	return u.Store.Stream(ctx, s, after)
}

// TestOneThatCannotBeDeletedHoldsNothingUp and is tried again.
func TestOneThatCannotBeDeletedHoldsNothingUp(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	b.trash(b.files...)
	living := b.Log
	b.Commands.Log = &es.Log{Store: unreadable{living.Store, b.files[0], errDead}, Codec: living.Codec}
	b.now = b.now.Add(96 * time.Hour)
	r := b.retention()
	r.Trash = trashOf{living}
	if err := r.EmptyTrash(t.Context()); !errors.Is(err, errDead) {
		t.Errorf("%v, want %v", err, errDead)
	}
	b.Commands.Log = living
	if got := b.phases(); !slices.Equal(got, []file.Phase{file.Trashed, file.Gone, file.Gone}) {
		t.Errorf("%v, want %v", got, []file.Phase{file.Trashed, file.Gone, file.Gone})
	}
	b.empty(time.Hour)
	if got := b.phases(); got[0] != file.Gone {
		t.Errorf("later: %v, want got[0] = %v", got, file.Gone)
	}
}

// TestOneProcessEmptiesTheTrashAtATime waits for whoever has the lease.
func TestOneProcessEmptiesTheTrashAtATime(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	b.trash(b.files[0])
	b.now = b.now.Add(96 * time.Hour)
	leases := &oneLease{held: "retention", refused: make(chan struct{})}
	w := &processes.Worker{Leases: leases, TTL: time.Minute, Logger: slog.New(slog.DiscardHandler)}
	b.alone = w.RunAlone
	r := b.retention()
	r.Every = time.Millisecond
	looked := make(chan struct{}, 1)
	r.Trash = watched{trashOf{b.Log}, looked}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	for range 3 {
		<-leases.refused
	}
	if len(looked) > 0 {
		t.Error("looked into the trash while another did")
	}
	leases.free()
	<-looked
	<-looked // behind what was found first
	if got := b.phases(); got[0] != file.Gone {
		t.Errorf("%v, want got[0] = %v", got, file.Gone)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// oneLease keeps one lease at a time.
type oneLease struct {
	processes.Leases
	mu      sync.Mutex
	held    string
	refused chan struct{} // is told of each refusal that somebody waits for
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

// watched is a trash that tells when it is looked into.
type watched struct {
	trashOf
	looked chan struct{}
}

func (o watched) ExpiredStreams(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error) {
	select {
	case o.looked <- struct{}{}:
	default:
	}
	return o.trashOf.ExpiredStreams(ctx, by, limit)
}

// oneByOne finds one thing at a time in the trash.
type oneByOne struct{ trashOf }

func (o oneByOne) ExpiredStreams(ctx context.Context, by time.Time, _ int) ([]es.StreamID, error) {
	return o.trashOf.ExpiredStreams(ctx, by, 1)
}

// TestAllThatIsDueIsDeletedAtOnce however little of it is found at a time.
func TestAllThatIsDueIsDeletedAtOnce(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	b.trash(b.files...)
	b.now = b.now.Add(96 * time.Hour)
	r := b.retention()
	r.Trash = oneByOne{trashOf{b.Log}}
	if err := r.EmptyTrash(t.Context()); err != nil || slices.Contains(b.phases(), file.Trashed) {
		t.Errorf("got %v, %v; want all gone", err, b.phases())
	}
}
