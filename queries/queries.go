package queries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/license"
)

// Queries answers every question of the interface. All fields but Vault,
// Results, Decoded, Trees and those of drawings are required.
type Queries struct {
	Views   Reader
	Vault   es.Vault // opens the documents of the views; nil when they lie in the open, for tests
	Log     *es.Log  // for history, and for reads of the past
	Blobs   es.Blobs // results of analyses, and packages
	Now     func() time.Time
	Results *ResultCache // nil: results are decoded again for each read
	Names   *NameCache   // nil: files are opened again for each look at their names
	// Decoded are the templates that were read last; nil: they are decoded again for each read.
	Decoded *TemplateCache

	License  *license.License // nil: everything is allowed, without end
	Drawer   Drawer           // needed for previews and page images only
	Drawings *DrawingCache    // nil: each is made anew
	Trees    *TreeCache       // nil: layouts are decoded again for each read
	Bundles  BundleWriter     // needed for exports of templates only

	PackageAge time.Duration // how long packages are kept; 0: until they are deleted
}

// eachRow runs a query and hands each row to scan.
func (q *Queries) eachRow(ctx context.Context, scan func(Rows) error, sql string, args ...any) error {
	rows, err := q.Views.Query(ctx, sql, args...)
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

// queryRecords runs a query whose only column is the document of a record.
func queryRecords[R any](ctx context.Context, q *Queries, sql string, args ...any) (out []R, err error) {
	err = eachRecord(ctx, q, func(r R) { out = append(out, r) }, sql, args...)
	return out, err
}

// eachRecord is records for as many as do not fit into memory.
func eachRecord[R any](ctx context.Context, q *Queries, see func(R), sql string, args ...any) error {
	return q.eachDocument(ctx, func(doc []byte) error {
		var r R
		if err := json.Unmarshal(doc, &r); err != nil {
			return err
		}
		see(r)
		return nil
	}, sql, args...)
}

// eachDocument runs a query whose only column is a document, and opens each.
func (q *Queries) eachDocument(ctx context.Context, see func([]byte) error, sql string, args ...any) error {
	return q.eachRow(ctx, func(rows Rows) error {
		var doc []byte
		if err := rows.Scan(&doc); err != nil {
			return err
		}
		return q.openDocument(ctx, doc, see)
	}, sql, args...)
}

// openDocument hands on a document in the open. One that was deleted for good is none: its
// row goes next.
func (q *Queries) openDocument(ctx context.Context, doc []byte, see func([]byte) error) error {
	if q.Vault != nil {
		var err error
		if doc, err = atrest.OpenDocument(ctx, q.Vault, doc); errors.Is(err, es.ErrErased) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return see(doc)
}

// queryRecord is records for a query that finds one record at most, else missing.
func queryRecord[R any](ctx context.Context, q *Queries, missing error, sql string, args ...any) (r R, err error) {
	found, err := queryRecords[R](ctx, q, sql, args...)
	switch {
	case err != nil:
		return r, err
	case len(found) == 0:
		return r, missing
	}
	return found[0], nil
}

// answerUnless returns an answer, or nothing of it with the error that there is.
func answerUnless[V any](err error, answer V) (V, error) {
	if err != nil {
		return *new(V), err
	}
	return answer, nil
}

// queryTexts runs a query whose only column is a text.
func (q *Queries) queryTexts(ctx context.Context, sql string, args ...any) ([]string, error) {
	out := []string{}
	err := q.eachRow(ctx, func(rows Rows) error {
		var s string
		if err := rows.Scan(&s); err != nil {
			return err
		}
		out = append(out, s)
		return nil
	}, sql, args...)
	return answerUnless(err, out)
}

// nonNil makes an absent list an empty one.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
