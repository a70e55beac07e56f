package service

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestAnOutageIsToldOnce and then by how often it came, by message and part; every other
// failure is written each time.
func TestAnOutageIsToldOnce(t *testing.T) {
	away := errors.New("the database is away")
	var out bytes.Buffer
	var due []func()
	d := newDamped(slog.NewTextHandler(&out, nil), func(err error) bool { return errors.Is(err, away) })
	d.seen.after = func(_ time.Duration, f func()) *time.Timer { due = append(due, f); return nil }
	log := slog.New(d)
	pass := func() { // the time of all messages ends
		now := due
		due = nil
		for _, f := range now {
			f()
		}
	}
	want := func(step string, lines ...string) {
		t.Helper()
		got := strings.Split(strings.TrimSpace(out.String()), "\n")
		out.Reset()
		if len(lines) == 0 && got[0] == "" {
			return
		}
		if len(got) != len(lines) {
			t.Fatalf("%s: got %q, want %d lines", step, got, len(lines))
		}
		for i, l := range lines {
			if !strings.HasSuffix(got[i], l) {
				t.Errorf("%s: got %q, want it to end with %q", step, got[i], l)
			}
		}
	}
	for i := range 100 {
		log.With("process", 1).Error("request failed", "request", i, "error", fmt.Errorf("read: %w", away))
	}
	log.Warn("a background part failed", "part", "relay", "error", away)
	log.Warn("a background part failed", "part", "sweep", "error", away)
	log.Error("request failed", "error", errors.New("a bug"))
	log.Error("request failed", "error", errors.New("a bug"))
	log.Info("going on", "error", away)
	want("at once", `msg="request failed" process=1 request=0 error="read: the database is away"`, `part=relay error="the database is away"`,
		`part=sweep error="the database is away"`, `error="a bug"`, `error="a bug"`, `msg="going on" error="the database is away"`)
	pass()
	want("after a time", `msg="request failed" process=1 repeated=99 error="read: the database is away"`)
	pass()
	want("when nothing comes any more")
	if len(d.seen.counts) != 0 || len(due) != 0 {
		t.Errorf("%v and %d times are left", d.seen.counts, len(due))
	}
	log.Error("request failed", "error", away)
	want("in the next outage", `msg="request failed" error="the database is away"`)
}
