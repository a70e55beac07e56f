package file

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestRuleFailuresAreBounded(t *testing.T) {
	if got := BoundFailures(nil); got != nil {
		t.Errorf("of none: got %v, want nil", got)
	}
	short := document.RuleFailure{Rule: "A.0.0", File: "ENTITY", Line: 3, Message: "null", Function: "f"}
	if got := BoundFailures([]document.RuleFailure{short}); !reflect.DeepEqual(got, []document.RuleFailure{short}) {
		t.Errorf("a short one: got %+v, want %+v", got, short)
	}
	long := document.RuleFailure{Rule: strings.Repeat("r", 600), Message: "x" + strings.Repeat("ä", 300),
		Function: strings.Repeat("f", 501)}
	got := BoundFailures(slicesOf(long, 50))
	if len(got) != 20 {
		t.Fatalf("of 50: got %d, want 20", len(got))
	}
	for _, text := range []string{got[0].Rule, got[0].Message, got[0].Function} {
		if n := len(strings.TrimSuffix(text, "…")); n > 500 || n < 498 || !strings.HasSuffix(text, "…") || !utf8.ValidString(text) {
			t.Errorf("a text of %d bytes is kept as %q, want n at most 500, n at least 498, it to end with … and "+
				"utf8.ValidString(text)", n, text)
		}
	}
}

func slicesOf(f document.RuleFailure, n int) (out []document.RuleFailure) {
	for range n {
		out = append(out, f)
	}
	return out
}

func TestFindingsOfReadingNeedALook(t *testing.T) {
	told := outcome
	found := Findings{Names: []string{}, Reading: []document.Finding{{Kind: document.FindingWatermarkLeftOut, Page: 1, Count: 9}}}
	told.Findings = es.Seal(subject, &found)
	running := []es.Event{first, begins, laidOut}
	if r := recordBy("ada", then(running, indexed, told, done)); !reflect.DeepEqual(r.ReadingFindings(), found.Reading) ||
		r.NeedsAttention() {
		t.Errorf("got %+v, to be looked at: %t, want %+v, and nothing to look at",
			r.ReadingFindings(), r.NeedsAttention(), found.Reading)
	}
	weighty := found
	weighty.Reading = []document.Finding{found.Reading[0], {Kind: document.FindingPicturesNotRead, Page: 2, Count: 1, Values: true}}
	told.Findings = es.Seal(subject, &weighty)
	if r := recordBy("ada", then(running, indexed, told, done)); len(r.ReadingFindings()) != 2 || !r.NeedsAttention() {
		t.Errorf("got %+v, to be looked at: %t, want len(r.ReadingFindings()) = 2 and r.NeedsAttention()", r.ReadingFindings(),
			r.NeedsAttention())
	}
	if r := recordBy("ada", then(running, indexed, told, done, outcome)); r.ReadingFindings() != nil || r.NeedsAttention() {
		t.Errorf("after an analysis that tells none: %+v, want none", r.ReadingFindings())
	}
}

func TestRuleFailuresStandBesideTheValues(t *testing.T) {
	failures := []document.RuleFailure{{Rule: "A.0.0", File: "ENTITY", Line: 3, Message: "null"}}
	sealed := outcome
	sealed.FailedRules, sealed.RuleFailures = 1, es.Seal(subject, failures)
	running := []es.Event{first, begins, laidOut}
	estest.GivenEvents(t, Decider, running...).
		When(FinishRun(1, Analysed{Result: outcome.Result, FailedRules: 1,
			RuleFailures: es.Sealed[[]document.RuleFailure]{Value: failures}})).
		Then(indexed, sealed, done)

	r := recordBy("ada", then(running, indexed, sealed, done))
	if r.Processing != Processed || r.FailedRules != 1 || !reflect.DeepEqual(r.RuleFailures, failures) || !r.NeedsAttention() {
		t.Errorf("got %s with %d failed rules %+v, to be looked at: %v, want PROCESSED with 1 failed rule %+v, to be looked at",
			r.Processing, r.FailedRules, r.RuleFailures, r.NeedsAttention(), failures)
	}
	r = recordBy("ada", then(running, indexed, sealed, done, outcome))
	if r.FailedRules != 0 || r.RuleFailures != nil || r.NeedsAttention() {
		t.Errorf("after an analysis without failures: %d, %v, want none", r.FailedRules, r.RuleFailures)
	}
}
