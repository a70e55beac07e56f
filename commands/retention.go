package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// Trash finds what lies in the trash.
type Trash interface {
	// Expired lists the streams of dossiers and files that were to be deleted for good
	// by a moment, dossiers first, with all that was appended before the call.
	Expired(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error)
}

// A Retention deletes for good what has been in the trash for its time. When that
// ends was fixed when it was deleted, so all that counts is the clock: what fell due
// while nothing ran is found at the next start. Of several processes one does it at a
// time, and another that comes in between does no harm.
type Retention struct {
	*Commands
	Trash  Trash
	Clock  func() time.Time
	Every  time.Duration // between two looks into the trash
	Logger *slog.Logger
}

// retentionLease is who looks into the trash.
const retentionLease es.StreamID = "retention"

// expiredAtOnce is how much is taken out of the trash before it is looked into again.
const expiredAtOnce = 500

// Run looks into the trash at once, and then again and again until ctx ends.
func (r *Retention) Run(ctx context.Context) error {
	tick := time.NewTicker(r.Every)
	defer tick.Stop()
	for {
		err := r.alone(ctx, retentionLease, r.Empty)
		if err != nil && !errors.Is(err, ErrLeaseHeld) && ctx.Err() == nil {
			r.Logger.Warn("the trash could not be emptied; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// alone keeps other processes away.
func (r *Retention) alone(ctx context.Context, lease es.StreamID, do func(context.Context) error) error {
	if r.Alone == nil {
		return do(ctx)
	}
	return r.Alone(ctx, lease, do)
}

// Empty deletes for good all whose time is over. What cannot be deleted is told of
// and left for the next time, and holds nothing up.
func (r *Retention) Empty(ctx context.Context) error {
	for {
		due, err := r.Trash.Expired(ctx, r.Clock(), expiredAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		gone, err := r.endAll(ctx, due)
		if gone > 0 {
			r.Logger.Info("deleted for good, because its time in the trash is over", "number", gone)
		}
		if gone == 0 || err != nil && ctx.Err() != nil {
			return err
		}
		if err != nil {
			r.Logger.Warn("something in the trash could not be deleted; it is tried again", "error", err)
		}
	}
}

// endAll counts what it deleted, and gives the first failure.
func (r *Retention) endAll(ctx context.Context, due []es.StreamID) (gone int, first error) {
	var mu sync.Mutex
	_ = atOnce(due, askedAtOnce, func(stream es.StreamID) error {
		done, err := r.end(ctx, stream)
		mu.Lock()
		defer mu.Unlock()
		if done {
			gone++
		}
		if err != nil && first == nil {
			first = fmt.Errorf("delete %s for good: %w", stream, err)
		}
		return ctx.Err()
	})
	return gone, first
}

// end deletes one dossier or file for good, unless it was restored meanwhile.
func (r *Retention) end(ctx context.Context, stream es.StreamID) (done bool, err error) {
	cause, err := r.thrownAway(ctx, stream)
	if err != nil || cause.Position == 0 {
		return false, err
	}
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: user.SystemID, Workspace: cause.Workspace,
		Command: uuid.NewSHA1(cause.ID, []byte("retention")), Correlation: cause.Correlation, Causation: cause.Position}}
	request := Request{Caller: user.System(cause.Workspace), CommandID: cmd.Command, Correlation: cause.Correlation.String()}
	if _, isFile := cause.Event.(file.SoftDeleted); isFile {
		return r.endFile(ctx, cmd, request)
	}
	return r.endDossier(ctx, cmd, request)
}

// thrownAway is the event that put something into the trash last.
func (r *Retention) thrownAway(ctx context.Context, stream es.StreamID) (cause es.Recorded, err error) {
	for e, err := range r.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return cause, err
		}
		switch e.Event.(type) {
		case dossier.SoftDeleted, file.SoftDeleted:
			cause = e
		}
	}
	return cause, nil
}

func (r *Retention) endDossier(ctx context.Context, cmd es.Command, request Request) (bool, error) {
	at, err := es.Decide(ctx, r.Log, dossier.Decider, cmd, dossier.Expire(r.Clock()))
	if err != nil {
		return false, err
	}
	d, _, err := es.Load(ctx, r.Log, dossier.Decider, cmd.Stream)
	if err != nil || d.Phase != dossier.Gone {
		return false, err
	}
	return true, r.eraseDossier(ctx, request, at.Position, cmd.Stream.Key(), d.Hold)
}

func (r *Retention) endFile(ctx context.Context, cmd es.Command, request Request) (bool, error) {
	at, err := es.Decide(ctx, r.Log, file.Decider, cmd, file.Expire(r.Clock()))
	if err != nil {
		return false, err
	}
	f, _, err := es.Load(ctx, r.Log, file.Decider, cmd.Stream)
	if err != nil || f.Phase != file.Gone {
		return false, err
	}
	return true, r.eraseFile(ctx, request, at.Position, f.Dossier, cmd.Stream.Key())
}
