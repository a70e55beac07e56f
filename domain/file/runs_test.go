package file

import (
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// processedWith returns the history of a file whose first run left these steps behind.
func processedWith(steps ...es.Event) []es.Event {
	return then(then([]es.Event{first, opened}, steps...), indexed, outcome, done)
}

// Every decision of a worker is refused once its run is not the current one, or the file
// is gone.
func TestNoStepOfAFormerRunIsWritten(t *testing.T) {
	for _, c := range []struct {
		name   string
		decide es.Decision[State]
	}{
		{"converted", FinishConversion(1, Step{PDF: made}, 0)},
		{"read", FinishReading(1, able, 0)},
		{"recognised", FinishRecognition(1, Step{Text: words})},
		{"laid out", FinishLayout(1, Step{Tree: tree})},
		{"finished", FinishRun(1, Analysed{})},
		{"failed", FailRun(1, "layout", "x")},
		{"released", ReleaseRun(1)},
	} {
		for _, p := range []struct {
			past string
			then []es.Event
			err  error
		}{
			{"taken over", []es.Event{first, opened, RunOpened{Run: 2}}, ErrFenced},
			{"given back", []es.Event{first, opened, RunReleased{Run: 1}}, ErrFenced},
			{"done", whole, ErrFenced},
			{"in the trash", []es.Event{first, opened, SoftDeleted{}}, domain.ErrFileNotFound},
		} {
			if _, err := c.decide(estest.Fold(Decider, p.then...)); err != p.err { //nolint:errorlint // the very one
				t.Errorf("%s, %s: got %v, want %v", c.name, p.past, err, p.err)
			}
		}
	}
}

// With which step a further run of a processed file begins.
func TestTheFirstStepOfAFurtherRun(t *testing.T) {
	steps, ocr := ReanalysisRequested{Steps: true}, ReanalysisRequested{OCR: true}
	plain := ReanalysisRequested{}
	laid := ProcessingChanged{Run: 1, From: Unprocessed, To: Layout}
	keyed := ProcessingChanged{Run: 1, From: Layout, To: Analyse, Tree: tree, Pages: 2, Key: "l1"}
	due := keyed
	due.OCR = Recognition{Due: 2}
	to := func(step Processing) es.Event { return ProcessingChanged{Run: 2, From: Reprocess, To: step} }
	for _, c := range []struct {
		name  string
		past  []es.Event
		asked []es.Event
		plan  Plan
		want  es.Event
	}{
		{"only the rules", processedWith(laid, keyed), []es.Event{plain}, Plan{Layout: "l2", OCR: "o1", Recognise: true}, to(Analyse)},
		{"nothing has changed", processedWith(laid, keyed), []es.Event{steps}, Plan{Layout: "l1"}, to(Analyse)},
		{"another layout", processedWith(laid, keyed), []es.Event{steps}, Plan{Layout: "l2"}, to(Layout)},
		{"any layout will do", processedWith(laid, keyed), []es.Event{steps}, Plan{}, to(Analyse)},
		{"no page is due", processedWith(laid, keyed), []es.Event{steps}, Plan{Layout: "l1", OCR: "o1", Recognise: true}, to(Analyse)},
		{"pages are due", processedWith(laid, due), []es.Event{steps}, Plan{Layout: "l1", OCR: "o1", Recognise: true}, RunOpened{Run: 2}},
		{"pages are due, unasked", processedWith(laid, due), []es.Event{plain}, Plan{Layout: "l1", OCR: "o1", Recognise: true},
			to(Analyse)},
		{"pages are due, unwanted", processedWith(laid, due), []es.Event{steps}, Plan{Layout: "l1", OCR: "o1"}, to(Analyse)},
		{"OCR is asked for", processedWith(laid, keyed), []es.Event{ocr}, Plan{Layout: "l1", OCR: "o1"}, RunOpened{Run: 2}},
		{"OCR is asked for first", processedWith(laid, keyed), []es.Event{ocr, plain}, Plan{Layout: "l1", OCR: "o1"}, RunOpened{Run: 2}},
		{"OCR is asked for last", processedWith(laid, keyed), []es.Event{plain, ocr}, Plan{Layout: "l1", OCR: "o1"}, RunOpened{Run: 2}},
		{"OCR is asked for in vain", processedWith(laid, keyed), []es.Event{ocr}, Plan{Layout: "l1"}, to(Analyse)},
		{"recognised by the same engine", scanned, []es.Event{steps}, Plan{Layout: "l1", OCR: "o1", Recognise: true}, to(Analyse)},
		{"recognised by another engine", scanned, []es.Event{steps}, Plan{Layout: "l1", OCR: "o2", Recognise: true}, RunOpened{Run: 2}},
		{"recognised by another engine, only the rules", scanned, []es.Event{plain}, Plan{Layout: "l1", OCR: "o2", Recognise: true},
			to(Analyse)},
	} {
		t.Run(c.name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, then(c.past, c.asked...)...).When(BeginRun(c.plan)).Then(c.want)
		})
	}
}

// Who fails after three tries is the part that was at work.
func TestAFileThatCannotBeProcessedNamesThePart(t *testing.T) {
	for _, c := range []struct {
		in   Processing
		want string
	}{{Unprocessed, "layout"}, {Convert, "conversion"}, {OCR, "ocr"}, {Layout, "layout"}, {Analyse, "analysis"}, {Index, "indexing"}} {
		s := State{Phase: Active, Processing: c.in, Tries: MaxRuns, Run: 7}
		events, err := BeginRun(able)(s)
		if err != nil || len(events) != 1 {
			t.Errorf("%s: got %v, %v, want a failure", c.in, events, err)
			continue
		}
		if f, ok := events[0].(Failed); !ok || f.Service != c.want || f.Run != 7 {
			t.Errorf("%s: got %+v, want a failure of %s in run 7", c.in, events[0], c.want)
		}
	}
}

// A file that is left out of automatic analysis is analysed when somebody asks for it, and
// only then.
func TestAnalysisOfAManualFileOnRequest(t *testing.T) {
	manual := first
	manual.Manual = true
	asked, step := ReanalysisRequested{}, Step{Tree: tree, Pages: 2}
	estest.GivenEvents(t, Decider, manual, asked, begins).When(FinishLayout(1, step)).Then(laidOut)
	estest.GivenEvents(t, Decider, manual, begins, asked).When(FinishLayout(1, step)).Then(laidOut)
	analysed := []es.Event{manual, begins, asked, laidOut, indexed, outcome, ProcessingChanged{Run: 1, From: Index, To: Processed}}
	if s := estest.Fold(Decider, analysed...); s.Wanted {
		t.Error("the request is carried out, and the file still wants an analysis")
	}
	again := then(analysed[:6], ProcessingChanged{Run: 1, From: Index, To: Reprocess})
	if s := estest.Fold(Decider, again...); !s.Wanted {
		t.Error("asked for during the run, and the file wants no analysis")
	}
}

// What was asked for during a run that fails is asked for again behind the failure, as far
// as the run has not done it.
func TestAFailureLeavesWhatWasAskedForMeanwhile(t *testing.T) {
	failed := Failed{Run: 2, Service: "analysis", Cause: es.Seal(subject, Cause{"x"})}
	plain, ocr, steps := ReanalysisRequested{}, ReanalysisRequested{OCR: true}, ReanalysisRequested{Steps: true}
	recognised := []es.Event{ProcessingChanged{Run: 2, From: Reprocess, To: OCR},
		ProcessingChanged{Run: 2, From: OCR, To: Layout, Text: words, OCR: Recognition{2, 2, 0}, Key: "o1"},
		ProcessingChanged{Run: 2, From: Layout, To: Analyse, Tree: tree, Pages: 2, Key: "l1"}}
	toLayout := ProcessingChanged{Run: 2, From: Reprocess, To: Layout}
	drawnAgain := ProcessingChanged{Run: 2, From: Layout, To: Analyse, Tree: tree, Pages: 2, Key: "l1"}
	for _, c := range []struct {
		name string
		past []es.Event
		want []es.Event
	}{
		{"nothing", then(then(whole, ocr), recognised...), []es.Event{failed}},
		{"an analysis", then(whole, plain, toLayout, plain), []es.Event{failed, plain}},
		{"steps", then(whole, plain, toLayout, steps), []es.Event{failed, steps}},
		{"OCR", then(whole, plain, toLayout, ocr), []es.Event{failed, ReanalysisRequested{Steps: true, OCR: true}}},
		{"OCR, then an analysis", then(whole, plain, toLayout, ocr, plain),
			[]es.Event{failed, ReanalysisRequested{Steps: true, OCR: true}}},
		{"an analysis, pages are recognised", then(then(whole, ocr), then(recognised[:2], plain)...), []es.Event{failed, steps}},
		{"an analysis, OCR is done", then(then(whole, ocr), then(recognised, plain)...), []es.Event{failed, steps}},
		{"an analysis, a layout has no more pages due", then(whole, ocr, toLayout, drawnAgain, plain), []es.Event{failed, steps}},
		{"an analysis, OCR is not done", then(whole, ocr, toLayout, plain),
			[]es.Event{failed, ReanalysisRequested{Steps: true, OCR: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, c.past...).When(FailRun(2, "analysis", "x")).Then(c.want...)
		})
	}
}

// What a step made takes the place of what it made before, and of what later steps made of
// that; a step that made nothing leaves all as it is.
func TestWhatAStepMakesReplacesWhatCameOfTheFormer(t *testing.T) {
	whole := State{Phase: Active, Tree: tree, Made: Made{PDF: made, PDFKey: "c1", Text: words, TextKey: "o1", TreeKey: "l1",
		Pages: Recognition{2, 1, 1}, Asked: true}}
	next := blob()
	converted, recognised, drawn := whole, whole, whole
	converted.Tree, converted.Made = es.BlobRef{}, Made{PDF: next, PDFKey: "c2", TreeKey: "l1", Asked: true}
	recognised.Tree, recognised.Made.Asked = es.BlobRef{}, false
	recognised.Made.Text, recognised.Made.TextKey, recognised.Made.Pages = next, "o2", Recognition{3, 3, 2}
	drawn.Tree, drawn.Pages, drawn.Made.TreeKey, drawn.Made.Pages, drawn.Made.Asked = next, 4, "l2", Recognition{3, 3, 0}, false
	for _, c := range []struct {
		name string
		step ProcessingChanged
		want State
	}{
		{"converted", ProcessingChanged{From: Convert, To: OCR, PDF: next, Key: "c2"}, converted},
		{"recognised", ProcessingChanged{From: OCR, To: Layout, Text: next, Key: "o2", OCR: Recognition{3, 3, 2}}, recognised},
		{"laid out", ProcessingChanged{From: Layout, To: Analyse, Tree: next, Key: "l2", Pages: 4, OCR: Recognition{3, 3, 0}}, drawn},
		{"converted to nothing", ProcessingChanged{From: Convert, To: Layout, Key: "c2"}, whole},
		{"recognised nothing", ProcessingChanged{From: OCR, To: Layout, Key: "o2"}, whole},
		{"laid out nothing", ProcessingChanged{From: Layout, To: Analyse, Key: "l2"}, whole},
		{"what is not the step's", ProcessingChanged{From: Analyse, To: Index, PDF: next, Text: next, Tree: next, Key: "x"}, whole},
	} {
		if got := whole.finishStep(c.step); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A version that was never analysed is not up to date, whatever the counters say.
func TestAVersionThatWasNotAnalysedIsNotUpToDate(t *testing.T) {
	s := State{Phase: Active, Processing: Processed, Result: blob(), Version: 2, Analysed: 1, Rules: 5, Dictionaries: 5}
	if events, err := ReanalyseForTemplate(5, 5)(s); err != nil || len(events) != 1 {
		t.Errorf("got %v, %v, want one more run", events, err)
	}
	s.Analysed = 2
	if events, err := ReanalyseForTemplate(5, 5)(s); err != nil || len(events) != 0 {
		t.Errorf("got %v, %v, want nothing", events, err)
	}
}

func TestPicturesByName(t *testing.T) {
	for _, c := range []struct {
		name string
		want bool
	}{{"a.jpg", true}, {"a.JPEG", true}, {"a.png", true}, {"a.tif", true}, {"a.tiff", true}, {"a.pdf", false}, {"jpg", false}} {
		if got := IsPicture(c.name); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOfficeDocumentsByName(t *testing.T) {
	for _, c := range []struct {
		name string
		want bool
	}{{"a.docx", true}, {"a.XLSX", true}, {"a.pptx", true}, {"a.pdf", false}, {"a", false}, {"docx", false}} {
		if got := IsOffice(c.name); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
