package store_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
)

// database is a stand that tests change by hand.
type database struct {
	mu    sync.Mutex
	stand store.Progress
	reads atomic.Int64
}

func (d *database) set(p store.Progress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stand = p
}

func (d *database) read(context.Context) (store.Stand, error) {
	d.reads.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	return store.Stand{Progress: map[string]store.Progress{"list_v2": d.stand}, Served: map[string]string{"list": "list_v2"}}, nil
}

func TestWaitersAreWokenWithoutPolling(t *testing.T) {
	d := &database{}
	w := store.NewWaiters(d.read, time.Hour)
	done := make(chan error)
	for range 100 {
		go func() { done <- w.Await(t.Context(), 7, "list") }()
	}
	w.Reached("list_v2", 6)
	w.Reached("list_v2", 7)
	for range 100 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestWaitersShareThePolling(t *testing.T) {
	d := &database{}
	w := store.NewWaiters(d.read, 20*time.Millisecond)
	if err := w.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := w.Await(ctx, 1, "list"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("awaited in vain: %v, want %v", err, context.DeadlineExceeded)
			}
		})
	}
	all.Wait()
	if n := d.reads.Load(); n < 2 || n > 40 { // ten intervals; 50 waiters apart would read 500 times
		t.Errorf("%d reads, want n at least 2 and n at most 40", n)
	}
}

func TestResetElsewhereIsNoticed(t *testing.T) {
	d := &database{}
	w := store.NewWaiters(d.read, time.Millisecond)
	at := func(p es.Position) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return w.Await(ctx, p, "list")
	}
	w.Reached("list_v2", 9)
	if err := w.Refresh(t.Context()); err != nil || at(9) != nil {
		t.Fatalf("an older reading counts for more than what this process did: %v, want at(9) = nil and no error", err)
	}
	d.set(store.Progress{At: 3, Epoch: 1})
	if err := w.Refresh(t.Context()); err != nil || at(9) == nil || at(3) != nil {
		t.Fatalf("a reset view passes for fresh: %v, want at(9) != nil, at(3) = nil and no error", err)
	}
}

func TestNoticesOfProgress(t *testing.T) {
	d := &database{}
	w := store.NewWaiters(d.read, time.Hour)
	at := func(p es.Position) bool {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		return w.Await(ctx, p, "list") == nil
	}
	w.LearnProgress("list_v2", store.Progress{At: 7})
	if at(7) {
		t.Fatal("a notice counts before anything is known of its projection")
	}
	for _, step := range []struct {
		learnt      store.Progress
		held, above es.Position
	}{
		{store.Progress{At: 7}, 7, 8},
		{store.Progress{At: 5}, 7, 8},           // came late
		{store.Progress{At: 3, Epoch: 1}, 3, 4}, // was reset
		{store.Progress{At: 9}, 3, 4},           // from before the reset
		{store.Progress{At: 4, Epoch: 1}, 4, 5},
	} {
		if w.LearnProgress("list_v2", step.learnt); !at(step.held) || at(step.above) {
			t.Errorf("after %+v: at %d %v, at %d %v, want the first of both alone",
				step.learnt, step.held, at(step.held), step.above, at(step.above))
		}
	}
}
