package results

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
)

// TestResultsInMemoryCountTheirText, and all that holds some.
func TestResultsInMemoryCountTheirText(t *testing.T) {
	t.Parallel()
	of := func(change func(*component.Detail)) int {
		d := component.Detail{Name: "Total", Values: []component.Value{{Value: "17"}}}
		change(&d)
		return sizeOf(analysed{components: []component.Detail{d}})
	}
	small := of(func(*component.Detail) {})
	for name, row := range map[string]struct {
		change func(*component.Detail)
		more   int
	}{
		"a longer name": {func(d *component.Detail) { d.Name += " sum" }, 4},
		"another value": {func(d *component.Detail) { d.Values = append(d.Values, component.Value{Value: "18"}) }, 302},
		"a rule":        {func(d *component.Detail) { d.Values[0].RuleID = "C.0.0" }, 5},
		"a description": {func(d *component.Detail) { d.Values[0].Description = "as printed" }, 10},
		"a reference": {func(d *component.Detail) {
			d.Values[0].References = []component.Reference{{ID: "e1", RuleID: "E.0.0", Type: "t"}}
		}, 108},
		"values laid over": {func(d *component.Detail) { d.Overlapped = []string{"16", "15"} }, 36},
		"doubts":           {func(d *component.Detail) { d.Uncertain = []string{"e1"} }, 18},
	} {
		if got := of(row.change); got != small+row.more {
			t.Errorf("%s: %d bytes more, want %d", name, got-small, row.more)
		}
	}
	if got := sizeOf(analysed{}); got != 100 {
		t.Errorf("no components: %d bytes, want %v", got, 100)
	}
	offered := []document.Candidate{{Component: "Total", Value: "17", Reasons: make([]document.Reason, 3),
		Boxes: make([]document.PageBox, 1)}}
	if got := sizeOf(analysed{offered: offered}); got != 100+200+7+400 {
		t.Errorf("a candidate: %d bytes, want %v", got, 100+200+7+400)
	}
}
