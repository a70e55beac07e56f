package accounts

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetUserPassword gives an account a new password. Whoever changes the own one
// tells the current one too.
type SetUserPassword struct {
	core.Request
	UserID      string
	NewPassword string
	Current     *string
}

// SetUserPassword changes a password and ends all sessions of the account.
func (c *Commands) SetUserPassword(ctx context.Context, r SetUserPassword) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.SetUserPassword) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	own := r.Caller.ID == r.UserID
	if own && r.Current == nil {
		return core.Outcome{}, domain.Required("currentPassword")
	}
	if err := c.Passwords.Check(r.NewPassword, user.Person{}); err != nil {
		return core.Outcome{}, err
	}
	found, err := c.findAccount(ctx, r.Caller, r.UserID)
	if err != nil {
		return core.Outcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.SetUserPassword, user.Object{Owner: r.UserID}); err != nil {
		return core.Outcome{}, err
	}
	if err := mayChange(r.Caller, r.UserID, found.State); err != nil {
		return core.Outcome{}, err
	}
	if found.State.Service {
		return core.Outcome{}, user.ErrServiceAccount
	}
	keep, err := c.nextPassword(ctx, r, found.State, own)
	if err != nil {
		return core.Outcome{}, err
	}
	_, at, err := found.Decide(ctx, c.Log, user.Decider, r.CommandOn(user.StreamOf(r.Caller.Workspace, r.UserID)),
		user.ChangePassword())
	if err == nil {
		err = keep(ctx)
	}
	if err == nil {
		err = c.Passwords.SignOut(ctx, r.Caller.Workspace, r.UserID)
	}
	return core.Outcome{ID: r.UserID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// nextPassword makes the checks that need the account, and returns the function that
// stores the password.
func (c *Commands) nextPassword(ctx context.Context, r SetUserPassword, s user.State,
	own bool) (func(context.Context) error, error) {
	ws := r.Caller.Workspace
	if err := c.Passwords.Check(r.NewPassword, s.Person); err != nil {
		return nil, domain.MoveFault(err, func(string) string { return "newPassword" })
	}
	if err := c.requireLocalUsers(ctx, r.Caller); err != nil {
		return nil, err
	}
	if own {
		fits, err := c.Passwords.Fits(ctx, ws, r.UserID, *r.Current)
		if err != nil {
			return nil, err
		}
		if !fits {
			return nil, domain.Refuse(domain.WrongPassword, "The current password is wrong").At("currentPassword")
		}
	}
	return c.Passwords.Next(ctx, ws, r.UserID, r.NewPassword)
}
