package results

import (
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/queries/cache"
)

// analysed is what an analysis found.
type analysed struct {
	components []component.Detail
	offered    []document.Candidate
}

// A Cache keeps the components of results that were read last, up to a
// number of bytes. A nil one keeps nothing.
type Cache struct {
	found *cache.Cache[analysed]
}

// NewCache makes a cache of about so many bytes.
func NewCache(bytes int) *Cache {
	return &Cache{cache.New[analysed](bytes)}
}

// innerCache is the cache itself, which may be nil.
func (c *Cache) innerCache() *cache.Cache[analysed] {
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

func (c *Cache) get(ref es.BlobRef) (analysed, bool) {
	return c.innerCache().Get(ref.Subject, ref.ID.String())
}

func (c *Cache) put(ref es.BlobRef, found analysed, era uint64) {
	c.innerCache().Put(ref.Subject, ref.ID.String(), found, sizeOf(found), era)
}

// sizeOf estimates the memory of what was found: its text, and 100 bytes for each
// thing that holds some.
func sizeOf(found analysed) int {
	n := 100
	for _, o := range found.offered {
		n += 200 + len(o.Component) + len(o.Value) + 100*len(o.Reasons) + 100*len(o.Boxes)
	}
	for _, c := range found.components {
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
