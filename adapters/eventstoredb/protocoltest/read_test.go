package protocoltest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// A stream is read in both directions, from its ends and from any revision, which is
// included.
func TestStreamsAreReadFromAnywhere(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	write(t, c, "a", proposals(5)...)
	for _, x := range []struct {
		from      esdb.StreamPosition
		direction esdb.Direction
		count     uint64
		want      string
	}{
		{esdb.Start{}, esdb.Forwards, 3, "0 1 2 "}, {esdb.Revision(3), esdb.Forwards, 9, "3 4 "}, {esdb.End{}, esdb.Forwards, 9, ""},
		{esdb.Revision(9), esdb.Forwards, 9, ""}, {esdb.End{}, esdb.Backwards, 2, "4 3 "}, {esdb.Revision(2), esdb.Backwards, 9, "2 1 0 "},
		{esdb.Revision(9), esdb.Backwards, 1, "4 "}, {esdb.Start{}, esdb.Backwards, 9, "0 "},
	} {
		if got := revisions(t, c, "a", esdb.ReadStreamOptions{From: x.from, Direction: x.direction}, x.count); got != x.want {
			t.Errorf("%T %v, direction %v: %q, want %q", x.from, x.from, x.direction, got, x.want)
		}
	}
	if got := revisions(t, c, "none", esdb.ReadStreamOptions{}, 1); got != "not found" {
		t.Errorf("a stream that is not there: %s, want %q", got, "not found")
	}
}

// What the metadata of a stream take away is not read; a stream without events left
// is still there.
func TestMetadataLimitWhatIsRead(t *testing.T) {
	db, _, c := start(t, protocoltest.Config{})
	write(t, c, "a", proposals(5)...)
	limit := func(set func(*esdb.StreamMetadata)) {
		var m esdb.StreamMetadata
		set(&m)
		if _, err := c.SetStreamMetadata(t.Context(), "a", esdb.AppendToStreamOptions{}, m); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what, want string) {
		t.Helper()
		if got := revisions(t, c, "a", esdb.ReadStreamOptions{}, 9); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	limit(func(m *esdb.StreamMetadata) { m.SetMaxCount(2) })
	want("$maxCount", "3 4 ")
	limit(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(1) })
	want("$tb", "1 2 3 4 ")
	limit(func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Minute) })
	want("$maxAge, young", "0 1 2 3 4 ")
	db.SetClock(func() time.Time { return time.Now().Add(time.Hour) })
	want("$maxAge, old", "")
	got, err := c.GetStreamMetadata(t.Context(), "a", esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}})
	if err != nil || got.MaxAge() == nil || *got.MaxAge() != time.Minute {
		t.Errorf("got %+v, %v, want a maximum age of a minute", got, err)
	}
}

// All streams are read in the order of commits: forwards from a position, which is
// included; backwards from what lies before it.
func TestAllStreamsAreReadFromAnywhere(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	write(t, c, "a", proposals(2)...)
	at := write(t, c, "b", proposals(1)...)
	write(t, c, "a", proposals(2)...)
	place := esdb.Position{Commit: at.CommitPosition, Prepare: at.PreparePosition}
	for _, x := range []struct {
		from      esdb.AllPosition
		direction esdb.Direction
		want      string
	}{
		{esdb.Start{}, esdb.Forwards, "a0 a1 b0 a2 a3 "}, {place, esdb.Forwards, "b0 a2 a3 "}, {esdb.End{}, esdb.Forwards, ""},
		{esdb.End{}, esdb.Backwards, "a3 a2 b0 a1 a0 "}, {place, esdb.Backwards, "a1 a0 "},
	} {
		r, err := c.ReadAll(t.Context(), esdb.ReadAllOptions{From: x.from, Direction: x.direction}, 100)
		events, err := collect(t, r, err)
		got := ""
		for _, e := range events {
			if o := e.OriginalEvent(); o.EventType[0] != '$' {
				got += fmt.Sprintf("%s%d ", o.StreamID, o.EventNumber)
			}
		}
		if err != nil || got != x.want {
			t.Errorf("%T direction %v: %q, %v, want %q", x.from, x.direction, got, err, x.want)
		}
	}
}

// A position that is not the beginning of a record is refused, in the words of the
// server's version; one beyond the end has nothing after it.
func TestPositionsInsideRecordsAreRefused(t *testing.T) {
	for _, x := range []struct{ version, read, subscribe string }{
		{"23.10.8", "Unexpected ReadAllResult: Error", "Exception was thrown by handler."},
		{"24.6.0", "Unexpected ReadAllResult: InvalidPosition", "Trying to read from an invalid position."},
	} {
		_, _, c := start(t, protocoltest.Config{Version: x.version})
		first := write(t, c, "a", proposals(1)...).CommitPosition
		last := write(t, c, "a", proposals(1)...).CommitPosition
		read := func(at uint64, direction esdb.Direction) ([]*esdb.ResolvedEvent, error) {
			r, err := c.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Position{Commit: at, Prepare: at}, Direction: direction}, 100)
			return collect(t, r, err)
		}
		for _, at := range []uint64{first - 1, first + 1, last - 1} {
			for _, direction := range []esdb.Direction{esdb.Forwards, esdb.Backwards} {
				if got, err := read(at, direction); err == nil || !strings.Contains(err.Error(), x.read) {
					t.Errorf("%s: read at %d: got %d events, %v, want %q", x.version, at, len(got), err, x.read)
				}
			}
			s, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Position{Commit: at, Prepare: at}})
			for err == nil {
				if m := s.Recv(); m.SubscriptionDropped != nil {
					err = m.SubscriptionDropped.Error
				} else if m.EventAppeared != nil {
					t.Fatalf("%s: a subscription inside a record got an event, want m.EventAppeared = nil", x.version)
				}
			}
			if !strings.Contains(err.Error(), x.subscribe) {
				t.Errorf("%s: subscribe at %d: got %v, want %q", x.version, at, err, x.subscribe)
			}
		}
		for _, at := range []uint64{last + 1, 1 << 40} {
			if got, err := read(at, esdb.Forwards); err != nil || len(got) != 0 {
				t.Errorf("%s: forwards from %d: got %d events, %v, want none", x.version, at, len(got), err)
			}
		}
		if got, err := read(1<<40, esdb.Backwards); err == nil || !strings.Contains(err.Error(), x.read) {
			t.Errorf("%s: backwards from far beyond the end: got %d events, %v, want %q", x.version, len(got), err, x.read)
		}
	}
}

// A link is given with what it links to, if that is asked for.
func TestLinksAreResolved(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	e := proposals(2)
	write(t, c, "a", e...)
	write(t, c, "links", esdb.EventData{EventType: "$>", Data: []byte("1@a")})
	r, err := c.ReadStream(t.Context(), "links", esdb.ReadStreamOptions{ResolveLinkTos: true}, 9)
	events, err := collect(t, r, err)
	if err != nil || len(events) != 1 || events[0].Event.EventID != e[1].EventID || events[0].OriginalEvent().EventType != "$>" {
		t.Errorf("%d events, %v, want the link's event %s alone", len(events), err, e[1].EventID)
	}
}
