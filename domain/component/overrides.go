package component

import (
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// Analyses hold what the analyses of a file found that its overrides were made on, by the blob of their
// result; see ReadEarlier.
type Analyses map[uuid.UUID][]Detail

// ReadEarlier reads what those analyses found that overrides were made on, apart from the latest one. One whose
// result is lost counts as the latest: the same document, rules and program give the same again. The errors are
// those of read, which gets the blob of a result.
func ReadEarlier(overrides []file.Applied, latest es.BlobRef, read func(es.BlobRef) ([]Detail, error)) (Analyses, error) {
	out := Analyses{}
	for _, o := range overrides {
		if _, known := out[o.Analysis.ID]; known || o.Analysis.ID == uuid.Nil || o.Analysis.ID == latest.ID {
			continue
		}
		found, err := read(o.Analysis)
		if errors.Is(err, es.ErrNoBlob) && latest.ID != uuid.Nil {
			found, err = read(latest)
		}
		if err != nil {
			return nil, err
		}
		out[o.Analysis.ID] = found
	}
	return out, nil
}

// ApplyOverrides returns the components with the overrides of people applied; found is that of the latest
// analysis and stays unchanged. Earlier is that of ReadEarlier. A component without
// results is added.
func ApplyOverrides(found []Detail, latest es.BlobRef, overrides []file.Applied, earlier Analyses) []Detail {
	out := slices.Clone(found)
	index := make(snakecase.Index[int], len(out))
	for i, c := range out {
		index.Add(c.Name, i)
	}
	for _, o := range overrides {
		i, ok := index.Find(o.Name)
		if !ok {
			i = len(out)
			index.Add(o.Name, i)
			out = append(out, Detail{Name: o.Name})
		}
		extracted := out[i].Values
		d := Detail{Name: out[i].Name, Overridden: true, Override: Override{By: o.By, At: o.At, Note: o.Note}}
		switch {
		case !o.HasIdentity():
			d.Values = completeByIndex(o.Name, o.Values, extracted)
		case o.Analysis.ID == latest.ID:
			d.Values, d.BasesGone = overriding{o.Override, extracted, extracted}.complete()
		default:
			then := valuesNamed(earlier[o.Analysis.ID], o.Name)
			d.Values, d.BasesGone = overriding{o.Override, then, extracted}.complete()
		}
		out[i] = d
	}
	return out
}

// valuesNamed returns the values of a component; nil for none.
func valuesNamed(components []Detail, name string) []Value {
	i := slices.IndexFunc(components, func(c Detail) bool { return snakecase.Same(c.Name, name) })
	if i < 0 {
		return nil
	}
	return components[i].Values
}

// An overriding is an override of one component with what was extracted when it was made, and now.
type overriding struct {
	file.Override
	then, now []Value
}

// complete returns the values of the override with what was extracted of each, and the originals of those
// whose extracted value is not there any more.
func (o overriding) complete() (values []Value, gone []string) {
	bases := followValues(o.then, o.now)
	under := func(v file.Value) Value {
		switch {
		case v.Base >= 1 && v.Base <= len(o.then) && bases.to[v.Base-1] != unpaired:
			return o.now[bases.to[v.Base-1]]
		case v.Base >= 1 && v.Base <= len(o.then):
			was := o.then[v.Base-1]
			gone = append(gone, was.OriginalValue)
			was.BasedOn, was.References, was.Cells = "", []Reference{}, withoutReferences(was.Cells)
			return was
		case v.Extracted != nil: // it was gone already when the override was made
			gone = append(gone, v.Extracted.Value)
			return Value{OriginalValue: v.Extracted.Value, RuleID: v.Extracted.RuleID, References: []Reference{}}
		}
		return Value{References: []Reference{}}
	}
	for _, v := range o.Values {
		if v.Unchanged == 0 {
			values = append(values, overrideValue(under(v), v, o.Columns))
			continue
		}
		for base := v.Base; base < v.Base+v.Unchanged && base <= len(o.then); base++ {
			was := o.then[base-1]
			left := file.Value{Base: base, Value: was.Value, Cells: cellTexts(was.Cells)}
			values = append(values, overrideValue(under(left), left, nil))
		}
	}
	return values, gone
}

// followValues pairs the values of one analysis with those of another: by their identifiers, else by their
// texts in the same order, else by their texts, else by what they stand between.
func followValues(then, now []Value) pairing {
	p := newPairing(len(then), len(now))
	p.pairKeys(func(i int) string { return then[i].ID }, func(j int) string { return now[j].ID })
	p.pairInOrder(func(i, j int) bool { return then[i].OriginalValue == now[j].OriginalValue })
	p.pairKeys(func(i int) string { return then[i].OriginalValue }, func(j int) string { return now[j].OriginalValue })
	p.pairGaps(func(int) bool { return false })
	return p
}

// overrideValue puts what a person gave over an extracted value.
func overrideValue(under Value, v file.Value, columns []string) Value {
	if v.ID != "" {
		under.ID = v.ID
	}
	under.Cells = overrideCells(under.Cells, v.Cells, columns)
	under.Value, under.Places = v.Value, v.Places
	under.Confidence, under.Evidence, under.OtherSources = nil, nil, nil // a person answers for it
	if v.Description != nil {
		under.Description = *v.Description
	}
	return under
}

// overrideCells puts texts over extracted cells, in their order; those that were not extracted follow in the order
// of the columns. Empty ones are left out.
func overrideCells(under []Cell, texts map[string]string, columns []string) (out []Cell) {
	if texts == nil {
		return nil
	}
	for _, column := range orderCells(under, columns) {
		text := texts[column]
		if text == "" {
			continue
		}
		cell := Cell{Column: column, References: []Reference{}}
		if i := slices.IndexFunc(under, func(c Cell) bool { return c.Column == column }); i >= 0 {
			cell = under[i]
		}
		cell.Value, cell.Normalized = text, nil
		out = append(out, cell)
	}
	return out
}

// orderCells returns the columns of a row that has cells already, in their order, and then the others.
func orderCells(cells []Cell, columns []string) []string {
	order := columnsOf([]Value{{Cells: cells}})
	for _, column := range columns {
		order = appendNewColumn(order, column)
	}
	return order
}

func appendNewColumn(columns []string, column string) []string {
	if slices.Contains(columns, column) {
		return columns
	}
	return append(columns, column)
}

// columnsOf returns the columns of rows in their order; nil when there are no rows.
func columnsOf(values []Value) (columns []string) {
	for _, v := range values {
		for _, c := range v.Cells {
			columns = appendNewColumn(columns, c.Column)
		}
	}
	return columns
}

// cellTexts returns the texts of cells by column; nil for none.
func cellTexts(cells []Cell) map[string]string {
	if cells == nil {
		return nil
	}
	out := make(map[string]string, len(cells))
	for _, c := range cells {
		out[c.Column] = c.Value
	}
	return out
}

// withoutReferences returns cells whose entities are not there any more.
func withoutReferences(cells []Cell) []Cell {
	out := slices.Clone(cells)
	for i := range out {
		out[i].References = []Reference{}
	}
	return out
}

// completeByIndex completes the values of an override of before: what was extracted, and a description that
// they leave open, are those of the value found at the same index.
func completeByIndex(name string, values []file.Value, found []Value) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		under := Value{ID: positionalID(name, i), References: []Reference{}}
		if i < len(found) {
			under = found[i]
		}
		cells := cellsOfText(v.Value, under.Cells, found)
		under = overrideValue(under, v, nil)
		under.Cells = cells
		out[i] = under
	}
	return out
}

// cellsOfText returns the cells of a row to which a person gave a text, for an override of before: those of the
// extracted row with this text, or else those of the row that was extracted at its place, with the texts between
// the separators. It returns nil when that row has no cells, or not as many.
func cellsOfText(text string, here []Cell, found []Value) []Cell {
	for _, v := range found {
		if v.Cells != nil && v.Value == text {
			return v.Cells
		}
	}
	parts := splitRow(text, here)
	if parts == nil {
		return nil
	}
	out := slices.Clone(here)
	for i := range out {
		out[i].Value = parts[i]
	}
	return out
}

// splitRow returns the texts between the separators of a row that has as many as some cells; nil when it has
// not, or when a separator can be part of a cell.
func splitRow(text string, cells []Cell) []string {
	parts := strings.Split(text, document.CellSeparator)
	if len(parts) != len(cells) || slices.ContainsFunc(cells, func(c Cell) bool { return strings.Contains(c.Value, document.CellSeparator) }) {
		return nil
	}
	return parts
}
