package processes

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// TestLargeFilesLeaveASlot fills all slots that large files may have, and wants a
// small one to go on; and the next large one to wait for its turn.
func TestLargeFilesLeaveASlot(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 4} {
		s := NewSlots(n)
		var held []func()
		for range max(n, 2) - 1 {
			release, err := s.takeSlot(t.Context(), Load{Large: true})
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, release)
		}
		ended, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := s.takeSlot(ended, Load{Large: true}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("of %d slots a large file took the last: %v, want %v", n, err, context.DeadlineExceeded)
		}
		cancel()
		small, err := s.takeSlot(t.Context(), Load{})
		if err != nil {
			t.Fatalf("of %d slots none is left for a small file: %v, want no error", n, err)
		}
		held[0]()
		again, err := s.takeSlot(t.Context(), Load{Large: true})
		if err != nil {
			t.Error(err)
		}
		small()
		again()
	}
}

// TestATemplateLeavesASlot fills all slots that a template may have, and wants files of other
// templates to go on; and the next one of it to wait for its turn.
func TestATemplateLeavesASlot(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 4} {
		s := NewSlots(n)
		var held []func()
		for range max(n, 2) {
			release, err := s.takeSlot(t.Context(), Load{Template: "endless"})
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, release)
		}
		ended, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := s.takeSlot(ended, Load{Template: "endless"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d workers: the template took the last slot: %v, want %v", n, err, context.DeadlineExceeded)
		}
		cancel()
		for range 3 {
			other, err := s.takeSlot(t.Context(), Load{Template: "other"})
			if err != nil {
				t.Fatalf("%d workers: no slot is left for another template: %v, want no error", n, err)
			}
			other()
		}
		held[0]()
		again, err := s.takeSlot(t.Context(), Load{Template: "endless"})
		if err != nil {
			t.Error(err)
		}
		for _, release := range append(held[1:], again) {
			release()
		}
		if len(s.templates) > 0 {
			t.Errorf("%d workers: %d templates are left behind, want none", n, len(s.templates))
		}
	}
}

// TestFilesOfATemplateWaitAside queues many files of a template whose rules come to no end
// before one of another template, and wants that one done meanwhile; then all are done.
func TestFilesOfATemplateWaitAside(t *testing.T) {
	t.Parallel()
	queue, hold := make(chan es.StreamID, 100), make(chan struct{})
	done := make(chan es.StreamID, 100)
	fair := &FairQueue{MaxLarge: 9, MaxPerTemplate: 2,
		Load: func(_ context.Context, s es.StreamID) (Load, error) {
			return Load{Busy: true, Template: string(s[:1])}, nil
		},
		Wake: func(_ context.Context, s es.StreamID) error { queue <- s; return nil },
		Do: func(_ context.Context, s es.StreamID) error {
			if s[0] == 'E' {
				<-hold
			}
			done <- s
			return nil
		}}
	for _, s := range []es.StreamID{"E1", "E2", "E3", "E4", "other"} {
		queue <- s
	}
	var handlers sync.WaitGroup
	for range 3 { // one more than the template may have
		handlers.Go(func() {
			for s := range queue {
				if err := fair.Handle(t.Context(), s); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if first := <-done; first != "other" {
		t.Errorf("got %s first, want that of the other template", first)
	}
	close(hold)
	var rest []es.StreamID
	for range 4 {
		rest = append(rest, <-done)
	}
	close(queue)
	handlers.Wait()
	slices.Sort(rest)
	if want := []es.StreamID{"E1", "E2", "E3", "E4"}; !slices.Equal(rest, want) {
		t.Errorf("got %v, want %v", rest, want)
	}
}

// TestWhoGivesUpFreesSlots that it had while it waited for the next one.
func TestWhoGivesUpFreesSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots(2)
		var taken []func()
		for _, template := range []string{"a", "a", "c", "c"} { // all that there are
			free, err := s.takeSlot(t.Context(), Load{Template: template})
			if err != nil {
				t.Fatal(err)
			}
			taken = append(taken, free)
		}
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			gave := make(chan error, 1)
			go func() {
				_, err := s.takeSlot(ctx, Load{Large: true, Template: "b"})
				gave <- err
			}()
			synctest.Wait()
			cancel()
			if err := <-gave; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want %v", err, context.Canceled)
			}
		}
		for _, free := range taken {
			free()
		}
		free, err := s.takeSlot(t.Context(), Load{Large: true, Template: "b"}) // a deadlock, if it waits
		if err != nil {
			t.Fatal(err)
		}
		free()
		if len(s.templates) != 0 {
			t.Errorf("slots of %d templates are kept, want 0", len(s.templates))
		}
	})
}

// TestOneFileIsAlwaysDone, also where no limits are set.
func TestOneFileIsAlwaysDone(t *testing.T) {
	t.Parallel()
	done := 0
	fair := &FairQueue{
		Load: func(context.Context, es.StreamID) (Load, error) {
			return Load{Busy: true, Large: true, Template: "t"}, nil
		},
		Wake: func(context.Context, es.StreamID) error { return nil },
		Do:   func(context.Context, es.StreamID) error { done++; return nil }}
	for range 2 {
		if err := fair.Handle(t.Context(), "s"); err != nil {
			t.Error(err)
		}
	}
	if done != 2 {
		t.Errorf("done %d times, want 2", done)
	}
}

// TestWhatIsNotBusyNeverWaits, however many files are at work: it ends at once.
func TestWhatIsNotBusyNeverWaits(t *testing.T) {
	t.Parallel()
	begun, hold := make(chan struct{}), make(chan struct{})
	down := errors.New("the log is down")
	var done []es.StreamID
	fair := &FairQueue{MaxLarge: 1, MaxPerTemplate: 1,
		Load: func(_ context.Context, s es.StreamID) (Load, error) {
			if s == "lost" {
				return Load{}, down
			}
			return Load{Busy: s == "busy", Large: true, Template: "t"}, nil
		},
		Wake: func(context.Context, es.StreamID) error { return nil },
		Do: func(_ context.Context, s es.StreamID) error {
			if s == "busy" {
				close(begun)
				<-hold
				return nil
			}
			done = append(done, s)
			return nil
		}}
	var handler sync.WaitGroup
	handler.Go(func() {
		if err := fair.Handle(t.Context(), "busy"); err != nil {
			t.Error(err)
		}
	})
	<-begun
	if err := fair.Handle(t.Context(), "done"); err != nil || !slices.Equal(done, []es.StreamID{"done"}) {
		t.Errorf("got %v, %v, want what is not busy done", done, err)
	}
	if err := fair.Handle(t.Context(), "lost"); !errors.Is(err, down) || len(done) != 1 {
		t.Errorf("got %v, %v, want %v", done, err, down)
	}
	close(hold)
	handler.Wait()
}

// TestLargeFilesWaitAside queues many large files before a small one and wants the
// small one done while the first large one is still at work, and all done in turn.
func TestLargeFilesWaitAside(t *testing.T) {
	t.Parallel()
	queue := make(chan es.StreamID, 100)
	hold := make(chan struct{})
	var mu sync.Mutex
	var order []es.StreamID
	fair := &FairQueue{MaxLarge: 1, MaxPerTemplate: 9,
		Load: func(_ context.Context, s es.StreamID) (Load, error) { return Load{Busy: true, Large: s[0] == 'L'}, nil },
		Wake: func(_ context.Context, s es.StreamID) error { queue <- s; return nil },
		Do: func(_ context.Context, s es.StreamID) error {
			if s[0] == 'L' {
				<-hold
			}
			mu.Lock()
			defer mu.Unlock()
			order = append(order, s)
			return nil
		}}
	for _, s := range []es.StreamID{"L1", "L2", "L3", "L2", "L4", "small"} {
		queue <- s
	}
	count := func() int { mu.Lock(); defer mu.Unlock(); return len(order) }
	var handlers sync.WaitGroup
	for range 2 { // as many as work at once: were large ones let in, both would hang
		handlers.Go(func() {
			for s := range queue {
				if err := fair.Handle(t.Context(), s); err != nil {
					t.Error(err)
				}
			}
		})
	}
	until(t, func() bool { return count() == 1 })
	close(hold)
	until(t, func() bool { return count() == 5 })
	close(queue)
	handlers.Wait()
	slices.Sort(order[1:])
	if want := []es.StreamID{"small", "L1", "L2", "L3", "L4"}; !slices.Equal(order, want) {
		t.Errorf("done: %v, want %v", order, want)
	}
}

func until(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come")
		}
	}
}
