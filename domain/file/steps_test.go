package file

import (
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

var (
	office = Uploaded{Dossier: "d", Template: "t", Version: 1, Size: 10, Original: blob(),
		Name: es.Seal(subject, Name{Filename: "a.docx"})}
	able    = Plan{Convert: "c1", OCR: "o1", Layout: "l1", Recognise: true}
	made    = blob()
	words   = blob()
	opened  = RunOpened{Run: 1}
	toOCR   = ProcessingChanged{Run: 1, From: Unprocessed, To: OCR}
	read    = ProcessingChanged{Run: 1, From: OCR, To: Layout, Text: words, OCR: Recognition{2, 2, 2}, Key: "o1"}
	drawn   = ProcessingChanged{Run: 1, From: Layout, To: Analyse, Tree: tree, Pages: 2, OCR: Recognition{2, 2, 0}, Key: "l1"}
	scanned = []es.Event{first, opened, toOCR, read, drawn, indexed, outcome, done}
)

func TestAScanGoesThroughOCR(t *testing.T) {
	estest.GivenEvents(t, Decider, first).When(BeginRun(able)).Then(opened)
	estest.GivenEvents(t, Decider, first, opened).When(FinishReading(1, able, 2)).Then(toOCR)
	estest.GivenEvents(t, Decider, first, opened).When(FinishReading(1, able, 0)).Then(begins)
	estest.GivenEvents(t, Decider, first, opened, toOCR).When(FinishRecognition(1,
		Step{Text: words, OCR: Recognition{2, 2, 2}, Key: "o1"})).Then(read)
	estest.GivenEvents(t, Decider, scanned[:4]...).When(FinishLayout(1,
		Step{Tree: tree, Pages: 2, OCR: Recognition{2, 2, 2}, Key: "l1"})).Then(drawn)
	estest.GivenEvents(t, Decider, first).When(BeginRun(Plan{Layout: "l1", Recognise: true})).Then(begins) // nothing can recognise
	estest.GivenEvents(t, Decider, first).When(BeginRun(Plan{Layout: "l1", OCR: "o1"})).Then(begins)       // nobody wants it
}

func TestAnOfficeFileIsConvertedFirst(t *testing.T) {
	convert := ProcessingChanged{Run: 1, From: Unprocessed, To: Convert}
	estest.GivenEvents(t, Decider, office).When(BeginRun(able)).Then(convert)
	estest.GivenEvents(t, Decider, office).When(BeginRun(Plan{})).Then(convert) // and fails there
	step := Step{PDF: made, Key: "c1", Millis: 7}
	converted := ProcessingChanged{Run: 1, From: Convert, To: Layout, PDF: made, Key: "c1", Millis: 7}
	estest.GivenEvents(t, Decider, office, convert).When(FinishConversion(1, step, 0)).Then(converted)
	due := converted
	due.To = OCR
	estest.GivenEvents(t, Decider, office, convert).When(FinishConversion(1, step, 1)).Then(due)
	estest.GivenEvents(t, Decider, office, convert).When(BeginRun(able)).Then(RunOpened{Run: 2})
	// from LAYOUT: it is not converted again
	estest.GivenEvents(t, Decider, office, convert, converted).When(BeginRun(able)).Then(RunOpened{Run: 2})
}

// TestOnlyWhatHasChangedIsDoneAgain asks for another analysis under other plans.
func TestOnlyWhatHasChangedIsDoneAgain(t *testing.T) {
	people, rules := ReanalysisRequested{Steps: true}, ReanalysisRequested{}
	again := func(to Processing) es.Event { return ProcessingChanged{Run: 2, From: Reprocess, To: to} }
	changed := func(change func(*Plan)) Plan { p := able; change(&p); return p }
	otherLayout, otherOCR := changed(func(p *Plan) { p.Layout = "l2" }), changed(func(p *Plan) { p.OCR = "o2" })
	for name, c := range map[string]struct {
		request ReanalysisRequested
		plan    Plan
		want    es.Event
	}{
		"nothing":                  {people, able, again(Analyse)},
		"the layout":               {people, otherLayout, again(Layout)},
		"the layout, by rules":     {rules, otherLayout, again(Analyse)},
		"recognition":              {people, otherOCR, RunOpened{Run: 2}},
		"recognition, by rules":    {rules, otherOCR, again(Analyse)},
		"recognition, gone":        {people, changed(func(p *Plan) { p.OCR = "" }), again(Analyse)},
		"recognition is asked for": {ReanalysisRequested{Steps: true, OCR: true}, able, RunOpened{Run: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, then(scanned, c.request)...).When(BeginRun(c.plan)).Then(c.want)
		})
	}
	reread := []es.Event{people, RunOpened{Run: 2}, ProcessingChanged{Run: 2, From: Reprocess, To: OCR}}
	newer := blob()
	recognised := ProcessingChanged{Run: 2, From: OCR, To: Layout, Text: newer, Key: "o2"}
	estest.GivenEvents(t, Decider, then(scanned, reread...)...).When(FinishRecognition(2, Step{Text: newer, Key: "o2"})).Then(recognised)
	// in LAYOUT, which has no tree any more
	estest.GivenEvents(t, Decider, then(scanned, then(reread, recognised)...)...).When(BeginRun(able)).Then(RunOpened{Run: 3})
	estest.GivenEvents(t, Decider, then(scanned, reread[:2]...)...).When(FinishReading(2, able, 0)).Then(again(Analyse))
}

func TestRecognitionGoesOnAfterItsInstallation(t *testing.T) {
	without := drawn
	without.OCR = Recognition{Due: 2}
	past := []es.Event{first, begins, without, indexed, outcome, done, ReanalysisRequested{Steps: true}}
	estest.GivenEvents(t, Decider, past...).When(BeginRun(able)).Then(RunOpened{Run: 2})
	failed := []es.Event{first, begins, Failed{Run: 1, Service: "ocr"}, ReanalysisRequested{Steps: true}}
	estest.GivenEvents(t, Decider, failed...).When(BeginRun(able)).Then(RunOpened{Run: 2})
}

// TestARunIsGivenBack wants a stop to cost no try.
func TestARunIsGivenBack(t *testing.T) {
	past := []es.Event{first}
	for run := 1; run <= 5; run++ {
		past = append(past, RunOpened{Run: run}, RunReleased{Run: run})
	}
	estest.GivenEvents(t, Decider, past[:2]...).When(ReleaseRun(1)).Then(RunReleased{Run: 1})
	estest.GivenEvents(t, Decider, past...).When(ReleaseRun(5)).ThenErr(ErrFenced)
	estest.GivenEvents(t, Decider, past...).When(BeginRun(able)).Then(RunOpened{Run: 6})
}

// TestAskedForDuringARun wants recognition that is asked for while a run is under way
// to be done in the next.
func TestAskedForDuringARun(t *testing.T) {
	running := then(scanned[:5], ReanalysisRequested{Steps: true, OCR: true})
	past := then(running, indexed, outcome, ProcessingChanged{Run: 1, From: Index, To: Reprocess})
	estest.GivenEvents(t, Decider, past...).When(BeginRun(able)).Then(RunOpened{Run: 2})
}

// TestTheRecordTellsOfSteps folds a scan and an office file as readers see them.
func TestTheRecordTellsOfSteps(t *testing.T) {
	r := estestFold(scanned)
	if r.OCR.Due != 2 || r.OCR.Done != 2 || r.OCR.Start == nil || r.OCR.End == nil || r.ShownPDF() != first.Original {
		t.Errorf("%+v, shown %v, want r.OCR.Due = 2, r.OCR.Done = 2, r.OCR.Start != nil, r.OCR.End != nil and r.ShownPDF() = "+
			"%v", r.OCR, r.ShownPDF(), first.Original)
	}
	converted := ProcessingChanged{Run: 1, From: Convert, To: Layout, PDF: made, Key: "c1", Millis: 7}
	r = estestFold([]es.Event{office, converted})
	if r.ShownPDF() != made || r.Steps[Convert] != 7 {
		t.Errorf("%v, shown %v, want r.ShownPDF() = %v and r.Steps[Convert] = 7", r.Steps, r.ShownPDF(), made)
	}
	if r = estestFold([]es.Event{office, converted, Replaced{Version: 2, Name: office.Name}}); len(r.Steps) != 0 ||
		r.ShownPDF() != (es.BlobRef{}) {
		t.Errorf("a new version has %v of the former, want none", r.Steps)
	}
}

func estestFold(events []es.Event) (r Record) {
	for i, e := range events {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Time: time.Unix(int64(i), 0)}})
	}
	return r
}
