package tamper

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// copyStores copies all that a stopped installation has stored to another one.
func (v *victim) copyStores(t *testing.T) *victim {
	t.Helper()
	next := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "copied"), Args: slices.Clone(v.Args)}}
	if err := os.CopyFS(next.Data, os.DirFS(v.Data)); err != nil {
		t.Fatal(err)
	}
	if i := slices.Index(next.Args, "--postgres"); i >= 0 {
		next.Args[i+1] = copyDatabase(t, next.Args[i+1])
	}
	return next
}

// copyDatabase copies a database that nobody uses.
func copyDatabase(t *testing.T, dsn string) string {
	t.Helper()
	var name string
	source, err := sql.Open("pgx", dsn)
	if err == nil {
		err = source.QueryRowContext(t.Context(), "SELECT current_database()").Scan(&name)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := source.Close(); err != nil {
		t.Fatal(err)
	}
	other := pgtest.DSN(t)
	i := strings.LastIndex(dsn, name)
	if i < 0 {
		t.Fatalf("%s does not name its database, want i at least 0", dsn)
	}
	admin, err := sql.Open("pgx", other)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.ExecContext(t.Context(), fmt.Sprintf("CREATE DATABASE %s_copied TEMPLATE %s", name, name)); err != nil {
		t.Fatal(err)
	}
	return dsn[:i] + name + "_copied" + dsn[i+len(name):]
}

// TestRollbackIsFound goes back to an older copy of everything that is stored, and on from there: the audit finds that with a
// checkpoint of the log as it was.
func TestRollbackIsFound(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)}
		v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		v.Stop()
		older := v.copyStores(t)
		v.Start()
		v.SignIn("mira", "Str0ng-enough").NewDossier("Lost")
		v.Stop()
		outside := filepath.Join(t.TempDir(), "outside.txt")
		v.keepCheckpoint(t, outside)
		older.expectNothing(t)
		older.expectFinding(t, []string{"its end is cut off"}, "--checkpoints", outside)
		older.Start()
		c := older.SignIn("mira", "Str0ng-enough")
		for i := range 5 {
			c.NewDossier(fmt.Sprintf("Instead %d", i))
		}
		older.Stop()
		older.expectNothing(t)
		older.expectFinding(t, []string{"the log up to here is not the one of the checkpoint"}, "--checkpoints", outside)
	})
}

// TestTwoContinuationsAreFound shows two continuations of a log, which the log's own key has signed, to two auditors. Each monitor
// is content alone; one that is shown what the other saw tells that there are two. A witness signs for one of them.
func TestTwoContinuationsAreFound(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)}
		v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		folder := t.TempDir()
		secret := filepath.Join(folder, "secret")
		out := v.Operate(false, "", "client", "add", "--service-account", "--roles", "AUDITOR", "monitor")
		if err := os.WriteFile(secret, []byte(lastWord(out)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		v.Stop()
		other := v.copyStores(t)
		key := filepath.Join(folder, "docket.pub")
		if err := os.WriteFile(key, []byte(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...)), 0o600); err != nil {
			t.Fatal(err)
		}
		seen := []string{filepath.Join(folder, "one.txt"), filepath.Join(folder, "two.txt")}
		monitor := func(of *victim, state string, more ...string) []string {
			return append([]string{"audit", "monitor", of.Base + "/api/evidence", "--once", "--key", key, "--state", state,
				"--client", "monitor", "--secret-file", secret}, more...)
		}
		for i, one := range []*victim{v, other} {
			one.Start()
			c := one.SignIn("mira", "Str0ng-enough")
			for n := range 3 {
				c.NewDossier(fmt.Sprintf("In the log that auditor %d sees: %d", i, n))
			}
			one.Stop() // which has all of it signed
			one.keepCheckpoint(t, seen[i])
			one.Start()
			servicetest.RunDocket(t, monitor(one, filepath.Join(folder, fmt.Sprint("state", i)), "--new")...)
		}
		servicetest.ExpectFailure(t, "two histories", monitor(other, filepath.Join(folder, "state1"), "--witnessed", seen[0])...)
		v.Stop()
		other.Stop()

		w := v.newWitness(t, folder)
		if _, err := w.AddCheckpoint(evidence.WitnessRequest{Note: []byte(readText(t, seen[0]))}); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "", other.audit("consistency", seen[0], seen[1], "--request")...)
		if _, err := w.AddCheckpoint(evidence.WitnessRequest{Old: checkpointSize(t, seen[0]),
			Note: []byte(readText(t, seen[1]))}); err == nil {
			t.Error("a witness signs for two continuations")
		}
	})
}

// lastWord returns the last word of a text.
func lastWord(text string) string {
	words := strings.Fields(text)
	return words[len(words)-1]
}

// TestCheckpointsAreCopiedOutside has a service copy what is signed to a folder outside of its data folder.
func TestCheckpointsAreCopiedOutside(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	args := append(servicetest.NewMasterKey(t), "--checkpoint-folder", folder, "--checkpoint-every", "100ms")
	v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)}
	v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	var copied []string
	servicetest.Await(t, 2*time.Minute, func() bool {
		copied, _ = filepath.Glob(filepath.Join(folder, "docket-*.txt"))
		return len(copied) > 0
	})
	v.Stop()
	v.expectNothing(t, "--checkpoints", copied[0])
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "", "--checkpoint-folder", v.Data}, v.DataFlags()...)
	servicetest.ExpectFailure(t, "is in the data folder", append(serve, v.MasterKeyFlags()...)...)
}

// TestAnOlderLogIsToldAtOnce puts an older log under the views, the tree and the notary's memory that went on: the service tells
// so before anything is written, and does not forget it when as many events as are gone have been written instead.
func TestAnOlderLogIsToldAtOnce(t *testing.T) {
	t.Parallel()
	v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
	v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	v.Stop()
	log := filepath.Join(v.Data, "events.db")
	older, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("Lost")
	v.Stop()
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.RemoveAll(log + end); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(log, older, 0o600); err != nil {
		t.Fatal(err)
	}
	forked := func() bool { return v.Metric("docket_evidence_forked") == 1 }
	v.Start()
	servicetest.Await(t, 5*time.Minute, forked)
	v.ExpectParts(v.Log.String(), "no checkpoint of the log is signed any more", "An older copy of the log was put in its place")
	c := v.SignIn("mira", "Str0ng-enough")
	for i := range 10 {
		c.NewDossier(fmt.Sprintf("Instead %d", i))
	}
	v.Stop()
	v.Start()
	servicetest.Await(t, 5*time.Minute, forked)
	v.ExpectParts(v.Log.String(), "it has another event than the tree over it")
}
