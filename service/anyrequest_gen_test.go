package service_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// A mood is how well-meaning a request is.
type mood int

const (
	valid   mood = iota // by the schema
	nearly              // one thing is wrong
	hostile             // nothing needs to be right
)

// A pool holds identifiers of things that are there, by the name that a parameter
// or field gives them.
type pool map[string][]string

// of draws an identifier for a name: in a good mood one that is there, if any is.
func (p pool) of(t *rapid.T, name string, m mood) string {
	known := p[name]
	if len(known) == 0 {
		known = []string{uuid.NewString()}
	}
	if m == valid {
		return rapid.SampledFrom(known).Draw(t, "id")
	}
	switch rapid.IntRange(0, 9).Draw(t, "which") {
	case 0:
		return uuid.NewString()
	case 1:
		return strings.ToUpper(rapid.SampledFrom(known).Draw(t, "id"))
	case 2:
		return rapid.SampledFrom(p["any"]).Draw(t, "id of another kind")
	}
	return rapid.SampledFrom(known).Draw(t, "id")
}

// oddTexts are texts that have broken programs before.
var oddTexts = []string{"", " ", "\x00", "a\x00b", "\u202egnp.exe", "\ufeff", "👩‍👩‍👧‍👦", "ﬃ", "İ", "ß", "e\u0301", "\u2028",
	"null", "true", "-1", "1e999", "NaN",
	"' OR '1'='1", "{{dossier.name}}", "../../etc/passwd", "%00", "<script>", "${jndi:x}", "0", "00000000-0000-0000-0000-000000000000",
	strings.Repeat("x", 256), strings.Repeat("é", 40_000), strings.Repeat("\t", 300), "2024-02-30T00:00:00Z",
	"9999-12-31T23:59:60+99:99", "#GGGGGG", "ORIGINAL "}

// odd draws a value of any kind.
func odd(t *rapid.T) any {
	switch rapid.IntRange(0, 9).Draw(t, "kind of value") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "truth")
	case 2:
		return rapid.SampledFrom([]any{json.Number("1e400"), json.Number("-0"), json.Number("9223372036854775808"),
			json.Number("0.1"), json.Number("-1"),
			json.Number("123456789012345678901234567890"), json.Number("1e-400")}).Draw(t, "number")
	case 3:
		return slices.Repeat([]any{rapid.SampledFrom(oddTexts[:20]).Draw(t, "item")},
			rapid.SampledFrom([]int{0, 1, 2, 1001, 3000}).Draw(t, "length"))
	case 4:
		var v any = map[string]any{}
		for range rapid.SampledFrom([]int{1, 20, 2000}).Draw(t, "depth") {
			v = []any{v}
		}
		return v
	case 5:
		return map[string]any{rapid.SampledFrom(oddTexts[:20]).Draw(t, "key"): 1, "__proto__": nil}
	case 6:
		return rapid.String().Draw(t, "any text")
	}
	return rapid.SampledFrom(oddTexts).Draw(t, "text")
}

// drawValue makes a value by a schema, in a mood.
func (p pool) drawValue(t *rapid.T, name string, s *openapi3.Schema, m mood) any {
	if m == hostile && rapid.IntRange(0, 3).Draw(t, "hostile") == 0 {
		return odd(t)
	}
	if s.Nullable && rapid.IntRange(0, 5).Draw(t, "null") == 0 {
		return nil
	}
	switch {
	case len(s.Enum) > 0:
		return rapid.SampledFrom(s.Enum).Draw(t, name)
	case s.Type.Is("object") || len(s.Properties) > 0:
		return p.object(t, name, s, m)
	case s.Type.Is("array"):
		n := rapid.IntRange(int(s.MinItems), int(s.MinItems)+3).Draw(t, "items")
		out := []any{}
		for range n {
			out = append(out, p.drawValue(t, strings.TrimSuffix(name, "s"), s.Items.Value, m))
		}
		if s.UniqueItems && m == valid && len(out) > 0 {
			return out[:1]
		}
		return out
	case s.Type.Is("boolean"):
		return rapid.Bool().Draw(t, name)
	case s.Type.Is("integer"), s.Type.Is("number"):
		return rapid.IntRange(boundOf(s.Min, -3), boundOf(s.Max, 600)).Draw(t, name)
	}
	return p.text(t, name, s, m)
}

func boundOf(limit *float64, otherwise int) int {
	if limit != nil {
		return int(*limit)
	}
	return otherwise
}

func (p pool) text(t *rapid.T, name string, s *openapi3.Schema, m mood) string {
	switch {
	case s.Format == "uuid" || strings.HasSuffix(name, "Id") || name == "id":
		return p.of(t, name, m)
	case s.Format == "date-time":
		return fmt.Sprintf("20%02d-%02d-01T10:15:30%s", rapid.IntRange(0, 99).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"),
			rapid.SampledFrom([]string{"Z", "+02:00", ".123456789Z"}).Draw(t, "zone"))
	}
	words := []string{"Invoice", "Größe (mm)", "a", "#3C8DBC", "UTF-8", ";", "Claims 2024", "x@y.example", "Str0ng-enough!",
		strings.Repeat("n", 100)}
	return rapid.SampledFrom(words).Draw(t, name)
}

// object makes an object; in a bad mood a field is missing, odd or too many.
func (p pool) object(t *rapid.T, name string, s *openapi3.Schema, m mood) any {
	out := map[string]any{}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		if slices.Contains(s.Required, field) || rapid.Bool().Draw(t, "give "+field) {
			out[field] = p.drawValue(t, field, s.Properties[field].Value, m)
		}
	}
	if extra := s.AdditionalProperties.Schema; extra != nil {
		for range rapid.IntRange(0, 2).Draw(t, "entries") {
			out[p.of(t, "attributeId", m)] = p.drawValue(t, name, extra.Value, m)
		}
	}
	if m == valid || len(out) == 0 {
		return out
	}
	field := rapid.SampledFrom(slices.Sorted(maps.Keys(out))).Draw(t, "field to spoil")
	switch rapid.IntRange(0, 3).Draw(t, "how") {
	case 0:
		delete(out, field)
	case 1:
		out[field] = odd(t)
	case 2:
		out["another "+field] = odd(t)
	}
	return out
}
