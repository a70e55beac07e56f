package author

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/measure"
)

// A labelledCell holds the value that people say a row has in a column.
type labelledCell struct{ column, value string }

// A rowReport compares one row: wanted and found hold the cells by their labelled columns.
type rowReport struct {
	Wanted   map[string]string `json:"wanted,omitempty"` // nil for a row that is too many
	Found    map[string]string `json:"found,omitempty"`  // nil for a row that is missing
	Complete bool              `json:"complete"`         // all labelled columns are right
}

// A columnScore sums up the cells of a column.
type columnScore struct {
	Column string `json:"column"`
	measure.Counts
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// A rowsReport compares the rows of a field in one document. Counts are those of rows; a right one is complete.
type rowsReport struct {
	measure.Counts
	Rows    []rowReport   `json:"rows"`
	Columns []columnScore `json:"columns"`
	// complete tells of each row that was found whether it is.
	complete []bool
}

// columnPrefix stands before the names of a field and a column, as in placeholders of report templates.
const columnPrefix = "row."

// columnPath returns the name of a column of a field, by which --as and --kind and headings of a csv name it.
func columnPath(field, column string) string { return columnPrefix + field + "." + column }

// splitColumnPath returns the field and the column that a heading names.
func splitColumnPath(heading string) (field, column string, ok bool) {
	rest, ok := strings.CutPrefix(heading, columnPrefix)
	if !ok {
		return "", "", false
	}
	field, column, ok = strings.Cut(rest, ".")
	return field, column, ok && field != "" && column != ""
}

// addRow adds a row of a field; empty cells are none, and a row without cells is no row.
func (d *labelledDocument) addRow(field string, cells []labelledCell) {
	cells = slices.DeleteFunc(cells, func(c labelledCell) bool { return strings.TrimSpace(c.value) == "" })
	if len(cells) == 0 {
		return
	}
	for i := range d.fields {
		if d.fields[i].name == field {
			d.fields[i].rows = append(d.fields[i].rows, cells)
			return
		}
	}
	d.fields = append(d.fields, labelledField{name: field, rows: [][]labelledCell{cells}})
}

// addRowObject adds a row that is an object of JSON, whose members are texts, numbers or null.
func (d *labelledDocument) addRowObject(field string, object map[string]any) error {
	var cells []labelledCell
	for column, v := range object {
		switch v := v.(type) {
		case string:
			cells = append(cells, labelledCell{column, v})
		case json.Number:
			cells = append(cells, labelledCell{column, v.String()})
		case nil:
		default:
			return fmt.Errorf("the column %s of the field %s is not a text", column, field)
		}
	}
	slices.SortFunc(cells, func(a, b labelledCell) int { return strings.Compare(a.column, b.column) })
	d.addRow(field, cells)
	return nil
}

// A rowComparison compares rows of a field.
type rowComparison struct {
	columns []string                // labelled in this document, in order
	kinds   map[string]measure.Kind // by column
	names   map[string]string       // of the cells that are found, without what does not count, by column
}

func (x scoreFieldsCommand) newRowComparison(f labelledField, kinds map[string]measure.Kind) rowComparison {
	c := rowComparison{kinds: map[string]measure.Kind{}, names: map[string]string{}}
	for _, row := range f.rows {
		for _, cell := range row {
			if slices.Contains(c.columns, cell.column) {
				continue
			}
			c.columns = append(c.columns, cell.column)
			path := columnPath(f.name, cell.column)
			c.kinds[cell.column] = kinds[measure.SameName(path)]
			if c.names[cell.column] = measure.SameName(x.componentOf(path)); c.names[cell.column] == measure.SameName(path) {
				c.names[cell.column] = measure.SameName(cell.column)
			}
		}
	}
	slices.Sort(c.columns)
	return c
}

// compareRows pairs the rows that are wanted with those that were found, the most alike first and of equals
// the nearest, and compares the labelled columns cell by cell.
func (x scoreFieldsCommand) compareRows(f labelledField, found foundValues, kinds map[string]measure.Kind) fieldReport {
	c := x.newRowComparison(f, kinds)
	wanted, got := make([]map[string]string, len(f.rows)), make([]map[string]string, len(found.Rows))
	for i, row := range f.rows {
		wanted[i] = map[string]string{}
		for _, cell := range row {
			wanted[i][cell.column] = cell.value
		}
	}
	for i, cells := range found.Rows {
		got[i] = map[string]string{}
		for _, column := range c.columns {
			if v := cells[c.names[column]]; v != "" {
				got[i][column] = v
			}
		}
	}
	rows := c.compare(wanted, got)
	out := fieldReport{Field: f.name, Wanted: c.textsOf(wanted), Found: append([]string{}, found.Values...), Rows: &rows, Outcome: "wrong"}
	switch {
	case rows.Right == rows.Found && rows.Right == rows.Expected:
		out.Correct, out.Outcome = true, "right"
	case rows.Found == 0:
		out.Outcome = "missing"
	}
	return out
}

func (c rowComparison) compare(wanted, got []map[string]string) rowsReport {
	out := rowsReport{Counts: measure.Counts{Found: len(got), Expected: len(wanted)}, Rows: []rowReport{}, complete: make([]bool, len(got))}
	for _, column := range c.columns {
		out.Columns = append(out.Columns, columnScore{Column: column})
	}
	partner, used := c.pairRows(wanted, got), make([]bool, len(got))
	for i, w := range wanted {
		row := rowReport{Wanted: w}
		if j := partner[i]; j >= 0 {
			used[j] = true
			row.Found, row.Complete = got[j], c.countRight(w, got[j]) == len(c.columns)
			out.complete[j] = row.Complete
		}
		if row.Complete {
			out.Right++
		}
		out.addRow(c, row)
	}
	for j, g := range got {
		if !used[j] {
			out.addRow(c, rowReport{Found: g})
		}
	}
	for i := range out.Columns {
		out.Columns[i].setShares()
	}
	return out
}

// addRow adds a row and counts its cells.
func (r *rowsReport) addRow(c rowComparison, row rowReport) {
	r.Rows = append(r.Rows, row)
	for i := range r.Columns {
		s := &r.Columns[i]
		w, isWanted := row.Wanted[s.Column]
		f, isFound := row.Found[s.Column]
		if isWanted {
			s.Expected++
		}
		if isFound {
			s.Found++
		}
		if isWanted && isFound && c.kinds[s.Column].SameValue(w, f) {
			s.Right++
		}
	}
}

func (s *columnScore) setShares() {
	s.Precision, s.Recall, s.F1 = s.Counts.Precision(), s.Counts.Recall(), s.Counts.F1()
}

// countRight counts the columns in which two rows have the same, or both nothing.
func (c rowComparison) countRight(wanted, found map[string]string) (right int) {
	for _, column := range c.columns {
		w, isWanted := wanted[column]
		f, isFound := found[column]
		if isWanted == isFound && (!isWanted || c.kinds[column].SameValue(w, f)) {
			right++
		}
	}
	return right
}

// countShared counts the columns in which both rows have the same.
func (c rowComparison) countShared(wanted, found map[string]string) (shared int) {
	for column, w := range wanted {
		if f, ok := found[column]; ok && c.kinds[column].SameValue(w, f) {
			shared++
		}
	}
	return shared
}

// pairRows returns the row that was found for each that is wanted, -1 for none. Rows that share no cell are
// paired when nothing is left for either and they stand at the same place.
func (c rowComparison) pairRows(wanted, got []map[string]string) []int {
	type pair struct{ i, j, shared int }
	var pairs []pair
	for i, w := range wanted {
		for j, g := range got {
			if n := c.countShared(w, g); n > 0 || i == j {
				pairs = append(pairs, pair{i, j, n})
			}
		}
	}
	distance := func(p pair) int { return max(p.i-p.j, p.j-p.i) }
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(distance(a), distance(b)))
	})
	partner, used := make([]int, len(wanted)), make([]bool, len(got))
	for i := range partner {
		partner[i] = -1
	}
	for _, p := range pairs {
		if partner[p.i] < 0 && !used[p.j] {
			partner[p.i], used[p.j] = p.j, true
		}
	}
	return partner
}

// textsOf returns rows as texts, with the cells in the order of the columns.
func (c rowComparison) textsOf(rows []map[string]string) []string {
	out := []string{}
	for _, row := range rows {
		var cells []string
		for _, column := range c.columns {
			if v, ok := row[column]; ok {
				cells = append(cells, column+": "+v)
			}
		}
		out = append(out, strings.Join(cells, ", "))
	}
	return out
}

// addColumns adds the columns of a field in one document.
func (s *fieldScore) addColumns(columns []columnScore) {
	for _, c := range columns {
		i := slices.IndexFunc(s.Columns, func(o columnScore) bool { return o.Column == c.Column })
		if i < 0 {
			s.Columns = append(s.Columns, c)
			continue
		}
		s.Columns[i].Counts = s.Columns[i].Counts.Add(c.Counts)
	}
	slices.SortFunc(s.Columns, func(a, b columnScore) int { return strings.Compare(a.Column, b.Column) })
	for i := range s.Columns {
		s.Columns[i].setShares()
	}
}

// printRows writes which rows are wrong, missing or too many, cell by cell.
func (r rowsReport) printRows(w io.Writer, document, field string) {
	for i, row := range r.Rows {
		switch {
		case row.Complete:
		case row.Found == nil:
			fmt.Fprintf(w, "%s: missing: %s, row %d: %s\n", document, field, i+1, r.describe(row.Wanted))
		case row.Wanted == nil:
			fmt.Fprintf(w, "%s: wrong: %s, a row too many: %s\n", document, field, r.describe(row.Found))
		default:
			for _, c := range r.Columns {
				if wanted, found := row.Wanted[c.Column], row.Found[c.Column]; wanted != found {
					fmt.Fprintf(w, "%s: wrong: %s, row %d, %s: wanted %q, found %q\n", document, field, i+1, c.Column, wanted, found)
				}
			}
		}
	}
}

func (r rowsReport) describe(row map[string]string) string {
	var cells []string
	for _, c := range r.Columns {
		if v, ok := row[c.Column]; ok {
			cells = append(cells, fmt.Sprintf("%s %q", c.Column, v))
		}
	}
	return strings.Join(cells, ", ")
}

// printColumns writes the sums of columns, and how many rows are complete, for fields that are labelled by rows.
func (r scoreReport) printColumns(w io.Writer) {
	for _, s := range r.Fields {
		if len(s.Columns) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%-40s %6s %6s %6s %6s %6s %6s\n", "cells of "+s.Field, "right", "found", "true", "P", "R", "F1")
		for _, c := range s.Columns {
			fmt.Fprintf(w, "%-40s %6d %6d %6d %6.3f %6.3f %6.3f\n", c.Column, c.Right, c.Found, c.Expected, c.Precision, c.Recall, c.F1)
		}
		fmt.Fprintf(w, "%d of %d rows are complete: %.3f\n", s.Right, s.Expected, s.Recall)
	}
}
