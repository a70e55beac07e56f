package commands

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrLeaseHeld means that another process, or another part of this one, works on a
// stream.
var ErrLeaseHeld = errors.New("somebody else holds the lease")

// Exclusive calls do while nobody else works on the stream, in any process. It returns
// ErrLeaseHeld, and does not wait, when somebody does.
type Exclusive func(ctx context.Context, stream es.StreamID, do func(context.Context) error) error
