package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// ErrMoved says that a checkpoint is not where the runner left it: another one
// runs the same projection, or it was reset.
var ErrMoved = errors.New("another runner moved the checkpoint")

// ErrRow says that a row cannot be stored by every engine.
var ErrRow = errors.New("the row cannot be stored")

// Limits bound what a row may hold, in bytes; zero values take the defaults.
type Limits struct {
	Key  int // default 500
	Text int // of a text column, default 2,000: indexes take no more
	Doc  int // default 16 MiB
}

// WithDefaults fills in what is zero.
func (l Limits) WithDefaults() Limits {
	for _, d := range []struct {
		field *int
		value int
	}{{&l.Key, 500}, {&l.Text, 2000}, {&l.Doc, 16 << 20}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	return l
}

// A Source reads what was committed before the batch.
type Source interface {
	// Doc reads the document of a key.
	Doc(ctx context.Context, t *Table, key string) (doc []byte, ok bool, err error)
	// KeysWhere lists the keys of the rows whose column has a value.
	KeysWhere(ctx context.Context, t *Table, column string, value any) ([]string, error)
	// HasParked reports whether an event of a stream is parked; of any for "".
	HasParked(ctx context.Context, key string, stream es.StreamID) (bool, error)
}

// A Batch is a projections.Writer that keeps all writes in memory, the last one
// for each key, until the engine stores them at once.
type Batch struct {
	set    *Set
	source Source
	limits Limits
	fresh  bool // nothing was stored yet, so nothing needs to be read
	rows   map[*Table]map[string]*projections.Row
	parks  []Parked
	again  es.StreamID // its parked events are applied anew
	none   bool        // no event of the projection was parked before
	asked  bool
}

var _ projections.Writer = (*Batch)(nil)

// NewBatch begins a batch behind a checkpoint. At 0 nothing is stored, and the
// source is not asked.
func NewBatch(s *Set, source Source, l Limits, from es.Position) *Batch {
	return &Batch{set: s, source: source, limits: l.WithDefaults(), fresh: from == 0, rows: map[*Table]map[string]*projections.Row{}}
}

// CheckMove refuses checkpoints that go nowhere or backwards.
func CheckMove(from, to es.Position) error {
	if to < from || to == 0 || to > math.MaxInt64 {
		return fmt.Errorf("a checkpoint cannot move from %d to %d", from, to)
	}
	return nil
}

func (b *Batch) findTable(name string) (*Table, error) {
	if t := b.set.Table(name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("view %s owns no table %q", b.set.View, name)
}

// Get reads the document of a key.
func (b *Batch) Get(ctx context.Context, table, key string) ([]byte, bool, error) {
	t, err := b.findTable(table)
	if err != nil {
		return nil, false, err
	}
	if row, ok := b.rows[t][key]; ok {
		if row == nil {
			return nil, false, nil
		}
		return row.Doc, true, nil
	}
	if b.fresh {
		return nil, false, nil
	}
	return b.source.Doc(ctx, t, key)
}

// Put keeps a copy of a row. Errors: ErrRow.
func (b *Batch) Put(_ context.Context, table string, row projections.Row) error {
	t, err := b.findTable(table)
	if err == nil {
		err = b.checkRow(t, row)
	}
	if err != nil {
		return err
	}
	row.Values, row.Doc = slices.Clone(row.Values), slices.Clone(row.Doc)
	b.keepRow(t, row.Key, &row)
	return nil
}

func (b *Batch) keepRow(t *Table, key string, row *projections.Row) {
	if b.rows[t] == nil {
		b.rows[t] = map[string]*projections.Row{}
	}
	b.rows[t][key] = row
}

// Delete removes the rows whose column has a value.
func (b *Batch) Delete(ctx context.Context, table, column string, value any) error {
	if key, ok := value.(string); ok && column == "key" {
		t, err := b.findTable(table)
		if err == nil {
			b.keepRow(t, key, nil)
		}
		return err
	}
	keys, err := b.Keys(ctx, table, column, value)
	if err != nil {
		return err
	}
	for _, key := range keys {
		b.keepRow(b.set.Table(table), key, nil)
	}
	return nil
}

// Keys lists, in order, the keys of the rows whose column has a value.
func (b *Batch) Keys(ctx context.Context, table, column string, value any) ([]string, error) {
	t, err := b.findTable(table)
	if err != nil {
		return nil, err
	}
	at, err := t.columnIndex(column, value)
	if err != nil {
		return nil, err
	}
	var stored []string
	if !b.fresh {
		if stored, err = b.source.KeysWhere(ctx, t, column, value); err != nil {
			return nil, err
		}
	}
	keys := slices.DeleteFunc(stored, func(key string) bool { _, changed := b.rows[t][key]; return changed })
	for key, row := range b.rows[t] {
		if row != nil && (at < 0 && key == value || at >= 0 && row.Values[at] == value) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// A Change holds what a batch does to one table: rows to put and keys to delete,
// both in order of the key.
type Change struct {
	Table   *Table
	Puts    []*projections.Row
	Deletes []string
}

// Changes are the folded writes, in the order of the view's tables.
func (b *Batch) Changes() []Change {
	var out []Change
	for _, t := range b.set.Tables {
		c := Change{Table: t}
		for _, key := range slices.Sorted(maps.Keys(b.rows[t])) {
			if row := b.rows[t][key]; row != nil {
				c.Puts = append(c.Puts, row)
			} else if !b.fresh {
				c.Deletes = append(c.Deletes, key)
			}
		}
		if len(c.Puts)+len(c.Deletes) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// columnIndex checks a value against a column and finds its place, -1 for the key.
func (t *Table) columnIndex(name string, value any) (int, error) {
	if name == "key" {
		return -1, checkType(projections.Text, value)
	}
	for i, c := range t.Columns {
		if c.Name == name {
			return i, checkType(c.Type, value)
		}
	}
	return 0, fmt.Errorf("table %s has no column %q", t.Name, name)
}

func checkType(want projections.ColumnType, value any) error {
	var ok bool
	switch want {
	case projections.Text:
		_, ok = value.(string)
	case projections.BigInt:
		_, ok = value.(int64)
	case projections.Bool:
		_, ok = value.(bool)
	}
	if !ok {
		return fmt.Errorf("%w: a value of type %T in a column of type %d", ErrRow, value, want)
	}
	return nil
}

// checkRow refuses what one of the engines could not store.
func (b *Batch) checkRow(t *Table, row projections.Row) error {
	if row.Key == "" || len(row.Key) > b.limits.Key {
		return fmt.Errorf("%w: %s: a key of %d bytes, 1 to %d are allowed", ErrRow, t.Name, len(row.Key), b.limits.Key)
	}
	if len(row.Doc) > b.limits.Doc {
		return fmt.Errorf("%w: %s: a document of %d bytes, at most %d", ErrRow, t.Name, len(row.Doc), b.limits.Doc)
	}
	if len(row.Values) != len(t.Columns) {
		return fmt.Errorf("%w: %s: %d values for %d columns", ErrRow, t.Name, len(row.Values), len(t.Columns))
	}
	if !isStorable(row.Key) || !utf8.Valid(row.Doc) || slices.Contains(row.Doc, 0) {
		return fmt.Errorf("%w: %s: a NUL or bytes that are no UTF-8", ErrRow, t.Name)
	}
	for i, c := range t.Columns {
		if err := checkType(c.Type, row.Values[i]); err != nil {
			return fmt.Errorf("%s.%s: %w", t.Name, c.Name, err)
		}
		if s, ok := row.Values[i].(string); ok && (len(s) > b.limits.Text || !isStorable(s)) {
			return fmt.Errorf("%w: %s.%s: %d bytes, at most %d, without NUL and in UTF-8", ErrRow, t.Name, c.Name, len(s), b.limits.Text)
		}
	}
	return nil
}

func isStorable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
