package commands

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

// Failures of leases.
var (
	ErrLeaseHeld = errors.New("somebody else holds the lease")
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
	// Held lists the keys with a prefix whose lease is alive.
	Held(ctx context.Context, prefix string) ([]string, error)
}
