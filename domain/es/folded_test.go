package es_test

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

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

func TestFoldedReadsTheEndOnly(t *testing.T) {
	l, s := newLog()
	store := &noted{Store: s}
	l.Store = store
	var kept es.Folded[box]
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
	c := command()
	c.Stream = "box-demo-1"
	decide(t, l, c, func(b box) ([]es.Event, error) { return ten(b, 1), nil })
	load("box-demo-1", 10, 10)
	load("box-demo-1", 10, 1)
	again := command()
	again.Stream = "box-demo-1"
	decide(t, l, again, func(b box) ([]es.Event, error) { return ten(b, 2), nil })
	load("box-demo-1", 20, 11)
	load("box-demo-1", 20, 1)
	for i := range 100 { // pushes the first one out
		c := command()
		c.Stream = es.StreamID(fmt.Sprintf("box-demo-1%02d", i))
		decide(t, l, c, func(b box) ([]es.Event, error) { return ten(b, i)[:2], nil })
		load(c.Stream, 2, 2)
	}
	load("box-demo-1", 20, 20)
}

// TestFoldedAfterTheStoreHasLostItsEnd stands in another store, where the stream goes
// another way.
func TestFoldedAfterTheStoreHasLostItsEnd(t *testing.T) {
	write := func(l *es.Log, n int) {
		c := command()
		c.Stream = "box-demo-1"
		decide(t, l, c, func(b box) ([]es.Event, error) { return ten(b, n), nil })
	}
	l, _ := newLog()
	var kept es.Folded[box]
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
