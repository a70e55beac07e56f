package estest

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
)

// RenderValue writes what a value holds, one line for each field that is not zero, by
// the names that stand on the wire. A field that is added later, and that old
// bodies lack, changes nothing.
func RenderValue(v any) []byte {
	var b bytes.Buffer
	renderValue(&b, "", reflect.ValueOf(v))
	return b.Bytes()
}

func renderValue(b *bytes.Buffer, path string, v reflect.Value) {
	if !v.IsValid() || v.IsZero() {
		return
	}
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		line, err := text.MarshalText()
		fmt.Fprintf(b, "%s = %s%s\n", path, line, failureText(err))
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		renderValue(b, path, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			renderValue(b, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				renderValue(b, fieldPath(path, f), v.Field(i))
			}
		}
	default:
		fmt.Fprintf(b, "%s = %#v\n", path, v.Interface())
	}
}

func failureText(err error) string {
	if err == nil {
		return ""
	}
	return " (" + err.Error() + ")"
}

// fieldPath returns the path of a field: its name on the wire, none for embedded ones.
func fieldPath(path string, f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "" && f.Anonymous:
		return path
	case name == "":
		name = f.Name
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// filledCopy returns a value of the same type with every field set to a distinct value.
func filledCopy(v any) any {
	n := 0
	out := reflect.New(reflect.TypeOf(v)).Elem()
	fillValue(out, &n)
	return out.Interface()
}

// goldenTime is where the times of golden bodies begin.
var goldenTime = time.Date(2024, 2, 29, 12, 30, 15, 123456000, time.UTC)

func fillValue(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(goldenTime.Add(time.Duration(*n) * time.Hour)))
		return
	case uuid.UUID:
		v.Set(reflect.ValueOf(uuid.NewSHA1(GoldenCommand, fmt.Append(nil, *n))))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d ä", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillValue(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillValue(v.Index(0), n)
		fillValue(v.Index(1), n)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fillValue(key, n)
		fillValue(value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillValue(v.Field(i), n)
			}
		}
	default:
		panic(fmt.Sprintf("estest: no example of a %s for a golden body", v.Type()))
	}
}
