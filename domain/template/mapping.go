package template

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The columns that every mapping has.
const (
	ColumnSearch = "search_value"
	ColumnMapped = "mapped_value"
)

// The stock limits of a mapping.
const (
	MaxMappingBytes   = 50 << 20
	MaxMappingRows    = 1_000_000
	MaxMappingColumns = 100
)

// MappingLimits bound what a mapping may hold.
type MappingLimits struct {
	Bytes   int64 // of the file
	Rows    int   // below the header
	Columns int
}

// DefaultMappingLimits returns the stock limits.
func DefaultMappingLimits() MappingLimits {
	return MappingLimits{MaxMappingBytes, MaxMappingRows, MaxMappingColumns}
}

// A MappingTable holds the contents of the csv file of a mapping.
type MappingTable struct {
	Columns []string   // of the header, trimmed, in order
	Rows    [][]string // below the header, each as long as Columns, cells as written
}

// CheckDelimiter refuses what cannot part the cells of a csv file.
func CheckDelimiter(delimiter string) error {
	r, n := utf8.DecodeRuneInString(delimiter)
	switch {
	case n == 0 || n != len(delimiter) || r == utf8.RuneError || r == 0:
		return domain.Faultf(domain.Invalid, "delimiter must be exactly 1 character").At("delimiter")
	case strings.ContainsRune("\"\r\n", r):
		return domain.Faultf(domain.Invalid, "delimiter must not be a quote or a line break").At("delimiter")
	}
	return nil
}

// ParseMapping reads the csv file of a mapping: RFC 4180 with this delimiter,
// lines ended by LF or CRLF, blank ones skipped. Errors are faults of kind
// Invalid or TooLarge; those about a line are a *TextError.
func ParseMapping(content []byte, encoding, delimiter string, limits MappingLimits) (MappingTable, error) {
	var t MappingTable
	columns, _, err := readMapping(content, encoding, delimiter, limits, func(row []string) { t.Rows = append(t.Rows, row) })
	if err != nil {
		return MappingTable{}, err
	}
	t.Columns = columns
	return t, nil
}

// MeasureMapping reads the csv file of a mapping like ParseMapping and keeps
// nothing but its header and how many rows stand below it.
func MeasureMapping(content []byte, encoding, delimiter string, limits MappingLimits) (columns []string, rows int, err error) {
	return readMapping(content, encoding, delimiter, limits, nil)
}

// readMapping hands each row below the header over, if anybody wants it.
func readMapping(
	content []byte, encoding, delimiter string, limits MappingLimits, keep func([]string),
) (columns []string, rows int, err error) {
	if int64(len(content)) > limits.Bytes {
		return nil, 0, domain.Refuse(domain.FileTooLarge, "The mapping is larger than %d bytes", limits.Bytes).At("file")
	}
	if err := CheckDelimiter(delimiter); err != nil {
		return nil, 0, err
	}
	text, err := DecodeText(content, encoding)
	if err != nil {
		return nil, 0, err
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.Comma, _ = utf8.DecodeRuneInString(delimiter)
	in.FieldsPerRecord = -1 // counted below, for a message of our own
	if columns, err = readHeader(in, limits); err != nil {
		return nil, 0, err
	}
	in.ReuseRecord = keep == nil
	rows, err = readRows(in, len(columns), limits, keep)
	return columns, rows, err
}

func readHeader(in *csv.Reader, limits MappingLimits) ([]string, error) {
	header, line, err := readRow(in)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	columns := make([]string, len(header))
	for i, cell := range header {
		columns[i] = strings.TrimSpace(cell)
		if slices.Contains(columns[:i], columns[i]) {
			return nil, textError(line, "The header contains the column %s twice", columns[i])
		}
		if i >= limits.Columns {
			return nil, textError(line, "The mapping has more than %d columns", limits.Columns)
		}
	}
	if !slices.Contains(columns, ColumnSearch) || !slices.Contains(columns, ColumnMapped) {
		return nil, textError(max(line, 1), "The header must contain the columns %s and %s", ColumnSearch, ColumnMapped)
	}
	return columns, nil
}

func readRows(in *csv.Reader, columns int, limits MappingLimits, keep func([]string)) (rows int, err error) {
	for {
		row, line, err := readRow(in)
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return rows, err
		case len(row) != columns:
			return rows, textError(line, "Line %d has %d columns, expected %d", line, len(row), columns)
		case rows == limits.Rows:
			return rows, textError(line, "The mapping has more than %d rows", limits.Rows)
		}
		if rows++; keep != nil {
			keep(row)
		}
	}
}

// readRow gives the next row that is not blank, and the line where it begins.
func readRow(in *csv.Reader) ([]string, int, error) {
	for {
		row, err := in.Read()
		if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
			return nil, wrong.Line, textError(wrong.Line, "Line %d is not valid csv", wrong.Line)
		}
		if err != nil {
			return nil, 0, err
		}
		if len(row) == 1 && strings.TrimSpace(row[0]) == "" {
			continue
		}
		line, _ := in.FieldPos(0)
		return row, line, nil
	}
}
