// Package cache keeps what was read or made last in memory, until its content is erased.
package cache

import (
	"container/list"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Cache keeps what was read or made last, up to a number of bytes. What is kept
// under a key never changes, so an entry is only dropped for room or when its content
// is erased. Readers come to it through the record of the file, so nothing of a
// permanently deleted file is answered from it; Forget takes it out of memory too. All
// methods may be called at the same time, and reading from a nil cache finds nothing.
type Cache[V any] struct {
	mu      sync.Mutex
	limit   int // bytes
	size    int
	entries map[place]*list.Element
	recent  *list.List // of entry[V], latest first
	forgot  uint64     // counts calls of Forget
}

// A place is where something is kept: under a key of the subject that it belongs to.
type place struct {
	subject es.Subject
	key     string
}

type entry[V any] struct {
	place
	value V
	size  int
}

// New returns an empty cache of so many bytes.
func New[V any](bytes int) *Cache[V] {
	return &Cache[V]{limit: bytes, entries: map[place]*list.Element{}, recent: list.New()}
}

// Forget drops what belongs to a subject or lies below it.
func (c *Cache[V]) Forget(s es.Subject) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgot++
	for at, e := range c.entries {
		if at.subject == s || strings.HasPrefix(string(at.subject), string(s)+"/") {
			c.dropEntry(e)
		}
	}
}

// Len is the number of entries.
func (c *Cache[V]) Len() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

// Get returns what is kept under a key of a subject; ok is false when nothing is.
func (c *Cache[V]) Get(subject es.Subject, key string) (v V, ok bool) {
	if c == nil {
		return v, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[place{subject, key}]
	if !ok {
		return v, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(entry[V]).value, true
}

// CurrentEra is taken before bytes are read, and handed to put.
func (c *Cache[V]) CurrentEra() uint64 {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.forgot
}

// Put keeps a value, unless something was forgotten while it was made: it might be
// the very one.
func (c *Cache[V]) Put(subject es.Subject, key string, v V, size int, era uint64) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at := place{subject, key}
	if _, there := c.entries[at]; there || era != c.forgot || size > c.limit {
		return
	}
	c.entries[at] = c.recent.PushFront(entry[V]{at, v, size})
	for c.size += size; c.size > c.limit; {
		c.dropEntry(c.recent.Back())
	}
}

func (c *Cache[V]) dropEntry(e *list.Element) {
	v := c.recent.Remove(e).(entry[V])
	delete(c.entries, v.place)
	c.size -= v.size
}
