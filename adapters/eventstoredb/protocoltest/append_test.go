package protocoltest_test

import (
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// The server accepts an append whose expected revision fits, answers one that it has
// seen as it did the first time, and refuses all others.
func TestAppendsFitOrAreRepeated(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	e := proposals(6)
	first := write(t, c, "a", e[:3]...)
	if first.NextExpectedVersion != 2 || first.CommitPosition == 0 {
		t.Errorf("got %+v, want first.NextExpectedVersion = 2 and first.CommitPosition other than 0", first)
	}
	for _, x := range []struct {
		what   string
		expect esdb.ExpectedRevision
		events []esdb.EventData
		want   string
	}{
		{"any, seen", esdb.Any{}, e[:3], "ok"},
		{"any, seen in part and behind each other", esdb.Any{}, e[1:3], "ok"},
		{"no stream, seen", esdb.NoStream{}, e[:2], "ok"},
		{"a revision, seen", esdb.Revision(0), e[1:3], "ok"},
		{"no stream, other events", esdb.NoStream{}, e[3:4], "wrong version"},
		{"a revision passed, other events", esdb.Revision(1), e[3:4], "wrong version"},
		{"a revision to come", esdb.Revision(7), e[3:4], "wrong version"},
		{"the first seen, the others not", esdb.NoStream{}, []esdb.EventData{e[0], e[5]}, "wrong version"},
		{"any, the first seen, the others not", esdb.Any{}, []esdb.EventData{e[0], e[5]}, "wrong version"},
		{"a stream that is there, seen", esdb.StreamExists{}, e[:1], "ok"},
	} {
		_, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{ExpectedRevision: x.expect}, x.events...)
		if code(err) != x.want {
			t.Errorf("%s: %v, want %s", x.what, err, x.want)
		}
	}
	if got := revisions(t, c, "a", esdb.ReadStreamOptions{}, 100); got != "0 1 2 " {
		t.Errorf("the stream has %s, want %q", got, "0 1 2 ")
	}
	again, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, e[:3]...)
	if err != nil || *again != *first {
		t.Errorf("%+v, %v, want %+v", again, err, first)
	}
	if _, err := c.AppendToStream(t.Context(), "b", esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, e[3]); code(err) != "wrong version" {
		t.Errorf("a stream that is not there: %v, want wrong version", err)
	}
	if _, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, e[3]); err != nil {
		t.Error(err)
	}
}

// One append holds so much and no more.
func TestAppendsHaveASize(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	e := proposals(1)
	e[0].Data = make([]byte, protocoltest.MaxAppendSize)
	if _, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{}, e...); code(err) != "code 0" {
		t.Errorf("got %v, want code 0", err)
	}
	e[0].Data = e[0].Data[:protocoltest.MaxAppendSize-100]
	write(t, c, "a", e...)
}

// A deleted stream is not found, and begins behind its last revision when somebody
// appends to it again, whether he takes it for none or knows its revision.
func TestSoftDeletion(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	for stream, expect := range map[string]esdb.ExpectedRevision{"a": esdb.NoStream{}, "b": esdb.Revision(2), "c": esdb.Any{}} {
		write(t, c, stream, proposals(3)...)
		if _, err := c.DeleteStream(t.Context(), stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(1)}); err == nil {
			t.Errorf("%s: deleted at another revision, want an error", stream)
		}
		d, err := c.DeleteStream(t.Context(), stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(2)})
		if err != nil || d.Position.Commit == 0 {
			t.Errorf("%s: %+v, %v, want d.Position.Commit other than 0 and no error", stream, d, err)
		}
		if got := revisions(t, c, stream, esdb.ReadStreamOptions{}, 100); got != "not found" {
			t.Errorf("%s: deleted: %s, want %q", stream, got, "not found")
		}
		if _, err := c.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{ExpectedRevision: expect},
			proposals(2)...); err != nil {
			t.Errorf("%s: %v, want no error", stream, err)
		}
		if got := revisions(t, c, stream, esdb.ReadStreamOptions{}, 100); got != "3 4 " {
			t.Errorf("%s: begun anew: %s, want %q", stream, got, "3 4 ")
		}
	}
}

// A tombstone ends a stream, and its metadata, for good.
func TestTombstones(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	write(t, c, "a", proposals(3)...)
	if d, err := c.TombstoneStream(t.Context(), "a", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Revision(2)}); err != nil || d.Position.Commit == 0 {
		t.Fatal(err)
	}
	_, appending := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{}, proposals(1)...)
	_, deleting := c.DeleteStream(t.Context(), "a", esdb.DeleteStreamOptions{})
	_, again := c.TombstoneStream(t.Context(), "a", esdb.TombstoneStreamOptions{})
	_, describing := c.SetStreamMetadata(t.Context(), "a", esdb.AppendToStreamOptions{}, esdb.StreamMetadata{})
	for what, err := range map[string]error{"append": appending, "delete": deleting, "tombstone": again, "metadata": describing} {
		if code(err) != "deleted" {
			t.Errorf("%s: %v, want deleted", what, err)
		}
	}
	if got := revisions(t, c, "a", esdb.ReadStreamOptions{}, 100); got != "deleted" {
		t.Errorf("read: %s, want %q", got, "deleted")
	}
}
