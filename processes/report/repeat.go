package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/snakecase"
)

// Repeat returns the scopes that a row with these placeholders is repeated for, in
// order. ok is false when none of them is of a list: then the row stands once.
func (s Scope) Repeat(names []string) (rows []Scope, ok bool) {
	byFile, byValue, rowsOf := s.neededLists(names)
	if !byFile && !byValue && rowsOf == "" {
		return nil, false
	}
	files := []*File{s.file}
	if s.multi && s.file == nil {
		files = files[:0]
		for i := range s.facts.Files {
			files = append(files, &s.facts.Files[i])
		}
	}
	for _, f := range files {
		of := s
		of.file = f
		if rowsOf != "" {
			rows = append(rows, of.rowScopes(rowsOf)...)
		} else if byValue {
			rows = append(rows, of.valueScopes()...)
		} else {
			rows = append(rows, of)
		}
	}
	return rows, true
}

// neededLists returns which lists the placeholders need that this scope is not in yet; rowsOf is the
// component whose rows are one of them.
func (s Scope) neededLists(names []string) (byFile, byValue bool, rowsOf string) {
	for _, n := range names {
		group, key, _ := strings.Cut(n, ".")
		switch {
		case group == "row" && s.value == nil:
			of, _, _ := strings.Cut(key, ".")
			rowsOf = cmp.Or(rowsOf, of)
		case group == "component" && valueFields[key]:
			byValue = byValue || s.value == nil
		case group == "component" || group == "file":
			byFile = byFile || s.multi && s.file == nil
		}
	}
	return byFile, byValue, rowsOf
}

// rowScopes returns the scopes of those values of a component of the file that are rows.
func (s Scope) rowScopes(name string) []Scope {
	return slices.DeleteFunc(s.valueScopes(), func(row Scope) bool {
		return !snakecase.Same(row.component.Name, name) || row.value.Cells == nil
	})
}

// valueScopes returns the scopes of all component values of the file.
func (s Scope) valueScopes() []Scope {
	var out []Scope
	for i := range s.file.Components {
		c := &s.file.Components[i]
		for j := range c.Values {
			row := s
			row.component, row.value = c, &c.Values[j]
			out = append(out, row)
		}
	}
	return out
}
