package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
)

// A Records is a table whose documents are records of one type.
type Records[R any] struct {
	Table
	// Index draws the values of the table's columns from a record.
	Index func(R) []any
	// Subject owns the key that a record's document is sealed under; nil for
	// records that hold nothing personal.
	Subject func(R) es.Subject
	// Derive keeps what other tables of the view draw from the record of a key, which is nil when
	// it is removed; nil when nothing is drawn.
	Derive func(ctx context.Context, w Writer, key string, r *R) error

	vault es.Vault
}

// withVault gives the records a vault to seal their documents with. Without one they
// lie in the open, which is for tests.
func (t Records[R]) withVault(v es.Vault) Records[R] {
	if t.Subject != nil {
		t.vault = v
	}
	return t
}

// Load reads the record of a key; ok is false when there is none, or when its
// subject is erased.
func (t Records[R]) Load(ctx context.Context, w Writer, key string) (r R, ok bool, err error) {
	doc, ok, err := w.Get(ctx, t.Name, key)
	if err != nil || !ok {
		return r, false, err
	}
	if t.vault != nil {
		if doc, err = atrest.OpenDocument(ctx, t.vault, doc); errors.Is(err, es.ErrErased) {
			return r, false, nil
		}
	}
	if err == nil {
		err = json.Unmarshal(doc, &r)
	}
	if err != nil {
		return r, false, fmt.Errorf("read %s %s: %w", t.Name, key, err)
	}
	return r, true, nil
}

// Save writes a record under its key. The record of an erased subject is removed
// instead: it was on its way out already.
func (t Records[R]) Save(ctx context.Context, w Writer, key string, r R) error {
	doc, err := json.Marshal(r)
	if err == nil && t.vault != nil {
		if doc, err = atrest.SealDocument(ctx, t.vault, t.Subject(r), doc); errors.Is(err, es.ErrErased) {
			return t.Remove(ctx, w, key)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s %s: %w", t.Name, key, err)
	}
	if err := w.Put(ctx, t.Name, Row{Key: key, Values: t.Index(r), Doc: doc}); err != nil || t.Derive == nil {
		return err
	}
	return t.Derive(ctx, w, key, &r)
}

// Remove removes the record of a key, which need not be there.
func (t Records[R]) Remove(ctx context.Context, w Writer, key string) error {
	if err := w.Delete(ctx, t.Name, "key", key); err != nil || t.Derive == nil {
		return err
	}
	return t.Derive(ctx, w, key, nil)
}

// Change loads a record, changes it and saves it; a record that is not there is
// left alone.
func (t Records[R]) Change(ctx context.Context, w Writer, key string, change func(R) R) error {
	r, ok, err := t.Load(ctx, w, key)
	if err != nil || !ok {
		return err
	}
	return t.Save(ctx, w, key, change(r))
}

// microsOf is a time as columns have it, 0 when it is not set.
func microsOf(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return t.UnixMicro()
}

// createsRecord is the handler of the event that a record begins with.
func createsRecord[E, R any](t Records[R], fold func(R, es.Recorded) R) func(context.Context, Writer, es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, _ E) error {
		var none R
		return t.Save(ctx, w, r.Stream.Key(), fold(none, r))
	}
}

// foldsRecord is the handler of an event that changes the record of its stream.
func foldsRecord[E, R any](t Records[R], fold func(R, es.Recorded) R) func(context.Context, Writer, es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, _ E) error {
		return t.Change(ctx, w, r.Stream.Key(), func(x R) R { return fold(x, r) })
	}
}
