package vault

import (
	"container/list"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A cache holds the most recently used keys.
type cache struct {
	mu    sync.Mutex
	size  int
	age   uint64 // counts forgettings
	order *list.List
	byKey map[es.Subject]*list.Element
}

type entry struct {
	subject es.Subject
	key     *key
}

func newCache(size int) *cache {
	return &cache{size: size, order: list.New(), byKey: map[es.Subject]*list.Element{}}
}

// getKey returns a cached key; age is to be passed to putKey by a caller that loads the
// key instead.
func (c *cache) getKey(s es.Subject) (k *key, age uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[s]
	if !ok {
		return nil, c.age
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).key, c.age
}

// putKey caches a key, unless a subject was forgotten since loading began: the key may be
// of that subject, read before it was destroyed.
func (c *cache) putKey(s es.Subject, k *key, age uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if age != c.age {
		return
	}
	if e, ok := c.byKey[s]; ok {
		e.Value = entry{s, k}
		c.order.MoveToFront(e)
		return
	}
	c.byKey[s] = c.order.PushFront(entry{s, k})
	if c.order.Len() > c.size {
		c.removeElement(c.order.Back())
	}
}

// forgetSubject drops the keys of a subject and of all below it.
func (c *cache) forgetSubject(s es.Subject) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.age++
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if held := e.Value.(entry).subject; held == s || isBelow(held, s) {
			c.removeElement(e)
		}
		e = next
	}
}

func (c *cache) removeElement(e *list.Element) {
	c.order.Remove(e)
	delete(c.byKey, e.Value.(entry).subject)
}
