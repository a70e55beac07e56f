package exchange

import (
	"context"
	"fmt"
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
}

// Views are the read models, as requests wait for them.
type Views struct {
	Freshness Freshness
	Patience  time.Duration // how long a request waits
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
	position := fmt.Sprint(at)
	return &position
}
