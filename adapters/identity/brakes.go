package identity

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Brake limits: failures are counted within a window; from the fifth on every
// failure doubles the wait, up to the longest.
const (
	freeFailures  = 4
	failureWindow = 15 * time.Minute
	firstWait     = time.Second
	longestWait   = 900 * time.Second
	brakeEntries  = 10000
)

// brakes slows down who guesses passwords. They count per key, an account or an
// address, in this process only, and remember the latest 10,000 keys.
type brakes struct {
	mu      sync.Mutex
	entries map[string]*list.Element
	order   *list.List // of *brake, latest first
}

type brake struct {
	key     string
	fails   []time.Time // within the window
	blocked time.Time   // until then
	bucket  *rate.Limiter
}

func newBrakes() *brakes {
	return &brakes{entries: map[string]*list.Element{}, order: list.New()}
}

// get finds a key's brake and makes it the latest. The lock is held.
func (b *brakes) get(key string) *brake {
	if e, ok := b.entries[key]; ok {
		b.order.MoveToFront(e)
		return e.Value.(*brake)
	}
	if b.order.Len() >= brakeEntries {
		last := b.order.Back()
		delete(b.entries, last.Value.(*brake).key)
		b.order.Remove(last)
	}
	k := &brake{key: key}
	b.entries[key] = b.order.PushFront(k)
	return k
}

// wait says how long the keys have to wait before the next attempt. It remembers
// nothing, so that names that are merely asked about push nobody's brake out.
func (b *brakes) wait(now time.Time, keys ...string) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	var longest time.Duration
	for _, k := range keys {
		if e, ok := b.entries[k]; ok {
			longest = max(longest, e.Value.(*brake).blocked.Sub(now))
		}
	}
	return longest
}

// fail counts a failure and says whether it began or lengthened a wait.
func (b *brakes) fail(now time.Time, keys ...string) (locked bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range keys {
		k := b.get(key)
		for len(k.fails) > 0 && now.Sub(k.fails[0]) > failureWindow {
			k.fails = k.fails[1:]
		}
		k.fails = append(k.fails, now)
		if over := len(k.fails) - freeFailures; over > 0 {
			k.blocked = now.Add(min(longestWait, firstWait<<min(over-1, 20)))
			locked = true
		}
	}
	return locked
}

// forget clears the failures of a key after a sign-in.
func (b *brakes) forget(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.entries[key]; ok {
		e.Value.(*brake).fails, e.Value.(*brake).blocked = nil, time.Time{}
	}
}

// allow takes one sign-in call of an address from its bucket; limit 0 is none.
func (b *brakes) allow(now time.Time, address string, limit rate.Limit) bool {
	if limit <= 0 {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.get("rate\x00" + address)
	if k.bucket == nil {
		k.bucket = rate.NewLimiter(limit, max(1, int(limit)))
	}
	return k.bucket.AllowN(now, 1)
}
