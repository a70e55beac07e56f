package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
)

// FirstAnswers remember what was answered to requests with an Idempotency-Key.
type FirstAnswers interface {
	// Once handles a request while no other with its key is handled; domain.Conflict
	// "The request is still running" when one is.
	Once(ctx context.Context, key commands.RequestKey, do func(context.Context, *commands.Attempt) error) error
}
