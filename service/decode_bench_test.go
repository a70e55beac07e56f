package service_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/settings"
)

// BenchmarkDecode compares the decoding of events with the JSON library alone on the
// same bodies and types: "x-json" is the ratio. Sealed events carry one sealed field,
// which the library alone does not open. Scans read a store from end to end, and
// "decode-us" is what decoding takes of the whole, per event.
func BenchmarkDecode(b *testing.B) {
	for name, more := range map[string][]string{"sqlite": nil, "postgres": {pgtest.DSN(b)}} {
		a := openApp(b, more...)
		fillDossiers(b, a, 20, 250)
		b.Run("plain/"+name, func(b *testing.B) {
			decodeOnly(b, a, map[string]func() any{
				"file.processing-changed": func() any { return new(file.ProcessingChanged) },
				"file.analysed":           func() any { return new(file.Analysed) }})
		})
		b.Run("sealed/"+name, func(b *testing.B) {
			decodeOnly(b, a, map[string]func() any{
				"dossier.created": func() any { return new(dossier.Created) },
				"dossier.updated": func() any { return new(dossier.Updated) },
				"file.uploaded":   func() any { return new(file.Uploaded) }})
		})
		b.Run("scan/"+name, func(b *testing.B) { scan(b, a) })
	}
}

// openApp puts together what is needed to append and read without a service, on SQLite or
// on a PostgreSQL database.
func openApp(b *testing.B, dsn ...string) *service.App {
	dir := b.TempDir()
	key := filepath.Join(dir, "master.key")
	if out, err := servicetest.NewCommand(b.Context(), "master-key", "create", key).CombinedOutput(); err != nil {
		b.Fatalf("master-key create: %v %s, want no error", err, out)
	}
	c := settings.Config{Data: filepath.Join(dir, "data"), MasterKeyFile: key, Workspace: "demo", Workers: 1,
		PDFCache: servicetest.PdfCache(b), UploadLimit: 1 << 20}
	if len(dsn) > 0 {
		c.Postgres = dsn[0]
	}
	a, err := service.OpenTools(b.Context(), c, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	})
	return a
}

// fillDossiers appends, for each dossier, so many events of it and of files in it.
func fillDossiers(b *testing.B, a *service.App, dossiers, events int) {
	b.Helper()
	errs := make(chan error, dossiers)
	slots := make(chan struct{}, 64)
	for range dossiers {
		go func() {
			slots <- struct{}{}
			errs <- fillDossier(b.Context(), a.Log, events)
			<-slots
		}()
	}
	for range dossiers {
		if err := <-errs; err != nil {
			b.Fatal(err)
		}
	}
}

// blank takes any event as it comes: the filler is not held to what decisions allow.
var blank = es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}

func record(ctx context.Context, l *es.Log, stream es.StreamID, events []es.Event) error {
	cmd := es.Command{Meta: es.Meta{Actor: uuid.NewString(), Workspace: "demo", Command: uuid.New(), Correlation: uuid.New()},
		Stream: stream}
	_, err := es.Decide(ctx, l, blank, cmd, func(struct{}) ([]es.Event, error) { return events, nil })
	return err
}

// fileEvents are what happens to a file that is processed once.
const fileEvents = 6

func fillDossier(ctx context.Context, l *es.Log, events int) error {
	id, template := uuid.NewString(), uuid.NewString()
	subject, owner := dossier.SubjectOf("demo", id), uuid.NewString()
	details := dossier.Details{Owner: owner, Members: []string{owner}, Approvers: []string{owner}, ReportTemplates: []string{}}
	text := func(n int) es.Sealed[dossier.Text] {
		return es.Seal(subject, dossier.Text{Name: "Dossier " + id, Description: fmt.Sprintf("as of change %d", n)})
	}
	all := []es.Event{dossier.Created{Details: details, Template: template, Visibility: dossier.Public,
		DownloadFileTypes: []string{"ORIGINAL"}, Text: text(0)}}
	files := events / (2 * fileEvents)
	for n := range events - 1 - files*fileEvents {
		all = append(all, dossier.Updated{Details: details, Text: text(n + 1)})
	}
	if err := record(ctx, l, dossier.StreamOf("demo", id), all); err != nil {
		return err
	}
	for n := range files {
		f := uuid.NewString()
		blob := es.BlobRef{Subject: subject, ID: uuid.New(), Size: 100_000}
		changed := func(from, to file.Processing) file.ProcessingChanged {
			return file.ProcessingChanged{Run: 1, From: from, To: to, Tree: blob, Pages: 3}
		}
		name := es.Seal(subject, file.Name{Filename: fmt.Sprintf("file %d.pdf", n), Digest: fmt.Sprintf("%064x", n)})
		err := record(ctx, l, file.StreamOf("demo", f), []es.Event{
			file.Uploaded{Dossier: id, Template: template, Version: 1, Size: blob.Size, Original: blob, Name: name},
			changed(file.Unprocessed, file.Layout), changed(file.Layout, file.Analyse), changed(file.Analyse, file.Index),
			file.Analysed{Run: 1, Version: 1, First: true, Result: blob, Pages: 3, Size: blob.Size, Entities: 20, Components: 12,
				HasEntities: true, Engine: 1, Rules: 1, Dictionaries: 1, Millis: 700, Findings: es.Seal[*file.Findings](subject, nil)},
			changed(file.Index, file.Processed)})
		if err != nil {
			return err
		}
	}
	return nil
}

func decodeOnly(b *testing.B, a *service.App, types map[string]func() any) {
	var f es.Filter
	for name := range types {
		f.Types = append(f.Types, name)
	}
	var all []es.Envelope
	for e, err := range a.Log.Store.All(b.Context(), 0, f) {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, e)
	}
	rate := func(decode func(e es.Envelope) error) float64 {
		start := time.Now()
		for range 40_000/len(all) + 1 {
			for _, e := range all {
				if err := decode(e); err != nil {
					b.Fatal(err)
				}
			}
		}
		return float64(40_000/len(all)+1) * float64(len(all)) / time.Since(start).Seconds()
	}
	for b.Loop() {
		c := estest.Compare(b,
			func() float64 {
				return rate(func(e es.Envelope) error { _, err := a.Log.Codec.Decode(b.Context(), e); return err })
			},
			func() float64 {
				return rate(func(e es.Envelope) error { return jsonv2.Unmarshal(e.Body, types[e.Type]()) })
			})
		b.ReportMetric(c.Ratio, "x-json")
		b.ReportMetric(1e6/c.Candidate, "us/event")
		b.ReportMetric(1e6/c.Yardstick, "json-us/event")
	}
}

func scan(b *testing.B, a *service.App) {
	rate := func(each func() int) func() float64 {
		return func() float64 {
			start := time.Now()
			n := each()
			return float64(n) / time.Since(start).Seconds()
		}
	}
	check := func(err error) int {
		if err != nil {
			b.Fatal(err)
		}
		return 1
	}
	for b.Loop() {
		c := estest.Compare(b,
			rate(func() (n int) {
				for _, err := range a.Log.All(b.Context(), 0, es.Filter{}) {
					n += check(err)
				}
				return n
			}),
			rate(func() (n int) {
				for _, err := range a.Log.Store.All(b.Context(), 0, es.Filter{}) {
					n += check(err)
				}
				return n
			}))
		b.ReportMetric(1e6/c.Yardstick, "scan-us")
		b.ReportMetric(1e6/c.Candidate-1e6/c.Yardstick, "decode-us")
	}
}
