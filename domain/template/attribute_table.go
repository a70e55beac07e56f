package template

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
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
	Misfits []MisfitCell      // cells whose value does not fit the type of their attribute, from left to right
}

// A MisfitCell is a cell of a csv that sets no value.
type MisfitCell struct {
	Row    int    // from 1, that of the header if nothing stands above it; empty ones do not count
	Column string // as the header has it, its number where the header has none
	Reason MisfitReason
}

// A MisfitReason is one word that says why a cell sets no value.
type MisfitReason string

// The reasons.
const (
	NoNumber    MisfitReason = "number"
	NoDate      MisfitReason = "date"
	EitherDate  MisfitReason = "ambiguous" // day and month could be the other way round
	NoPicture   MisfitReason = "image"
	TooLongText MisfitReason = "text"
	NoColumn    MisfitReason = "column" // the row has more cells than the header
)

// Sentence says to people why the cell sets no value.
func (m MisfitCell) Sentence() string {
	return map[MisfitReason]string{
		NoNumber:    "The value is not a number",
		NoDate:      "The value is not a date",
		EitherDate:  "Day and month of the date can be read either way: write it as 2024-03-11",
		NoPicture:   "The value is not a picture",
		TooLongText: "The value is too long",
		NoColumn:    "The row has more cells than the header: are quotes missing?",
	}[m.Reason]
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
	limited := &perRow{in: lineEnds{bufio.NewReader(text)}, left: maxTableRow}
	rows := csv.NewReader(limited)
	rows.FieldsPerRecord, rows.ReuseRecord = -1, true
	rows.Comma, _ = utf8.DecodeRuneInString(d.Delimiter)
	header, err := rows.Read()
	first := 2
	if err == nil && strings.HasPrefix(header[0], "sep=") && len(header) <= 2 { // what Excel calls the delimiter by
		header, err = rows.Read()
		first++
	}
	if err != nil {
		return tableFault(err, false)
	}
	t, ok := s.attributeColumns(header)
	if !ok {
		return s.headerFault(header)
	}
	for number := first; ; number++ {
		limited.left = maxTableRow
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return tableFault(err, true)
		}
		if t.key < len(cells) {
			values, misfits := t.rowValues(cells, number, d)
			if i := slices.IndexFunc(cells[min(t.width, len(cells)):], func(c string) bool { return strings.TrimSpace(c) != "" }); i >= 0 {
				misfits = append(misfits, MisfitCell{number, strconv.Itoa(t.width + i + 1), NoColumn})
			}
			row(TableRow{strings.TrimSpace(cells[t.key]), values, misfits})
		}
	}
}

// tableColumns say which cells of a row count.
type tableColumns struct {
	key, width int           // of the header
	attributes []tableColumn // in the order of their places
}

// A tableColumn is the place of an attribute, and what the header calls it.
type tableColumn struct {
	at    int
	title string
	Definition
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
	var t tableColumns
	key, ok := at[strings.ToLower(valueOr(s.Settings.AttributesKeyColumn, "filename"))]
	t.key, t.width = key, len(header)
	for _, d := range s.FileAttrs {
		if i, found := at[strings.ToLower(d.CSVColumn)]; found && d.CSVColumn != "" {
			t.attributes = append(t.attributes, tableColumn{i, strings.TrimSpace(strings.Clone(header[i])), d})
		}
	}
	slices.SortStableFunc(t.attributes, func(a, b tableColumn) int { return cmp.Compare(a.at, b.at) })
	return t, ok && len(t.attributes) > 0
}

// rowValues returns the cells of a row that set a value, and those that do not fit.
func (t tableColumns) rowValues(cells []string, row int, in TableDialect) (values map[string]string, misfits []MisfitCell) {
	values = map[string]string{}
	for _, c := range t.attributes {
		if c.at >= len(cells) {
			continue
		}
		v := strings.TrimSpace(cells[c.at])
		reason := MisfitReason("")
		if c.CheckValue(v) != nil {
			v, reason = c.readCell(v, in)
		}
		switch {
		case reason != "":
			misfits = append(misfits, MisfitCell{row, c.title, reason})
		case v != "":
			values[c.ID] = strings.Clone(v)
		}
	}
	return values, misfits
}

// dottedDate matches dates of digits that are written day first wherever people write them.
var dottedDate = regexp.MustCompile(`^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}$`)

// readCell returns the value of a cell that is written as people of some country write numbers and dates, or why
// it has none.
func (d Definition) readCell(text string, in TableDialect) (string, MisfitReason) {
	var value normalize.Value
	var ok bool
	var reason MisfitReason
	switch d.Type {
	case TypeNumber:
		reason = NoNumber
		context := normalize.Context{}
		if in.Delimiter == ";" { // because a comma stands in numbers
			context.Decimal = ','
		}
		value, ok = normalize.Parse(normalize.Number, text, context)
	case TypeDate:
		dayFirst, isDate := normalize.Parse(normalize.Date, text, normalize.Context{Order: normalize.DayFirst})
		monthFirst, isOther := normalize.Parse(normalize.Date, text, normalize.Context{Order: normalize.MonthFirst})
		value, ok, reason = dayFirst, isDate && (dottedDate.MatchString(text) || !isOther || dayFirst == monthFirst), NoDate
		if !isDate {
			value, ok = monthFirst, isOther
		} else if !ok {
			reason = EitherDate
		}
	case TypeImage:
		reason = NoPicture
	default:
		reason = TooLongText
	}
	if !ok || d.CheckValue(value.Text) != nil {
		return "", reason
	}
	return value.Text, ""
}

var errLongRow = errors.New("a row is too long")

// lineEnds makes a line feed of what ends a line: a carriage return by itself in files of old programs.
type lineEnds struct{ in *bufio.Reader }

// Read implements io.Reader.
func (l lineEnds) Read(p []byte) (n int, err error) {
	for n < len(p) && (n == 0 || l.in.Buffered() > 0) {
		c, err := l.in.ReadByte()
		if err != nil {
			return n, err
		}
		if c == '\r' {
			if next, err := l.in.Peek(1); err == nil && next[0] == '\n' {
				continue
			}
			c = '\n'
		}
		p[n] = c
		n++
	}
	return n, nil
}

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
