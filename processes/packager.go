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
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
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

// A Packager makes download packages. It is a process manager: a package shows
// the state at the moment its making began.
type Packager struct {
	Log      *es.Log
	Blobs    es.Blobs
	Now      func() time.Time
	Previews Previewer
	Reports  ReportFiller
	Logger   *slog.Logger
}

// Pack makes a package unless there is nothing left to do on it.
func (p *Packager) Pack(ctx context.Context, stream es.StreamID) error {
	_, ws, id := stream.Parts()
	subject := download.SubjectOf(ws, id)
	head, err := p.Log.Store.Head(ctx)
	if err != nil {
		return err
	}
	at, err := es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, 0), download.BeginRun(subject, head))
	if err != nil {
		return ignoreGone(err)
	}
	s, _, err := es.Load(ctx, p.Log, download.Decider, stream)
	if err != nil || s.Gone || s.Status != download.Generating {
		return err
	}
	ref, err := p.storeZip(ctx, ws, subject, s)
	if err == nil {
		_, err = es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, at.Position), download.FinishRun(s.Run, ref))
		return ignoreGone(removeUnnamed(ctx, p.Blobs, ref, err))
	}
	if sentence, final := permanentFailure(err); final {
		p.Logger.Warn("package failed", "download", id, "cause", sentence)
		_, err = es.Decide(ctx, p.Log, download.Decider, systemCommand(stream, at.Position), download.FailRun(subject, s.Run, sentence))
	}
	return ignoreGone(err)
}

// ignoreGone returns nil for an error which means that the object of the work is gone.
func ignoreGone(err error) error {
	if isNotFound(err) || errors.Is(err, es.ErrErased) {
		return nil
	}
	return err
}

// storeZip streams the package into a blob.
func (p *Packager) storeZip(ctx context.Context, ws string, subject es.Subject, s download.State) (es.BlobRef, error) {
	entries, err := p.listEntries(ctx, ws, s)
	if err != nil {
		return es.BlobRef{}, err
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(writeZip(w, entries, p.Now().UTC())) }()
	ref, _, err := p.Blobs.Put(ctx, subject, r)
	r.CloseWithError(err) // ends the writer when Put gave up
	return ref, err
}

// An entry is one file of a package; write is called when its turn comes.
type entry struct {
	name  string
	write func(io.Writer) error
}

// listEntries lists what goes into a package, by path. Files that are gone by now are
// left out.
func (p *Packager) listEntries(ctx context.Context, ws string, s download.State) ([]entry, error) {
	var out []entry
	t, _, err := es.Load(ctx, p.Log, template.Decider, template.StreamOf(ws, s.Template))
	if err != nil {
		return nil, err
	}
	for _, id := range s.Files {
		f, _, err := es.Load(ctx, p.Log, file.Decider, file.StreamOf(ws, id))
		if err != nil {
			return nil, err
		}
		if f.Phase != file.Active {
			continue
		}
		if slices.Contains(s.FileTypes, template.Original) {
			out = append(out, entry{"Original/" + download.SafeName(f.Filename), func(w io.Writer) error { return p.writeOriginal(ctx, f, w) }})
		}
		if slices.Contains(s.FileTypes, template.Preview) && f.Tree.ID != uuid.Nil && f.Processing != file.Error {
			out = append(out, entry{"Preview/" + previewName(f), func(w io.Writer) error { return p.writePreview(ctx, f, t, s.Color, w) }})
		}
	}
	reports, err := p.listReports(ctx, ws, s)
	if err != nil {
		return nil, err
	}
	out = append(out, reports...)
	slices.SortStableFunc(out, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return numberDuplicates(out), nil
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

// numberDuplicates numbers repeated names: "a.pdf", "a (2).pdf".
func numberDuplicates(entries []entry) []entry {
	seen := map[string]int{}
	for i, e := range entries {
		seen[e.name]++
		if n := seen[e.name]; n > 1 {
			ext := path.Ext(e.name)
			entries[i].name = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(e.name, ext), n, ext)
		}
	}
	return entries
}

func (p *Packager) writeOriginal(ctx context.Context, f file.State, w io.Writer) error {
	in, err := p.Blobs.Open(ctx, f.Original)
	if err != nil {
		return blob.AsNotFound(err)
	}
	defer in.Close()
	_, err = io.Copy(w, in)
	return err
}

// writePreview draws the applied entities of the latest analysis over the pages.
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
		d.Marks = preview.MarksOf(result, &tree, t.Entities, color)
	}
	marked, err := p.Previews.Draw(ctx, pdf, d)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, bytes.NewReader(marked))
	return err
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
			return fmt.Errorf("pack %s: %w", e.name, err)
		}
	}
	return z.Close()
}
