package processes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
)

// Failures of leases.
var (
	ErrLeaseHeld = commands.ErrLeaseHeld // so that commands can tell it
	ErrLeaseLost = errors.New("the lease was lost")
)

// A Fence is the right to work on something until a moment.
type Fence struct {
	Key    string
	Holder uuid.UUID
	Until  time.Time // by the clock of whatever keeps the leases
}

// Leases say who works on what.
type Leases interface {
	// Take gives the lease to holder for ttl if nobody holds it or its time is
	// over; else ErrLeaseHeld. Taking again what one holds renews it.
	Take(ctx context.Context, key string, holder uuid.UUID, ttl time.Duration) (Fence, error)
	// Renew lengthens a lease from now; ErrLeaseLost when it is another's or gone.
	Renew(ctx context.Context, f Fence, ttl time.Duration) (Fence, error)
	// Release gives a lease back; one that was lost is no error.
	Release(ctx context.Context, f Fence) error
	// HeldKeys lists the keys with a prefix whose lease is alive.
	HeldKeys(ctx context.Context, prefix string) ([]string, error)
}

// keepLease renews a lease that was asked for at a moment, three times in its time,
// until ctx ends, and gives nil then. A store that is away for a moment loses nothing:
// an error means that the lease is another's, or that its time is over by our own
// clock, which began before that of the store.
func keepLease(ctx context.Context, leases Leases, f Fence, ttl time.Duration, asked time.Time) error {
	tick := time.NewTicker(ttl / 3)
	defer tick.Stop()
	for since := asked; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		again := time.Now()
		renewing, done := context.WithDeadline(ctx, since.Add(ttl))
		_, err := leases.Renew(renewing, f, ttl)
		done()
		switch {
		case err == nil:
			since = again
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrLeaseLost), time.Since(since) >= ttl:
			return fmt.Errorf("renew the lease of %s: %w", f.Key, err)
		}
	}
}
