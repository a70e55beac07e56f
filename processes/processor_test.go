package processes_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// reader gives an empty page, or what it is told to do instead.
type reader struct {
	instead func() error
	reads   int
}

func (r *reader) Read(context.Context, []byte, layout.ReadSettings) (layout.Document, error) {
	r.reads++
	if r.instead != nil {
		if err := r.instead(); err != nil {
			return layout.Document{}, err
		}
	}
	return layout.Document{Pages: []layout.Page{{Width: 100, Height: 100}}}, nil
}

// A desk is a service with a processor for the files that come.
type desk struct {
	*service
	processor *processes.Processor
	reader    *reader
	rules     *ruleRunner
	last      es.StreamID // of the last file that was uploaded
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	return newDeskWith(t, template.Settings{})
}

// newDeskWith is newDesk with settings of the template.
func newDeskWith(t testing.TB, settings template.Settings) *desk {
	t.Helper()
	s := newService(t, settings)
	d := &desk{service: s, reader: &reader{}, rules: &ruleRunner{log: s.Log}}
	d.processor = &processes.Processor{Log: s.Log, Blobs: s.blobs, Now: time.Now, Documents: processes.Documents{PDF: d.reader},
		Logger: slog.New(slog.DiscardHandler), Rules: d.rules}
	return d
}

func (d *desk) storeFile(name string) es.StreamID {
	d.t.Helper()
	d.last = d.uploadPDF(name)
	return d.last
}

func TestAFileIsCarriedToItsComponents(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	for range 2 { // the second finds nothing to do
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	f := d.file(s)
	if f.Processing != file.Processed || f.Analysed != 1 || d.reader.reads != 1 {
		t.Errorf("%s after %d readings: %v, want f.Processing = Processed, f.Analysed = 1 and d.reader.reads = 1", f.Processing,
			d.reader.reads, typesOf(d.events(s)))
	}
}

// TestAFileWhoseBytesAreMissingFailsAtOnce with the cause, and not after three tries without one.
func TestAFileWhoseBytesAreMissingFailsAtOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	if err := d.blobs.Remove(t.Context(), d.file(s).Original); err != nil {
		t.Fatal(err)
	}
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	failed := d.events(s, "file.failed")
	if f := d.file(s); f.Processing != file.Error || f.Run != 1 || len(failed) != 1 {
		t.Fatalf("got %s after %d runs, want ERROR after one: %v", f.Processing, f.Run, typesOf(d.events(s)))
	}
	if got, want := failed[0].Event.(file.Failed).Cause.Value.Sentence, "The stored bytes of the file are missing"; got != want {
		t.Errorf("got the cause %q, want %q", got, want)
	}
}

func TestAnotherWorkerGoesOnBehindTheLastStep(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	rival := *d.processor
	rival.Documents.PDF = &reader{}
	d.reader.instead = func() error { return rival.Process(t.Context(), s) } // it takes over meanwhile
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if n := count(typesOf(d.events(s)), "file.analysed"); n != 1 || d.file(s).Processing != file.Processed {
		t.Errorf("%d results: %v, want one of a processed file", n, typesOf(d.events(s)))
	}
	if left := d.blobs.count(); left != d.countNamed(s) {
		t.Errorf("%d blobs, %d of them named by events, want as many", left, d.countNamed(s))
	}
}

func count(list []string, what string) (n int) {
	for _, x := range list {
		if x == what {
			n++
		}
	}
	return n
}

// countNamed counts the blobs of a file that events name.
func (d *desk) countNamed(s es.StreamID) (n int) {
	d.t.Helper()
	f := d.file(s)
	for _, ref := range []es.BlobRef{f.Original, f.Made.PDF, f.Made.Text, f.Tree, f.Result} {
		if ref != (es.BlobRef{}) {
			n++
		}
	}
	return n
}

func TestWhatCannotBeReadEndsWithASentence(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	d.reader.instead = func() error { return domain.Faultf(domain.Unprocessable, "The PDF has no pages") }
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	var failed file.Failed
	for e, err := range d.Log.Stream(t.Context(), s, 0) {
		if f, ok := e.Event.(file.Failed); ok && err == nil {
			failed = f
		}
	}
	if failed.Service != "layout" || failed.Cause.Value.Sentence != "The PDF has no pages" || d.reader.reads != 1 {
		t.Errorf("%+v after %d readings, want the failure of layout after 1", failed, d.reader.reads)
	}
}

func TestAPassingFailureIsTriedThreeTimes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.storeFile("a.pdf")
	broken := errors.New("the worker died")
	d.reader.instead = func() error { return broken }
	for range 3 {
		if err := d.processor.Process(t.Context(), s); !errors.Is(err, broken) {
			t.Fatalf("the broker is to send it again: %v, want %v", err, broken)
		}
	}
	if err := d.processor.Process(t.Context(), s); err != nil || d.file(s).Processing != file.Error || d.reader.reads != 3 {
		t.Errorf("%v, %s after %d readings, want ERROR after 3", err, d.file(s).Processing, d.reader.reads)
	}
	d.reader.instead = nil
	if _, err := d.ReanalyseFile(t.Context(), commands.ReanalyseFile{Request: requestOf(d.owner), TemplateID: d.template,
		DossierID: d.dossier, FileID: s.Key()}); err != nil {
		t.Fatal(err)
	}
	if err := d.processor.Process(t.Context(), s); err != nil || d.file(s).Processing != file.Processed {
		t.Errorf("on request: %v, %s, want PROCESSED", err, d.file(s).Processing)
	}
}

// TestALargeDocumentIsForgottenAtOnce counts the heap behind the analysis of 64 MiB, while nothing else collects it. It is
// not run beside others.
func TestALargeDocumentIsForgottenAtOnce(t *testing.T) {
	d := newDesk(t)
	stream := d.upload("large.pdf", "%PDF-1.7 "+strings.Repeat(" ", 64<<20))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := d.processor.Process(t.Context(), stream); err != nil || d.file(stream).Processing != file.Processed {
		t.Fatalf("got %s, %v, want it processed", d.file(stream).Processing, err)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("the heap has %d bytes more than before, want 16 MiB at most", grown)
	}
}
