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
	typeOf := func(c Detail) normalize.Type {
		e, _ := expected.Find(c.Name)
		return e.ValueType()
	}
	in := normalize.FindContext(typedTexts(components, typeOf))
	for i, c := range components {
		t := typeOf(c)
		if t == "" {
			continue
		}
		components[i].Values = slices.Clone(c.Values)
		for j, v := range c.Values {
			if form, ok := normalize.Parse(t, v.Value, in); ok {
				components[i].Values[j].Normalized = &Normalized{t, form}
			}
		}
	}
	return components
}

// typedTexts returns the values of all components that have a type.
func typedTexts(components []Detail, typeOf func(Detail) normalize.Type) []normalize.Text {
	var out []normalize.Text
	for _, c := range components {
		if t := typeOf(c); t != "" {
			for _, v := range c.Values {
				out = append(out, normalize.Text{Type: t, Text: v.Value})
			}
		}
	}
	return out
}
