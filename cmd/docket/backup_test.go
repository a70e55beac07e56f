package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service"
)

// backup writes one beside the service.
func (s *instance) backup(flags ...string) (path string, m archive.Manifest) {
	t := s.t.(*testing.T)
	t.Helper()
	path = filepath.Join(t.TempDir(), "backup.tar")
	out := docketOut(t, append(append([]string{"backup", "--to", path}, s.place()...), flags...)...)
	m, err := archive.ReadFile(t.Context(), path, archive.Sink{})
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("position %d", m.Position); !strings.Contains(out, want) {
		t.Errorf("%q does not tell of %s", out, want)
	}
	return path, m
}

// restored puts a backup into a new place of an engine and starts a service on it,
// with the master key and the settings of the first.
func (s *instance) restored(path, engine string, flags ...string) *instance {
	t := s.t.(*testing.T)
	t.Helper()
	next := &instance{t: t, data: filepath.Join(t.TempDir(), "restored")}
	for i := 0; i < len(s.args); i++ {
		if s.args[i] == "--postgres" {
			i++
			continue
		}
		next.args = append(next.args, s.args[i])
	}
	if engine == "postgres" {
		next.args = append(next.args, "--postgres", pgtest.DSN(t))
	}
	docketOut(t, append(append([]string{"restore", "--from", path}, next.place()...), flags...)...)
	return serve(t, next.data, next.args...)
}

// TestBackupUnderLoad takes a backup while clients work, restores it into both
// engines, and finds exactly what was done up to its position.
func TestBackupUnderLoad(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		d, path, m := loaded(t, s, "--with-views")
		s.verify()
		s.stop()
		for _, engine := range []string{"sqlite", "postgres"} {
			t.Run("to "+engine, func(t *testing.T) {
				s := &instance{t: t, args: s.args}
				s = s.restored(path, engine)
				d.answers(t, s.as("mira", "Str0ng-enough"), m.Position)
				if out := s.verify(); !strings.Contains(out, "problems: 0") {
					t.Error(out)
				}
				s.as("mira", "Str0ng-enough").newDossier("After")
				s.stop()
				a := tools(t, s)
				d.contents(t, a, m.Position)
				sameEvents(t, a, path)
				sameRebuilt(t, a)
			})
		}
	})
}

// sameEvents compares the log with a backup, field by field and byte by byte.
func sameEvents(t *testing.T, a *service.App, path string) {
	t.Helper()
	var want []es.Envelope
	if _, err := archive.ReadFile(t.Context(), path, archive.Sink{Event: func(e es.Envelope) error { want = append(want, e); return nil }}); err != nil {
		t.Fatal(err)
	}
	for e, err := range a.Log.Store.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
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
