package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// CreateUser makes an account. Its password is set apart, because no event ever
// holds anything of it.
type CreateUser struct {
	Request
	Person user.Person
	Roles  []string
}

var errUsername = domain.Faultf(domain.Conflict, "Username already exists")

// CreateUser makes an account under a username that nobody else in the workspace
// has, whatever its case.
func (c *Commands) CreateUser(ctx context.Context, r CreateUser) (Outcome, error) {
	id, ws := r.newID("user"), r.Caller.Workspace
	key, err := c.nameKey(ctx, ws, "user", strings.ToLower(r.Person.Username))
	if err != nil {
		return Outcome{}, err
	}
	at, err := c.named(ctx, r.Request, key, user.Stream(ws, id), func(h naming.Hold, cmd es.Command) (es.Receipt, error) {
		return es.Decide(ctx, c.Log, user.Decider, cmd, user.Create(user.Created{Hold: h, Roles: r.Roles, Person: es.Seal(user.Subject(ws, id), r.Person)}))
	})
	if errors.Is(err, errNameTaken) {
		err = errUsername
	}
	return Outcome{ID: id, Created: true, Position: uint64(at.Position)}, r.changed(err)
}

// NotePassword records that an account's password was changed.
func (c *Commands) NotePassword(ctx context.Context, r Request, userID string) (Outcome, error) {
	at, err := es.Decide(ctx, c.Log, user.Decider, r.on(user.Stream(r.Caller.Workspace, userID)), user.ChangePassword())
	return Outcome{ID: userID, Position: uint64(at.Position)}, r.changed(err)
}

// EnsureWorkspace makes a workspace unless it is there.
func (c *Commands) EnsureWorkspace(ctx context.Context, r Request, s workspace.Settings) (Outcome, error) {
	if !workspace.ValidName(r.Caller.Workspace) {
		return Outcome{}, domain.Faultf(domain.Invalid, "a workspace name has 1 to 32 lower-case letters and digits")
	}
	at, err := es.Decide(ctx, c.Log, workspace.Decider, r.on(workspace.Stream(r.Caller.Workspace)), workspace.Ensure(s))
	return Outcome{ID: r.Caller.Workspace, Position: uint64(at.Position)}, r.changed(err)
}
