package component

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// An Unmet is a component that does not meet what its template expects of several values together.
type Unmet struct {
	Name      string // as of its Detail
	Attention []Attention
}

// FindUnmet returns the components that do not meet the checks of their definitions, or have rows
// without a value that a column requires; overrides are applied before. The components stay unchanged.
func FindUnmet(components []Detail, definitions []template.Component) []Unmet {
	if !TellsUnmet(definitions) {
		return nil
	}
	in := newValues(components, definitions)
	var out []Unmet
	for _, c := range in.components {
		d, ok := in.definitions.Find(c.Name)
		if !ok {
			continue
		}
		u := Unmet{Name: c.Name}
		checks := d.ParsedChecks()
		u.add(file.AttentionSumMismatch, in.findBroken(c, d, checks, false))
		u.add(file.AttentionLimitExceeded, in.findBroken(c, d, checks, true))
		u.add(file.AttentionRowIncomplete, in.findIncompleteRows(c, d))
		if len(u.Attention) > 0 {
			out = append(out, u)
		}
	}
	return out
}

// TellsUnmet reports whether an active definition expects something that FindUnmet looks at.
func TellsUnmet(definitions []template.Component) bool {
	return slices.ContainsFunc(definitions, func(d template.Component) bool { return d.SoftDeleted == nil && d.TellsUnmet() })
}

// UnmetAfter returns what an analysis tells as unmet under what people put in place of it; see ApplyOverrides.
func UnmetAfter(found []Detail, latest es.BlobRef, overrides []file.Override, earlier Analyses,
	definitions []template.Component) []file.Attention {
	return codesOfUnmet(FindUnmet(ApplyOverrides(found, latest, file.ApplyAll(overrides), earlier), definitions))
}

func codesOfUnmet(list []Unmet) (out []file.Attention) {
	for _, u := range list {
		a := file.Attention{Name: u.Name}
		for _, one := range u.Attention {
			a.Codes = append(a.Codes, one.Code)
		}
		out = append(out, a)
	}
	return out
}

// unmetOf returns the reasons that a file is known to give by what is unmet, with what they mean for
// its components as they are.
func unmetOf(components []Detail, f file.Record, definitions []template.Component) snakecase.Index[[]Attention] {
	out := snakecase.Index[[]Attention]{}
	if f.Review == nil || len(f.Review.Unmet) == 0 {
		return out
	}
	now := snakecase.Index[[]Attention]{}
	for _, u := range FindUnmet(components, definitions) {
		now.Add(u.Name, u.Attention)
	}
	for _, a := range f.Review.Unmet {
		found, _ := now.Find(a.Name)
		var told []Attention
		for _, code := range a.Codes {
			one := Attention{Code: code} // without detail where the template expects something else by now
			if i := slices.IndexFunc(found, func(o Attention) bool { return o.Code == code }); i >= 0 {
				one = found[i]
			}
			told = append(told, one)
		}
		out.Add(a.Name, told)
	}
	return out
}

// add adds a reason when there are details for it.
func (u *Unmet) add(code string, details []string) {
	if len(details) > 0 {
		u.Attention = append(u.Attention, Attention{code, shorten([]string{strings.Join(details, "; ")})})
	}
}

// fileValues are the normalised values of a file, by the technical names of their components.
type fileValues struct {
	components  []Detail
	definitions snakecase.Index[template.Component]
	byName      snakecase.Index[Detail]
}

func newValues(components []Detail, definitions []template.Component) fileValues {
	out := fileValues{SetNormalized(slices.Clone(components), definitions), snakecase.Index[template.Component]{}, snakecase.Index[Detail]{}}
	for _, d := range definitions {
		if d.SoftDeleted == nil {
			out.definitions.Add(d.TechnicalName, d)
		}
	}
	for _, c := range out.components {
		out.byName.Add(c.Name, c)
	}
	return out
}

// figureNamed returns the figure of a component whose values all have the same, or their number; the
// label is empty where the component has no value.
func (v fileValues) figureNamed(name, function string) (*figure, string) {
	c, ok := v.byName.Find(name)
	label := name
	if d, ok := v.definitions.Find(name); ok {
		label = d.DisplayName
	}
	switch {
	case function == template.CountOf:
		texts := slices.DeleteFunc(valueTexts(c), func(text string) bool { return strings.TrimSpace(text) == "" })
		return exactly(big.NewRat(int64(len(texts)), 1), ""), "# " + label
	case function != "" || !ok || !hasValue(c):
		return nil, ""
	}
	var out *figure
	for _, value := range c.Values {
		f := figureOf(value.Normalized)
		if strings.TrimSpace(value.Value) == "" {
			continue
		}
		if f == nil || out != nil && out.value.Cmp(f.value) != 0 {
			return nil, label
		}
		out = f
	}
	return out, label
}

// A rowsFigures gives the figures of a component with rows, and of other components.
type rowsFigures struct {
	fileValues
	rows    []Value
	columns []template.Column
	row     int // whose cells are meant; -1: none, only sums
}

func (r rowsFigures) column(name string) (template.Column, bool) {
	i := slices.IndexFunc(r.columns, func(c template.Column) bool { return c.TechnicalName == name })
	if i < 0 {
		return template.Column{}, false
	}
	return r.columns[i], true
}

func (r rowsFigures) figureNamed(name, function string) (*figure, string) {
	column, ok := r.column(name)
	switch {
	case !ok:
		return r.fileValues.figureNamed(name, function)
	case function == template.SumOf:
		return r.sumUp(column), "Σ " + column.DisplayName
	case r.row < 0:
		return nil, ""
	}
	cell := cellIn(r.rows[r.row], name)
	if cell == nil || strings.TrimSpace(cell.Value) == "" {
		return nil, ""
	}
	return figureOf(cell.Normalized), column.DisplayName
}

// sumUp returns the sum of a column; nil where no row has a figure in it, or one has another text.
func (r rowsFigures) sumUp(column template.Column) *figure {
	var out *figure
	for _, row := range r.rows {
		cell := cellIn(row, column.TechnicalName)
		if cell == nil || strings.TrimSpace(cell.Value) == "" {
			continue
		}
		f := figureOf(cell.Normalized)
		if f == nil {
			return nil
		}
		if out == nil {
			out = f
		} else if out = compute('+', out, f); out == nil {
			return nil
		}
	}
	return out
}

// cellIn returns the cell of a row in a column; nil for none.
func cellIn(row Value, column string) *Cell {
	i := slices.IndexFunc(row.Cells, func(c Cell) bool { return c.Column == column })
	if i < 0 {
		return nil
	}
	return &row.Cells[i]
}

// findBroken returns how a component does not meet the checks of one kind.
func (v fileValues) findBroken(c Detail, d template.Component, checks []template.Check, order bool) (told []string) {
	for _, check := range checks {
		if check.Order != order {
			continue
		}
		in := rowsFigures{v, c.Values, d.Columns, -1}
		if !d.IsOfRows(check) {
			if text := tellBroken(check, in); text != "" {
				told = append(told, text)
			}
			continue
		}
		for i := range c.Values {
			in.row = i
			if text := tellBroken(check, in); text != "" && len(told) < maxRowsTold {
				told = append(told, fmt.Sprintf("%d: %s", i+1, text))
			}
		}
	}
	return told
}

// maxRowsTold is how many rows one reason tells.
const maxRowsTold = 10

// findIncompleteRows returns the rows, by their number from 1, that have no value in columns that
// require one, with the names of these.
func (v fileValues) findIncompleteRows(c Detail, d template.Component) (told []string) {
	for i, row := range c.Values {
		if strings.TrimSpace(row.Value) == "" || len(told) >= maxRowsTold {
			continue
		}
		var lacking []string
		for _, column := range d.Columns {
			cell := cellIn(row, column.TechnicalName)
			if column.Required && (cell == nil || strings.TrimSpace(cell.Value) == "" || column.ValueType() != "" && cell.Normalized == nil) {
				lacking = append(lacking, column.DisplayName)
			}
		}
		if len(lacking) > 0 {
			told = append(told, fmt.Sprintf("%d: %s", i+1, strings.Join(lacking, ", ")))
		}
	}
	return told
}
