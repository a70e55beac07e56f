package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// TestMigrateInRuns copies in several runs, of which each takes what was done
// since, deletes bytes and keys in between, and shares the folder of bytes.
func TestMigrateInRuns(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	gone := canaryDossier(t, c, 1)
	stays := c.newDossier("Stays")
	kept := stays + "/files/" + c.upload(stays, "kept.pdf", canaryPDF("keptword"))
	c.awaitDone(kept)
	next := &instance{t: t, data: filepath.Join(t.TempDir(), "copy"), args: append(s.args, "--postgres", pgtest.DSN(t))}
	t.Cleanup(func() {
		if next.cmd != nil {
			next.kill()
		}
	})
	dsn := next.args[len(next.args)-1]
	apart := []string{"migrate", "copy", "--from", s.data, "--to", dsn, "--to-data", next.data}
	if out := docketOut(t, apart...); !strings.Contains(out, "stop it, and run this again to finish") {
		t.Error(out)
	}
	c.want(204, "DELETE", gone.dossier+"?deletePermanently=true", nil)
	again := docketOut(t, apart...)
	if !strings.Contains(again, " 0 files of 0 B;") {
		t.Errorf("the second run copies bytes again: %s", again)
	}
	docketFails(t, "holds the unfinished copy of another installation", "migrate", "copy", "--from", stopped(t).data, "--to", dsn, "--to-data", next.data)
	docketFails(t, "is not finished", "backup", "--data", next.data, "--postgres", dsn, "--to", t.TempDir())
	s.mustTool("projections", "rebuild", "files") // another build is read from here on
	s.stop()
	out := docketOut(t, apart...)
	if !strings.Contains(out, "is finished") || strings.Contains(out, "compared by name") {
		t.Error(out)
	}
	next.start()
	c = next.as("mira", "Str0ng-enough")
	c.want(404, "GET", gone.dossier+"?includeSoftDeleted=true", nil)
	c.want(200, "GET", kept+"/components", nil)
	next.verify()
	next.stop()
	if strings.Contains(next.log.String(), "requests wait for a view") {
		t.Errorf("views were built anew:\n%s", next.log)
	}
	a := tools(t, next)
	if seen := contentSightings(t, a); len(seen) > 0 {
		t.Errorf("the copy holds what was deleted: %v", seen)
	}
	back := append([]string{"migrate", "copy", "--from", dsn, "--from-data", next.data, "--compare", "sizes", "--to"}, "sqlite:"+filepath.Join(t.TempDir(), "back"))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if out := docketOut(t, back...); !strings.Contains(out, "compared by name and size only") {
		t.Error(out)
	}
	same := docketOut(t, "migrate", "copy", "--from", s.data, "--to", "postgres:"+pgtest.DSN(t), "--to-data", s.data)
	if !strings.Contains(same, "files stay where they are") || !strings.Contains(same, "is finished") {
		t.Error(same)
	}
}

// stopped is another installation, at rest.
func stopped(t *testing.T) *instance {
	t.Helper()
	s := serve(t, filepath.Join(t.TempDir(), "other"), masterKey(t)...)
	s.stop()
	return s
}

// TestMigrateToABucket moves bytes from a folder into an object store, where the
// service goes on, and back.
func TestMigrateToABucket(t *testing.T) {
	store := buckettest.Start(t)
	useBytes(t, nil, "")
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	gone := canaryDossier(t, c, 1)
	stays := c.newDossier("Stays")
	content := canaryPDF("keptword")
	kept := stays + "/files/" + c.upload(stays, "kept.pdf", content)
	c.awaitDone(kept)
	next := &instance{t: t, data: filepath.Join(t.TempDir(), "copy"), args: s.args}
	t.Cleanup(func() {
		if next.cmd != nil {
			next.kill()
		}
	})
	copying := []string{"migrate", "copy", "--from", s.data, "--to", next.data, "--to-s3", store.URL("moved")}
	docketOut(t, copying...)
	before := len(objects(t, store, "moved"))
	c.want(204, "DELETE", gone.dossier+"?deletePermanently=true", nil)
	s.stop()
	if out := docketOut(t, copying...); !strings.Contains(out, "--s3 "+store.URL("moved")) || strings.Contains(out, buckettest.SecretKey) {
		t.Error(out)
	}
	if after := len(objects(t, store, "moved")); after == 0 || after >= before {
		t.Errorf("%d objects behind the stop, %d before", after, before)
	}
	if _, err := os.Stat(filepath.Join(next.data, "blobs")); err == nil {
		t.Error("there is a folder of bytes too")
	}
	useBytes(t, store, "moved")
	next.start()
	if got := next.as("mira", "Str0ng-enough").want(200, "GET", kept+"/content?type=ORIGINAL", nil); !bytes.Equal(got.body, content) {
		t.Errorf("the original reads %.100q", got.body)
	}
	next.stop()
	docketFails(t, "holds bytes already", "migrate", "copy", "--from", s.data, "--to", filepath.Join(t.TempDir(), "x"), "--to-s3", store.URL("moved"))
	back := &instance{t: t, data: filepath.Join(t.TempDir(), "back"), args: s.args}
	docketOut(t, "migrate", "copy", "--from", next.data, "--from-s3", store.URL("moved"), "--to", back.data)
	useBytes(t, nil, "")
	a := tools(t, back)
	if !bytes.Contains(opened(t, a), []byte("keptword")) {
		t.Error("what was not deleted is not there")
	}
}

// TestMigrateRefuses wants a reason, and nothing written.
func TestMigrateRefuses(t *testing.T) {
	s, other := stopped(t), stopped(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	copying := func(args ...string) []string { return append([]string{"migrate", "copy", "--from", s.data}, args...) }
	for _, c := range []struct {
		reason string
		args   []string
	}{
		{"an event log is moved neither to nor from EventStoreDB", copying("--to", "esdb://127.0.0.1:2113?tls=false")},
		{"name the data folder of its service too, with --to-data", copying("--to", "postgres://docket@db/docket")},
		{"is no place of docket", copying("--to", "mysql://root:secret@db/docket")},
		{"the same place", copying("--to", "sqlite:"+s.data)},
		{"--to-data belongs to a database", copying("--to", filepath.Join(dir, "x"), "--to-data", dir)},
		{"holds another installation, up to position", copying("--to", other.data)},
		{"notes.txt is there already", copying("--to", dir)},
		{"there is no event log", []string{"migrate", "copy", "--from", dir, "--to", filepath.Join(t.TempDir(), "y")}},
	} {
		docketFails(t, c.reason, c.args...)
	}
	if out, _ := docket(t.Context(), copying("--to", "mysql://root:secret@db/docket")...).CombinedOutput(); strings.Contains(string(out), "secret") {
		t.Errorf("a password is shown: %s", out)
	}
	other.start()
	docketFails(t, "a service or another copy is at work on", copying("--to", other.data)...)
	other.verify()
}

// TestMigrateFindsDamage changes bytes at the target between two runs, which the
// comparison must notice.
func TestMigrateFindsDamage(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("One")
	c.awaitDone(dossier + "/files/" + c.upload(dossier, "one.pdf", canaryPDF("one")))
	to := filepath.Join(t.TempDir(), "copy")
	copying := []string{"migrate", "copy", "--from", s.data, "--to", to}
	docketOut(t, copying...)
	var blob string
	for _, at := range must(filepath.Glob(filepath.Join(to, "blobs", "*", "*", "*", "*-*"))) {
		blob = at
	}
	content, err := os.ReadFile(blob)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(blob, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s.stop()
	docketFails(t, "the copy is not what was copied: files", copying...)
	docketFails(t, "is not finished", append([]string{"audit", "verify", "--data", to}, s.masterFlag()...)...)
	if err := os.Remove(blob); err != nil {
		t.Fatal(err)
	}
	docketFails(t, "are at one end only", copying...)
	db, err := sql.Open("sqlite", filepath.Join(to, "vault.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, stray := range []string{"demo/aaa", "zzz"} { // before and behind those of the source
		if _, err := db.ExecContext(t.Context(), "INSERT INTO keys (subject, wrapped) VALUES ($1, x'01')", stray); err != nil {
			t.Fatal(err)
		}
		docketFails(t, "holds the key of "+stray+", which "+s.data+" has not", copying...)
		if _, err := db.ExecContext(t.Context(), "DELETE FROM keys WHERE subject = $1", stray); err != nil {
			t.Fatal(err)
		}
	}
}
