package vault

import (
	"container/list"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A cache holds the keys that were used last.
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

// get finds a key; age is to be handed to put by whoever loads it instead.
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

// put keeps a key, unless something was forgotten since its loading began: the
// key may be of just that, read before it was destroyed.
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

// forget drops the key of a subject and all below it.
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
