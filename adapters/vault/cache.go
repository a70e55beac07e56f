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

// get returns a cached key; age is to be passed to putKey by a caller that loads the
// key instead.
func (c *cache) get(s es.Subject) (k *key, age uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[s]
	if !ok {
		return nil, c.age
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).key, c.age
}

// put caches a key, unless a subject was forgotten since loading began: the key may be
// of that subject, read before it was destroyed.
func (c *cache) put(s es.Subject, k *key, age uint64) {
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
		c.remove(c.order.Back())
	}
}

// forget drops the keys of a subject and of all below it.
func (c *cache) forget(s es.Subject) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.age++
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if held := e.Value.(entry).subject; held == s || below(held, s) {
			c.remove(e)
		}
		e = next
	}
}

func (c *cache) remove(e *list.Element) {
	c.order.Remove(e)
	delete(c.byKey, e.Value.(entry).subject)
}
