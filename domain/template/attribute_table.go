package template

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ErrNoTable means that a csv sets no file attributes: its header fits none, or
// it cannot be read in the encoding and with the delimiter of the template.
var ErrNoTable = errors.New("the csv sets no file attributes")

// maxTableRow is the largest size of a row of a csv of file attributes in bytes; the
// quotes of a larger one are taken for broken.
const maxTableRow = 4 << 20

// ReadAttributes reads a csv of file attributes and gives each row to a function:
// the key that names files, and the values that fit their types, by the ids of the
// attributes. Nothing but one row is held. ErrNoTable may come after rows; errors
// of in come as they are.
func (s State) ReadAttributes(in io.Reader, row func(key string, values map[string]string)) error {
	text, err := NewTextReader(in, valueOr(s.Settings.AttributesEncoding, UTF8))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoTable, err)
	}
	limited := &perRow{in: text, left: maxTableRow}
	rows := csv.NewReader(limited)
	rows.FieldsPerRecord, rows.ReuseRecord = -1, true
	rows.Comma, _ = utf8.DecodeRuneInString(valueOr(s.Settings.AttributesDelimiter, ","))
	header, err := rows.Read()
	if err != nil {
		return tableFault(err)
	}
	t, ok := s.attributeColumns(header)
	if !ok {
		return ErrNoTable
	}
	for {
		limited.left = maxTableRow
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return tableFault(err)
		}
		if t.key < len(cells) {
			row(strings.TrimSpace(cells[t.key]), t.rowValues(cells))
		}
	}
}

// tableFault distinguishes an error in a csv from one of reading it.
func tableFault(err error) error {
	wrong, undecodable := (*csv.ParseError)(nil), (*TextError)(nil)
	if errors.As(err, &wrong) || errors.As(err, &undecodable) || errors.Is(err, io.EOF) || errors.Is(err, errLongRow) {
		return fmt.Errorf("%w: %w", ErrNoTable, err)
	}
	return err
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

// rowValues returns the cells of a row that set a value.
func (t tableColumns) rowValues(cells []string) map[string]string {
	values := map[string]string{}
	for i, d := range t.attributes {
		if i >= len(cells) {
			continue
		}
		if v := strings.TrimSpace(cells[i]); v != "" && d.CheckValue(v) == nil {
			values[d.ID] = strings.Clone(v)
		}
	}
	return values
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
