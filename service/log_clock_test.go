package service

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// TestALogThatIsAheadOfTheClockIsTold moves the clock back behind the last event, within what clocks differ and far, and lets
// it come up again.
func TestALogThatIsAheadOfTheClockIsTold(t *testing.T) {
	store := estest.NewStore()
	if _, err := store.Append(t.Context(), es.StreamOf("thing", "demo", "a"), 0, []es.Envelope{{ID: uuid.New(), Type: "thing.happened", Body: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	e, err := store.At(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	now := e.Time
	var lines bytes.Buffer
	c := &logClock{log: store, logger: slog.New(slog.NewTextHandler(&lines, nil)), now: func() time.Time { return now }}
	for _, at := range []struct {
		before time.Duration
		ahead  bool
		lines  int // since the start
	}{{0, false, 0}, {10 * time.Second, false, 0}, {2 * time.Hour, true, 1}, {time.Hour, true, 1}, {time.Second, false, 2}, {-time.Hour, false, 2}} {
		now = e.Time.Add(-at.before)
		if err := c.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.ahead.Load() > 0; got != at.ahead || (c.warning() != "") != at.ahead {
			t.Errorf("%v before the last event: got ahead %t, %q, want %t", at.before, got, c.warning(), at.ahead)
		}
		if at.ahead && !strings.Contains(c.warning(), at.before.String()) {
			t.Errorf("got %q, want %v in it", c.warning(), at.before)
		}
		if got := strings.Count(lines.String(), "\n"); got != at.lines {
			t.Errorf("%v before the last event: got %d lines of the log, want %d:\n%s", at.before, got, at.lines, lines.String())
		}
	}
}
