package core

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// isContended reports whether a write was refused only because another one came before it,
// so that the use case may succeed when it is tried from the beginning.
func isContended(err error) bool {
	return (errors.Is(err, es.ErrConflict) || errors.Is(err, domain.ErrContended)) && !es.IsGivenUp(err)
}

// isConflict reports whether a write was refused because the stream had moved on.
func isConflict(err error) bool { return errors.Is(err, es.ErrConflict) && !es.IsGivenUp(err) }

// RetryContended carries a use case out, again while other writes to a stream come before
// it, as often as the log's Races allow. What the caller based on a version of the stream is
// carried out once. The use case must look at everything anew each time.
func RetryContended[T any](ctx context.Context, c *Core, r Request, stream es.StreamID,
	do func(context.Context) (T, error)) (T, error) {
	return retryLost(ctx, c, r, stream, isContended, do)
}

// retryLost is RetryContended for the errors that lost reports as lost races.
func retryLost[T any](ctx context.Context, c *Core, r Request, stream es.StreamID, lost func(error) bool,
	do func(context.Context) (T, error)) (T, error) {
	for tried := 1; ; tried++ {
		out, err := do(ctx)
		if !lost(err) || r.ExpectVersion != 0 {
			return out, err
		}
		if err = c.Log.Races.TryAgain(tried, err); err != nil {
			return out, err
		}
		if tried == 1 {
			var endTurn func()
			if ctx, endTurn, err = c.Log.Races.TakeTurn(ctx, stream); err != nil {
				return out, err
			}
			defer endTurn()
		}
	}
}
