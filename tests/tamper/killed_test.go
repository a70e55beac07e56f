package tamper

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// killRounds is how often a service is killed.
func killRounds() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 100
	}
	return 4
}

// TestCheckpointsOutliveKills kills a service again and again while events are appended, added to the
// tree and signed, and wants every checkpoint that was ever kept to fit the log, in which
// each is a continuation of the one before.
func TestCheckpointsOutliveKills(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--checkpoint-every", "100ms")...)}
		v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		outside := filepath.Join(t.TempDir(), "outside.txt")
		for round := range killRounds() {
			c := v.SignIn("mira", "Str0ng-enough")
			for i := range 1 + round%7 {
				c.NewDossier(fmt.Sprintf("Round %d, %d", round, i))
			}
			v.Kill()
			if round == 0 {
				v.keepCheckpoint(t, outside) // signs what the kill kept from being signed
			}
			v.expectNothing(t, "--checkpoints", outside)
			v.Start()
		}
		v.Stop()
		v.expectNothing(t, "--checkpoints", outside)
	})
}
