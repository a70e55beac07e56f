package template

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/normalize"
)

// What values of a component may look like, beside those that a regular expression gives, and
// beside the other types of package normalize, which are formats too.
const (
	FormatText   = "TEXT" // anything; the default
	FormatNumber = string(normalize.Number)
	FormatDate   = string(normalize.Date)
)

// typedFormats are the formats whose values have a normalised form, as messages list them.
var typedFormats = func() (names []string) {
	for _, t := range normalize.Types {
		names = append(names, string(t))
	}
	return names
}()

// longestFormat is the longest format of a component definition, in characters.
const longestFormat = 200

// An Expectation says what a template expects of the values of a component. Values that are
// otherwise are to be looked at, and never refused. The zero value expects nothing.
type Expectation struct {
	Required bool `json:"required,omitzero"` // each file has a value
	Single   bool `json:"single,omitzero"`   // a file has at most one value; the opposite of multiple in the contract
	// Format is a type of package normalize, or a regular expression that a value fits as a
	// whole; empty for FormatText.
	Format string `json:"format,omitzero"`
	// Columns are those of values that are rows, in their order; a row may have others.
	Columns []Column `json:"columns,omitempty"`
	// Checks are relations that the values meet with those of other components; see ParseCheck.
	Checks []string `json:"checks,omitempty"`
}

// A Column is one of the columns of the rows of a component.
type Column struct {
	TechnicalName string `json:"technicalName"` // of the entities that its cells are built from
	DisplayName   string `json:"displayName"`
	Format        string `json:"format,omitzero"` // as of an Expectation
	// Required columns have a value in each row; where they have a type, one that is surely of it.
	Required bool `json:"required,omitzero"`
}

// ValueType returns the type of the cells, whose normalised form readers see; empty for cells
// without a type.
func (c Column) ValueType() normalize.Type { return Expectation{Format: c.Format}.ValueType() }

// FormatName returns the format, FormatText for none.
func (c Column) FormatName() string { return Expectation{Format: c.Format}.FormatName() }

// ValueType returns the type of the values, whose normalised form readers see; empty for values
// without a type.
func (e Expectation) ValueType() normalize.Type {
	if slices.Contains(typedFormats, e.Format) {
		return normalize.Type(e.Format)
	}
	return ""
}

// FormatName returns the format, FormatText for none.
func (e Expectation) FormatName() string {
	if e.Format == "" {
		return FormatText
	}
	return e.Format
}

// An ExpectationChange holds what becomes of an expectation; what is nil stays as it was.
type ExpectationChange struct {
	Required, Multiple *bool
	Format             *string // FormatText, a type of package normalize or a regular expression
	Columns            *[]Column
	Checks             *[]string
}

// ApplyTo returns an expectation after the change.
func (c ExpectationChange) ApplyTo(e Expectation) Expectation {
	if c.Required != nil {
		e.Required = *c.Required
	}
	if c.Multiple != nil {
		e.Single = !*c.Multiple
	}
	if c.Format != nil {
		e.Format = storedFormat(*c.Format)
	}
	if c.Columns != nil {
		e.Columns = nil
		for _, column := range *c.Columns {
			column.DisplayName, column.Format = strings.TrimSpace(column.DisplayName), storedFormat(column.Format)
			e.Columns = append(e.Columns, column)
		}
	}
	if c.Checks != nil {
		e.Checks = nil
		for _, check := range *c.Checks {
			e.Checks = append(e.Checks, strings.TrimSpace(check))
		}
	}
	return e
}

// storedFormat returns a format as it is stored: empty for FormatText.
func storedFormat(format string) string {
	if format == FormatText {
		return ""
	}
	return format
}

// misspeltFormat matches what looks like the name of a format and not like a pattern.
var misspeltFormat = regexp.MustCompile(`^[A-Za-z_]+$`)

// check refuses formats and columns that are none.
func (e Expectation) check() error {
	if err := checkFormat(e.Format); err != nil {
		return err
	}
	if len(e.Columns) > maxColumns {
		return domain.Refuse(domain.OutOfRange, "columns must not be more than %d", maxColumns).At("columns")
	}
	seen := map[string]bool{}
	for _, c := range e.Columns {
		switch length := utf8.RuneCountInString(c.DisplayName); {
		case !columnName.MatchString(c.TechnicalName):
			return domain.Faultf(domain.Invalid, "technicalName of a column must be that of an entity, such as line_amount").At("technicalName")
		case seen[c.TechnicalName]:
			return domain.Refuse(domain.Duplicate, "columns must not contain duplicates: %s", c.TechnicalName).At("columns")
		case length == 0 || length > 255:
			return domain.Faultf(domain.Invalid, "displayName of a column must have 1 to 255 characters: %s", c.TechnicalName).At("displayName")
		}
		if err := domain.CheckVisible("displayName of a column", c.DisplayName); err != nil {
			return err
		}
		if err := checkFormat(c.Format); err != nil {
			return domain.Faultf(domain.Invalid, "column %s: %s", c.TechnicalName, err.Error()).At("column")
		}
		seen[c.TechnicalName] = true
	}
	return e.checkChecks()
}

// maxColumns bounds the columns of a component.
const maxColumns = 50

// columnName matches the technical name of an entity.
var columnName = regexp.MustCompile(`^[A-Za-z0-9_]{1,100}$`)

// checkFormat refuses a format that is none.
func checkFormat(format string) error {
	switch {
	case format == "" || Expectation{Format: format}.ValueType() != "":
		return nil
	case utf8.RuneCountInString(format) > longestFormat:
		return domain.LongerThan(longestFormat, "format")
	case misspeltFormat.MatchString(format):
		return domain.Faultf(domain.Invalid, "format must be TEXT, %s or a regular expression", strings.Join(typedFormats, ", ")).At("format")
	}
	if _, err := compileFormat(format); err != nil {
		return domain.Faultf(domain.Invalid, "format is not a regular expression: %s",
			strings.TrimPrefix(err.Error(), "error parsing regexp: ")).At("format")
	}
	return nil
}

// compileFormat compiles a regular expression that a value fits as a whole.
func compileFormat(format string) (*regexp.Regexp, error) {
	if _, err := regexp.Compile(format); err != nil { // it tells of the pattern as it was written
		return nil, err
	}
	return regexp.Compile(`^(?:` + format + `)$`)
}

// mostFormats is how many compiled formats are kept.
const mostFormats = 1000

// formats keeps what formats compile to: those of a template meet the values of file after file.
type formats struct {
	mu       sync.Mutex
	patterns map[string]*regexp.Regexp
}

var compiledFormats formats

// get returns what compileFormat does.
func (f *formats) get(format string) (*regexp.Regexp, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.patterns[format]; p != nil {
		return p, nil
	}
	p, err := compileFormat(format)
	if err != nil {
		return nil, err
	}
	if f.patterns == nil || len(f.patterns) >= mostFormats {
		f.patterns = map[string]*regexp.Regexp{}
	}
	f.patterns[format] = p
	return p, nil
}

// FindMisfits returns those values that do not fit the format. Blanks around a value do not count,
// and an empty value fits every format.
func (e Expectation) FindMisfits(values []string) []string {
	fits := e.compileFits()
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool {
		v = strings.TrimSpace(v)
		return v == "" || fits(v)
	})
}

// compileFits returns a function that reports whether a value fits the format.
func (e Expectation) compileFits() func(string) bool {
	switch e.Format {
	case "":
		return func(string) bool { return true }
	case FormatNumber:
		return writtenNumber.MatchString
	case FormatDate:
		return isDate
	}
	if t := e.ValueType(); t != "" {
		return func(v string) bool { return isOfType(t, v) }
	}
	pattern, err := compiledFormats.get(e.Format)
	if err != nil { // it was accepted by a version that knew more
		return func(string) bool { return true }
	}
	return pattern.MatchString
}

// writtenNumber is a number with or without sign, groups of three digits and decimals.
var writtenNumber = regexp.MustCompile(`^[+\-−]?(?:[0-9]+|[0-9]{1,3}(?:[.,'’ \x{a0}\x{202f}][0-9]{3})+)(?:[.,][0-9]+)?$`)

// dateLayouts are the forms of a date, as of time.Parse.
var dateLayouts = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "20060102", "2.1.2006", "2/1/2006", "1/2/2006", "2-1-2006",
	"2 January 2006", "2 Jan 2006", "2. January 2006", "2-Jan-2006", "January 2, 2006", "Jan 2, 2006",
	"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.RFC3339,
}

// isOfType reports whether a text has a normalised form.
func isOfType(t normalize.Type, text string) bool {
	_, ok := normalize.Parse(t, text, normalize.Context{})
	return ok
}

// isDate reports whether a text is a day of the calendar.
func isDate(s string) bool {
	return isOfType(normalize.Date, s) || slices.ContainsFunc(dateLayouts, func(layout string) bool {
		_, err := time.Parse(layout, s)
		return err == nil
	})
}
