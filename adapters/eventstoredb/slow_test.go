package eventstoredb_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestSlowSubscriptionsAreOrdinary appends more at once than a server keeps for a live
// subscription, which servers of 23.10 end for it. Whoever waits is woken, nothing is
// warned of, and the connection stays.
func TestSlowSubscriptionsAreOrdinary(t *testing.T) {
	for _, version := range []string{"23.10.8", "24.6.0"} {
		t.Run(version, func(t *testing.T) {
			var told logLines
			n, writer, reader, at := openFollowed(t, version, &told)
			const rounds = 5
			for i := range rounds {
				waitUntil(t, "both logs have read all and follow", func() bool { return n.LiveSubscribers() == 2 })
				n.HoldLiveEvents()
				at = appendEvents(t, writer, es.StreamID(fmt.Sprintf("a-demo-%d", i)), 0, events(200)).Position
				n.ReleaseLiveEvents()
				waitUntil(t, "the reader knows the last event", func() bool { return reader.FollowedPosition() >= at })
			}
			if got := n.SlowSubscribers(); got < rounds {
				t.Errorf("got %d subscriptions that were too slow for the server, want %d at least", got, rounds)
			}
			if writer.Resubscriptions()+reader.Resubscriptions() == 0 {
				t.Error("no subscription was taken up again")
			}
			if got := told.String(); got != "" {
				t.Errorf("got %s, want nothing in the log", got)
			}
		})
	}
}

// openFollowed starts a server and opens two logs on it that write their lines to told: one that has
// written an event, at a position, and one that has seen it.
func openFollowed(t *testing.T, version string, told *logLines) (n *protocoltest.Node, writer, reader *eventstoredb.Log, at es.Position) {
	t.Helper()
	n = node(t, protocoltest.Config{Version: version})
	logger := slog.New(slog.NewTextHandler(told, nil))
	writer = opened(t, plain(n), eventstoredb.Options{Logger: logger})
	reader = opened(t, plain(n), eventstoredb.Options{Logger: logger})
	at = appendEvents(t, writer, "first-demo-1", 0, events(1)).Position
	if err := reader.Wait(t.Context(), at-1); err != nil {
		t.Fatal(err)
	}
	return n, writer, reader, at
}

// TestManyWritersAreOrdinary has 256 writers append beside a log that follows them, and with
// DOCKET_TEST_FULL for a minute: nothing is warned of, and the follower gets to the end.
func TestManyWritersAreOrdinary(t *testing.T) {
	const writers, each = 256, 5
	var long time.Duration
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		long = time.Minute
	}
	for _, version := range []string{"23.10.8", "24.6.0"} {
		t.Run(version, func(t *testing.T) {
			var told logLines
			_, writer, reader, _ := openFollowed(t, version, &told)
			total := 0
			for began := time.Now(); total == 0 || time.Since(began) < long; total += writers * each {
				appendEach(t, writer, writers, each)
			}
			end, err := writer.Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			waitUntil(t, "the reader knows the last event", func() bool { return reader.FollowedPosition() >= end })
			t.Logf("%d appends", total)
			if got := told.String(); got != "" {
				t.Errorf("got %s, want nothing in the log", got)
			}
		})
	}
}

// logLines holds what a logger wrote.
type logLines struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(line)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}

func (l *logLines) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines.Reset()
}

// waitUntil waits for a condition.
func waitUntil(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("this never happened:", what)
		}
	}
}

// TestAnOutageIsToldTwice stops a server that is not ready when it comes back, while much is
// asked of it: one warning when it goes, one line when it is back.
func TestAnOutageIsToldTwice(t *testing.T) {
	n := node(t, protocoltest.Config{NotReady: 5})
	var told logLines
	l := opened(t, plain(n)+hasty, eventstoredb.Options{Logger: slog.New(slog.NewTextHandler(&told, nil)), Patience: time.Minute})
	appendEvents(t, l, "a-demo-1", 0, events(1))
	told.reset()
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 16)
	for i := range cap(answered) {
		go func() {
			_, err := l.Append(t.Context(), es.StreamID(fmt.Sprintf("b-demo-%d", i)), 0, events(1))
			answered <- err
		}()
	}
	waitUntil(t, "the outage is told", func() bool { return strings.Contains(told.String(), "level=WARN") })
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	for range cap(answered) {
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	waitUntil(t, "the end is told", func() bool { return strings.Contains(told.String(), "level=INFO") })
	if got := strings.Count(told.String(), "level="); got != 2 {
		t.Errorf("got %d lines, want 2:\n%s", got, told.String())
	}
}
