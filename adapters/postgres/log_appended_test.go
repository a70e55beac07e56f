package postgres_test

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
)

// TestWhatWasAppendedNeedNotBeRead appends from two processes at once: what each still
// has at hand behind any position is what the log holds right there, event by event, and
// its own: it ends where the other process appended.
func TestWhatWasAppendedNeedNotBeRead(t *testing.T) {
	dsn := pgtest.DSN(t)
	logs := make([]*postgres.Log, 2)
	for i := range logs {
		l, err := postgres.OpenLog(t.Context(), dsn)
		openOne(t, l, err)
		logs[i] = l
	}
	var writers sync.WaitGroup
	type piece struct {
		behind es.Position
		events []es.Envelope
	}
	heard := make([][]piece, len(logs))
	for i, l := range logs {
		var mine sync.WaitGroup
		for w := range 4 {
			mine.Go(func() {
				stream := es.StreamID(fmt.Sprintf("box-demo-%d%d", i, w))
				for n := range uint64(25) {
					events := []es.Envelope{thing(n), thing(n)}
					if _, err := l.Append(t.Context(), stream, 2*n, events); err != nil {
						t.Error(err)
					}
					if n%5 == 4 { // found again, not new
						if _, err := l.Append(t.Context(), stream, 2*n, events); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		done := make(chan struct{})
		go func() { mine.Wait(); close(done) }()
		writers.Go(func() {
			for at, over := es.Position(0), false; !over; {
				select {
				case <-done:
					over = true
				default:
				}
				if found := l.RecentAppends(at); len(found) > 0 {
					heard[i] = append(heard[i], piece{at, found})
					at = found[len(found)-1].Position
				} else if head, err := l.Head(t.Context()); err == nil && head > at {
					at++
				}
			}
		})
	}
	writers.Wait()
	var all []es.Envelope
	for e, err := range logs[0].All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	for i, l := range logs {
		count := 0
		for p := range all {
			if found := l.RecentAppends(es.Position(p)); len(found) > 0 {
				heard[i] = append(heard[i], piece{es.Position(p), found})
			}
		}
		mine := fmt.Sprintf("box-demo-%d", i)
		for _, found := range heard[i] {
			for n, e := range found.events {
				count++
				if want := all[int(found.behind)+n]; !reflect.DeepEqual(e, want) || !strings.HasPrefix(string(e.Stream), mine) {
					t.Fatalf("behind %d process %d has at %d\n%+v\nthe log holds\n%+v", found.behind, i, n, e, want)
				}
			}
		}
		if count == 0 {
			t.Errorf("process %d has nothing at hand, want other than 0", i)
		}
	}
	if found := logs[0].RecentAppends(es.Position(len(all))); len(found) != 0 {
		t.Errorf("%d events behind the end, want 0", len(found))
	}
}

func thing(n uint64) es.Envelope {
	return es.Envelope{ID: uuid.New(), Type: "box.thing-put", Schema: 1, Body: fmt.Appendf(nil, `{"n":%d}`, n),
		Meta: es.Meta{Actor: "ada", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New(), Causation: es.Position(n), Trace: "t"}}
}

// read counts how often a log is read.
type read struct {
	*postgres.Log
	times atomic.Int64
}

func (r *read) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	r.times.Add(1)
	return r.Log.All(ctx, after, f)
}

// TestTailOfOwnAppendsReadsNothing follows a log to which this process alone appends, and
// then one to which another one does.
func TestTailOfOwnAppendsReadsNothing(t *testing.T) {
	dsn := pgtest.DSN(t)
	own, err := postgres.OpenLog(t.Context(), dsn)
	openOne(t, own, err)
	other, err := postgres.OpenLog(t.Context(), dsn)
	openOne(t, other, err)
	put := func(l *postgres.Log, version uint64) {
		t.Helper()
		if _, err := l.Append(t.Context(), "box-demo-1", version, []es.Envelope{thing(version)}); err != nil {
			t.Fatal(err)
		}
	}
	put(own, 0)
	counted := &read{Log: own}
	tail := cache.NewTail(counted, 0, 0)
	if _, err := tail.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	follow := func(from es.Position) {
		t.Helper()
		if err := tail.Wait(t.Context(), from); err != nil {
			t.Fatal(err)
		}
		for e, err := range tail.All(t.Context(), from, es.Filter{}) {
			if err != nil || e.Position != from+1 || e.Version != uint64(from+1) {
				t.Fatalf("behind %d: %+v, %v, want position %d", from, e, err, from+1)
			}
		}
	}
	for n := range es.Position(20) {
		put(own, uint64(n+1))
		follow(n + 1)
	}
	if n := counted.times.Load(); n > 10 { // some are, behind a connection that was made meanwhile
		t.Errorf("own appends were read %d times, want at most 10", n)
	}
	before := counted.times.Load()
	put(other, 21)
	follow(21)
	if counted.times.Load() == before {
		t.Error("what another process appended was not read")
	}
}

// TestRememberedAppendsEnd looks for what was appended behind a new connection, which may
// be to another server, and behind more than is kept.
func TestRememberedAppendsEnd(t *testing.T) {
	dsn := pgtest.DSN(t)
	l, err := postgres.OpenLog(t.Context(), dsn)
	openOne(t, l, err)
	version := uint64(0)
	put := func(events, bytes int) {
		t.Helper()
		var all []es.Envelope
		for range events {
			e := thing(version)
			e.Body = fmt.Appendf(nil, "%q", strings.Repeat("x", bytes))
			all = append(all, e)
		}
		at, err := l.Append(t.Context(), "box-demo-1", version, all)
		if err != nil {
			t.Fatal(err)
		}
		version = at.Version
	}
	remembers := func() bool { return len(l.RecentAppends(es.Position(version-1))) == 1 }
	for tries := 0; ; tries++ { // a connection may be made at any time
		if put(1, 1); remembers() {
			break
		}
		if tries == 50 {
			t.Fatal("nothing is remembered")
		}
	}
	exec(t, dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()")
	for deadline := time.Now().Add(5 * time.Minute); remembers(); {
		_, _ = l.Head(t.Context()) // breaks, and connects again
		if time.Now().After(deadline) {
			t.Fatal("what was sent on connections before counts on a new one")
		}
	}
	for range 3 {
		if put(3, 400<<10); remembers() {
			t.Error("1.2 megabytes are remembered")
		}
	}
}
