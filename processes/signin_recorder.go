package processes

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

// A SignInEvent is a sign-in, or an attempt, that is recorded for the audit.
type SignInEvent struct {
	Type      string // auth.signed-in, auth.failed, auth.locked, auth.signed-out, access.denied
	Workspace string
	UserID    string // "" for somebody whom nobody knows
	Client    string // the application; "" where none is known
	Address   string // of the caller
	Operation string // that was denied
	Time      time.Time
}

// Limits of a SignInRecorder.
const (
	recordBurst   = 100              // events of an account that are written one by one
	recordEvery   = 10 * time.Second // after which there is room for one more
	flushEvery    = 10 * time.Second // how often the counted ones are written
	recordTimeout = 2 * time.Second  // how long whoever signs in waits for it
	maxAccounts   = 10_000           // of which it is known how many events there were lately
)

// A SignInRecorder writes sign-in events into the log: each at once, but those of an
// account that causes very many are counted, and written together, so that nobody can
// fill the log from outside.
type SignInRecorder struct {
	Log    *es.Log
	Logger *slog.Logger
	Now    func() time.Time

	mu      sync.Mutex
	room    map[accountKey]*room
	counted map[SignInEvent]int // without address and time
}

type accountKey struct{ workspace, id string }

// room is how many events of an account may still be written one by one.
type room struct {
	left float64
	at   time.Time
}

// Record writes an event. It takes a moment, never longer than 2 s, and no failure
// reaches the caller: what cannot be written now is counted and written later.
func (s *SignInRecorder) Record(ctx context.Context, e SignInEvent) {
	if s.hasRoom(e) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		err := s.writeEvent(ctx, e, 1)
		if err == nil {
			return
		}
		s.Logger.WarnContext(ctx, "a visit is recorded later", "type", e.Type, "workspace", e.Workspace, "error", err)
	}
	s.countEvent(e, 1)
}

func (s *SignInRecorder) countEvent(e SignInEvent, times int) {
	e.Address, e.Time = "", time.Time{}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counted == nil {
		s.counted = map[SignInEvent]int{}
	}
	s.counted[e] += times
}

// hasRoom takes one from what an account has left.
func (s *SignInRecorder) hasRoom(e SignInEvent) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, key := s.Now(), accountKey{e.Workspace, e.UserID}
	if len(s.room) >= maxAccounts || s.room == nil {
		s.room = map[accountKey]*room{}
	}
	account := s.room[key]
	if account == nil {
		account = &room{left: recordBurst, at: now}
		s.room[key] = account
	}
	refill := now.Sub(account.at).Seconds() / recordEvery.Seconds()
	account.left, account.at = min(recordBurst, account.left+refill), now
	if account.left < 1 {
		return false
	}
	account.left--
	return true
}

// Run writes what was counted, now and then and at the end.
func (s *SignInRecorder) Run(ctx context.Context) error {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
			defer cancel()
			return errors.Join(ctx.Err(), s.Flush(last))
		case <-tick.C:
		}
		if err := s.Flush(ctx); err != nil {
			return err
		}
	}
}

// Flush writes what was counted.
func (s *SignInRecorder) Flush(ctx context.Context) error {
	s.mu.Lock()
	counted := s.counted
	s.counted = nil
	s.mu.Unlock()
	var failed error
	for e, times := range counted {
		at := e
		at.Time = s.Now()
		if err := s.writeEvent(ctx, at, times); err != nil {
			failed = errors.Join(failed, err)
			s.countEvent(e, times)
		}
	}
	return failed
}

func (s *SignInRecorder) writeEvent(ctx context.Context, e SignInEvent, times int) error {
	actor, subject := user.SystemID, es.Subject(e.Workspace)
	if e.UserID != "" {
		actor, subject = e.UserID, user.SubjectOf(e.Workspace, e.UserID)
	}
	did := signin.SignedIn{Client: e.Client, Address: es.Seal(subject, e.Address), Times: times}
	var happened es.Event
	switch e.Type {
	case "auth.signed-in":
		happened = did
	case "auth.failed":
		happened = signin.Failed(did)
	case "auth.locked":
		happened = signin.Locked(did)
	case "auth.signed-out":
		happened = signin.SignedOut(did)
	default:
		happened = signin.Denied{Operation: e.Operation, Times: times}
	}
	id := uuid.New()
	_, err := es.Decide(ctx, s.Log, signin.Decider, es.Command{Stream: signin.StreamOf(e.Workspace, e.UserID, e.Time),
		Meta: es.Meta{Actor: actor, Workspace: e.Workspace, Command: id, Correlation: id}}, signin.RecordEvents(happened))
	if errors.Is(err, es.ErrErased) { // the account is gone for good, and with it where it came from
		return nil
	}
	return err
}
