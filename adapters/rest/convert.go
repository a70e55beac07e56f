package rest

import (
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
)

// valueOr returns the value of an optional parameter, or its default.
func valueOr[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// nonNilList returns a copy of a list that is never nil.
func nonNilList[T any](in []T) []T { return append([]T{}, in...) }

// mapList maps a list; an unset one becomes empty.
func mapList[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

// castTexts converts texts to values of an enumeration.
func castTexts[T ~string](in []string) []T {
	return mapList(in, func(s string) T { return T(s) })
}

// nullableTime converts a time; an unset one becomes null.
func nullableTime(t *time.Time) nullable.Nullable[api.Time] {
	if t == nil || t.IsZero() {
		return nullable.NewNullNullable[api.Time]()
	}
	return nullable.NewNullableWithValue(api.Time{Time: *t})
}

// nullableID converts an identifier; an empty one becomes null.
func nullableID(id string) nullable.Nullable[string] {
	if id == "" {
		return nullable.NewNullNullable[string]()
	}
	return nullable.NewNullableWithValue(id)
}

// optionalText returns a text that is left out when it is empty.
func optionalText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// toAttributes converts the values of a record by attribute.
func toAttributes(values map[string]string) api.AttributeValues {
	out := make(map[string]string, len(values))
	for id, v := range values {
		out[id] = v
	}
	return api.AttributeValues{AttributeIdToValue: out}
}

// presentValue returns a field of a request, nil when it is left out or null.
func presentValue[T any](n nullable.Nullable[T]) *T {
	if !n.IsSpecified() || n.IsNull() {
		return nil
	}
	v := n.MustGet()
	return &v
}

// toChange converts a field of a request; null clears the value.
func toChange[A, B any](n nullable.Nullable[A], to func(A) B) commands.Change[B] {
	if !n.IsSpecified() {
		return commands.Change[B]{}
	}
	out := commands.Change[B]{Given: true}
	if v := presentValue(n); v != nil {
		b := to(*v)
		out.Value = &b
	}
	return out
}

// optionalTime returns the time of an optional parameter.
func optionalTime(t *api.Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
}
