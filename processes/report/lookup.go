package report

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/rules/dates"
)

// Value returns the value of a placeholder, and false for one that is not known.
// Outside of repeated rows a placeholder of a list has the values of all elements, each
// on a line of its own.
func (s Scope) Value(name string) (Value, bool) {
	group, key, _ := strings.Cut(name, ".")
	switch group {
	case "date":
		return s.dateValue(key)
	case "time":
		return textValue(s.facts.At.UTC().Format("15:04")), key == ""
	case "user":
		return textValue(s.facts.User), key == "name"
	case "dossier":
		return s.facts.Dossier.fieldValue(key)
	case "file", "component", "row":
		return s.listValue(group, key)
	}
	return Value{}, false
}

func textValue(t string) Value { return Value{Text: t} }

func (s Scope) dateValue(pattern string) (Value, bool) {
	p, err := dates.Compile(pattern)
	if err != nil || pattern == "" || !p.OnlyDates() {
		return Value{}, false
	}
	return textValue(p.Format(s.facts.At.UTC())), true
}

func (d Dossier) fieldValue(key string) (Value, bool) {
	switch key {
	case "name":
		return textValue(d.Name), true
	case "description":
		return textValue(d.Description), true
	case "owner":
		return textValue(d.Owner), true
	case "template":
		return textValue(d.Template), true
	case "status":
		return textValue(d.Status), true
	case "dueDate":
		if d.Due == nil {
			return textValue(""), true
		}
		return textValue(d.Due.UTC().Format(time.DateOnly)), true
	}
	return findAttribute(d.Attributes, key)
}

// listValue returns the value of a placeholder that depends on the file, or on a value of
// a component.
func (s Scope) listValue(group, key string) (Value, bool) {
	if rows, ok := s.Repeat([]string{group + "." + key}); ok {
		return joinRows(rows, group, key)
	}
	switch group {
	case "component":
		return s.componentValue(key)
	case "row":
		return s.cellValue(key)
	}
	f := s.file
	switch key {
	case "name":
		return textValue(f.Name), true
	case "pages":
		return textValue(strconv.Itoa(f.Pages)), true
	case "status":
		return textValue(f.Status), true
	case "failedRules":
		return Value{Kind: Number, Text: strconv.Itoa(f.FailedRules), Number: float64(f.FailedRules)}, true
	case "findings":
		return textValue(strings.Join(f.Findings, "\n")), true
	}
	return findAttribute(f.Attributes, key)
}

// joinRows returns the values of a placeholder in all rows, each on a line of its own.
func joinRows(rows []Scope, group, key string) (Value, bool) {
	known := len(rows) == 0
	var lines []string
	for _, r := range rows {
		if v, ok := r.listValue(group, key); ok {
			known = true
			lines = append(lines, v.Text)
		}
	}
	return textValue(strings.Join(lines, "\n")), known
}

// componentValue returns a field of the value that the row stands for, or the values of
// the component with a technical name.
func (s Scope) componentValue(key string) (Value, bool) {
	if key == "normalized" {
		return s.value.Normalized.typedForm(), true
	}
	if valueFields[key] {
		return textValue(s.fieldText(key)), true
	}
	name, normalized := strings.CutSuffix(key, ".normalized")
	if snakecase.FromName(name) == "" {
		return Value{}, false
	}
	var found []Value
	for _, c := range s.file.Components {
		if !snakecase.Same(c.Name, name) {
			continue
		}
		for _, v := range c.Values {
			if normalized {
				found = append(found, v.Normalized.typedForm())
			} else {
				found = append(found, textValue(v.Value))
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	lines := make([]string, len(found))
	for i, v := range found {
		lines[i] = v.Text
	}
	return textValue(strings.Join(lines, "\n")), true
}

// cellValue returns a cell of the row that the scope stands for, by component and column; empty for a
// cell that the row does not have, and for a row of another component.
func (s Scope) cellValue(key string) (Value, bool) {
	name, column, ok := strings.Cut(key, ".")
	if !ok || snakecase.FromName(name) == "" || column == "" {
		return Value{}, false
	}
	column, normalized := strings.CutSuffix(column, ".normalized")
	if s.component == nil || !snakecase.Same(s.component.Name, name) {
		return textValue(""), true
	}
	for _, c := range s.value.Cells {
		switch {
		case c.Column != column:
		case normalized:
			return c.Normalized.typedForm(), true
		default:
			return textValue(c.Value), true
		}
	}
	return textValue(""), true
}

// typedForm returns a normalised form as a number, a date or a text; empty when there is none.
func (n Normalized) typedForm() Value {
	out := Attribute{Value: n.Text}
	switch normalize.Type(n.Type) {
	case normalize.Number, normalize.Amount:
		out.Type = "NUMBER"
	case normalize.Date, normalize.DateMonthFirst:
		out.Type = "DATE"
	}
	return out.typedValue()
}

// valueFields are the placeholders behind "component." that are lists of values;
// they go before components of these names.
var valueFields = map[string]bool{"name": true, "displayName": true, "value": true, "originalValue": true,
	"normalized": true, "normalizedCurrency": true, "rule": true, "description": true, "pages": true}

func (s Scope) fieldText(key string) string {
	switch key {
	case "name":
		return s.component.Name
	case "displayName":
		return s.component.DisplayName
	case "value":
		return s.value.Value
	case "originalValue":
		return s.value.Original
	case "normalizedCurrency":
		return s.value.Normalized.Currency
	case "rule":
		return s.value.Rule
	case "description":
		return s.value.Description
	}
	pages := make([]string, len(s.value.Pages))
	for i, p := range s.value.Pages {
		pages[i] = strconv.Itoa(p)
	}
	return strings.Join(pages, ", ")
}

// findAttribute returns the value of a placeholder "attribute.<name>".
func findAttribute(list []Attribute, key string) (Value, bool) {
	name, ok := strings.CutPrefix(key, "attribute.")
	if !ok {
		return Value{}, false
	}
	for _, a := range list {
		if a.Name == name {
			return a.typedValue(), true
		}
	}
	return Value{}, false
}

// typedValue returns the value of an attribute in its type; a text that does not fit the
// type stays a text.
func (a Attribute) typedValue() Value {
	v := textValue(a.Value)
	switch a.Type {
	case "NUMBER":
		if n, err := strconv.ParseFloat(a.Value, 64); err == nil && isExact(a.Value) {
			v.Kind, v.Number = Number, n
		}
	case "DATE":
		for _, form := range []string{time.DateOnly, time.RFC3339Nano} {
			if t, err := time.Parse(form, a.Value); err == nil {
				v.Kind, v.Time, v.Clock = Date, t, form != time.DateOnly
			}
		}
	case "IMAGE":
		v = Value{}
		if _, content, ok := strings.Cut(a.Value, ";base64,"); ok {
			if b, err := base64.StdEncoding.DecodeString(content); err == nil {
				v.Kind, v.Picture = Picture, b
			}
		}
	}
	return v
}

// isExact reports whether a spreadsheet can hold all digits of a number.
func isExact(number string) bool {
	digits := 0
	for _, r := range strings.TrimLeft(strings.TrimPrefix(number, "-"), "0.") {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits <= 15
}
