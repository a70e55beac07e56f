package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/rules/host"
)

// NewDeclared returns an object of a declared type with the given values of its fields by name;
// other fields have their defaults. Values are those of JSON, numbers also as json.Number or as
// integers of Go; a field of a declared type takes a map.
func (s *Session) NewDeclared(class string, fields map[string]any) (object *Declared, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, thrown := r.(*host.Throwable)
			if !thrown {
				panic(r)
			}
			object, err = nil, fmt.Errorf("%s: %s", class, t.Error())
		}
	}()
	c := s.program.registry.Class(class)
	if c == nil || len(c.Makers) == 0 {
		return nil, fmt.Errorf("there is no declared type %s", class)
	}
	object, ok := c.Makers[0].Body(s.call, nil, nil).(*Declared)
	if !ok {
		return nil, fmt.Errorf("there is no declared type %s", class)
	}
	types := c.Makers[len(c.Makers)-1].Params
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		i := slices.Index(object.shape.names, name)
		if i < 0 {
			return nil, fmt.Errorf("%s has no field %s", class, name)
		}
		if object.values[i], err = s.valueOf(types[i], fields[name]); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", class, name, err)
		}
	}
	return object, nil
}

// NewGlobal returns the value of a global for one of JSON; without one, a global that is a collection gets an empty one.
func (s *Session) NewGlobal(t *host.Type, v any) (any, error) {
	if t == nil || v != nil {
		return s.valueOf(t, v)
	}
	switch t.Name {
	case "Map", "HashMap", "LinkedHashMap":
		return host.NewMap(host.Linked), nil
	}
	return s.collectionOf(&host.Type{Name: t.Name}, nil)
}

// Facts returns all facts in the order of their insertion.
func (s *Session) Facts() []any {
	list := s.allFacts()
	out := make([]any, len(list))
	for i, f := range list {
		out[i] = f.object
	}
	return out
}

// Firings returns how many consequences have run so far.
func (s *Session) Firings() int64 { return s.fired }

// Fields returns the names of the fields of an object, the inherited ones first, and their values.
func (d *Declared) Fields() (names []string, values []any) { return d.shape.names, d.values }

// valueOf returns the value of a type for one of JSON.
func (s *Session) valueOf(t *host.Type, v any) (any, error) {
	switch {
	case t == nil || t.Dims > 0:
		return nil, fmt.Errorf("a value of this type cannot be given")
	case v == nil && zeroOf(t.Name) != nil:
		return nil, fmt.Errorf("null is no %s", t.Name)
	case v == nil:
		return nil, nil
	}
	if number, wanted := numberTypes[t.Name]; wanted {
		return number(t.Name, v)
	}
	switch v := v.(type) {
	case bool:
		if t.Name == "boolean" || t.Name == "Boolean" {
			return v, nil
		}
	case string:
		return s.valueOfText(t.Name, v)
	case []any:
		return s.collectionOf(t, v)
	case map[string]any:
		return s.objectOf(t, v)
	}
	if t.Name == "Object" || t.Name == "Number" || t.Name == "Comparable" {
		return s.plainValue(v)
	}
	return nil, fmt.Errorf("%v is no %s", v, t)
}

func zeroOf(class string) any {
	return map[string]any{"int": 0, "long": 0, "double": 0, "float": 0, "boolean": 0, "char": 0}[class]
}

// numberTypes reads values of the classes of numbers.
var numberTypes = map[string]func(class string, v any) (any, error){
	"int": integerOf, "Integer": integerOf, "long": integerOf, "Long": integerOf,
	"double": fractionOf, "Double": fractionOf, "float": fractionOf, "Float": fractionOf, "BigDecimal": decimalOf,
}

func integerOf(class string, v any) (any, error) {
	n, err := strconv.ParseInt(numberText(v), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%v is no whole number", v)
	}
	if strings.HasPrefix(strings.ToLower(class), "int") {
		if n < math.MinInt32 || n > math.MaxInt32 {
			return nil, fmt.Errorf("%d does not fit into an %s", n, class)
		}
		return int32(n), nil
	}
	return n, nil
}

func fractionOf(class string, v any) (any, error) {
	n, err := strconv.ParseFloat(numberText(v), 64)
	if err != nil {
		return nil, fmt.Errorf("%v is no number", v)
	}
	if strings.EqualFold(class, "float") {
		return float32(n), nil
	}
	return n, nil
}

func decimalOf(_ string, v any) (any, error) {
	text, isText := v.(string)
	if !isText {
		text = numberText(v)
	}
	if d, ok := host.ParseDecimal(text); ok {
		return d, nil
	}
	return nil, fmt.Errorf("%v is no number", v)
}

// numberText returns a number as text, "" for what is none.
func numberText(v any) string {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int, int32, int64:
		return fmt.Sprint(v)
	}
	return ""
}

// valueOfText returns the value of a class that a text stands for: the text itself, a constant of
// an enumeration, or a date as its class reads it.
func (s *Session) valueOfText(class, text string) (any, error) {
	switch class {
	case "String", "Object", "CharSequence", "Comparable":
		return text, nil
	case "char", "Character":
		if r := []rune(text); len(r) == 1 && r[0] <= math.MaxUint16 {
			return host.Char(r[0]), nil
		}
		return nil, fmt.Errorf("%q is not one character", text)
	}
	c := s.program.registry.Class(class)
	if c == nil {
		return nil, fmt.Errorf("%q is no %s", text, class)
	}
	if v, ok := c.Constants[text]; ok {
		return v, nil
	}
	if parse := c.FindStatic("parse", 1); len(parse) > 0 && (strings.HasPrefix(class, "Local") || class == "Instant") {
		return parse[0].Body(s.call, nil, []any{text}), nil
	}
	if makers := c.FindConstructors(1); class == "Date" && c.HasMethod("toInstant") { // and no declared type of that name
		for _, layout := range []string{time.DateOnly, time.RFC3339} {
			if at, err := time.Parse(layout, text); err == nil {
				return makers[0].Body(s.call, nil, []any{at.UnixMilli()}), nil
			}
		}
		return nil, fmt.Errorf("%q is no %s: write it as 2026-11-25 or 2026-11-25T10:30:00Z", text, class)
	}
	return nil, fmt.Errorf("%q is no %s", text, class)
}

// collectionOf returns a list or set with the values of a list of JSON.
func (s *Session) collectionOf(t *host.Type, list []any) (any, error) {
	items := make([]any, len(list))
	var element *host.Type
	if len(t.Args) > 0 {
		element = t.Args[0]
	}
	for i, v := range list {
		var err error
		if element == nil {
			items[i], err = s.plainValue(v)
		} else {
			items[i], err = s.valueOf(element, v)
		}
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	switch t.Name {
	case "List", "Collection", "ArrayList", "Iterable", "Object":
		return host.NewList(items...), nil
	case "Set", "HashSet", "LinkedHashSet":
		return host.NewSet(host.Linked, items...), nil
	}
	return nil, fmt.Errorf("a list is no %s", t)
}

// objectOf returns the object of a declared type, or the map, for an object of JSON.
func (s *Session) objectOf(t *host.Type, fields map[string]any) (any, error) {
	switch t.Name {
	case "Map", "HashMap", "LinkedHashMap", "Object":
	default:
		return s.NewDeclared(t.Name, fields)
	}
	m := host.NewMap(host.Linked)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		v, err := s.plainValue(fields[key])
		if len(t.Args) > 1 && t.Args[1] != nil {
			v, err = s.valueOf(t.Args[1], fields[key])
		}
		if err != nil {
			return nil, fmt.Errorf("[%q]: %w", key, err)
		}
		m.Put(key, v)
	}
	return m, nil
}

// plainValue returns the value for one of JSON where no type is wanted: whole numbers become int where they fit, else
// long, and other numbers double.
func (s *Session) plainValue(v any) (any, error) {
	switch x := v.(type) {
	case nil, bool, string:
		return x, nil
	case []any:
		return s.collectionOf(&host.Type{Name: "List"}, x)
	case map[string]any:
		return s.objectOf(&host.Type{Name: "Map"}, x)
	}
	for _, class := range []string{"int", "long", "double"} {
		if n, err := numberTypes[class](class, v); err == nil {
			return n, nil
		}
	}
	return nil, fmt.Errorf("%v (%T) is no value of JSON", v, v)
}
