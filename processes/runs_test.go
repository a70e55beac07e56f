package processes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/processes"
)

// What is not there any more, lies in the trash or has nothing to be done is left alone, without a run.
func TestOnlyBusyFilesAreProcessed(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*desk, es.StreamID){
		"in the trash": func(d *desk, s es.StreamID) { d.append(s, file.SoftDeleted{PurgeAt: time.Now()}) },
		"gone":         func(d *desk, s es.StreamID) { d.append(s, file.PermanentlyDeleted{}) },
	} {
		d := newDesk(t)
		s := d.storeFile("a.pdf")
		prepare(d, s)
		before := len(d.events(s))
		if err := d.processor.Process(t.Context(), s); err != nil || len(d.events(s)) != before || d.reader.reads > 0 {
			t.Errorf("%s: got %v, %v after %d readings; want nothing to happen", name, err, typesOf(d.events(s)), d.reader.reads)
		}
	}
	d := newDesk(t)
	if err := d.processor.Process(t.Context(), file.StreamOf("demo", uuid.NewString())); err != nil || len(d.events("", "file.run-opened")) > 0 {
		t.Errorf(`a file that never was: got %v, want len(d.events("", "file.run-opened")) at most 0 and no error`, err)
	}
}

// A file that goes to the trash while it is at work is not worked on any further.
func TestAFileThatIsTrashedAtWorkIsLeft(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.reader.instead = func() error { d.append(s, file.SoftDeleted{PurgeAt: time.Now()}); return nil }
	if err := d.processor.Process(t.Context(), s); err != nil || d.rules.runs > 0 || len(d.events(s, "file.analysed")) > 0 {
		t.Errorf(`got %v, %d runs of rules: %v, want d.rules.runs at most 0, len(d.events(s, "file.analysed")) at most 0 and no `+
			`error`, err, d.rules.runs, typesOf(d.events(s)))
	}
	if left := d.blobs.count(); left != 1 {
		t.Errorf("%d blobs are left, want the original", left)
	}
}

// Rules that failed beside others are counted in the event, named in it, and told in the log.
func TestFailedRulesAreTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var log bytes.Buffer
	d.processor.Logger = slog.New(slog.NewTextHandler(&log, nil))
	failure := document.RuleFailure{Rule: "A.0.0: total", File: "ENTITY", Line: 7, Message: "no such mapping"}
	d.rules.result = document.Result{Components: []document.Component{{Name: "a"}}, Failures: []document.RuleFailure{failure}}
	s := d.storeFile("a.pdf")
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	got := d.lastAnalysis(s)
	if got.FailedRules != 1 || !slices.Equal(got.RuleFailures.Value, file.BoundFailures(d.rules.result.Failures)) ||
		len(got.RuleFailures.Value) != 1 {
		t.Errorf("got %d, %+v; want the failure by its rule", got.FailedRules, got.RuleFailures.Value)
	}
	if want := fmt.Sprintf("msg=\"rule failed\" file=%s run=1 ruleFile=ENTITY line=7", s.Key()); !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %q:\n%s", want, &log)
	}
	if strings.Contains(log.String(), "mapping") || strings.Contains(log.String(), "total") {
		t.Errorf("the log tells what stands in rules or documents:, want it without mapping and it without total\n%s", &log)
	}
}

// Each event of a run names the one before as its cause, and the service as its actor.
func TestStepsNameTheirCause(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	events := d.events(s)
	begun := events[1]
	if begun.Causation != events[0].Position {
		t.Errorf("%s is caused by %d, want the upload at %d", begun.Type, begun.Causation, events[0].Position)
	}
	for _, e := range events[2:] {
		if e.Causation != begun.Position || e.Actor != user.SystemID {
			t.Errorf("%s by %s is caused by %d, want that the run began at %d", e.Type, e.Actor, e.Causation, begun.Position)
		}
	}
	d.reader.instead = func() error { return context.DeadlineExceeded }
	stop, cancel := context.WithCancel(t.Context())
	defer cancel()
	other := d.storeFile("b.pdf")
	d.reader.instead = func() error { cancel(); return stop.Err() }
	_ = d.processor.Process(stop, other)
	released := d.events(other, "file.run-released")
	if len(released) != 1 || released[0].Causation != 0 {
		t.Errorf("got %v, want one release without a cause", typesOf(d.events(other)))
	}
}

// A failure that cannot be written, and a log that cannot be read, are the caller's to hear of.
func TestAFailureThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.rules.fails = errors.New("nothing that lasts")
	broken := *d.processor
	store := &mortalStore{Store: d.Log.Store, left: 1}
	broken.Log = &es.Log{Store: store, Codec: d.Log.Codec}
	if err := broken.Process(t.Context(), s); !errors.Is(err, errDead) {
		t.Errorf("the first append: got %v, want %v", err, errDead)
	}
	if err := broken.Process(t.Context(), s); !errors.Is(err, errDead) {
		t.Errorf("reading: got %v, want %v", err, errDead)
	}
	if err := d.processor.Process(t.Context(), s); !errors.Is(err, d.rules.fails) {
		t.Errorf("rules: got %v, want %v", err, d.rules.fails)
	}
}

// Text is recognised only where the template wants it, somebody asked, or it was recognised before: else the pages are not even
// looked at for it.
func TestPagesAreLookedAtForRecognition(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{false, true} {
		d, _, r, _ := scanDesk(t, wanted)
		surveyed := false
		d.processor.Observe = func(_ context.Context, stage string, _ time.Duration, _ error) {
			surveyed = surveyed || stage == "read" && d.file(d.last).Processing != file.Layout
		}
		f := d.process(t, "scan.pdf")
		if f.Processing != file.Processed || (r.times > 0) != wanted || surveyed != wanted {
			t.Errorf("wanted %t: %s after %d recognitions, looked at %t", wanted, f.Processing, r.times, surveyed)
		}
		if (f.Made.Text.ID != uuid.Nil) != wanted {
			t.Errorf("wanted %t: the recognised pages are %v", wanted, f.Made.Text)
		}
	}
}

// Pictures become PDFs where that is set up; PDFs and everything else stay as they are.
func TestWhatBecomesAPDF(t *testing.T) {
	t.Parallel()
	pictures := &converter{version: "p1"}
	for _, row := range []struct {
		name string
		d    processes.Documents
		want string
	}{
		{"a.png", processes.Documents{Pictures: pictures}, "%PDF-1.7 of a.png"},
		{"a.png", processes.Documents{}, "content"},
		{"a.pdf", processes.Documents{Pictures: pictures, Office: pictures}, "content"},
		{"a.docx", processes.Documents{Office: pictures}, "%PDF-1.7 of a.docx"},
	} {
		if got, _, err := row.d.ToPDF(t.Context(), row.name, []byte("content")); err != nil || string(got) != row.want {
			t.Errorf("%s: got %q, %v; want %q", row.name, got, err, row.want)
		}
	}
	if _, _, err := (processes.Documents{}).ToPDF(t.Context(), "a.docx", nil); !errors.Is(err, processes.ErrNoConversion) {
		t.Errorf("an office file without a converter: got %v, want %v", err, processes.ErrNoConversion)
	}
}

// Whatever a tree depends on beside the bytes is named, so that two readings can be told apart.
func TestAReadingIsDescribed(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, row := range map[string]struct {
		d processes.Documents
		s processes.TreeSettings
	}{
		"plain":          {},
		"recognition":    {s: processes.TreeSettings{Recognise: true}},
		"an engine":      {d: processes.Documents{OCR: &recogniser{version: "o1"}}},
		"another engine": {d: processes.Documents{OCR: &recogniser{version: "o2"}}},
		"a language": {d: processes.Documents{OCR: &recogniser{version: "o1"}},
			s: processes.TreeSettings{Languages: []string{"deu"}}},
		"without a license":    {d: processes.Documents{OCR: &recogniser{version: "o1"}, Office: &converter{version: "x"}, SkipOCR: true}},
		"an office converter":  {d: processes.Documents{Office: &converter{version: "c1"}}},
		"a picture converter":  {d: processes.Documents{Pictures: &converter{version: "c1"}}},
		"settings of the tree": {s: processes.TreeSettingsOf(template.Settings{KeepHiddenText: true})},
	} {
		text := row.d.DescribeReading(row.s)
		if other, ok := seen[text]; ok {
			t.Errorf("%s and %s are described alike: %s, want not ok", name, other, text)
		}
		if again := row.d.DescribeReading(row.s); again != text {
			t.Errorf("%s: got %q, then %q, want %v", name, text, again, text)
		}
		seen[text] = name
	}
}

// A definition of another kind than a status concerns no dossier: none is looked for.
func TestDefinitionsThatNoDossierNames(t *testing.T) {
	t.Parallel()
	s := newService(t, template.Settings{})
	asked := 0
	c := &processes.TemplateCleanup{Log: s.Log, Dossiers: finder(func() { asked++ }), Logger: slog.New(slog.DiscardHandler)}
	for _, row := range []struct {
		event es.Event
		want  int
	}{
		{template.DefinitionDeleted{Of: template.KindDossierAttribute, ID: "a"}, 0},
		{template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "a"}, 1},
		{template.ReportTemplateDeleted{ID: "r"}, 1},
	} {
		asked = 0
		r := es.Recorded{Event: row.event}
		r.Stream = template.StreamOf("demo", s.template)
		if err := c.Handle(t.Context(), r); err != nil || asked != row.want {
			t.Errorf("%+v: asked for dossiers %d times, %v; want %d", row.event, asked, err, row.want)
		}
	}
}

// finder tells that dossiers were asked for, and finds none.
type finder func()

func (f finder) DossiersNaming(context.Context, string, string, string, string, es.Position) ([]string, error) {
	f()
	return nil, nil
}

// A package waits for no file that is gone, or whose dossier's key is; one that is gone itself is not begun.
func TestAPackageDoesNotWaitForWhatIsGone(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	ready, gone := p.uploadPDF("a.pdf"), p.uploadPDF("b.pdf")
	p.finish(ready, document.Result{})
	p.append(gone, file.PermanentlyDeleted{})
	stream := p.request(download.Requested{Files: []string{ready.Key(), gone.Key()}, FileTypes: []string{template.Preview}})
	p.packager.Wait, p.now = time.Hour, p.events(stream, "download.requested")[0].Time
	if s := p.pack(stream); s.Status != download.Ready {
		t.Errorf("got %s, want READY at once", s.Status)
	}
	began := p.events(stream, "download.generating")
	if len(began) != 1 || began[0].Causation != 0 {
		t.Errorf("got %d runs, %+v; want one that nothing caused", len(began), began)
	}
	if made := p.events(stream, "download.ready"); len(made) != 1 || made[0].Causation != began[0].Position {
		t.Errorf("got %+v, want an end that the beginning caused", made)
	}
	other := p.request(download.Requested{Files: []string{ready.Key()}, FileTypes: []string{template.Preview}})
	p.append(other, download.Deleted{})
	if err := p.packager.Pack(t.Context(), other); err != nil || len(p.events(other, "download.generating")) > 0 {
		t.Errorf("a package that is gone: got %v, %v, want no event", err, typesOf(p.events(other)))
	}
}

// A run that an outage interrupted goes on under its own beginning, also when the log was away as well when it was tried again.
func TestAnInterruptedPackageGoesOnWhereItBegan(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	p.finish(a, document.Result{})
	away := errors.New("the disk is away")
	p.packager.Away = func(err error) bool { return errors.Is(err, away) || errors.Is(err, errDead) }
	p.drawer.fails = away
	stream := p.request(download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}})
	if err := p.packager.Pack(t.Context(), stream); !errors.Is(err, away) {
		t.Fatalf("got %v, want %v", err, away)
	}
	p.drawer.fails = nil
	log := p.packager.Log
	p.packager.Log = &es.Log{Store: &mortalStore{Store: log.Store, dead: true}, Codec: log.Codec}
	if err := p.packager.Pack(t.Context(), stream); !errors.Is(err, errDead) {
		t.Fatalf("got %v, want %v", err, errDead)
	}
	p.packager.Log = log
	if s := p.pack(stream); s.Status != download.Ready || s.Run != 1 {
		t.Errorf("got %s in run %d, want READY in the first", s.Status, s.Run)
	}
	began, made := p.events(stream, "download.generating"), p.events(stream, "download.ready")
	if len(began) != 1 || len(made) != 1 || made[0].Causation != began[0].Position {
		t.Errorf("began %+v, made %+v; want one run, whose beginning caused its end", began, made)
	}
}

// More blobs than are compared at once are looked at in turns; a failure in any of them is the look's.
func TestVeryManyBlobs(t *testing.T) {
	t.Parallel()
	a := newAttic(t)
	const many = 200_001
	var kept []uuid.UUID
	for range many {
		kept = append(kept, a.storeBlob(0))
	}
	for from := 0; from < many; from += 20_000 {
		a.nameBlobs(kept[from:min(many, from+20_000)]...)
	}
	orphan := a.storeBlob(0)
	a.look(2*time.Hour, kept...)
	if _, there := a.blobs[orphan]; there {
		t.Error("the blob that no event names is still there")
	}
	a.ledge.fails = errors.New("the disk is away")
	for range many {
		a.storeBlob(0)
	}
	if err := a.Collect(t.Context()); err == nil {
		t.Error("more bytes than processes can have left are taken for orphans without a failure")
	}
}
