package projections

import (
	"context"
	"encoding/json"
	"fmt"
)

// A Records is a table whose documents are records of one type.
type Records[R any] struct {
	Table
	// Index draws the values of the table's columns from a record.
	Index func(R) []any
}

// Load reads the record of a key; ok is false when there is none.
func (t Records[R]) Load(ctx context.Context, w Writer, key string) (r R, ok bool, err error) {
	doc, ok, err := w.Get(ctx, t.Name, key)
	if err != nil || !ok {
		return r, false, err
	}
	if err := json.Unmarshal(doc, &r); err != nil {
		return r, false, fmt.Errorf("read %s %s: %w", t.Name, key, err)
	}
	return r, true, nil
}

// Save writes a record under its key.
func (t Records[R]) Save(ctx context.Context, w Writer, key string, r R) error {
	doc, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write %s %s: %w", t.Name, key, err)
	}
	return w.Put(ctx, t.Name, Row{Key: key, Values: t.Index(r), Doc: doc})
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
