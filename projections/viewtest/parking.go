package viewtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
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

// Head is the number of events.
func (s shelf) Head(context.Context) (es.Position, error) { return es.Position(len(s)), nil }

// Wait waits for the end.
func (s shelf) Wait(ctx context.Context, _ es.Position) error { <-ctx.Done(); return ctx.Err() }

// shelved is 1,003 events over ten streams.
func shelved(t *testing.T) *es.Log {
	codec := es.NewCodec(json.Marshal, json.Unmarshal, nil)
	es.Register[counted](codec, "thing.counted")
	var s shelf
	for i := range 1003 {
		body, err := json.Marshal(counted{i})
		must(t, err)
		s = append(s, es.Envelope{Stream: es.StreamID(fmt.Sprintf("thing-ws-%d", i%10)), Version: uint64(i/10 + 1), Position: es.Position(i + 1),
			Time: time.UnixMicro(int64(1e15 + i)).UTC(), Type: "thing.counted", Schema: 1, Body: body})
	}
	return &es.Log{Store: s, Codec: codec}
}

func parking(t *testing.T, place Place) {
	e := prepared(t, place)
	l := shelved(t)
	v := things(1)
	es.When(v.Projection, func(ctx context.Context, w projections.Writer, r es.Recorded, c counted) error {
		if r.Stream == "thing-ws-4" && r.Version == 50 {
			return errors.New("poison \x00 \xff")
		}
		return w.Put(ctx, "things", thing(fmt.Sprintf("%04d", c.N), string(r.Stream), int64(r.Version), true, "{}"))
	})
	at, err := es.CatchUp(t.Context(), l, e, v.Projection, 0)
	if err != nil || at != 1003 {
		t.Fatalf("caught up to %d, %v", at, err)
	}
	if n := strings1(t, e, "SELECT CAST(count(*) AS bigint) FROM things WHERE owner <> $1", "thing-ws-4"); n[0] != "903" {
		t.Errorf("%s events of the other streams", n[0])
	}
	if n := strings1(t, e, "SELECT CAST(count(*) AS bigint) FROM things WHERE owner = $1", "thing-ws-4"); n[0] != "49" {
		t.Errorf("%s events of the poisoned stream", n[0])
	}
	parked, err := e.ListParked(t.Context(), "things_v1", 0, 1000)
	if err != nil || len(parked) != 51 {
		t.Fatalf("%d parked, %v", len(parked), err)
	}
	first := parked[0]
	if first.Position != 495 || first.Version != 50 || first.Stream != "thing-ws-4" || first.Type != "thing.counted" || !first.Time.Equal(time.UnixMicro(1e15+494)) {
		t.Errorf("the first is %+v", first)
	}
	if page, err := e.ListParked(t.Context(), "things_v1", parked[9].Position, 5); err != nil || !slices.Equal(page, parked[10:15]) {
		t.Errorf("a page behind the tenth: %v", err)
	}
	if n, err := e.Unpark(t.Context(), "things_v1", "thing-ws-4"); n != 51 || err != nil {
		t.Errorf("unparked %d, %v", n, err)
	}
	must(t, e.Update(t.Context(), "things_v1", 1003, 1004, func(w projections.Writer) error {
		if waits, err := e.Parked(t.Context(), w, "things_v1", "thing-ws-4"); waits || err != nil {
			t.Errorf("still parked: %v %v", waits, err)
		}
		return nil
	}))
}
