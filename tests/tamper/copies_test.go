package tamper

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// expectSameEntries wants the entries of a log to be, byte by byte, those of its copy in the other engine; and those of a
// copy in EventStoreDB, with the rank of an event in the place of its position, in every entry that tells it.
func (v *victim) expectSameEntries(t *testing.T, dense *victim) {
	t.Helper()
	address := servicetest.EventStore(t)
	away := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "ranked"),
		Args: slices.Concat(v.MasterKeyFlags(), []string{"--eventstore", address})}
	servicetest.RunDocket(t, "migrate", "copy", "--from", v.Data, "--to", address, "--to-data", away.Data)
	events, copied, ranked := readEvents(t, v.Instance), readEvents(t, dense.Instance), readEvents(t, away)
	if len(events) == 0 || len(copied) != len(events) || len(ranked) != len(events) {
		t.Fatalf("%d events, copies of %d and %d, want some events, len(copied) = %d and len(ranked) = %d", len(events),
			len(copied), len(ranked), len(events), len(events))
	}
	ranks := map[es.Position]es.Position{}
	caused := 0
	for i, e := range events {
		want := evidence.EntryOf(e).AppendBinary(nil)
		if have := evidence.EntryOf(copied[i]).AppendBinary(nil); !bytes.Equal(have, want) {
			t.Errorf("position %d: %+v became %+v, want the same bytes", e.Position, e, copied[i])
		}
		r := ranked[i]
		ranks[r.Position] = es.Position(i + 1)
		r.Position = ranks[r.Position]
		if r.Causation != 0 {
			r.Causation = ranks[r.Causation]
			caused++
		}
		if have := evidence.EntryOf(r).AppendBinary(nil); !bytes.Equal(have, want) {
			t.Errorf("rank %d: %+v became %+v, want the same bytes", i+1, e, r)
		}
	}
	if caused == 0 || len(ranks) != len(events) || ranked[len(ranked)-1].Position == events[len(events)-1].Position {
		t.Errorf("nothing is shown by %d ranks of %d events, of which %d have a cause", len(ranks), len(events), caused)
	}
}

// readEvents returns all events of a stopped installation, as they are stored.
func readEvents(t *testing.T, s *servicetest.Instance) (events []es.Envelope) {
	t.Helper()
	a := servicetest.OpenTools(t, s)
	for e, err := range a.Log.Store.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return events
}
