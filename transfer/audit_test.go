package transfer_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// fromTheFuture appends an event as a newer program would.
func fromTheFuture(t *testing.T, s *servicetest.Instance, name string, schema int) {
	t.Helper()
	a := servicetest.OpenTools(t, s)
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
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.Stop()
		fromTheFuture(t, s, "dossier.exported", 1)
		s.Start()
		if out := s.Verify(); !strings.Contains(out, "dossier.exported version 1  not known") {
			t.Error(out)
		}
		s.Stop()
		if !strings.Contains(s.Log.String(), "dossier.exported") {
			t.Error("nothing is said of the unknown event")
		}
		fromTheFuture(t, s, "file.uploaded", 3)
		s.ExpectRefusal("a version from the future", "file.uploaded version 3 (this program reads 1 to 1)")
		servicetest.ExpectFailure(t, "this program knows 1 to 1",
			append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)...)
	})
}

// TestAuditNamesWhatIsWrong damages a log in every way that the audit tells.
func TestAuditNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	d := servicetest.CanaryDossier(t, c, 1)
	c.NewDossier("Second")
	c.Want(204, "DELETE", d.Dossier+"?deletePermanently=true", nil)
	if out := s.Verify(); !strings.Contains(out, "problems: 0") || strings.Contains(out, " 0 are erased") ||
		!strings.Contains(out, "1  dossier.permanently-deleted version 1") {
		t.Errorf("beside the service: %s, want no problems after one erasure", out)
	}
	s.Stop()
	whole, err := os.ReadFile(filepath.Join(s.Data, "events.db"))
	if err != nil {
		t.Fatal(err)
	}
	created := "position = (SELECT max(position) FROM events WHERE type = 'dossier.created')"
	for sqlText, want := range map[string]string{
		"DELETE FROM events WHERE " + created: "follows",
		"UPDATE events SET version = 7 WHERE " +
			created: "version 7 of the stream follows 0",
		"UPDATE events SET body = x'7b' WHERE " +
			created: "decode dossier.created",
		"UPDATE events SET id = randomblob(16) WHERE " +
			created: "altered or belong elsewhere",
		"UPDATE events SET at = 5 WHERE " + created: "is " +
			"before that of the event before it",
		"UPDATE events SET schema = 9 WHERE " + created: "this " +
			"program knows 1 to 1",
		"UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '\"b\":\"A', '\"b\":\"B') AS BLOB) WHERE " +
			created: "altered",
		"DELETE FROM events WHERE position = (SELECT max(position) FROM events WHERE version > 1 AND position < (SELECT max(position) FROM events))": "follows",
	} {
		tamper(t, s, sqlText)
		out, err := servicetest.NewCommand(t.Context(),
			append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)...).CombinedOutput()
		if err == nil || err.Error() != "exit status 1" || !bytes.Contains(out, []byte(want)) ||
			!bytes.Contains(out, []byte("position ")) || bytes.Contains(out, []byte("problems: 0")) {
			t.Errorf("%s: %v, without %q\n%s", sqlText, err, want, out)
		}
		if err := os.WriteFile(filepath.Join(s.Data, "events.db"), whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// tamper changes the log behind the service's back.
func tamper(t *testing.T, s *servicetest.Instance, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(s.Data, "events.db"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := db.Exec(text)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := r.RowsAffected(); n != 1 {
		t.Fatalf("%s: %d rows, want 1", text, n)
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
	t.Parallel()
	c := es.NewCodec(engines.MarshalBody, engines.UnmarshalBody, estest.Glass{})
	engines.RegisterAll(c)
	found := map[string]int{}
	servicetest.EachGoldenEvent(t, func(_ string, env es.Envelope) { found[env.Type] = max(found[env.Type], env.Schema) })
	for kind, newest := range c.EventVersions() {
		if found[kind] != newest {
			t.Errorf("%s version %d has no golden file, want %v", kind, newest, newest)
		}
	}
}

// TestAuditNamesKeysThatAreBack puts the key of a deleted file back, from a copy of the vault: the audit names it until a
// start has destroyed it again.
func TestAuditNamesKeysThatAreBack(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	gone, kept := servicetest.CanaryDossier(t, c, 1), servicetest.CanaryDossier(t, c, 2)
	subject := "%file." + strings.ReplaceAll(filepath.Base(gone.File), "-", "") + "%"
	vault, err := sql.Open("sqlite", filepath.Join(s.Data, "vault.db")+"?_pragma=busy_timeout(60000)")
	if err != nil {
		t.Fatal(err)
	}
	defer vault.Close()
	var name string
	var wrapped []byte
	if err := vault.QueryRow("SELECT subject, wrapped FROM keys WHERE subject LIKE $1 OR subject LIKE $2", subject,
		"%file."+filepath.Base(gone.File)+"%").Scan(&name, &wrapped); err != nil {
		t.Fatal(err)
	}
	c.Want(204, "DELETE", gone.File+"?deletePermanently=true", nil)
	s.Stop()
	if out := s.Verify(); !strings.Contains(out, "problems: 0") {
		t.Errorf("after a deletion: got\n%s\nwant no problem", out)
	}
	if r, err := vault.Exec("UPDATE keys SET wrapped = $1, destroyed = 0 WHERE subject = $2", wrapped, name); err != nil {
		t.Fatal(err)
	} else if n, _ := r.RowsAffected(); n != 1 {
		t.Fatalf("got %d rows of %s, want 1", n, name)
	}
	out, err := servicetest.NewCommand(t.Context(),
		append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)...).CombinedOutput()
	if want := "the key of " + name + " is there"; err == nil || !bytes.Contains(out, []byte(want)) ||
		!bytes.Contains(out, []byte("problems: 1\n")) {
		t.Errorf("the key is back: got %v\n%s\nwant %q alone", err, out, want)
	}
	s.Start()
	s.SignIn("mira", "Str0ng-enough").Want(200, "GET", kept.File, nil)
	s.Stop()
	if out := s.Verify(); !strings.Contains(out, "problems: 0") {
		t.Errorf("after a start: got\n%s\nwant no problem", out)
	}
}
