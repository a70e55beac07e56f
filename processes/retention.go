package processes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// Trash finds what lies in the trash.
type Trash interface {
	// ExpiredStreams lists the streams of dossiers and files that were to be deleted for good
	// by a moment, dossiers first, with all that was appended before the call.
	ExpiredStreams(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error)
	// ExpiredPackages lists the streams of packages that were asked for before a moment,
	// oldest first.
	ExpiredPackages(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error)
	// ExpiredOperations lists the streams of operations that were over before a moment, oldest first.
	ExpiredOperations(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error)
}

// A Retention deletes for good what has been in the trash for its time. When that
// ends was fixed when it was deleted, so all that counts is the clock: what fell due
// while nothing ran is found at the next start. Of several processes one does it at a
// time, and another that comes in between does no harm.
type Retention struct {
	Commands *commands.Commands
	Trash    Trash
	Alone    commands.Exclusive // keeps other processes away; nil: there are none
	Clock    func() time.Time
	Every    time.Duration // between two looks into the trash
	Logger   *slog.Logger
	// PackageAge is how long packages are kept; 0: until somebody deletes them.
	PackageAge time.Duration
	// OperationAge is how long operations that are over are kept; 0: for ever.
	OperationAge time.Duration
}

// retentionLease is held by the process that looks into the trash.
const retentionLease es.StreamID = "retention"

// expiredAtOnce is how much is taken out of the trash before it is looked into again.
const expiredAtOnce = 500

// Run looks into the trash at once, and then again and again until ctx ends.
func (r *Retention) Run(ctx context.Context) error {
	tick := time.NewTicker(r.Every)
	defer tick.Stop()
	for {
		err := r.runAlone(ctx, retentionLease, func(ctx context.Context) error {
			return errors.Join(r.EmptyTrash(ctx), r.DeletePackages(ctx), r.ExpireOperations(ctx))
		})
		if err != nil && !errors.Is(err, commands.ErrLeaseHeld) && ctx.Err() == nil {
			r.Logger.Warn("the trash could not be emptied; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// runAlone calls do under a lease, if there is anything that keeps leases.
func (r *Retention) runAlone(ctx context.Context, lease es.StreamID, do func(context.Context) error) error {
	if r.Alone == nil {
		return do(ctx)
	}
	return r.Alone(ctx, lease, do)
}

// EmptyTrash deletes for good everything whose time in the trash is over. What cannot be
// deleted is logged and tried again the next time.
func (r *Retention) EmptyTrash(ctx context.Context) error {
	for {
		due, err := r.Trash.ExpiredStreams(ctx, r.Clock(), expiredAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		gone, err := r.deleteAllExpired(ctx, due)
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

// DeletePackages deletes the packages whose time is over. What cannot be deleted is tried
// again the next time.
func (r *Retention) DeletePackages(ctx context.Context) error {
	return r.expireOld(ctx, r.PackageAge, r.Trash.ExpiredPackages, r.Commands.ExpireDownload)
}

// ExpireOperations forgets the operations whose time is over. What cannot be forgotten is tried again the next time.
func (r *Retention) ExpireOperations(ctx context.Context) error {
	return r.expireOld(ctx, r.OperationAge, r.Trash.ExpiredOperations, r.Commands.ExpireOperation)
}

// expireOld expires what is older than an age, 0 for never.
func (r *Retention) expireOld(ctx context.Context, age time.Duration,
	find func(context.Context, time.Time, int) ([]es.StreamID, error), expire func(context.Context, commands.Expire) error,
) error {
	if age <= 0 {
		return nil
	}
	due, err := find(ctx, r.Clock().Add(-age), expiredAtOnce)
	for _, stream := range due {
		_, ws, id := stream.Parts()
		err = errors.Join(err, expire(ctx, commands.Expire{ID: id, Request: commands.Request{
			Caller: user.SystemPrincipal(ws), CommandID: uuid.NewSHA1(uuid.Nil, []byte("retention\n"+string(stream)))}}))
	}
	return err
}

// deleteAllExpired deletes streams for good and returns their number, with the first failure.
func (r *Retention) deleteAllExpired(ctx context.Context, due []es.StreamID) (gone int, first error) {
	var mu sync.Mutex
	_ = parallel.ForEach(due, appendsAtOnce, func(stream es.StreamID) error {
		done, err := r.deleteExpired(ctx, stream)
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

// deleteExpired deletes one dossier or file for good, unless it was restored meanwhile, and
// reports whether it did.
func (r *Retention) deleteExpired(ctx context.Context, stream es.StreamID) (done bool, err error) {
	cause, err := r.lastDeletion(ctx, stream)
	if err != nil || cause.Position == 0 {
		return false, err
	}
	expire := commands.Expire{ID: stream.Key(), Cause: cause.Position, Now: r.Clock(), Request: commands.Request{
		Caller:      user.SystemPrincipal(cause.Workspace),
		CommandID:   uuid.NewSHA1(cause.ID, []byte("retention")),
		Correlation: cause.Correlation.String(),
	}}
	if _, isFile := cause.Event.(file.SoftDeleted); isFile {
		return r.Commands.ExpireFile(ctx, expire)
	}
	return r.Commands.ExpireDossier(ctx, expire)
}

// lastDeletion returns the event that moved a dossier or file to the trash last.
func (r *Retention) lastDeletion(ctx context.Context, stream es.StreamID) (cause es.Recorded, err error) {
	for e, err := range r.Commands.Log.Stream(ctx, stream, 0) {
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
