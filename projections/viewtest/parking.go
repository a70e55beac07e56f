package viewtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// counted is the event of the parking test.
type counted struct{ N int }

// A shelf is a log that is only read.
type shelf []es.Envelope

// Append refuses.
func (s shelf) Append(context.Context, es.StreamID, uint64, []es.Envelope) (es.Receipt, error) {
	return es.Receipt{}, errors.New("a shelf is only read")
}

// Stream yields the events of a stream behind a version.
func (s shelf) Stream(ctx context.Context, id es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range s {
			if e.Stream == id && e.Version > after && !yield(e, nil) {
				return
			}
		}
	}
}

// All yields the events behind a position.
func (s shelf) All(ctx context.Context, after es.Position, _ es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range s[after:] {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// At returns the event at a position.
func (s shelf) At(_ context.Context, at es.Position) (es.Envelope, error) {
	if at == 0 || at > es.Position(len(s)) {
		return es.Envelope{}, es.ErrNoEvent
	}
	return s[at-1], nil
}

// Head is the number of events.
func (s shelf) Head(context.Context) (es.Position, error) { return es.Position(len(s)), nil }

// Wait waits for the end.
func (s shelf) Wait(ctx context.Context, _ es.Position) error { <-ctx.Done(); return ctx.Err() }

// newShelf is 1,003 events over ten streams.
func newShelf(t *testing.T) *es.Log {
	codec := es.NewCodec(json.Marshal, json.Unmarshal, nil)
	es.RegisterEvent[counted](codec, "thing.counted")
	var s shelf
	for i := range 1003 {
		body, err := json.Marshal(counted{i})
		must(t, err)
		s = append(s,
			es.Envelope{Stream: es.StreamID(fmt.Sprintf("thing-ws-%d", i%10)), Version: uint64(i/10 + 1), Position: es.Position(i + 1),
				Time: time.UnixMicro(int64(1e15 + i)).UTC(), Type: "thing.counted", Schema: 1, Body: body})
	}
	return &es.Log{Store: s, Codec: codec}
}

func testParking(t *testing.T, place Place) {
	e := openPrepared(t, place)
	l := newShelf(t)
	v := thingsView(1)
	es.OnEvent(v.Projection, func(ctx context.Context, w projections.Writer, r es.Recorded, c counted) error {
		if r.Stream == "thing-ws-4" && r.Version == 50 {
			return errors.New("poison \x00 \xff")
		}
		return w.Put(ctx, "things", thingRow(fmt.Sprintf("%04d", c.N), string(r.Stream), int64(r.Version), true, "{}"))
	})
	at, err := es.CatchUp(t.Context(), l, e, v.Projection, 0)
	if err != nil || at != 1003 {
		t.Fatalf("caught up to %d, %v", at, err)
	}
	if n := queryStrings(t, e, "SELECT CAST(count(*) AS bigint) FROM things WHERE owner <> $1", "thing-ws-4"); n[0] != "903" {
		t.Errorf("%s events of the other streams", n[0])
	}
	if n := queryStrings(t, e, "SELECT CAST(count(*) AS bigint) FROM things WHERE owner = $1", "thing-ws-4"); n[0] != "49" {
		t.Errorf("%s events of the poisoned stream", n[0])
	}
	parked, err := e.ParkedOf(t.Context(), "things_v1", "thing-ws-4")
	if err != nil || len(parked) != 51 {
		t.Fatalf("%d parked, %v", len(parked), err)
	}
	first := parked[0]
	if first.Position != 495 || first.Version != 50 || first.Stream != "thing-ws-4" || first.Type != "thing.counted" ||
		!first.Time.Equal(time.UnixMicro(1e15+494)) {
		t.Errorf("the first is %+v", first)
	}
	streams, err := e.ParkedStreams(t.Context(), "things_v1", 5)
	if err != nil || !slices.Equal(streams, []store.ParkedStream{{Parked: first, Events: 51}}) {
		t.Errorf("parked streams %+v, %v", streams, err)
	}
	if none, err := e.ParkedStreams(t.Context(), "things_v2", 5); err != nil || len(none) != 0 {
		t.Errorf("parked in another build: %+v, %v", none, err)
	}
	must(t, e.Replay(t.Context(), "things_v1", "thing-ws-4", func(_ projections.Writer, given []store.Parked) error {
		if !slices.Equal(given, parked) {
			t.Errorf("%d events are given", len(given))
		}
		return nil
	}))
	must(t, e.Update(t.Context(), "things_v1", 1003, 1004, func(w projections.Writer) error {
		if waits, err := e.HasParked(t.Context(), w, "things_v1", "thing-ws-4"); waits || err != nil {
			t.Errorf("still parked: %v %v", waits, err)
		}
		return nil
	}))
}

func testReplay(t *testing.T, place Place) {
	e := openPrepared(t, place)
	const key, stream = "things_v1", es.StreamID("thing-ws-1")
	for i := range es.Position(3) {
		r := es.Recorded{Envelope: es.Envelope{Stream: stream, Version: uint64(i + 1), Position: i + 1, Time: time.UnixMicro(1).UTC(),
			Type: "thing.counted"}}
		must(t, e.Update(t.Context(), key, i, i+1,
			func(w projections.Writer) error { return e.ParkEvent(t.Context(), w, key, r, errors.New("bad")) }))
	}
	apply := func(fail error) error {
		return e.Replay(t.Context(), key, stream, func(w projections.Writer, parked []store.Parked) error {
			for i, p := range parked {
				if p.Position != es.Position(i+1) || p.Cause != "bad" {
					t.Errorf("event %d is %+v", i, p)
				}
				must(t, w.Put(t.Context(), "things", thingRow(fmt.Sprint(p.Position), "o", 1, true, "{}")))
			}
			if waits, err := e.HasParked(t.Context(), w, key, stream); waits || err != nil {
				t.Errorf("parked while it is applied: %v %v", waits, err)
			}
			return fail
		})
	}
	fail := errors.New("still bad")
	if err := apply(fail); !errors.Is(err, fail) {
		t.Fatalf("a failing replay: %v", err)
	}
	if left, err := e.ParkedOf(t.Context(), key, stream); len(left) != 3 || err != nil || dumpTable(t, e, "things") != "" {
		t.Fatalf("after a failing replay %d are parked, %v", len(left), err)
	}
	// A runner that began before the replay must not overwrite what it wrote.
	err := e.Update(t.Context(), key, 3, 4, func(projections.Writer) error { return apply(nil) })
	if !errors.Is(err, store.ErrMoved) {
		t.Fatalf("a runner overtaken by a replay: %v", err)
	}
	if left, err := e.ParkedOf(t.Context(), key, stream); len(left) != 0 || err != nil {
		t.Fatalf("%d are left, %v", len(left), err)
	}
	if at, err := e.Checkpoint(t.Context(), key); at != 3 || err != nil || strings.Count(dumpTable(t, e, "things"), "\n") != 3 {
		t.Fatalf("checkpoint at %d, %v, rows %s", at, err, dumpTable(t, e, "things"))
	}
}
