package store

import "github.com/seed-62a36931/docket/projections"

// BlankRow is a row to be scanned into, see Into.
func (t *Table) BlankRow() projections.Row {
	row := projections.Row{Values: make([]any, len(t.Columns))}
	for i, c := range t.Columns {
		switch c.Type {
		case projections.Text:
			row.Values[i] = new(string)
		case projections.BigInt:
			row.Values[i] = new(int64)
		case projections.Bool:
			row.Values[i] = new(bool)
		}
	}
	return row
}

// ScanTargets are the destinations of a blank row in the order of Names.
func (t *Table) ScanTargets(row *projections.Row) []any {
	return append(append([]any{&row.Key}, row.Values...), &row.Doc)
}

// PlainRow takes the values of a row that was scanned out of their pointers.
func (t *Table) PlainRow(row projections.Row) projections.Row {
	for i, v := range row.Values {
		switch v := v.(type) {
		case *string:
			row.Values[i] = *v
		case *int64:
			row.Values[i] = *v
		case *bool:
			row.Values[i] = *v
		}
	}
	return row
}
