package processes

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/template"
)

// A Previewer draws marks over the pages of a PDF, as annotations.
type Previewer interface {
	// Draw returns a copy of a PDF with its marks; equal calls give equal bytes.
	Draw(ctx context.Context, pdf []byte, d preview.Drawing) ([]byte, error)
}

// An EvidenceBundler makes evidence bundles for packages.
type EvidenceBundler interface {
	// BundlePackage returns a bundle of all that happened to the files of a package, or to its whole dossier, for the
	// account that asked for the package. A fault of kind Unprocessable tells that nobody signs for it.
	BundlePackage(ctx context.Context, workspace string, r download.Requested) ([]byte, error)
}

// A Packager makes download packages. It is a process manager: a package shows
// the state at the moment its making began.
type Packager struct {
	Log      *es.Log
	Blobs    es.Blobs
	Now      func() time.Time
	Previews Previewer
	Reports  ReportFiller
	Logger   *slog.Logger
	Evidence EvidenceBundler
	// Wait is how long after its request a package waits for files that are being
	// processed; what is not ready then is left out and named.
	Wait time.Duration
	// Away reports whether a failure means that a database or a disk could not be used: the
	// next try goes on with the same run then. nil: none does.
	Away func(error) bool

	interrupted sync.Map // by stream: the packageRun that an outage interrupted
	failed      sync.Map // by stream: the number of the run that failed in this process, and may be made again
}

// A packageRun is a run of a package, by its number and the position at which it began.
type packageRun struct {
	run int
	at  es.Position
}

// Pack makes a package unless there is nothing left to do on it, or files of it are being
// processed that it waits for: it is woken when they are done, and found by the sweep.
func (p *Packager) Pack(ctx context.Context, stream es.StreamID) error {
	if waits, err := p.mustWait(ctx, stream); waits || err != nil {
		return err
	}
	_, ws, id := stream.Parts()
	subject := download.SubjectOf(ws, id)
	s, at, err := p.beginRun(ctx, stream, subject)
	if err != nil || s.Gone || s.Status != download.Generating {
		return ignoreGone(err)
	}
	c, err := p.listContents(ctx, ws, s)
	if err == nil {
		var ref es.BlobRef
		if ref, err = p.storeZip(ctx, subject, c); err == nil {
			_, err = es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, at), download.FinishRun(s.Run, ref, c.omitted))
			return ignoreGone(removeUnnamed(ctx, p.Blobs, ref, err))
		}
	}
	if sentence, final := permanentFailure(err); final {
		p.Logger.Warn("package failed", "download", id, "cause", sentence)
		_, err = es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, at),
			download.FailRun(subject, s.Run, sentence, c.omitted))
	}
	switch {
	case err == nil || ctx.Err() != nil:
	case p.Away != nil && p.Away(err):
		p.interrupted.Store(stream, packageRun{s.Run, at})
	default:
		p.failed.Store(stream, s.Run)
	}
	return ignoreGone(err)
}

// beginRun begins a run, or goes on with the one that an outage interrupted in this process, which
// counts as one try. It returns the state of the package, and the position at which the run began.
func (p *Packager) beginRun(ctx context.Context, stream es.StreamID, subject es.Subject) (s download.State, at es.Position, err error) {
	if was, ok := p.interrupted.LoadAndDelete(stream); ok {
		r := was.(packageRun)
		if s, _, err = es.Load(ctx, p.Log, download.Decider, stream); err != nil {
			p.interrupted.Store(stream, r)
			return s, 0, err
		}
		if s.Status == download.Generating && s.Run == r.run {
			return s, r.at, nil
		}
	}
	head, err := p.Log.Store.Head(ctx)
	if err != nil {
		return s, 0, err
	}
	began, err := es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, 0), p.nextRun(stream, subject, head))
	if err != nil {
		return s, 0, err
	}
	s, _, err = es.Load(ctx, p.Log, download.Decider, stream)
	return s, began.Position, err
}

// nextRun returns the decision that begins the next run. A run before it that did not fail here ended with its process,
// by a stop or a death: no worker holds its lease.
func (p *Packager) nextRun(stream es.StreamID, subject es.Subject, at es.Position) es.Decision[download.State] {
	failed, known := p.failed.LoadAndDelete(stream)
	return func(s download.State) ([]es.Event, error) {
		if known && failed == s.Run {
			return download.BeginRun(subject, at)(s)
		}
		return download.BeginRunAfterDeath(subject, at)(s)
	}
}

// ignoreGone returns nil for an error which means that the object of the work is gone.
func ignoreGone(err error) error {
	if isNotFound(err) || errors.Is(err, es.ErrErased) {
		return nil
	}
	return err
}

// mustWait reports whether a package that nobody has begun waits for files that are being
// processed. One of originals alone never does.
func (p *Packager) mustWait(ctx context.Context, stream es.StreamID) (bool, error) {
	var s download.State
	var asked time.Time
	for e, err := range p.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return false, ignoreGone(err)
		}
		if _, first := e.Event.(download.Requested); first {
			asked = e.Time
		}
		s = download.Decider.Evolve(s, e.Event)
	}
	if s.Status == "" && !s.Gone {
		return false, fmt.Errorf("%w: %s", es.ErrNoStream, stream)
	}
	made := slices.Contains(s.FileTypes, template.Preview) || len(s.ReportTemplates) > 0
	if s.Gone || s.Status != download.Queued || !made || p.Wait <= 0 || !p.Now().Before(asked.Add(p.Wait)) {
		return false, nil
	}
	_, ws, _ := stream.Parts()
	for _, id := range s.Files {
		f, _, err := es.Load(ctx, p.Log, file.Decider, file.StreamOf(ws, id))
		if err != nil {
			return false, ignoreGone(err)
		}
		if f.Phase == file.Active && f.Processing.IsBusy() {
			return true, nil
		}
	}
	return false, nil
}

// storeZip streams the package into a blob; one of evidence alone is the bundle itself. A package without entries is
// refused.
func (p *Packager) storeZip(ctx context.Context, subject es.Subject, c contents) (es.BlobRef, error) {
	if len(c.entries) == 0 {
		return es.BlobRef{}, c.refuseEmpty()
	}
	entries := c.entries
	if len(c.notes) > 0 {
		entries = append(entries, entry{"NOT_INCLUDED.txt", func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(c.notes, "\n")+"\n")
			return err
		}})
	}
	write := func(w io.Writer) error { return writeZip(w, entries, p.Now().UTC()) }
	if len(entries) == 1 && entries[0].name == evidenceEntry {
		write = entries[0].write
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	ref, _, err := p.Blobs.Put(ctx, subject, r)
	r.CloseWithError(err) // ends the writer when Put gave up
	return ref, err
}

// contents holds what goes into a package, and what was asked for and does not.
type contents struct {
	entries []entry
	omitted []download.Omission
	notes   []string // a line for each that is omitted, and for each file with values that are missing
}

// An entry is one file of a package; write is called when its turn comes.
type entry struct {
	name  string
	write func(io.Writer) error
}

// omit notes that a part of a file is left out.
func (c *contents) omit(id, name, part string, reason download.Reason) {
	c.omitted = append(c.omitted, download.Omission{File: id, Part: part, Reason: reason})
	c.notes = append(c.notes, part+" of "+name+": "+reason.Sentence())
}

// refuseEmpty returns the failure of a package with nothing in it.
func (c *contents) refuseEmpty() error {
	const told = 3
	sentence := "Nothing can be packed"
	if len(c.notes) > 0 {
		sentence += ": " + strings.Join(c.notes[:min(told, len(c.notes))], "; ")
	}
	if more := len(c.notes) - told; more > 0 {
		sentence += fmt.Sprintf("; and %d more", more)
	}
	return domain.Faultf(domain.Unprocessable, "%s", sentence)
}

// listContents lists what goes into a package, by path.
func (p *Packager) listContents(ctx context.Context, ws string, s download.State) (c contents, err error) {
	t, _, err := es.Load(ctx, p.Log, template.Decider, template.StreamOf(ws, s.Template))
	if err != nil {
		return c, err
	}
	for _, id := range s.Files {
		f, _, err := es.Load(ctx, p.Log, file.Decider, file.StreamOf(ws, id))
		if err != nil {
			return c, err
		}
		p.addFile(ctx, &c, id, f, t, s)
	}
	reports, err := p.listReports(ctx, ws, s)
	if err != nil {
		return c, err
	}
	c.entries = append(c.entries, reports...)
	if slices.Contains(s.FileTypes, download.Evidence) {
		c.entries = append(c.entries, entry{evidenceEntry, func(w io.Writer) error { return p.writeEvidence(ctx, ws, s, w) }})
	}
	slices.SortStableFunc(c.entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	c.entries = numberDuplicates(c.entries)
	return c, nil
}

// evidenceEntry is the name of an evidence bundle in a package that has more.
const evidenceEntry = "Evidence/evidence.zip"

// writeEvidence writes the evidence bundle of a package.
func (p *Packager) writeEvidence(ctx context.Context, ws string, s download.State, w io.Writer) error {
	content, err := p.Evidence.BundlePackage(ctx, ws, s.Requested)
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}

// addFile adds the original and the preview of a file, as far as they were asked for, and
// notes what is left out; for the reports too, which list processed files alone.
func (p *Packager) addFile(ctx context.Context, c *contents, id string, f file.State, t template.State, s download.State) {
	reason := reasonToOmit(f)
	if slices.Contains(s.FileTypes, template.Original) {
		if reason == download.ReasonDeleted {
			c.omit(id, f.Filename, template.Original, reason)
		} else {
			c.entries = append(c.entries, entry{"Original/" + download.SafeName(f.Filename),
				func(w io.Writer) error { return p.writeOriginal(ctx, f, w) }})
		}
	}
	if slices.Contains(s.FileTypes, template.Preview) {
		if reason != "" {
			c.omit(id, f.Filename, template.Preview, reason)
		} else {
			c.entries = append(c.entries, entry{"Preview/" + previewName(f),
				func(w io.Writer) error { return p.writePreview(ctx, f, t, s.Color, w) }})
		}
	}
	if len(s.ReportTemplates) > 0 && reason != "" {
		c.omit(id, f.Filename, download.OmittedReport, reason)
	}
	if made := slices.Contains(s.FileTypes, template.Preview) || len(s.ReportTemplates) > 0; made && reason == "" {
		c.noteFailedRules(f)
		c.noteFindings(f)
	}
}

// noteFindings notes what was left out of a file, changed or is in doubt so that its values may be wrong.
func (c *contents) noteFindings(f file.State) {
	if f.Findings == nil {
		return
	}
	for _, found := range f.Findings.Reading {
		if found.Values {
			c.notes = append(c.notes, fmt.Sprintf("Values of %s may be wrong: %s", f.Filename, found.Sentence()))
		}
	}
}

// noteFailedRules notes that values of a file are missing, because rules of its analysis failed.
func (c *contents) noteFailedRules(f file.State) {
	if f.FailedRules > 0 && f.Analysed == f.Version {
		c.notes = append(c.notes, fmt.Sprintf("Values of %s: rules that failed: %d; what they find is missing", f.Filename, f.FailedRules))
	}
}

// reasonToOmit returns why previews and reports leave a file out, "" for a file that is ready.
// One that is analysed once more is ready: the analysis before counts until then.
func reasonToOmit(f file.State) download.Reason {
	switch {
	case f.Phase != file.Active:
		return download.ReasonDeleted
	case f.Processing == file.Error:
		return download.ReasonFailed
	case f.Tree.ID == uuid.Nil, f.Processing.IsBusy() && f.Analysed != f.Version:
		return download.ReasonProcessing
	}
	return ""
}

func previewName(f file.State) string { return stemOf(f) + ".pdf" }

// stemOf returns the base name of a file, without extension, for the entries made from
// it.
func stemOf(f file.State) string {
	stem := download.SafeName(strings.TrimSuffix(f.Filename, path.Ext(f.Filename)))
	if f.Workflow != file.Approved {
		stem = "UNAPPROVED_" + stem
	}
	return stem
}

// numberDuplicates numbers repeated names: "a.pdf", "a (2).pdf". Names are the same when a file
// system may take them for the same: those of Windows and macOS ignore case, and the latter also
// how an accent is written.
func numberDuplicates(entries []entry) []entry {
	taken := map[string]bool{}
	for i, e := range entries {
		ext := path.Ext(e.name)
		for n := 2; taken[foldName(entries[i].name)]; n++ {
			entries[i].name = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(e.name, ext), n, ext)
		}
		taken[foldName(entries[i].name)] = true
	}
	return entries
}

// foldName returns what names have in common that differ in case or normal form alone.
func foldName(name string) string { return strings.ToLower(strings.ToUpper(norm.NFC.String(name))) }

func (p *Packager) writeOriginal(ctx context.Context, f file.State, w io.Writer) error {
	in, err := p.Blobs.Open(ctx, f.Original)
	if err != nil {
		return blob.AsNotFound(err)
	}
	defer in.Close()
	_, err = io.Copy(w, in)
	return err
}

// writePreview draws the applied entities of the latest analysis, and the places where people
// found values, over the pages.
func (p *Packager) writePreview(ctx context.Context, f file.State, t template.State, color string, w io.Writer) error {
	pdf, err := blob.Read(ctx, p.Blobs, f.ShownPDF())
	if err != nil {
		return err
	}
	d := preview.NewDrawing(t.Settings, f.Filename)
	if f.Result.ID != uuid.Nil && f.Analysed == f.Version {
		var tree document.Tree
		var result document.Result
		if err := errors.Join(blob.GetJSON(ctx, p.Blobs, f.Tree, &tree), blob.GetJSON(ctx, p.Blobs, f.Result, &result)); err != nil {
			return err
		}
		d.Marks = append(preview.MarksOf(result, &tree, t.Entities, color), preview.OverrideMarks(f.Overrides, &tree, color)...)
	}
	marked, err := p.Previews.Draw(ctx, pdf, d)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, bytes.NewReader(marked))
	return err
}

// packError returns the failure of an entry. Stored bytes that are missing do not come back
// by trying again.
func packError(name string, err error) error {
	if errors.Is(err, es.ErrNoBlob) {
		return domain.Faultf(domain.Unprocessable, "The stored bytes behind %s are missing", name)
	}
	return fmt.Errorf("pack %s: %w", name, err)
}

// writeZip writes entries in order. PDFs are compressed already.
func writeZip(w io.Writer, entries []entry, at time.Time) error {
	z := zip.NewWriter(w)
	for _, e := range entries {
		out, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store, Modified: at})
		if err != nil {
			return err
		}
		if err := e.write(out); err != nil {
			return packError(e.name, err)
		}
	}
	return z.Close()
}
