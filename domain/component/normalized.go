package component

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/domain/template"
)

// SetNormalized gives the values of a file's components their normalised forms, by the types of
// their active definitions: overrides are applied before, so that the forms are of what counts.
// Values that leave something open, such as the order of day and month, are read as the other
// values of the file are. The components are changed, the values they share with others are not.
func SetNormalized(components []Detail, definitions []template.Component) []Detail {
	expected := expectationsOf(definitions)
	typesOf := func(c Detail) valueTypes {
		e, _ := expected.Find(c.Name)
		out := valueTypes{value: e.ValueType(), columns: map[string]normalize.Type{}}
		for _, column := range e.Columns {
			if t := column.ValueType(); t != "" {
				out.columns[column.TechnicalName] = t
			}
		}
		return out
	}
	in := normalize.FindContext(typedTexts(components, typesOf))
	for i, c := range components {
		types := typesOf(c)
		if types.value == "" && len(types.columns) == 0 {
			continue
		}
		components[i].Values = slices.Clone(c.Values)
		for j, v := range c.Values {
			components[i].Values[j].Normalized = normalizedForm(types.value, v.Value, in)
			components[i].Values[j].Cells = slices.Clone(v.Cells)
			for k, cell := range v.Cells {
				components[i].Values[j].Cells[k].Normalized = normalizedForm(types.columns[cell.Column], cell.Value, in)
			}
		}
	}
	return components
}

// valueTypes are the types of the values of a component, and of the cells of its rows.
type valueTypes struct {
	value   normalize.Type            // empty for none
	columns map[string]normalize.Type // of those columns that have one
}

// normalizedForm returns the form of a text; nil when it has no type, or is not surely of it.
func normalizedForm(t normalize.Type, text string, in normalize.Context) *Normalized {
	if t == "" {
		return nil
	}
	form, ok := normalize.Parse(t, text, in)
	if !ok {
		return nil
	}
	return &Normalized{t, form}
}

// typedTexts returns the values and cells of all components that have a type.
func typedTexts(components []Detail, typesOf func(Detail) valueTypes) []normalize.Text {
	var out []normalize.Text
	for _, c := range components {
		types := typesOf(c)
		for _, v := range c.Values {
			if types.value != "" {
				out = append(out, normalize.Text{Type: types.value, Text: v.Value})
			}
			for _, cell := range v.Cells {
				if t := types.columns[cell.Column]; t != "" {
					out = append(out, normalize.Text{Type: t, Text: cell.Value})
				}
			}
		}
	}
	return out
}
