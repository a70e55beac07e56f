// Package damped keeps an outage from filling the log.
package damped

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// dampedFor is how long warnings and errors of one kind are counted, and not written, while a
// database or a disk is away.
const dampedFor = 10 * time.Second

// quietTimes is how many times of dampedFor without a line end an outage: a part that fails
// waits for its connection, and then before it tries again, longer than one.
const quietTimes = 6

// A Handler keeps an outage from filling the log: of warnings and errors whose
// cause is that a database or a disk cannot be used, it writes the first of each message
// and part at once, and then one every dampedFor that says how many came meanwhile. Of an outage
// that tells its beginning and its end itself it writes the first of all, and then sums, at
// level INFO, that name the messages.
type Handler struct {
	slog.Handler
	away func(error) bool
	told func(error) bool // of what is away: it tells so itself
	seen *repeats
}

// repeats holds what was written last, for all handlers made from one.
type repeats struct {
	mu    sync.Mutex
	left  map[string]*leftOut // while a time runs, by message and part, or toldKey
	after func(time.Duration, func()) *time.Timer
}

// leftOut is what was not written.
type leftOut struct {
	lines    int
	messages map[string]bool
	quiet    int // how many times before this one had no line
}

// toldKey stands for all messages of an outage that tells its beginning and its end itself.
const toldKey = ""

// New returns a handler before another one. away reports whether an error means that a database or a disk cannot be used, told
// whether what is away tells so itself.
func New(h slog.Handler, away, told func(error) bool) Handler {
	return Handler{h, away, told, &repeats{left: map[string]*leftOut{}, after: time.AfterFunc}}
}

// Handle implements slog.Handler.
func (d Handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return d.Handler.Handle(ctx, r)
	}
	key, isAway, isTold := r.Message, false, false
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "error":
			err, ok := a.Value.Any().(error)
			isAway = ok && d.away(err)
			isTold = isAway && d.told(err)
		case "part", "view":
			key += " " + a.Value.String()
		}
		return true
	})
	if isTold {
		key = toldKey
	}
	if !isAway || d.seen.isFirst(key, r.Message) {
		if isAway {
			d.seen.after(dampedFor, func() { d.tellRepeats(key, r.Clone()) })
		}
		return d.Handler.Handle(ctx, r)
	}
	return nil
}

// isFirst reports whether no time runs for a key, begins one, and counts the message otherwise.
func (s *repeats) isFirst(key, message string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.left[key]
	if left == nil {
		s.left[key] = &leftOut{messages: map[string]bool{}}
		return true
	}
	left.lines++
	left.messages[message] = true
	return false
}

// takeLeftOut returns what was left out since the time began, and begins another; more is false
// when there is none, because nothing came for so long that the outage is over. An outage
// that tells its end itself is over after one time in which nothing came.
func (s *repeats) takeLeftOut(key string) (left *leftOut, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left = s.left[key]
	next := &leftOut{messages: map[string]bool{}}
	if left.lines == 0 {
		next.quiet = left.quiet + 1
	}
	if next.quiet == quietTimes || next.quiet == 1 && key == toldKey {
		delete(s.left, key)
		return left, false
	}
	s.left[key] = next
	return left, true
}

// tellRepeats writes how often a message came while it was not written, and goes on counting.
func (d Handler) tellRepeats(key string, first slog.Record) {
	left, more := d.seen.takeLeftOut(key)
	if more {
		defer d.seen.after(dampedFor, func() { d.tellRepeats(key, first) })
	}
	if left.lines == 0 {
		return
	}
	again := slog.NewRecord(time.Now(), first.Level, first.Message, 0)
	again.AddAttrs(slog.Int("repeated", left.lines))
	if key == toldKey {
		again = slog.NewRecord(time.Now(), slog.LevelInfo, "warnings and errors of an outage were not written", 0)
		again.AddAttrs(slog.Int("repeated", left.lines), slog.Any("messages", slices.Sorted(maps.Keys(left.messages))))
	}
	first.Attrs(func(a slog.Attr) bool {
		if a.Key != "request" {
			again.AddAttrs(a)
		}
		return true
	})
	_ = d.Handler.Handle(context.Background(), again) // there is nobody to tell
}

// WithAttrs implements slog.Handler.
func (d Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	d.Handler = d.Handler.WithAttrs(attrs)
	return d
}

// WithGroup implements slog.Handler.
func (d Handler) WithGroup(name string) slog.Handler {
	d.Handler = d.Handler.WithGroup(name)
	return d
}
