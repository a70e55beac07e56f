package processes

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// yard is a backlog, leases and a publisher in one, by a clock of its own.
type yard struct {
	Leases
	now     time.Time
	waiting []es.StreamID
	held    []string
	sent    []string
}

func (y *yard) Waiting(context.Context, time.Time, int) (out []Pending, err error) {
	for _, s := range y.waiting {
		out = append(out, Pending{"topic", s})
	}
	return out, nil
}
func (y *yard) HeldKeys(context.Context, string) ([]string, error) { return y.held, nil }
func (y *yard) Publish(_ context.Context, _, id string, payload []byte) error {
	y.sent = append(y.sent, string(payload))
	return nil
}

// TestSweep follows work through sweeps: what nobody holds is told at once, and
// again only when a minute has not helped; what is held is left alone.
func TestSweep(t *testing.T) {
	t.Parallel()
	y := &yard{now: time.Unix(1000, 0), waiting: []es.StreamID{"lost", "busy"}, held: []string{"busy"}}
	s := &Sweep{Backlog: y, Leases: y, Publish: y, Now: func() time.Time { return y.now }, Logger: slog.New(slog.DiscardHandler)}
	sweep := func(d time.Duration, want ...string) {
		t.Helper()
		y.now, y.sent = y.now.Add(d), nil
		if err := s.sweepOnce(t.Context(), 0); err != nil || !slices.Equal(y.sent, want) {
			t.Fatalf("told %v, %v; want %v", y.sent, err, want)
		}
	}
	sweep(0, "lost")
	sweep(10 * time.Second)
	y.held = nil // the worker died
	sweep(10*time.Second, "busy")
	sweep(30 * time.Second)
	sweep(20*time.Second, "lost")
	y.waiting = []es.StreamID{"busy"}
	sweep(time.Minute, "busy")
	y.waiting = append(y.waiting, "lost") // asked for anew
	sweep(time.Second, "lost")
}

// TestAWorkerThatLosesItsLeaseStops wants the work to end when the heartbeat finds
// that another has the lease.
func TestAWorkerThatLosesItsLeaseStops(t *testing.T) {
	t.Parallel()
	l := &lost{}
	ended := make(chan error, 1)
	w := &Worker{Leases: l, TTL: 30 * time.Millisecond, Logger: slog.New(slog.DiscardHandler),
		Do: func(ctx context.Context, _ es.StreamID) error {
			<-ctx.Done()
			ended <- ctx.Err()
			return ctx.Err()
		}}
	if err := w.Handle(t.Context(), "file-demo-1"); err == nil {
		t.Error("a lost lease is no success")
	}
	if err := <-ended; err == nil || !l.released {
		t.Errorf("the work ended with %v, released %v, want an error and l.released", err, l.released)
	}
	if err := (&Worker{Leases: &lost{taken: true}, TTL: time.Second, Do: nil}).Handle(t.Context(), "x"); err != nil {
		t.Errorf("somebody else's lease: %v, want no error", err)
	}
}

// lost gives a lease that is gone at the first heartbeat.
type lost struct {
	Leases
	taken, released bool
}

func (l *lost) Take(_ context.Context, key string, holder uuid.UUID, _ time.Duration) (Fence, error) {
	if l.taken {
		return Fence{}, ErrLeaseHeld
	}
	return Fence{Key: key, Holder: holder}, nil
}
func (l *lost) Renew(context.Context, Fence, time.Duration) (Fence, error) {
	return Fence{}, ErrLeaseLost
}
func (l *lost) Release(context.Context, Fence) error { l.released = true; return nil }

// TestASweepThatFailsIsRepeated and does without patience only the first time.
func TestASweepThatFailsIsRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		y := &yard{now: time.Unix(1000, 0), waiting: []es.StreamID{"lost"}}
		b := &failingBacklog{yard: y}
		s := &Sweep{Backlog: b, Leases: y, Publish: y, Now: time.Now, Every: time.Second, Patience: time.Hour,
			Logger: slog.New(slog.DiscardHandler)}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()
		time.Sleep(2500 * time.Millisecond)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if want := []time.Duration{0, time.Hour, time.Hour}; !slices.Equal(b.patience, want) || !slices.Equal(y.sent, []string{"lost"}) {
			t.Errorf("looked for what waits for %v, sent %v; want %v", b.patience, y.sent, want)
		}
	})
}

// failingBacklog fails the first time, and notes how long work must have waited.
type failingBacklog struct {
	*yard
	patience []time.Duration
}

func (b *failingBacklog) Waiting(ctx context.Context, before time.Time, limit int) ([]Pending, error) {
	b.patience = append(b.patience, time.Since(before))
	if len(b.patience) == 1 {
		return nil, errStoreAway
	}
	return b.yard.Waiting(ctx, before, limit)
}
