package brief

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// decodeStrict decodes raw into value and compares it with value's type: every
// field that the type names must be present and of that JSON type, null only
// where the type has a pointer. Fields that the type does not name are ignored.
// A field whose presence is "optional" may be absent.
func decodeStrict(raw []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return fmt.Errorf("not JSON: %w: %.200s", err, raw)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("more than one JSON value: %.200s", raw)
	}
	if problems := compareType(reflect.TypeOf(value).Elem(), tree, "$"); len(problems) > 0 {
		return fmt.Errorf("%s\nin %.2000s", strings.Join(problems, "\n"), raw)
	}
	return json.Unmarshal(raw, value)
}

// validator is a named type with more rules than its JSON type has.
type validator interface{ validate(tree any) error }

// compareType returns what tree does not have in common with typ, one line for each difference.
func compareType(typ reflect.Type, tree any, path string) []string {
	if typ.Kind() == reflect.Pointer {
		if tree == nil {
			return nil
		}
		return compareType(typ.Elem(), tree, path)
	}
	problems := compareKind(typ, tree, path)
	if rule, ok := reflect.Zero(typ).Interface().(validator); ok && len(problems) == 0 {
		if err := rule.validate(tree); err != nil {
			problems = append(problems, path+": "+err.Error())
		}
	}
	return problems
}

func compareKind(typ reflect.Type, tree any, path string) []string {
	if typ.Kind() == reflect.Interface {
		return nil // the description does not say of what type it is
	}
	mismatch := []string{fmt.Sprintf("%s: got %s, want %s", path, describe(tree), typ)}
	switch typ.Kind() {
	case reflect.Struct:
		object, ok := tree.(map[string]any)
		if !ok {
			return mismatch
		}
		return compareFields(typ, object, path)
	case reflect.Map:
		object, ok := tree.(map[string]any)
		if !ok {
			return mismatch
		}
		var problems []string
		for key, item := range object {
			problems = append(problems, compareType(typ.Elem(), item, path+"."+key)...)
		}
		return problems
	case reflect.Slice:
		list, ok := tree.([]any)
		if !ok {
			return mismatch
		}
		var problems []string
		for i, item := range list {
			problems = append(problems, compareType(typ.Elem(), item, fmt.Sprintf("%s[%d]", path, i))...)
		}
		return problems
	}
	if !isScalar(typ.Kind(), tree) {
		return mismatch
	}
	return nil
}

func compareFields(typ reflect.Type, object map[string]any, path string) []string {
	var problems []string
	for i := range typ.NumField() {
		field := typ.Field(i)
		name := field.Tag.Get("json")
		value, present := object[name]
		switch {
		case present:
			problems = append(problems, compareType(field.Type, value, path+"."+name)...)
		case field.Tag.Get("presence") != "optional":
			problems = append(problems, path+"."+name+": absent")
		}
	}
	return problems
}

// isScalar reports whether tree is a JSON value of kind: string, integer or boolean.
func isScalar(kind reflect.Kind, tree any) bool {
	switch value := tree.(type) {
	case string:
		return kind == reflect.String
	case bool:
		return kind == reflect.Bool
	case json.Number:
		_, err := value.Int64()
		return kind == reflect.Int64 && err == nil
	}
	return false
}

func describe(tree any) string {
	switch value := tree.(type) {
	case nil:
		return "null"
	case json.Number:
		return "number " + value.String()
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	return fmt.Sprintf("%T %v", tree, tree)
}

// identifier is a string in the form of a uuid.
type identifier string

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func (identifier) validate(tree any) error {
	if !uuidForm.MatchString(tree.(string)) {
		return fmt.Errorf("%q is not a uuid", tree)
	}
	return nil
}

// dateTime is an ISO 8601 date-time.
type dateTime string

func (dateTime) validate(tree any) error {
	_, err := time.Parse(time.RFC3339, tree.(string))
	return err
}

// time returns d as a time; d was validated when it was decoded.
func (d dateTime) time() time.Time {
	at, err := time.Parse(time.RFC3339, string(d))
	if err != nil {
		panic(err)
	}
	return at
}

// packageFileType is a file type that a download package can contain.
type packageFileType string

func (packageFileType) validate(tree any) error {
	if tree != "ORIGINAL" && tree != "PREVIEW" {
		return fmt.Errorf("%v is neither ORIGINAL nor PREVIEW", tree)
	}
	return nil
}

// set is an array whose items are unique.
type set[T any] []T

func (set[T]) validate(tree any) error {
	seen := map[any]bool{}
	for _, item := range tree.([]any) {
		if seen[item] {
			return fmt.Errorf("%v occurs twice", item)
		}
		seen[item] = true
	}
	return nil
}
