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
	found, err := r.read(ctx, ref)
	return found.components, err
}

// OfferedCandidates reads what a scorer has offered in an analysis, for components without a value or with a
// doubtful one. The answer is shared and must not be changed.
func (r *Reader) OfferedCandidates(ctx context.Context, ref es.BlobRef) ([]document.Candidate, error) {
	found, err := r.read(ctx, ref)
	return found.offered, err
}

// read reads what an analysis found, nothing for a file without one.
func (r *Reader) read(ctx context.Context, ref es.BlobRef) (analysed, error) {
	if ref.ID == uuid.Nil {
		return analysed{}, nil
	}
	if c, ok := r.cache.get(ref); ok {
		return c, nil
	}
	era := r.cache.currentEra()
	in, err := r.blobs.Open(ctx, ref)
	if err != nil {
		return analysed{}, fmt.Errorf("open result %s: %w", ref.ID, err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return analysed{}, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	var result document.Result
	if err := json.NewDecoder(z).Decode(&result); err != nil {
		return analysed{}, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	c := analysed{component.GroupByComponent(result), result.Candidates}
	r.cache.put(ref, c, era)
	return c, nil
}
