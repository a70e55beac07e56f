package convert

import (
	"math"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// ValueOr returns the value of an optional parameter, or its default.
func ValueOr[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// NonNilList returns a copy of a list that is never nil.
func NonNilList[T any](in []T) []T { return append([]T{}, in...) }

// MapList maps a list; an unset one becomes empty.
func MapList[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

// CastTexts converts texts to values of an enumeration.
func CastTexts[T ~string](in []string) []T {
	return MapList(in, func(s string) T { return T(s) })
}

// NullableTime converts a time; an unset one becomes null.
func NullableTime(t *time.Time) nullable.Nullable[api.Time] {
	if t == nil || t.IsZero() {
		return nullable.NewNullNullable[api.Time]()
	}
	return nullable.NewNullableWithValue(api.Time{Time: *t})
}

// NullableID converts an identifier; an empty one becomes null.
func NullableID(id string) nullable.Nullable[string] {
	if id == "" {
		return nullable.NewNullNullable[string]()
	}
	return nullable.NewNullableWithValue(id)
}

// OptionalText returns a text that is left out when it is empty.
func OptionalText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// ToAttributes converts the values of a record by attribute.
func ToAttributes(values map[string]string) api.AttributeValues {
	out := make(map[string]string, len(values))
	for id, v := range values {
		out[id] = v
	}
	return api.AttributeValues{AttributeIdToValue: out}
}

// PresentValue returns a field of a request, nil when it is left out or null.
func PresentValue[T any](n nullable.Nullable[T]) *T {
	if !n.IsSpecified() || n.IsNull() {
		return nil
	}
	v := n.MustGet()
	return &v
}

// ToChange converts a field of a request; null clears the value.
func ToChange[A, B any](n nullable.Nullable[A], to func(A) B) commands.Change[B] {
	if !n.IsSpecified() {
		return commands.Change[B]{}
	}
	out := commands.Change[B]{Given: true}
	if v := PresentValue(n); v != nil {
		b := to(*v)
		out.Value = &b
	}
	return out
}

// OptionalTime returns the time of an optional parameter.
func OptionalTime(t *api.Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
}

// ValuesOf returns the values with null as the empty value.
func ValuesOf(given map[string]*string) map[string]string {
	values := map[string]string{}
	for id, value := range given {
		values[id] = ValueOr(value, "")
	}
	return values
}

// ToTexts returns the texts of an enumeration, nil when the list is left out.
func ToTexts[T ~string](in *[]T) *[]string {
	if in == nil {
		return nil
	}
	out := MapList(*in, func(v T) string { return string(v) })
	return &out
}

// PositiveCount returns a count, nil for none.
func PositiveCount(n int) *int32 {
	if n <= 0 {
		return nil
	}
	count := int32(n)
	return &count
}

// TrueOrNone returns true, and nil for false.
func TrueOrNone(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}

// NullableCount returns a count that may not be known.
func NullableCount(n *int) nullable.Nullable[int32] {
	if n == nil {
		return nullable.NewNullNullable[int32]()
	}
	return nullable.NewNullableWithValue(int32(*n))
}

// NullableNumber converts a number; an unset one becomes null.
func NullableNumber(n *int64) nullable.Nullable[int64] {
	if n == nil {
		return nullable.NewNullNullable[int64]()
	}
	return nullable.NewNullableWithValue(*n)
}

// OptionalCount returns a number that is left out when it is 0.
func OptionalCount(n int) *int32 {
	if n == 0 {
		return nil
	}
	out := int32(n)
	return &out
}

// RoundPoints rounds a length in PDF points to the hundredth, which is finer than a printer:
// the lengths come from 32-bit numbers.
func RoundPoints(v float64) float64 { return math.Round(v*100) / 100 }

// ListGroups applies the defaults of the three flags of a list.
func ListGroups(active, archived, softDeleted *bool) queries.Groups {
	return queries.Groups{
		Active:      ValueOr(active, true),
		Archived:    ValueOr(archived, false),
		SoftDeleted: ValueOr(softDeleted, false),
	}
}

// LowerCaseIDs returns identifiers in lower case, in which they are compared.
func LowerCaseIDs(ids *[]string) *[]string {
	if ids == nil {
		return nil
	}
	out := MapList(*ids, strings.ToLower)
	return &out
}

// OrNone returns the value of a field of a request, or the zero value.
func OrNone[T any](n nullable.Nullable[T]) T {
	var none T
	return ValueOr(PresentValue(n), none)
}

// TextsOrNil returns texts as an optional field of an answer; nil for none.
func TextsOrNil(texts []string) *[]string {
	if len(texts) == 0 {
		return nil
	}
	return &texts
}
