package transfer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBackupUnderLoad takes a backup while clients work, restores it into every
// engine, and finds exactly what was done up to its position.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		d, path, m := runLoaded(t, s, "--with-views")
		s.Verify()
		s.Stop()
		at := positionIn(t, s, m.Position)
		for _, engine := range []string{"sqlite", "postgres", "eventstoredb"} {
			t.Run("to "+engine, func(t *testing.T) {
				s := &servicetest.Instance{T: t, Args: s.Args}
				s = s.RestoreTo(path, engine)
				d.answers(t, s.SignIn("mira", "Str0ng-enough"), at)
				if out := s.Verify(); !strings.Contains(out, "problems: 0") {
					t.Error(out)
				}
				s.SignIn("mira", "Str0ng-enough").NewDossier("After")
				s.Stop()
				a := servicetest.OpenTools(t, s)
				d.contents(t, a, at)
				sameEvents(t, a, path)
				servicetest.CompareRebuilt(t, a)
			})
		}
	})
}

// TestAnswersOfARestoredEventStore restores a backup of an installation on EventStoreDB into a new
// namespace, and in full length into SQLite and PostgreSQL too: every answer is as it was but
// for positions.
func TestAnswersOfARestoredEventStore(t *testing.T) {
	t.Parallel()
	args := append(servicetest.NewMasterKey(t), "--eventstore", servicetest.EventStore(t), "--public-url", "http://docket.example")
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	templatePath := filepath.Dir(filepath.Dir(c.NewDossier("First")))
	var d deeds
	ctx, stop := context.WithCancel(t.Context())
	var client sync.WaitGroup
	client.Go(func() { d.work(ctx, c, templatePath, 0) })
	d.untilDone(t, 6)
	stop()
	client.Wait()
	before := d.everything(t, c, templatePath)
	path, _ := s.Backup()
	s.Stop()
	engines := []string{"eventstoredb"}
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		engines = append(engines, "sqlite", "postgres")
	}
	for _, engine := range engines {
		t.Run("to "+engine, func(t *testing.T) {
			next := (&servicetest.Instance{T: t, Args: s.Args}).RestoreTo(path, engine)
			there := &servicetest.Caller{T: t, Service: next, Token: c.Token} // signed by keys that came along
			sameAnswers(t, before, d.everything(t, there, templatePath))
			if out := next.Verify(); !strings.Contains(out, "problems: 0") {
				t.Error(out)
			}
		})
	}
}

// positionIn is where the event with a number stands in the log of a service at rest.
func positionIn(t *testing.T, s *servicetest.Instance, number es.Position) es.Position {
	t.Helper()
	a := servicetest.OpenTools(t, s)
	numbers := numbering.New(a.Storage.Log)
	if err := numbers.NumberLog(t.Context(), a.Storage.Log, number); err != nil {
		t.Fatal(err)
	}
	return numbers.PositionOf(number)
}

// sameEvents compares the log with a backup, field by field and byte by byte.
func sameEvents(t *testing.T, a *service.App, path string) {
	t.Helper()
	var want []es.Envelope
	if _, err := archive.ReadFile(t.Context(), path,
		archive.Sink{Event: func(e es.Envelope) error { want = append(want, e); return nil }}); err != nil {
		t.Fatal(err)
	}
	numbers := numbering.New(a.Storage.Log)
	for e, err := range a.Log.Store.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		e = numbers.Note(e)
		if len(want) == 0 {
			return
		}
		got, _ := json.Marshal(e)
		was, _ := json.Marshal(want[0])
		if !bytes.Equal(got, was) {
			t.Fatalf("%s\nwas\n%s, want the same bytes", got, was)
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("%d events are missing, want none", len(want))
	}
}
