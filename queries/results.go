package queries

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
)

// analysisResult reads what an analysis found, by component; a file without analysis has
// none. The answer is shared and must not be changed.
func (q *Queries) analysisResult(ctx context.Context, ref es.BlobRef) ([]component.Detail, error) {
	if ref.ID == uuid.Nil {
		return nil, nil
	}
	if c, ok := q.Results.get(ref); ok {
		return c, nil
	}
	era := q.Results.currentEra()
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
	c := component.GroupByComponent(r)
	q.Results.put(ref, c, era)
	return c, nil
}

// isGone reports whether bytes are not there any more.
func isGone(err error) bool { return errors.Is(err, es.ErrNoBlob) || errors.Is(err, es.ErrErased) }

// A ResultCache keeps the components of results that were read last, up to a
// number of bytes. A nil one keeps nothing.
type ResultCache struct{ found *cache[[]component.Detail] }

// NewResultCache makes a cache of about so many bytes.
func NewResultCache(bytes int) *ResultCache {
	return &ResultCache{newCache[[]component.Detail](bytes)}
}

// innerCache is the cache itself, which may be nil.
func (c *ResultCache) innerCache() *cache[[]component.Detail] {
	if c == nil {
		return nil
	}
	return c.found
}

// Forget drops what belongs to a subject or lies below it.
func (c *ResultCache) Forget(s es.Subject) { c.innerCache().Forget(s) }

// Len is the number of results in the cache.
func (c *ResultCache) Len() int { return c.innerCache().Len() }

func (c *ResultCache) currentEra() uint64 { return c.innerCache().currentEra() }

func (c *ResultCache) get(ref es.BlobRef) ([]component.Detail, bool) {
	return c.innerCache().get(ref.Subject, ref.ID.String())
}

func (c *ResultCache) put(ref es.BlobRef, components []component.Detail, era uint64) {
	c.innerCache().put(ref.Subject, ref.ID.String(), components, sizeOf(components), era)
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
			n += 200 + len(v.Value) + len(v.RuleID) + len(v.Description)
			for _, r := range v.References {
				n += 100 + len(r.ID) + len(r.RuleID) + len(r.Type)
			}
		}
	}
	return n
}
