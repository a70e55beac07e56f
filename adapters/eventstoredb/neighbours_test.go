package eventstoredb_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// nested are namespaces that begin with each other, up to a hyphen, and have names of categories.
var nested = []string{
	"acme", "acme-eu", "acme-file", "acme-file-demo", "acme-signin", "acme-signin-demo", "acme-log", "acme-log-demo-heads",
}

// A neighbour is a log of one namespace, with what it was told is stored.
type neighbour struct {
	address  string
	written  []es.Envelope
	position es.Position
}

// TestNeighbours writes eight logs with nested namespaces at the same time, while the server restarts and
// breaks connections, and opens each again and again: each has its own events, all of them, and knows
// where it begins and ends, in each way in which servers speak.
func TestNeighbours(t *testing.T) {
	rounds := 2
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		rounds = 30
	}
	for _, version := range watchedVersions() {
		t.Run(version, func(t *testing.T) {
			db, n := startBehind(t, version, 5_000)
			all := make([]*neighbour, len(nested))
			for i, name := range nested {
				all[i] = &neighbour{address: plain(n) + hasty + "#" + name}
			}
			for round := range rounds {
				writeSideBySide(t, n, all, round)
				db.WriteForeignEvents(500)
			}
			for i, a := range all {
				a.check(t, nested[i])
			}
		})
	}
}

// writeSideBySide opens all logs, has them write and read beside each other while the server goes away
// and comes back, and closes them.
func writeSideBySide(t *testing.T, n *protocoltest.Node, all []*neighbour, round int) {
	t.Helper()
	var working sync.WaitGroup
	for _, a := range all {
		working.Go(func() { a.work(t, round) })
	}
	for range 3 {
		n.CutAll()
		if err := errors.Join(n.Stop(), n.Restart()); err != nil {
			t.Error(err)
		}
	}
	working.Wait()
}

// work opens the log, appends to streams of every form, and reads back what it has appended.
func (a *neighbour) work(t *testing.T, round int) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	l, err := eventstoredb.Open(ctx, a.address, eventstoredb.Options{Patience: time.Minute, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Errorf("%s: %v, want no error", a.address, err)
		return
	}
	defer func() { _ = l.Close() }()
	if head, err := l.Head(ctx); err != nil || head != a.position {
		t.Errorf("%s: got head %d and %v at the start, want %d", a.address, head, err, a.position)
	}
	id := fmt.Sprintf("%032d", round)
	for _, stream := range []es.StreamID{es.StreamOf("file", "demo", id), es.StreamOf("signin", "demo", "unknown") + "-20261128",
		es.StreamOf("log", "demo", "heads"), es.StreamOf("dossier", "file", id)} {
		version := uint64(0)
		for e, err := range l.Stream(ctx, stream, 0) {
			if err != nil {
				t.Errorf("%s: %v, want no error", a.address, err)
				return
			}
			version = e.Version
		}
		for range 5 {
			e := events(2)
			r, err := l.Append(ctx, stream, version, e)
			if err == nil {
				err = l.Wait(ctx, a.position)
			}
			if err != nil {
				t.Errorf("%s: %v, want no error", a.address, err)
				return
			}
			version, a.position, a.written = r.Version, r.Position, append(a.written, e...)
		}
	}
	same(t, a.address, l.All(ctx, 0, es.Filter{}), a.written)
}

// check opens the log once more and wants its own events and nothing else.
func (a *neighbour) check(t *testing.T, name string) {
	t.Helper()
	l := opened(t, a.address, eventstoredb.Options{})
	same(t, name, l.All(t.Context(), 0, es.Filter{}), a.written)
	same(t, name+", by type", l.All(t.Context(), 0, es.Filter{Types: []string{"test.happened"}}), a.written)
	if head, err := l.Head(t.Context()); err != nil || head != a.position {
		t.Errorf("%s: got head %d and %v, want %d", name, head, err, a.position)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := l.Wait(ctx, a.position); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s: woken by a neighbour: %v, want %v", name, err, context.DeadlineExceeded)
	}
}

// TestALogWithoutANamespaceBesideOthers opens a log without a namespace in a database where logs with
// namespaces stand before it and behind it: it has its own events, and tells those of other programs.
func TestALogWithoutANamespaceBesideOthers(t *testing.T) {
	n := node(t, protocoltest.Config{})
	beside := opened(t, plain(n)+"#acme-file", eventstoredb.Options{})
	appendEvents(t, beside, es.StreamOf("file", "demo", "1"), 0, events(2))
	l := opened(t, plain(n), eventstoredb.Options{})
	if head, err := l.Head(t.Context()); err != nil || head != 0 {
		t.Errorf("got head %d and %v of an empty log, want 0", head, err)
	}
	want := events(2)
	r := appendEvents(t, l, es.StreamOf("file", "demo", "1"), 0, want)
	appendEvents(t, beside, "x", 0, events(2))
	again := opened(t, plain(n), eventstoredb.Options{})
	for what, l := range map[string]*eventstoredb.Log{"the log": l, "opened again": again} {
		same(t, what, l.All(t.Context(), 0, es.Filter{}), want)
		if head, err := l.Head(t.Context()); err != nil || head != r.Position {
			t.Errorf("%s: got head %d and %v, want %d", what, head, err, r.Position)
		}
	}
}
