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

var (
	errDatabase = errors.New("the database is away")
	errBroker   = errors.New("the broker is away")
)

// A logbook is a log whose clock the test moves.
type logbook struct {
	*slog.Logger
	t   *testing.T
	out bytes.Buffer
	d   Handler
	now time.Time
	due map[time.Time][]func()
}

func newLogbook(t *testing.T) *logbook {
	l := &logbook{t: t, now: time.Unix(0, 0).UTC(), due: map[time.Time][]func(){}}
	l.d = New(slog.NewTextHandler(&l.out, nil), func(err error) string {
		switch {
		case errors.Is(err, errDatabase):
			return "database"
		case errors.Is(err, errBroker):
			return "broker"
		}
		return ""
	})
	l.d.outages.now = func() time.Time { return l.now }
	l.d.outages.after = func(d time.Duration, f func()) { l.due[l.now.Add(d)] = append(l.due[l.now.Add(d)], f) }
	l.Logger = slog.New(l.d)
	return l
}

// pass lets time pass, second by second.
func (l *logbook) pass(d time.Duration) {
	for end := l.now.Add(d); l.now.Before(end); {
		l.now = l.now.Add(time.Second)
		due := l.due[l.now]
		delete(l.due, l.now)
		for _, f := range due {
			f()
		}
	}
}

// want wants lines that end so, and nothing else, since the last time.
func (l *logbook) want(step string, ends ...string) {
	l.t.Helper()
	got := strings.FieldsFunc(l.out.String(), func(r rune) bool { return r == '\n' })
	l.out.Reset()
	if len(got) != len(ends) {
		l.t.Fatalf("%s: got %q, want %d lines", step, got, len(ends))
	}
	for i, end := range ends {
		if !strings.HasSuffix(got[i], end) {
			l.t.Errorf("%s: got %q, want it to end with %q", step, got[i], end)
		}
	}
}

func TestAnOutageIsToldTwice(t *testing.T) {
	l := newLogbook(t)
	for i := range 100 {
		l.With("process", 1).Error("request failed", "request", i, "error", fmt.Errorf("read: %w", errDatabase))
	}
	l.Warn("a background part failed", "part", "relay", "error", errDatabase)
	l.Error("request failed", "error", errors.New("a bug"))
	l.Error("request failed", "error", errors.New("a bug"))
	l.Info("going on", "error", errDatabase)
	l.want("at once", `level=ERROR msg="request failed" process=1 request=0 error="read: the database is away" away=database`,
		`error="a bug"`, `error="a bug"`, `msg="going on" error="the database is away"`)
	l.pass(50 * time.Second)
	l.Warn("a background part failed", "part", "sweep", "error", errDatabase)
	l.pass(59 * time.Second)
	l.want("while something failed less than a minute ago")
	l.pass(time.Second)
	l.want("a minute after the last failure", `level=INFO msg="an outage is over" of=database length=50s until=1970-01-01T00:00:50.000Z`+
		` "left out"=101 waited="[relay request failed sweep]"`)
	l.pass(time.Hour)
	l.want("afterwards")
	l.Error("request failed", "error", errDatabase)
	l.want("in the next outage", `error="the database is away" away=database`)
}

// TestServersAreToldApart has two servers away at once.
func TestServersAreToldApart(t *testing.T) {
	l := newLogbook(t)
	for range 10 {
		l.Error("a background part failed", "part", "relay", "error", errDatabase)
		l.Warn("a message is lost", "error", errBroker)
		l.pass(time.Second)
	}
	l.want("both", `away=database`, `away=broker`)
	l.pass(time.Hour)
	l.want("the ends", `"left out"=9 waited=[relay]`, `"left out"=9 waited="[a message is lost]"`)
	if len(l.d.outages.open) != 0 || len(l.due) != 0 {
		t.Errorf("got %d outages and %d timers left, want none", len(l.d.outages.open), len(l.due))
	}
}
