package processes

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
)

// shelf keeps leases in memory, and may be away.
type shelf struct {
	Leases
	mu   sync.Mutex
	held map[string]Fence
	away bool
}

var errStoreAway = errors.New("the store is away")

func (s *shelf) Take(_ context.Context, key string, holder uuid.UUID, ttl time.Duration) (Fence, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.held[key]; s.away {
		return f, errStoreAway
	} else if ok && f.Holder != holder && f.Until.After(time.Now()) {
		return f, ErrLeaseHeld
	}
	s.held[key] = Fence{Key: key, Holder: holder, Until: time.Now().Add(ttl)}
	return s.held[key], nil
}

func (s *shelf) Renew(ctx context.Context, f Fence, ttl time.Duration) (Fence, error) {
	s.mu.Lock()
	now, away := s.held[f.Key], s.away
	s.mu.Unlock()
	if away {
		return f, errStoreAway
	}
	if now.Holder != f.Holder || !now.Until.After(time.Now()) {
		return f, ErrLeaseLost
	}
	return s.Take(ctx, f.Key, f.Holder, ttl)
}

func (s *shelf) Release(_ context.Context, f Fence) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return errStoreAway
	}
	if s.held[f.Key].Holder == f.Holder {
		delete(s.held, f.Key)
	}
	return nil
}

func (s *shelf) goAway(away bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = away
}

// An office is a process that wants to run a task and tells when it does.
type office struct {
	tasks *SingletonTasks
	taken chan time.Time
	left  chan time.Time
	fails chan error // ends the work
	close context.CancelFunc
	over  chan error
}

func openOffice(t *testing.T, s *shelf) *office {
	o := &office{taken: make(chan time.Time, 10), left: make(chan time.Time, 10), fails: make(chan error), over: make(chan error, 1)}
	o.tasks = &SingletonTasks{Leases: s, Holder: uuid.New(), TTL: 6 * time.Second, Every: time.Second,
		Logger: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(t.Context())
	o.close = cancel
	go func() {
		o.over <- o.tasks.Run(ctx, "relay", func(ctx context.Context) error {
			o.taken <- time.Now()
			defer func() { o.left <- time.Now() }()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case err := <-o.fails:
				return err
			}
		})
	}()
	synctest.Wait()
	return o
}

// end stops a process.
func (o *office) end(t *testing.T) {
	t.Helper()
	o.close()
	if err := <-o.over; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped with %v, want %v", err, context.Canceled)
	}
}

func (o *office) working() bool { return len(o.taken) > len(o.left) }

// stay passes time; of two processes one works.
func stay(t *testing.T, d time.Duration, who, other *office) {
	t.Helper()
	time.Sleep(d)
	synctest.Wait()
	if !who.working() || other.working() {
		t.Fatalf("after %s: %v and %v work, want the first alone", d, who.working(), other.working())
	}
}

func TestATaskIsGivenBackAtAStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{held: map[string]Fence{}}
		one, two := openOffice(t, s), openOffice(t, s)
		stay(t, time.Hour, one, two)
		one.end(t)
		stay(t, 1100*time.Millisecond, two, one)
		two.end(t)
	})
}

func TestATaskOfADeadProcessIsTakenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{held: map[string]Fence{}}
		if _, err := s.Take(t.Context(), "post/relay", uuid.New(), 6*time.Second); err != nil { // and dies
			t.Fatal(err)
		}
		began := time.Now()
		two := openOffice(t, s)
		if took := (<-two.taken).Sub(began); took < 5*time.Second || took > 7*time.Second {
			t.Errorf("taken over after %s, want took at least %v and took at most %v", took, 5*time.Second, 7*time.Second)
		}
		two.end(t)
	})
}

// TestAShortOutageOfTheStoreCostsNoTask, but for longer than a lease it does: by
// then another process may hold it.
func TestAShortOutageOfTheStoreCostsNoTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{held: map[string]Fence{}}
		one, two := openOffice(t, s), openOffice(t, s)
		time.Sleep(time.Minute)
		s.goAway(true)
		stay(t, 3*time.Second, one, two)
		s.goAway(false)
		stay(t, time.Minute, one, two)
		s.goAway(true)
		if lost := <-two.over; !errors.Is(lost, errStoreAway) { // for its supervisor
			t.Errorf("asking for a post of a store that is away: %v, want %v", lost, errStoreAway)
		}
		gone := time.Now()
		<-one.taken
		if held := (<-one.left).Sub(gone); held > 6*time.Second {
			t.Errorf("the work went on for %s without a lease, want at most %v", held, 6*time.Second)
		}
		if err := <-one.over; !errors.Is(err, errStoreAway) {
			t.Errorf("%v, want %v", err, errStoreAway)
		}
	})
}

func TestWorkThatFailsGivesItsTaskBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{held: map[string]Fence{}}
		one, two := openOffice(t, s), openOffice(t, s)
		broken := errors.New("broken")
		one.fails <- broken
		if err := <-one.over; !errors.Is(err, broken) {
			t.Errorf("%v, want %v", err, broken)
		}
		stay(t, 1100*time.Millisecond, two, one)
		two.end(t)
	})
}

// TestATaskTakenByAnotherEndsTheWork loses the lease while the process was frozen.
func TestATaskTakenByAnotherEndsTheWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{held: map[string]Fence{}}
		one := openOffice(t, s)
		s.mu.Lock()
		s.held["post/relay"] = Fence{"post/relay", uuid.New(), time.Now().Add(10 * time.Second)}
		s.mu.Unlock()
		<-one.taken
		if left := <-one.left; time.Until(left) > 0 {
			t.Error("left before its time")
		}
		began := time.Now()
		if again := <-one.taken; again.Sub(began) > 10*time.Second {
			t.Errorf("asked for it again after %s, want at most %v", again.Sub(began), 10*time.Second)
		}
		one.end(t)
	})
}
