package views

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// Views reads the tables of the read models, and opens the documents in them.
type Views struct {
	reader Reader
	vault  es.Vault // nil when documents lie in the open, for tests

	log  es.NextReader                 // nil: rows are not held against the log
	tell func(context.Context, Behind) // nil: nobody is told of rows that are behind
}

// New returns views whose tables a reader reads, and whose documents vault opens; nil when they lie in the open.
func New(r Reader, vault es.Vault) *Views { return &Views{reader: r, vault: vault} }

// InTheOpen returns the same views for documents that hold nothing personal and are not sealed.
func (v *Views) InTheOpen() *Views { return &Views{reader: v.reader} }

// ContentKey returns by what files of a workspace with the bytes of a digest are found; see file.ContentKey.
func (v *Views) ContentKey(ctx context.Context, workspace, digest string) (string, error) {
	return file.ContentKey(ctx, v.vault, workspace, digest)
}

// EachRow runs a query and hands each row to scan.
func (v *Views) EachRow(ctx context.Context, scan func(Rows) error, sql string, args ...any) error {
	rows, err := v.reader.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("query the views: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("read a row of the views: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the views: %w", err)
	}
	return nil
}

// QueryRecords runs a query whose only column is the document of a record.
func QueryRecords[R any](ctx context.Context, v *Views, sql string, args ...any) (out []R, err error) {
	err = EachRecord(ctx, v, func(r R) { out = append(out, r) }, sql, args...)
	return out, err
}

// EachRecord is QueryRecords for more records than fit into memory: it hands each to see.
func EachRecord[R any](ctx context.Context, v *Views, see func(R), sql string, args ...any) error {
	return v.eachDocument(ctx, func(doc []byte) error {
		var r R
		if err := json.Unmarshal(doc, &r); err != nil {
			return err
		}
		see(r)
		return nil
	}, sql, args...)
}

// eachDocument runs a query whose only column is a document, and opens each.
func (v *Views) eachDocument(ctx context.Context, see func([]byte) error, sql string, args ...any) error {
	return v.EachRow(ctx, func(rows Rows) error {
		var doc []byte
		if err := rows.Scan(&doc); err != nil {
			return err
		}
		return v.openDocument(ctx, doc, see)
	}, sql, args...)
}

// openDocument hands on a document in the open. One that was deleted for good is none: its
// row goes next.
func (v *Views) openDocument(ctx context.Context, doc []byte, see func([]byte) error) error {
	if v.vault != nil {
		var err error
		if doc, err = atrest.OpenDocument(ctx, v.vault, doc); errors.Is(err, es.ErrErased) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return see(doc)
}

// QueryRecord returns the record that a query finds, or missing when it finds none.
func QueryRecord[R any](ctx context.Context, v *Views, missing error, sql string, args ...any) (r R, err error) {
	found, err := QueryRecords[R](ctx, v, sql, args...)
	switch {
	case err != nil:
		return r, err
	case len(found) == 0:
		return r, missing
	}
	return found[0], nil
}

// QueryTexts runs a query whose only column is a text.
func (v *Views) QueryTexts(ctx context.Context, sql string, args ...any) ([]string, error) {
	out := []string{}
	err := v.EachRow(ctx, func(rows Rows) error {
		var s string
		if err := rows.Scan(&s); err != nil {
			return err
		}
		out = append(out, s)
		return nil
	}, sql, args...)
	return AnswerUnless(err, out)
}

// RecordsByKey reads the records that have some keys, by key.
func RecordsByKey[R any](ctx context.Context, v *Views, table string, keys []string) (map[string]R, error) {
	out := make(map[string]R, len(keys))
	for some := range slices.Chunk(keys, MaxParts) {
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		err := v.EachRow(ctx, func(rows Rows) error {
			var key string
			var doc []byte
			if err := rows.Scan(&key, &doc); err != nil {
				return err
			}
			return v.openDocument(ctx, doc, func(plain []byte) error {
				var r R
				err := DecodeInto(&r)(plain)
				out[key] = r
				return err
			})
		}, NumberParameters("SELECT key, doc FROM "+table+" WHERE key IN ("+Marks(len(some))+")"), args...)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
