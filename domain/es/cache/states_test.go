package cache_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// The aggregate of these tests is a box that things are put into.
type thingPut struct{ N int }

type box struct{ things, last int }

var boxes = es.Decider[box]{Evolve: func(s box, e es.Event) box {
	if e, ok := e.(thingPut); ok {
		s.things, s.last = s.things+1, e.N
	}
	return s
}}

func newLog() (*es.Log, *estest.Memory) {
	c := es.NewCodec(json.Marshal, json.Unmarshal, nil)
	es.RegisterEvent[thingPut](c, "box.thing-put")
	s := estest.NewStore()
	return &es.Log{Store: s, Codec: c}, s
}

// putTimes puts a thing into the box of a stream, n times in one append.
func putTimes(t *testing.T, l *es.Log, stream es.StreamID, thing, n int) {
	t.Helper()
	cmd := es.Command{Meta: es.Meta{Command: uuid.New(), Actor: "ada", Workspace: "demo"}, Stream: stream}
	_, err := es.Decide(t.Context(), l, boxes, cmd, func(box) (out []es.Event, err error) {
		for range n {
			out = append(out, thingPut{thing})
		}
		return out, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// noted is a store that notes how many events of streams were read.
type noted struct {
	es.Store
	mu   sync.Mutex
	read int
}

func (n *noted) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range n.Store.Stream(ctx, s, after) {
			n.mu.Lock()
			n.read++
			n.mu.Unlock()
			if !yield(e, err) {
				return
			}
		}
	}
}

func TestStatesReadTheEndOnly(t *testing.T) {
	l, s := newLog()
	store := &noted{Store: s}
	l.Store = store
	var kept cache.States[box]
	load := func(stream es.StreamID, version uint64, read int) {
		t.Helper()
		store.read = 0
		got, at, err := kept.Load(t.Context(), l, boxes, stream)
		if err != nil || at.Version != version || store.read != read {
			t.Errorf("version %d after %d events, %v; want %d after %d", at.Version, store.read, err, version, read)
		}
		want, wantAt, err := es.Load(t.Context(), l, boxes, stream)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || at != wantAt {
			t.Errorf("%v at %v, want %v at %v, %v", got, at, want, wantAt, err)
		}
	}
	load("box-demo-1", 0, 0)
	load("box-demo-1", 0, 0)
	putTimes(t, l, "box-demo-1", 1, 10)
	load("box-demo-1", 10, 10)
	load("box-demo-1", 10, 1)
	putTimes(t, l, "box-demo-1", 2, 10)
	load("box-demo-1", 20, 11)
	load("box-demo-1", 20, 1)
	for i := range 100 { // pushes the first one out
		stream := es.StreamID(fmt.Sprintf("box-demo-1%02d", i))
		putTimes(t, l, stream, i, 2)
		load(stream, 2, 2)
	}
	load("box-demo-1", 20, 20)
}

// TestStatesAfterTheStoreHasLostItsEnd stands in another store, where the stream goes
// another way.
func TestStatesAfterTheStoreHasLostItsEnd(t *testing.T) {
	write := func(l *es.Log, n int) {
		t.Helper()
		putTimes(t, l, "box-demo-1", n, 10)
	}
	l, _ := newLog()
	var kept cache.States[box]
	write(l, 1)
	if _, at, err := kept.Load(t.Context(), l, boxes, "box-demo-1"); err != nil || at.Version != 10 {
		t.Fatal(at, err)
	}
	for _, appends := range []int{0, 1, 2} {
		other, store := newLog()
		for i := range appends {
			write(other, 7+i)
		}
		here := &es.Log{Store: store, Codec: l.Codec}
		got, at, err := kept.Load(t.Context(), here, boxes, "box-demo-1")
		want, wantAt, _ := es.Load(t.Context(), here, boxes, "box-demo-1")
		if err != nil || at != wantAt || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v at %v, %v; want %v at %v", got, at, err, want, wantAt)
		}
	}
}
