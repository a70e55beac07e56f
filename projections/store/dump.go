package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/seed-62a36931/docket/projections"
)

// WriteRow writes a row in canonical form: one line of JSON with the names in
// order, the document's too, numbers as they stand. Two engines, or two builds of
// one view, are equal when their lines are.
func WriteRow(w io.Writer, t projections.Table, row projections.Row) error {
	line := map[string]any{"key": row.Key}
	if len(row.Doc) > 0 {
		d := json.NewDecoder(bytes.NewReader(row.Doc))
		d.UseNumber()
		var doc any
		if err := d.Decode(&doc); err != nil {
			return fmt.Errorf("dump %s, key %s: %w", t.Name, row.Key, err)
		}
		line["doc"] = doc
	}
	for i, c := range t.Columns {
		line["."+c.Name] = row.Values[i]
	}
	b, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("dump %s, key %s: %w", t.Name, row.Key, err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
