package template

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// Windows1252 is the encoding in which Excel writes csv files in western Europe. It is found
// out, and not a setting.
const Windows1252 = "windows-1252"

// newTableReader is NewTextReader with Windows1252, of which some bytes mean nothing.
func newTableReader(in io.Reader, encoding string) (io.Reader, error) {
	if encoding == Windows1252 {
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	}
	return NewTextReader(in, encoding)
}

// A TableError says why a csv sets no file attributes. It is ErrNoTable.
type TableError struct {
	Sentence string
	fits     bool // the header does: what is wrong comes behind it
	columns  int  // of the header
}

// Error implements error.
func (e *TableError) Error() string { return ErrNoTable.Error() + ": " + e.Sentence }

// Is reports whether the target is ErrNoTable.
func (e *TableError) Is(target error) bool { return target == ErrNoTable }

// tableFault distinguishes an error in a csv, which is a *TableError, from one of reading it.
func tableFault(err error, headerFits bool) error {
	wrong, undecodable := (*csv.ParseError)(nil), (*TextError)(nil)
	var said string
	switch {
	case errors.As(err, &wrong):
		said = fmt.Sprintf("The quotes on line %d are broken", wrong.Line)
	case errors.As(err, &undecodable):
		said = undecodable.Message
	case errors.Is(err, errLongRow):
		said = fmt.Sprintf("A row is longer than %d MiB: is a quote missing?", maxTableRow>>20)
	case errors.Is(err, io.EOF):
		said = "The csv has no header"
	default:
		return err
	}
	return &TableError{Sentence: said, fits: headerFits}
}

// headerFault says which columns a header lacks.
func (s State) headerFault(header []string) error {
	var known []string
	for _, d := range s.FileAttrs {
		if d.CSVColumn != "" {
			known = append(known, d.CSVColumn)
		}
	}
	key := valueOr(s.Settings.AttributesKeyColumn, "filename")
	hasKey := slices.ContainsFunc(header, func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), key) })
	said := "No column is called " + key + ", which is to name the files"
	switch {
	case len(known) == 0:
		said = "No file attribute of the template has a csvColumnHeader"
	case hasKey:
		said = "No column is that of a file attribute: " + listColumns(known)
	}
	return &TableError{Sentence: said + "; the columns are " + listColumns(header), columns: len(header)}
}

// shownColumns is the largest number of columns that a message names, maxColumnText the longest
// part of each, in characters.
const shownColumns, maxColumnText = 12, 40

// listColumns names columns in a message.
func listColumns(columns []string) string {
	var out []string
	for _, c := range columns[:min(len(columns), shownColumns)] {
		if text := []rune(strings.ToValidUTF8(strings.TrimSpace(c), "?")); len(text) > maxColumnText {
			c = string(text[:maxColumnText]) + "…"
		} else {
			c = string(text)
		}
		out = append(out, fmt.Sprintf("%q", c))
	}
	if len(columns) > shownColumns {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

// FindTableDialect returns how a csv of file attributes is written: as the template says, or
// else in the first other encoding and with the first other delimiter that fit it from its
// header to its end. The csv is opened anew for each of the at most fifteen that are tried. One
// that fits none is a *TableError, of what came nearest.
func (s State) FindTableDialect(open func() (io.ReadCloser, error)) (TableDialect, error) {
	encodings, err := s.likelyEncodings(open)
	if err != nil {
		return TableDialect{}, err
	}
	delimiters := withFirst(s.TableDialect().Delimiter, ";", ",", "\t", "|")
	var nearest *TableError
	for _, encoding := range encodings {
		for _, delimiter := range delimiters {
			d := TableDialect{encoding, delimiter}
			err := s.tryDialect(open, d)
			unfit := (*TableError)(nil)
			if !errors.As(err, &unfit) {
				return d, err
			}
			if nearest == nil || unfit.fits && !nearest.fits || unfit.fits == nearest.fits && unfit.columns > nearest.columns {
				nearest = unfit
			}
		}
	}
	return TableDialect{}, nearest
}

// tryDialect reads a csv to its end.
func (s State) tryDialect(open func() (io.ReadCloser, error), d TableDialect) error {
	in, err := open()
	if err != nil {
		return err
	}
	return errors.Join(s.ReadAttributes(in, d, func(TableRow) {}), in.Close())
}

// likelyEncodings returns the encodings in which a csv may be, the likeliest first: by its byte
// order mark, or that of the template, UTF-8, and what Excel writes.
func (s State) likelyEncodings(open func() (io.ReadCloser, error)) ([]string, error) {
	in, err := open()
	if err != nil {
		return nil, err
	}
	mark, err := bufio.NewReader(in).Peek(3)
	if err = errors.Join(err, in.Close()); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	ours := s.TableDialect().Encoding
	switch {
	case bytes.HasPrefix(mark, []byte("\uFEFF")):
		return withFirst(UTF8, ours), nil
	case bytes.HasPrefix(mark, []byte{0xFF, 0xFE}), bytes.HasPrefix(mark, []byte{0xFE, 0xFF}):
		return withFirst(ours, UTF16), nil
	}
	return withFirst(ours, UTF8, Windows1252), nil
}

// withFirst returns the words without repetitions, the first one before the others.
func withFirst(first string, others ...string) []string {
	return append([]string{first}, slices.DeleteFunc(others, func(s string) bool { return s == first })...)
}
