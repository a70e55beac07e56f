package file

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// mismatch is attention to the sum of a component.
func mismatch(name string) []Attention {
	return []Attention{{name, []string{AttentionSumMismatch}}}
}

// stateAfter and recordAfter fold events.
func stateAfter(events []es.Event) (s State) {
	for _, e := range events {
		s = Decider.Evolve(s, e)
	}
	return s
}

func recordAfter(events []es.Event) (r Record) {
	for i, e := range events {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Version: uint64(i + 1)}})
	}
	return r
}

// Decisions tell what is unmet after them, in the events that change values.
func TestDecisionsTellWhatIsUnmet(t *testing.T) {
	found := then(whole, analysedAs(nil, "Net", "Total"))
	asked := []State{}
	find := func(s State) ([]Attention, error) {
		asked = append(asked, s)
		if s.isOverridden("Net") {
			return mismatch("Total"), nil
		}
		return nil, nil
	}
	decide := func(events []es.Event, d es.Decision[State]) []es.Event {
		t.Helper()
		out, err := TellUnmet(d, find)(stateAfter(events))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	override := Override{Name: "Net", Values: []Value{{Value: "12"}}}
	broken := decide(found, OverrideComponent(override))
	if e := broken[0].(ComponentOverridden); !reflect.DeepEqual(e.Unmet.Value, mismatch("Total")) || e.Unmet.IsMissing() {
		t.Errorf("an override tells %+v, want the mismatch of Total", e.Unmet)
	}
	mended := decide(then(found, broken...), RevertOverrides([]string{"net"}))
	if e := mended[0].(OverrideReverted); len(e.Unmet.Value) != 0 || e.Unmet.IsMissing() {
		t.Errorf("a revert tells %+v, want none, told", e.Unmet)
	}
	if len(asked) != 2 || !asked[0].isOverridden("Net") || asked[1].isOverridden("Net") {
		t.Errorf("it was asked %d times, not of the states after the events, want 2 times, of Net overridden and then reverted",
			len(asked))
	}
	decide(found, SetChecks([]string{"Total"}, nil, nothing))
	unknown := decide(then(whole, Analysed{Version: 1, Findings: es.Seal[*Findings](subject, nil)}), OverrideComponent(override))
	if e := unknown[0].(ComponentOverridden); !e.Unmet.IsMissing() || len(asked) != 2 {
		t.Errorf("without findings it tells %+v, and was asked %d times, want e.Unmet.IsMissing() and len(asked) = 2", e.Unmet, len(asked))
	}
	away := errors.New("away")
	if _, err := TellUnmet(OverrideComponent(override),
		func(State) ([]Attention, error) { return nil, away })(stateAfter(found)); !errors.Is(err, away) {
		t.Errorf("got the error %v, want %v", err, away)
	}
	if _, err := TellUnmet(RevertOverrides(nil), find)(State{}); err == nil {
		t.Error("a decision that is refused is not")
	}
}

// What is unmet counts until somebody looked at it, or it is mended; whoever looked before has not seen
// what is unmet since.
func TestWhatIsUnmetCounts(t *testing.T) {
	unmet := func(name string, list []Attention) ComponentOverridden {
		e := overriddenAs(name)
		e.Unmet = es.Seal(subject, list)
		return e
	}
	analysed := func(list []Attention) Analysed {
		return Analysed{Version: 1, Findings: es.Seal(subject, &Findings{Names: []string{"Net", "Total"}, Unmet: list})}
	}
	good, bad := analysed(nil), analysed(mismatch("Total"))
	both := bad
	both.Findings.Value = &Findings{Names: []string{"Net", "Total"}, Unmet: mismatch("Total"),
		Attention: []Attention{{"total", []string{AttentionMisfit}}}}
	reverted := OverrideReverted{Names: es.Seal(subject, []string{"Net"}), Unmet: es.Seal(subject, []Attention{})}
	for _, c := range []struct {
		name   string
		events []es.Event
		want   string // attention, components that are checked
	}{
		{"all is met", []es.Event{good}, "0 []"},
		{"the analysis tells", []es.Event{bad}, "1 []"},
		{"once for a component with other reasons", []es.Event{both}, "1 []"},
		{"somebody looked", []es.Event{bad, checkedAs("total")}, "0 [total]"},
		{"a part is corrected rightly", []es.Event{bad, unmet("Net", nil)}, "0 []"},
		{"the same is corrected wrongly", []es.Event{bad, unmet("Total", mismatch("Total"))}, "1 []"},
		{"an event of before does not tell", []es.Event{bad, overriddenAs("Net")}, "1 []"},
		{"a correction breaks what was checked", []es.Event{good, checkedAs("Total", "Net"), unmet("Net", mismatch("Total"))}, "1 []"},
		{"one that changes nothing of it", []es.Event{bad, checkedAs("Total"), unmet("Net", mismatch("total"))}, "0 [Total]"},
		{"it is taken back", []es.Event{good, unmet("Net", mismatch("Total")), reverted}, "0 []"},
		{"the next analysis tells", []es.Event{good, checkedAs("Total"), bad}, "1 []"},
		{"the next analysis tells it again", []es.Event{bad, checkedAs("Total"), bad}, "0 [Total]"},
	} {
		events := then(whole, c.events...)
		r, s := recordAfter(events), stateAfter(events)
		names := []string{}
		for _, check := range r.Checks {
			names = append(names, check.Name)
		}
		if got := fmt.Sprint(*r.CountComponents().Attention, " ", names); got != c.want || r.NeedsAttention() != (c.want[0] != '0') {
			t.Errorf("%s: got %s (needs attention: %t), want %s", c.name, got, r.NeedsAttention(), c.want)
		}
		if len(s.Checks) != len(r.Checks) {
			t.Errorf("%s: decisions see the checks %v, readers %v, want len(s.Checks) = %d", c.name, s.Checks, r.Checks, len(r.Checks))
		}
	}
}
