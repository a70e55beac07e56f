package author

import (
	"fmt"
	"io"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/measure"
)

// addLook adds why a document needs a look, as a service lists it after its first analysis.
func (f *foundDocument) addLook(r document.Result, definitions []template.Component) {
	add := func(reason string) {
		if !slices.Contains(f.Look, reason) {
			f.Look = append(f.Look, reason)
		}
	}
	if len(r.Failures) > 0 {
		add("rules failed")
	}
	findings := component.FindingsOf(r, nil, definitions)
	if findings == nil {
		return // it is too large to tell
	}
	for _, a := range slices.Concat(findings.Attention, findings.Unmet) {
		for _, code := range a.Codes {
			add(a.Name + ": " + code)
		}
	}
}

// isRequired reports whether a template requires a value of a component.
func isRequired(definitions []template.Component, name string) bool {
	return slices.ContainsFunc(definitions, func(d template.Component) bool {
		return d.Required && measure.SameName(d.TechnicalName) == measure.SameName(name)
	})
}

// A lookCount counts documents, and those of them that need a look.
type lookCount struct {
	Documents int `json:"documents"`
	Told      int `json:"told"`
}

func (c lookCount) share() float64 {
	if c.Documents == 0 {
		return 0
	}
	return float64(c.Told) / float64(c.Documents)
}

func (c *lookCount) add(told bool) {
	c.Documents++
	if told {
		c.Told++
	}
}

// A lookScore says how well documents tell that they need a look.
type lookScore struct {
	Wrong lookCount `json:"wrong"` // a labelled value is wrong or missing
	Key   lookCount `json:"key"`   // of these: the template requires one of them
	Rows  lookCount `json:"rows"`  // all of these are right, but not all rows are complete
	Right lookCount `json:"right"` // everything that is labelled is right
}

// add counts a document. One that cannot be read is not counted: it is told to have failed.
func (s *lookScore) add(d documentReport) {
	if d.Error != "" {
		return
	}
	wrong, key, rows := false, false, false
	for _, f := range d.Fields {
		wrong = wrong || !f.Correct && f.Rows == nil
		key = key || !f.Correct && f.Rows == nil && f.Key
		rows = rows || !f.Correct && f.Rows != nil
	}
	told := len(d.Look) > 0
	if key {
		s.Key.add(told)
	}
	switch {
	case wrong:
		s.Wrong.add(told)
	case rows:
		s.Rows.add(told)
	default:
		s.Right.add(told)
	}
}

// print writes how many documents need a look.
func (s lookScore) print(w io.Writer) {
	fmt.Fprintf(w, "\n%-40s %9s %12s %6s\n", "documents", "all", "need a look", "share")
	for _, line := range []struct {
		what  string
		count lookCount
	}{
		{"with a value that is wrong or missing", s.Wrong}, {"of these, of a value that is required", s.Key},
		{"with rows alone that are not complete", s.Rows}, {"entirely right", s.Right},
	} {
		fmt.Fprintf(w, "%-40s %9d %12d %6.3f\n", line.what, line.count.Documents, line.count.Told, line.count.share())
	}
}
