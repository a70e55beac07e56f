package eventstoredb_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// cutAll cuts each of these streams in a way of its own, by the server's names of them.
func cutAll(t *testing.T, c *esdb.Client, prefix string) {
	t.Helper()
	limit := func(stream string, set func(*esdb.StreamMetadata)) {
		var m esdb.StreamMetadata
		set(&m)
		if _, err := c.SetStreamMetadata(t.Context(), prefix+stream, esdb.AppendToStreamOptions{}, m); err != nil {
			t.Fatal(err)
		}
	}
	limit("count-demo-1", func(m *esdb.StreamMetadata) { m.SetMaxCount(2) })
	limit("age-demo-1", func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Second) })
	limit("before-demo-1", func(m *esdb.StreamMetadata) { m.SetTruncateBefore(2) })
	limit("harmless-demo-1", func(m *esdb.StreamMetadata) { m.SetMaxCount(1000) })
	if _, err := c.DeleteStream(t.Context(), prefix+"deleted-demo-1", esdb.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.TombstoneStream(t.Context(), prefix+"dead-demo-1", esdb.TombstoneStreamOptions{}); err != nil {
		t.Fatal(err)
	}
}

var (
	cutNames   = []es.StreamID{"count-demo-1", "age-demo-1", "before-demo-1", "deleted-demo-1", "dead-demo-1"}
	wholeNames = []es.StreamID{"harmless-demo-1", "whole-demo-1"}
)

// TestStreamsThatWereCut cuts streams in every way that a server has. Each is told from
// streams that are not there and from whole ones, when it is read and by a search, before a
// scavenge and after it; it is logged once.
func TestStreamsThatWereCut(t *testing.T) {
	for _, namespace := range []string{"", "#docket"} {
		t.Run("namespace"+namespace, func(t *testing.T) {
			db := protocoltest.NewDatabase()
			n, err := protocoltest.Start(db, protocoltest.Config{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = n.Stop() })
			var told logLines
			l := opened(t, plain(n)+namespace, eventstoredb.Options{Logger: slog.New(slog.NewTextHandler(&told, nil))})
			for _, stream := range slices.Concat(cutNames, wholeNames) {
				appendEvents(t, l, stream, 0, events(4))
			}
			prefix := strings.TrimPrefix(namespace+"-", "#")
			if namespace == "" {
				prefix = ""
			}
			cutAll(t, client(t, plain(n)), prefix)
			db.SetClock(func() time.Time { return time.Now().Add(time.Hour) })
			expectCuts(t, l)
			db.Scavenge()
			expectCuts(t, l)
			if got := strings.Count(told.String(), "level=ERROR"); got != len(cutNames) || l.CutStreams() != len(cutNames) {
				t.Errorf("got %d cut streams and the log %s, want %d", l.CutStreams(), told.String(), len(cutNames))
			}
		})
	}
}

// expectCuts reads all streams, and searches for those that were cut.
func expectCuts(t *testing.T, l *eventstoredb.Log) {
	t.Helper()
	for _, stream := range cutNames {
		if _, err := all(l.Stream(t.Context(), stream, 0)); !errors.Is(err, es.ErrCut) || eventstoredb.IsUnavailable(err) {
			t.Errorf("%s: got %v, want that it was cut", stream, err)
		}
	}
	for _, stream := range wholeNames {
		if got, err := all(l.Stream(t.Context(), stream, 0)); err != nil || len(got) != 4 {
			t.Errorf("%s: got %d events and %v, want 4", stream, len(got), err)
		}
	}
	if got, err := all(l.Stream(t.Context(), "never-demo-1", 0)); err != nil || len(got) != 0 {
		t.Errorf("a stream that never was: got %d events and %v, want no error and len(got) = 0", len(got), err)
	}
	cuts, err := l.FindCuts(t.Context())
	var found []es.StreamID
	for _, c := range cuts {
		found = append(found, c.Stream)
	}
	slices.Sort(found)
	if want := slices.Sorted(slices.Values(cutNames)); err != nil || !slices.Equal(found, want) {
		t.Errorf("a search found %v and %v, want %v", found, err, want)
	}
}
