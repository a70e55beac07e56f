package tamper

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A forkedLog is an installation that went on behind its backup, and what others keep of it.
type forkedLog struct {
	*victim
	backup        string
	before, after string // checkpoints from before the backup and from behind it
	origin        string
}

// newForkedLog fills an installation, and stops it.
func newForkedLog(t *testing.T, args []string) forkedLog {
	t.Helper()
	l := forkedLog{victim: &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)}}
	l.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	l.Stop()
	l.before, l.after = filepath.Join(t.TempDir(), "before.txt"), filepath.Join(t.TempDir(), "after.txt")
	l.keepCheckpoint(t, l.before)
	l.origin = originOf(t, l.victim)
	l.Start()
	c := l.SignIn("mira", "Str0ng-enough")
	c.NewDossier("Kept")
	l.backup, _ = l.Backup()
	for i := range 5 {
		c.NewDossier(fmt.Sprintf("Lost %d", i))
	}
	l.Stop()
	l.keepCheckpoint(t, l.after)
	return l
}

// restore returns the command that restores the backup to a place.
func (l forkedLog) restore(to *servicetest.Instance, flags ...string) []string {
	return slices.Concat([]string{"restore", "--from", l.backup}, to.DataFlags(), flags)
}

// TestRestoreRefusesForks restores a backup that is behind a checkpoint, and one whose log is another than a checkpoint has: both
// are refused, and nothing is written. Checkpoints from before the backup fit.
func TestRestoreRefusesForks(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		l := newForkedLog(t, args)
		engine := "sqlite"
		if len(l.DataFlags()) > 2 {
			engine = "postgres"
		}
		to := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "restored"),
			Args: append(servicetest.NewMasterKey(t), l.NewStore(engine)...)}
		servicetest.ExpectFailure(t, "is behind the log of "+l.origin, l.restore(to, "--checkpoints", l.after)...)
		servicetest.ExpectFailure(t, "is behind the log of "+l.origin, "restore", "--check", "--from", l.backup, "--checkpoints", l.after)
		lines := strings.Split(readText(t, l.before), "\n")
		lines[2] = "AAAA" + lines[2][4:]
		forged := filepath.Join(t.TempDir(), "forged.txt")
		if err := os.WriteFile(forged, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "they differ between position 1 and "+lines[1], l.restore(to, "--checkpoints", forged)...)
		key := filepath.Join(t.TempDir(), "docket.pub")
		writeText(t, key, servicetest.RunDocket(t, l.audit("checkpoint", "--key")...))
		servicetest.ExpectFailure(t, forged+": this is no checkpoint", l.restore(to, "--checkpoints", forged, "--log-key", key)...)
		servicetest.ExpectFailure(t, forged+": this is no checkpoint", l.audit("verify", "--checkpoints", forged, "--log-key", key)...)
		l.expectNothing(t, "--checkpoints", l.before, "--log-key", key)
		servicetest.ExpectFailure(t, "restores no log", l.restore(to, "--keep-log", "--as-fork")...)

		if err := os.CopyFS(filepath.Join(to.Data, "evidence"), os.DirFS(filepath.Join(l.Data, "evidence"))); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "is behind the log of "+l.origin, l.restore(to, "--checkpoints", l.before)...)
		if left, err := os.ReadDir(to.Data); err != nil || slices.ContainsFunc(left, func(e os.DirEntry) bool {
			return !slices.Contains([]string{"lock", "evidence"}, e.Name())
		}) {
			t.Errorf("a refused restore leaves %v, %v", left, err)
		}
		if err := os.RemoveAll(filepath.Join(to.Data, "evidence")); err != nil {
			t.Fatal(err)
		}
		servicetest.RunDocket(t, l.restore(to, "--checkpoints", l.before, "--log-key", key)...)
	})
}

// TestRestoredForksAreLabelled restores a backup that is behind a checkpoint, as a fork: the log says so, to those who read the
// events too, and is signed under another name, although the key of the old one stands there. The audit accepts it, and
// names the fork where somebody kept what was behind it.
func TestRestoredForksAreLabelled(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			l := newForkedLog(t, servicetest.NewMasterKey(t))
			next := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "restored"),
				Args: append(slices.Clone(l.Args), l.NewStore(engine)...)}}
			if err := os.CopyFS(filepath.Join(next.Data, "evidence"), os.DirFS(filepath.Join(l.Data, "evidence"))); err != nil {
				t.Fatal(err)
			}
			out := servicetest.RunDocket(t, l.restore(next.Instance, "--as-fork", "--checkpoints", l.after)...)
			next.ExpectParts(out, "labelled as a fork behind its first ", "are signed as "+l.origin+"/restored-")
			next.expectLabel(t, l)

			next.Start()
			again, _ := next.Backup()
			next.Stop()
			l.backup = again
			third := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "again"),
				Args: append(slices.Clone(l.Args), l.NewStore(engine)...)}}
			servicetest.RunDocket(t, l.restore(third.Instance, "--checkpoints", l.after)...) // it is labelled already
			third.expectNothing(t, "--checkpoints", l.before)
		})
	}
}

// expectLabel starts a log that was restored as a fork, and wants it to say so.
func (v *victim) expectLabel(t *testing.T, of forkedLog) {
	t.Helper()
	v.Start()
	c := v.SignIn("mira", "Str0ng-enough")
	found := c.Want(200, "GET", "/api/audit/events?type=log.restored", nil)
	v.ExpectParts(string(found.Body), "restored the log to its first", of.origin+"/restored-")
	for i := range 10 { // so that it has more events than the one that went on
		c.NewDossier(fmt.Sprintf("Instead %d", i))
	}
	v.Stop()
	if name := originOf(t, v); !strings.HasPrefix(name, of.origin+"/restored-") {
		t.Errorf("the fork is signed as %s, want %v at its beginning", name, of.origin+"/restored-")
	}
	v.ExpectParts(v.expectNothing(t), "restored: the log is a fork behind its first ", "restored: "+of.origin+" was known to have ")
	v.expectNothing(t, "--checkpoints", of.before)
	v.expectFinding(t, []string{"log.restored: the log was restored here, and is a fork: that of " + of.origin + " went on to "},
		"--checkpoints", of.after)
	newest := filepath.Join(t.TempDir(), "newest.txt")
	v.keepCheckpoint(t, newest)
	v.ExpectParts(readText(t, newest), of.origin+"/restored-")
	v.expectNothing(t, "--checkpoints", newest)
}

// TestRestoreBesideStandingCheckpoints loses the log of a database, and not the checkpoints in it: an older backup is refused, or is a
// fork, whose newest checkpoint is none of the log that went on.
func TestRestoreBesideStandingCheckpoints(t *testing.T) {
	t.Parallel()
	l := newForkedLog(t, append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t)))
	l.openDatabase(t)
	for _, schema := range []string{"log", "vault", "views", "work"} {
		l.exec(t, "DROP SCHEMA docket_"+schema+" CASCADE")
	}
	if err := l.db.Close(); err != nil {
		t.Fatal(err)
	}
	next := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "restored"), Args: l.Args}}
	servicetest.ExpectFailure(t, "of which the database has a checkpoint", l.restore(next.Instance)...)
	servicetest.RunDocket(t, l.restore(next.Instance, "--as-fork")...)
	next.expectLabel(t, l)
}

// TestForksNeedAnotherNotary restores a backup of a service whose notary is a process of its own, as a fork: the notary of the old
// log is asked no more, and another one signs.
func TestForksNeedAnotherNotary(t *testing.T) {
	t.Parallel()
	l := newForkedLog(t, servicetest.NewMasterKey(t))
	state := filepath.Join(t.TempDir(), "state")
	old := startSigner(t, "notary", "--listen", "127.0.0.1:0", "--state", state, "--adopt", filepath.Join(l.Data, "evidence"))
	next := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "restored")}}
	if err := os.CopyFS(filepath.Join(next.Data, "evidence"), os.DirFS(filepath.Join(l.Data, "evidence"))); err != nil {
		t.Fatal(err)
	}
	servicetest.RunDocket(t, l.restore(next.Instance, "--as-fork")...)
	signedBy := func(p *signerProcess, state string) []string {
		return append(slices.Clone(l.Args), "--notary", p.address, "--notary-token-file", state+".token", "--checkpoint-every", "100ms")
	}
	next.Args = signedBy(old, state)
	next.Start()
	next.SignIn("mira", "Str0ng-enough").NewDossier("By nobody")
	servicetest.Await(t, 5*time.Minute, func() bool { return next.Metric("docket_evidence_unsigned_seconds") > 0 })
	next.Stop()
	next.ExpectParts(next.Log.String(), "signs for "+l.origin, "make a notary of its own")

	own := filepath.Join(t.TempDir(), "own")
	next.Args = signedBy(startSigner(t, "notary", "--listen", "127.0.0.1:0", "--state", own, "--new"), own)
	next.Start()
	next.awaitSigned(t, "By its own notary")
	next.Stop()
	if name := originOf(t, next); name == l.origin {
		t.Errorf("the fork is signed as %s, want other than %v", name, l.origin)
	}
	next.expectFinding(t, []string{"is a fork: that of " + l.origin}, "--checkpoints", l.after)
	next.expectNothing(t)
}
