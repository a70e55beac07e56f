package accounts

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// UpdateUser changes an account; a nil field keeps its value. Active false takes all
// roles; true gives USER to an account that would have none.
type UpdateUser struct {
	core.Request
	UserID                     string
	FirstName, LastName, Email *string
	Roles                      *[]string
	Active                     *bool
}

// What nobody may do to the own account: whoever changes accounts stays able to. With claimDemotion it
// keeps a workspace from losing its last administrator.
var (
	errSelf      = domain.Refuse(domain.OwnAccount, "You cannot disable your own account")
	errSelfAdmin = domain.Refuse(domain.OwnAccount, "You cannot take the role ADMIN from your own account")
)

// UpdateUser changes an account, and ends the sessions of one that is disabled.
func (c *Commands) UpdateUser(ctx context.Context, r UpdateUser) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.UpdateUser) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	// What is malformed is told before anything is looked up.
	if err := r.wellFormed(); err != nil {
		return core.Outcome{}, err
	}
	var disabled bool
	at, err := core.RetryContended(ctx, c.Core, r.Request, user.StreamOf(r.Caller.Workspace, r.UserID),
		func(ctx context.Context) (at es.Receipt, err error) {
			at, disabled, err = c.updateUser(ctx, r)
			return at, err
		})
	if err == nil && disabled {
		err = c.Passwords.SignOut(ctx, r.Caller.Workspace, r.UserID)
	}
	return core.Outcome{ID: r.UserID, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// wellFormed refuses what breaks a rule of the fields, also of roles that an account
// does not get because it is disabled.
func (r UpdateUser) wellFormed() error {
	if err := user.CheckPerson(r.applyTo(user.Person{Username: "x"})); err != nil || r.Roles == nil {
		return err
	}
	_, err := user.CheckRoles(*r.Roles)
	return err
}

// updateUser changes the account as it stands, and only as it stands.
func (c *Commands) updateUser(ctx context.Context, r UpdateUser) (at es.Receipt, disabled bool, err error) {
	found, err := c.findAccount(ctx, r.Caller, r.UserID)
	s, at := found.State, found.At
	if err != nil {
		return at, false, err
	}
	person, roles := r.applyTo(s.Person), r.applyToRoles(s.Roles)
	if err := errors.Join(mayChange(r.Caller, r.UserID, s), mayGrant(r.Caller, roles)); err != nil {
		return at, false, domain.ErrAccessDenied
	}
	if err := c.requireLocalUsers(ctx, r.Caller); err != nil {
		return at, false, err
	}
	if err := mayLose(r.Caller, r.UserID, s.Roles, roles); err != nil {
		return at, false, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != found.At.Version {
		return at, false, domain.ErrChanged
	}
	demotion, err := c.claimDemotion(ctx, r.Request, r.UserID, found, roles)
	if err != nil {
		return at, false, err
	}
	at, err = c.saveUser(ctx, r, found, person, roles)
	return at, len(roles) == 0, endDemotion(ctx, err, demotion)
}

// claimDemotion lets administrators of a workspace take the role ADMIN from others one after the
// other, by disabling and erasing too, so that two who do it to each other at once do not leave none:
// whoever takes it from another still holds it itself. A claim on a name of the workspace that stands
// for all of them announces the change of the account that was found; it is settled as every claim is
// when its maker died, and fences a maker that is late. The caller is read again behind the claim,
// since no other administrator can be demoted before it ends. domain.ErrAccessDenied: it is none any
// more. The zero Reservation where the account keeps ADMIN or never had it, and for the service
// itself: what an operator says, or another issuer, is not refused.
func (c *Commands) claimDemotion(ctx context.Context, r core.Request, id string, found es.FoldedStream[user.State],
	roles []string) (
	core.Reservation, error) {
	if r.Caller.IsSystem() || !slices.Contains(found.State.Roles, user.RoleAdmin) || slices.Contains(roles, user.RoleAdmin) {
		return core.Reservation{}, nil
	}
	ws := r.Caller.Workspace
	key, err := c.NameKey(ctx, ws, "demotion", user.RoleAdmin)
	if err != nil {
		return core.Reservation{}, err
	}
	claimed, err := c.ReserveName(ctx, r, key, user.StreamOf(ws, id), found.At.Version)
	if err != nil {
		return core.Reservation{}, err
	}
	caller, _, err := es.Load(ctx, c.Log, user.Decider, user.StreamOf(ws, r.Caller.ID))
	if err == nil && !slices.Contains(caller.Roles, user.RoleAdmin) {
		err = domain.ErrAccessDenied
	}
	if err != nil {
		return core.Reservation{}, endDemotion(ctx, err, claimed)
	}
	return claimed, nil
}

// endDemotion ends a claim after the append that it was made for, of which err is the outcome. When
// nobody knows whether the event is there, the next demotion settles the claim.
func endDemotion(ctx context.Context, err error, claimed core.Reservation) error {
	if err != nil && !core.IsRefusal(err) {
		return err
	}
	return errors.Join(err, claimed.Release(ctx))
}

// applyTo returns a person with the fields of the request set.
func (r UpdateUser) applyTo(p user.Person) user.Person {
	for _, f := range []struct {
		field *string
		given *string
	}{{&p.FirstName, r.FirstName}, {&p.LastName, r.LastName}, {&p.Email, r.Email}} {
		if f.given != nil {
			*f.field = *f.given
		}
	}
	return p
}

// applyToRoles returns the roles that an account has after the request.
func (r UpdateUser) applyToRoles(roles []string) []string {
	if r.Roles != nil {
		roles = *r.Roles
	}
	switch {
	case r.Active != nil && !*r.Active:
		return nil
	case r.Active != nil && len(roles) == 0:
		return []string{user.RoleUser}
	}
	return slices.Clone(roles)
}

// findAccount loads an account; one that is not there is domain.ErrUserNotFound.
func (c *Commands) findAccount(ctx context.Context, p user.Principal, id string) (es.FoldedStream[user.State], error) {
	found, err := es.Find(ctx, c.Log, user.Decider, user.StreamOf(p.Workspace, id))
	if err == nil && !found.State.Exists {
		err = domain.ErrUserNotFound
	}
	return found, err
}

// mayChange lets nobody but administrators touch an administrator, other than the
// own account.
func mayChange(p user.Principal, id string, s user.State) error {
	if p.ID == id {
		return nil
	}
	return mayGrant(p, s.Roles)
}

// mayLose refuses changes of the own roles that only somebody else may make.
func mayLose(p user.Principal, id string, was, roles []string) error {
	switch {
	case p.ID != id:
		return nil
	case len(roles) == 0:
		return errSelf
	case slices.Contains(was, user.RoleAdmin) && !slices.Contains(roles, user.RoleAdmin):
		return errSelfAdmin
	}
	return nil
}

// saveUser appends the change behind the version that was read, under a new e-mail
// address where there is one.
func (c *Commands) saveUser(ctx context.Context, r UpdateUser, found es.FoldedStream[user.State], p user.Person,
	roles []string) (
	at es.Receipt, err error) {
	s, cmd := found.State, r.CommandOn(user.StreamOf(r.Caller.Workspace, r.UserID))
	cmd.Expect = &found.At.Version
	var email core.Reservation
	same := strings.EqualFold(p.Email, s.Person.Email)
	if !same || s.EmailHold.Key == "" {
		if email, err = c.reserveEmail(ctx, r.Request, p.Email, cmd); err != nil {
			return es.Receipt{}, err
		}
	}
	person := es.Seal(user.SubjectOf(r.Caller.Workspace, r.UserID), p)
	_, at, err = found.Decide(ctx, c.Log, user.Decider, cmd, user.Update(person, roles, email.Hold))
	if err = core.ConcludeNames(ctx, err, email); err == nil && !same {
		err = c.ReleaseName(ctx, r.Request, s.EmailHold)
	}
	return at, err
}

// UserByName finds the account that holds a username, whatever its case; else
// domain.ErrUserNotFound.
func (c *Commands) UserByName(ctx context.Context, r core.Request, name string) (string, error) {
	key, err := c.NameKey(ctx, r.Caller.Workspace, "user", strings.ToLower(name))
	if err != nil {
		return "", err
	}
	holder, err := c.HolderOf(ctx, r, key)
	if err == nil && holder == "" {
		err = domain.ErrUserNotFound
	}
	return holder.Key(), err
}
