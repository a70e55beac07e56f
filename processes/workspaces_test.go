package processes

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// A crowd is a queue of work with its handlers, in a bubble: a file of workspace a takes a minute, any other a second.
type crowd struct {
	*FairQueue
	messages chan es.StreamID
	begun    time.Time

	mu   sync.Mutex
	done map[es.StreamID]time.Duration // since the beginning
}

// newCrowd starts as many handlers as a service with two workers has.
func newCrowd(t *testing.T, files int) *crowd {
	const handlers, workers = 16, 2
	c := &crowd{messages: make(chan es.StreamID, 2*files), begun: time.Now(), done: map[es.StreamID]time.Duration{}}
	slots := NewSlots(workers)
	// Streams are named workspace, template, number.
	load := func(s es.StreamID) Load { return Load{Busy: true, Template: string(s[:1]) + "/" + string(s[1:2])} }
	c.FairQueue = &FairQueue{Max: handlers - 1, MaxLarge: workers - 1, MaxPerTemplate: handlers - workers - 2,
		MaxPerSpace: handlers - workers/2 - 3,
		Load:        func(_ context.Context, s es.StreamID) (Load, error) { return load(s), nil },
		Wake:        func(_ context.Context, s es.StreamID) error { c.messages <- s; return nil },
		Do: func(ctx context.Context, s es.StreamID) error {
			release, err := slots.takeSlot(ctx, load(s))
			if err != nil {
				return err
			}
			defer release()
			work := time.Second
			if s[0] == 'a' {
				work = time.Minute
			}
			time.Sleep(work) // of the bubble
			c.mu.Lock()
			defer c.mu.Unlock()
			c.done[s] = time.Since(c.begun)
			return nil
		}}
	for range handlers {
		go func() {
			for s := range c.messages {
				if err := c.Handle(t.Context(), s); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	return c
}

// TestWorkspacesDoNotWaitForEachOther has one workspace hand in ten thousand files of several templates, each of which takes
// a minute, and then other workspaces one small file each: these are done within seconds. In the end all are done.
func TestWorkspacesDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const many = 10_000
		c := newCrowd(t, many)
		for i := range many {
			c.messages <- es.StreamID(fmt.Sprintf("a%d-%d", i%7, i))
		}
		synctest.Wait()
		small := []es.StreamID{"b0-1", "b1-2", "c0-1"}
		for _, s := range small {
			c.messages <- s
		}
		time.Sleep(30 * time.Second)
		c.mu.Lock()
		for _, s := range small {
			if took, ok := c.done[s]; !ok || took > 10*time.Second {
				t.Errorf("%s: got done %t after %v, want it done within 10s", s, ok, took)
			}
		}
		if len(c.done) != len(small) {
			t.Errorf("got %d files done after 30s, want the %d small ones alone", len(c.done), len(small))
		}
		c.mu.Unlock()
		time.Sleep(many * time.Minute)
		synctest.Wait()
		close(c.messages)
		if len(c.done) != many+len(small) || len(c.waiting) != 0 {
			t.Errorf("got %d files done and %d workspaces left, want %d and none", len(c.done), len(c.waiting), many+len(small))
		}
	})
}

// TestWhatIsPutAsideIsServedInTurn wants of workspaces that all wait the one first whose files have worked for the least time.
func TestWhatIsPutAsideIsServedInTurn(t *testing.T) {
	t.Parallel()
	var woken []es.StreamID
	q := &FairQueue{Max: 1, MaxPerTemplate: 9, Wake: func(_ context.Context, s es.StreamID) error { woken = append(woken, s); return nil }}
	enter := func(s es.StreamID) bool { return q.enterQueue(waitingFile{s, Load{Template: string(s[:1]) + "/t"}}) }
	if !enter("a1") || enter("a2") || enter("a3") || enter("b1") || enter("b1") {
		t.Fatal("got another order of entry, want the first file alone let in")
	}
	ctx := t.Context()
	q.leaveQueue(ctx, Load{Template: "a/t"}, time.Now().Add(-time.Minute))
	if !enter("b1") {
		t.Fatal("got no room for what was woken, want room")
	}
	q.leaveQueue(ctx, Load{Template: "b/t"}, time.Now().Add(-time.Second))
	if want := []es.StreamID{"b1", "a2"}; fmt.Sprint(woken) != fmt.Sprint(want) {
		t.Errorf("got %v woken, want %v", woken, want)
	}
}
