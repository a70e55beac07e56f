package queries

import (
	"compress/gzip"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/document"
	"github.com/seed-62a36931/docket/domain/es"
)

// found reads what an analysis found, by component; a file without analysis has
// none. The answer is shared and must not be changed.
func (q *Queries) found(ctx context.Context, ref es.BlobRef) ([]component.Detail, error) {
	if ref.ID == uuid.Nil {
		return nil, nil
	}
	if c, ok := q.Results.get(ref); ok {
		return c, nil
	}
	era := q.Results.era()
	in, err := q.Blobs.Open(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("open result %s: %w", ref.ID, err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	var r document.Result
	if err := json.NewDecoder(z).Decode(&r); err != nil {
		return nil, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	c := component.Found(r)
	q.Results.put(ref, c, era)
	return c, nil
}

// isGone says whether bytes are not there any more.
func isGone(err error) bool { return errors.Is(err, es.ErrNoBlob) || errors.Is(err, es.ErrErased) }

// A ResultCache keeps the components of results that were read last, up to a
// number of bytes. A result never changes, so an entry is only dropped for room
// or when its content is erased. Readers come to it through the record of the
// file, so nothing of a permanently deleted file is answered from it; Forget
// takes it out of memory too. All methods may be called at the same time, and
// reading from a nil cache finds nothing.
type ResultCache struct {
	mu      sync.Mutex
	limit   int // bytes
	size    int
	entries map[uuid.UUID]*list.Element
	recent  *list.List // of cached, latest first
	forgot  uint64     // counts calls of Forget
}

type cached struct {
	ref        es.BlobRef
	components []component.Detail
	size       int
}

// NewResultCache makes a cache of about so many bytes.
func NewResultCache(bytes int) *ResultCache {
	return &ResultCache{limit: bytes, entries: map[uuid.UUID]*list.Element{}, recent: list.New()}
}

// Forget drops what belongs to a subject or lies below it.
func (c *ResultCache) Forget(s es.Subject) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgot++
	for _, e := range c.entries {
		owner := e.Value.(cached).ref.Subject
		if owner == s || strings.HasPrefix(string(owner), string(s)+"/") {
			c.drop(e)
		}
	}
}

// Len is the number of results in the cache.
func (c *ResultCache) Len() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

func (c *ResultCache) get(ref es.BlobRef) ([]component.Detail, bool) {
	if c == nil {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[ref.ID]
	if !ok || e.Value.(cached).ref.Subject != ref.Subject {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(cached).components, true
}

// era is taken before bytes are read, and handed to put.
func (c *ResultCache) era() uint64 {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.forgot
}

// put keeps a result, unless something was forgotten while it was read: it might
// be the very one.
func (c *ResultCache) put(ref es.BlobRef, components []component.Detail, era uint64) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	size := sizeOf(components)
	if _, there := c.entries[ref.ID]; there || era != c.forgot || size > c.limit {
		return
	}
	c.entries[ref.ID] = c.recent.PushFront(cached{ref, components, size})
	for c.size += size; c.size > c.limit; {
		c.drop(c.recent.Back())
	}
}

func (c *ResultCache) drop(e *list.Element) {
	v := c.recent.Remove(e).(cached)
	delete(c.entries, v.ref.ID)
	c.size -= v.size
}

// sizeOf estimates the memory of components: their text, and 100 bytes for each
// thing that holds some.
func sizeOf(components []component.Detail) int {
	n := 100
	for _, c := range components {
		n += 100 + len(c.Name)
		for _, v := range c.Values {
			n += 100 + len(v.Value) + len(v.RuleID) + len(v.Description)
			for _, r := range v.References {
				n += 100 + len(r.ID) + len(r.RuleID) + len(r.Type)
			}
		}
	}
	return n
}
