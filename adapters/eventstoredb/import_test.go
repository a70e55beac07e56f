package eventstoredb_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// Events of another log keep what they have, also when they are imported again, and wherever a
// reading begins; what is appended behind them gets the server's time.
func TestImportKeepsEvents(t *testing.T) {
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{Version: "23.10.8"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	l := opened(t, plain(n)+"#old", eventstoredb.Options{})
	old := time.Date(2020, 1, 2, 3, 4, 5, 678_901_000, time.UTC)
	var want []es.Envelope
	for i, e := range events(6) {
		e.Stream, e.Version, e.Time = "a-demo-1", uint64(i+1), old.Add(time.Duration(i)*time.Hour)
		e.Meta = es.Meta{Actor: "ada", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New(), Trace: "00-1"}
		if i%2 == 0 { // as of a direct request
			e.Correlation = e.Command
		}
		want = append(want, e)
	}
	for _, part := range [][]es.Envelope{want[:1], want[1:4], want[1:4], want[4:]} {
		at, err := l.Import(t.Context(), part)
		if err != nil || len(at) != len(part) {
			t.Fatalf("got %d positions, %v, want %d", len(at), err, len(part))
		}
		for i, p := range at {
			part[i].Position = p
		}
		db.WriteForeignEvents(3)
	}
	from := es.Position(0)
	for begin := range want {
		got, err := all(l.All(t.Context(), from, es.Filter{}))
		if err != nil || len(got) != len(want)-begin {
			t.Fatalf("behind %d: got %d events, %v, want %d", from, len(got), err, len(want)-begin)
		}
		for i, e := range got {
			if w := want[begin+i]; e.ID != w.ID || !e.Time.Equal(w.Time) || e.Position != w.Position ||
				e.Version != w.Version || e.Meta != w.Meta {
				t.Errorf("got %+v\nwant %+v", e, w)
			}
		}
		from = got[0].Position
	}
	began := time.Now().Add(-time.Minute)
	r := appendEvents(t, l, "a-demo-1", 6, events(1))
	if e, err := l.At(t.Context(), r.Position); err != nil || e.Time.Before(began) {
		t.Errorf("an event of now has the time %s, %v, want a time from %s on", e.Time, err, began)
	}
	if _, err := l.Import(t.Context(), []es.Envelope{want[0], want[2]}); err == nil {
		t.Error("events with a gap were imported")
	}
}
