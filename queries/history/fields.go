package history

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
)

// plainFields are what an event says, by the names that its fields have on the wire:
// what it sealed lies open, or is null when it is gone for good. Names of bytes and of
// claims tell people nothing and are left out.
func plainFields(e es.Event) changes {
	c := changes{}
	v := reflect.ValueOf(e)
	if v.Kind() == reflect.Struct {
		c.takeFields(v)
	}
	return c
}

// unnamed are fields that are bookkeeping of the service.
var unnamed = map[string]bool{"blob": true, "key": true, "claim": true, "stream": true, "expect": true, "deaths": true}

func (c changes) takeFields(v reflect.Value) {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch sealed, erased := openSealedField(value); {
		case isLeftOut(options, value), !f.IsExported() || unnamed[name] || value.Type() == reflect.TypeFor[es.BlobRef]():
		case sealed.IsValid():
			c.takeSealed(name, sealed, erased)
		case f.Anonymous && value.Kind() == reflect.Struct:
			c.takeFields(value)
		case name != "" && name != "-":
			c[name] = toResponseValue(value.Interface())
		}
	}
}

// isLeftOut reports whether a list or a pointer is left out of the event: null would read as
// gone for good.
func isLeftOut(options string, v reflect.Value) bool {
	return strings.Contains(options, "omitempty") && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice) &&
		v.IsNil()
}

// openSealedField is the value of a sealed field, and whether it is gone for good.
func openSealedField(v reflect.Value) (value reflect.Value, erased bool) {
	s, ok := v.Interface().(interface{ IsErased() bool })
	if !ok || v.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	return v.FieldByName("Value"), s.IsErased()
}

// takeSealed takes the fields of a sealed record, or the field itself.
func (c changes) takeSealed(name string, v reflect.Value, erased bool) {
	if v.Kind() != reflect.Struct {
		c[name] = nil
		if !erased {
			c[name] = v.Interface()
		}
		return
	}
	if !erased {
		c.takeFields(v)
		return
	}
	for _, field := range fieldNames(v.Type()) {
		c[field] = nil
	}
}

func fieldNames(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			out = append(out, fieldNames(f.Type)...)
		} else if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			out = append(out, name)
		}
	}
	return out
}

// addPrevious adds what fields were before, where they differ.
func (c changes) addPrevious(before changes) {
	for name, is := range c {
		was, ok := before[name]
		if !ok || strings.HasPrefix(name, "previous") || equalJSON(was, is) {
			continue
		}
		c[previousField(name)] = was
	}
}

// trimUnset drops what is not set and never was.
func (c changes) trimUnset() {
	for name, v := range c {
		if _, changed := c[previousField(name)]; !changed && (v == "" || v == 0 || v == false) {
			delete(c, name)
		}
	}
}

func equalJSON(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
