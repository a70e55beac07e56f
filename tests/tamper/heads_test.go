package tamper

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTheLogCommitsToItsHeads has the log commit to the ends of its streams by itself: again when something has happened, and not
// behind such a commitment.
func TestTheLogCommitsToItsHeads(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--heads-every", "100ms")...)}
		v.openDatabase(t)
		count := func(query string) (n int) {
			t.Helper()
			if err := v.db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		const committed = "SELECT count(*) FROM events WHERE type = 'log.heads-committed'"
		v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := v.SignIn("mira", "Str0ng-enough")
		for _, name := range []string{"First", "Second"} {
			before := count(committed)
			c.NewDossier(name)
			servicetest.Await(t, 5*time.Minute, func() bool { return count(committed) > before })
		}
		if n := count("SELECT count(*) FROM events a JOIN events b ON b.position = a.position + 1 " +
			"WHERE a.type = 'log.heads-committed' AND b.type = a.type"); n > 0 {
			t.Errorf("%d commitments stand right behind one, want at most 0", n)
		}
		v.Stop()
		v.expectNothing(t)
	})
}
