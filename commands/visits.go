package commands

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/domain/user"
)

// A Visit is something that happened at the door.
type Visit struct {
	Type      string // auth.signed-in, auth.failed, auth.locked, auth.signed-out, access.denied
	Workspace string
	UserID    string // "" for somebody whom nobody knows
	Client    string // the application; "" where none is known
	Address   string // of the caller
	Operation string // that was denied
	Time      time.Time
}

// Limits of a Guestbook.
const (
	visitBurst    = 100              // visits of an account that are written one by one
	visitEvery    = 10 * time.Second // after which there is room for one more
	visitFlush    = 10 * time.Second // how often the counted ones are written
	visitPatience = 2 * time.Second  // how long whoever visits waits for it
	visitAccounts = 10_000           // of which it is known how often they came lately
)

// A Guestbook writes visits into the log: each at once, but those of an account that
// comes all the time are counted, and written together, so that nobody can fill the
// log from outside.
type Guestbook struct {
	Log    *es.Log
	Logger *slog.Logger
	Now    func() time.Time

	mu      sync.Mutex
	room    map[account]*room
	counted map[Visit]int // without address and time
}

type account struct{ workspace, id string }

// room is how many visits of an account are written one by one.
type room struct {
	left float64
	at   time.Time
}

// Record writes a visit. It takes a moment, never longer than 2 s, and no failure
// reaches the visitor: what cannot be written now is counted and written later.
func (g *Guestbook) Record(ctx context.Context, v Visit) {
	if g.hasRoom(v) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), visitPatience)
		defer cancel()
		err := g.write(ctx, v, 1)
		if err == nil {
			return
		}
		g.Logger.WarnContext(ctx, "a visit is recorded later", "type", v.Type, "workspace", v.Workspace, "error", err)
	}
	g.count(v, 1)
}

func (g *Guestbook) count(v Visit, times int) {
	v.Address, v.Time = "", time.Time{}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.counted == nil {
		g.counted = map[Visit]int{}
	}
	g.counted[v] += times
}

// hasRoom takes one from what an account has left.
func (g *Guestbook) hasRoom(v Visit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, key := g.Now(), account{v.Workspace, v.UserID}
	if len(g.room) >= visitAccounts || g.room == nil {
		g.room = map[account]*room{}
	}
	r := g.room[key]
	if r == nil {
		r = &room{left: visitBurst, at: now}
		g.room[key] = r
	}
	r.left, r.at = min(visitBurst, r.left+now.Sub(r.at).Seconds()/visitEvery.Seconds()), now
	if r.left < 1 {
		return false
	}
	r.left--
	return true
}

// Run writes what was counted, now and then and at the end.
func (g *Guestbook) Run(ctx context.Context) error {
	tick := time.NewTicker(visitFlush)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), visitPatience)
			defer cancel()
			return errors.Join(ctx.Err(), g.Flush(last))
		case <-tick.C:
		}
		if err := g.Flush(ctx); err != nil {
			return err
		}
	}
}

// Flush writes what was counted.
func (g *Guestbook) Flush(ctx context.Context) error {
	g.mu.Lock()
	counted := g.counted
	g.counted = nil
	g.mu.Unlock()
	var failed error
	for v, times := range counted {
		at := v
		at.Time = g.Now()
		if err := g.write(ctx, at, times); err != nil {
			failed = errors.Join(failed, err)
			g.count(v, times)
		}
	}
	return failed
}

func (g *Guestbook) write(ctx context.Context, v Visit, times int) error {
	actor, subject := user.SystemID, es.Subject(v.Workspace)
	if v.UserID != "" {
		actor, subject = v.UserID, user.Subject(v.Workspace, v.UserID)
	}
	did := signin.SignedIn{Client: v.Client, Address: es.Seal(subject, v.Address), Times: times}
	var e es.Event
	switch v.Type {
	case "auth.signed-in":
		e = did
	case "auth.failed":
		e = signin.Failed(did)
	case "auth.locked":
		e = signin.Locked(did)
	case "auth.signed-out":
		e = signin.SignedOut(did)
	default:
		e = signin.Denied{Operation: v.Operation, Times: times}
	}
	id := uuid.New()
	_, err := es.Decide(ctx, g.Log, signin.Decider, es.Command{Stream: signin.Stream(v.Workspace, v.UserID, v.Time),
		Meta: es.Meta{Actor: actor, Workspace: v.Workspace, Command: id, Correlation: id}}, signin.Happen(e))
	return err
}
