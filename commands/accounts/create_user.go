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
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Passwords keeps passwords, of which no event ever holds anything. Failures that
// a caller is told of are faults.
type Passwords interface {
	// Check holds a new password against the rules that need the person only.
	Check(plain string, p user.Person) error
	// First keeps the password of a new account; one that has one stays as it is.
	First(ctx context.Context, workspace, userID, plain string) error
	// Next checks that a password is none of the last three, and returns the function that stores it.
	Next(ctx context.Context, workspace, userID, plain string) (keep func(context.Context) error, err error)
	// Fits reports whether a password is the current one. Who guesses is slowed down.
	Fits(ctx context.Context, workspace, userID, plain string) (bool, error)
	// SignOut ends all sessions of an account.
	SignOut(ctx context.Context, workspace, userID string) error
	// Remove removes all passwords of an account; none is no error.
	Remove(ctx context.Context, workspace, userID string) error
}

// CreateUser makes an account. Without a password nobody can sign in to it with one.
type CreateUser struct {
	core.Request
	Person   user.Person
	Roles    []string
	Password *string
	// Service makes the account of a program, which only the service itself may, and who may make clients.
	Service bool
}

// Failures of accounts.
var (
	errUsername = domain.Refuse(domain.NameTaken, "Username already exists").At("username")
	errEmail    = domain.Refuse(domain.NameTaken, "E-mail already exists").At("email")
	errExternal = domain.Refuse(domain.UsersElsewhere, "Users are managed by the identity provider")
)

// CreateUser makes an account under a username and an e-mail address that nobody
// else in the workspace has, whatever their case.
func (c *Commands) CreateUser(ctx context.Context, r CreateUser) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.CreateUser) || r.Service && !user.MayCall(r.Caller, user.CreateClient) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	if err := c.checkUser(r.Person, r.Roles, r.Password); err != nil {
		return core.Outcome{}, err
	}
	if err := mayGrant(r.Caller, r.Roles); err != nil {
		return core.Outcome{}, err
	}
	if err := c.requireLocalUsers(ctx, r.Caller); err != nil {
		return core.Outcome{}, err
	}
	id, ws := r.NewID("user"), r.Caller.Workspace
	created := user.Created{Roles: r.Roles, Person: es.Seal(user.SubjectOf(ws, id), r.Person), Service: r.Service}
	at, err := c.appendUser(ctx, r.Request, user.StreamOf(ws, id), created)
	if err == nil && r.Password != nil {
		err = c.Passwords.First(ctx, ws, id, *r.Password)
	}
	return core.Outcome{ID: id, Created: true, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// checkUser refuses what breaks a rule of the fields.
func (c *Commands) checkUser(p user.Person, roles []string, password *string) error {
	if err := user.CheckPerson(p); err != nil {
		return err
	}
	if _, err := user.CheckRoles(roles); err != nil || password == nil {
		return err
	}
	return c.Passwords.Check(*password, p)
}

// grantedByUserAdmins are the roles that those who administer users, and nothing else, may give and
// take. All others are for administrators, so a role that is added is theirs until it is named here.
var grantedByUserAdmins = []string{user.RoleUser, user.RoleManager, user.RoleUserAdmin, user.RoleAuditor}

// mayGrant lets nobody but an administrator give roles that grantedByUserAdmins does not name.
func mayGrant(p user.Principal, roles []string) error {
	if p.IsSystem() || p.HasRole(user.RoleAdmin) {
		return nil
	}
	for _, r := range roles {
		if !slices.Contains(grantedByUserAdmins, r) {
			return domain.ErrAccessDenied
		}
	}
	return nil
}

// requireLocalUsers refuses to change accounts that another issuer looks after.
func (c *Commands) requireLocalUsers(ctx context.Context, p user.Principal) error {
	w, _, err := es.Load(ctx, c.Log, workspace.Decider, workspace.StreamOf(p.Workspace))
	if err == nil && w.SignIn.IsExternal() {
		return errExternal
	}
	return err
}

// appendUser begins an account under its username and, when it has one, its e-mail
// address. An append that loses a race is tried anew from the stream as it stands then.
func (c *Commands) appendUser(ctx context.Context, r core.Request, stream es.StreamID,
	created user.Created) (es.Receipt, error) {
	for range core.ClaimTries {
		found, err := es.Find(ctx, c.Log, user.Decider, stream)
		if err != nil {
			return es.Receipt{}, err
		}
		cmd := r.CommandOn(stream)
		if done, ok := found.ReceiptOf(cmd); ok {
			return done, c.ConfirmTaken(ctx, r, stream)
		}
		cmd.Expect = &found.At.Version
		username, err := c.reserveUsername(ctx, r, created.Person.Value.Username, cmd)
		if err != nil {
			return es.Receipt{}, err
		}
		email, err := c.reserveEmail(ctx, r, created.Person.Value.Email, cmd)
		if err != nil {
			return es.Receipt{}, core.ConcludeNames(ctx, err, username)
		}
		created.Hold, created.EmailHold = username.Hold, email.Hold
		_, at, err := found.Decide(ctx, c.Log, user.Decider, cmd, user.Create(created))
		if err = core.ConcludeNames(ctx, err, email, username); !errors.Is(err, es.ErrConflict) {
			return at, err
		}
	}
	return es.Receipt{}, domain.ErrContended
}

// reserveUsername reserves a username, whatever its case, for the event that a command
// appends behind the version that it names; errUsername when another account has it.
func (c *Commands) reserveUsername(ctx context.Context, r core.Request, name string,
	cmd es.Command) (core.Reservation, error) {
	key, err := c.NameKey(ctx, r.Caller.Workspace, "user", strings.ToLower(name))
	if err != nil {
		return core.Reservation{}, err
	}
	username, err := c.ReserveName(ctx, r, key, cmd.Stream, *cmd.Expect)
	if errors.Is(err, core.ErrNameTaken) {
		err = errUsername
	}
	return username, err
}

// reserveEmail is reserveUsername for an e-mail address and errEmail. No address is the
// zero Reservation.
func (c *Commands) reserveEmail(ctx context.Context, r core.Request, address string,
	cmd es.Command) (core.Reservation, error) {
	if address == "" {
		return core.Reservation{}, nil
	}
	key, err := c.NameKey(ctx, r.Caller.Workspace, "email", strings.ToLower(address))
	if err != nil {
		return core.Reservation{}, err
	}
	email, err := c.ReserveName(ctx, r, key, cmd.Stream, *cmd.Expect)
	if errors.Is(err, core.ErrNameTaken) {
		err = errEmail
	}
	return email, err
}
