package file

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// What a model was asked and answered stands in the event of the analysis, sealed; where none was asked
// the event has nothing of it.
func TestModelCallsStandInTheEvent(t *testing.T) {
	calls := []document.ModelCall{{Question: "Lease", Model: "small", Prompt: "read", Answer: "{}", Dropped: []string{"x"}}}
	sealed := outcome
	sealed.ModelCalls = es.Seal(subject, calls)
	running := []es.Event{first, begins, laidOut}
	estest.GivenEvents(t, Decider, running...).
		When(FinishRun(1, Analysed{Result: outcome.Result, ModelCalls: es.Sealed[[]document.ModelCall]{Value: calls}})).
		Then(indexed, sealed, done)
	estest.GivenEvents(t, Decider, running...).When(FinishRun(1, Analysed{Result: outcome.Result})).Then(indexed, outcome, done)
}

func TestModelCallsAreBounded(t *testing.T) {
	if BoundModelCalls(nil) != nil {
		t.Error("no calls are some")
	}
	long := strings.Repeat("ä", 100_000)
	size := 0
	for _, c := range BoundModelCalls([]document.ModelCall{{Prompt: long, Answer: "{}"}, {Prompt: "read", Answer: long}}) {
		size += len(c.Prompt) + len(c.Answer)
		if !utf8.ValidString(c.Prompt + c.Answer) {
			t.Error("a text is cut inside a character")
		}
	}
	if size > maxModelText || size < maxModelText/2 {
		t.Errorf("%d bytes are kept, want at most %d", size, maxModelText)
	}
}
