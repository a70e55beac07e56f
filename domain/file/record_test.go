package file

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/naming"
)

// minute is when the nth event of a history happens.
func minute(n int) *time.Time {
	at := time.Date(2024, 5, 5, 8, n, 0, 0, time.UTC)
	return &at
}

// recordBy returns the record after events that happen a minute apart, all by one person.
func recordBy(who string, events []es.Event) (r Record) {
	for i, e := range events {
		at := es.Envelope{Stream: StreamOf("demo", "f"), Version: uint64(i + 1), Time: *minute(i)}
		at.Workspace, at.Actor = "demo", who
		r = Fold(r, es.Recorded{Event: e, Envelope: at})
	}
	return r
}

// expectRecord compares the records that readers see, field by field.
func expectRecord(t *testing.T, got, want Record) {
	t.Helper()
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			t.Errorf("%s: got %+v, want %+v", g.Type().Field(i).Name, g.Field(i).Interface(), w.Field(i).Interface())
		}
	}
}

// A scanned office file goes through every step; its record tells of each.
func TestTheRecordOfAFileThatWentThroughEveryStep(t *testing.T) {
	upload := office
	upload.Manual, upload.Name = true, es.Seal(subject, Name{Filename: "a.docx", Digest: "d1"})
	analysed := Analysed{Run: 1, Version: 1, First: true, Result: blob(), Pages: 3, Size: 10, HasEntities: true, HasHints: true,
		HasImages: true, Changed: true, Engine: 7, Rules: 4, Dictionaries: 2, Millis: 90, StepMillis: 40}
	history := []es.Event{
		upload,
		ProcessingChanged{Run: 1, From: Unprocessed, To: Convert},
		ProcessingChanged{Run: 1, From: Convert, To: OCR, PDF: made, Key: "c1", Millis: 10},
		ProcessingChanged{Run: 1, From: OCR, To: Layout, Text: words, OCR: Recognition{2, 1, 1}, Key: "o1", Millis: 20},
		ProcessingChanged{Run: 1, From: Layout, To: Analyse, Tree: tree, Pages: 3, OCR: Recognition{2, 2, 0}, Key: "l1", Millis: 30},
		ProcessingChanged{Run: 1, From: Analyse, To: Index},
		analysed,
		ProcessingChanged{Run: 1, From: Index, To: Processed, Millis: 5},
	}
	want := Record{ID: StreamOf("demo", "f").Key(), Workspace: "demo", Dossier: "d", Template: "t", Filename: "a.docx", Digest: "d1",
		Size:     10,
		Original: upload.Original, FileVer: 1, Manual: true, Uploader: "mira", Workflow: New, Processing: Processed,
		PDF: made, OCR: OCRRecord{Due: 2, Done: 2, Start: minute(2), End: minute(3)}, Tree: tree, Result: analysed.Result, Pages: 3,
		Steps:    Durations{Convert: 10, OCR: 20, Layout: 30, Analyse: 40, Index: 5},
		Analyses: 1, Millis: 90, Engine: 7, Rules: 4, Dictionaries: 2, HasEntities: true, HasHints: true, HasImages: true, HasUpdates: true,
		Added: *minute(0), LastUploaded: *minute(0), LastUpdated: *minute(7), LastProcessed: minute(7), LastLayout: minute(4),
		LastIndexed: minute(7), LastEntities: minute(6), Version: 8}
	got := recordBy("mira", history)
	expectRecord(t, got, want)
	if got.ShownPDF() != made {
		t.Errorf("an office file is shown by %v, want what was made of it", got.ShownPDF())
	}
}

// What people did to a file stays through a new version where it has to, and what belonged
// to the former bytes goes.
func TestTheRecordOfANewVersion(t *testing.T) {
	upload := first
	upload.Name = es.Seal(subject, Name{Filename: "a.pdf", Digest: "d1"})
	values := []attribute.Value{{ID: "b", Value: "2"}}
	before := []es.Event{
		upload, begins, laidOut, indexed, outcome, done,
		ComponentOverridden{Override: es.Seal(subject, Override{Name: "Total"})},
		AttributesSet{es.Seal(subject, values)},
		WorkflowChanged{From: UnderApproval, To: Approved, Assignee: "art", LastReviewer: "rita", LastApprover: "anna"},
		Failed{Run: 2, Service: "analysis", Cause: es.Seal(subject, Cause{"no rule"})},
	}
	failed := recordBy("mira", before)
	if want := (&Fault{"analysis", "no rule", *minute(9)}); failed.Processing != Error || !reflect.DeepEqual(failed.Err, want) {
		t.Errorf("a failed run: got %s, %+v, want %+v", failed.Processing, failed.Err, want)
	}
	if failed.ShownPDF() != upload.Original {
		t.Errorf("a PDF is shown by %v, want the original", failed.ShownPDF())
	}
	next := Replaced{Version: 2, KeepManual: true, Size: 20, Original: blob(), Manual: true,
		Name: es.Seal(subject, Name{Filename: "A.pdf", Digest: "d2"})}
	want := Record{ID: failed.ID, Workspace: "demo", Dossier: "d", Template: "t", Filename: "A.pdf", Digest: "d2", Size: 20,
		Original: next.Original, FileVer: 2, Manual: true, Uploader: "mira", Workflow: UnderReview, Assignee: "rita", LastReviewer: "rita",
		LastApprover: "anna", Processing: Unprocessed,
		Overrides:  []Applied{{Override: Override{Name: "Total"}, By: "mira", At: *minute(6)}},
		Attributes: map[string]string{"b": "2"}, Added: *minute(0), LastUploaded: *minute(10), LastUpdated: *minute(10),
		LastManual: minute(6), Manipulated: minute(10), LastAttribute: minute(7), Version: 11}
	expectRecord(t, recordBy("mira", then(before, next)), want)
	next.KeepManual, want.Overrides = false, nil
	expectRecord(t, recordBy("mira", then(before, next)), want)
}

// An outcome that changes nothing is no news of the entities, and one without durations
// leaves those of before.
func TestTheRecordOfALaterAnalysis(t *testing.T) {
	timed := outcome
	timed.StepMillis = 40
	later := Analysed{Run: 2, Version: 1, Result: blob(), Pages: 2}
	again := []es.Event{first, begins, laidOut, indexed, timed, done, ReanalysisRequested{},
		ProcessingChanged{Run: 2, From: Reprocess, To: Analyse}, ProcessingChanged{Run: 2, From: Analyse, To: Index}, later}
	r := recordBy("mira", again)
	if r.Analyses != 2 || r.Result != later.Result || r.Steps[Analyse] != 40 || !r.LastEntities.Equal(*minute(4)) {
		t.Errorf("got %d analyses, result %v, %v, entities at %v, want 2, %v, 40 ms of analysis and entities at minute 4",
			r.Analyses, r.Result, r.Steps, r.LastEntities, later.Result)
	}
	later.Changed = true
	if r = recordBy("mira", then(again[:9], later)); !r.LastEntities.Equal(*minute(9)) || !r.HasUpdates {
		t.Errorf("changed entities: got %v, %v, want the time of the outcome", r.LastEntities, r.HasUpdates)
	}
	if asked := recordBy("mira", again[:7]); asked.Processing != Reprocess {
		t.Errorf("a file that was asked for: got %s, want %s", asked.Processing, Reprocess)
	}
	if busy := recordBy("mira", []es.Event{first, begins, ReanalysisRequested{}}); busy.Processing != Layout {
		t.Errorf("a busy file that was asked for: got %s, want %s", busy.Processing, Layout)
	}
	retried := recordBy("mira", []es.Event{first, begins, Failed{Run: 1, Service: "layout"}, ReanalysisRequested{}})
	if retried.Processing != Reprocess || retried.Err != nil {
		t.Errorf("a failed file that was asked for: got %s, %v, want retried.Processing = %v and retried.Err = nil",
			retried.Processing, retried.Err, Reprocess)
	}
}

// Durations of a record of the past do not change with those of a later one.
func TestDurationsAreNotShared(t *testing.T) {
	early := Durations{Layout: 1}
	if late := early.withStep(Layout, 2); late[Layout] != 2 || early[Layout] != 1 {
		t.Errorf("got %v and %v, want the former one as it was", late, early)
	}
}

// A file goes by its name while it is active, and by the one that it was restored under.
func TestAFileGoesByItsNameUntilItIsDeleted(t *testing.T) {
	old, now := uuid.New(), uuid.New()
	upload := first
	upload.Hold = naming.Hold{Key: "k", Claim: old}
	trashed := []es.Event{upload, SoftDeleted{}}
	for _, c := range []struct {
		name     string
		past     []es.Event
		old, now bool
	}{
		{"active", trashed[:1], true, false},
		{"in the trash", trashed, false, false},
		{"restored", then(trashed, Restored{naming.Hold{Key: "k", Claim: now}}), false, true},
		{"gone", then(trashed, PermanentlyDeleted{}), false, false},
	} {
		s := estest.Fold(Decider, c.past...)
		if s.HasName(old) != c.old || s.HasName(now) != c.now {
			t.Errorf("%s: got %v and %v, want %v and %v", c.name, s.HasName(old), s.HasName(now), c.old, c.now)
		}
	}
}

// Reverting takes back the named overrides, in any spelling, and no others.
func TestRevertedOverridesAreGone(t *testing.T) {
	override := func(name string) es.Event {
		return ComponentOverridden{Override: es.Seal(subject, Override{Name: name})}
	}
	past := []es.Event{first, override("Invoice Total"), override("Supplier"), override("Note"),
		OverrideReverted{Names: es.Seal(subject, []string{"invoice_total", "Note"})}}
	if s := estest.Fold(Decider, past...); len(s.Overrides) != 1 || s.Overrides[0].Name != "Supplier" {
		t.Errorf("the state: got %+v, want the override of Supplier", s.Overrides)
	}
	r := recordBy("mira", past)
	if want := []Applied{{Override: Override{Name: "Supplier"}, By: "mira", At: *minute(2)}}; !reflect.DeepEqual(r.Overrides, want) ||
		!r.LastManual.Equal(*minute(4)) {
		t.Errorf("the record: got %+v at %v, want %+v", r.Overrides, r.LastManual, want)
	}
}

// The shortest step counts.
func TestAStepOfAMillisecondIsShown(t *testing.T) {
	quick := outcome
	quick.StepMillis = 1
	step := ProcessingChanged{Run: 1, From: Layout, To: Analyse, Tree: tree, Pages: 2, Millis: 1}
	if r := recordBy("mira", []es.Event{first, begins, step, indexed, quick}); r.Steps[Layout] != 1 || r.Steps[Analyse] != 1 {
		t.Errorf("got %v, want 1 ms each of LAYOUT and ANALYSE", r.Steps)
	}
}
