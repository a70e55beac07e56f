package protocoltest_test

import (
	"fmt"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// describeSearch is what a filtered subscription tells until it has caught up, and what it tells of last.
func describeSearch(t *testing.T, c *esdb.Client, from esdb.AllPosition, streams string) string {
	t.Helper()
	s, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{
		From: from, MaxSearchWindow: 10, CheckpointInterval: 10,
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{streams}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out := ""
	for {
		switch m := s.Recv(); {
		case m.EventAppeared != nil:
			out += fmt.Sprint(m.EventAppeared.OriginalEvent().Position.Commit, " ")
		case m.CheckPointReached != nil:
			out += fmt.Sprintf("(%d) ", m.CheckPointReached.Commit)
		case m.CaughtUp != nil:
			return out
		case m.SubscriptionDropped != nil:
			t.Fatal(m.SubscriptionDropped.Error)
		}
	}
}

// TestTheLastCheckpoint asks servers of each way of speaking what they tell of the end of a filtered
// subscription, when it has found something, nothing, and nothing behind a position.
func TestTheLastCheckpoint(t *testing.T) {
	for version, nothing := range map[string]string{
		"23.10.8": "", "24.2.0": "(18446744073709551615) ", "24.10.4": "(18446744073709551615) ",
		"24.10.5": "(0) ", "25.0.0": "end", "25.0.1": "(0) ", "25.1.4": "(0) ",
	} {
		db, _, c := start(t, protocoltest.Config{Version: version})
		at := write(t, c, "a", proposals(1)...).CommitPosition
		db.WriteSystemEvents(50)
		behind := ""
		if version != "23.10.8" {
			behind = fmt.Sprintf("(%d) ", at)
		}
		if want, got := fmt.Sprint(at, " ", behind), describeSearch(t, c, esdb.Start{}, "a"); got != want {
			t.Errorf("%s: got %q of a stream, want %q", version, got, want)
		}
		if got := describeSearch(t, c, esdb.Position{Commit: at, Prepare: at}, "none"); got != behind {
			t.Errorf("%s: got %q of nothing behind a position, want %q", version, got, behind)
		}
		got := describeSearch(t, c, esdb.Start{}, "none")
		if nothing == "end" {
			last := write(t, c, "b", proposals(1)...).CommitPosition
			nothing = fmt.Sprintf("(%d) ", last)
		}
		if got != nothing {
			t.Errorf("%s: got %q of nothing, want %q", version, got, nothing)
		}
	}
}
