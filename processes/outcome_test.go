package processes_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// lastAnalysis returns what the last analysis of a file left in the log.
func (d *desk) lastAnalysis(s es.StreamID) file.Analysed {
	d.t.Helper()
	found := d.events(s, "file.analysed")
	if len(found) == 0 {
		d.t.Fatalf("%s was not analysed: %v, want some found", s, typesOf(d.events(s)))
	}
	return found[len(found)-1].Event.(file.Analysed)
}

// TestAnAnalysisTellsOfPictures that stand in the document.
func TestAnAnalysisTellsOfPictures(t *testing.T) {
	t.Parallel()
	d, _, _, _ := scanDesk(t, false)
	if d.process(t, "a.pdf"); !d.lastAnalysis(d.last).HasImages {
		t.Error("a document of two pictures has none")
	}
}

func TestAnAnalysisTellsWhatItFound(t *testing.T) {
	t.Parallel()
	applied, skipped := document.StateApplied, "SKIPPED"
	for _, row := range []struct {
		name            string
		entities        []document.Entity
		hasEntity, hint bool
	}{
		{"nothing", nil, false, false},
		{"an entity", []document.Entity{{Kind: "ENTITY", State: applied}, {Kind: "OTHER", State: applied}}, true, false},
		{"a hint", []document.Entity{{Kind: "HINT", State: applied}}, false, true},
		{"both", []document.Entity{{Kind: "HINT", State: applied}, {Kind: "ENTITY", State: applied},
			{Kind: "ENTITY", State: skipped}}, true, true},
		{"skipped", []document.Entity{{Kind: "ENTITY", State: skipped}, {Kind: "HINT", State: skipped}}, false, false},
	} {
		d := newDesk(t)
		d.rules.result = document.Result{Entities: row.entities, Components: []document.Component{{Name: "a"}, {Name: "b"}}}
		s := d.storeFile("a.pdf")
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		got := d.lastAnalysis(s)
		if got.Entities != len(row.entities) || got.Components != 2 || got.HasEntities != row.hasEntity ||
			got.HasHints != row.hint || got.HasImages {
			t.Errorf("%s: got %+v, want %d entities, 2 components, hints: %v",
				row.name, got, len(row.entities), row.hint)
		}
		if got.Engine != analysis.AnalysisVersion || got.Version != 1 || got.Run != 1 {
			t.Errorf("%s: got engine %d of version %d in run %d, want got.Engine = AnalysisVersion, got.Version = 1 and got.Run "+
				"= 1", row.name, got.Engine, got.Version, got.Run)
		}
	}
}

// TestAnotherAnalysisTellsWhetherComponentsChanged by their names and values alone.
func TestAnotherAnalysisTellsWhetherComponentsChanged(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name    string
		second  []document.Component
		changed bool
	}{
		{"nothing", []document.Component{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}, false},
		{"a description", []document.Component{{Name: "a", Value: "1", Description: "new"}, {Name: "b", Value: "2"}}, false},
		{"a value", []document.Component{{Name: "a", Value: "1"}, {Name: "b", Value: "3"}}, true},
		{"a name", []document.Component{{Name: "a", Value: "1"}, {Name: "c", Value: "2"}}, true},
		{"fewer", []document.Component{{Name: "a", Value: "1"}}, true},
		{"more", []document.Component{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}, {Name: "c"}}, true},
	} {
		d := newDesk(t)
		d.rules.result = document.Result{Components: []document.Component{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}}
		s := d.storeFile("a.pdf")
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if d.lastAnalysis(s).Changed {
			t.Errorf("%s: the first analysis has changed something, want no change", row.name)
		}
		d.rules.result.Components = row.second
		d.again(t, d.file(s), false)
		if got := d.lastAnalysis(s).Changed; got != row.changed {
			t.Errorf("%s: got changed %v, want %v", row.name, got, row.changed)
		}
	}
}

func TestRulesSeeTheAttributesOfAFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.append(s, attributesSet(d.dossier, s.Key(), "number", "11"))
	if err := d.processor.Process(t.Context(), s); err != nil || d.rules.sees["number"] != "11" {
		t.Errorf("got %v with %v, want the attribute", err, d.rules.sees)
	}
}

func TestRulesThatFailEndARun(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.rules.fails = domain.Faultf(domain.Unprocessable, "Rule A.0.0 failed")
	s := d.storeFile("a.pdf")
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	d.wantFailure(t, "analysis", "Rule A.0.0 failed")
}

// TestFinalFailuresAreNotTriedAgain and every other one is.
func TestFinalFailuresAreNotTriedAgain(t *testing.T) {
	t.Parallel()
	for kind, final := range map[domain.Kind]bool{domain.Unprocessable: true, domain.Unsupported: true, domain.TooLarge: true,
		domain.Invalid: false, domain.Conflict: false, domain.Unexpected: false} {
		d := newDesk(t)
		s := d.storeFile("a.pdf")
		d.reader.instead = func() error { return domain.Faultf(kind, "no") }
		err := d.processor.Process(t.Context(), s)
		if (err == nil) != final || (d.file(s).Processing == file.Error) != final {
			t.Errorf("kind %d: got %v, %s; want final %v", kind, err, d.file(s).Processing, final)
		}
	}
}

func TestStagesAreObserved(t *testing.T) {
	t.Parallel()
	d, _, _, _ := scanDesk(t, true)
	var stages []string
	d.processor.Observe = func(_ context.Context, stage string, took time.Duration, err error) {
		if took < 0 || err != nil {
			t.Errorf("%s took %s: %v, want took at least 0 and no error", stage, took, err)
		}
		stages = append(stages, stage)
	}
	d.process(t, "a.docx")
	if want := []string{"read", "convert", "ocr", "layout", "analyse"}; !slices.Equal(stages, want) {
		t.Errorf("got %v, want %v", stages, want)
	}
}

// TestAStepHasItsTime and a file that takes longer fails with a sentence.
func TestAStepHasItsTime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.processor.StepTime = time.Millisecond
	d.processor.Documents.PDF = slow{make(chan struct{})}
	if err := d.processor.Process(t.Context(), d.storeFile("a.pdf")); err != nil {
		t.Fatal(err)
	}
	d.wantFailure(t, "layout", "The file took longer than 1ms")
}

func TestLargeFilesAreThoseThatWaitForWork(t *testing.T) {
	t.Parallel()
	s := newService(t, template.Settings{})
	p := &processes.Processor{Log: s.Log}
	for _, row := range []struct {
		size  int64
		pages int
		more  []es.Event
		large bool
	}{
		{8 << 20, 0, nil, false},
		{8<<20 + 1, 0, nil, true},
		{8<<20 + 1, 0, []es.Event{file.Failed{Run: 1}}, false},
		{1, 300, nil, false},
		{1, 301, nil, true},
	} {
		stream := file.StreamOf("demo", uuid.NewString())
		s.append(stream, file.Uploaded{Dossier: s.dossier, Template: s.template, Version: 1, Size: row.size},
			file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
			file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse, Tree: es.BlobRef{ID: uuid.New()}, Pages: row.pages})
		s.append(stream, row.more...)
		load, err := p.Load(t.Context(), stream)
		if err != nil || (load.Busy && load.Large) != row.large || load.Template != "demo/"+s.template {
			t.Errorf("%d bytes, %d pages: got %+v, %v; want large %v, of %s", row.size, row.pages, load, err, row.large, s.template)
		}
	}
}

// TestUnknownWorkIsTold asks for work on a file and a package that the log does not have.
func TestUnknownWorkIsTold(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	processor := &processes.Processor{Log: p.Log}
	if _, err := processor.Load(t.Context(), file.StreamOf("demo", uuid.NewString())); !errors.Is(err, es.ErrNoStream) {
		t.Errorf("file: got %v, want ErrNoStream", err)
	}
	if err := p.packager.Pack(t.Context(), download.StreamOf("demo", uuid.NewString())); !errors.Is(err, es.ErrNoStream) {
		t.Errorf("package: got %v, want ErrNoStream", err)
	}
}

func TestDocumentsMakeATreeOfAFile(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	unreadable := domain.Faultf(domain.Unprocessable, "no")
	for _, row := range []struct {
		name      string
		file      string
		documents func(d *processes.Documents)
		recognise bool
		text      string
		want      error
	}{
		{"a scan", "a.pdf", func(*processes.Documents) {}, true, "found by eng\nfound by eng", nil},
		{"a scan of an office file", "a.docx", func(*processes.Documents) {}, true, "found by eng\nfound by eng", nil},
		{"unasked", "a.pdf", func(*processes.Documents) {}, false, "", nil},
		{"left out", "a.pdf", func(d *processes.Documents) { d.SkipOCR = true }, true, "", nil},
		{"no tool", "a.pdf", func(d *processes.Documents) { d.OCR = nil }, true, "", processes.ErrNoOCR},
		{"not installed", "a.pdf", func(d *processes.Documents) { d.OCR = &recogniser{} }, true, "", processes.ErrNoOCR},
		{"broken tool", "a.pdf", func(d *processes.Documents) { d.OCR = &recogniser{version: "1", fails: broken} }, true, "", broken},
		{"no office", "a.docx", func(d *processes.Documents) { d.Office = nil }, false, "", processes.ErrNoConversion},
		{"office is not installed", "a.docx", func(d *processes.Documents) { d.Office = &converter{} }, false, "",
			processes.ErrNoConversion},
		{"unreadable", "a.pdf", func(d *processes.Documents) { d.PDF = &reader{instead: func() error { return unreadable }} },
			true, "", unreadable},
		{"text", "a.pdf", func(d *processes.Documents) { d.PDF, d.OCR = &reader{}, nil }, true, "", nil},
	} {
		d := processes.Documents{PDF: &scans{}, OCR: &recogniser{version: "1"}, Office: &converter{version: "1"}}
		row.documents(&d)
		tree, err := d.BuildTree(t.Context(), row.file, []byte("%PDF-"),
			processes.TreeSettings{Recognise: row.recognise, Languages: []string{"eng"}})
		if !errors.Is(err, row.want) || err == nil && tree.Text != row.text {
			t.Errorf("%s: got %+v, %v; want %q, %v", row.name, tree, err, row.text, row.want)
		}
	}
}

func TestTreeSettingsAreThoseOfTheTemplate(t *testing.T) {
	t.Parallel()
	got := processes.TreeSettingsOf(template.Settings{KeepHiddenText: true, OCRByDefault: true, OCRLanguages: []string{"deu"}})
	if !got.KeepHiddenText || got.KeepOverlappingObjects || got.RemoveWatermark || !got.Recognise ||
		!slices.Equal(got.Languages, []string{"deu"}) {
		t.Errorf("got %+v, want hidden text kept, OCR of deu and nothing else", got)
	}
	got = processes.TreeSettingsOf(template.Settings{KeepOverlapping: true, RemoveWatermark: true})
	if got.KeepHiddenText || !got.KeepOverlappingObjects || !got.RemoveWatermark || got.Recognise {
		t.Errorf("got %+v, want overlapping objects kept and watermarks removed", got)
	}
}

// TestOneWhoWasOvertakenSaysNothing of how his own run ended.
func TestOneWhoWasOvertakenSaysNothing(t *testing.T) {
	t.Parallel()
	for _, stops := range []bool{false, true} {
		d := newDesk(t)
		s := d.storeFile("a.pdf")
		rival := *d.processor
		rival.Documents.PDF = &reader{}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		d.reader.instead = func() error {
			if err := rival.Process(t.Context(), s); err != nil {
				t.Error(err)
			}
			if stops {
				stop()
				return ctx.Err()
			}
			return domain.Faultf(domain.Unprocessable, "no")
		}
		err := d.processor.Process(ctx, s)
		if stops != errors.Is(err, context.Canceled) || !stops && err != nil || d.file(s).Processing != file.Processed {
			t.Errorf("stopped %v: got %v, %s, want PROCESSED", stops, err, d.file(s).Processing)
		}
		if n := len(d.events(s, "file.failed")); n > 0 {
			t.Errorf("stopped %v: the file failed, want n at most 0", stops)
		}
	}
}

// TestARequestDuringARunIsDoneAfterIt by the same worker.
func TestARequestDuringARunIsDoneAfterIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.reader.instead = func() error {
		if d.reader.reads == 1 {
			d.append(s, file.ReanalysisRequested{})
		}
		return nil
	}
	if err := d.processor.Process(t.Context(), s); err != nil || d.rules.runs != 2 || d.file(s).Processing != file.Processed {
		t.Errorf("got %v, %d analyses, %s; want 2", err, d.rules.runs, d.file(s).Processing)
	}
}

// TestAPictureAloneNeedsRecognition and so does one whose tool goes away in the middle.
func TestAPictureAloneNeedsRecognition(t *testing.T) {
	t.Parallel()
	d, _, r, _ := scanDesk(t, true)
	r.version = ""
	page := layout.Page{Width: 600, Height: 800, Images: []layout.Picture{{Box: layout.Box{X1: 600, Y1: 800}}}}
	d.processor.Documents.PDF = onePage{page, func() {}}
	d.process(t, "a.pdf")
	d.wantFailure(t, "ocr", "OCR is not installed")
	d, _, r, _ = scanDesk(t, true)
	d.processor.Documents.PDF = onePage{page, func() { r.version = "" }}
	d.process(t, "a.pdf")
	d.wantFailure(t, "ocr", "OCR is not installed")
}

// onePage is a reader of documents of one page, which does something first.
type onePage struct {
	page  layout.Page
	first func()
}

func (o onePage) Read(context.Context, []byte, layout.ReadSettings) (layout.Document, error) {
	o.first()
	return layout.Document{Pages: []layout.Page{o.page}, Styles: []layout.Style{{Font: "own"}}}, nil
}
