package protocoltest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// clientEvents are the events of all streams but the system's, and their positions.
func clientEvents(t *testing.T, c *esdb.Client, from esdb.AllPosition) (names string, at []uint64) {
	t.Helper()
	r, err := c.ReadAll(t.Context(), esdb.ReadAllOptions{From: from}, 1000)
	events, err := collect(t, r, err)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if o := e.OriginalEvent(); !strings.HasPrefix(o.StreamID, "$") {
			names += fmt.Sprintf("%s%d ", o.StreamID, o.EventNumber)
			at = append(at, o.Position.Commit)
		}
	}
	return names, at
}

// What metadata, deletion and tombstones hide in streams stays in the log until a scavenge
// removes it there too. Positions of what stays are as before, and those of what went lead
// to the next.
func TestScavenge(t *testing.T) {
	db, _, c := start(t, protocoltest.Config{})
	for _, stream := range []string{"cut", "gone", "dead", "whole"} {
		write(t, c, stream, proposals(3)...)
	}
	var m esdb.StreamMetadata
	m.SetMaxCount(1)
	_, limited := c.SetStreamMetadata(t.Context(), "cut", esdb.AppendToStreamOptions{}, m)
	_, deleted := c.DeleteStream(t.Context(), "gone", esdb.DeleteStreamOptions{})
	_, ended := c.TombstoneStream(t.Context(), "dead", esdb.TombstoneStreamOptions{})
	if limited != nil || deleted != nil || ended != nil {
		t.Fatal(limited, deleted, ended)
	}
	before, at := clientEvents(t, c, esdb.Start{})
	const tombstone = "dead9223372036854775807 "
	if want := "cut0 cut1 cut2 gone0 gone1 gone2 dead0 dead1 dead2 whole0 whole1 whole2 " + tombstone; before != want {
		t.Errorf("before a scavenge got %q, want %q", before, want)
	}
	db.Scavenge()
	after, left := clientEvents(t, c, esdb.Start{})
	if want := "cut2 whole0 whole1 whole2 " + tombstone; after != want || left[0] != at[2] {
		t.Errorf("after a scavenge got %q, the first at %d, want %q at %d", after, left[0], want, at[2])
	}
	for _, from := range []uint64{at[3], at[3] + 1} {
		if got, _ := clientEvents(t, c, esdb.Position{Commit: from, Prepare: from}); got != "whole0 whole1 whole2 "+tombstone {
			t.Errorf("from %d got %q, want %v", from, got, "whole0 whole1 whole2 "+tombstone)
		}
	}
	if got := revisions(t, c, "cut", esdb.ReadStreamOptions{}, 9); got != "2 " {
		t.Errorf("the stream that was cut has %q, want %q", got, "2 ")
	}
	if w := write(t, c, "cut", proposals(1)...); w.NextExpectedVersion != 3 || w.CommitPosition < 256<<20 {
		t.Errorf("the next event has revision %d at %d, want 3 in the next chunk", w.NextExpectedVersion, w.CommitPosition)
	}
	for stream, want := range map[string]string{"gone": "not found", "dead": "deleted", "cut": "3 "} {
		if got := revisions(t, c, stream, esdb.ReadStreamOptions{}, 9); got != want {
			t.Errorf("%s: got %q, want %q", stream, got, want)
		}
	}
	if w := write(t, c, "gone", proposals(1)...); w.NextExpectedVersion != 3 {
		t.Errorf("a deleted stream goes on at %d, want 3", w.NextExpectedVersion)
	}
}

// Before a leader is elected calls are refused, after each start.
func TestNodesAreNotReadyAtFirst(t *testing.T) {
	_, n, c := start(t, protocoltest.Config{NotReady: 2})
	for i := range 2 {
		_, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{}, proposals(1)...)
		if err == nil {
			t.Errorf("call %d was answered, want an error", i)
		}
	}
	write(t, c, "a", proposals(1)...)
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	again := dial(t, "esdb://"+n.Address()+"?tls=false")
	if _, err := again.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{}, proposals(1)...); err == nil {
		t.Error("a call after a restart was answered")
	}
}

// The server writes events of its own between those of clients.
func TestServersWriteInBetween(t *testing.T) {
	db, _, c := start(t, protocoltest.Config{})
	db.WriteBetween(2)
	before := db.Len()
	for range 10 {
		write(t, c, "a", proposals(1)...)
	}
	if got := db.Len() - before; got != 15 {
		t.Errorf("got %d events after 10 of a client, want 15", got)
	}
}
