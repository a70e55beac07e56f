package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	jsonv2 "github.com/go-json-experiment/json"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain"
)

// maxBody is the largest JSON body, in bytes.
const maxBody = 1 << 20

var errBody = domain.Faultf(domain.Invalid, "The request body is not valid JSON")

// checkBody checks the body against the contract. Of a multipart body it checks only the
// type: its parts are read when the command asks for them.
func (s *server) checkBody(op *operation, r *http.Request) error {
	switch {
	case op.multipart && op.body != nil:
		if form, err := eitherType(r); form || err != nil {
			return err
		}
	case op.multipart:
		return contentType(r, "multipart/form-data")
	case op.text:
		return s.plainText(op, r)
	case op.body == nil:
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return errBody
	}
	if ids := op.queryIDs(r); len(ids) > 0 {
		return s.takeQueryIDs(op, r, raw, ids)
	}
	if len(raw) > 0 || op.bodyNeeded {
		if err := contentType(r, "application/json"); err != nil {
			return err
		}
	}
	if len(raw) > maxBody {
		return domain.Faultf(domain.TooLarge, "The request body is too large")
	}
	if len(raw) == 0 && !op.bodyNeeded {
		raw = []byte("{}")
	}
	value, err := decodeJSON(raw)
	if err != nil {
		return errBody
	}
	value = op.nameList(value)
	if err := op.body.VisitJSON(value, s.formats...); err != nil {
		return fieldFault(op.body, err)
	}
	r.Body = checkedBody{io.NopCloser(bytes.NewReader(raw)), value}
	return nil
}

// plainText reads a text body, so that one that is too large is refused before anything is
// looked up.
func (s *server) plainText(op *operation, r *http.Request) error {
	if err := contentType(r, "text/plain"); err != nil {
		return err
	}
	most := s.fileLimit(op.id)
	if r.ContentLength > most {
		return errFileSize
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	switch {
	case err != nil:
		return errIncomplete
	case int64(len(raw)) > most:
		return errFileSize
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return nil
}

// checkedBody is a body together with its decoded value, which the generated code binds, so
// that names are matched exactly and nothing is parsed twice.
type checkedBody struct {
	io.ReadCloser
	value any
}

// ValidatedValue returns the value for the binder.
func (c checkedBody) ValidatedValue() any { return c.value }

// eitherType reports whether the body of an operation that takes JSON and forms is a form.
// The generated binding looks for the types in lower case.
func eitherType(r *http.Request) (form bool, err error) {
	got, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if form = got == "multipart/form-data"; err != nil || !form && got != "application/json" {
		return form, domain.Faultf(domain.Unsupported, "Content-Type must be application/json or multipart/form-data")
	}
	r.Header.Set("Content-Type", mime.FormatMediaType(got, params))
	return form, nil
}

// isForm reports whether the body of a request is a form with files.
func isForm(r *http.Request) bool { return contentType(r, "multipart/form-data") == nil }

func contentType(r *http.Request, want string) error {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || got != want {
		return domain.Faultf(domain.Unsupported, "Content-Type must be %s", want)
	}
	return nil
}

// decodeJSON reads exactly one value. It refuses bytes that are not UTF-8, halves of
// surrogate pairs and duplicate names: stored, they would be changed silently.
func decodeJSON(raw []byte) (any, error) {
	var v any
	return v, jsonv2.Unmarshal(raw, &v)
}

// textFormats returns the text formats of the contract, as we read them.
func textFormats() []openapi3.SchemaValidationOption {
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
		"uuid":      check(uuidShape.MatchString, "no uuid"),
		"date-time": check(isTime, "no date-time"),
	})}
}

// fieldFault turns what the schema found into one sentence that names the field:
// the innermost name on the way to it, without indices. The schema is that of the body.
func fieldFault(body *openapi3.Schema, err error) error {
	var e *openapi3.SchemaError
	if !errors.As(err, &e) {
		return errBody
	}
	field := "The request body"
	for _, step := range e.JSONPointer() {
		if strings.Trim(step, "0123456789") != "" {
			field = step
		}
	}
	if e.SchemaField == "minItems" && field != "The request body" { // an empty list names nothing
		return newInvalid("%s is required", field)
	}
	if e.SchemaField == "nullable" {
		return newInvalid("%s %s", field, describeNull(body, e.JSONPointer()))
	}
	return newInvalid("%s %s", field, describeError(field, e))
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
