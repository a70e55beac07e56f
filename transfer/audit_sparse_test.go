package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/numbering"
)

// TestAuditOfPositionsThatAreTokens audits a log whose positions follow no rule: a log that
// lacks its last event, or has two events in the wrong order, is told all the same, and gaps only
// of one that numbers its events.
func TestAuditOfPositionsThatAreTokens(t *testing.T) {
	t.Parallel()
	whole := estest.Sparse(estest.NewStore())
	for _, stream := range []es.StreamID{"thing-a-1", "thing-a-2"} {
		for version := range uint64(20) {
			if _, err := whole.Append(t.Context(), stream, version,
				[]es.Envelope{{ID: uuid.New(), Type: "thing.made", Schema: 1, Body: []byte("{}")}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	expectProblems(t, whole, nil)
	short := altered{whole, func(events []es.Envelope) []es.Envelope { return events[:39] }}
	if _, err := verifyLog(t, short, nil); !errors.Is(err, es.ErrIncompleteRead) {
		t.Errorf("a log that does not yield its last event: got %v, want %v", err, es.ErrIncompleteRead)
	}
	expectProblems(t, altered{whole, func(events []es.Envelope) []es.Envelope {
		events[30].Position, events[31].Position = events[31].Position, events[30].Position
		return events
	}}, nil, "follows")

	numbered, err := sqlite.OpenLog(t.Context(), filepath.Join(t.TempDir(), "events.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = numbered.Close() })
	for env, err := range whole.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := numbered.Append(t.Context(), env.Stream, env.Version-1, []es.Envelope{env}); err != nil {
			t.Fatal(err)
		}
	}
	expectProblems(t, numbered, numbered)
	expectProblems(t, altered{numbered, func(events []es.Envelope) []es.Envelope { return append(events[:19], events[20:]...) }}, numbered,
		"position 21 follows 19")
}

// expectProblems verifies a log and wants problems with these texts, one by one.
func expectProblems(t *testing.T, log es.Store, numbers numbering.Log, want ...string) {
	t.Helper()
	found, err := verifyLog(t, log, numbers)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.problems) != len(want) {
		t.Fatalf("got problems %q, want %q", found.problems, want)
	}
	for i, text := range want {
		if !strings.Contains(found.problems[i], text) {
			t.Errorf("got problem %q, want %q in it", found.problems[i], text)
		}
	}
}

// verifyLog verifies a log whose tree is empty.
func verifyLog(t *testing.T, log es.Store, numbers numbering.Log) (*Findings, error) {
	t.Helper()
	tree, err := sqlite.OpenEvidence(t.Context(), filepath.Join(t.TempDir(), "evidence.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	codec := es.NewCodec(json.Marshal, json.Unmarshal, nil)
	return VerifyLog(t.Context(), &es.Log{Store: log, Codec: codec},
		AuditScope{Numbers: numbers, Count: upkeep.CounterOf(log), Tree: tree}, terminal.NewProgress(io.Discard))
}

// altered is a log of which somebody changed what is read.
type altered struct {
	es.Store
	change func([]es.Envelope) []es.Envelope
}

// All implements es.Store.
func (a altered) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	var events []es.Envelope
	for e, err := range a.Store.All(ctx, after, f) {
		if err != nil {
			return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, err) }
		}
		events = append(events, e)
	}
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range a.change(events) {
			if !yield(e, nil) {
				return
			}
		}
	}
}
