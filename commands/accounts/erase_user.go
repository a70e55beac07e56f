package accounts

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// EraseUser makes what is known of the owner of an account unreadable, for good.
type EraseUser struct {
	core.Request
	UserID string
	// Username confirms who is meant: that of the account, whatever its case.
	Username string
}

// Failures of erasing accounts.
var (
	errEraseSelf = domain.Refuse(domain.OwnAccount, "You cannot erase your own account")
	errUnsure    = domain.Refuse(domain.Contradiction,
		"username is not that of the account: erasing cannot be taken back, so name the account that is meant").At("username")
)

// EraseUser erases an account: an event says so, its sessions end, its passwords go, its names are
// free, and the key of the person is destroyed, so that name and e-mail address can be read nowhere
// any more. An account that is erased already is no error.
func (c *Commands) EraseUser(ctx context.Context, r EraseUser) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.EraseUser) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	if r.Caller.ID == r.UserID {
		return core.Outcome{}, errEraseSelf
	}
	var was user.State
	at, err := core.RetryContended(ctx, c.Core, r.Request, user.StreamOf(r.Caller.Workspace, r.UserID),
		func(ctx context.Context) (at es.Receipt, err error) {
			at, was, err = c.appendErasure(ctx, r)
			return at, err
		})
	if err == nil {
		err = c.EraseAccount(ctx, r.Request, r.UserID, was)
	}
	return core.Outcome{ID: r.UserID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// appendErasure says that an account is erased, and returns what it was.
func (c *Commands) appendErasure(ctx context.Context, r EraseUser) (at es.Receipt, was user.State, err error) {
	found, err := c.findAccount(ctx, r.Caller, r.UserID)
	if err != nil {
		return at, was, err
	}
	if !found.State.Erased && !strings.EqualFold(r.Username, found.State.Person.Username) {
		return at, was, errUnsure
	}
	demotion, err := c.claimDemotion(ctx, r.Request, r.UserID, found, nil)
	if err != nil {
		return at, was, err
	}
	cmd := r.CommandOn(user.StreamOf(r.Caller.Workspace, r.UserID))
	if cmd.Expect == nil {
		cmd.Expect = &found.At.Version
	}
	_, at, err = found.Decide(ctx, c.Log, user.Decider, cmd, user.Erase())
	return at, found.State, endDemotion(ctx, err, demotion)
}

// EraseAccount destroys what is left of an erased account. Its names are free afterwards.
func (c *Commands) EraseAccount(ctx context.Context, r core.Request, id string, s user.State) error {
	ws := r.Caller.Workspace
	if c.Passwords != nil {
		if err := errors.Join(c.Passwords.SignOut(ctx, ws, id), c.Passwords.Remove(ctx, ws, id)); err != nil {
			return err
		}
	}
	if err := errors.Join(c.ReleaseName(ctx, r, s.Hold), c.ReleaseName(ctx, r, s.EmailHold)); err != nil {
		return err
	}
	return c.EraseSubject(ctx, user.SubjectOf(ws, id))
}
