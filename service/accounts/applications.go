package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// An ApplicationChange holds what of an application changes; nil fields stay as they are.
type ApplicationChange struct {
	PasswordGrant, RequirePKCE *bool
	ServiceAccount             *string  // username of its service account; "" takes it away
	Roles                      []string // of the account
}

// ChangeApplication changes an application, and leaves its secret as it is.
func (a *Accounts) ChangeApplication(ctx context.Context, ws, id string, change ApplicationChange) error {
	c, err := a.records.Client(ctx, ws, id)
	if errors.Is(err, identity.ErrUnknown) {
		return fmt.Errorf("there is no client %s", id)
	}
	if err != nil {
		return err
	}
	if change.PasswordGrant != nil {
		c.PasswordGrant = *change.PasswordGrant
	}
	if change.RequirePKCE != nil {
		c.RequirePKCE = *change.RequirePKCE
	}
	if name := change.ServiceAccount; name != nil {
		if *name != "" && c.IsPublic() {
			return fmt.Errorf("the client %s is public: give it a secret first, with docket client secret %s", id, id)
		}
		if c.ServiceAccount, err = a.moveServiceAccount(ctx, ws, c, *name, change.Roles); err != nil {
			return err
		}
	}
	return a.records.SetClient(ctx, ws, c)
}

// moveServiceAccount makes the service account of a client the one of a username with these roles,
// and returns its id; without a username the client gets none. The one that it had is disabled.
func (a *Accounts) moveServiceAccount(ctx context.Context, ws string, was identity.Client, username string,
	roles []string) (string, error) {
	id := ""
	if username != "" {
		out, err := a.commands.EnsureServiceAccount(ctx,
			commands.EnsureServiceAccount{Request: NewRequest(ws), Username: username, Roles: slices.Clone(roles)})
		if err != nil {
			return "", err
		}
		id = out.ID
	}
	if was.ServiceAccount == "" || was.ServiceAccount == id {
		return id, nil
	}
	s, err := a.WorkspaceSettings(ctx, ws)
	if err != nil || s.SignIn.IsExternal() { // nobody signs in to it there
		return id, err
	}
	_, err = a.commands.UpdateUser(ctx, commands.UpdateUser{Request: NewRequest(ws), UserID: was.ServiceAccount, Active: new(bool)})
	if domain.KindOf(err) == domain.NotFound {
		err = nil
	}
	return id, err
}

// PasswordGrantAllowed reports whether a workspace lets clients use the password grant.
func (a *Accounts) PasswordGrantAllowed(ctx context.Context, ws string) (bool, error) {
	s, err := a.WorkspaceSettings(ctx, ws)
	return !s.SignIn.NoPasswordGrant, err
}

// CreateUser makes an account with a password and gives its id; one that is
// there under the same request stays as it is.
func (a *Accounts) CreateUser(ctx context.Context, r commands.Request, p user.Person, roles []string, password string) (string, error) {
	out, err := a.commands.CreateUser(ctx, commands.CreateUser{Request: r, Person: p, Roles: roles, Password: &password})
	return out.ID, err
}
