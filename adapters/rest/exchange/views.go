package exchange

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Freshness waits for the read models.
type Freshness interface {
	// Await returns when the views that answers are read from hold everything
	// up to a position, or with ctx's error. further names views that most
	// answers are not read from.
	Await(ctx context.Context, at uint64, further ...string) error
	// LogHead returns the position of the last event of the log.
	LogHead(ctx context.Context) (uint64, error)
}

// Views are the read models, as requests wait for them.
type Views struct {
	Freshness Freshness
	Patience  time.Duration // how long a request waits
	seen      atomic.Uint64 // a position that the log has
}

// AwaitRead is Await for a position that a client names: one that the log does not have is refused at once.
func (v *Views) AwaitRead(ctx context.Context, at uint64, further ...string) error {
	if at > v.seen.Load() {
		head, err := v.Freshness.LogHead(ctx)
		if err != nil {
			return ErrUnavailable.Because(err)
		}
		if v.seen.Store(head); at > head {
			return domain.Refuse(domain.BeyondLog, "Docket-Position is beyond the log").At("Docket-Position")
		}
	}
	return v.Await(ctx, at, further...)
}

// Await makes a read wait until the views hold a position. One that no write can have answered is
// domain.Invalid.
func (v *Views) Await(ctx context.Context, at uint64, further ...string) error {
	ctx, cancel := context.WithTimeout(ctx, v.Patience)
	defer cancel()
	err := v.Freshness.Await(ctx, at, further...)
	if err != nil && domain.KindOf(err) != domain.Invalid {
		err = ErrUnavailable
	}
	return err
}

// AwaitWrite waits until the views hold a write, for a limited time, and returns the position
// for the answer; nil when nothing was written.
func (v *Views) AwaitWrite(ctx context.Context, at uint64) *string {
	if at == 0 {
		return nil
	}
	if left, limited := es.PatienceLeft(ctx); limited { // the log may have taken most of the time
		short, cancel := context.WithTimeout(ctx, max(left, time.Second))
		defer cancel()
		ctx = short
	}
	_ = v.Await(ctx, at) // a write that is slow to be seen is done all the same
	v.seen.Store(max(v.seen.Load(), at))
	position := fmt.Sprint(at)
	return &position
}
