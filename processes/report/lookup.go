package report

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

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
		return s.date(key)
	case "time":
		return text(s.facts.At.UTC().Format("15:04")), key == ""
	case "user":
		return text(s.facts.User), key == "name"
	case "dossier":
		return s.facts.Dossier.value(key)
	case "file", "component":
		return s.listed(group, key)
	}
	return Value{}, false
}

func text(t string) Value { return Value{Text: t} }

func (s Scope) date(pattern string) (Value, bool) {
	p, err := dates.Compile(pattern)
	if err != nil || pattern == "" || !p.OnlyDates() {
		return Value{}, false
	}
	return text(p.Format(s.facts.At.UTC())), true
}

func (d Dossier) value(key string) (Value, bool) {
	switch key {
	case "name":
		return text(d.Name), true
	case "description":
		return text(d.Description), true
	case "owner":
		return text(d.Owner), true
	case "template":
		return text(d.Template), true
	case "status":
		return text(d.Status), true
	case "dueDate":
		if d.Due == nil {
			return text(""), true
		}
		return text(d.Due.UTC().Format(time.DateOnly)), true
	}
	return attribute(d.Attributes, key)
}

// listed returns the value of a placeholder that depends on the file, or on a value of
// a component.
func (s Scope) listed(group, key string) (Value, bool) {
	if rows, ok := s.Repeat([]string{group + "." + key}); ok {
		return joined(rows, group, key)
	}
	if group == "component" {
		return s.componentValue(key)
	}
	f := s.file
	switch key {
	case "name":
		return text(f.Name), true
	case "pages":
		return text(strconv.Itoa(f.Pages)), true
	case "status":
		return text(f.Status), true
	}
	return attribute(f.Attributes, key)
}

// joined returns the values of a placeholder in all rows, each on a line of its own.
func joined(rows []Scope, group, key string) (Value, bool) {
	known := len(rows) == 0
	var lines []string
	for _, r := range rows {
		if v, ok := r.listed(group, key); ok {
			known = true
			lines = append(lines, v.Text)
		}
	}
	return text(strings.Join(lines, "\n")), known
}

// componentValue returns a field of the value that the row stands for, or the values of
// the component with a technical name.
func (s Scope) componentValue(key string) (Value, bool) {
	if valueFields[key] {
		return text(s.field(key)), true
	}
	want := snakecase.FromName(key)
	if want == "" {
		return Value{}, false
	}
	var lines []string
	for _, c := range s.file.Components {
		if snakecase.FromName(c.Name) == want {
			for _, v := range c.Values {
				lines = append(lines, v.Value)
			}
		}
	}
	return text(strings.Join(lines, "\n")), true
}

// valueFields are the placeholders behind "component." that are lists of values;
// they go before components of these names.
var valueFields = map[string]bool{"name": true, "displayName": true, "value": true, "originalValue": true,
	"rule": true, "description": true, "pages": true}

func (s Scope) field(key string) string {
	switch key {
	case "name":
		return s.component.Name
	case "displayName":
		return s.component.DisplayName
	case "value":
		return s.value.Value
	case "originalValue":
		return s.value.Original
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

// attribute returns the value of a placeholder "attribute.<name>".
func attribute(list []Attribute, key string) (Value, bool) {
	name, ok := strings.CutPrefix(key, "attribute.")
	if !ok {
		return Value{}, false
	}
	for _, a := range list {
		if a.Name == name {
			return a.typed(), true
		}
	}
	return Value{}, false
}

// typed returns the value of an attribute in its type; a text that does not fit the
// type stays a text.
func (a Attribute) typed() Value {
	v := text(a.Value)
	switch a.Type {
	case "NUMBER":
		if n, err := strconv.ParseFloat(a.Value, 64); err == nil && exact(a.Value) {
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

// exact reports whether a spreadsheet can hold all digits of a number.
func exact(number string) bool {
	digits := 0
	for _, r := range strings.TrimLeft(strings.TrimPrefix(number, "-"), "0.") {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits <= 15
}
