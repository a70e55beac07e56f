package evidence_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
)

// toldLog is a log in memory whose test decides what is told.
type toldLog struct {
	*estest.Memory
	f func(es.Position, []es.Envelope)
}

func (l *toldLog) FollowAppends(f func(es.Position, []es.Envelope)) (stop func()) {
	l.f = f
	return func() { l.f = func(es.Position, []es.Envelope) {} }
}

// tell tells of events that follow each other.
func (l *toldLog) tell(events []es.Envelope) { l.f(events[0].Position-1, events) }

// appendTo appends events with a body to a stream, and returns them as they stand in the log.
func (l *toldLog) appendTo(t *testing.T, stream es.StreamID, n int, body []byte) []es.Envelope {
	t.Helper()
	from, err := l.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var version uint64
	for range n {
		e := es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: body}
		if _, err := l.Append(t.Context(), stream, version, []es.Envelope{e}); err != nil {
			t.Fatal(err)
		}
		version++
	}
	var out []es.Envelope
	for e, err := range l.All(t.Context(), from, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// expectTree brings a tree up to the end of a log, and holds it against the log.
func expectTree(t *testing.T, b *evidence.Builder, s evidence.Store, log es.Store) {
	t.Helper()
	if err := b.CatchUp(t.Context(), log); err != nil {
		t.Fatal(err)
	}
	var want evidence.Roots
	for e, err := range log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		want.Add(evidence.LeafHash(e))
	}
	if got, err := evidence.TreeAt(t.Context(), s, b.State().Size); err != nil || got != want.Tree() {
		t.Fatalf("the tree is %+v, %v, want %+v", got, err, want.Tree())
	}
}

func TestATreeOfAppendsIsThatOfTheLog(t *testing.T) {
	log, store := &toldLog{Memory: estest.NewStore()}, &memory{tiles: map[[2]int64]evidence.Tile{}}
	b, err := evidence.NewBuilder(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	stop := b.FollowAppends(log)
	told := log.appendTo(t, "a-demo-1", 300, []byte("x"))
	log.tell(told[:100])
	expectTree(t, b, store, log) // the rest is read
	log.tell(told[100:])
	expectTree(t, b, store, log) // nothing is added twice
	others := log.appendTo(t, "a-demo-2", 10, nil)
	log.tell(others[:3])
	log.tell(others[7:]) // another process appended in between
	expectTree(t, b, store, log)
	large := make([]byte, 512<<10)
	log.tell(log.appendTo(t, "a-demo-3", 40, large)) // 20 MiB
	log.tell(log.appendTo(t, "a-demo-4", 3, nil))
	expectTree(t, b, store, log)
	log.tell(log.appendTo(t, "a-demo-5", 3, nil))
	expectTree(t, b, store, log)
	stop()
	log.appendTo(t, "a-demo-6", 3, nil)
	expectTree(t, b, store, log)
}

// TestATreeForgetsAppendsThatTheLogHasLost tells of events that a server which took over does not have.
func TestATreeForgetsAppendsThatTheLogHasLost(t *testing.T) {
	for name, there := range map[string]int{"others stand there": 3, "nothing stands there": 0} {
		t.Run(name, func(t *testing.T) {
			log, store := &toldLog{Memory: estest.NewStore()}, &memory{tiles: map[[2]int64]evidence.Tile{}}
			b, err := evidence.NewBuilder(t.Context(), store)
			if err != nil {
				t.Fatal(err)
			}
			defer b.FollowAppends(log)()
			log.tell(log.appendTo(t, "a-demo-1", 5, nil))
			expectTree(t, b, store, log)
			lost := &toldLog{Memory: estest.NewStore()}
			lost.appendTo(t, "a-demo-1", 5, nil)
			log.tell(lost.appendTo(t, "a-demo-2", 3, []byte("lost")))
			log.appendTo(t, "a-demo-3", there, nil)
			expectTree(t, b, store, log)
			log.tell(log.appendTo(t, "a-demo-4", 3, nil))
			expectTree(t, b, store, log)
		})
	}
}

// readEvents counts the events that are read from a log.
type readEvents struct {
	*toldLog
	n int
}

func (l *readEvents) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range l.toldLog.All(ctx, after, f) {
			l.n++
			if !yield(e, err) {
				return
			}
		}
	}
}

// TestATreeThatFellBehindGoesOnFromMemory has events missing in what is told: by another process, and because too much
// waits. Only those are read, however much is appended before the tree is brought up to the end of the log.
func TestATreeThatFellBehindGoesOnFromMemory(t *testing.T) {
	for name, c := range map[string]struct{ kept, missed, size int }{
		"another process appended": {missed: 7, size: 1}, "too much waits": {kept: 16, missed: 4, size: 512 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			log, store := &readEvents{toldLog: &toldLog{Memory: estest.NewStore()}}, &memory{tiles: map[[2]int64]evidence.Tile{}}
			b, err := evidence.NewBuilder(t.Context(), store)
			if err != nil {
				t.Fatal(err)
			}
			defer b.FollowAppends(log)()
			told := log.appendTo(t, "a-demo-1", c.kept+c.missed, make([]byte, c.size))
			for i := range told {
				if c.kept > 0 {
					log.tell(told[i : i+1])
				}
			}
			addAppends(t, b, log)
			for i := range 5 {
				log.tell(log.appendTo(t, es.StreamID(fmt.Sprintf("b-demo-%d", i)), 300, nil))
				addAppends(t, b, log)
			}
			if log.n != c.missed {
				t.Errorf("got %d events read from the log, want the %d that were missed", log.n, c.missed)
			}
			expectTree(t, b, store, log)
		})
	}
}

// addAppends adds what was told of.
func addAppends(t *testing.T, b *evidence.Builder, log es.Store) {
	t.Helper()
	if err := b.AddAppends(t.Context(), log); err != nil {
		t.Fatal(err)
	}
}
