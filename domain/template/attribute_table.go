package template

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/normalize"
)

// ErrNoTable means that a csv sets no file attributes: its header fits none, or
// it cannot be read in the encoding and with the delimiter that were tried.
var ErrNoTable = errors.New("the csv sets no file attributes")

// A TableDialect is how a csv is written.
type TableDialect struct {
	Encoding  string `json:"encoding"`
	Delimiter string `json:"delimiter"` // one character
}

// TableDialect returns how csvs of file attributes are written by the settings.
func (s State) TableDialect() TableDialect {
	return TableDialect{valueOr(s.Settings.AttributesEncoding, UTF8), valueOr(s.Settings.AttributesDelimiter, ",")}
}

// A TableRow is a row of a csv of file attributes.
type TableRow struct {
	Key     string            // names files
	Values  map[string]string // that fit their types, by the ids of the attributes
	Misfits int               // cells whose value does not fit the type of their attribute
}

// maxTableRow is the largest size of a row of a csv of file attributes in bytes; the
// quotes of a larger one are taken for broken.
const maxTableRow = 4 << 20

// ReadAttributes reads a csv of file attributes that is written in a dialect, and gives each
// row to a function. Nothing but one row is held. A *TableError, which is ErrNoTable, may come
// after rows; errors of in come as they are.
func (s State) ReadAttributes(in io.Reader, d TableDialect, row func(TableRow)) error {
	text, err := newTableReader(in, d.Encoding)
	if err != nil {
		return &TableError{Sentence: err.Error()}
	}
	limited := &perRow{in: text, left: maxTableRow}
	rows := csv.NewReader(limited)
	rows.FieldsPerRecord, rows.ReuseRecord = -1, true
	rows.Comma, _ = utf8.DecodeRuneInString(d.Delimiter)
	header, err := rows.Read()
	if err != nil {
		return tableFault(err, false)
	}
	t, ok := s.attributeColumns(header)
	if !ok {
		return s.headerFault(header)
	}
	for {
		limited.left = maxTableRow
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return tableFault(err, true)
		}
		if t.key < len(cells) {
			values, misfits := t.rowValues(cells, d)
			row(TableRow{strings.TrimSpace(cells[t.key]), values, misfits})
		}
	}
}

// tableColumns say which cells of a row count.
type tableColumns struct {
	key        int
	attributes map[int]Definition
}

// attributeColumns finds the columns that the template knows, without regard to
// case; of two with one name, the first.
func (s State) attributeColumns(header []string) (tableColumns, bool) {
	at := map[string]int{}
	for i, cell := range header {
		name := strings.ToLower(strings.TrimSpace(cell))
		if _, twice := at[name]; !twice {
			at[name] = i
		}
	}
	t := tableColumns{attributes: map[int]Definition{}}
	key, ok := at[strings.ToLower(valueOr(s.Settings.AttributesKeyColumn, "filename"))]
	t.key = key
	for _, d := range s.FileAttrs {
		if i, found := at[strings.ToLower(d.CSVColumn)]; found && d.CSVColumn != "" {
			t.attributes[i] = d
		}
	}
	return t, ok && len(t.attributes) > 0
}

// rowValues returns the cells of a row that set a value, and how many do not fit.
func (t tableColumns) rowValues(cells []string, in TableDialect) (values map[string]string, misfits int) {
	values = map[string]string{}
	for i, d := range t.attributes {
		if i >= len(cells) {
			continue
		}
		v := strings.TrimSpace(cells[i])
		if d.CheckValue(v) != nil {
			v = d.readCell(v, in)
		}
		switch {
		case v != "":
			values[d.ID] = strings.Clone(v)
		case strings.TrimSpace(cells[i]) != "":
			misfits++
		}
	}
	return values, misfits
}

// dottedDate matches dates of digits that are written day first wherever people write them.
var dottedDate = regexp.MustCompile(`^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}$`)

// readCell returns the value of a cell that is written as people of some country write numbers and dates; "" for one
// that can be read in two ways or in none.
func (d Definition) readCell(text string, in TableDialect) string {
	var value normalize.Value
	ok := false
	switch d.Type {
	case TypeNumber:
		context := normalize.Context{}
		if in.Delimiter == ";" { // because a comma stands in numbers
			context.Decimal = ','
		}
		value, ok = normalize.Parse(normalize.Number, text, context)
	case TypeDate:
		dayFirst, isDate := normalize.Parse(normalize.Date, text, normalize.Context{Order: normalize.DayFirst})
		monthFirst, isOther := normalize.Parse(normalize.Date, text, normalize.Context{Order: normalize.MonthFirst})
		value, ok = dayFirst, isDate && (dottedDate.MatchString(text) || !isOther || dayFirst == monthFirst)
		if !isDate {
			value, ok = monthFirst, isOther
		}
	}
	if !ok || d.CheckValue(value.Text) != nil {
		return ""
	}
	return value.Text
}

var errLongRow = errors.New("a row is too long")

// perRow bounds what may be read until left is set again.
type perRow struct {
	in   io.Reader
	left int
}

// Read implements io.Reader.
func (r *perRow) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if r.left -= n; r.left < 0 {
		return 0, errLongRow
	}
	return n, err
}

// valueOr returns a setting, or the stock one where it is empty.
func valueOr(setting, stock string) string {
	if setting == "" {
		return stock
	}
	return setting
}
