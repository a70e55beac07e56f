package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// EraseUser makes what is known of the owner of an account unreadable, for good.
type EraseUser struct {
	Request
	UserID string
	// Username confirms who is meant: that of the account, whatever its case.
	Username string
}

// Failures of erasing accounts.
var (
	errEraseSelf = domain.Faultf(domain.Conflict, "You cannot erase your own account")
	errUnsure    = domain.Faultf(domain.Invalid,
		"username is not that of the account: erasing cannot be taken back, so name the account that is meant")
)

// EraseUser erases an account: an event says so, its sessions end, its passwords go, its names are
// free, and the key of the person is destroyed, so that name and e-mail address can be read nowhere
// any more. An account that is erased already is no error.
func (c *Commands) EraseUser(ctx context.Context, r EraseUser) (Outcome, error) {
	if !user.MayCall(r.Caller, user.EraseUser) {
		return Outcome{}, domain.ErrAccessDenied
	}
	if r.Caller.ID == r.UserID {
		return Outcome{}, errEraseSelf
	}
	found, err := c.findAccount(ctx, r.Caller, r.UserID)
	if err != nil {
		return Outcome{}, err
	}
	if !found.State.Erased && !strings.EqualFold(r.Username, found.State.Person.Username) {
		return Outcome{}, errUnsure
	}
	stream := user.StreamOf(r.Caller.Workspace, r.UserID)
	at, err := es.Decide(ctx, c.Log, user.Decider, r.commandOn(stream), user.Erase())
	if err == nil {
		err = c.eraseAccount(ctx, r.Request, r.UserID, found.State)
	}
	return Outcome{ID: r.UserID, Position: uint64(at.Position)}, r.toCallerError(err)
}

// eraseAccount destroys what is left of an erased account. Its names are free afterwards.
func (c *Commands) eraseAccount(ctx context.Context, r Request, id string, s user.State) error {
	ws := r.Caller.Workspace
	if c.Passwords != nil {
		if err := errors.Join(c.Passwords.SignOut(ctx, ws, id), c.Passwords.Remove(ctx, ws, id)); err != nil {
			return err
		}
	}
	if err := errors.Join(c.releaseName(ctx, r, s.Hold), c.releaseName(ctx, r, s.EmailHold)); err != nil {
		return err
	}
	return c.eraseSubject(ctx, user.SubjectOf(ws, id))
}
