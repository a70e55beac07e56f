package transfer_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/transfer"
)

// TestRestoreRefuses wants a reason, and nothing written.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		c.Upload(c.NewDossier("One"), "one.pdf", servicetest.CanaryPDF("one"))
		path, _ := s.Backup()
		servicetest.ExpectFailure(t, "overwrites none", append([]string{"backup", "--to", path}, s.DataFlags()...)...)
		servicetest.ExpectFailure(t, "another docket serves", append([]string{"restore", "--from", path}, s.DataFlags()...)...)
		s.Stop()
		servicetest.ExpectFailure(t, "a restore replaces nothing", append([]string{"restore", "--from", path}, s.DataFlags()...)...)
		if len(s.DataFlags()) > 2 {
			servicetest.ExpectFailure(t, "the database is not empty", "restore", "--from", path, "--data",
				filepath.Join(t.TempDir(), "d"), "--postgres", s.DataFlags()[3])
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		flipped := bytes.Clone(whole)
		flipped[len(flipped)/3] ^= 4
		for what, c := range map[string]struct {
			content []byte
			reason  string
		}{"damaged": {flipped, "damaged or cut off"}, "cut": {whole[:len(whole)/2], "damaged or cut off"},
			"foreign": {[]byte("PK\x03\x04"), "no backup of docket"}} {
			bad, data := filepath.Join(dir, what), filepath.Join(dir, "of-"+what)
			if err := os.WriteFile(bad, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			servicetest.ExpectFailure(t, c.reason, "restore", "--from", bad, "--data", data)
			servicetest.ExpectFailure(t, c.reason, "restore", "--check", "--from", bad)
			if _, err := os.Stat(data); !os.IsNotExist(err) {
				t.Errorf("%s: something was written: %v, want os.IsNotExist(err)", what, err)
			}
		}
		servicetest.ExpectFailure(t, "there is no event log", "backup", "--data", filepath.Join(dir, "none"), "--to", dir)
		if out := servicetest.RunDocket(t, append([]string{"backup", "--to", dir}, s.DataFlags()...)...); !strings.Contains(out, filepath.Join(dir, "docket-2")) {
			t.Errorf("into a folder: %s, want a file in it", out)
		}
	})
}

// TestRestoreIntoEventStoreRefuses wants a reason, and nothing written, for a namespace that is used,
// a database of others without a namespace, a server that is too old, and one that is away.
func TestRestoreIntoEventStoreRefuses(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"),
		append(servicetest.NewMasterKey(t), "--eventstore", servicetest.EventStore(t))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	path, _ := s.Backup()
	s.Stop()
	db := protocoltest.NewDatabase()
	db.WriteForeignEvents(3)
	start := func(version string) string {
		n, err := protocoltest.Start(db, protocoltest.Config{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = n.Stop() })
		return "esdb://" + n.Address() + "?tls=false"
	}
	for at, reason := range map[string]string{
		s.DataFlags()[3]: "holds events already: name another namespace",
		start("24.6.0"):  "the event was not written by Docket: give it a database of its own, or a namespace",
		start("22.10.5"): "must be EventStoreDB 23.10 or later; this is 22.10",
		"esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1": "no node of the event store can be reached",
	} {
		for _, args := range [][]string{{"restore", "--from", path}, {"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}} {
			if args[0] == "serve" && at == s.DataFlags()[3] {
				continue // it is the namespace of an installation
			}
			data := filepath.Join(t.TempDir(), "new")
			before := db.Len()
			servicetest.ExpectFailure(t, reason, append(args, "--data", data, "--eventstore", at)...)
			if left, _ := filepath.Glob(filepath.Join(data, "*.db")); len(left) > 0 || db.Len() != before {
				t.Errorf("%s at %s: %v and %d events were written, want no left and db.Len() = %v", args[0], at, left,
					db.Len()-before, before)
			}
		}
	}
}

// losses are what a folder may lose while its log is not lost.
var losses = map[string][]string{"keys": {"vault.db", "vault.db-wal", "vault.db-shm"}, "bytes": {"blobs"},
	"both": {"blobs", "vault.db", "vault.db-wal", "vault.db-shm"}}

// TestTheLogIsNewerThanTheKeys loses keys or bytes, or both, and restores them from
// a backup that is older than the log.
func TestTheLogIsNewerThanTheKeys(t *testing.T) {
	t.Parallel()
	for what, lost := range losses {
		t.Run(what, func(t *testing.T) {
			on := servicetest.EveryEngine
			if what != "keys" && os.Getenv("DOCKET_TEST_FULL") == "" {
				on = func(t *testing.T, test func(*testing.T, []string)) { test(t, servicetest.NewMasterKey(t)) }
			}
			on(t, func(t *testing.T, args []string) {
				s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
				s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
				c := s.SignIn("mira", "Str0ng-enough")
				gone := servicetest.CanaryDossier(t, c, 1)
				stays := c.NewDossier("Stays")
				kept := stays + "/files/" + c.Upload(stays, "kept.pdf", servicetest.CanaryPDF("keptword"))
				c.AwaitDone(kept)
				path, _ := s.Backup()
				c.Want(204, "DELETE", gone.Dossier+"?deletePermanently=true", nil)
				later := c.NewDossier("Later")
				s.Stop()
				lose(t, s, lost, what != "bytes")
				out := servicetest.RunDocket(t, append([]string{"restore", "--from", path, "--keep-log"}, s.DataFlags()...)...)
				if told := strings.Contains(out, "are lost"); told != (what != "bytes") {
					t.Error(out)
				}
				s.Start()
				c = s.SignIn("mira", "Str0ng-enough")
				c.Want(404, "GET", gone.Dossier+"?includeSoftDeleted=true", nil)
				c.Want(200, "GET", kept, nil)
				c.Want(map[bool]int{true: 200, false: 404}[what == "bytes"], "GET", later, nil) // its key is not in the backup
				c.NewDossier("Afterwards")
				s.Verify()
				s.Stop()
				a := servicetest.OpenTools(t, s)
				if seen := servicetest.FindContent(t, a); len(seen) > 0 {
					t.Errorf("the backup brings back: %v, want none", seen)
				}
				if !bytes.Contains(openAll(t, a), []byte("keptword")) {
					t.Error("what was not deleted is not there")
				}
			})
		})
	}
}

// lose removes parts of a data folder, and the keys of a database.
func lose(t *testing.T, s *servicetest.Instance, names []string, keys bool) {
	t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(s.Data, name)); err != nil {
			t.Fatal(err)
		}
	}
	if place := s.DataFlags(); len(place) > 2 && place[2] == "--postgres" && keys {
		conn, err := pgx.Connect(t.Context(), place[3])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), "DROP SCHEMA docket_vault CASCADE"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeletionsAreCarriedOver restores an old backup and tells it of a newer log.
func TestDeletionsAreCarriedOver(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		gone, file := servicetest.CanaryDossier(t, c, 1), servicetest.CanaryDossier(t, c, 2)
		stays := c.NewDossier("Stays")
		path, _ := s.Backup()
		c.Want(204, "DELETE", gone.Dossier+"?deletePermanently=true", nil)
		c.Want(204, "DELETE", file.File+"?deletePermanently=true", nil)
		c.Want(204, "DELETE", c.NewDossier("Later")+"?deletePermanently=true", nil)
		newer, _ := s.Backup()
		s.Stop()
		froms := []string{newer, s.Data}
		if place := s.DataFlags(); len(place) > 2 {
			froms[1] = place[3]
		}
		for i, from := range froms {
			next := s.RestoreTo(path, []string{"sqlite", "postgres"}[i], "--deletions-from", from)
			c := next.SignIn("mira", "Str0ng-enough")
			c.Want(404, "GET", gone.Dossier+"?includeSoftDeleted=true", nil)
			c.Want(404, "GET", file.File+"?includeSoftDeleted=true", nil)
			c.Want(200, "GET", file.Dossier, nil)
			c.Want(200, "GET", stays, nil)
			again := servicetest.RunDocket(t, append([]string{"restore", "--deletions-from", from}, next.DataFlags()...)...)
			if !strings.Contains(again, "deletions carried over: 0;") {
				t.Error(again)
			}
			next.Stop()
			open := openAll(t, servicetest.OpenTools(t, next))
			if n := bytes.Count(open, []byte(servicetest.CanaryWords["PDF text"])); n > 0 {
				t.Errorf("the backup brings a page back %d times, want at most 0", n)
			}
		}
	})
}

// TestInterruptedRestore finds what a restore left that was killed.
func TestInterruptedRestore(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	dossier := s.SignIn("mira", "Str0ng-enough").NewDossier("One")
	path, _ := s.Backup()
	s.Stop()
	data := filepath.Join(t.TempDir(), "again")
	left := filepath.Join(data, fmt.Sprint(transfer.ScratchPrefix, 1), "events.db")
	if err := os.MkdirAll(filepath.Dir(left), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{{"restore", "--from", path, "--data", data},
		append([]string{"backup", "--to", t.TempDir()}, s.DataFlags()...),
		append(append([]string{"audit", "verify"}, s.DataFlags()...), s.MasterKeyFlags()...)} {
		var told bytes.Buffer
		if code := servicetest.RunCommand(ended, args, terminal.Streams{Out: &told, Err: &told}); code != 1 {
			t.Errorf("%v, interrupted, ends with %d: %s, want 1", args, code, &told)
		}
	}
	servicetest.RunDocket(t, "restore", "--from", path, "--data", data)
	if left, _ := filepath.Glob(filepath.Join(data, transfer.ScratchPrefix+"*")); len(left) > 0 {
		t.Errorf("left: %v, want none", left)
	}
	servicetest.Serve(t, data, s.Args...).SignIn("mira", "Str0ng-enough").Want(200, "GET", dossier, nil)
}
