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

// quietTime is how long nothing must fail for an outage to be over: a part that fails waits for
// its connection, and then before it tries again.
const quietTime = time.Minute

// A Handler tells an outage twice: of the warnings and errors whose cause is that a server cannot
// be used it writes the first one, and when nothing has failed for a minute one line at level INFO
// that says how long the outage was, how many lines were left out, and which parts have waited.
// Everything else is written as it comes.
type Handler struct {
	slog.Handler
	serverOf func(error) string
	outages  *outages
}

// outages are those under way, by server, for all handlers made from one.
type outages struct {
	root  slog.Handler // without the attributes of those who log
	mu    sync.Mutex
	open  map[string]*outage
	now   func() time.Time
	after func(time.Duration, func())
}

// An outage is what is known of a server that cannot be used.
type outage struct {
	began, last time.Time
	leftOut     int // lines
	waited      map[string]bool
}

// New returns a handler before another one. serverOf returns the server, or the disk, of which an
// error says that it cannot be used now; "" for every other error.
func New(h slog.Handler, serverOf func(error) string) Handler {
	return Handler{h, serverOf, &outages{root: h, open: map[string]*outage{}, now: time.Now,
		after: func(d time.Duration, f func()) { time.AfterFunc(d, f) }}}
}

// Handle implements slog.Handler.
func (d Handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return d.Handler.Handle(ctx, r)
	}
	server, waits := d.inspect(r)
	if server == "" {
		return d.Handler.Handle(ctx, r)
	}
	if !d.outages.note(server, waits) {
		return nil
	}
	d.outages.after(quietTime, func() { d.outages.tellEnd(server) })
	r = r.Clone()
	r.AddAttrs(slog.String("away", server))
	return d.Handler.Handle(ctx, r)
}

// inspect returns the server that a record tells of, "" for none, and what waits for it: a part,
// a view, or else what the message says.
func (d Handler) inspect(r slog.Record) (server, waits string) {
	waits = r.Message
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "error":
			if err, ok := a.Value.Any().(error); ok {
				server = d.serverOf(err)
			}
		case "part", "view":
			waits = a.Value.String()
		}
		return true
	})
	return server, waits
}

// note notes a line of an outage, and reports whether the outage begins with it.
func (o *outages) note(server, waits string) (begins bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	of := o.open[server]
	if of == nil {
		of = &outage{began: o.now(), leftOut: -1, waited: map[string]bool{}}
		o.open[server] = of
	}
	of.last = o.now()
	of.leftOut++
	of.waited[waits] = true
	return of.leftOut == 0
}

// endOf closes the outage of a server in which nothing failed for a time. rest is how long that
// takes at least while something still fails.
func (o *outages) endOf(server string) (ended *outage, rest time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	of := o.open[server]
	if rest = quietTime - o.now().Sub(of.last); rest > 0 {
		return nil, rest
	}
	delete(o.open, server)
	return of, 0
}

// tellEnd writes that a server is back, once nothing has failed for a time.
func (o *outages) tellEnd(server string) {
	of, rest := o.endOf(server)
	if of == nil {
		o.after(rest, func() { o.tellEnd(server) })
		return
	}
	r := slog.NewRecord(o.now(), slog.LevelInfo, "an outage is over", 0)
	r.AddAttrs(slog.String("of", server), slog.Duration("length", of.last.Sub(of.began).Round(time.Millisecond)),
		slog.Time("until", of.last), slog.Int("left out", of.leftOut), slog.Any("waited", slices.Sorted(maps.Keys(of.waited))))
	_ = o.root.Handle(context.Background(), r) // there is nobody to tell
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
