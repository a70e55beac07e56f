package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
)

// fillDossier writes files that were processed once into the log, as fast as it takes them; later events follow those of each.
func (s *site) fillDossier(t *testing.T, files int, later ...es.Event) {
	t.Helper()
	id := s.dossier[strings.LastIndex(s.dossier, "/")+1:]
	template := strings.TrimPrefix(s.template, "/api/dossier-templates/")
	subject := dossier.SubjectOf("demo", id) // one key for all of them
	writers, ctx := errgroup.WithContext(t.Context())
	writers.SetLimit(64)
	for n := range files {
		writers.Go(func() error {
			stream := file.StreamOf("demo", uuid.NewString())
			cmd := es.Command{Meta: es.Meta{Actor: uuid.NewString(), Workspace: "demo", Command: uuid.New(),
				Correlation: uuid.New()}, Stream: stream}
			_, err := es.Decide(ctx, s.App.Log, file.Decider, cmd, func(file.State) ([]es.Event, error) {
				return append(processedOnce(subject, id, template, fmt.Sprintf("file-%05d.pdf", n)), later...), nil
			})
			return err
		})
	}
	if err := writers.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := s.App.Await(t.Context(), s.Head()); err != nil {
		t.Fatal(err)
	}
}

// processedOnce returns what happens to a file until it was processed.
func processedOnce(subject es.Subject, dossierID, template, name string) []es.Event {
	blob := es.BlobRef{Subject: subject, ID: uuid.New(), Size: 100_000}
	changed := func(from, to file.Processing) file.ProcessingChanged {
		return file.ProcessingChanged{Run: 1, From: from, To: to, Tree: blob, Pages: 3}
	}
	return []es.Event{
		file.Uploaded{Hold: naming.Hold{Key: strings.ReplaceAll(uuid.NewString(), "-", "")}, Dossier: dossierID,
			Template: template, Version: 1, Size: blob.Size, Original: blob,
			Name: es.Seal(subject, file.Name{Filename: name, Digest: fmt.Sprintf("%064s", name)})},
		changed(file.Unprocessed, file.Layout), changed(file.Layout, file.Analyse), changed(file.Analyse, file.Index),
		file.Analysed{Run: 1, Version: 1, First: true, Result: blob, Pages: 3, Size: blob.Size, Entities: 20, Components: 12,
			HasEntities: true, Engine: 1, Rules: 1, Dictionaries: 1, Millis: 700, Findings: es.Seal[*file.Findings](subject, nil)},
		changed(file.Index, file.Processed)}
}
