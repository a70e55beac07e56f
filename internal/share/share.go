// Package share hands out places to owners in turn, so that nobody who wants much keeps others waiting.
package share

import (
	"context"
	"slices"
	"sync"
	"time"
)

type ownerKey struct{}

// WithOwner returns a context in whose name places are taken.
func WithOwner(ctx context.Context, owner string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// OwnerOf returns the owner of WithOwner, "" for none.
func OwnerOf(ctx context.Context) string {
	owner, _ := ctx.Value(ownerKey{}).(string)
	return owner
}

// Places are handed out to owners. Of those who wait, that one is served first who has had places for the shortest time:
// time counts, not the number of places. Who comes anew has had as much as who had least of those present, so nobody saves
// up. What one owner takes, one after the other, is served in turn. Places are safe for concurrent use.
type Places struct {
	each int // of one owner at most

	mu     sync.Mutex
	free   int
	owners map[string]*owner // those who have or want places
}

// An owner has or wants places.
type owner struct {
	had     time.Duration           // for how long, of places given back
	held    map[*time.Time]struct{} // places, by when each was taken
	waiting []*waiter
}

// A waiter waits for a place.
type waiter struct {
	turn  chan struct{} // closed when the place is his
	taken time.Time     // when it was
}

// New returns n places, at least one, of which an owner has at most each; 0 stands for all.
func New(n, each int) *Places {
	n = max(1, n)
	if each <= 0 || each > n {
		each = n
	}
	return &Places{each: each, free: n, owners: map[string]*owner{}}
}

// Take waits for a place for an owner; release gives it back. The error is that of ctx.
func (p *Places) Take(ctx context.Context, name string) (release func(), err error) {
	w := &waiter{turn: make(chan struct{})}
	p.mu.Lock()
	o := p.enter(name)
	o.waiting = append(o.waiting, w)
	p.serve()
	p.mu.Unlock()
	select {
	case <-w.turn:
	case <-ctx.Done():
		if p.withdraw(name, w) {
			return nil, ctx.Err()
		}
	}
	return sync.OnceFunc(func() { p.giveBack(name, w) }), nil
}

// withdraw takes a waiter out of the queue; false when he has a place already.
func (p *Places) withdraw(name string, w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := p.owners[name]
	if o == nil {
		return false
	}
	i := slices.Index(o.waiting, w)
	if i < 0 {
		return false
	}
	o.waiting = slices.Delete(o.waiting, i, i+1)
	p.leave(name, o)
	return true
}

// giveBack frees a place, and hands it out to who is next.
func (p *Places) giveBack(name string, w *waiter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := p.owners[name]
	o.had += time.Since(w.taken)
	delete(o.held, &w.taken)
	p.free++
	p.serve()
	p.leave(name, o)
}

// leave forgets an owner who neither has nor wants a place.
func (p *Places) leave(name string, o *owner) {
	if len(o.held) == 0 && len(o.waiting) == 0 {
		delete(p.owners, name)
	}
}

// enter returns an owner, who is one of those present from now on.
func (p *Places) enter(name string) *owner {
	if o := p.owners[name]; o != nil {
		return o
	}
	o := &owner{held: map[*time.Time]struct{}{}}
	first := true
	for _, other := range p.owners {
		if had := other.total(); first || had < o.had {
			o.had, first = had, false
		}
	}
	p.owners[name] = o
	return o
}

// total is for how long an owner has had places, with those that he has.
func (o *owner) total() time.Duration {
	total := o.had
	for began := range o.held {
		total += time.Since(*began)
	}
	return total
}

// serve hands out free places.
func (p *Places) serve() {
	for p.free > 0 {
		var next *owner
		for _, o := range p.owners {
			if len(o.waiting) > 0 && len(o.held) < p.each && (next == nil || o.total() < next.total()) {
				next = o
			}
		}
		if next == nil {
			return
		}
		w := next.waiting[0]
		next.waiting, p.free = next.waiting[1:], p.free-1
		w.taken = time.Now()
		next.held[&w.taken] = struct{}{}
		close(w.turn)
	}
}
