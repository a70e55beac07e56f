package eventstoredb_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestALeaderThatHangs freezes the leader under load, with its connections open, and elects another
// one, at once and after a while: writers and readers go on there long before the time of their
// requests is over, nothing is lost and nothing stands twice, and the old leader comes back as a
// follower. One line tells that it was left.
func TestALeaderThatHangs(t *testing.T) {
	for name, address := range map[string]func(*protocoltest.Cluster) string{
		"several nodes": func(c *protocoltest.Cluster) string {
			return "esdb://" + c.Nodes[0].Address() + "," + c.Nodes[1].Address() + "," + c.Nodes[2].Address() + "?tls=false"
		},
		"by a DNS entry": func(c *protocoltest.Cluster) string { return "esdb+discover://" + c.Nodes[2].Address() + "?tls=false" },
		"a follower":     func(c *protocoltest.Cluster) string { return plain(c.Nodes[2]) },
	} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, elected late: %t", name, late), func(t *testing.T) {
				if raced && name == "a follower" {
					t.Skip("the library closes a connection that others use when it is sent to another leader")
				}
				c := cluster(t, 3)
				freezeLeader(t, c, address(c), late)
			})
		}
	}
}

func freezeLeader(t *testing.T, c *protocoltest.Cluster, address string, late bool) {
	t.Helper()
	var told logLines
	l := opened(t, address, eventstoredb.Options{
		Logger: slog.New(slog.NewTextHandler(&told, nil)), Patience: time.Hour, Timeout: time.Hour, // none of them is waited for
	})
	load := startLoad(t, l, 16)
	load.awaitRound(t)
	before := c.GossipReads()
	c.Nodes[0].Freeze()
	if late {
		c.SetLeader(-1)
		waitUntil(t, "it is asked who leads", func() bool { return c.GossipReads() > before+3 })
	}
	c.SetLeader(1)
	load.awaitRound(t) // within minutes, though the frozen server has an hour to answer
	c.Nodes[0].Thaw()
	load.awaitRound(t)
	load.stop(t, l)
	if got := told.String(); strings.Count(got, "level=WARN") != 1 || strings.Count(got, "level=") != 2 {
		t.Errorf("got %s, want one line when the leader is left and one when another one answers", got)
	}
}

// A load is what many write and read until it is stopped.
type load struct {
	appended []atomic.Uint64 // events, by writer
	read     atomic.Uint64
	end      chan struct{}
	work     sync.WaitGroup
}

func (w *load) stream(writer int) es.StreamID { return es.StreamID(fmt.Sprintf("a-demo-%d", writer)) }

// startLoad begins to append to a stream each, and to read one.
func startLoad(t *testing.T, l *eventstoredb.Log, writers int) *load {
	t.Helper()
	w := &load{appended: make([]atomic.Uint64, writers), end: make(chan struct{})}
	for i := range writers {
		w.repeat(func() bool {
			at := w.appended[i].Load()
			r, err := l.Append(t.Context(), w.stream(i), at, events(1))
			if err != nil || r.Version != at+1 {
				t.Errorf("%s at %d: got %+v and %v, want the next version", w.stream(i), at, r, err)
				return false
			}
			w.appended[i].Add(1)
			return true
		})
	}
	w.repeat(func() bool {
		for _, err := range l.Stream(t.Context(), w.stream(0), 0) {
			if err != nil {
				t.Errorf("read: got %v, want the stream", err)
				return false
			}
		}
		w.read.Add(1)
		return true
	})
	return w
}

// repeat does something until it fails, or the load is stopped.
func (w *load) repeat(do func() bool) {
	w.work.Go(func() {
		for do() {
			select {
			case <-w.end:
				return
			default:
			}
		}
	})
}

// awaitRound waits until every writer and the reader have come on by two.
func (w *load) awaitRound(t *testing.T) {
	t.Helper()
	read := w.read.Load()
	want := make([]uint64, len(w.appended))
	for i := range w.appended {
		want[i] = w.appended[i].Load() + 2
	}
	waitUntil(t, "all write and read", func() bool {
		for i := range w.appended {
			if w.appended[i].Load() < want[i] {
				return t.Failed()
			}
		}
		return w.read.Load() >= read+2 || t.Failed()
	})
}

// stop ends the load, and wants each acknowledged event once, in its order.
func (w *load) stop(t *testing.T, l *eventstoredb.Log) {
	t.Helper()
	close(w.end)
	w.work.Wait()
	got := map[es.StreamID]uint64{}
	for e, err := range l.All(t.Context(), 0, es.Filter{}) {
		if err != nil || e.Version != got[e.Stream]+1 {
			t.Fatalf("got version %d of %s after %d, and %v, want the next one", e.Version, e.Stream, got[e.Stream], err)
		}
		got[e.Stream] = e.Version
	}
	for i := range w.appended {
		if want := w.appended[i].Load(); got[w.stream(i)] != want {
			t.Errorf("got %d events of %s, want the %d that were acknowledged", got[w.stream(i)], w.stream(i), want)
		}
	}
}

// TestAServerThatHangs freezes the only node, of which nobody takes the place: appends are given up
// when their patience is over, though a request may take longer, one line tells of it, and they work
// again when it does.
func TestAServerThatHangs(t *testing.T) {
	n := node(t, protocoltest.Config{})
	var told logLines
	const patience = 3 * time.Second
	l := opened(t, plain(n), eventstoredb.Options{
		Logger: slog.New(slog.NewTextHandler(&told, nil)), Patience: patience, Timeout: time.Hour, // which is not waited for
	})
	appendEvents(t, l, "a-demo-1", 0, events(1))
	n.Freeze()
	for round := range 2 { // on the connection that there is, and while a new one is made
		var work sync.WaitGroup
		for i := range 8 {
			work.Go(func() {
				began := time.Now()
				_, err := l.Append(t.Context(), es.StreamID(fmt.Sprintf("b-demo-%d-%d", round, i)), 0, events(1))
				if took := time.Since(began); !eventstoredb.IsUnavailable(err) || took > 5*time.Minute {
					t.Errorf("round %d: got %v after %v, want that the server is away after %v", round, err, took, patience)
				}
			})
		}
		work.Wait()
	}
	if got := told.String(); strings.Count(got, "level=WARN") != 1 || strings.Count(got, "level=") != 1 {
		t.Errorf("got %s, want one line", got)
	}
	n.Thaw()
	waitUntil(t, "the node is asked again", func() bool {
		_, err := l.Append(t.Context(), "a-demo-1", 1, events(1))
		return err == nil
	})
}

// TestALeaderThatIsSlow leaves an append of a leader without an answer that says by gossip that it leads:
// the connection stays, and the answer is waited for.
func TestALeaderThatIsSlow(t *testing.T) {
	c := cluster(t, 3)
	var told logLines
	l := opened(t, "esdb://"+c.Nodes[0].Address()+","+c.Nodes[1].Address()+"?tls=false",
		eventstoredb.Options{Logger: slog.New(slog.NewTextHandler(&told, nil))})
	appendEvents(t, l, "a-demo-1", 0, events(1))
	before := c.GossipReads()
	c.Nodes[0].Faults.FailNext(1, protocoltest.HangAfterAppend)
	answered := make(chan error, 1)
	go func() { _, err := l.Append(t.Context(), "b-demo-1", 0, events(1)); answered <- err }()
	waitUntil(t, "it is asked who leads", func() bool { return c.GossipReads() >= before+6 })
	if got := told.String(); got != "" {
		t.Errorf("got %s, want nothing in the log", got)
	}
	c.Nodes[0].Freeze()
	c.SetLeader(1)
	if err := <-answered; err != nil {
		t.Errorf("got %v, want that the next leader knows the events", err)
	}
	asked := c.GossipReads()
	for i := range uint64(50) {
		appendEvents(t, l, "a-demo-1", 1+i, events(1))
	}
	if got := c.GossipReads() - asked; got > 8 {
		t.Errorf("got %d questions who leads by 50 appends that were answered, want none but the last of before", got)
	}
}
