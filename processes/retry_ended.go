package processes

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// retryEndedAfter is when a file is tried again at which the service has ended: until then there may be more
// memory, another version, or no more of what ended the service.
const retryEndedAfter = 24 * time.Hour

// An EndedRetry has files tried again that failed because the service ended while it worked on them.
type EndedRetry struct {
	Log    *es.Log
	Now    func() time.Time
	Every  time.Duration // between two looks
	Logger *slog.Logger

	looked es.Position // failures up to here need no second look
}

// Run looks at once, and then again and again until ctx ends.
func (r *EndedRetry) Run(ctx context.Context) error {
	tick := time.NewTicker(r.Every)
	defer tick.Stop()
	for {
		if err := r.retryDue(ctx); err != nil && ctx.Err() == nil {
			r.Logger.Warn("files at which the service has ended are not tried again now; that is done later", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// retryDue asks for a run of each file whose failure is a day old, in the order of the log.
func (r *EndedRetry) retryDue(ctx context.Context) error {
	for e, err := range r.Log.All(ctx, r.looked, es.Filter{Types: []string{"file.failed"}}) {
		if err != nil {
			return err
		}
		failed, ok := e.Event.(file.Failed)
		switch {
		case ok && failed.Ended && r.Now().Sub(e.Time) < retryEndedAfter:
			return nil // it and those after it are due later
		case ok && failed.Ended:
			_, err := es.Decide(ctx, r.Log, file.Decider, systemCommand(e.Stream, e.Position), file.RetryEnded(failed.Run))
			if err != nil && !isNotFound(err) && !errors.Is(err, es.ErrErased) {
				return err
			}
		}
		r.looked = e.Position
	}
	return nil
}
