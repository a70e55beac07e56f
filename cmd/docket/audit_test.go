package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/internal/service"
)

// docketOut runs a command line and gives what it printed; it must succeed.
func docketOut(t *testing.T, args ...string) string {
	t.Helper()
	out, err := docket(t.Context(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("docket %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// docketFails runs a command line that must end with exit code 1 and say why.
func docketFails(t *testing.T, reason string, args ...string) {
	t.Helper()
	out, err := docket(t.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte(reason)) || bytes.Contains(out, []byte("panic")) {
		t.Errorf("docket %s: %v, without %q\n%s", strings.Join(args, " "), err, reason, out)
	}
}

// place are the flags that name the data of a service.
func (s *instance) place() []string {
	out := []string{"--data", s.data}
	for i, a := range s.args {
		if a == "--postgres" {
			out = append(out, a, s.args[i+1])
		}
	}
	return out
}

// masterFlag is the flag of the master key of a service.
func (s *instance) masterFlag() []string {
	for i, a := range s.args {
		if a == "--master-key-file" {
			return s.args[i : i+2]
		}
	}
	return nil
}

// verify runs the full audit.
func (s *instance) verify() string {
	s.t.Helper()
	return docketOut(s.t.(*testing.T), append(append([]string{"audit", "verify"}, s.place()...), s.masterFlag()...)...)
}

// fromTheFuture appends an event as a newer program would.
func fromTheFuture(t *testing.T, s *instance, name string, schema int) {
	t.Helper()
	a := tools(t, s)
	e := es.Envelope{ID: uuid.New(), Type: name, Schema: schema, Body: []byte("{}")}
	if _, err := a.Log.Store.Append(t.Context(), es.StreamID("future-demo-"+name), 0, []es.Envelope{e}); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestStartRefusesVersionsFromTheFuture wants an old program to leave a log alone
// that a newer one wrote, and not to mind events that it merely does not know.
func TestStartRefusesVersionsFromTheFuture(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.stop()
		fromTheFuture(t, s, "dossier.exported", 1)
		s.start()
		if out := s.verify(); !strings.Contains(out, "dossier.exported version 1  not known") {
			t.Error(out)
		}
		s.stop()
		if !strings.Contains(s.log.String(), "dossier.exported") {
			t.Error("nothing is said of the unknown event")
		}
		fromTheFuture(t, s, "file.uploaded", 3)
		s.refuses("a version from the future", "file.uploaded version 3 (this program reads 1 to 1)")
		docketFails(t, "this program knows 1 to 1", append(append([]string{"audit", "verify"}, s.place()...), s.masterFlag()...)...)
	})
}

// TestAuditNamesWhatIsWrong damages a log in every way that the audit tells.
func TestAuditNamesWhatIsWrong(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	d := canaryDossier(t, c, 1)
	c.newDossier("Second")
	c.want(204, "DELETE", d.dossier+"?deletePermanently=true", nil)
	if out := s.verify(); !strings.Contains(out, "problems: 0") || strings.Contains(out, " 0 are erased") || !strings.Contains(out, "1  dossier.permanently-deleted version 1") {
		t.Errorf("beside the service: %s", out)
	}
	s.stop()
	whole, err := os.ReadFile(filepath.Join(s.data, "events.db"))
	if err != nil {
		t.Fatal(err)
	}
	created := "position = (SELECT max(position) FROM events WHERE type = 'dossier.created')"
	for sqlText, want := range map[string]string{
		"DELETE FROM events WHERE " + created:                                                                           "follows",
		"UPDATE events SET version = 7 WHERE " + created:                                                                "version 7 of the stream follows 0",
		"UPDATE events SET body = x'7b' WHERE " + created:                                                               "decode dossier.created",
		"UPDATE events SET id = randomblob(16) WHERE " + created:                                                        "altered or belong elsewhere",
		"UPDATE events SET at = 5 WHERE " + created:                                                                     "is before that of the event before it",
		"UPDATE events SET schema = 9 WHERE " + created:                                                                 "this program knows 1 to 1",
		"UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '\"b\":\"A', '\"b\":\"B') AS BLOB) WHERE " + created: "altered",
		"DELETE FROM events WHERE position = (SELECT max(position) FROM events WHERE version > 1 AND position < (SELECT max(position) FROM events))": "follows",
	} {
		tamper(t, s, sqlText)
		out, err := docket(t.Context(), append(append([]string{"audit", "verify"}, s.place()...), s.masterFlag()...)...).CombinedOutput()
		if err == nil || err.Error() != "exit status 1" || !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("position ")) || bytes.Contains(out, []byte("problems: 0")) {
			t.Errorf("%s: %v, without %q\n%s", sqlText, err, want, out)
		}
		if err := os.WriteFile(filepath.Join(s.data, "events.db"), whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// tamper changes the log behind the service's back.
func tamper(t *testing.T, s *instance, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(s.data, "events.db"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := db.Exec(text)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := r.RowsAffected(); n != 1 {
		t.Fatalf("%s: %d rows", text, n)
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEveryEventHasItsGoldenFile wants a golden body of each event that the service
// registers.
func TestEveryEventHasItsGoldenFile(t *testing.T) {
	c := es.NewCodec(service.MarshalBody, service.UnmarshalBody, estest.Glass{})
	service.RegisterAll(c)
	found := map[string]int{}
	eachGolden(t, func(_ string, env es.Envelope) { found[env.Type] = max(found[env.Type], env.Schema) })
	for kind, newest := range c.EventVersions() {
		if found[kind] != newest {
			t.Errorf("%s version %d has no golden file", kind, newest)
		}
	}
}

// eachGolden gives the golden bodies of all aggregates.
func eachGolden(t *testing.T, f func(name string, env es.Envelope)) {
	t.Helper()
	names, err := filepath.Glob("domain/*/testdata/events/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range names {
		kind, version, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".json"), ".v")
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		env := es.Envelope{Stream: "golden-demo-1", Type: kind, Body: bytes.TrimSpace(body)}
		env.ID = uuid.NewSHA1(estest.GoldenCommand, fmt.Appendf(nil, "%s\n0", env.Stream))
		if _, err := fmt.Sscan(version, &env.Schema); err != nil {
			t.Fatal(err)
		}
		f(name, env)
	}
}
