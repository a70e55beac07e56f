package service_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestLargeLog starts on a log of many events (10^6 in full length), and rebuilds
// views beside a reader and a writer.
func TestLargeLog(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		known := c.NewDossier("known")
		s.Stop()
		events := 5_000
		if os.Getenv("DOCKET_TEST_FULL") != "" {
			events = 1_000_000
		}
		a := servicetest.OpenTools(t, s)
		began := time.Now()
		fillLog(t, a, path.Base(path.Dir(path.Dir(known))), events)
		t.Logf("%d events in %s", events, time.Since(began))
		began = time.Now()
		if err := servicetest.CatchUp(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		t.Logf("all views caught up in %s", time.Since(began))
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		began = time.Now()
		s.Start()
		t.Logf("started in %s with %.0f MiB", time.Since(began), s.Metric("process_resident_memory_bytes")/(1<<20))

		c = s.SignIn("mira", "Str0ng-enough")
		file := known + "/files/" + c.Upload(known, "first.pdf", servicetest.SamplePDF(t))
		c.AwaitDone(file)
		want := string(c.Want(200, "GET", file, nil).Body)
		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		var reads atomic.Int64
		busy.Go(func() { servicetest.PollFile(ctx, c, file, want, &reads) })
		busy.Go(func() {
			for i := 0; ctx.Err() == nil && !t.Failed(); i++ {
				c.NewDossier(fmt.Sprintf("meanwhile %d", i))
			}
		})
		began = time.Now()
		out := s.MustRunTool("projections", "rebuild", "dossiers", "files", "history")
		cancel()
		busy.Wait()
		t.Logf("three views rebuilt in %s, %d reads\n%s", time.Since(began), reads.Load(), servicetest.LastLines(out, 8))
	})
}

// fill appends events of dossiers, 50 of each.
func fillLog(t *testing.T, a *service.App, template string, events int) {
	t.Helper()
	const each = 50
	g, ctx := errgroup.WithContext(t.Context())
	g.SetLimit(32)
	for i := range events / each {
		g.Go(func() error {
			id := uuid.NewString()
			subject := dossier.SubjectOf("demo", id)
			text := func(n int) es.Sealed[dossier.Text] {
				return es.Seal(subject, dossier.Text{Name: fmt.Sprintf("filled %d", i), Description: fmt.Sprintf("for the %d. time", n)})
			}
			out := []es.Event{dossier.Created{Template: template, Visibility: dossier.Private, DownloadFileTypes: []string{"ORIGINAL"},
				Details: dossier.Details{Owner: uuid.NewString()}, Text: text(0)}}
			for n := 1; n < each; n++ {
				out = append(out, dossier.Updated{Details: dossier.Details{Owner: uuid.NewString()}, Text: text(n)})
			}
			cmd := es.Command{Stream: dossier.StreamOf("demo", id),
				Meta: es.Meta{Actor: uuid.NewString(), Workspace: "demo", Command: uuid.New()}}
			_, err := es.Decide(ctx, a.Log, dossier.Decider, cmd, func(dossier.State) ([]es.Event, error) { return out, nil })
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}
