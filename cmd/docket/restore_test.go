package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/transfer"
)

// TestRestoreRefuses wants a reason, and nothing written.
func TestRestoreRefuses(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER")
		c := s.as("mira", "Str0ng-enough")
		c.upload(c.newDossier("One"), "one.pdf", canaryPDF("one"))
		path, _ := s.backup()
		docketFails(t, "overwrites none", append([]string{"backup", "--to", path}, s.place()...)...)
		docketFails(t, "another docket serves", append([]string{"restore", "--from", path}, s.place()...)...)
		s.stop()
		docketFails(t, "a restore replaces nothing", append([]string{"restore", "--from", path}, s.place()...)...)
		if len(s.place()) > 2 {
			docketFails(t, "the database is not empty", "restore", "--from", path, "--data", filepath.Join(t.TempDir(), "d"), "--postgres", s.place()[3])
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
		}{"damaged": {flipped, "damaged or cut off"}, "cut": {whole[:len(whole)/2], "damaged or cut off"}, "foreign": {[]byte("PK\x03\x04"), "no backup of docket"}} {
			bad, data := filepath.Join(dir, what), filepath.Join(dir, "of-"+what)
			if err := os.WriteFile(bad, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			docketFails(t, c.reason, "restore", "--from", bad, "--data", data)
			docketFails(t, c.reason, "restore", "--check", "--from", bad)
			if _, err := os.Stat(data); !os.IsNotExist(err) {
				t.Errorf("%s: something was written: %v", what, err)
			}
		}
		docketFails(t, "there is no event log", "backup", "--data", filepath.Join(dir, "none"), "--to", dir)
		if out := docketOut(t, append([]string{"backup", "--to", dir}, s.place()...)...); !strings.Contains(out, filepath.Join(dir, "docket-2")) {
			t.Errorf("into a folder: %s", out)
		}
	})
}

// losses are what a folder may lose while its log is not lost.
var losses = map[string][]string{"keys": {"vault.db", "vault.db-wal", "vault.db-shm"}, "bytes": {"blobs"}, "both": {"blobs", "vault.db", "vault.db-wal", "vault.db-shm"}}

// TestTheLogIsNewerThanTheKeys loses keys or bytes, or both, and restores them from
// a backup that is older than the log.
func TestTheLogIsNewerThanTheKeys(t *testing.T) {
	for what, lost := range losses {
		t.Run(what, func(t *testing.T) {
			on := engines
			if what != "keys" && os.Getenv("DOCKET_TEST_FULL") == "" {
				on = func(t *testing.T, test func(*testing.T, []string)) { test(t, masterKey(t)) }
			}
			on(t, func(t *testing.T, args []string) {
				s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
				s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
				c := s.as("mira", "Str0ng-enough")
				gone := canaryDossier(t, c, 1)
				stays := c.newDossier("Stays")
				kept := stays + "/files/" + c.upload(stays, "kept.pdf", canaryPDF("keptword"))
				c.awaitDone(kept)
				path, _ := s.backup()
				c.want(204, "DELETE", gone.dossier+"?deletePermanently=true", nil)
				later := c.newDossier("Later")
				s.stop()
				lose(t, s, lost, what != "bytes")
				out := docketOut(t, append([]string{"restore", "--from", path, "--keep-log"}, s.place()...)...)
				if told := strings.Contains(out, "are lost"); told != (what != "bytes") {
					t.Error(out)
				}
				s.start()
				c = s.as("mira", "Str0ng-enough")
				c.want(404, "GET", gone.dossier+"?includeSoftDeleted=true", nil)
				c.want(200, "GET", kept, nil)
				c.want(map[bool]int{true: 200, false: 404}[what == "bytes"], "GET", later, nil) // its key is not in the backup
				c.newDossier("Afterwards")
				s.verify()
				s.stop()
				a := tools(t, s)
				if seen := contentSightings(t, a); len(seen) > 0 {
					t.Errorf("the backup brings back: %v", seen)
				}
				if !bytes.Contains(opened(t, a), []byte("keptword")) {
					t.Error("what was not deleted is not there")
				}
			})
		})
	}
}

// lose removes parts of a data folder, and the keys of a database.
func lose(t *testing.T, s *instance, names []string, keys bool) {
	t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(s.data, name)); err != nil {
			t.Fatal(err)
		}
	}
	if place := s.place(); len(place) > 2 && keys {
		conn, err := pgx.Connect(t.Context(), place[3])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), "DROP SCHEMA vault CASCADE"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeletionsAreCarriedOver restores an old backup and tells it of a newer log.
func TestDeletionsAreCarriedOver(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		gone, file := canaryDossier(t, c, 1), canaryDossier(t, c, 2)
		stays := c.newDossier("Stays")
		path, _ := s.backup()
		c.want(204, "DELETE", gone.dossier+"?deletePermanently=true", nil)
		c.want(204, "DELETE", file.file+"?deletePermanently=true", nil)
		c.want(204, "DELETE", c.newDossier("Later")+"?deletePermanently=true", nil)
		newer, _ := s.backup()
		s.stop()
		froms := []string{newer, s.data}
		if place := s.place(); len(place) > 2 {
			froms[1] = place[3]
		}
		for i, from := range froms {
			next := s.restored(path, []string{"sqlite", "postgres"}[i], "--deletions-from", from)
			c := next.as("mira", "Str0ng-enough")
			c.want(404, "GET", gone.dossier+"?includeSoftDeleted=true", nil)
			c.want(404, "GET", file.file+"?includeSoftDeleted=true", nil)
			c.want(200, "GET", file.dossier, nil)
			c.want(200, "GET", stays, nil)
			again := docketOut(t, append([]string{"restore", "--deletions-from", from}, next.place()...)...)
			if !strings.Contains(again, "deletions carried over: 0;") {
				t.Error(again)
			}
			next.stop()
			open := opened(t, tools(t, next))
			if n := bytes.Count(open, []byte(canaries["PDF text"])); n > 0 {
				t.Errorf("the backup brings a page back %d times", n)
			}
		}
	})
}

// TestInterruptedRestore finds what a restore left that was killed.
func TestInterruptedRestore(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	dossier := s.as("mira", "Str0ng-enough").newDossier("One")
	path, _ := s.backup()
	s.stop()
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
	for _, args := range [][]string{{"restore", "--from", path, "--data", data}, append([]string{"backup", "--to", t.TempDir()}, s.place()...),
		append(append([]string{"audit", "verify"}, s.place()...), s.masterFlag()...)} {
		var told bytes.Buffer
		if code := runCLI(ended, args, terminal.Streams{Out: &told, Err: &told}); code != 1 {
			t.Errorf("%v, interrupted, ends with %d: %s", args, code, &told)
		}
	}
	docketOut(t, "restore", "--from", path, "--data", data)
	if left, _ := filepath.Glob(filepath.Join(data, transfer.ScratchPrefix+"*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	serve(t, data, s.args...).as("mira", "Str0ng-enough").want(200, "GET", dossier, nil)
}
