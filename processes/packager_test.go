package processes_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/processes/report"
)

// drawer draws by writing down what it is asked to draw.
type drawer struct{ fails error }

func (d *drawer) Draw(_ context.Context, pdf []byte, what preview.Drawing) ([]byte, error) {
	return []byte(fmt.Sprintf("%s, %s, %d marks", pdf, what.Title, len(what.Marks))), d.fails
}

// filler fills report templates by looking up each word of them.
type filler struct{ fails error }

func (f *filler) Fill(_ string, content []byte, s report.Scope) ([]byte, error) {
	var out []string
	for name := range strings.FieldsSeq(string(content)) {
		v, ok := s.Value(name)
		if !ok {
			v.Text = "unknown " + name
		}
		out = append(out, v.Text)
	}
	return []byte(strings.Join(out, "|")), f.fails
}

// A packing is a service that makes packages.
type packing struct {
	*service
	packager *processes.Packager
	drawer   *drawer
	filler   *filler
	now      time.Time
}

func newPacking(t testing.TB) *packing {
	t.Helper()
	p := &packing{service: newService(t, template.Settings{}), drawer: &drawer{}, filler: &filler{},
		now: time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)}
	p.packager = &processes.Packager{Log: p.Log, Blobs: p.blobs, Now: func() time.Time { return p.now }, Previews: p.drawer,
		Reports: p.filler, Evidence: bundler{}, Logger: slog.New(slog.DiscardHandler)}
	return p
}

// bundler makes evidence bundles that name what they were asked for.
type bundler struct{ failure error }

func (b bundler) BundlePackage(_ context.Context, workspace string, r download.Requested) ([]byte, error) {
	if b.failure != nil {
		return nil, b.failure
	}
	return fmt.Appendf(nil, "%d files of %s, whole dossier %t", len(r.Files), workspace, r.WholeDossier), nil
}

// finish appends what a run over a file leaves behind: a tree, and what rules found.
func (p *packing) finish(stream es.StreamID, r document.Result) {
	p.t.Helper()
	p.finishWith(stream, r, 0)
}

// finishWith does what finish does, after an analysis in which rules failed.
func (p *packing) finishWith(stream es.StreamID, r document.Result, failedRules int) {
	p.t.Helper()
	tree, err := blob.PutJSON(p.t.Context(), p.blobs, "demo", document.Tree{Text: "text"})
	if err != nil {
		p.t.Fatal(err)
	}
	result, err := blob.PutJSON(p.t.Context(), p.blobs, "demo", r)
	if err != nil {
		p.t.Fatal(err)
	}
	s := p.file(stream)
	p.append(stream, file.ProcessingChanged{Run: s.Run + 1, From: s.Processing, To: file.Layout},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Layout, To: file.Analyse, Tree: tree, Pages: 2},
		file.Analysed{Run: s.Run + 1, Version: s.Version, Result: result, FailedRules: failedRules},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Index, To: file.Processed})
}

// request asks for a package and returns its stream.
func (p *packing) request(r download.Requested) es.StreamID {
	p.t.Helper()
	r.Dossier, r.Template = p.dossier, p.template
	stream := download.StreamOf("demo", uuid.NewString())
	p.append(stream, r)
	return stream
}

// pack makes a package and returns its state.
func (p *packing) pack(stream es.StreamID) download.State {
	p.t.Helper()
	if err := p.packager.Pack(p.t.Context(), stream); err != nil {
		p.t.Fatal(err)
	}
	return load(p.service, download.Decider, stream)
}

// entries returns what stands in a package, as "name: content".
func (p *packing) entries(s download.State) (out []string) {
	p.t.Helper()
	content, err := blob.Read(p.t.Context(), p.blobs, s.Blob)
	if err != nil {
		p.t.Fatalf("%s: %v, want no error", s.Status, err)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, e := range z.File {
		if !e.Modified.Equal(p.now) {
			p.t.Errorf("%s is of %s, want %s", e.Name, e.Modified, p.now)
		}
		in, err := e.Open()
		if err != nil {
			p.t.Fatal(err)
		}
		b, err := io.ReadAll(in)
		if err != nil {
			p.t.Fatal(err)
		}
		out = append(out, e.Name+": "+string(b))
	}
	return out
}

func wantLines(t testing.TB, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAPackageHoldsEvidence(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	r := download.Requested{Files: []string{a.Key()}, FileTypes: []string{download.Evidence}, WholeDossier: true}
	alone := p.pack(p.request(r))
	if got, err := blob.Read(t.Context(), p.blobs, alone.Blob); err != nil || string(got) != "1 files of demo, whole dossier true" {
		t.Errorf("got %s, %v, want the bundle itself", got, err)
	}
	r.FileTypes, r.WholeDossier = []string{template.Original, download.Evidence}, false
	wantLines(t, p.entries(p.pack(p.request(r))), "Evidence/evidence.zip: 1 files of demo, whole dossier false",
		"Original/a.pdf: %PDF-1.7 a.pdf")
	p.packager.Evidence = bundler{domain.Faultf(domain.Unprocessable, "Nobody signs")}
	if s := p.pack(p.request(r)); s.Status != download.Failed {
		t.Errorf("got %s, want FAILED where nobody signs", s.Status)
	}
}

func TestAPackageHoldsOriginalsAndPreviews(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	b, a, failed, trashed := p.uploadPDF("b.pdf"), p.uploadPDF("a.b.pdf"), p.uploadPDF("c.pdf"), p.uploadPDF("d.pdf")
	p.finish(b, document.Result{})
	p.finish(a, document.Result{})
	p.append(a, file.WorkflowChanged{From: file.New, To: file.Approved})
	p.append(trashed, file.SoftDeleted{})
	both := download.Requested{Files: []string{b.Key(), a.Key(), failed.Key(), trashed.Key()},
		FileTypes: []string{template.Original, template.Preview}}
	stream := p.request(both)
	s := p.pack(stream)
	wantLines(t, p.entries(s), "Original/a.b.pdf: %PDF-1.7 a.b.pdf", "Original/b.pdf: %PDF-1.7 b.pdf", "Original/c.pdf: %PDF-1.7 c.pdf",
		"Preview/UNAPPROVED_b.pdf: %PDF-1.7 b.pdf, b.pdf, 0 marks", "Preview/a.b.pdf: %PDF-1.7 a.b.pdf, a.b.pdf, 0 marks",
		"NOT_INCLUDED.txt: PREVIEW of c.pdf: it is still being processed\nORIGINAL of d.pdf: the file was deleted\nPREVIEW of "+
			"d.pdf: the file was deleted\n")
	if s.Status != download.Ready || s.Run != 1 {
		t.Errorf("got %s after %d runs, want READY after 1", s.Status, s.Run)
	}
	blobs := p.blobs.count()
	if again := p.pack(stream); again.Run != 1 || p.blobs.count() != blobs { // the message comes twice
		t.Errorf("a package that is ready was made again: %d runs, want again.Run = 1 and p.blobs.count() = %v", again.Run, blobs)
	}
	both.FileTypes = []string{template.Preview}
	wantLines(t, p.entries(p.pack(p.request(both))), "Preview/UNAPPROVED_b.pdf: %PDF-1.7 b.pdf, b.pdf, 0 marks",
		"Preview/a.b.pdf: %PDF-1.7 a.b.pdf, a.b.pdf, 0 marks",
		"NOT_INCLUDED.txt: PREVIEW of c.pdf: it is still being processed\nPREVIEW of d.pdf: the file was deleted\n")
	both.FileTypes = []string{template.Original}
	if got := p.entries(p.pack(p.request(both))); len(got) != 4 {
		t.Errorf("got %q, want three originals and a note about the fourth", got)
	}
}

// TestAPackageNamesFilesWhoseRulesFailed as long as the analysis counts in which they did; originals
// are complete all the same.
func TestAPackageNamesFilesWhoseRulesFailed(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a, b := p.uploadPDF("a.pdf"), p.uploadPDF("b.pdf")
	p.finishWith(a, document.Result{}, 2)
	p.finish(b, document.Result{})
	r := download.Requested{Files: []string{a.Key(), b.Key()}, FileTypes: []string{template.Preview}}
	previews := []string{"Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 0 marks",
		"Preview/UNAPPROVED_b.pdf: %PDF-1.7 b.pdf, b.pdf, 0 marks"}
	s := p.pack(p.request(r))
	wantLines(t, p.entries(s), append(previews, "NOT_INCLUDED.txt: Values of a.pdf: rules that failed: 2; what they find is missing\n")...)
	r.FileTypes = []string{template.Original}
	wantLines(t, p.entries(p.pack(p.request(r))), "Original/a.pdf: %PDF-1.7 a.pdf", "Original/b.pdf: %PDF-1.7 b.pdf")
	p.finish(a, document.Result{})
	r.FileTypes = []string{template.Preview}
	wantLines(t, p.entries(p.pack(p.request(r))), previews...)
}

// TestAPreviewMarksTheLatestAnalysis and not that of an older version of the file. A
// file that failed has none.
func TestAPreviewMarksTheLatestAnalysis(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	r := download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Original, template.Preview}}
	original := "Original/a.pdf: %PDF-1.7 a.pdf"
	entity := document.Entity{Type: "supplier", State: document.StateApplied, Boxes: []document.PageBox{{Page: 1}, {Page: 2}}}
	p.finish(a, document.Result{Entities: []document.Entity{entity}})
	wantLines(t, p.entries(p.pack(p.request(r))), original, "Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 2 marks")
	s := p.file(a)
	p.append(a, file.Replaced{Version: 2, Original: s.Original,
		Name: es.Seal(file.SubjectOf("demo", p.dossier, a.Key()), file.Name{Filename: "a.pdf"})},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Unprocessed, To: file.Layout},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Layout, To: file.Analyse, Tree: s.Tree, Pages: 2})
	wantLines(t, p.entries(p.pack(p.request(r))), original, "NOT_INCLUDED.txt: PREVIEW of a.pdf: it is still being processed\n")
	p.append(a, file.Failed{Run: s.Run + 1, Service: "analysis"})
	wantLines(t, p.entries(p.pack(p.request(r))), original, "NOT_INCLUDED.txt: PREVIEW of a.pdf: its processing failed\n")
}

// TestAFileThatIsAnalysedOnceMoreIsReady: the analysis before counts until then, but never that of an older version.
func TestAFileThatIsAnalysedOnceMoreIsReady(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	p.reportTemplate("one", "One", true, "file.name component.total")
	entity := document.Entity{Type: "supplier", State: document.StateApplied, Boxes: []document.PageBox{{Page: 1}, {Page: 2}}}
	p.finish(a, document.Result{Entities: []document.Entity{entity}, Components: []document.Component{{Name: "total", Value: "seventeen"}}})
	r := download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}, ReportTemplates: []string{"one"}}
	p.append(a, file.ReanalysisRequested{})
	before := p.entries(p.pack(p.request(r)))
	if !slices.Contains(before, "Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 2 marks") ||
		!strings.Contains(strings.Join(before, "\n"), "seventeen") {
		t.Errorf("analysed once more: got %q, want %q in before and %q in it", before,
			"Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 2 marks", "seventeen")
	}
	s := p.file(a)
	p.append(a, file.Replaced{Version: 2, Manual: true, Original: s.Original,
		Name: es.Seal(file.SubjectOf("demo", p.dossier, a.Key()), file.Name{Filename: "a.pdf"})},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Unprocessed, To: file.Layout},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Layout, To: file.Index, Tree: s.Tree, Pages: 2},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Index, To: file.Processed})
	after := p.entries(p.pack(p.request(r)))
	if !slices.Contains(after, "Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 0 marks") ||
		strings.Contains(strings.Join(after, "\n"), "seventeen") {
		t.Errorf("of another version, which is not analysed: got %q, want %q in after and no %q in it", after,
			"Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 0 marks", "seventeen")
	}
}

// TestAPackageWaitsForFilesInProcessing as long as it is set to, and then names what it leaves
// out. Originals alone need not wait.
func TestAPackageWaitsForFilesInProcessing(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	ready, busy := p.uploadPDF("a.pdf"), p.uploadPDF("b.pdf")
	p.finish(ready, document.Result{})
	both := download.Requested{Files: []string{ready.Key(), busy.Key()}, FileTypes: []string{template.Preview}}
	late, patient := p.request(both), p.request(both)
	asked := p.events(late, "download.requested")[0].Time
	p.packager.Wait, p.now = time.Minute, asked.Add(time.Minute-time.Microsecond)
	if s := p.pack(late); s.Status != download.Queued || s.Run != 0 {
		t.Fatalf("got %s after %d runs, want a package that is QUEUED and has not begun", s.Status, s.Run)
	}
	originals := p.request(download.Requested{Files: both.Files, FileTypes: []string{template.Original}})
	if s := p.pack(originals); s.Status != download.Ready ||
		len(p.events(originals, "download.ready")[0].Event.(download.Made).Omitted) != 0 {
		t.Errorf("a package of originals is %s, want READY with everything", s.Status)
	}
	p.now = asked.Add(time.Minute).Truncate(time.Second)
	if p.now.Before(asked.Add(time.Minute)) {
		p.now = p.now.Add(time.Second)
	}
	wantLines(t, p.entries(p.pack(late)), "Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 0 marks",
		"NOT_INCLUDED.txt: PREVIEW of b.pdf: it is still being processed\n")
	omitted := p.events(late, "download.ready")[0].Event.(download.Made).Omitted
	if want := []download.Omission{{File: busy.Key(), Part: template.Preview, Reason: download.ReasonProcessing}}; !slices.Equal(omitted, want) {
		t.Errorf("omitted %v, want %v", omitted, want)
	}
	p.finish(busy, document.Result{})
	wantLines(t, p.entries(p.pack(patient)), "Preview/UNAPPROVED_a.pdf: %PDF-1.7 a.pdf, a.pdf, 0 marks",
		"Preview/UNAPPROVED_b.pdf: %PDF-1.7 b.pdf, b.pdf, 0 marks")
}

// TestAPackageWithoutEntriesFails with the reasons, also where bytes are missing, and at once.
func TestAPackageWithoutEntriesFails(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	var ids []string
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf"} {
		ids = append(ids, p.uploadPDF(name).Key())
	}
	cause := func(stream es.StreamID) string {
		t.Helper()
		s := p.pack(stream)
		failed := p.events(stream, "download.failed")
		if s.Status != download.Failed || s.Run != 1 || len(failed) != 1 {
			t.Fatalf("got %s after %d runs, want FAILED after one", s.Status, s.Run)
		}
		return failed[0].Event.(download.Broke).Cause.Value
	}
	want := "Nothing can be packed: PREVIEW of a.pdf: it is still being processed; PREVIEW of b.pdf: it is still being processed; " +
		"PREVIEW of c.pdf: it is still being processed; and 1 more"
	if got := cause(p.request(download.Requested{Files: ids, FileTypes: []string{template.Preview}})); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want = strings.TrimSuffix(want, "; and 1 more")
	if got := cause(p.request(download.Requested{Files: ids[:3], FileTypes: []string{template.Preview}})); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	lost := p.file(file.StreamOf("demo", ids[1])).Original
	if err := p.blobs.Remove(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	got := cause(p.request(download.Requested{Files: ids, FileTypes: []string{template.Original}}))
	if want := "The stored bytes behind Original/b.pdf are missing"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNamesInAPackageAreDistinct(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	var ids []string
	for _, name := range []string{"a:b.pdf", "a*b.pdf", "a?b.pdf", "a.pdf", "A.PDF", "A (2).pdf", "CON.pdf"} {
		ids = append(ids, p.uploadPDF(name).Key())
	}
	wantLines(t, p.entries(p.pack(p.request(download.Requested{Files: ids, FileTypes: []string{template.Original}}))),
		"Original/A (2).pdf: %PDF-1.7 A (2).pdf", "Original/A.PDF: %PDF-1.7 A.PDF", "Original/_CON.pdf: %PDF-1.7 CON.pdf",
		"Original/a (3).pdf: %PDF-1.7 a.pdf", "Original/a_b.pdf: %PDF-1.7 a:b.pdf", "Original/a_b (2).pdf: %PDF-1.7 a*b.pdf",
		"Original/a_b (3).pdf: %PDF-1.7 a?b.pdf")
}

// reportTemplate adds a report template with these placeholders.
func (p *packing) reportTemplate(id, name string, multi bool, placeholders string) {
	p.t.Helper()
	ref := p.blobs.put(p.t, "demo", []byte(placeholders))
	p.append(template.StreamOf("demo", p.template), template.ReportTemplateStored{ID: id, Blob: ref,
		Report: es.Seal("demo", template.ReportTemplate{Name: name, FileName: "R.XLSX", Multi: multi})})
}

func TestAPackageHoldsReports(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	due := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	p.append(template.StreamOf("demo", p.template),
		template.DefinitionCreated{Of: template.KindDossierStatus,
			Definition: es.Seal("demo", template.Definition{ID: "open", Name: "Open"})},
		template.DefinitionCreated{Of: template.KindDossierStatus,
			Definition: es.Seal("demo", template.Definition{ID: "closed", Name: "Closed"})},
		template.DefinitionCreated{Of: template.KindDossierAttribute,
			Definition: es.Seal("demo", template.Definition{ID: "centre", Name: "Centre", Type: "TEXT"})},
		template.DefinitionCreated{Of: template.KindFileAttribute,
			Definition: es.Seal("demo", template.Definition{ID: "number", Name: "Number", Type: "TEXT"})})
	p.reportTemplate("one", "One", true, "dossier.name dossier.description dossier.owner dossier.template dossier.status "+
		"dossier.dueDate dossier.attribute.Centre user.name file.name date.yyyy-MM-dd time")
	p.reportTemplate("each", "Each", false, "file.name file.pages file.status file.attribute.Number component.total")
	p.reportTemplate("other", "Other", true, "user.name")
	person := func(id string, who user.Person) {
		p.append(user.StreamOf("demo", id), user.Created{Person: es.Seal(user.SubjectOf("demo", id), who), Roles: []string{user.RoleUser}})
	}
	person(p.owner.ID, user.Person{Username: "olga"})
	person(p.member.ID, user.Person{Username: "mira", FirstName: "Mira", LastName: "Berg"})
	subject := dossier.SubjectOf("demo", p.dossier)
	p.append(dossier.StreamOf("demo", p.dossier), dossier.Updated{
		Details: dossier.Details{Owner: p.owner.ID, Members: []string{p.owner.ID}, Status: "open", DueDate: &due},
		Text:    es.Seal(subject, dossier.Text{Name: "Claims/1", Description: "of spring"})},
		dossier.AttributesSet{Values: es.Seal(subject, []attribute.Value{{ID: "centre", Value: "47"}})})
	b, a, waiting := p.uploadPDF("b.pdf"), p.uploadPDF("a.pdf"), p.uploadPDF("c.pdf")
	p.finish(b, document.Result{Components: []document.Component{{Name: "total", Value: "7"}}})
	p.finish(a, document.Result{Components: []document.Component{{Name: "total", Value: "1"}}})
	p.append(a, file.WorkflowChanged{From: file.New, To: file.Approved},
		file.ComponentOverridden{Override: es.Seal(file.SubjectOf("demo", p.dossier, a.Key()),
			file.Override{Name: "total", Values: []file.Value{{Value: "2"}}})},
		file.AttributesSet{Values: es.Seal(file.SubjectOf("demo", p.dossier, a.Key()), []attribute.Value{{ID: "number", Value: "11"}})})
	r := download.Requested{User: p.member.ID, Files: []string{b.Key(), a.Key(), waiting.Key()}, ReportTemplates: []string{"one", "each"}}
	waits := "it is still being processed\n"
	wantLines(t, p.entries(p.pack(p.request(r))),
		"Reports/Each/UNAPPROVED_b_Each.xlsx: b.pdf|2|NEW||7",
		"Reports/Each/a_Each.xlsx: a.pdf|2|APPROVED|11|2",
		"Reports/One/Claims_1_One.xlsx: Claims/1|of spring|olga|Invoices|Open|2026-04-01|47|Mira Berg|a.pdf\nb.pdf|2026-03-01|08:30",
		"NOT_INCLUDED.txt: REPORT of c.pdf: "+waits)
}

func TestAPackageThatCannotBeMadeFails(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	p.finish(a, document.Result{})
	p.reportTemplate("one", "One", true, "user.name")
	blobs := p.blobs.count()
	broken := errors.New("the worker died")
	p.drawer.fails = broken
	stream := p.request(download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}})
	for range download.MaxRuns {
		if err := p.packager.Pack(t.Context(), stream); !errors.Is(err, broken) {
			t.Fatalf("got %v, want %v: the broker is to send it again", err, broken)
		}
	}
	if s := p.pack(stream); s.Status != download.Failed || s.Run != download.MaxRuns {
		t.Errorf("got %s after %d runs, want FAILED after %d", s.Status, s.Run, download.MaxRuns)
	}
	p.filler.fails = domain.Faultf(domain.Unprocessable, "The report template One cannot be filled")
	stream = p.request(download.Requested{Files: []string{a.Key()}, ReportTemplates: []string{"one"}})
	s := p.pack(stream)
	failed := p.events(stream, "download.failed")
	if s.Status != download.Failed || len(failed) != 1 ||
		failed[0].Event.(download.Broke).Cause.Value != "The report template One cannot be filled" {
		t.Errorf("got %s with %v, want FAILED with the sentence of the report", s.Status, failed)
	}
	if n := p.blobs.count(); n != blobs {
		t.Errorf("got %d blobs, want %d", n, blobs)
	}
}

// TestAnOutageIsOneTryOfAPackage has what a package needs be away for more tries than a package
// has: all belong to one run, which ends with the package.
func TestAnOutageIsOneTryOfAPackage(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	p.finish(a, document.Result{})
	away := errors.New("the disk is away")
	p.packager.Away = func(err error) bool { return errors.Is(err, away) }
	p.drawer.fails = away
	stream := p.request(download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}})
	for range 5 * download.MaxRuns {
		if err := p.packager.Pack(t.Context(), stream); !errors.Is(err, away) {
			t.Fatalf("got %v, want %v", err, away)
		}
	}
	p.drawer.fails = nil
	if s := p.pack(stream); s.Status != download.Ready || s.Run != 1 {
		t.Errorf("got %s in run %d, want READY in the first", s.Status, s.Run)
	}
	if began := p.events(stream, "download.generating"); len(began) != 1 {
		t.Errorf("got %d runs, want one", len(began))
	}
}

// TestAPackageOutlivesItsProcess wants none of the runs that ended with a process to be a try of the package, whether that
// was killed or stopped; but not for ever, as the package may be what kills it.
func TestAPackageOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		deaths int
		want   download.Status
	}{{2 * download.MaxRuns, download.Ready}, {download.MaxDeaths + 1, download.Failed}} {
		p := newPacking(t)
		a := p.uploadPDF("a.pdf")
		p.finish(a, document.Result{})
		stream := p.request(download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}})
		for i := range c.deaths {
			dying := &processes.Packager{Log: p.Log, Blobs: p.blobs, Now: p.packager.Now, Previews: p.drawer, Reports: p.filler,
				Evidence: bundler{}, Logger: slog.New(slog.DiscardHandler)}
			dying.Log = &es.Log{Store: &mortalStore{Store: p.Log.Store, left: 2}, Codec: p.Log.Codec}
			if err := dying.Pack(t.Context(), stream); !errors.Is(err, errDead) {
				t.Fatalf("death %d: got %v, want that the process is dead", i+1, err)
			}
		}
		if s := p.pack(stream); s.Status != c.want {
			t.Errorf("after %d deaths: got %s in run %d, want %s", c.deaths, s.Status, s.Run, c.want)
		}
		for _, e := range p.events(stream, "download.failed") {
			if got, want := e.Event.(download.Broke).Cause.Value, "The service ended each time while it made the package"; got != want {
				t.Errorf("got the cause %q, want %q", got, want)
			}
		}
	}
}

// TestAPackageThatIsDeletedMeanwhileLeavesNothing wants its making to end quietly.
func TestAPackageThatIsDeletedMeanwhileLeavesNothing(t *testing.T) {
	t.Parallel()
	p := newPacking(t)
	a := p.uploadPDF("a.pdf")
	p.finish(a, document.Result{})
	blobs := p.blobs.count()
	stream := p.request(download.Requested{Files: []string{a.Key()}, FileTypes: []string{template.Preview}})
	p.packager.Previews = drawing(func() { p.append(stream, download.Deleted{}) })
	p.pack(stream)
	p.pack(stream)
	if n, s := p.blobs.count(), load(p.service, download.Decider, stream); n != blobs || !s.Gone || s.Status == download.Ready {
		t.Errorf("got %d blobs and %+v, want %d and none", n, s, blobs)
	}
}

// drawing does something when a preview is drawn.
type drawing func()

func (d drawing) Draw(_ context.Context, pdf []byte, _ preview.Drawing) ([]byte, error) {
	d()
	return pdf, nil
}
