package exchange

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/rules/check"
)

// MaxField is the largest size of a form field beside a file, in bytes.
const MaxField = 16 << 10

// An Form reads the form of an upload: one part named file, and before or behind it the
// parameters that the operation also takes in the query.
type Form struct {
	body   *multipart.Reader
	known  []contract.Parameter
	query  url.Values        // as the guard left it
	fields map[string]string // those that were read so far, without empty ones
	check  func(contract.Parameter, string) error
	limit  int64 // of the file, in bytes
	verify func() error
}

// NewForm returns the form of a request that is being answered.
func NewForm(ctx context.Context, body *multipart.Reader) *Form {
	x := Of(ctx)
	f := &Form{body: body, query: x.Query, fields: map[string]string{}, check: x.Check, limit: x.Limit, verify: x.VerifyDigest}
	if x.Op != nil {
		f.known = x.Op.Query
	}
	return f
}

// nextFile reads fields up to the next part named file; io.EOF when there is none.
func (f *Form) nextFile() (*multipart.Part, error) {
	for {
		part, err := f.body.NextRawPart()
		switch {
		case errors.Is(err, io.EOF) && f.verify != nil:
			return nil, cmp.Or(f.verify(), io.EOF)
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case err != nil:
			return nil, UploadError(err)
		case part.FormName() == "file":
			return part, nil
		}
		if err := f.readField(part); err != nil {
			return nil, err
		}
	}
}

// readField takes in a parameter that is written as a field of the form.
func (f *Form) readField(part *multipart.Part) error {
	name := part.FormName()
	i := slices.IndexFunc(f.known, func(p contract.Parameter) bool { return p.Name == name })
	if i < 0 {
		return UnknownPart(name, f.known)
	}
	raw, err := io.ReadAll(io.LimitReader(part, MaxField+1))
	_, twice := f.fields[name]
	value := string(raw)
	switch {
	case err != nil:
		return UploadError(err)
	case len(raw) > MaxField:
		return contract.Invalid(domain.TooLong, name, "is too long")
	case twice:
		return contract.Invalid(domain.GivenTwice, name, "must be given once")
	case !utf8.Valid(raw):
		return contract.Invalid(domain.UnreadableRequest, name, "is not valid UTF-8")
	case value == "" && name != "delimiter": // as in the query
		return nil
	}
	if err := f.check(f.known[i], value); err != nil {
		return err
	}
	if f.known[i].Kind == "boolean" {
		value = strings.ToLower(value)
	}
	if other := f.query[name]; len(other) > 0 && other[0] != value {
		return contract.Invalid(domain.Contradiction, name, "is %q in the query and %q in the form: give it once", other[0], value)
	}
	f.fields[name] = value
	return nil
}

// Flag returns a parameter that is true or false: as a field says, or else as the query does.
func (f *Form) Flag(name string, query bool) bool {
	if v, given := f.fields[name]; given {
		return v == "true"
	}
	return query
}

// Text returns a parameter that is text: as a field says, or else as the query does.
func (f *Form) Text(name, query string) string {
	if v, given := f.fields[name]; given {
		return v
	}
	return query
}

// Optional returns a parameter that may be absent: as a field says, or else as the query does.
func (f *Form) Optional(name string, query *string) *string {
	if v, given := f.fields[name]; given {
		return &v
	}
	return query
}

// UnknownPart refuses a name that an upload does not take. Left alone, a flag that is
// misspelt would let the upload do what it was to prevent.
func UnknownPart(name string, known []contract.Parameter) *domain.Fault {
	names := append(convert.MapList(known, func(p contract.Parameter) string { return p.Name }), "file")
	if name == "" {
		return domain.Refuse(domain.UnknownParameter, "A part of the form has no name; this upload takes %s", strings.Join(names, ", ")).At(name)
	}
	if meant := check.NearestName(name, names); meant != "" {
		return domain.Refuse(domain.UnknownParameter, "Unknown parameter: %s, did you mean %s?", name, meant).At(name)
	}
	return domain.Refuse(domain.UnknownParameter, "Unknown parameter: %s; this upload takes %s", name, strings.Join(names, ", ")).At(name)
}
