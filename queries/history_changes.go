package queries

import (
	"reflect"
	"strings"
	"time"
)

// changes are the fields that an event changed, as the interface calls them. The
// value before stands beside under "previous…"; null is what cannot be read any
// more, or was not set.
type changes map[string]any

// set notes a value that there was none of before.
func (c changes) set(field string, value any) { c[field] = shown(value) }

// swap notes a value in place of another, unless they are equal.
func (c changes) swap(field string, was, is any) {
	if !reflect.DeepEqual(shown(was), shown(is)) {
		c[field], c[previous(field)] = shown(is), shown(was)
	}
}

// erase notes fields whose values are gone for good, before and after.
func (c changes) erase(fields ...string) {
	for _, f := range fields {
		c[f], c[previous(f)] = nil, nil
	}
}

// previous is the name under which the value before is given.
func previous(field string) string { return "previous" + strings.ToUpper(field[:1]) + field[1:] }

// shown gives values the form that responses have: times as text, what is not
// set as null, and lists never as null.
func shown(value any) any {
	switch v := value.(type) {
	case *time.Time:
		if v == nil {
			return nil
		}
		return shown(*v)
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.000-07:00")
	case []string:
		return filled(v)
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

// listed puts names into a sentence.
func listed(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
