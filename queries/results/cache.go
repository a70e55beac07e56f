package results

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/queries/cache"
)

// A Cache keeps the components of results that were read last, up to a
// number of bytes. A nil one keeps nothing.
type Cache struct {
	found *cache.Cache[[]component.Detail]
}

// NewCache makes a cache of about so many bytes.
func NewCache(bytes int) *Cache {
	return &Cache{cache.New[[]component.Detail](bytes)}
}

// innerCache is the cache itself, which may be nil.
func (c *Cache) innerCache() *cache.Cache[[]component.Detail] {
	if c == nil {
		return nil
	}
	return c.found
}

// Forget drops what belongs to a subject or lies below it.
func (c *Cache) Forget(s es.Subject) { c.innerCache().Forget(s) }

// Len is the number of results in the cache.
func (c *Cache) Len() int { return c.innerCache().Len() }

func (c *Cache) currentEra() uint64 { return c.innerCache().CurrentEra() }

func (c *Cache) get(ref es.BlobRef) ([]component.Detail, bool) {
	return c.innerCache().Get(ref.Subject, ref.ID.String())
}

func (c *Cache) put(ref es.BlobRef, components []component.Detail, era uint64) {
	c.innerCache().Put(ref.Subject, ref.ID.String(), components, sizeOf(components), era)
}

// sizeOf estimates the memory of components: their text, and 100 bytes for each
// thing that holds some.
func sizeOf(components []component.Detail) int {
	n := 100
	for _, c := range components {
		n += 100 + len(c.Name)
		for _, text := range slices.Concat(c.Overlapped, c.Uncertain) {
			n += 16 + len(text)
		}
		for _, v := range c.Values {
			n += 300 + len(v.ID) + len(v.Value) + len(v.RuleID) + len(v.Description)
			for _, r := range v.References {
				n += 100 + len(r.ID) + len(r.RuleID) + len(r.Type)
			}
		}
	}
	return n
}
