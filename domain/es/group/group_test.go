package group_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

func one() []es.Envelope { return []es.Envelope{{}} }

// Writers that come back as soon as they are answered share all commits but the first.
func TestGroupsAreFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := group.NewQueue(1000)
		c := q.Committer()
		const writers, each = 20, 10
		var w sync.WaitGroup
		for n := range writers {
			w.Go(func() {
				for i := range each {
					time.Sleep(time.Duration(n) * time.Microsecond) // they do not come at once
					if r, err := q.Append(t.Context(), "a-demo-1", uint64(i), one()); err != nil || r.Version != 7 {
						t.Errorf("%+v, %v, want no error and r.Version = 7", r, err)
					}
				}
			})
		}
		go func() { w.Wait(); q.Close() }()
		commits, answered := 0, 0
		for requests := c.Next(); requests != nil; requests = c.Next() {
			time.Sleep(time.Millisecond)
			for _, r := range requests {
				r.Receipt.Version = 7
			}
			commits, answered = commits+1, answered+len(requests)
			c.AnswerGroup(requests)
		}
		if answered != writers*each || commits > each+2 {
			t.Errorf("%d appends in %d commits, want %d in %d or %d", answered, commits, writers*each, each+1, each+2)
		}
	})
}

// Nobody waits for writers that do not come back.
func TestPatienceIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := group.NewQueue(1000)
		c := q.Committer()
		for range 8 {
			go func() { _, _ = q.Append(t.Context(), "a-demo-1", 0, one()) }()
		}
		synctest.Wait()
		first := c.Next()
		time.Sleep(10 * time.Millisecond)
		c.AnswerGroup(first)
		go func() { _, _ = q.Append(t.Context(), "a-demo-1", 0, one()) }()
		start := time.Now()
		second := c.Next()
		if took := time.Since(start); len(first) != 8 || len(second) != 1 || took > time.Millisecond {
			t.Errorf("%d, then %d after %v, want len(first) = 8, len(second) = 1 and took at most Millisecond", len(first),
				len(second), took)
		}
		c.AnswerGroup(second)
		synctest.Wait()
	})
}

func TestGroupsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := group.NewQueue(5)
		c := q.Committer()
		for n := range 4 {
			go func() { _, _ = q.Append(t.Context(), es.StreamID(fmt.Sprint(n)), 0, append(one(), one()...)) }()
		}
		synctest.Wait()
		for range 2 {
			requests := c.Next()
			if len(requests) != 2 {
				t.Errorf("%d appends of 2 events, the limit is 5 events, want 2", len(requests))
			}
			c.AnswerGroup(requests)
		}
		synctest.Wait()
	})
}

func TestClosedQueueRefusesAndGivesTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := group.NewQueue(5)
		c := q.Committer()
		answer := make(chan error, 1)
		go func() {
			_, err := q.Append(t.Context(), "a-demo-1", 0, one())
			answer <- err
		}()
		synctest.Wait()
		q.Close()
		if _, err := q.Append(t.Context(), "a-demo-1", 1, one()); !errors.Is(err, group.ErrClosed) {
			t.Errorf("after the close: %v, want %v", err, group.ErrClosed)
		}
		c.AnswerGroup(c.Next())
		if err := <-answer; err != nil {
			t.Errorf("before the close: %v, want no error", err)
		}
		if rest := c.Next(); rest != nil {
			t.Errorf("%d requests more, want rest = nil", len(rest))
		}
	})
}

func TestGivingUpDoesNotUndo(t *testing.T) {
	q := group.NewQueue(5)
	c := q.Committer()
	ctx, cancel := context.WithCancel(t.Context())
	answer := make(chan error, 1)
	go func() {
		_, err := q.Append(ctx, "a-demo-1", 0, one())
		answer <- err
	}()
	requests := c.Next()
	cancel()
	if err := <-answer; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller hears %v, want %v", err, context.Canceled)
	}
	if len(requests) != 1 || requests[0].Stream != "a-demo-1" {
		t.Errorf("the committer has %+v, want len(requests) = 1 and requests[0].Stream = %q", requests, "a-demo-1")
	}
	c.AnswerGroup(requests) // nobody listens
}
