package tamper

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp/timestamptest"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestHistoryTellsProofs has the history of a file and the audit say of each event which leaf it is, and, when they have come,
// that a checkpoint has it, that a witness has signed one, and when an authority has stamped one.
func TestHistoryTellsProofs(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		folder, authority := t.TempDir(), timestamptest.New(t)
		w := v.newWitness(t, folder)
		server := httptest.NewServer(witness.Handler(w, 1<<16, slog.New(slog.DiscardHandler)))
		t.Cleanup(server.Close)
		v.Args = append(v.Args, "--witness-policy", v.writePolicy(t, folder, server.URL), "--checkpoint-every", "100ms",
			"--timestamp-url", authority.URL, "--timestamp-every", "1s", "--timestamp-ca", authority.CAFile)
		began := time.Now().Add(-time.Minute)
		v.Start()
		c := v.SignIn("mira", "Str0ng-enough")
		for _, path := range []string{v.file + "/history", "/api/audit/events"} {
			var told []toldEvent
			servicetest.Await(t, 2*time.Minute, func() bool {
				var page struct{ Events []toldEvent }
				body := c.Want(200, "GET", path+"?evidence=true&order=asc&limit=500", nil).Body
				if err := json.Unmarshal(body, &page); err != nil {
					t.Fatal(err)
				}
				told = page.Events
				return !slices.ContainsFunc(told, func(e toldEvent) bool { return e.Evidence.TimestampedAt.IsZero() })
			})
			for _, e := range told {
				p, err := evidence.ParseProof(string(c.Want(200, "GET", fmt.Sprintf("/api/evidence/proofs/%d", e.Position), nil).Body))
				if err != nil {
					t.Fatal(err)
				}
				got := e.Evidence
				if got.LeafIndex != p.Index || got.Checkpoint <= p.Index || !slices.Equal(got.WitnessedBy, []string{w.Key().Name()}) ||
					got.TimestampedAt.Before(began) || got.TimestampedAt.After(time.Now().Add(time.Minute)) {
					t.Errorf("%s: position %d, which is leaf %d, has %+v", path, e.Position, p.Index, got)
				}
			}
			if len(told) < 3 {
				t.Errorf("%s: %d events, want at least 3", path, len(told))
			}
		}
		v.Stop()
		v.expectNothing(t, "--checkpoints", filepath.Join(v.Data, "evidence", "witnessed.txt"))
	})
}

// A toldEvent is an event of a history, as far as it is about evidence.
type toldEvent struct {
	Position int64
	Evidence struct {
		LeafIndex, Checkpoint int64
		WitnessedBy           []string
		TimestampedAt         time.Time
	}
}
