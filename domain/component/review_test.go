package component

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// newEntity returns an entity of a type with a value at a place of the text.
func newEntity(id, kind, value, state string, start, end int) document.Entity {
	return document.Entity{ID: id, Type: kind, Value: value, State: state, Kind: "ENTITY", Span: document.Span{Start: start, End: end}}
}

func TestEntitiesThatWereSkippedAtThePlaceOfAComponent(t *testing.T) {
	r := document.Result{
		Entities: []document.Entity{
			newEntity("a", "sponsor", "ACME AG", document.StateApplied, 10, 17),
			newEntity("b", "supplier", "ACME", document.StateSkipped, 10, 14),
			newEntity("c", "letter", "all of it", document.StateSkipped, 0, 100),
			newEntity("d", "sponsor", "ACME AG", document.StateSkipped, 10, 17), // the same again
			newEntity("e", "place", "Bern", document.StateSkipped, 17, 21),      // beside it
			newEntity("f", "place", "AG", document.StateIgnored, 15, 17),
			newEntity("g", "place", "Rome", document.StateApplied, 200, 204),
		},
		Components: []document.Component{component("Sponsor", "ACME AG", "a"), component("Place", "Rome", "g"), component("None", "x")},
	}
	shown := ApplyReview(GroupByComponent(r), file.Record{}, nil)
	want := [][]Attention{{{file.AttentionOverlapped, "letter: all of it, supplier: ACME"}}, {}, {}}
	for i, c := range shown {
		if !reflect.DeepEqual(c.Attention, want[i]) {
			t.Errorf("%s: got %+v, want %+v", c.Name, c.Attention, want[i])
		}
	}
	corrected := applyNow(GroupByComponent(r), []file.Applied{{Override: file.Override{Name: "Sponsor"}}})
	if got := ApplyReview(corrected, file.Record{}, nil)[0].Attention; len(got) != 0 {
		t.Errorf("a component that somebody corrected: %+v, want 0", got)
	}
	if got := FindingsOf(r, nil, nil).Attention; !reflect.DeepEqual(got,
		[]file.Attention{{Name: "Sponsor", Codes: []string{file.AttentionOverlapped}}}) {
		t.Errorf("findings: %+v, want Sponsor as overlapped", got)
	}
}

func TestEntitiesInUncertainCellsAreTold(t *testing.T) {
	sum := newEntity("a", "total", "12 34", document.StateApplied, 10, 15)
	sum.Uncertain = true
	r := document.Result{
		Entities: []document.Entity{sum, newEntity("b", "place", "Rome", document.StateApplied, 20, 24)},
		Components: []document.Component{component("Total", "1234", "a"), component("Total", "12 34", "a"),
			component("Place", "Rome", "b")},
	}
	shown := ApplyReview(GroupByComponent(r), file.Record{}, nil)
	if want := []Attention{{file.AttentionUncertain, "12 34"}}; !reflect.DeepEqual(shown[0].Attention, want) ||
		len(shown[1].Attention) != 0 {
		t.Errorf("got %+v and %+v, want %+v and none", shown[0].Attention, shown[1].Attention, want)
	}
	if got := FindingsOf(r, nil, nil).Attention; !reflect.DeepEqual(got,
		[]file.Attention{{Name: "Total", Codes: []string{file.AttentionUncertain}}}) {
		t.Errorf("findings: %+v, want Total as uncertain", got)
	}
}

// Rules that tell how sure they are were measured on such cells, too: what they are sure of is not uncertain.
func TestSureValuesInUncertainCellsAreNotTold(t *testing.T) {
	sum := newEntity("a", "total", "12 34", document.StateApplied, 10, 15)
	sum.Uncertain = true
	for confidence, told := range map[float64]bool{0.69: true, 0.7: false, 0.95: false} {
		sure, unknown := component("Total", "1234", "a"), component("Total", "12 34", "a")
		sure.Confidence = &confidence
		for _, c := range []struct {
			values []document.Component
			told   bool
		}{{[]document.Component{sure}, told}, {[]document.Component{sure, unknown}, true}} {
			got := ApplyReview(GroupByComponent(document.Result{Entities: []document.Entity{sum}, Components: c.values}),
				file.Record{}, nil)[0].Attention
			if is := slices.ContainsFunc(got, func(a Attention) bool { return a.Code == file.AttentionUncertain }); is != c.told {
				t.Errorf("confidence %.2f and %d values: got %+v, want it to be told: %t", confidence, len(c.values), got, c.told)
			}
		}
	}
}

func TestFindingsTellWhatChanged(t *testing.T) {
	before := document.Result{Components: []document.Component{component("Sponsor", "Acme"), component("Total", "1"),
		component("Total", "2"),
		component("Gone", "x"), component("InvoiceNumber", "7")}}
	now := document.Result{Components: []document.Component{component("Sponsor", "ACME AG"), component("Total", "1"),
		component("Total", "2"),
		component("Invoice_Number", "7"), component("New", strings.Repeat("ü", 200))}}
	want := &file.Findings{
		Names:   []string{"Sponsor", "Total", "Invoice_Number", "New"},
		Changed: []file.Change{{Name: "Sponsor", Before: "Acme"}, {Name: "New"}, {Name: "Gone", Before: "x"}},
		Attention: []file.Attention{{Name: "Sponsor", Codes: []string{file.AttentionChanged}},
			{Name: "New", Codes: []string{file.AttentionChanged}}},
	}
	if got := FindingsOf(now, &before, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := FindingsOf(before, &now, nil).Changed[2]; got.Name != "New" || got.Before != strings.Repeat("ü", 100)+"…" {
		t.Errorf("long values are told as %q, want 100 letters and …", got.Before)
	}
	if got := FindingsOf(now, nil, nil); got.Changed != nil || got.Attention != nil {
		t.Errorf("the first analysis tells of changes: %+v, want got.Changed = nil and got.Attention = nil", got)
	}
	if got := FindingsOf(document.Result{}, nil, nil); got == nil || got.Names == nil {
		t.Errorf("nothing found is told as %+v, want it set and got.Names != nil", got)
	}
	many := document.Result{}
	for i := range 1000 {
		many.Components = append(many.Components, component(strings.Repeat("n", 1+i), "v"))
	}
	if got := FindingsOf(many, nil, nil); got != nil {
		t.Errorf("%d names are told, want nothing of so many", len(got.Names))
	}
}

func TestReviewsTellOfChecksAndChanges(t *testing.T) {
	at := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	r := document.Result{Components: []document.Component{component("Sponsor", "ACME AG"), component("Total", "9"),
		component("Date", "today")}}
	f := file.Record{
		Checks:    []file.Check{{Name: "sponsor", By: "ada", At: at}},
		Review:    &file.Review{Components: 3, Changed: []file.Change{{Name: "sponsor", Before: "Acme"}, {Name: "total", Before: "8"}}},
		Overrides: []file.Applied{{Override: file.Override{Name: "total", Values: []file.Value{{Value: "10"}}}, Stale: true}},
	}
	got := ApplyReview(applyNow(GroupByComponent(r), f.Overrides), f, nil)
	want := [][]Attention{{{file.AttentionChanged, "Acme"}}, {{file.AttentionOverrideStale, "9"}}, {}}
	for i, c := range got {
		if !reflect.DeepEqual(c.Attention, want[i]) {
			t.Errorf("%s: got %+v, want %+v", c.Name, c.Attention, want[i])
		}
	}
	if c := got[0].Checked; c == nil || *c != (Check{"ada", at}) || got[1].Checked != nil || got[2].Checked != nil {
		t.Errorf("checks: %+v, %+v, %+v, want that of ada on the first alone", c, got[1].Checked, got[2].Checked)
	}
}

// newDefinition returns a component definition with what it expects.
func newDefinition(name string, e template.Expectation) template.Component {
	return template.Component{TechnicalName: name, DisplayName: name, Expectation: e}
}

func TestWhatTheTemplateExpectsAndIsNotSo(t *testing.T) {
	gone := newDefinition("gone", template.Expectation{Required: true})
	gone.SoftDeleted = &time.Time{}
	definitions := []template.Component{newDefinition("supplier", template.Expectation{Required: true}),
		newDefinition("total", template.Expectation{Required: true, Single: true, Format: template.FormatNumber}),
		newDefinition("blank", template.Expectation{Required: true, Format: template.FormatDate}),
		newDefinition("free", template.Expectation{}), gone}
	r := document.Result{Components: []document.Component{component("Total", "1,200.00"), component("Total", "about 7"),
		component("Blank", " "),
		component("Free", "a"), component("Free", "b")}}
	want := []file.Attention{{Name: "Total", Codes: []string{file.AttentionSeveral, file.AttentionMisfit}},
		{Name: "Blank", Codes: []string{file.AttentionMissing}}, {Name: "supplier", Codes: []string{file.AttentionMissing}}}
	findings := FindingsOf(r, nil, definitions)
	if !reflect.DeepEqual(findings.Attention, want) || len(findings.Names) != 3 {
		t.Errorf("findings: %+v, names %v, want %v and len(findings.Names) = 3", findings.Attention, findings.Names, want)
	}
	if got := FindingsOf(r, nil, []template.Component{newDefinition("total", template.Expectation{})}).Attention; got != nil {
		t.Errorf("definitions that expect nothing: %+v, want got = nil", got)
	}

	f := file.Record{}
	f.Review = &file.Review{Components: 3, Attention: findings.Attention}
	shown := ApplyReview(GroupByComponent(r), f, definitions)
	told := [][]Attention{{{file.AttentionSeveral, "2"}, {file.AttentionMisfit, "about 7"}}, {{file.AttentionMissing, ""}}, {}}
	for i, c := range shown {
		if !reflect.DeepEqual(c.Attention, told[i]) {
			t.Errorf("%s: got %+v, want %+v", c.Name, c.Attention, told[i])
		}
	}
	f.Checks = []file.Check{{Name: "Supplier", By: "ada"}}
	if got := FindMissing(shown, f); len(got) != 1 || got[0].Name != "supplier" || got[0].Checked == nil || got[0].Checked.By != "ada" ||
		!reflect.DeepEqual(got[0].Attention, []Attention{{Code: file.AttentionMissing}}) {
		t.Errorf("missing: %+v, want supplier, checked by ada", got)
	}
	overrides := []file.Applied{{Override: file.Override{Name: "Total", Values: []file.Value{{Value: "x"}, {Value: "y"}}}},
		{Override: file.Override{Name: "Supplier", Values: []file.Value{{Value: "ACME"}}}}}
	corrected := ApplyReview(applyNow(GroupByComponent(r), overrides), f, definitions)
	if got := corrected[0].Attention; len(got) != 0 {
		t.Errorf("a correction is expected to be right: %+v, want 0", got)
	}
	if got := FindMissing(corrected, f); got != nil {
		t.Errorf("missing, although somebody gave a value: %+v, want got = nil", got)
	}
	if got := FindMissing(shown, file.Record{}); got != nil {
		t.Errorf("missing before any analysis: %+v, want got = nil", got)
	}
}

func TestDoubtfulValuesGetAttention(t *testing.T) {
	low, high := 0.43, 0.97
	r := document.Result{Components: []document.Component{{Name: "A", Value: "x", Confidence: &low},
		{Name: "A", Value: "y", Confidence: &high},
		{Name: "B", Value: "z", Confidence: &high}, {Name: "C", Value: "w"}}}
	var got []string
	for _, c := range ApplyReview(GroupByComponent(r), file.Record{}, nil) {
		for _, a := range c.Attention {
			got = append(got, c.Name+" "+a.Code+" "+a.Detail)
		}
	}
	if want := []string{"A DOUBTFUL x (0.43)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	overridden := applyNow(GroupByComponent(r), []file.Applied{{Override: file.Override{Name: "A", Values: []file.Value{{Value: "v"}}}}})
	if a := ApplyReview(overridden, file.Record{}, nil)[0]; len(a.Attention) > 0 || a.Values[0].Confidence != nil {
		t.Errorf("what a person gave is in doubt: %+v, want len(a.Attention) = 0 and a.Values[0].Confidence = nil", a)
	}
}

func TestContradictedValuesGetAttention(t *testing.T) {
	half, sure := 0.5, 1.0
	other := func(value string, agrees bool) []document.OtherSource {
		return []document.OtherSource{{Source: "e-invoice", Value: value, Agrees: agrees}}
	}
	r := document.Result{Components: []document.Component{{Name: "A", Value: "1,00", Confidence: &half, OtherSources: other("2.00", false)},
		{Name: "A", Value: "3,00", Confidence: &half}, {Name: "B", Value: "4,00", Confidence: &sure, OtherSources: other("4.00", true)}}}
	var got []string
	for _, c := range ApplyReview(GroupByComponent(r), file.Record{}, nil) {
		for _, a := range c.Attention {
			got = append(got, c.Name+" "+a.Code+" "+a.Detail)
		}
	}
	if want := []string{"A CONTRADICTED e-invoice: 2.00", "A DOUBTFUL 3,00 (0.50)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if f := FindingsOf(r, nil, nil); len(f.Attention) != 1 || !slices.Equal(f.Attention[0].Codes, []string{"CONTRADICTED", "DOUBTFUL"}) {
		t.Errorf("the event tells %+v, want len(f.Attention) = 1 and %v", f.Attention, []string{"CONTRADICTED", "DOUBTFUL"})
	}
	overridden := applyNow(GroupByComponent(r), []file.Applied{{Override: file.Override{Name: "A", Values: []file.Value{{Value: "v"}}}}})
	if a := ApplyReview(overridden, file.Record{}, nil)[0]; len(a.Attention) > 0 || a.Values[0].OtherSources != nil {
		t.Errorf("what a person gave is contradicted: %+v, want len(a.Attention) = 0 and a.Values[0].OtherSources = nil", a)
	}
}
