package share

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// ask has an owner work in a place for a while, and notes its name when that is over.
func ask(t *testing.T, p *Places, owner string, work time.Duration, done *[]string) {
	go func() {
		release, err := p.Take(t.Context(), owner)
		if err != nil {
			t.Errorf("%s: got %v, want a place", owner, err)
			return
		}
		time.Sleep(work) // of the bubble
		*done = append(*done, owner)
		release()
	}()
	synctest.Wait() // all come in their order
}

// TestOwnersAreServedInTurn lets one owner want ten thousand places before another wants one, which then waits for one.
func TestOwnersAreServedInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, done := New(1, 0), []string{}
		for range 10_000 {
			go func() {
				release, err := p.Take(t.Context(), "many")
				if err != nil {
					t.Errorf("got %v, want a place", err)
					return
				}
				time.Sleep(time.Second)
				done = append(done, "many")
				release()
			}()
		}
		synctest.Wait()
		ask(t, p, "one", time.Second, &done)
		time.Sleep(2500 * time.Millisecond)
		if want := []string{"many", "one"}; !slices.Equal(done[:2], want) {
			t.Errorf("got %v first, want %v", done[:2], want)
		}
		time.Sleep(3 * time.Hour)
		if len(done) != 10_001 || len(p.owners) != 0 || p.free != 1 {
			t.Errorf("got %d served, %d owners and %d free places at the end, want 10001, 0 and 1", len(done), len(p.owners), p.free)
		}
	})
}

// TestTimeCounts, not the number of places: an owner with long work has fewer turns.
func TestTimeCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, done := New(1, 0), []string{}
		for range 3 {
			ask(t, p, "dear", 10*time.Second, &done)
		}
		for range 12 {
			ask(t, p, "cheap", time.Second, &done)
		}
		time.Sleep(time.Minute)
		want := []string{"dear", "cheap", "cheap", "cheap", "cheap"}
		if len(done) != 15 || !slices.Equal(done[:5], want) || slices.Index(done[1:], "dear") < 9 {
			t.Errorf("got %v, want %v first and the next dear one after ten cheap ones", done, want)
		}
	})
}

// TestNobodyTakesAll keeps a place for others, also from who was there alone.
func TestNobodyTakesAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, done := New(3, 2), []string{}
		for range 10 {
			ask(t, p, "dear", time.Hour, &done)
		}
		ask(t, p, "small", time.Second, &done)
		time.Sleep(2 * time.Second)
		if want := []string{"small"}; !slices.Equal(done, want) {
			t.Errorf("got %v done at once, want %v", done, want)
		}
		time.Sleep(6 * time.Hour)
		if len(done) != 11 {
			t.Errorf("got %d done, want 11", len(done))
		}
	})
}

// TestWhoGivesUpIsForgotten wants no place to be lost by who does not wait any more.
func TestWhoGivesUpIsForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := New(1, 0)
		release, err := p.Take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gave := make(chan error)
		go func() { _, err := p.Take(ctx, "b"); gave <- err }()
		synctest.Wait()
		cancel()
		if err := <-gave; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		release()
		release() // twice is once
		if p.free != 1 || len(p.owners) != 0 {
			t.Errorf("got %d free places and %d owners, want 1 and 0", p.free, len(p.owners))
		}
	})
}

// TestOwnersOfContexts are those that they were given.
func TestOwnersOfContexts(t *testing.T) {
	t.Parallel()
	if got := OwnerOf(WithOwner(t.Context(), "demo")); got != "demo" {
		t.Errorf("got %q, want demo", got)
	}
	if got := OwnerOf(t.Context()); got != "" {
		t.Errorf("got %q, want none", got)
	}
}
