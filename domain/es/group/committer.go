package group

import (
	"slices"
	"time"
)

// maxPatience is the longest time that a committer waits for those it has just answered.
const maxPatience = time.Millisecond

// A Committer takes one group after the other. One goroutine uses it.
type Committer struct {
	q      *Queue
	around int           // who asked when the last group was answered
	took   time.Duration // from taking that until it was answered
	began  time.Time
	timer  *time.Timer

	want int           // guarded by the queue: wake it at so many, 0: it is awake
	wake chan struct{} // room for one
}

// Next waits for appends and takes a group of them, nil once the queue is closed and
// empty. Who was answered last is likely about to ask again: Next waits for as many
// as there were then, for half as long as their commit took, since two commits of
// half a group each cost more.
func (c *Committer) Next() []*Request {
	c.q.mu.Lock()
	defer c.q.mu.Unlock()
	most := min(c.took/2, maxPatience)
	if want := min(c.around, c.q.limit); len(c.q.pending) < want && most > 0 {
		c.waitForRequests(want, most)
	}
	for len(c.q.pending) == 0 && !c.q.closed {
		c.waitForRequests(1, 0)
	}
	c.began, c.around = time.Now(), 0
	return c.q.takePending()
}

// waitForRequests releases the lock of the queue until want requests are pending, it is
// closed, or, unless most is 0, that time has passed.
func (c *Committer) waitForRequests(want int, most time.Duration) {
	if c.q.closed {
		return
	}
	c.want = want
	c.q.mu.Unlock()
	var late <-chan time.Time
	if most > 0 {
		c.timer.Reset(most)
		late = c.timer.C
	}
	select {
	case <-c.wake:
	case <-late:
	}
	c.timer.Stop()
	c.q.mu.Lock()
	c.want = 0
	select {
	case <-c.wake: // it came together with the timer
	default:
	}
}

// wakeUp ends a sleep.
func (c *Committer) wakeUp() {
	c.want = 0
	c.wake <- struct{}{}
}

// takePending removes pending appends, up to the limit.
func (q *Queue) takePending() []*Request {
	events, n := 0, 0
	for n < len(q.pending) {
		if events += len(q.pending[n].Events); events > q.limit && n > 0 {
			break
		}
		n++
	}
	if n == 0 {
		return nil
	}
	group := slices.Clone(q.pending[:n])
	q.pending = slices.Delete(q.pending, 0, n)
	return group
}

// AnswerGroup lets the callers of a group go on. Their answers must be set.
func (c *Committer) AnswerGroup(group []*Request) {
	c.q.mu.Lock()
	c.around, c.took = len(group)+len(c.q.pending), time.Since(c.began)
	c.q.mu.Unlock()
	for _, r := range group {
		r.done <- struct{}{}
	}
}
