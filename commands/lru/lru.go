// Package lru keeps values in memory that are costly to produce, up to a total cost.
package lru

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// errNotMade is the error of an entry whose production did not return, because it
// panicked.
var errNotMade = errors.New("the value was not made")

// A Cache keeps values that are costly to produce, up to a total cost, and
// drops the least recently used first. Callers who need the same value at once wait
// until it is produced once. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	mu    sync.Mutex
	limit int64
	used  int64
	byKey map[K]*list.Element // of *cached[K, V]
	order *list.List          // most recently used first
}

// cacheEntry is an entry; ready is closed when value or err is there.
type cacheEntry[K comparable, V any] struct {
	key   K
	cost  int64
	ready chan struct{}
	value V
	err   error
}

// New returns an empty cache that keeps values of so much cost together, or a single one that costs more.
func New[K comparable, V any](limit int64) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, byKey: map[K]*list.Element{}, order: list.New()}
}

// Get returns the value of a key, which it produces unless it is cached. All who wait
// for it get the error of a failure, which is not cached. When the producing caller
// gave up, the others produce the value themselves.
func (c *Cache[K, V]) Get(key K, cost int64, produce func() (V, error)) (V, error) {
	for {
		e, mine := c.findEntry(key, cost)
		if mine {
			c.fillEntry(e, produce)
			return e.value, e.err
		}
		<-e.ready
		if !errors.Is(e.err, context.Canceled) && !errors.Is(e.err, context.DeadlineExceeded) {
			return e.value, e.err
		}
	}
}

// findEntry returns the entry of a key, which it adds if there is none; mine reports
// whether the caller has to fill it.
func (c *Cache[K, V]) findEntry(key K, cost int64) (e *cacheEntry[K, V], mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byKey[key]; ok {
		c.order.MoveToFront(at)
		return at.Value.(*cacheEntry[K, V]), false
	}
	e = &cacheEntry[K, V]{key: key, cost: cost, ready: make(chan struct{}), err: errNotMade}
	c.byKey[key] = c.order.PushFront(e)
	c.used += cost
	for c.used > c.limit && c.order.Len() > 1 {
		c.dropEntry(c.order.Back())
	}
	return e, true
}

// fillEntry produces the value and wakes those who wait, also when producing it panics.
func (c *Cache[K, V]) fillEntry(e *cacheEntry[K, V], produce func() (V, error)) {
	defer func() {
		c.mu.Lock()
		if at, ok := c.byKey[e.key]; ok && e.err != nil && at.Value == any(e) {
			c.dropEntry(at)
		}
		c.mu.Unlock()
		close(e.ready)
	}()
	e.value, e.err = produce()
}

// Drop forgets the value of a key; callers that have it keep using it.
func (c *Cache[K, V]) Drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byKey[key]; ok {
		c.dropEntry(at)
	}
}

// dropEntry removes an entry from the cache; callers that have it keep using it.
func (c *Cache[K, V]) dropEntry(at *list.Element) {
	e := c.order.Remove(at).(*cacheEntry[K, V])
	delete(c.byKey, e.key)
	c.used -= e.cost
}
