package tamper

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestRestoreOfAnOlderStateIsAFork restores a backup and lets more happen than the checkpoints know that were signed
// after it was made. With the notary's memory the service signs no more and says so; without it, it is a log
// of another name. The audit finds the place with a checkpoint that somebody else keeps.
func TestRestoreOfAnOlderStateIsAFork(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
			v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
			backup, _ := v.Backup()
			c := v.SignIn("mira", "Str0ng-enough")
			for i := range 5 {
				c.NewDossier(fmt.Sprintf("Lost %d", i))
			}
			v.Stop()
			outside := filepath.Join(t.TempDir(), "outside.txt")
			v.keepCheckpoint(t, outside)

			next := &victim{Instance: v.RestoreTo(backup, engine)}
			next.Stop()
			if name := originOf(t, next); name == originOf(t, v) {
				t.Errorf("the restored log has the name %s of the one that went on, want another name", name)
			}
			next.expectNothing(t)
			next.expectFinding(t, []string{"its end is cut off"}, "--checkpoints", outside)

			kept := filepath.Join(next.Data, "evidence")
			if err := os.RemoveAll(kept); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(kept, os.DirFS(filepath.Join(v.Data, "evidence"))); err != nil {
				t.Fatal(err)
			}
			next.Start()
			c = next.SignIn("mira", "Str0ng-enough")
			for i := range 10 {
				c.NewDossier(fmt.Sprintf("Instead %d", i))
			}
			next.Stop()
			if out := next.Log.String(); !strings.Contains(out, "no checkpoint of the log is signed any more") {
				t.Errorf("nothing is said of the fork:\n%s, want %q in it", servicetest.LastLines(out, 30),
					"no checkpoint of the log is signed any more")
			}
			next.expectFinding(t, []string{"is not the one of the checkpoint"}, "--checkpoints", outside)
		})
	}
}

// originOf returns the name of the log that an installation signs for.
func originOf(t *testing.T, v *victim) string {
	t.Helper()
	name, _, _ := strings.Cut(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...), "+")
	return name
}
