package scope

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// RecordAt returns the record of a stream as it was at a moment; the zero record, whose identifier is
// empty, when the stream began later.
func RecordAt[R any](
	ctx context.Context, log *es.Log, stream es.StreamID, at time.Time, fold func(R, es.Recorded) R,
) (R, error) {
	var r R
	for e, err := range log.Stream(ctx, stream, 0) {
		if err != nil {
			return r, fmt.Errorf("read %s: %w", stream, err)
		}
		if !HasHappened(e.Time, at) {
			break
		}
		if _, ok := e.Event.(es.Unknown); !ok {
			r = fold(r, e)
		}
	}
	return r, nil
}

// HasHappened reports whether a time is not after a moment. Readers are shown times cut to milliseconds,
// so the moment includes everything of its millisecond.
func HasHappened(t, at time.Time) bool { return !t.Truncate(time.Millisecond).After(at) }

// checkMoment returns domain.Invalid for a moment in the future; nil is now.
func (f *Finder) checkMoment(at *time.Time) error {
	if at != nil && at.After(f.now()) {
		return domain.Refuse(domain.InvalidTime, "asOf lies in the future").At("asOf")
	}
	return nil
}
