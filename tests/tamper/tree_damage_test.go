package tamper

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestADamagedTreeIsNoFork flips a bit in the stored tree, at its end and at its beginning: the service says that the tree is
// damaged, and what to do, and alarms nobody of a log that was changed. The tree that is built anew is signed on.
func TestADamagedTreeIsNoFork(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]int{"its end": -1, "its beginning": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
			v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
			v.SignIn("mira", "Str0ng-enough").NewDossier("One")
			v.Stop()
			flipTreeBit(t, filepath.Join(v.Data, "evidence.db"), place)
			v.Start()
			v.SignIn("mira", "Str0ng-enough").NewDossier("Two")
			servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_tree_damaged") == 1 })
			if v.Metric("docket_evidence_forked") != 0 {
				t.Error("got a fork told, want damage alone")
			}
			v.Stop()
			v.ExpectParts(v.Log.String(), "is damaged: the log itself has everything that was signed", "docket audit checkpoint --rebuild")
			servicetest.RunDocket(t, v.audit("checkpoint", "--rebuild")...)
			v.Start()
			v.SignIn("mira", "Str0ng-enough").NewDossier("Three")
			v.Stop()
			v.expectNothing(t)
		})
	}
}

// flipTreeBit flips a bit of a hash of the last tile of leaves: of the hash at a place, the last one for -1.
func flipTreeBit(t *testing.T, file string, place int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var n int64
	var hashes []byte
	err = db.QueryRowContext(t.Context(), "SELECT n, hashes FROM tiles WHERE level = 0 ORDER BY n DESC LIMIT 1").Scan(&n, &hashes)
	if err == nil {
		if place < 0 {
			place = len(hashes) - 1
		}
		hashes[place] ^= 1
		_, err = db.ExecContext(t.Context(), "UPDATE tiles SET hashes = ? WHERE level = 0 AND n = ?", hashes, n)
	}
	if err != nil {
		t.Fatal(err)
	}
}
