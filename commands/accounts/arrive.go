package accounts

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// ProvisionAccount makes or refreshes the record of an account that another issuer looks after.
type ProvisionAccount struct {
	core.Request
	UserID string
	Person user.Person
	Roles  []string
	// IssuedAt is the time of the token that says so.
	IssuedAt time.Time
}

// ProvisionAccount is called by the service itself, at the first request of each token.
func (c *Commands) ProvisionAccount(ctx context.Context, r ProvisionAccount) (core.Outcome, error) {
	if !r.Caller.IsSystem() {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	ws := r.Caller.Workspace
	at, err := es.Decide(ctx, c.Log, user.Decider, r.CommandOn(user.StreamOf(ws, r.UserID)),
		user.ProvisionAccount(es.Seal(user.SubjectOf(ws, r.UserID), r.Person), r.Roles, r.IssuedAt))
	return core.Outcome{ID: r.UserID, Position: uint64(at.Position)}, r.ToCallerError(err)
}
