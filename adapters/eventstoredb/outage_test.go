package eventstoredb_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// hasty has the library look for a server twice, 10 ms apart.
const hasty = "&maxDiscoverAttempts=2&discoveryInterval=10&gossipTimeout=1"

// A client of the library that found no server is dead for good. The log is not:
// many ask while nobody is there, all are told in time, and once the server is back
// the same log works.
func TestAServerThatIsAwayTooLong(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n)+hasty, eventstoredb.Options{Patience: 300 * time.Millisecond, Timeout: time.Second})
	first := events(1)
	appendEvents(t, l, "a-demo-1", 0, first)
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	for i := range 64 {
		work.Go(func() {
			if _, err := l.Append(t.Context(), es.StreamID(fmt.Sprintf("b-demo-%d", i)), 0, events(1)); !eventstoredb.IsUnavailable(err) {
				t.Errorf("append: %v, want eventstoredb.IsUnavailable(err)", err)
			}
			if _, err := l.Head(t.Context()); !eventstoredb.IsUnavailable(err) {
				t.Errorf("head: %v, want eventstoredb.IsUnavailable(err)", err)
			}
		})
	}
	work.Wait()
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	second := events(1)
	appendEvents(t, l, "a-demo-1", 1, second)
	same(t, "after the outage", l.All(t.Context(), 0, es.Filter{}), append(first, second...))
}

// Appends and reads outlast a server that comes back within their patience, and so
// does whoever waits.
func TestAServerThatIsAwayAWhile(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n)+hasty, eventstoredb.Options{})
	other := opened(t, plain(n)+hasty, eventstoredb.Options{})
	r := appendEvents(t, l, "a-demo-1", 0, events(1))
	woken := make(chan error, 1)
	go func() { woken <- other.Wait(t.Context(), r.Position) }()
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 2)
	go func() { _, err := l.Append(t.Context(), "a-demo-1", 1, events(1)); answered <- err }()
	go func() { _, err := all(l.Stream(t.Context(), "a-demo-1", 0)); answered <- err }()
	select {
	case err := <-answered:
		t.Fatal("answered without a server:", err)
	case <-time.After(200 * time.Millisecond):
	}
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	if err := <-woken; err != nil {
		t.Error("the one who waits:", err)
	}
}

// hole listens and never says a word.
func hole(t *testing.T, address string) string {
	t.Helper()
	listen, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listen.Close() })
	return listen.Addr().String()
}

// The library does not look at the context while it waits for a connection: here it
// connects to a leader that accepts and does not answer. Callers get away in time.
func TestADeadlineWhileConnecting(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := eventstoredb.Open(ctx, "esdb://"+hole(t, "127.0.0.1:0")+"?tls=false", eventstoredb.Options{}); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > time.Minute {
		t.Errorf("open: %v after %v, want the error context.DeadlineExceeded and time.Since(began) at most Minute", err, time.Since(began))
	}
	c := cluster(t, 2)
	l := opened(t, plain(c.Nodes[0]), eventstoredb.Options{Timeout: 200 * time.Millisecond, Patience: time.Second})
	if err := c.Nodes[1].Stop(); err != nil {
		t.Fatal(err)
	}
	hole(t, c.Nodes[1].Address())
	c.SetLeader(1)
	began = time.Now()
	if _, err := l.Append(t.Context(), "a-demo-1", 0, events(1)); !eventstoredb.IsUnavailable(err) || time.Since(began) > time.Minute {
		t.Errorf("append: %v after %v, want eventstoredb.IsUnavailable(err) and time.Since(began) at most Minute", err, time.Since(began))
	}
	c.SetLeader(0)
	appendEvents(t, l, "a-demo-1", 0, events(1))
}

// Closing the library's client while it is used can panic. Here it is closed again
// and again, because connections break, and at last under load.
func TestClosingDuringUse(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n)+hasty, eventstoredb.Options{})
	var work sync.WaitGroup
	progress := make(chan struct{}, 1<<16)
	for w := range 32 {
		work.Go(func() {
			stream := es.StreamID(fmt.Sprintf("a-demo-%d", w))
			for i := uint64(0); ; i++ {
				if r, err := l.Append(t.Context(), stream, i, events(1)); errors.Is(err, eventstoredb.ErrLogClosed) {
					return
				} else if err != nil || r.Version != i+1 {
					t.Errorf("%s at %d: %+v, %v, want r.Version = %v and no error", stream, i, r, err, i+1)
					return
				}
				progress <- struct{}{}
			}
		})
	}
	for range 10 {
		await(t, progress, 200)
		n.CutAll()
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	work.Wait()
	if _, err := l.Head(t.Context()); !errors.Is(err, eventstoredb.ErrLogClosed) {
		t.Errorf("a closed log: %v, want %v", err, eventstoredb.ErrLogClosed)
	}
}

// await wants so many appends to be answered.
func await(t *testing.T, progress <-chan struct{}, n int) {
	t.Helper()
	for range n {
		select {
		case <-progress:
		case <-time.After(5 * time.Minute):
			t.Fatal("the writers are stuck")
		}
	}
}

// cluster starts nodes over one database.
func cluster(t testing.TB, nodes int) *protocoltest.Cluster {
	t.Helper()
	c, err := protocoltest.StartCluster(protocoltest.NewDatabase(), make([]protocoltest.Config, nodes)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// A node that does not lead names the leader, and the log goes there. It asks for
// the leader in a way that the server hears, which the library does not.
func TestANodeThatDoesNotLead(t *testing.T) {
	c := cluster(t, 2)
	c.SetLeader(1)
	l := opened(t, plain(c.Nodes[0]), eventstoredb.Options{})
	c.Nodes[0].Faults.FailNext(1000, protocoltest.CutBeforeAppend) // nothing is asked of it
	var want []es.Envelope
	for i := range 10 {
		c.Nodes[i%2].Faults.FailNext(1000, protocoltest.CutBeforeAppend)
		c.Nodes[1-i%2].Faults.FailNext(0, protocoltest.CutBeforeAppend)
		c.SetLeader(1 - i%2)
		e := events(1)
		want = append(want, e...)
		appendEvents(t, l, "a-demo-1", uint64(i), e)
	}
	same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want)
	for i, n := range c.Nodes {
		if n.Faults.CountOf(protocoltest.CutBeforeAppend) > 0 {
			t.Errorf("node %d was asked to append while it did not lead, want it at most 0", i)
		}
	}
}

// The leader of a cluster of three changes, is gone, and is missing for a while.
func TestAClusterWhoseLeaderChanges(t *testing.T) {
	c := cluster(t, 3)
	address := "esdb://" + c.Nodes[0].Address() + "," + c.Nodes[1].Address() + "," + c.Nodes[2].Address() +
		"?tls=false&nodePreference=leader" + hasty
	l := opened(t, address, eventstoredb.Options{})
	var want []es.Envelope
	next := func() {
		t.Helper()
		e := events(1)
		appendEvents(t, l, "a-demo-1", uint64(len(want)), e)
		want = append(want, e...)
	}
	next()
	for lead := range 3 {
		c.SetLeader(lead)
		next()
	}
	c.SetLeader(0)
	if err := c.Nodes[2].Stop(); err != nil {
		t.Fatal(err)
	}
	next()
	c.SetLeader(-1)
	elected := time.AfterFunc(300*time.Millisecond, func() { c.SetLeader(1) })
	defer elected.Stop()
	next()
	same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want)
}

// Many append through one log while the leader changes again and again and
// connections break: each event stands once, in its order, and nobody hears of it.
func TestManyWritersWhileTheLeaderChanges(t *testing.T) {
	if raced {
		t.Skip("the library closes a connection that others use when it is sent to another leader, and reads what gRPC writes meanwhile")
	}
	c := cluster(t, 3)
	l := opened(t, plain(c.Nodes[0])+hasty, eventstoredb.Options{})
	const writers, each = 16, 60
	progress := make(chan struct{}, writers*each)
	var work sync.WaitGroup
	for w := range writers {
		work.Go(func() {
			stream := es.StreamID(fmt.Sprintf("a-demo-%d", w))
			for i := range uint64(each) {
				if r, err := l.Append(t.Context(), stream, i, events(1)); err != nil || r.Version != i+1 {
					t.Errorf("%s at %d: %+v, %v, want r.Version = %v and no error", stream, i, r, err, i+1)
					return
				}
				progress <- struct{}{}
			}
		})
	}
	for turn := range 12 {
		await(t, progress, writers*each/16)
		c.SetLeader(turn % 3)
		c.Nodes[turn%3].Faults.FailNext(2, protocoltest.CutAfterAppend)
		c.Nodes[(turn+1)%3].CutAll()
	}
	work.Wait()
	versions, at := map[es.StreamID]uint64{}, es.Position(0)
	for e, err := range l.All(t.Context(), 0, es.Filter{}) {
		if err != nil || e.Version != versions[e.Stream]+1 || e.Position <= at {
			t.Fatalf("%s has %d behind %d, at %d behind %d, %v, want e.Version = %v, e.Position more than %v and no error",
				e.Stream, e.Version, versions[e.Stream], e.Position, at, err, versions[e.Stream]+1, at)
		}
		versions[e.Stream], at = e.Version, e.Position
	}
	for stream, n := range versions {
		if n != each {
			t.Errorf("%s has %d events, want %d", stream, n, each)
		}
	}
}
