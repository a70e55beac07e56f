package file

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// Reasons to look at a component that rest on several values together. They count as values are
// after corrections, whoever gave them, until somebody looked at the component.
const (
	AttentionSumMismatch   = "SUM_MISMATCH"   // numbers do not add up as the template expects
	AttentionLimitExceeded = "LIMIT_EXCEEDED" // a number or day is larger than one that it must not exceed
	AttentionRowIncomplete = "ROW_INCOMPLETE" // a row has no proper value in a column that requires one
)

// TellUnmet returns a decision whose events tell what is unmet after them: those that put values in
// place of extracted ones or take them back, and an analysis with findings. find gets the state after
// the events and returns what is unmet then; it is not called for other events. Its errors are those
// of the decision.
func TellUnmet(decide es.Decision[State], find func(State) ([]Attention, error)) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		events, err := decide(s)
		if err != nil || !slices.ContainsFunc(events, mayTellUnmet) {
			return events, err
		}
		after := s
		for _, e := range events {
			after = Decider.Evolve(after, e)
		}
		if after.Findings == nil { // nothing is told of this version
			return events, nil
		}
		unmet, err := find(after)
		if err != nil {
			return nil, err
		}
		out := slices.Clone(events)
		for i, e := range out {
			switch e := e.(type) {
			case ComponentOverridden:
				e.Unmet = es.Seal(s.keySubject(), unmet)
				out[i] = e
			case OverrideReverted:
				e.Unmet = es.Seal(s.keySubject(), unmet)
				out[i] = e
			case Analysed:
				f := *e.Findings.Value
				f.Unmet, e.Findings.Value = unmet, &f
				out[i] = e
			}
		}
		return out, nil
	}
}

// mayTellUnmet reports whether an event tells what is unmet after it.
func mayTellUnmet(e es.Event) bool {
	switch e := e.(type) {
	case ComponentOverridden, OverrideReverted:
		return true
	case Analysed:
		return e.Findings.Value != nil
	}
	return false
}

// unmetOf returns what findings tell as unmet.
func (f *Findings) unmetOf() []Attention {
	if f == nil {
		return nil
	}
	return f.Unmet
}

// checksAfterUnmet returns the checks that are left when other expectations are unmet than before:
// who looked at a component has not seen what is unmet since.
func checksAfterUnmet(checks []Check, before, now []Attention) []Check {
	for _, a := range now {
		isNew := func(code string) bool { return !hasCode(before, a.Name, code) }
		if slices.ContainsFunc(a.Codes, isNew) {
			checks = withoutChecks(checks, a.Name)
		}
	}
	return checks
}

// hasCode reports whether a list of attention has a code for a component.
func hasCode(list []Attention, name, code string) bool {
	return slices.ContainsFunc(list, func(a Attention) bool { return snakecase.Same(a.Name, name) && slices.Contains(a.Codes, code) })
}

// countUnmet counts the components whose expectations are unmet, that nobody checked and for which
// counted does not stand.
func (r Record) countUnmet(counted func(name string) bool) (n int) {
	for _, a := range r.Review.Unmet {
		if !hasCheck(r.Checks, a.Name) && !counted(a.Name) {
			n++
		}
	}
	return n
}

// unmet returns what is known to be unmet.
func (r Record) unmet() []Attention {
	if r.Review == nil {
		return nil
	}
	return r.Review.Unmet
}

// applyUnmet takes over what is unmet after a correction, where the event tells.
func (r Record) applyUnmet(now es.Sealed[[]Attention]) Record {
	if r.Review == nil || now.IsMissing() {
		return r
	}
	r.Checks = checksAfterUnmet(r.Checks, r.Review.Unmet, now.Value)
	review := *r.Review
	review.Unmet, r.Review = now.Value, &review
	return r
}

// applyUnmet takes over what is unmet after a correction, where the event tells.
func (s State) applyUnmet(now es.Sealed[[]Attention]) State {
	if s.Findings != nil && !now.IsMissing() {
		s.Checks = checksAfterUnmet(s.Checks, s.Findings.Unmet, now.Value)
		findings := *s.Findings
		findings.Unmet, s.Findings = now.Value, &findings
	}
	return s
}
