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

// fieldFaults turns what the schema found into a fault for each field; of one of another type nothing else is told.
func fieldFaults(body *openapi3.Schema, err error) []*domain.Fault {
	var many openapi3.MultiError
	if !errors.As(err, &many) {
		return []*domain.Fault{fieldFault(body, err)}
	}
	var out []*domain.Fault
	for _, one := range many {
		out = append(out, fieldFaults(body, one)...)
	}
	return slices.DeleteFunc(out, func(f *domain.Fault) bool {
		return f.Code != domain.WrongType && slices.ContainsFunc(out, func(o *domain.Fault) bool {
			return o.Code == domain.WrongType && o.Field == f.Field
		})
	})
}

// fieldFault turns what the schema found into one sentence that names the field:
// the innermost name on the way to it, without indices. The schema is that of the body.
func fieldFault(body *openapi3.Schema, err error) *domain.Fault {
	var e *openapi3.SchemaError
	if !errors.As(err, &e) {
		return ErrBody
	}
	field, pointer := "The request body", ""
	for _, step := range e.JSONPointer() {
		pointer += "/" + pointerEscape.Replace(step)
		if strings.Trim(step, "0123456789") != "" {
			field = step
		}
	}
	code, says := describeError(field, e)
	switch {
	case e.SchemaField == "anyOf" && len(e.Schema.AnyOf) > 0 && len(e.Schema.AnyOf[0].Value.Required) > 0: // one of some fields
		field = e.Schema.AnyOf[0].Value.Required[0]
		code, says, pointer = domain.FieldRequired, "is required", pointer+"/"+field
	case e.SchemaField == "minItems" && field != "The request body": // an empty list names nothing
		code, says = domain.FieldRequired, "is required"
	case e.SchemaField == "nullable":
		code, says = describeNull(body, e.JSONPointer())
	}
	return domain.Refuse(code, "%s %s", field, says).At(pointer)
}

// describeNull describes what is wrong with a null at a place in a body: a field that has to be
// there is missing, another one may be left out, and a list holds values only.
func describeNull(body *openapi3.Schema, pointer []string) (*domain.Code, string) {
	for i, step := range pointer {
		last := i == len(pointer)-1
		switch {
		case body == nil:
			return domain.WrongType, "must not be null"
		case body.Items != nil && last:
			return domain.WrongType, "must not contain null"
		case body.Items != nil:
			body = body.Items.Value
		case last && !slices.Contains(body.Required, step):
			return domain.WrongType, "must not be null; it may be left out"
		case last:
			return domain.FieldRequired, "is required"
		case body.Properties[step] != nil:
			body = body.Properties[step].Value
		default:
			return domain.WrongType, "must not be null"
		}
	}
	return domain.FieldRequired, "is required"
}

// describeError describes what is wrong with a field.
func describeError(field string, e *openapi3.SchemaError) (*domain.Code, string) {
	s := e.Schema
	switch e.SchemaField {
	case "required":
		return domain.FieldRequired, "is required"
	case "type":
		return domain.WrongType, "must be " + articleFor(*s.Type)
	case "maxLength":
		return domain.TooLong, fmt.Sprintf("must not be longer than %d", *s.MaxLength)
	case "maxItems":
		return domain.TooLong, fmt.Sprintf("must not have more than %d items", *s.MaxItems)
	case "minItems":
		return domain.FieldRequired, "must not be empty"
	case "minimum":
		return domain.OutOfRange, fmt.Sprintf("must not be less than %.0f", *s.Min)
	case "maximum":
		return domain.OutOfRange, fmt.Sprintf("must not be more than %.0f", *s.Max)
	case "uniqueItems":
		return domain.Duplicate, "must not contain duplicates"
	case "enum":
		if steps := e.JSONPointer(); e.Value == nil && len(steps) > 0 && steps[len(steps)-1] == field {
			return domain.FieldRequired, "is required"
		}
		return domain.NotListed, "must be one of " + joinValues(s.Enum)
	case "format":
		if s.Format == "uuid" {
			return domain.InvalidID, "is not a valid identifier"
		}
		return domain.InvalidTime, "is not a date-time"
	case "pattern":
		if s.Pattern == `\S` {
			return domain.FieldRequired, "is required"
		}
		return domain.InvalidValue, "is not a color"
	}
	return domain.InvalidValue, "is not valid"
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

// TakesIDs reports whether the body of an operation is a list of ids, which may stand in the query.
func (op *Operation) TakesIDs() bool { return op.ids }

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

// Invalid returns the failure of a parameter or header that is not as the contract wants it: a sentence that
// begins with its name.
func Invalid(c *domain.Code, name, format string, args ...any) *domain.Fault {
	return domain.Refuse(c, "%s %s", name, fmt.Sprintf(format, args...)).At(name)
}

// DecodeJSON reads exactly one value. It refuses bytes that are not UTF-8, halves of
// surrogate pairs and duplicate names: stored, they would be changed silently.
func DecodeJSON(raw []byte) (any, error) {
	var v any
	return v, jsonv2.Unmarshal(raw, &v)
}

// ErrBody is the failure of a body that cannot be read as JSON.
var ErrBody = domain.Refuse(domain.InvalidJSON, "The request body is not valid JSON")
