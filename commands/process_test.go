package commands_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
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

// desk is a dossier to upload to, and a processor for what comes.
type desk struct {
	*house
	processor         *commands.Processor
	reader            *reader
	template, dossier string
	owner             user.Principal
	last              es.StreamID // of the last file that was uploaded
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return newDeskWith(t, func(*template.Bundle) {})
}

// newDeskWith changes the template of the desk before it is imported.
func newDeskWith(t *testing.T, change func(*template.Bundle)) *desk {
	t.Helper()
	h, b := newHouse(), invoices()
	change(&b)
	d := &desk{house: h, reader: &reader{}, template: h.imported(t, b)}
	d.processor = &commands.Processor{Commands: h.Commands, Documents: commands.Documents{PDF: d.reader}, Logger: slog.New(slog.DiscardHandler),
		Rules: commands.NewAnalyser(h.Commands, h.Rules, commands.AnalyserOptions{})}
	r := admin()
	made, err := h.CreateUser(t.Context(), commands.CreateUser{Request: r, Person: user.Person{Username: "mira"}, Roles: []string{user.RoleManager}})
	if err != nil {
		t.Fatal(err)
	}
	d.owner = user.Principal{Workspace: "demo", ID: made.ID, Username: "mira", Roles: []string{user.RoleManager}}
	r = commands.Request{Caller: d.owner, CommandID: uuid.New()}
	out, err := h.SaveDossier(t.Context(), commands.SaveDossier{Request: r, TemplateID: d.template, Name: "Claims"})
	if err != nil {
		t.Fatal(err)
	}
	d.dossier = out.ID
	return d
}

// upload stores a file and gives its stream; r is the request, to be sent again.
func (d *desk) upload(t *testing.T, r commands.Request, name, content string) (es.StreamID, error) {
	t.Helper()
	r.Caller = d.owner
	out, err := d.UploadFile(t.Context(), commands.UploadFile{Request: r, TemplateID: d.template, DossierID: d.dossier,
		Open: func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: strings.NewReader(content)}, nil
		}})
	if err != nil {
		return "", err
	}
	d.last = file.Stream("demo", out.FileIDs[0])
	return d.last, nil
}

func (d *desk) stored(t *testing.T, name string) es.StreamID {
	t.Helper()
	s, err := d.upload(t, admin(), name, "%PDF-1.4 "+name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (d *desk) state(t *testing.T, s es.StreamID) file.State {
	t.Helper()
	f, _, err := es.Load(t.Context(), d.Log, file.Decider, s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// types are the events of a stream.
func (d *desk) types(t *testing.T, s es.StreamID) (out []string) {
	t.Helper()
	for e, err := range d.Log.Stream(t.Context(), s, 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Type)
	}
	return out
}

func TestAFileIsCarriedToItsComponents(t *testing.T) {
	d := newDesk(t)
	s := d.stored(t, "a.pdf")
	for range 2 { // the second finds nothing to do
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	f := d.state(t, s)
	if f.Processing != file.Processed || f.Analysed != 1 || d.reader.reads != 1 {
		t.Errorf("%s after %d readings: %v", f.Processing, d.reader.reads, d.types(t, s))
	}
}

func TestAnotherWorkerGoesOnBehindTheLastStep(t *testing.T) {
	d := newDesk(t)
	s := d.stored(t, "a.pdf")
	rival := *d.processor
	rival.Documents.PDF = &reader{}
	d.reader.instead = func() error { return rival.Process(t.Context(), s) } // it takes over meanwhile
	if err := d.processor.Process(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if n := count(d.types(t, s), "file.analysed"); n != 1 || d.state(t, s).Processing != file.Processed {
		t.Errorf("%d results: %v", n, d.types(t, s))
	}
	if left := d.blobs.count(); left != d.named(t, s) {
		t.Errorf("%d blobs, %d of them named by events", left, d.named(t, s))
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

func (h *heap) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.blobs)
}

// named counts the blobs of a file and of the template that events name.
func (d *desk) named(t *testing.T, s es.StreamID) (n int) {
	t.Helper()
	f := d.state(t, s)
	for _, ref := range []es.BlobRef{f.Original, f.Made.PDF, f.Made.Text, f.Tree, f.Result} {
		if ref != (es.BlobRef{}) {
			n++
		}
	}
	tpl := d.load(t, d.template)
	return n + 3 + len(tpl.Mappings) + len(tpl.Dictionaries)
}

func TestWhatCannotBeReadEndsWithASentence(t *testing.T) {
	d := newDesk(t)
	s := d.stored(t, "a.pdf")
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
		t.Errorf("%+v after %d readings", failed, d.reader.reads)
	}
}

func TestAPassingFailureIsTriedThreeTimes(t *testing.T) {
	d := newDesk(t)
	s := d.stored(t, "a.pdf")
	broken := errors.New("the worker died")
	d.reader.instead = func() error { return broken }
	for range 3 {
		if err := d.processor.Process(t.Context(), s); !errors.Is(err, broken) {
			t.Fatalf("the broker is to send it again: %v", err)
		}
	}
	if err := d.processor.Process(t.Context(), s); err != nil || d.state(t, s).Processing != file.Error || d.reader.reads != 3 {
		t.Errorf("%v, %s after %d readings", err, d.state(t, s).Processing, d.reader.reads)
	}
	d.reader.instead = nil
	r := admin()
	r.Caller = d.owner
	if _, err := d.ReanalyseFile(t.Context(), commands.ReanalyseFile{Request: r, TemplateID: d.template, DossierID: d.dossier, FileID: s.Key()}); err != nil {
		t.Fatal(err)
	}
	if err := d.processor.Process(t.Context(), s); err != nil || d.state(t, s).Processing != file.Processed {
		t.Errorf("on request: %v, %s", err, d.state(t, s).Processing)
	}
}

func TestTheSameNameIsTheNextVersion(t *testing.T) {
	d := newDesk(t)
	first := d.stored(t, "a.pdf")
	second := d.stored(t, "a.pdf")
	if first != second || d.state(t, first).Version != 2 {
		t.Fatalf("%s, then %s at version %d", first, second, d.state(t, first).Version)
	}
	if other := d.stored(t, "A.pdf"); other == first {
		t.Error("case counts")
	}
	if n := d.blobs.count(); n != d.named(t, first)+1 {
		t.Errorf("%d blobs: the old bytes are to be removed", n)
	}
}

func TestAnUploadSentTwiceIsStoredOnce(t *testing.T) {
	d := newDesk(t)
	r := admin()
	first, err := d.upload(t, r, "a.pdf", "%PDF-1.4 x")
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.upload(t, r, "a.pdf", "%PDF-1.4 x")
	if err != nil || again != first || d.state(t, first).Version != 1 {
		t.Errorf("again: %s, %v, version %d", again, err, d.state(t, first).Version)
	}
	if n := d.blobs.count(); n != d.named(t, first) {
		t.Errorf("%d blobs, %d of them named", n, d.named(t, first))
	}
}

func TestRefusedUploadsLeaveNothing(t *testing.T) {
	d := newDesk(t)
	before := d.blobs.count()
	for name, content := range map[string]string{"a.pdf": "no pdf", "b.pdf": "", "c.txt": "%PDF-1.4", "d.docx": "PK", "e.zip": "PK", "f.tsv": "a,b"} {
		if _, err := d.upload(t, admin(), name, content); domain.KindOf(err) != domain.Unsupported && domain.KindOf(err) != domain.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	cut := domain.Faultf(domain.TooLarge, "The file is too large")
	r := admin()
	r.Caller = d.owner
	_, err := d.UploadFile(t.Context(), commands.UploadFile{Request: r, TemplateID: d.template, DossierID: d.dossier,
		Open: func() (commands.Upload, error) {
			return commands.Upload{Name: "g.pdf", Content: io.MultiReader(strings.NewReader("%PDF-1.4 "), bytes.NewReader(make([]byte, 1<<16)), failing{cut})}, nil
		}})
	if !errors.Is(err, cut) || d.blobs.count() != before {
		t.Errorf("%v, %d blobs more", err, d.blobs.count()-before)
	}
	if _, err := d.upload(t, admin(), "g.pdf", "%PDF-1.4 now"); err != nil {
		t.Errorf("the name is free: %v", err)
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

func TestFileNamesComeFreeInTheTrash(t *testing.T) {
	d := newDesk(t)
	first := d.stored(t, "a.pdf")
	r := admin()
	r.Caller = d.owner
	if _, err := d.DeleteFile(t.Context(), commands.DeleteFile{Request: r, TemplateID: d.template, DossierID: d.dossier, FileID: first.Key()}); err != nil {
		t.Fatal(err)
	}
	if second := d.stored(t, "a.pdf"); second == first {
		t.Error("a file in the trash was replaced")
	}
	if types := d.types(t, first); !slices.Contains(types, "file.soft-deleted") {
		t.Error(types)
	}
}
