package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
)

// FirstAnswers stores the answers to requests with an Idempotency-Key.
type FirstAnswers interface {
	// HandleOnce runs do while no other request with its key is handled; domain.Conflict "The
	// request is still running" when one is.
	HandleOnce(ctx context.Context, key commands.RequestKey, do func(context.Context, *commands.Attempt) error) error
}
