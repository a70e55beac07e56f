package accounts

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// EnsureServiceAccount makes the account of a program, or gives the one of that name these roles.
type EnsureServiceAccount struct {
	core.Request
	Username string
	Roles    []string
}

// EnsureServiceAccount is for operators and administrators who give a client an account to act as.
// A person's account of the name is refused.
func (c *Commands) EnsureServiceAccount(ctx context.Context, r EnsureServiceAccount) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CreateClient) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	id, err := c.UserByName(ctx, r.Request, r.Username)
	if errors.Is(err, domain.ErrUserNotFound) {
		return c.CreateUser(ctx, CreateUser{Request: r.Request, Person: user.Person{Username: r.Username},
			Roles: r.Roles, Service: true})
	}
	if err != nil {
		return core.Outcome{}, err
	}
	found, err := c.findAccount(ctx, r.Caller, id)
	if err != nil {
		return core.Outcome{}, err
	}
	if !found.State.Service {
		return core.Outcome{}, domain.Faultf(domain.Conflict, "The account %s is a person's", r.Username)
	}
	return c.UpdateUser(ctx, UpdateUser{Request: r.Request, UserID: id, Roles: &r.Roles})
}
