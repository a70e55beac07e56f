package processes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// The event of an analysis holds what was found beside the values: how components compare with those of before, and what was
// asked of a model.
func TestAnAnalysisKeepsItsFindings(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	call := document.ModelCall{Question: "Lease", Model: "small", Prompt: "Who lets?", Answer: `{"landlord":"Acme"}`, Found: 1}
	d.rules.result = document.Result{Components: []document.Component{{Name: "total", Value: "1"}, {Name: "number", Value: "7"}},
		ModelCalls: []document.ModelCall{call}}
	s := d.storeFile("a.pdf")
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	first := d.lastAnalysis(s)
	if want := component.FindingsOf(d.rules.result, nil, nil); !reflect.DeepEqual(first.Findings.Value, want) ||
		len(first.Findings.Value.Names) != 2 {
		t.Errorf("got the findings %+v, want %+v", first.Findings.Value, want)
	}
	if want := file.BoundModelCalls(d.rules.result.ModelCalls); !reflect.DeepEqual(first.ModelCalls.Value, want) || len(want) != 1 {
		t.Errorf("got the calls %+v, want %+v", first.ModelCalls.Value, want)
	}
	before := d.rules.result
	d.rules.result = document.Result{Components: []document.Component{{Name: "total", Value: "2"}, {Name: "number", Value: "7"}}}
	d.append(s, file.ReanalysisRequested{})
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	events := d.events(s, "file.analysed")
	second := events[len(events)-1].Event.(file.Analysed)
	if want := component.FindingsOf(d.rules.result, &before, nil); !second.Changed || !reflect.DeepEqual(second.Findings.Value, want) ||
		len(second.Findings.Value.Changed) != 1 {
		t.Errorf("the second time: got %t, %+v; want %+v", second.Changed, second.Findings.Value, want)
	}
}

// What the conversion and the pages told goes with the tree into the event of the analysis, also when only the analysis
// is run anew.
func TestAnAnalysisTellsHowTheFileWasRead(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	accepted := document.Finding{Kind: document.FindingRevisionsAccepted, Count: 3, Values: true}
	hidden := document.Finding{Kind: document.FindingHiddenTextLeftOut, Page: 1, Count: 5}
	d.processor.Documents.Office = &converter{version: "o1", findings: []document.Finding{accepted}}
	d.processor.Documents.PDF = reading(layout.Document{Pages: []layout.Page{{Width: 100, Height: 100,
		Findings: []document.Finding{{Kind: document.FindingHiddenTextLeftOut, Count: 5}}}}})
	for f := d.process(t, "a.docx"); f.Run < 3; f = d.again(t, f, false) {
		if got, want := d.lastAnalysis(d.last).Findings.Value.Reading, []document.Finding{accepted, hidden}; !reflect.DeepEqual(got, want) {
			t.Errorf("run %d: got the findings %+v, want %+v", f.Run, got, want)
		}
	}
}

// A reading is a reader that finds the same in every PDF.
type reading layout.Document

// Read returns the document.
func (r reading) Read(context.Context, []byte, layout.ReadSettings) (layout.Document, error) {
	return layout.Document(r), nil
}

// What an analysis tells as unmet is so under the corrections that there are when it ends.
func TestAnAnalysisTellsWhatIsUnmetUnderCorrections(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	f := d.file(s)
	number := template.Expectation{Format: template.FormatNumber}
	sum := template.Expectation{Format: template.FormatNumber, Checks: []string{"net + tax = total"}}
	_, ws, _ := s.Parts()
	d.append(template.StreamOf(ws, f.Template), template.ComponentEvents(template.SubjectOf(ws), "created", []template.Component{
		{ID: "1", TechnicalName: "net", DisplayName: "Net", Expectation: number},
		{ID: "2", TechnicalName: "tax", DisplayName: "Tax", Expectation: number},
		{ID: "3", TechnicalName: "total", DisplayName: "Total", Expectation: sum}})...)
	d.rules.result = document.Result{Components: []document.Component{{Name: "net", Value: "100"}, {Name: "tax", Value: "19"},
		{Name: "total", Value: "120"}}}
	unmet := func() string {
		t.Helper()
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(d.lastAnalysis(s).Findings.Value.Unmet)
	}
	if got := unmet(); got != "[{total [SUM_MISMATCH]}]" {
		t.Errorf("first: %s, want %q", got, "[{total [SUM_MISMATCH]}]")
	}
	override := func(name, value string) file.ComponentOverridden {
		return file.ComponentOverridden{Override: es.Seal(f.Original.Subject,
			file.Override{Name: name, Values: []file.Value{{Value: value}}})}
	}
	d.append(s, override("tax", "20"), file.ReanalysisRequested{})
	if got := unmet(); got != "[]" {
		t.Errorf("after a correction: %s, want %q", got, "[]")
	}
	d.append(s, override("net", "90"), file.ReanalysisRequested{})
	if got := unmet(); got != "[{total [SUM_MISMATCH]}]" {
		t.Errorf("after one that breaks the sum: %s, want %q", got, "[{total [SUM_MISMATCH]}]")
	}
}

// The events after which files are analysed again are those of rules, mappings, and what dictionaries consist of.
func TestWhatConcernsFilesOfATemplate(t *testing.T) {
	t.Parallel()
	got := (&processes.Reanalysis{}).Filter().Types
	want := []string{"template.component-rules-stored", "template.date-formats-stored", "template.definition-created",
		"template.definition-deleted",
		"template.definition-updated", "template.dictionary-stored", "template.entity-rules-stored", "template.mapping-deleted",
		"template.mapping-stored"}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got = (&processes.TemplateCleanup{}).Filter().Types
	want = []string{"template.definition-deleted", "template.report-template-deleted"}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the cleanup: got %v, want %v", got, want)
	}
}

// What was deleted for good is told with its number; where nothing was, nothing is.
func TestWhatWasDeletedForGoodIsTold(t *testing.T) {
	t.Parallel()
	b := newBin(t)
	var log bytes.Buffer
	r := b.retention()
	r.Logger = slog.New(slog.NewTextHandler(&log, nil))
	if err := r.EmptyTrash(t.Context()); err != nil || log.Len() > 0 {
		t.Errorf("an empty trash: %v, told %q, want log.Len() at most 0 and no error", err, &log)
	}
	b.trash(b.files[:2]...)
	b.now = b.now.Add(20 * 365 * 24 * time.Hour)
	if err := r.EmptyTrash(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "number=2") {
		t.Errorf("two files: told %q, want their number once", &log)
	}
	for _, f := range b.files[:2] {
		gone := b.events(f, "file.permanently-deleted")
		trashed := b.events(f, "file.soft-deleted")
		if len(gone) != 1 || gone[0].Causation != trashed[0].Position || gone[0].Correlation != trashed[0].Correlation {
			t.Errorf("got %+v, want one that the deletion at %d caused", gone, trashed[0].Position)
		}
	}
	log.Reset()
	b.trash(b.files[2])
	b.restore(b.files[2])
	b.now = b.now.Add(20 * 365 * 24 * time.Hour)
	if err := r.EmptyTrash(t.Context()); err != nil || log.Len() > 0 || len(b.events(b.files[2], "file.permanently-deleted")) > 0 {
		t.Errorf("a file that was restored: %v, told %q, want the file kept", err, &log)
	}
}

// A run that is interrupted, and whose file was deleted or taken over meanwhile, has nothing to give back: the stop is all that
// is told.
func TestAnInterruptedRunOfAFileThatIsGone(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]es.Event{"deleted": file.PermanentlyDeleted{}, "taken over": file.RunOpened{Run: 2}} {
		d := newDesk(t)
		s := d.storeFile("a.pdf")
		ctx, stop := context.WithCancel(t.Context())
		d.reader.instead = func() error { d.append(s, meanwhile); stop(); return ctx.Err() }
		err := d.processor.Process(ctx, s)
		if !errors.Is(err, context.Canceled) || errors.Is(err, file.ErrFenced) || domain.KindOf(err) == domain.NotFound ||
			len(d.events(s, "file.run-released")) > 0 {
			t.Errorf("%s: got %v, %v; want the stop alone", name, err, typesOf(d.events(s)))
		}
	}
}
