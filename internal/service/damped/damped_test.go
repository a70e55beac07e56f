package damped

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
	d := New(slog.NewTextHandler(&out, nil), func(err error) bool { return errors.Is(err, away) }, func(error) bool { return false })
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
	want("when nothing comes for a time")
	log.Error("request failed", "error", away)
	want("when it comes again, as of a part that waits long before it fails")
	for range quietTimes {
		pass()
	}
	want("after a time with one", `msg="request failed" process=1 repeated=1 error="read: the database is away"`)
	pass()
	want("when nothing comes any more")
	if len(d.seen.left) != 0 || len(due) != 0 {
		t.Errorf("%v and %d times are left", d.seen.left, len(due))
	}
	log.Error("request failed", "error", away)
	want("in the next outage", `msg="request failed" error="the database is away"`)
}

// TestAnOutageThatIsTold writes the first line of an outage that tells its beginning and its end
// itself, whatever its message, and then sums that are no warnings.
func TestAnOutageThatIsTold(t *testing.T) {
	away := errors.New("the event store is away")
	var out bytes.Buffer
	var due []func()
	isAway := func(err error) bool { return errors.Is(err, away) }
	d := New(slog.NewTextHandler(&out, nil), isAway, isAway)
	d.seen.after = func(_ time.Duration, f func()) *time.Timer { due = append(due, f); return nil }
	log := slog.New(d)
	want := func(step string, lines ...string) {
		t.Helper()
		got := strings.Split(strings.TrimSpace(out.String()), "\n")
		out.Reset()
		for i, l := range lines {
			if len(got) != len(lines) || !strings.HasSuffix(got[i], l) {
				t.Fatalf("%s: got %q, want lines that end with %q", step, got, lines)
			}
		}
	}
	log.Warn("connecting anew", "error", away)
	log.Error("request failed", "request", 1, "error", away)
	log.Warn("a background part failed", "part", "relay", "error", away)
	log.Error("request failed", "error", away)
	log.Error("request failed", "error", errors.New("a bug"))
	want("at once", `level=WARN msg="connecting anew" error="the event store is away"`, `level=ERROR msg="request failed" error="a bug"`)
	for range 2 {
		now := due
		due = nil
		for _, f := range now {
			f()
		}
	}
	want("after a time", `level=INFO msg="warnings and errors of an outage were not written" repeated=3`+
		` messages="[a background part failed request failed]" error="the event store is away"`)
	log.Warn("connecting anew", "error", away)
	want("in the next outage", `level=WARN msg="connecting anew" error="the event store is away"`)
}
