package identity

import (
	"container/list"
	"context"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Brake limits: failures are counted within a window; from the fifth of an account, and the
// 101st of an address, on every failure doubles the wait, up to the longest. An address may be
// that of a whole office, where people mistype.
const (
	freeFailures        = 4
	freeAddressFailures = 100
	growingFailures     = 20 // beyond which the wait grows no more
	failureWindow       = 15 * time.Minute
	firstWait           = time.Second
	longestWait         = 900 * time.Second
	brakeEntries        = 10000
)

// A Brake slows down guessing of passwords: the failures within the window, and the time
// until which attempts are refused.
type Brake struct {
	Fails   []time.Time `json:"fails"`
	Blocked time.Time   `json:"blocked,omitzero"`
}

// afterFailure returns the brake after one more failure, of which so many bring no wait.
func (b Brake) afterFailure(now time.Time, free int) Brake {
	var recent []time.Time
	for _, f := range b.Fails {
		if now.Sub(f) <= failureWindow {
			recent = append(recent, f)
		}
	}
	b.Fails = append(recent, now)
	if more := len(b.Fails) - free - growingFailures; more > 0 {
		b.Fails = b.Fails[more:]
	}
	if over := len(b.Fails) - free; over > 0 {
		b.Blocked = now.Add(min(longestWait, firstWait<<(over-1)))
	}
	return b
}

// IsIdle reports whether nothing is left to remember.
func (b Brake) IsIdle(now time.Time) bool {
	return !b.Blocked.After(now) && (len(b.Fails) == 0 || now.Sub(b.Fails[len(b.Fails)-1]) > failureWindow)
}

// brakes are those that are kept in this process only: of addresses, of known browsers and
// networks, and of names without an account. The latest 10,000 are remembered.
type brakes struct {
	mu      sync.Mutex
	entries map[string]*list.Element
	order   *list.List // of *brake, latest first
}

type brake struct {
	key string
	Brake
	whose  []uint64 // of each failure of an address: the account, by whoseOf
	bucket *rate.Limiter
}

func newBrakes() *brakes {
	return &brakes{entries: map[string]*list.Element{}, order: list.New()}
}

// get returns a key's brake and makes it the latest. The lock must be held.
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

// waitTime returns how long a key has to wait before the next attempt. It stores nothing, so
// that names that are merely asked about push out nobody's brake.
func (b *brakes) waitTime(now time.Time, key string) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.entries[key]; ok {
		return e.Value.(*brake).Blocked.Sub(now)
	}
	return 0
}

// countFailure counts a failure and reports whether it began or lengthened a wait.
func (b *brakes) countFailure(now time.Time, key string) (locked bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.get(key)
	k.Brake = k.afterFailure(now, freeFailures)
	return k.Blocked.After(now)
}

// countAddressFailure is countFailure for an address, of a failure of an account.
func (b *brakes) countAddressFailure(now time.Time, key string, account uint64) (locked bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.get(key)
	k.Brake = k.afterFailure(now, freeAddressFailures)
	k.whose = append(k.whose, account)
	k.whose = k.whose[max(0, len(k.whose)-len(k.Fails)):] // the oldest are dropped from both
	return k.Blocked.After(now)
}

// clearFailures forgets the failures of a key.
func (b *brakes) clearFailures(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.entries[key]; ok {
		e.Value.(*brake).Brake = Brake{}
	}
}

// clearAddressFailures forgets the failures of an account at an address. Those of others stay, or
// whoever has an account could guess at the others' without end.
func (b *brakes) clearAddressFailures(key string, account uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.entries[key]
	if !ok {
		return
	}
	k := e.Value.(*brake)
	var fails []time.Time
	var whose []uint64
	for i, w := range k.whose {
		if w != account {
			fails, whose = append(fails, k.Fails[i]), append(whose, w)
		}
	}
	k.Fails, k.whose = fails, whose
}

// rememberKey notes a key, so that isRemembered knows it until 10,000 later ones are noted.
func (b *brakes) rememberKey(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.get(key)
}

func (b *brakes) isRemembered(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.entries[key]
	return ok
}

// allowCall takes one sign-in call of an address from its bucket; limit 0 means no limit.
func (b *brakes) allowCall(now time.Time, address string, limit rate.Limit) bool {
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

// networkOf returns what an address counts as: an IPv6 address counts as its first 64 bits,
// because its owner has the whole network (RFC 6177).
func networkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Unmap().Is4() {
		return address
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}

// keyLocks serializes the attempts on an account, so that simultaneous guesses are counted
// before the next one is tried.
type keyLocks struct {
	mu    sync.Mutex
	taken map[string]*keyLock
}

type keyLock struct {
	slot    chan struct{}
	waiting int
}

// lockKey waits for the lock of a key, at most for patience: then ErrBusy.
func (t *keyLocks) lockKey(ctx context.Context, key string, patience time.Duration) (done func(), err error) {
	t.mu.Lock()
	k := t.taken[key]
	if k == nil {
		k = &keyLock{slot: make(chan struct{}, 1)}
		t.taken[key] = k
	}
	k.waiting++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if k.waiting--; k.waiting == 0 {
			delete(t.taken, key)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case k.slot <- struct{}{}:
		return func() { <-k.slot; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ErrBusy
	}
}
