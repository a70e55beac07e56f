package service

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// dampedFor is how long warnings and errors of one kind are counted, and not written, while a
// database or a disk is away.
const dampedFor = 10 * time.Second

// damped is a handler that keeps an outage from filling the log: of warnings and errors whose
// cause is that a database or a disk cannot be used, it writes the first of each message
// and part at once, and then one every dampedFor that says how many came meanwhile.
type damped struct {
	slog.Handler
	away func(error) bool
	seen *repeats
}

// repeats holds what was written last, for all handlers made from one.
type repeats struct {
	mu     sync.Mutex
	counts map[string]int // lines that were not written, by message and part, while a time runs
	after  func(time.Duration, func()) *time.Timer
}

func newDamped(h slog.Handler, away func(error) bool) damped {
	return damped{h, away, &repeats{counts: map[string]int{}, after: time.AfterFunc}}
}

// Handle implements slog.Handler.
func (d damped) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return d.Handler.Handle(ctx, r)
	}
	key, isAway := r.Message, false
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "error":
			err, ok := a.Value.Any().(error)
			isAway = ok && d.away(err)
		case "part", "view":
			key += " " + a.Value.String()
		}
		return true
	})
	if !isAway || d.seen.isFirst(key) {
		if isAway {
			d.seen.after(dampedFor, func() { d.tellRepeats(key, r.Clone()) })
		}
		return d.Handler.Handle(ctx, r)
	}
	return nil
}

// isFirst reports whether no time runs for a message, begins one, and counts otherwise.
func (s *repeats) isFirst(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, runs := s.counts[key]
	if runs {
		n++
	}
	s.counts[key] = n
	return !runs
}

// tellRepeats writes how often a message came while it was not written, and goes on counting;
// when it did not come any more, its time ends.
func (d damped) tellRepeats(key string, first slog.Record) {
	d.seen.mu.Lock()
	n := d.seen.counts[key]
	if n == 0 {
		delete(d.seen.counts, key)
	} else {
		d.seen.counts[key] = 0
	}
	d.seen.mu.Unlock()
	if n == 0 {
		return
	}
	again := slog.NewRecord(time.Now(), first.Level, first.Message, 0)
	again.AddAttrs(slog.Int("repeated", n))
	first.Attrs(func(a slog.Attr) bool {
		if a.Key != "request" {
			again.AddAttrs(a)
		}
		return true
	})
	_ = d.Handler.Handle(context.Background(), again) // there is nobody to tell
	d.seen.after(dampedFor, func() { d.tellRepeats(key, first) })
}

// WithAttrs implements slog.Handler.
func (d damped) WithAttrs(attrs []slog.Attr) slog.Handler {
	d.Handler = d.Handler.WithAttrs(attrs)
	return d
}

// WithGroup implements slog.Handler.
func (d damped) WithGroup(name string) slog.Handler {
	d.Handler = d.Handler.WithGroup(name)
	return d
}
