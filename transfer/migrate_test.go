package transfer_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestMigrateInRuns copies in several runs, of which each takes what was done
// since, deletes bytes and keys in between, and shares the folder of bytes.
func TestMigrateInRuns(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	gone := servicetest.CanaryDossier(t, c, 1)
	stays := c.NewDossier("Stays")
	kept := stays + "/files/" + c.Upload(stays, "kept.pdf", servicetest.CanaryPDF("keptword"))
	c.AwaitDone(kept)
	next := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "copy"), Args: append(s.Args, "--postgres", pgtest.DSN(t))}
	t.Cleanup(func() {
		if next.Cmd != nil {
			next.Kill()
		}
	})
	dsn := next.Args[len(next.Args)-1]
	apart := []string{"migrate", "copy", "--from", s.Data, "--to", dsn, "--to-data", next.Data}
	if out := servicetest.RunDocket(t, apart...); !strings.Contains(out, "stop it, and run this again to finish") {
		t.Error(out)
	}
	c.Want(204, "DELETE", gone.Dossier+"?deletePermanently=true", nil)
	again := servicetest.RunDocket(t, apart...)
	if !strings.Contains(again, " 0 files of 0 B;") {
		t.Errorf("the second run copies bytes again: %s, want %q in it", again, " 0 files of 0 B;")
	}
	servicetest.ExpectFailure(t, "holds the unfinished copy of another installation", "migrate", "copy", "--from",
		newStopped(t).Data, "--to", dsn, "--to-data", next.Data)
	servicetest.ExpectFailure(t, "is not finished", "backup", "--data", next.Data, "--postgres", dsn, "--to", t.TempDir())
	s.MustRunTool("projections", "rebuild", "files") // another build is read from here on
	s.Stop()
	out := servicetest.RunDocket(t, apart...)
	if !strings.Contains(out, "is finished") || strings.Contains(out, "compared by name") {
		t.Error(out)
	}
	next.Start()
	c = next.SignIn("mira", "Str0ng-enough")
	c.Want(404, "GET", gone.Dossier+"?includeSoftDeleted=true", nil)
	c.Want(200, "GET", kept+"/components", nil)
	next.Verify()
	next.Stop()
	if strings.Contains(next.Log.String(), "requests wait for a view") {
		t.Errorf("views were built anew:\n%s, want no %q in it", next.Log, "requests wait for a view")
	}
	a := servicetest.OpenTools(t, next)
	if seen := servicetest.FindContent(t, a); len(seen) > 0 {
		t.Errorf("the copy holds what was deleted: %v, want none", seen)
	}
	back := append([]string{"migrate", "copy", "--from", dsn, "--from-data", next.Data, "--compare", "sizes", "--to"},
		"sqlite:"+filepath.Join(t.TempDir(), "back"))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if out := servicetest.RunDocket(t, back...); !strings.Contains(out, "compared by name and size only") {
		t.Error(out)
	}
	same := servicetest.RunDocket(t, "migrate", "copy", "--from", s.Data, "--to", "postgres:"+pgtest.DSN(t), "--to-data", s.Data)
	if !strings.Contains(same, "files stay where they are") || !strings.Contains(same, "is finished") {
		t.Error(same)
	}
}

// newStopped is another installation, at rest.
func newStopped(t *testing.T) *servicetest.Instance {
	t.Helper()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "other"), servicetest.NewMasterKey(t)...)
	s.Stop()
	return s
}

// TestMigrateToABucket moves bytes from a folder into an object store, where the
// service goes on, and back.
func TestMigrateToABucket(t *testing.T) {
	store := buckettest.Start(t)
	servicetest.UseObjectStore(t, nil, "")
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	gone := servicetest.CanaryDossier(t, c, 1)
	stays := c.NewDossier("Stays")
	content := servicetest.CanaryPDF("keptword")
	kept := stays + "/files/" + c.Upload(stays, "kept.pdf", content)
	c.AwaitDone(kept)
	next := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "copy"), Args: s.Args}
	t.Cleanup(func() {
		if next.Cmd != nil {
			next.Kill()
		}
	})
	copying := []string{"migrate", "copy", "--from", s.Data, "--to", next.Data, "--to-s3", store.URL("moved")}
	servicetest.RunDocket(t, copying...)
	before := len(servicetest.ListObjects(t, store, "moved"))
	c.Want(204, "DELETE", gone.Dossier+"?deletePermanently=true", nil)
	s.Stop()
	if out := servicetest.RunDocket(t, copying...); !strings.Contains(out, "--s3 "+store.URL("moved")) ||
		strings.Contains(out, buckettest.SecretKey) {
		t.Error(out)
	}
	if after := len(servicetest.ListObjects(t, store, "moved")); after == 0 || after >= before {
		t.Errorf("%d objects behind the stop, %d before, want after other than 0 and after less than %v", after, before, before)
	}
	if _, err := os.Stat(filepath.Join(next.Data, "blobs")); err == nil {
		t.Error("there is a folder of bytes too")
	}
	servicetest.UseObjectStore(t, store, "moved")
	next.Start()
	if got := next.SignIn("mira", "Str0ng-enough").Want(200, "GET", kept+"/content?type=ORIGINAL", nil); !bytes.Equal(got.Body, content) {
		t.Errorf("the original reads %.100q, want the same bytes", got.Body)
	}
	next.Stop()
	servicetest.ExpectFailure(t, "holds bytes already", "migrate", "copy", "--from", s.Data, "--to",
		filepath.Join(t.TempDir(), "x"), "--to-s3", store.URL("moved"))
	back := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "back"), Args: s.Args}
	servicetest.RunDocket(t, "migrate", "copy", "--from", next.Data, "--from-s3", store.URL("moved"), "--to", back.Data)
	servicetest.UseObjectStore(t, nil, "")
	a := servicetest.OpenTools(t, back)
	if !bytes.Contains(openAll(t, a), []byte("keptword")) {
		t.Error("what was not deleted is not there")
	}
}

// TestMigrateRefuses wants a reason, and nothing written.
func TestMigrateRefuses(t *testing.T) {
	t.Parallel()
	s, other := newStopped(t), newStopped(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	copying := func(args ...string) []string { return append([]string{"migrate", "copy", "--from", s.Data}, args...) }
	for _, c := range []struct {
		reason string
		args   []string
	}{
		{"name the data folder of its service too, with --to-data", copying("--to", "esdb://127.0.0.1:2113?tls=false")},
		{"keep their keys in one", copying("--to", "esdb://127.0.0.1:2113?tls=false", "--to-data", s.Data)},
		{"--to-postgres belongs to an event log in EventStoreDB",
			copying("--to", filepath.Join(dir, "x"), "--to-postgres", "postgres://db/docket")},
		{"name the data folder of its service too, with --to-data", copying("--to", "postgres://docket@db/docket")},
		{"is no place of docket", copying("--to", "mysql://root:secret@db/docket")},
		{"the same place", copying("--to", "sqlite:"+s.Data)},
		{"--to-data belongs to a database", copying("--to", filepath.Join(dir, "x"), "--to-data", dir)},
		{"holds another installation, up to position", copying("--to", other.Data)},
		{"notes.txt is there already", copying("--to", dir)},
		{"there is no event log", []string{"migrate", "copy", "--from", dir, "--to", filepath.Join(t.TempDir(), "y")}},
	} {
		servicetest.ExpectFailure(t, c.reason, c.args...)
	}
	if out, _ := servicetest.NewCommand(t.Context(), copying("--to", "mysql://root:secret@db/docket")...).CombinedOutput(); strings.Contains(string(out), "secret") {
		t.Errorf("a password is shown: %s, want no %q in it", out, "secret")
	}
	other.Start()
	servicetest.ExpectFailure(t, "a service or another copy is at work on", copying("--to", other.Data)...)
	other.Verify()
}

// TestMigrateFindsDamage changes bytes at the target between two runs, which the
// comparison must notice.
func TestMigrateFindsDamage(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("One")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "one.pdf", servicetest.CanaryPDF("one")))
	to := filepath.Join(t.TempDir(), "copy")
	copying := []string{"migrate", "copy", "--from", s.Data, "--to", to}
	servicetest.RunDocket(t, copying...)
	var blob string
	for _, at := range servicetest.Must(filepath.Glob(filepath.Join(to, "blobs", "*", "*", "*", "*-*"))) {
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
	s.Stop()
	servicetest.ExpectFailure(t, "the copy is not what was copied: files", copying...)
	servicetest.ExpectFailure(t, "is not finished", append([]string{"audit", "verify", "--data", to}, s.MasterKeyFlags()...)...)
	if err := os.Remove(blob); err != nil {
		t.Fatal(err)
	}
	servicetest.ExpectFailure(t, "are at one end only", copying...)
	db, err := sql.Open("sqlite", filepath.Join(to, "vault.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, stray := range []string{"demo/aaa", "zzz"} { // before and behind those of the source
		if _, err := db.ExecContext(t.Context(), "INSERT INTO keys (subject, wrapped) VALUES ($1, x'01')", stray); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "holds the key of "+stray+", which "+s.Data+" has not", copying...)
		if _, err := db.ExecContext(t.Context(), "DELETE FROM keys WHERE subject = $1", stray); err != nil {
			t.Fatal(err)
		}
	}
}
