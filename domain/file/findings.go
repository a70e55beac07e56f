package file

import (
	"slices"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// Reasons to look at a component. They are facts about it, and not measures of how sure the
// rules are.
const (
	AttentionOverlapped    = "OVERLAPPED"         // another entity of its place was skipped
	AttentionChanged       = "CHANGED"            // its values differ from the analysis before
	AttentionOverrideStale = "OVERRIDE_STALE"     // what was extracted has changed under its override
	AttentionBaseGone      = "OVERRIDE_BASE_GONE" // an overriding value stands for one that is not extracted any more
	AttentionMissing       = "MISSING"            // the template requires it, and it has no value
	AttentionSeveral       = "SEVERAL"            // it has several values, and the template expects one
	AttentionMisfit        = "MISFIT"             // a value does not fit the format of its definition
	AttentionDoubtful      = "DOUBTFUL"           // what speaks for a value is weak
	AttentionUncertain     = "UNCERTAIN"          // it stands in a table cell that may be cut wrongly
	AttentionContradicted  = "CONTRADICTED"       // another source, such as an e-invoice in the file, has another value
)

// Findings tell what an analysis found, as far as later events and lists of files need it. They
// lie in the event of the analysis, so they are bounded; see component.FindingsOf.
type Findings struct {
	Names     []string    `json:"names"` // of all extracted components, as rules wrote them
	Changed   []Change    `json:"changed,omitempty"`
	Attention []Attention `json:"attention,omitempty"`
	Unmet     []Attention `json:"unmet,omitempty"` // with values as people corrected them; see TellUnmet
	// Reading tells what was left out of the document, changed in it or is in doubt; bounded, too.
	Reading []document.Finding `json:"reading,omitempty"`
}

// A Change is a component whose extracted values differ from the analysis before of the same
// version.
type Change struct {
	Name   string `json:"name"`
	Before string `json:"before"` // the values, perhaps shortened; empty for none
}

// Attention names a component that is to be looked at, and why; one that is missing by its
// technical name. The reasons do not count while the component is overridden.
type Attention struct {
	Name  string   `json:"name"`
	Codes []string `json:"codes"`
}

// A Review holds the findings of the latest analysis that readers need.
type Review struct {
	Components int         `json:"components"` // that were extracted
	Changed    []Change    `json:"changed,omitempty"`
	Attention  []Attention `json:"attention,omitempty"`
	Unmet      []Attention `json:"unmet,omitempty"` // after the corrections since then
	// Reading tells what was left out of the document, changed in it or is in doubt.
	Reading []document.Finding `json:"reading,omitempty"`
}

// A Check says who looked at a component as it is, and when.
type Check struct {
	Name string    `json:"name"`
	By   string    `json:"by"`
	At   time.Time `json:"at"`
}

// ComponentCounts count the components of a file.
type ComponentCounts struct {
	Components *int // extracted ones and those that people added; nil: not known until the next analysis
	Attention  *int // those to be looked at that nobody checked; nil: not known until the next analysis
	Checked    int
	Overridden int
}

// CountComponents counts the components of the file. What is to be looked at is as of the latest
// analysis and the overrides since then.
func (r Record) CountComponents() ComponentCounts {
	out := ComponentCounts{Checked: len(r.Checks), Overridden: len(r.Overrides)}
	if r.Review == nil {
		return out
	}
	all, attention := r.Review.Components, 0
	counted := snakecase.Index[bool]{}
	count := func(name string) {
		attention++
		counted.Add(name, true)
	}
	for _, o := range r.Overrides {
		if o.Added {
			all++
		}
		if o.Stale && !hasCheck(r.Checks, o.Name) {
			count(o.Name)
		}
	}
	for _, a := range r.Review.Attention {
		if !hasCheck(r.Checks, a.Name) && !slices.ContainsFunc(r.Overrides, func(o Applied) bool { return snakecase.Same(o.Name, a.Name) }) {
			count(a.Name)
		}
	}
	attention += r.countUnmet(func(name string) bool { is, _ := counted.Find(name); return is })
	out.Components, out.Attention = &all, &attention
	return out
}

// NeedsAttention reports whether a component is known to be looked at that nobody checked, or values
// may be missing or wrong because a rule failed or for something that was found while the file was read.
func (r Record) NeedsAttention() bool {
	n := r.CountComponents().Attention
	return n != nil && *n > 0 || r.FailedRules > 0 ||
		slices.ContainsFunc(r.ReadingFindings(), func(f document.Finding) bool { return f.Values })
}

// ReadingFindings returns what was left out of the document, changed in it or is in doubt, as of the latest analysis of
// this version.
func (r Record) ReadingFindings() []document.Finding {
	if r.Review == nil {
		return nil
	}
	return r.Review.Reading
}

// applyFindings takes over the findings of an analysis: a component whose extracted values changed
// loses its check, or its override is stale. Without findings nothing is known of what changed.
func (r Record) applyFindings(f *Findings) Record {
	r.Checks = checksAfter(r.Checks, f, func(name string) bool {
		return slices.ContainsFunc(r.Overrides, func(o Applied) bool { return snakecase.Same(o.Name, name) })
	})
	r.Checks = checksAfterUnmet(r.Checks, r.unmet(), f.unmetOf())
	r.Review = nil
	if f == nil {
		return r
	}
	r.Review = &Review{Components: len(f.Names), Changed: f.Changed, Attention: f.Attention, Unmet: f.Unmet, Reading: f.Reading}
	r.Overrides = slices.Clone(r.Overrides)
	for i, o := range r.Overrides {
		r.Overrides[i].Stale = o.Stale || hasChanged(f, o.Name)
		r.Overrides[i].Added = !hasName(f.Names, o.Name)
	}
	return r
}

// checksAfter returns the checks that are left after an analysis. What is overridden shows the
// same values as before.
func checksAfter(checks []Check, f *Findings, overridden func(name string) bool) []Check {
	if f == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c Check) bool { return hasChanged(f, c.Name) && !overridden(c.Name) })
}

func hasChanged(f *Findings, name string) bool {
	return slices.ContainsFunc(f.Changed, func(c Change) bool { return snakecase.Same(c.Name, name) })
}

func hasName(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return snakecase.Same(n, name) })
}

func hasCheck(checks []Check, name string) bool {
	return slices.ContainsFunc(checks, func(c Check) bool { return snakecase.Same(c.Name, name) })
}

// withoutChecks drops the checks of components.
func withoutChecks(checks []Check, names ...string) []Check {
	return slices.DeleteFunc(slices.Clone(checks), func(c Check) bool { return hasName(names, c.Name) })
}
