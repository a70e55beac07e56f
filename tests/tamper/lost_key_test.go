package tamper

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// evidenceFolder returns where key and memory of the log are.
func (v *victim) evidenceFolder() string { return filepath.Join(v.Data, "evidence") }

// replaceEvidence removes key and memory of the log, and puts files of another folder there; "" for none.
func (v *victim) replaceEvidence(t *testing.T, from string, files ...string) {
	t.Helper()
	if err := os.RemoveAll(v.evidenceFolder()); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.MkdirAll(v.evidenceFolder(), 0o700); err != nil {
			t.Fatal(err)
		}
		writeText(t, filepath.Join(v.evidenceFolder(), file), readText(t, filepath.Join(from, file)))
	}
}

// forgetTree empties the tree over the log, and leaves the checkpoints of it.
func (v *victim) forgetTree(t *testing.T) {
	t.Helper()
	v.exec(t, "DELETE FROM tiles")
	v.exec(t, "UPDATE tree SET size = 0, position = 0")
}

// expectUnsigned starts the service and wants it to sign nothing, to say why, and to go on otherwise.
func (v *victim) expectUnsigned(t *testing.T, words ...string) {
	t.Helper()
	v.Start()
	servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_forked") == 1 })
	v.SignIn("mira", "Str0ng-enough").NewDossier("Unsigned " + rand.Text())
	health := v.readHealth(t)
	v.ExpectParts(health, append(words, `"status":"DEGRADED"`)...)
	v.Stop()
	v.ExpectParts(v.Log.String(), append(words, "no checkpoint of the log is signed any more")...)
}

// expectSigned starts the service and wants it to sign what comes.
func (v *victim) expectSigned(t *testing.T) {
	t.Helper()
	v.Start()
	v.awaitSigned(t, "Signed "+rand.Text())
	v.ExpectParts(v.readHealth(t), `"status":"UP"`)
	v.Stop()
}

// TestALogOfAnotherKeyIsNotSigned takes the key of a log away, and puts another one in its place: the service signs nothing and says
// so, makes no key, and signs again with the key of the log, also without its memory, and without a start.
func TestALogOfAnotherKeyIsNotSigned(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, append(args, "--checkpoint-every", "100ms"))
		kept, other := filepath.Join(t.TempDir(), "kept"), t.TempDir()
		if err := os.CopyFS(kept, os.DirFS(v.evidenceFolder())); err != nil {
			t.Fatal(err)
		}
		origin := originOf(t, v)
		for _, left := range [][]string{nil, {"notary.key.pub"}, {"notary.key.pub", "checkpoints.txt"}} {
			v.replaceEvidence(t, kept, left...)
			v.expectUnsigned(t, "the log is signed as "+origin, "bring it back", "docket audit rotate-key --lost")
			if _, err := os.Stat(filepath.Join(v.evidenceFolder(), "notary.key")); !os.IsNotExist(err) {
				t.Errorf("with %v: got %v, want no key made", left, err)
			}
		}
		servicetest.RunDocket(t, "audit", "make-key", filepath.Join(other, "notary.key"))
		v.replaceEvidence(t, other, "notary.key", "notary.key.pub")
		v.expectUnsigned(t, " of "+origin+", is signed by another key", "bring the key of "+origin+" back")
		v.expectFinding(t, []string{" of " + origin + ", is signed by another key"})

		v.Start() // the key comes back while it runs
		servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_forked") == 1 })
		v.replaceEvidence(t, kept, "notary.key", "notary.key.pub")
		servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_forked") == 0 })
		v.awaitSigned(t, "Signed "+rand.Text())
		v.Stop()
		v.replaceEvidence(t, kept, "notary.key", "notary.key.pub")
		v.expectSigned(t)
		v.expectNothing(t, "--checkpoints", v.outside)
		if got := originOf(t, v); got != origin {
			t.Errorf("the log is signed as %s, want %s", got, origin)
		}
	})
}

// TestAMemoryThatIsLostForgetsNothing takes the memory of a notary away and alters the log: the checkpoints in the database
// tell that it is another one.
func TestAMemoryThatIsLostForgetsNothing(t *testing.T) {
	t.Parallel()
	v := newVictim(t, append(servicetest.NewMasterKey(t), "--checkpoint-every", "100ms"))
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.CopyFS(kept, os.DirFS(v.evidenceFolder())); err != nil {
		t.Fatal(err)
	}
	v.replaceEvidence(t, kept, "notary.key", "notary.key.pub")
	v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE type = 'component.overridden'")
	v.forgetTree(t)
	v.expectUnsigned(t, "the log is no continuation of the checkpoint that was signed last", "docket audit verify looks for the place")
}

// TestALostKeyIsTold says in the log that its key is lost: it is signed under another name, by another key, and all that was kept of
// the former one fits. A log that is not that of the checkpoints is not signed so, nor one whose key is there.
func TestALostKeyIsTold(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, append(args, "--checkpoint-every", "100ms"))
		origin := originOf(t, v)
		servicetest.ExpectFailure(t, "there is a key in", v.audit("rotate-key", "--lost")...)
		if err := os.Remove(filepath.Join(v.evidenceFolder(), "notary.key")); err != nil {
			t.Fatal(err)
		}
		v.whileAltered(t, func() {
			v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE type = 'component.overridden'")
			v.forgetTree(t)
		}, func() {
			servicetest.ExpectFailure(t, "docket audit verify looks for the place", v.audit("rotate-key", "--lost")...)
		})
		v.ExpectParts(servicetest.RunDocket(t, v.audit("rotate-key", "--lost")...), "signs checkpoints of the log from now on")
		if got := originOf(t, v); got == origin {
			t.Errorf("the log is signed as %s, want another name", got)
		}
		v.expectSigned(t)
		v.Start()
		told := v.SignIn("mira", "Str0ng-enough").Want(200, "GET", "/api/audit/events?type=log.key-lost", nil)
		v.ExpectParts(string(told.Body), "told that the key which signs checkpoints of the log is lost", origin)
		v.Stop()
		v.expectNothing(t, "--checkpoints", v.outside)
		v.replaceEvidence(t, "")
		v.expectUnsigned(t, "docket audit rotate-key --lost")
		servicetest.RunDocket(t, v.audit("rotate-key", "--lost")...)
		v.expectSigned(t)
		v.expectNothing(t, "--checkpoints", v.outside)
	})
}

// TestAKeyThatGaveWaySignsNoMore brings the key back that another one has followed.
func TestAKeyThatGaveWaySignsNoMore(t *testing.T) {
	t.Parallel()
	v := newVictim(t, append(servicetest.NewMasterKey(t), "--checkpoint-every", "100ms"))
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.CopyFS(kept, os.DirFS(v.evidenceFolder())); err != nil {
		t.Fatal(err)
	}
	servicetest.RunDocket(t, v.audit("rotate-key")...)
	rotated := filepath.Join(t.TempDir(), "rotated")
	if err := os.CopyFS(rotated, os.DirFS(v.evidenceFolder())); err != nil {
		t.Fatal(err)
	}
	v.replaceEvidence(t, kept, "notary.key", "notary.key.pub")
	v.expectUnsigned(t, "the log tells of a rotation to the key", "which signs no more")
	v.replaceEvidence(t, rotated, "notary.key", "notary.key.pub")
	v.expectSigned(t)
	v.expectNothing(t, "--checkpoints", v.outside)

	moved := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "moved"), Args: v.Args}}
	if err := os.CopyFS(moved.Data, os.DirFS(v.Data)); err != nil {
		t.Fatal(err)
	}
	moved.expectSigned(t)
	moved.expectNothing(t, "--checkpoints", v.outside)
}
