package author

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/measure"
)

// A labelledField is a field with the values that people say it has.
type labelledField struct {
	name   string
	values []string
	rows   [][]labelledCell // of a field that is labelled cell by cell, which has no values
}

// A labelledDocument is a document with its fields.
type labelledDocument struct {
	name, path string
	fields     []labelledField
}

// addValue adds a value of a field; an empty one is no value.
func (d *labelledDocument) addValue(field, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	for i := range d.fields {
		if d.fields[i].name == field {
			d.fields[i].values = append(d.fields[i].values, value)
			return
		}
	}
	d.fields = append(d.fields, labelledField{name: field, values: []string{value}})
}

// readLabels returns the labelled documents of a directory in the order of their names. truth
// is the file of labels; "" stands for NAME.json beside each document.
func readLabels(dir, truth string) (out []labelledDocument, err error) {
	switch strings.ToLower(filepath.Ext(truth)) {
	case "":
		out, err = labelsBeside(dir)
	case ".csv":
		out, err = labelsOfTable(dir, truth)
	case ".tsv":
		out, err = labelsOfPairs(dir, truth)
	case ".json":
		out, err = labelsOfJSON(dir, truth)
	default:
		err = fmt.Errorf("%s: labels are .csv, .tsv or .json", ShortenPath(truth))
	}
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("there are no labels for documents of %s", ShortenPath(dir))
	}
	slices.SortStableFunc(out, func(a, b labelledDocument) int { return strings.Compare(a.name, b.name) })
	return out, err
}

// labelledTypes are the extensions of documents that labels may stand beside.
var labelledTypes = []string{".pdf", ".docx", ".xlsx", ".pptx", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".md", ".txt"}

// labelsBeside reads NAME.json for each document of a directory that has one.
func labelsBeside(dir string) (out []labelledDocument, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if e.IsDir() || !slices.Contains(labelledTypes, strings.ToLower(ext)) {
			continue
		}
		labels := filepath.Join(dir, strings.TrimSuffix(e.Name(), ext)+".json")
		content, err := os.ReadFile(labels)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		d := labelledDocument{name: e.Name(), path: filepath.Join(dir, e.Name())}
		if err := d.addFields(content); err != nil {
			return nil, fmt.Errorf("%s: %w", ShortenPath(labels), err)
		}
		out = append(out, d)
	}
	return out, nil
}

// addFields adds the fields of a JSON object whose members are texts, numbers, or lists of them; or lists of
// objects, which are rows.
func (d *labelledDocument) addFields(content []byte) error {
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return err
	}
	for name, v := range fields {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, item := range list {
			switch item := item.(type) {
			case string:
				d.addValue(name, item)
			case json.Number:
				d.addValue(name, item.String())
			case map[string]any:
				if !ok {
					return fmt.Errorf("the field %s is neither a text nor a list of texts", name)
				}
				if err := d.addRowObject(name, item); err != nil {
					return err
				}
			case nil:
			default:
				return fmt.Errorf("the field %s is neither a text nor a list of texts", name)
			}
		}
	}
	slices.SortFunc(d.fields, func(a, b labelledField) int { return strings.Compare(a.name, b.name) })
	return d.refuseMixedFields()
}

// refuseMixedFields returns an error for a field that has texts beside rows.
func (d *labelledDocument) refuseMixedFields() error {
	for _, f := range d.fields {
		if len(f.values) > 0 && len(f.rows) > 0 {
			return fmt.Errorf("the field %s of %s has texts beside rows", f.name, d.name)
		}
	}
	return nil
}

// labelsOfJSON reads an object with a member for each document.
func labelsOfJSON(dir, truth string) (out []labelledDocument, err error) {
	content, err := os.ReadFile(truth)
	if err != nil {
		return nil, err
	}
	var byName map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(content, []byte("\ufeff")), &byName); err != nil {
		return nil, fmt.Errorf("%s: %w", ShortenPath(truth), err)
	}
	for name, fields := range byName {
		d := labelledDocument{name: name, path: filepath.Join(dir, filepath.Base(name))}
		if err := d.addFields(fields); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", ShortenPath(truth), name, err)
		}
		out = append(out, d)
	}
	return out, nil
}

// labelsOfTable reads a CSV file with a column file and one column for each field.
func labelsOfTable(dir, truth string) (out []labelledDocument, err error) {
	content, err := os.ReadFile(truth)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	heading, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ShortenPath(truth), err)
	}
	at := slices.Index(heading, "file")
	if at < 0 {
		return nil, fmt.Errorf("%s has no column file", ShortenPath(truth))
	}
	index := map[string]int{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", ShortenPath(truth), err)
		}
		i, known := index[row[at]]
		if !known {
			i = len(out)
			index[row[at]] = i
			out = append(out, labelledDocument{name: row[at], path: filepath.Join(dir, filepath.Base(row[at]))})
		}
		out[i].addTableRow(heading, row, at)
		if err := out[i].refuseMixedFields(); err != nil {
			return nil, fmt.Errorf("%s: %w", ShortenPath(truth), err)
		}
	}
}

// addTableRow adds the values in a row of a CSV file, and the row of each field that it has cells of. at is the
// column of the document's name.
func (d *labelledDocument) addTableRow(heading, row []string, at int) {
	var fields []string
	cells := map[string][]labelledCell{}
	for k, name := range heading {
		if k == at {
			continue
		}
		field, column, ok := splitColumnPath(name)
		if !ok {
			d.addValue(name, row[k])
			continue
		}
		if cells[field] == nil {
			fields = append(fields, field)
		}
		cells[field] = append(cells[field], labelledCell{column, strings.TrimSpace(row[k])})
	}
	for _, field := range fields {
		d.addRow(field, cells[field])
	}
}

// labelsOfPairs reads a line for each document: its name, a tab, and field=value pairs.
func labelsOfPairs(dir, truth string) (out []labelledDocument, err error) {
	content, err := os.ReadFile(truth)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(bytes.TrimPrefix(content, []byte("\ufeff"))), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, rest, _ := strings.Cut(line, "\t")
		d := labelledDocument{name: name, path: filepath.Join(dir, filepath.Base(name))}
		for _, pair := range strings.Fields(rest) {
			field, value, ok := strings.Cut(pair, "=")
			if !ok {
				return nil, fmt.Errorf("%s:%d: %q is not field=value", ShortenPath(truth), i+1, pair)
			}
			d.addValue(field, strings.ReplaceAll(value, "_", " "))
		}
		out = append(out, d)
	}
	return out, nil
}

// compareField compares the values of a field: each counts once, in any order.
func compareField(f labelledField, found []string, kind measure.Kind) fieldReport {
	out := fieldReport{Field: f.name, Wanted: f.values, Found: distinctValues(found, kind), Outcome: "right"}
	c := countValues(out, kind)
	switch {
	case c.Right == c.Found && c.Right == c.Expected:
		out.Correct = true
	case c.Found == 0:
		out.Outcome = "missing"
	default:
		out.Outcome = "wrong"
	}
	return out
}

// countValues counts the values of a field of one document.
func countValues(f fieldReport, kind measure.Kind) measure.Counts {
	wanted := distinctValues(f.Wanted, kind)
	c := measure.Counts{Found: len(f.Found), Expected: len(wanted)}
	for _, w := range wanted {
		if slices.ContainsFunc(f.Found, func(v string) bool { return kind.SameValue(v, w) }) {
			c.Right++
		}
	}
	return c
}

// distinctValues leaves out values that are the same as an earlier one.
func distinctValues(values []string, kind measure.Kind) []string {
	out := []string{}
	for _, v := range values {
		if !slices.ContainsFunc(out, func(o string) bool { return kind.SameValue(v, o) }) {
			out = append(out, v)
		}
	}
	return out
}
