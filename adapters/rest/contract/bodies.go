package contract

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain"
)

// TextFormats returns the text formats of the contract, as we read them.
func TextFormats() []openapi3.SchemaValidationOption {
	check := func(ok func(string) bool, what string) openapi3.StringFormatValidator {
		return openapi3.NewCallbackValidator(func(s string) error {
			if !ok(s) {
				return errors.New(what)
			}
			return nil
		})
	}
	isTime := func(s string) bool { _, err := api.ParseTime(s); return err == nil }
	return []openapi3.SchemaValidationOption{openapi3.WithStringFormatValidators(map[string]openapi3.StringFormatValidator{
		"uuid":      check(IsUUID, "no uuid"),
		"date-time": check(isTime, "no date-time"),
	})}
}

// fieldFault turns what the schema found into one sentence that names the field:
// the innermost name on the way to it, without indices. The schema is that of the body.
func fieldFault(body *openapi3.Schema, err error) error {
	var e *openapi3.SchemaError
	if !errors.As(err, &e) {
		return ErrBody
	}
	field := "The request body"
	for _, step := range e.JSONPointer() {
		if strings.Trim(step, "0123456789") != "" {
			field = step
		}
	}
	if e.SchemaField == "anyOf" && len(e.Schema.AnyOf) > 0 && len(e.Schema.AnyOf[0].Value.Required) > 0 { // one of some fields
		return NewInvalid("%s is required", e.Schema.AnyOf[0].Value.Required[0])
	}
	if e.SchemaField == "minItems" && field != "The request body" { // an empty list names nothing
		return NewInvalid("%s is required", field)
	}
	if e.SchemaField == "nullable" {
		return NewInvalid("%s %s", field, describeNull(body, e.JSONPointer()))
	}
	return NewInvalid("%s %s", field, describeError(field, e))
}

// describeNull describes what is wrong with a null at a place in a body: a field that has to be
// there is missing, another one may be left out, and a list holds values only.
func describeNull(body *openapi3.Schema, pointer []string) string {
	for i, step := range pointer {
		last := i == len(pointer)-1
		switch {
		case body == nil:
			return "must not be null"
		case body.Items != nil && last:
			return "must not contain null"
		case body.Items != nil:
			body = body.Items.Value
		case last && !slices.Contains(body.Required, step):
			return "must not be null; it may be left out"
		case last:
			return "is required"
		case body.Properties[step] != nil:
			body = body.Properties[step].Value
		default:
			return "must not be null"
		}
	}
	return "is required"
}

// describeError describes what is wrong with a field.
func describeError(field string, e *openapi3.SchemaError) string {
	s := e.Schema
	switch e.SchemaField {
	case "required":
		return "is required"
	case "type":
		return "must be " + articleFor(*s.Type)
	case "maxLength":
		return fmt.Sprintf("must not be longer than %d", *s.MaxLength)
	case "maxItems":
		return fmt.Sprintf("must not have more than %d items", *s.MaxItems)
	case "minItems":
		return "must not be empty"
	case "minimum":
		return fmt.Sprintf("must not be less than %.0f", *s.Min)
	case "maximum":
		return fmt.Sprintf("must not be more than %.0f", *s.Max)
	case "uniqueItems":
		return "must not contain duplicates"
	case "enum":
		if steps := e.JSONPointer(); e.Value == nil && len(steps) > 0 && steps[len(steps)-1] == field {
			return "is required"
		}
		return "must be one of " + joinValues(s.Enum)
	case "format":
		if s.Format == "uuid" {
			return "is not a valid identifier"
		}
		return "is not a date-time"
	case "pattern":
		if s.Pattern == `\S` {
			return "is required"
		}
		return "is not a color"
	}
	return "is not valid"
}

func articleFor(types openapi3.Types) string {
	t := strings.Join(types, " or ")
	if strings.IndexAny(t, "aeiou") == 0 {
		return "an " + t
	}
	return "a " + t
}

// joinValues lists the words that a field may have; null, which stands among those of a field that
// may be left out, is none.
func joinValues(values []any) string {
	var out []string
	for _, v := range values {
		if v != nil {
			out = append(out, fmt.Sprint(v))
		}
	}
	return strings.Join(out, ", ")
}

// IDsField names a list of ids of component definitions, in bodies and in the query.
const IDsField = "componentIds"

// QueryIDs returns the ids that a request gives in its query instead of a body.
func (op *Operation) QueryIDs(r *http.Request) (ids []any) {
	if !op.ids {
		return nil
	}
	for _, id := range r.URL.Query()[IDsField] {
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// NameList wraps a bare list of ids in an object with the field idsField.
func (op *Operation) NameList(value any) any {
	if list, bare := value.([]any); bare && op.ids {
		return map[string]any{IDsField: list}
	}
	return value
}

// NewInvalid returns the failure of a request that is not as the contract wants it.
func NewInvalid(format string, args ...any) error {
	return domain.Faultf(domain.Invalid, format, args...)
}

// DecodeJSON reads exactly one value. It refuses bytes that are not UTF-8, halves of
// surrogate pairs and duplicate names: stored, they would be changed silently.
func DecodeJSON(raw []byte) (any, error) {
	var v any
	return v, jsonv2.Unmarshal(raw, &v)
}

// ErrBody is the failure of a body that cannot be read as JSON.
var ErrBody = domain.Faultf(domain.Invalid, "The request body is not valid JSON")
