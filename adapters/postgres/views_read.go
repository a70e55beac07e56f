package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// Query runs SQL on a connection that cannot write. Text that no row can hold, which
// callers may well ask for, equals nothing: it is asked for as NULL.
func (v *Views) Query(ctx context.Context, text string, args ...any) (queries.Rows, error) {
	rows, err := v.read.Query(ctx, text, asked(args)...) //nolint:sqlclosecheck // the caller closes
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return rows, nil
}

// asked are arguments that the server takes.
func asked(args []any) []any {
	out := slices.Clone(args)
	for i, a := range out {
		if s, ok := a.(string); ok && !storable(s) {
			out[i] = nil
		}
	}
	return out
}

// storable says whether the server takes a text: in UTF-8, without NUL.
func storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// stand reads all checkpoints and what queries read.
func (v *Views) stand(ctx context.Context) (store.Stand, error) {
	s := store.Stand{Progress: map[string]store.Progress{}, Served: map[string]string{}}
	rows, err := v.read.Query(ctx, `SELECT projection, at, epoch, '' FROM docket_checkpoint
		UNION ALL SELECT s.view, 0, 0, b.key FROM docket_served s JOIN docket_build b ON b.view = s.view AND b.version = s.version AND b.build = s.build`)
	if err != nil {
		return s, err
	}
	var name string
	var p store.Progress
	var key string
	_, err = pgx.ForEachRow(rows, []any{&name, &p.At, &p.Epoch, &key}, func() error {
		if key != "" {
			s.Served[name] = key
		} else {
			s.Progress[name] = p
		}
		return nil
	})
	return s, err
}

// Dump writes a table of a prepared view, by name without version and in this
// program's version, in canonical form and the order of its keys.
func (v *Views) Dump(ctx context.Context, table string, w io.Writer) error {
	t, err := v.tableNamed(table)
	if err != nil {
		return err
	}
	rows, err := v.read.Query(ctx, "SELECT "+strings.Join(t.Names(), ", ")+" FROM "+t.Physical+" ORDER BY key")
	if err != nil {
		return fmt.Errorf("dump %s: %w", table, err)
	}
	defer rows.Close()
	for rows.Next() {
		row := t.Blank()
		if err := rows.Scan(t.Into(&row)...); err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
		if err := store.WriteRow(w, t.Table, t.Plain(row)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// tableNamed finds a table among the prepared views, of the newest version.
func (v *Views) tableNamed(name string) (*store.Table, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if t := store.Newest(v.sets, name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no prepared view owns a table %q: %w", name, store.ErrUnknownView)
}

// source reads what is committed, for a batch.
type source struct{ *Views }

// Doc reads the document of a key.
func (s source) Doc(ctx context.Context, t *store.Table, key string) ([]byte, bool, error) {
	var doc []byte
	err := s.write.QueryRow(ctx, "SELECT doc FROM "+t.Physical+" WHERE key = $1", key).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	return doc, err == nil, err
}

// KeysWhere lists the keys of the rows whose column has a value.
func (s source) KeysWhere(ctx context.Context, t *store.Table, column string, value any) ([]string, error) {
	return queryStrings(ctx, s.write, fmt.Sprintf("SELECT key FROM %s WHERE %q = $1", t.Physical, column), value)
}

// Parked says whether an event of a stream, or of any for "", is parked.
func (s source) Parked(ctx context.Context, key string, stream es.StreamID) (bool, error) {
	var some bool
	err := s.write.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM docket_parked WHERE projection = $1 AND ($2 = '' OR stream = $2))",
		key, string(stream)).Scan(&some)
	return some, err
}
