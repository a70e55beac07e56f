package file

import (
	"reflect"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// analysedAs is the outcome of an analysis that found components with these names.
func analysedAs(changed []string, names ...string) Analysed {
	f := &Findings{Names: names}
	for _, name := range changed {
		f.Changed = append(f.Changed, Change{name, "before"})
		f.Attention = append(f.Attention, Attention{name, []string{AttentionChanged}})
	}
	return Analysed{Version: 1, Findings: es.Seal(subject, f)}
}

func checkedAs(names ...string) ComponentChecked { return ComponentChecked{es.Seal(subject, names)} }
func uncheckedAs(names ...string) ComponentUnchecked {
	return ComponentUnchecked{es.Seal(subject, names)}
}

func overriddenAs(name string) ComponentOverridden {
	return ComponentOverridden{Override: es.Seal(subject, Override{Name: name, Values: []Value{{Value: "12"}}})}
}

func nothing(string) bool { return false }

func TestComponentsAreChecked(t *testing.T) {
	found := then(whole, analysedAs(nil, "Sponsor", "Total"))
	estest.GivenEvents(t, Decider, found...).When(SetChecks([]string{"sponsor", "Total"}, nil, nothing)).Then(checkedAs("sponsor", "Total"))
	both := then(found, checkedAs("sponsor", "Total"))
	estest.GivenEvents(t, Decider, both...).When(SetChecks([]string{"Sponsor"}, nil, nothing)).Then()
	estest.GivenEvents(t, Decider, both...).When(SetChecks(nil, []string{"Sponsor"}, nothing)).Then(uncheckedAs("Sponsor"))
	estest.GivenEvents(t, Decider, both...).When(SetChecks([]string{"Sponsor"}, []string{"Total"}, nothing)).Then(uncheckedAs("Total"))
	estest.GivenEvents(t, Decider, found...).When(SetChecks([]string{"Total"}, []string{"Sponsor"}, nothing)).Then(checkedAs("Total"))

	estest.GivenEvents(t, Decider, found...).When(SetChecks([]string{"Date"}, nil, nothing)).ThenErr(ErrNoComponent)
	estest.GivenEvents(t, Decider, found...).When(SetChecks(nil, []string{"Date"}, nothing)).ThenErr(ErrNoComponent)
	estest.GivenEvents(t, Decider, found...).When(SetChecks([]string{"Date"}, nil,
		func(name string) bool { return name == "Date" })).Then(checkedAs("Date"))
	estest.GivenEvents(t, Decider, then(found, overriddenAs("Date"))...).When(SetChecks([]string{"date"}, nil, nothing)).Then(
		checkedAs("date"))
	estest.GivenEvents(t, Decider, then(found, WorkflowChanged{To: Approved})...).When(SetChecks([]string{"Total"}, nil,
		nothing)).ThenErr(ErrApproved)
}

// A check is of the values that somebody saw: it goes with them.
func TestComponentsThatChangeLoseTheirChecks(t *testing.T) {
	checked := then(whole, analysedAs(nil, "Sponsor", "Total", "Date"), checkedAs("Sponsor", "Total", "Date"))
	for _, c := range []struct {
		name   string
		events []es.Event
		want   []string
	}{
		{"nothing happens", nil, []string{"Sponsor", "Total", "Date"}},
		{"an override", []es.Event{overriddenAs("total")}, []string{"Sponsor", "Date"}},
		{"a revert", []es.Event{overriddenAs("Total"), checkedAs("Total"),
			OverrideReverted{Names: es.Seal(subject, []string{"Total"})}}, []string{"Sponsor", "Date"}},
		{"taken back", []es.Event{uncheckedAs("sponsor", "Date")}, []string{"Total"}},
		{"another analysis with the same values", []es.Event{analysedAs(nil, "Sponsor", "Total", "Date")},
			[]string{"Sponsor", "Total", "Date"}},
		{"another analysis with other values", []es.Event{analysedAs([]string{"sponsor", "Date"}, "Sponsor", "Total")}, []string{"Total"}},
		{"another analysis below an override", []es.Event{overriddenAs("Total"), checkedAs("Total"),
			analysedAs([]string{"Total"}, "Total")},
			[]string{"Sponsor", "Date", "Total"}},
		{"an analysis that does not tell", []es.Event{Analysed{Version: 1}}, nil},
		{"another version", []es.Event{Replaced{Version: 2, KeepManual: true, Original: first.Original, Name: first.Name}}, nil},
	} {
		events := then(checked, c.events...)
		state, record := []string{}, []string{}
		for _, k := range estest.Fold(Decider, events...).Checks {
			state = append(state, k.Name)
		}
		for _, k := range recordBy("ada", events).Checks {
			record = append(record, k.Name)
			if k.By != "ada" || k.At.IsZero() {
				t.Errorf("%s: %+v does not tell by whom and when", c.name, k)
			}
		}
		if !slices.Equal(state, c.want) || !slices.Equal(record, c.want) {
			t.Errorf("%s: got %q for decisions and %q for readers, want %q", c.name, state, record, c.want)
		}
	}
}

func TestAnOverrideOfWhatWasNotFoundIsAdded(t *testing.T) {
	date, total := overriddenAs("Date"), overriddenAs("total")
	date.Added = true
	found := then(whole, analysedAs(nil, "Total"))
	estest.GivenEvents(t, Decider, found...).When(OverrideComponent(date.Override.Value)).Then(date)
	estest.GivenEvents(t, Decider, found...).When(OverrideComponent(total.Override.Value)).Then(total)
}

func TestComponentsOfAFileAreCounted(t *testing.T) {
	some := func(n int) *int { return &n }
	added := overriddenAs("Extra")
	added.Added = true
	found := then(whole, analysedAs([]string{"Sponsor", "Total"}, "Sponsor", "Total", "Date"))
	for _, c := range []struct {
		name   string
		events []es.Event
		want   ComponentCounts
	}{
		{"before it is analysed", []es.Event{first}, ComponentCounts{}},
		{"analysed by a version before", then(whole, Analysed{Version: 1}, overriddenAs("Total"), checkedAs("Total")),
			ComponentCounts{Checked: 1, Overridden: 1}},
		{"analysed", found, ComponentCounts{Components: some(3), Attention: some(2)}},
		{"checked", then(found, checkedAs("Sponsor", "Date")), ComponentCounts{Components: some(3), Attention: some(1), Checked: 2}},
		{"overridden", then(found, overriddenAs("total")), ComponentCounts{Components: some(3), Attention: some(1), Overridden: 1}},
		{"added", then(found, added), ComponentCounts{Components: some(4), Attention: some(2), Overridden: 1}},
		{"added and then found", then(found, added, analysedAs(nil, "extra")),
			ComponentCounts{Components: some(1), Attention: some(0), Overridden: 1}},
		{"an override that is stale", then(found, overriddenAs("Total"), analysedAs([]string{"Total"}, "Total")),
			ComponentCounts{Components: some(1), Attention: some(1), Overridden: 1}},
		{"a stale override that is made anew", then(found, overriddenAs("Total"), analysedAs([]string{"Total"}, "Total"),
			overriddenAs("Total")),
			ComponentCounts{Components: some(1), Attention: some(0), Overridden: 1}},
	} {
		if got := recordBy("ada", c.events).CountComponents(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, estest.RenderValue(got), estest.RenderValue(c.want))
		}
	}
}
