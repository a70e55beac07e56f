// Package projections is every read model: its tables and its event handlers
// side by side, one file each.
package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
)

// A View is a projection together with the tables that it owns.
type View struct {
	*es.Projection[Writer]
	Tables []Table
}

// AtBuild is the same view in another build.
func (v View) AtBuild(build int) View {
	p := *v.Projection
	p.Build = build
	v.Projection = &p
	return v
}

// A Table holds one document for each key, and columns drawn from it to find it
// by. Each engine adds `key` (text, primary key) and `doc` (text, JSON). The
// physical table is Name_vN with N the projection's version, or Name_vN_bM in a
// further build; queries read Name.
type Table struct {
	Name    string
	Columns []Column
	Indexes [][]string // column names, most selective use first
}

// A Column is a typed copy of something in the document.
type Column struct {
	Name string
	Type ColumnType
}

// A ColumnType is how a column is stored.
type ColumnType uint8

// The column types. Times are BigInt microseconds since 1970, UTC.
const (
	Text   ColumnType = iota // never null
	BigInt                   // 64 bits, never null
	Bool                     // never null
)

// A Row is one row of a table. Values are those of the table's columns in their
// order: string, int64 or bool.
type Row struct {
	Key    string
	Values []any
	Doc    []byte // JSON; may be empty
}

// A Writer changes the tables of one view inside one transaction. It reads its
// own writes.
type Writer interface {
	// Get reads the document of a key.
	Get(ctx context.Context, table, key string) (doc []byte, ok bool, err error)
	// Put writes a row, in place of the one that has its key.
	Put(ctx context.Context, table string, row Row) error
	// Delete removes the rows whose column has a value; "key" is a column too.
	Delete(ctx context.Context, table, column string, value any) error
	// Keys lists, in order, the keys of the rows whose column has a value.
	Keys(ctx context.Context, table, column string, value any) ([]string, error)
}
