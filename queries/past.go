package queries

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// recordAt folds a stream up to a moment. What was not there yet is the zero record:
// its identifier is empty.
func recordAt[R any](ctx context.Context, log *es.Log, stream es.StreamID, at time.Time, fold func(R, es.Recorded) R) (R, error) {
	var r R
	for e, err := range log.Stream(ctx, stream, 0) {
		if err != nil {
			return r, fmt.Errorf("read %s: %w", stream, err)
		}
		if !hasHappened(e.Time, at) {
			break
		}
		if _, ok := e.Event.(es.Unknown); !ok {
			r = fold(r, e)
		}
	}
	return r, nil
}

// hasHappened reports whether a time counts at a moment. Readers are shown times cut
// to milliseconds, so the moment holds everything of its millisecond.
func hasHappened(t, at time.Time) bool { return !t.Truncate(time.Millisecond).After(at) }

// checkMoment refuses to tell the future; nil is now.
func (q *Queries) checkMoment(at *time.Time) error {
	if at != nil && at.After(q.Now()) {
		return domain.Faultf(domain.Invalid, "asOf lies in the future")
	}
	return nil
}
