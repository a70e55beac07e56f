// Package atrest seals the documents of read models, so that what is personal
// lies in no database file, write-ahead log or backup in the open, and goes with
// the key of its subject.
package atrest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
)

// box is a sealed document as it is stored.
type box struct {
	Subject es.Subject `json:"s"`
	Sealed  []byte     `json:"b"`
}

// place is the place that sealed documents are bound to.
var place = []byte("document of a read model")

// SealDocument puts a document under the key of a subject; the outcome is JSON too.
// Errors: es.ErrErased.
func SealDocument(ctx context.Context, v es.Vault, s es.Subject, doc []byte) ([]byte, error) {
	sealed, err := v.Seal(ctx, s, place, doc)
	if err != nil {
		return nil, fmt.Errorf("seal a document: %w", err)
	}
	return json.Marshal(box{s, sealed})
}

// OpenDocument reads a document that SealDocument sealed. Errors: es.ErrErased.
func OpenDocument(ctx context.Context, v es.Vault, b []byte) ([]byte, error) {
	var x box
	if err := json.Unmarshal(b, &x); err != nil || x.Sealed == nil {
		return nil, errors.Join(errors.New("open a document: it is not sealed"), err)
	}
	doc, err := v.Open(ctx, x.Subject, place, x.Sealed)
	if err != nil {
		return nil, fmt.Errorf("open a document: %w", err)
	}
	return doc, nil
}
