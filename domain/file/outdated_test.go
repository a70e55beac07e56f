package file

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestWhichFilesAChangedTemplateConcerns(t *testing.T) {
	manual := first
	manual.Manual = true
	analysed := outcome
	analysed.Rules, analysed.Dictionaries = 4, 2
	processed := []es.Event{first, begins, laidOut, indexed, analysed, done}
	failedIn := func(service string) []es.Event {
		return []es.Event{first, begins, laidOut, Failed{Run: 1, Service: service, Cause: es.Seal(subject, Cause{"x"})}}
	}
	skip := ProcessingChanged{Run: 1, From: Layout, To: Index, Tree: tree, Pages: 2}
	for name, c := range map[string]struct {
		past                []es.Event
		rules, dictionaries int
		asked               bool
	}{
		"other rules":                {processed, 5, 2, true},
		"other dictionaries":         {processed, 4, 3, true},
		"up to date":                 {processed, 4, 2, false},
		"not begun":                  {[]es.Event{first}, 5, 2, false},
		"in a run":                   {[]es.Event{first, begins, laidOut}, 5, 2, true},
		"in a run, asked already":    {[]es.Event{first, begins, laidOut, ReanalysisRequested{}}, 5, 2, false},
		"waits for its next run":     {then(processed, ReanalysisRequested{}), 5, 2, false},
		"rules failed":               {failedIn("analysis"), 5, 2, true},
		"unreadable":                 {failedIn("layout"), 5, 2, false},
		"excluded":                   {[]es.Event{manual, begins, skip, done}, 5, 2, false},
		"excluded, analysed by hand": {[]es.Event{manual, begins, laidOut, indexed, analysed, done}, 5, 2, false},
		"replaced, waits":            {then(processed, Replaced{Version: 2, Size: 1, Original: blob()}), 5, 2, false},
		"soft-deleted":               {then(processed, SoftDeleted{}), 5, 2, false},
		"permanently deleted":        {then(processed, PermanentlyDeleted{}), 5, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			var want []es.Event
			if c.asked {
				want = []es.Event{ReanalysisRequested{}}
			}
			estest.GivenEvents(t, Decider, c.past...).When(ReanalyseForTemplate(c.rules, c.dictionaries)).Then(want...)
		})
	}
	approved := State{Phase: Active, Workflow: Approved, Processing: Processed, Result: blob(), Analysed: 1, Version: 1}
	if events, err := ReanalyseForTemplate(9, 9)(approved); err != nil || len(events) > 0 {
		t.Errorf("a closed file: %v, %v, want no error and len(events) = 0", events, err)
	}
}
