package file

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

const subject = es.Subject("demo/dossier.d/file.f")

func blob() es.BlobRef { return es.BlobRef{Subject: subject, ID: uuid.New(), Size: 10} }

var (
	first   = Uploaded{Dossier: "d", Template: "t", Version: 1, Size: 10, Original: blob(), Name: es.Seal(subject, Name{Filename: "a.pdf"})}
	tree    = blob()
	begins  = ProcessingChanged{Run: 1, From: Unprocessed, To: Layout}
	laidOut = ProcessingChanged{Run: 1, From: Layout, To: Analyse, Tree: tree, Pages: 2}
	indexed = ProcessingChanged{Run: 1, From: Analyse, To: Index}
	outcome = Analysed{Findings: es.Seal[*Findings](subject, nil), Run: 1, Version: 1, First: true, Result: blob(), Pages: 2, Size: 10}
	done    = ProcessingChanged{Run: 1, From: Index, To: Processed}
	whole   = []es.Event{first, begins, laidOut, indexed, outcome, done}
)

func then(past []es.Event, more ...es.Event) []es.Event {
	return append(past[:len(past):len(past)], more...)
}

func TestOneRun(t *testing.T) {
	estest.GivenEvents(t, Decider, first).When(BeginRun(Plan{})).Then(begins)
	estest.GivenEvents(t, Decider, first, begins).When(FinishLayout(1, Step{Tree: tree, Pages: 2})).Then(laidOut)
	estest.GivenEvents(t, Decider, first, begins, laidOut).When(FinishRun(1, Analysed{Result: outcome.Result})).Then(indexed, outcome, done)
	estest.GivenEvents(t, Decider, whole...).When(BeginRun(Plan{})).Then()
}

func TestOnlyTheCurrentRunWrites(t *testing.T) {
	takenOver := []es.Event{first, begins, laidOut, ProcessingChanged{Run: 2, From: Analyse, To: Analyse}}
	estest.GivenEvents(t, Decider, takenOver...).When(FinishLayout(1, Step{Tree: blob(), Pages: 1})).ThenErr(ErrFenced)
	estest.GivenEvents(t, Decider, takenOver...).When(FinishRun(1, Analysed{})).ThenErr(ErrFenced)
	estest.GivenEvents(t, Decider, takenOver...).When(FailRun(1, "layout", "x")).ThenErr(ErrFenced)
	estest.GivenEvents(t, Decider, whole...).When(FinishRun(1, Analysed{})).ThenErr(ErrFenced)
	estest.GivenEvents(t, Decider, then(whole, PermanentlyDeleted{})...).When(FinishRun(1, Analysed{})).ThenErr(domain.ErrFileNotFound)
}

func TestTakeoverGoesOnBehindTheStoredTree(t *testing.T) {
	estest.GivenEvents(t, Decider, first, begins).When(BeginRun(Plan{})).Then(RunOpened{Run: 2})
	estest.GivenEvents(t, Decider, first, begins, laidOut).When(BeginRun(Plan{})).Then(RunOpened{Run: 2})
}

func TestThreeTriesAreEnough(t *testing.T) {
	tried := []es.Event{first, begins, RunReleased{1, true}, RunOpened{Run: 2}, RunReleased{2, true}, RunOpened{Run: 3}}
	estest.GivenEvents(t, Decider, tried...).When(CountTry(3)).Then(RunReleased{3, true})
	tried = then(tried, RunReleased{3, true})
	failed := Failed{Run: 3, Service: "layout", Cause: es.Seal(subject, Cause{"The file could not be processed in three tries"})}
	estest.GivenEvents(t, Decider, tried...).When(BeginRun(Plan{})).Then(failed)
	estest.GivenEvents(t, Decider, then(tried, failed)...).When(BeginRun(Plan{})).Then()
	estest.GivenEvents(t, Decider, then(tried, failed, ReanalysisRequested{})...).When(BeginRun(Plan{})).
		Then(ProcessingChanged{Run: 4, From: Reprocess, To: Layout})
}

// The service may end while it works on a file: that is no try, and after three times the file is worked on
// alone. What ends the service then, three times, is the file's own failure.
func TestDeathsOfTheServiceAreNoTries(t *testing.T) {
	died := []es.Event{first, begins, RunOpened{Run: 2}}
	estest.GivenEvents(t, Decider, died...).When(BeginRun(Plan{})).Then(RunOpened{Run: 3})
	died = then(died, RunOpened{Run: 3})
	estest.GivenEvents(t, Decider, died...).When(BeginRun(Plan{})).Then(RunOpened{4, true})
	alone := then(died, RunOpened{4, true})
	stopped := then(alone, RunReleased{Run: 4}, RunOpened{5, true}, RunReleased{Run: 5}, RunOpened{6, true}, RunReleased{Run: 6})
	estest.GivenEvents(t, Decider, stopped...).When(BeginRun(Plan{})).Then(RunOpened{7, true})
	alone = then(alone, RunOpened{5, true})
	estest.GivenEvents(t, Decider, alone...).When(BeginRun(Plan{})).Then(RunOpened{6, true})
	finished := then(alone, laidOut, indexed, outcome, done, ReanalysisRequested{})
	if s := estest.Fold(Decider, finished...); s.NeedsIsolation() || s.Deaths != 0 {
		t.Errorf("after an outcome: got %d deaths, want none", s.Deaths)
	}

	alone = then(alone, RunOpened{6, true})
	cause := Cause{"The service ended while it worked on this file alone: it may need more memory than there is"}
	failed := Failed{Run: 6, Service: "layout", Cause: es.Seal(subject, cause), Ended: true}
	estest.GivenEvents(t, Decider, alone...).When(BeginRun(Plan{})).Then(failed)
	asked := ReanalysisRequested{Steps: true}
	failing := then(alone, failed)
	for run := 6; run <= 8; run++ {
		estest.GivenEvents(t, Decider, failing...).When(RetryEnded(run - 1)).Then()
		estest.GivenEvents(t, Decider, failing...).When(RetryEnded(run)).Then(asked)
		estest.GivenEvents(t, Decider, then(failing, asked)...).When(BeginRun(Plan{})).
			Then(RunOpened{run + 1, true}, ProcessingChanged{Run: run + 1, From: Reprocess, To: Layout})
		failing = then(failing, asked, RunOpened{run + 1, true}, Failed{Run: run + 1, Ended: true})
	}
	estest.GivenEvents(t, Decider, failing...).When(RetryEnded(9)).Then()
}

func TestTriggerDuringARunMeansOneMore(t *testing.T) {
	running := []es.Event{first, begins, laidOut, ReanalysisRequested{}, ReanalysisRequested{}}
	again := ProcessingChanged{Run: 1, From: Index, To: Reprocess}
	estest.GivenEvents(t, Decider, running...).When(FinishRun(1, Analysed{Result: outcome.Result})).Then(indexed, outcome, again)
	second := then(running, indexed, outcome, again)
	estest.GivenEvents(t, Decider, second...).When(BeginRun(Plan{})).Then(ProcessingChanged{Run: 2, From: Reprocess, To: Analyse})
	more := then(second, ProcessingChanged{Run: 2, From: Reprocess, To: Analyse})
	next := outcome
	next.Run, next.First = 2, false
	estest.GivenEvents(t, Decider, more...).When(FinishRun(2, Analysed{Result: outcome.Result})).
		Then(ProcessingChanged{Run: 2, From: Analyse, To: Index}, next, ProcessingChanged{Run: 2, From: Index, To: Processed})
}

func TestWithoutAutomaticAnalysis(t *testing.T) {
	manual := first
	manual.Manual = true
	skip := ProcessingChanged{Run: 1, From: Layout, To: Index, Tree: tree, Pages: 2}
	estest.GivenEvents(t, Decider, manual, begins).When(FinishLayout(1, Step{Tree: tree, Pages: 2})).Then(skip, done)
	estest.GivenEvents(t, Decider, manual, begins, skip, done, ReanalysisRequested{}).When(BeginRun(Plan{})).
		Then(ProcessingChanged{Run: 2, From: Reprocess, To: Analyse})
}

func TestReplacement(t *testing.T) {
	override := ComponentOverridden{Override: es.Seal(subject, Override{Name: "Total", Values: []Value{{Value: "1"}}})}
	asked := Replaced{Size: 20, Original: blob(), Name: first.Name}
	want := asked
	want.Version = 2
	estest.GivenEvents(t, Decider, whole...).When(Replace(asked, "u", nil)).Then(want)
	estest.GivenEvents(t, Decider, then(whole, SoftDeleted{})...).When(Replace(asked, "u", nil)).ThenErr(domain.ErrContended)

	dropped := estest.Fold(Decider, then(whole, override, want)...)
	if len(dropped.Overrides) != 0 || dropped.Processing != Unprocessed || dropped.Tree.ID != uuid.Nil || dropped.Version != 2 {
		t.Errorf("a replacement keeps what belonged to the old bytes: %+v, want nothing of them, in version 2",
			dropped)
	}
	want.KeepManual = true
	if kept := estest.Fold(Decider, then(whole, override, want)...); len(kept.Overrides) != 1 {
		t.Errorf("keepManualChanges lost the overrides, want len(kept.Overrides) = 1")
	}
	fresh := estest.Fold(Decider, then(whole, want, ProcessingChanged{Run: 2, From: Unprocessed, To: Layout},
		ProcessingChanged{Run: 2, From: Layout, To: Analyse, Tree: blob(), Pages: 1})...)
	if events, err := FinishRun(2, Analysed{})(fresh); err != nil || !events[1].(Analysed).First {
		t.Errorf("the first analysis of a new version must count: %v %v, want it as the first", events, err)
	}
}

func TestOverrides(t *testing.T) {
	total := Override{Name: "Invoice Total", Values: []Value{{Value: "12"}}}
	other := Override{Name: "invoice_total", Values: []Value{{Value: "13"}}}
	estest.GivenEvents(t, Decider, whole...).When(OverrideComponent(total)).Then(ComponentOverridden{Override: es.Seal(subject, total)})
	estest.GivenEvents(t, Decider, then(whole, PermanentlyDeleted{})...).When(OverrideComponent(total)).ThenErr(domain.ErrFileNotFound)
	past := then(whole, ComponentOverridden{Override: es.Seal(subject, total)}, ComponentOverridden{Override: es.Seal(subject, other)})
	if s := estest.Fold(Decider, past...); len(s.Overrides) != 1 || s.Overrides[0].Values[0].Value != "13" {
		t.Errorf("another spelling must replace the override: %+v, want len(s.Overrides) = 1 and s.Overrides[0].Values[0].Value = %q",
			s.Overrides, "13")
	}
	estest.GivenEvents(t, Decider, past...).When(RevertOverrides([]string{"InvoiceTotal", "nothing"})).
		Then(OverrideReverted{Names: es.Seal(subject, []string{"invoice_total"})})
	estest.GivenEvents(t, Decider, whole...).When(RevertOverrides([]string{"InvoiceTotal"})).Then()
}

// TestOverridesOfNamesWithInitials are taken as one component's by whichever form of the name,
// and what was stored before initials ended a word means what it meant.
func TestOverridesOfNamesWithInitials(t *testing.T) {
	first := Override{Name: "HTTPServer", Values: []Value{{Value: "12"}}}
	second := Override{Name: "http_server", Values: []Value{{Value: "13"}}}
	past := then(whole, ComponentOverridden{Override: es.Seal(subject, first)})
	kept := Override{Name: "HTTPServer", Values: second.Values}
	estest.GivenEvents(t, Decider, past...).When(OverrideComponent(second)).Then(ComponentOverridden{Override: es.Seal(subject, kept)})
	for _, name := range []string{"http_server", "httpserver"} {
		estest.GivenEvents(t, Decider, past...).When(RevertOverrides([]string{name})).
			Then(OverrideReverted{Names: es.Seal(subject, []string{"HTTPServer"})})
	}
	two := then(past, ComponentOverridden{Override: es.Seal(subject, second)})
	if s := estest.Fold(Decider, two...); len(s.Overrides) != 2 {
		t.Errorf("two stored overrides are read as %d, want 2", len(s.Overrides))
	}
}

func TestPlacesOfAnOverrideLieInTheDocument(t *testing.T) {
	on := func(page int) Override {
		return Override{Name: "Total", Values: []Value{{Value: "12", Places: []Place{{Page: page}}}}}
	}
	estest.GivenEvents(t, Decider, whole...).When(OverrideComponent(on(2))).Then(ComponentOverridden{Override: es.Seal(subject, on(2))})
	estest.GivenEvents(t, Decider, whole...).When(OverrideComponent(on(3))).
		ThenErr(domain.Faultf(domain.Invalid, "page must not be more than 2, the number of pages of the file"))
	estest.GivenEvents(t, Decider, first).When(OverrideComponent(on(3))).Then(ComponentOverridden{Override: es.Seal(subject, on(3))})
}

func TestDeletion(t *testing.T) {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	estest.GivenEvents(t, Decider, whole...).When(SoftDelete(at)).Then(SoftDeleted{at})
	estest.GivenEvents(t, Decider, then(whole, SoftDeleted{at})...).When(SoftDelete(at)).ThenErr(domain.ErrFileNotFound)
	estest.GivenEvents(t, Decider, then(whole, SoftDeleted{at})...).When(DeletePermanently()).Then(PermanentlyDeleted{})
	estest.GivenEvents(t, Decider, then(whole, PermanentlyDeleted{})...).When(DeletePermanently()).ThenErr(domain.ErrFileNotFound)
	estest.GivenEvents(t, Decider, then(whole, SoftDeleted{at}, ReanalysisRequested{})...).When(BeginRun(Plan{})).Then()
}

// FuzzEvolve folds any order of events: a state, and no panic, comes out.
func FuzzEvolve(f *testing.F) {
	kinds := then(whole, Replaced{Version: 2}, Failed{Run: 1}, ReanalysisRequested{}, ComponentOverridden{}, OverrideReverted{},
		SoftDeleted{}, PermanentlyDeleted{}, ClaimFenced{})
	f.Add([]byte{0, 1, 2, 3, 4, 5})
	f.Fuzz(func(t *testing.T, order []byte) {
		var s State
		var r Record
		for i, b := range order {
			e := kinds[int(b)%len(kinds)]
			s = applyEvent(s, e)
			r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Version: uint64(i + 1)}})
			for _, decide := range []es.Decision[State]{BeginRun(Plan{}), FinishRun(s.Run, Analysed{}),
				FinishLayout(s.Run, Step{Tree: tree, Pages: 1}), RequestReanalysis(false), DeletePermanently()} {
				if events, err := decide(s); err != nil && len(events) > 0 {
					t.Fatalf("a refusal with events: %v %v, want no error or len(events) = 0", events, err)
				}
			}
		}
		if s.Tries > MaxRuns && s.Open {
			t.Skip("a history that no decision writes")
		}
	})
}
