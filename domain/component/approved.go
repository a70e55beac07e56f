package component

import (
	"strconv"

	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// ApprovedValues returns the values that a file has for fields of a scorer, overrides applied, in the form of
// candidates: what a memory of layouts learns from once the file is approved. A component with several values, or with
// rows, tells nothing.
func ApprovedValues(details []Detail, definitions []template.Component, fields []trees.Field) (out []candidates.Approved) {
	byName := snakecase.Index[Detail]{}
	for _, d := range SetNormalized(details, definitions) {
		byName.Add(d.Name, d)
	}
	for i := range fields {
		d, known := byName.Find(fields[i].Name)
		if !known || len(d.Values) != 1 || len(d.Values[0].Cells) > 0 || d.Values[0].Value == "" {
			continue
		}
		out = append(out, candidates.Approved{Field: fields[i].Name, Kind: fields[i].Kind, Value: candidateForm(d.Values[0])})
	}
	return out
}

// candidateForm returns a value as candidates write it: amounts have two digits behind the point.
func candidateForm(v Value) string {
	if v.Normalized == nil {
		return v.Value
	}
	if v.Normalized.Type == normalize.Amount || v.Normalized.Type == normalize.Number {
		if n, err := strconv.ParseFloat(v.Normalized.Text, 64); err == nil {
			return strconv.FormatFloat(n, 'f', 2, 64)
		}
	}
	return v.Normalized.Text
}
