package rest

import (
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
)

// either returns the value of an optional parameter, or its default.
func either[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// filled returns a copy of a list that is never nil.
func filled[T any](in []T) []T { return append([]T{}, in...) }

// each maps a list; an unset one becomes empty.
func each[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

// named converts texts to values of an enumeration.
func named[T ~string](in []string) []T {
	return each(in, func(s string) T { return T(s) })
}

// moment converts a time; an unset one becomes null.
func moment(t *time.Time) nullable.Nullable[api.Time] {
	if t == nil || t.IsZero() {
		return nullable.NewNullNullable[api.Time]()
	}
	return nullable.NewNullableWithValue(api.Time{Time: *t})
}

// reference converts an identifier; an empty one becomes null.
func reference(id string) nullable.Nullable[string] {
	if id == "" {
		return nullable.NewNullNullable[string]()
	}
	return nullable.NewNullableWithValue(id)
}

// attributes converts the values of a record by attribute.
func attributes(values map[string]string) api.AttributeValues {
	out := make(map[string]string, len(values))
	for id, v := range values {
		out[id] = v
	}
	return api.AttributeValues{AttributeIdToValue: out}
}

// given returns a field of a request, nil when it is left out or null.
func given[T any](n nullable.Nullable[T]) *T {
	if !n.IsSpecified() || n.IsNull() {
		return nil
	}
	v := n.MustGet()
	return &v
}

// change converts a field of a request; null clears the value.
func change[A, B any](n nullable.Nullable[A], to func(A) B) commands.Change[B] {
	if !n.IsSpecified() {
		return commands.Change[B]{}
	}
	out := commands.Change[B]{Given: true}
	if v := given(n); v != nil {
		b := to(*v)
		out.Value = &b
	}
	return out
}

// instant returns the time of an optional parameter.
func instant(t *api.Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
}
