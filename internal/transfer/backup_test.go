package transfer_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestBackupUnderLoad takes a backup while clients work, restores it into every
// engine, and finds exactly what was done up to its position.
func TestBackupUnderLoad(t *testing.T) {
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		d, path, m := loaded(t, s, "--with-views")
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

// positionIn is where the event with a number stands in the log of a service at rest.
func positionIn(t *testing.T, s *servicetest.Instance, number es.Position) es.Position {
	t.Helper()
	a := servicetest.OpenTools(t, s)
	numbers := service.NewNumbering(a.Storage.Log)
	if err := numbers.NumberLog(t.Context(), a.Storage.Log, number); err != nil {
		t.Fatal(err)
	}
	return numbers.PositionOf(number)
}

// sameEvents compares the log with a backup, field by field and byte by byte.
func sameEvents(t *testing.T, a *service.App, path string) {
	t.Helper()
	var want []es.Envelope
	if _, err := archive.ReadFile(t.Context(), path, archive.Sink{Event: func(e es.Envelope) error { want = append(want, e); return nil }}); err != nil {
		t.Fatal(err)
	}
	numbers := service.NewNumbering(a.Storage.Log)
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
			t.Fatalf("%s\nwas\n%s", got, was)
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("%d events are missing", len(want))
	}
}
