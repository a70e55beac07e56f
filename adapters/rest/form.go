package rest

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/check"
)

// maxField is the largest size of a form field beside a file, in bytes.
const maxField = 16 << 10

// An uploadForm reads the form of an upload: one part named file, and before or behind it the
// parameters that the operation also takes in the query.
type uploadForm struct {
	body   *multipart.Reader
	known  []parameter
	query  url.Values        // as checkParameters left it
	fields map[string]string // those that were read so far, without empty ones
	check  func(parameter, string) error
}

// newUploadForm returns the form of a request that is being answered.
func (s *server) newUploadForm(ctx context.Context, body *multipart.Reader) *uploadForm {
	x := exchangeOf(ctx)
	f := &uploadForm{body: body, query: x.query, fields: map[string]string{}, check: s.checkQueryValue}
	if x.op != nil {
		f.known = x.op.query
	}
	return f
}

// nextFile reads fields up to the next part named file; io.EOF when there is none.
func (f *uploadForm) nextFile() (*multipart.Part, error) {
	for {
		part, err := f.body.NextRawPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case err != nil:
			return nil, uploadError(err)
		case part.FormName() == "file":
			return part, nil
		}
		if err := f.readField(part); err != nil {
			return nil, err
		}
	}
}

// readField takes in a parameter that is written as a field of the form.
func (f *uploadForm) readField(part *multipart.Part) error {
	name := part.FormName()
	i := slices.IndexFunc(f.known, func(p parameter) bool { return p.name == name })
	if i < 0 {
		return unknownParameter(name, f.known)
	}
	raw, err := io.ReadAll(io.LimitReader(part, maxField+1))
	_, twice := f.fields[name]
	value := string(raw)
	switch {
	case err != nil:
		return uploadError(err)
	case len(raw) > maxField:
		return newInvalid("%s is too long", name)
	case twice:
		return newInvalid("%s must be given once", name)
	case !utf8.Valid(raw):
		return newInvalid("%s is not valid UTF-8", name)
	case value == "" && name != "delimiter": // as in the query
		return nil
	}
	if err := f.check(f.known[i], value); err != nil {
		return err
	}
	if f.known[i].kind == "boolean" {
		value = strings.ToLower(value)
	}
	if other := f.query[name]; len(other) > 0 && other[0] != value {
		return newInvalid("%s is %q in the query and %q in the form: give it once", name, other[0], value)
	}
	f.fields[name] = value
	return nil
}

// flag returns a parameter that is true or false: as a field says, or else as the query does.
func (f *uploadForm) flag(name string, query bool) bool {
	if v, given := f.fields[name]; given {
		return v == "true"
	}
	return query
}

// text returns a parameter that is text: as a field says, or else as the query does.
func (f *uploadForm) text(name, query string) string {
	if v, given := f.fields[name]; given {
		return v
	}
	return query
}

// optional returns a parameter that may be absent: as a field says, or else as the query does.
func (f *uploadForm) optional(name string, query *string) *string {
	if v, given := f.fields[name]; given {
		return &v
	}
	return query
}

// unknownParameter refuses a name that an upload does not take. Left alone, a flag that is
// misspelt would let the upload do what it was to prevent.
func unknownParameter(name string, known []parameter) error {
	names := append(mapList(known, func(p parameter) string { return p.name }), "file")
	if name == "" {
		return newInvalid("A part of the form has no name; this upload takes %s", strings.Join(names, ", "))
	}
	if meant := check.NearestName(name, names); meant != "" {
		return newInvalid("Unknown parameter: %s, did you mean %s?", name, meant)
	}
	return newInvalid("Unknown parameter: %s; this upload takes %s", name, strings.Join(names, ", "))
}
