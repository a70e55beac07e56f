package pdf

import (
	"sync/atomic"
	"time"
)

// A pacer kills a worker that spends too much processor time between two frames.
// Wall-clock time would blame documents for other load on the machine.
type pacer struct {
	child *child
	limit time.Duration
	moved atomic.Bool // a frame has come since the last look
	slow  bool
	quit  chan struct{}
	done  chan struct{}
}

// startPacer starts to watch a worker; with a limit of 0 nothing is watched.
func (c *child) startPacer(limit time.Duration) *pacer {
	p := &pacer{child: c, limit: limit, quit: make(chan struct{}), done: make(chan struct{})}
	if limit <= 0 {
		close(p.done)
		return p
	}
	go p.watchWorker()
	return p
}

// watchWorker checks the worker's processor time until the pacer is stopped.
func (p *pacer) watchWorker() {
	defer close(p.done)
	pid := p.child.cmd.Process.Pid
	since, ok := processorTime(pid)
	if !ok {
		return
	}
	tick := time.NewTicker(min(200*time.Millisecond, p.limit/4+1))
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
		}
		now, ok := processorTime(pid)
		switch {
		case !ok:
			return
		case p.moved.Swap(false):
			since = now
		case now-since > p.limit:
			p.slow = true
			_ = p.child.cmd.Process.Kill() // it may have ended by itself
			return
		}
	}
}

// noteFrame records that a frame has arrived.
func (p *pacer) noteFrame() { p.moved.Store(true) }

// stop ends the watch and reports whether the worker was too slow.
func (p *pacer) stop() bool {
	close(p.quit)
	<-p.done
	return p.slow
}
