package service_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// What an installation of the growth benchmark holds: each dossier has so many files
// and events of its own, each file so many events.
const (
	homeFiles  = 100
	homeEvents = 100
	bodyEvents = 9 // those of one run, and overrides

	homeComponents = 12 // that the run found
)

// A home is a dossier of an installation, by number; all that is in it follows from
// that, so nothing of it has to be remembered.
type home int

// id is the identifier of the home itself, or of its files from 1 on.
func (h home) id(n int) string {
	var b [16]byte
	binary.BigEndian.PutUint32(b[:], uint32(h)*2654435761+uint32(n)*40503) // as scattered as random ones
	binary.BigEndian.PutUint32(b[8:], uint32(h))
	binary.BigEndian.PutUint32(b[12:], uint32(n))
	b[6], b[8] = 0x40, 0x80|b[8]&0x3f
	return uuid.UUID(b).String()
}

func (h home) path(template string) string { return path.Join(template, "dossiers", h.id(0)) }

func (h home) file(template string, n int) string {
	return path.Join(h.path(template), "files", h.id(n))
}

func (h home) stream(n int) es.StreamID { return file.StreamOf("demo", h.id(n)) }

// A filler writes homes into a log.
type filler struct {
	log      *es.Log
	template string
	owner    string
	lists    bool // there are entries of each list
	shared   bool // what files hold is sealed under the key of their home, which saves making a key for each
}

// fill appends what happens to so many homes.
func (f filler) fill(b *testing.B, homes int) {
	b.Helper()
	g, ctx := errgroup.WithContext(b.Context())
	g.SetLimit(64)
	for h := range homes {
		g.Go(func() error { return f.home(ctx, home(h)) })
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
}

func (f filler) home(ctx context.Context, h home) error {
	id := h.id(0)
	subject := dossier.SubjectOf("demo", id)
	details := dossier.Details{Owner: f.owner, Members: []string{f.owner}, Approvers: []string{f.owner}, ReportTemplates: []string{}}
	text := func(n int) es.Sealed[dossier.Text] {
		return es.Seal(subject, dossier.Text{Name: fmt.Sprintf("Home %d", h), Description: fmt.Sprintf("as of change %d", n)})
	}
	all := []es.Event{dossier.Created{Details: details, Template: f.template, Visibility: dossier.Public,
		DownloadFileTypes: []string{"ORIGINAL"}, Text: text(0)}}
	for n := range homeEvents - 1 {
		all = append(all, dossier.Updated{Details: details, Text: text(n + 1)})
	}
	if err := record(ctx, f.log, dossier.StreamOf("demo", id), all); err != nil {
		return err
	}
	if f.lists {
		return f.listed(ctx, h)
	}
	for n := range homeFiles {
		if err := record(ctx, f.log, h.stream(n+1), f.events(h, n+1)); err != nil {
			return err
		}
	}
	return nil
}

// events are those of a file that was processed once, and then corrected.
func (f filler) events(h home, n int) []es.Event {
	subject := file.SubjectOf("demo", h.id(0), h.id(n))
	if f.shared {
		subject = dossier.SubjectOf("demo", h.id(0))
	}
	blob := es.BlobRef{Subject: subject, ID: uuid.New(), Size: 100_000}
	changed := func(from, to file.Processing) file.ProcessingChanged {
		return file.ProcessingChanged{Run: 1, From: from, To: to, Tree: blob, Pages: 3}
	}
	override := func(name string) file.ComponentOverridden {
		return file.ComponentOverridden{Override: es.Seal(subject, file.Override{Name: name, Values: []file.Value{{Value: fmt.Sprint(n)}}})}
	}
	findings := &file.Findings{Names: []string{"Total", "Invoice_Number", "Supplier"}}
	for len(findings.Names) < homeComponents {
		findings.Names = append(findings.Names, fmt.Sprintf("Component_%d", len(findings.Names)))
	}
	name := es.Seal(subject, file.Name{Filename: fmt.Sprintf("file %d.pdf", n), Digest: fmt.Sprintf("%064x", n)})
	return []es.Event{
		file.Uploaded{Dossier: h.id(0), Template: f.template, Version: 1, Size: blob.Size, Original: blob, Name: name},
		changed(file.Unprocessed, file.Layout), changed(file.Layout, file.Analyse), changed(file.Analyse, file.Index),
		file.Analysed{Run: 1, Version: 1, First: true, Result: blob, Pages: 3, Size: blob.Size, Entities: 20,
			Components: homeComponents, HasEntities: true, Engine: 1, Rules: 1, Dictionaries: 1, Millis: 700,
			Findings: es.Seal(subject, findings)},
		changed(file.Index, file.Processed), override("Total"), override("Invoice_Number"), override("Supplier")}
}
