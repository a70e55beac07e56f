// Package results reads what analyses found in files, overrides applied.
package results

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Reader reads what analyses found.
type Reader struct {
	blobs es.Blobs
	cache *Cache // nil: results are decoded again for each read
}

// NewReader returns a reader of the results in some blobs.
func NewReader(blobs es.Blobs, cache *Cache) *Reader {
	return &Reader{blobs, cache}
}

// AnalysisResult reads what an analysis found, by component; a file without analysis has
// none. The answer is shared and must not be changed.
func (r *Reader) AnalysisResult(ctx context.Context, ref es.BlobRef) ([]component.Detail, error) {
	if ref.ID == uuid.Nil {
		return nil, nil
	}
	if c, ok := r.cache.get(ref); ok {
		return c, nil
	}
	era := r.cache.currentEra()
	in, err := r.blobs.Open(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("open result %s: %w", ref.ID, err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	var result document.Result
	if err := json.NewDecoder(z).Decode(&result); err != nil {
		return nil, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	c := component.GroupByComponent(result)
	r.cache.put(ref, c, era)
	return c, nil
}
