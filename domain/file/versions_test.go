package file

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// foldBoth gives what decisions and what readers know after some events.
func foldBoth(events ...es.Event) (State, Record) {
	var s State
	var r Record
	for i, e := range events {
		s = applyEvent(s, e)
		r = Fold(r, es.Recorded{Envelope: es.Envelope{Version: uint64(i + 1)}, Event: e})
	}
	return s, r
}

func analysedTo(result string) Analysed {
	a := analysedAs(nil, "Total", "Date")
	a.Result.ID = uuid.NewSHA1(uuid.Nil, []byte(result))
	return a
}

func TestVersionsChangeWithTheirComponents(t *testing.T) {
	twelve := overriddenAs("Total")
	other := ComponentOverridden{Override: es.Seal(subject, Override{Name: "Total", Values: []Value{{Value: "13"}}})}
	noted := ComponentOverridden{Override: es.Seal(subject, Override{Name: "Total", Note: "as printed", Values: []Value{{Value: "12"}}})}
	analysed := then(whole, analysedTo("first"))
	for _, c := range []struct {
		name        string
		before      []es.Event
		happens     es.Event
		total, date bool // whether the version changes
	}{
		{"an analysis", analysed, analysedTo("second"), true, true},
		{"an override", analysed, twelve, true, false},
		{"another value", then(analysed, twelve), other, true, false},
		{"the same value", then(analysed, twelve), twelve, false, false},
		{"a note", then(analysed, twelve), noted, true, false},
		{"a revert", then(analysed, twelve), OverrideReverted{Names: es.Seal(subject, []string{"total"})}, true, false},
		{"an analysis under an override", then(analysed, twelve), analysedTo("second"), false, true},
		{"a check", analysed, checkedAs("Total"), false, false},
		{"another assignee", analysed, Assigned{Assignee: "x"}, false, false},
		{"other bytes", analysed, Replaced{Version: 2, Name: es.Seal(subject, Name{Filename: "a.pdf"})}, true, true},
	} {
		s, r := foldBoth(c.before...)
		after, readAfter := foldBoth(then(c.before, c.happens)...)
		for name, changes := range map[string]bool{"TOTAL": c.total, "Date": c.date, "Never_Found": c.date} {
			if got := s.ComponentVersion(name) != after.ComponentVersion(name); got != changes {
				t.Errorf("%s: the version of %s changes: %v, want %v", c.name, name, got, changes)
			}
			if s.ComponentVersion(name) != r.ComponentVersions()(name) ||
				after.ComponentVersion(name) != readAfter.ComponentVersions()(name) {
				t.Errorf("%s: readers see another version of %s than decisions", c.name, name)
			}
		}
	}
}

func TestChangesToWhatNobodyHasSeenAreRefused(t *testing.T) {
	before := then(whole, analysedTo("first"), overriddenAs("Total"))
	s, _ := foldBoth(before...)
	total, found := s.ComponentVersion("Total"), s.ComponentVersion("Date")
	revert := RevertOverrides([]string{"Total", "Date"})
	reverted := OverrideReverted{Names: es.Seal(subject, []string{"Total"})}
	both := []string{"Total", "Date"}
	estest.GivenEvents(t, Decider, before...).When(RequireSeen([]string{found, total}, both, revert)).Then(reverted)
	estest.GivenEvents(t, Decider, before...).When(RequireSeen([]string{total}, both, revert)).ThenErr(domain.ErrChanged)
	estest.GivenEvents(t, Decider, before...).When(RequireSeen([]string{found}, both, revert)).ThenErr(domain.ErrChanged)
	estest.GivenEvents(t, Decider, before...).When(RequireSeen([]string{total}, both[:1], revert)).Then(reverted)
	estest.GivenEvents(t, Decider, before...).When(RequireSeen(nil, both[:1], revert)).ThenErr(domain.ErrChanged)
	estest.GivenEvents(t, Decider, then(before, WorkflowChanged{To: Approved})...).When(RequireSeen(nil, both, revert)).ThenErr(ErrApproved)
}
