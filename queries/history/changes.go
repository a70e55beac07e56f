package history

import (
	"reflect"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/queries/views"
)

// changes are the fields that an event changed, as the interface calls them. The
// value before stands beside under "previous…"; null is what cannot be read any
// more, or was not set.
type changes map[string]any

// setField notes a value that there was none of before.
func (c changes) setField(field string, value any) { c[field] = toResponseValue(value) }

// replaceField notes a value in place of another, unless they are equal.
func (c changes) replaceField(field string, was, is any) {
	if !reflect.DeepEqual(toResponseValue(was), toResponseValue(is)) {
		c[field], c[previousField(field)] = toResponseValue(is), toResponseValue(was)
	}
}

// eraseFields notes fields whose values are gone for good, before and after.
func (c changes) eraseFields(fields ...string) {
	for _, f := range fields {
		c[f], c[previousField(f)] = nil, nil
	}
}

// previousField is the name under which the value before is given.
func previousField(field string) string { return "previous" + strings.ToUpper(field[:1]) + field[1:] }

// toResponseValue gives values the form that responses have: times as text, what is not
// set as null, and lists never as null.
func toResponseValue(value any) any {
	switch v := value.(type) {
	case *time.Time:
		if v == nil {
			return nil
		}
		return toResponseValue(*v)
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.000-07:00")
	case []string:
		return views.NonNil(v)
	case identifier:
		if v == "" {
			return nil
		}
		return string(v)
	}
	return value
}

// An identifier is null where it is not set.
type identifier string

// joinNames puts names into a sentence.
func joinNames(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
