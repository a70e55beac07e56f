package tamper

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestServiceAsksWitnesses has a service ask a witness, which then goes away and comes back: the service goes on, says so,
// and has the newest checkpoint signed afterwards. What a crash left half written in its file is cut off. A bundle
// holds for a policy that asks for the witness.
func TestServiceAsksWitnesses(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		folder := t.TempDir()
		w := v.newWitness(t, folder)
		var away atomic.Bool
		signs := witness.Handler(w, 1<<16, slog.New(slog.DiscardHandler))
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if away.Load() {
				http.Error(rw, "away", http.StatusServiceUnavailable)
				return
			}
			signs.ServeHTTP(rw, r)
		}))
		t.Cleanup(server.Close)
		policy := filepath.Join(folder, "policy.txt")
		key := strings.TrimSpace(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...))
		text := fmt.Sprintf("log %s\nwitness legal %s %s\nquorum legal\n", key, w.Key(), server.URL)
		if err := os.WriteFile(policy, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		v.Args = append(v.Args, "--witness-policy", policy, "--checkpoint-every", "100ms")
		v.Start()
		before := v.awaitWitnessed(t, policy, 1)
		v.Stop()
		kept := filepath.Join(v.Data, "evidence", "witnessed.txt")
		whole := readText(t, kept)
		for _, crashed := range []string{strings.TrimSuffix(whole, "\n"), whole + "docket/0123\n12"} {
			if err := os.WriteFile(kept, []byte(crashed), 0o600); err != nil {
				t.Fatal(err)
			}
			v.Start()
			v.SignIn("mira", "Str0ng-enough").NewDossier(fmt.Sprint("Behind a crash ", len(crashed)))
			before = v.awaitWitnessed(t, policy, before+1)
			v.Stop()
		}
		v.Start()
		c := v.SignIn("mira", "Str0ng-enough")

		away.Store(true)
		c.NewDossier("While nobody looks")
		servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_evidence_unwitnessed_seconds") > 0 })
		away.Store(false)
		v.awaitWitnessed(t, policy, before+1)
		servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_evidence_unwitnessed_seconds") == 0 })

		bundle := filepath.Join(folder, "bundle.zip")
		servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", bundle, "--witness-policy", policy)...)
		v.Stop()
		v.ExpectParts(servicetest.RunDocket(t, "audit", "verify-bundle", bundle, "--policy", policy), "witnesses: "+w.Key().Name())
		expectPythonAgrees(t, folder, bundle, policy)
		v.expectNothing(t, "--checkpoints", kept)
	})
}

// awaitWitnessed waits until a checkpoint of at least so many events is signed as the policy asks, and returns how many it has.
func (v *victim) awaitWitnessed(t *testing.T, policy string, least int64) (size int64) {
	t.Helper()
	p, err := evidence.ParsePolicy(readText(t, policy))
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Await(t, 2*time.Minute, func() bool {
		text, err := os.ReadFile(filepath.Join(v.Data, "evidence", "witnessed.txt"))
		all, _ := evidence.SplitCheckpoints(string(text))
		if err != nil || len(all) == 0 {
			return false
		}
		checkpoint, _, err := p.Open([]byte(all[len(all)-1]))
		if err != nil {
			t.Fatal(err)
		}
		size = checkpoint.N
		return size >= least
	})
	return size
}
