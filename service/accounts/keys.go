package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// An Application is an OAuth client of a workspace.
type Application struct {
	ID             string
	Public         bool // without a secret: PKCE is compulsory
	PasswordGrant  bool // may send usernames and passwords itself, where the workspace allows it
	RequirePKCE    bool // also with a secret
	RedirectURIs   []string
	PostLogoutURIs []string
	ServiceAccount string   // username of the account that it acts as without a person; "" for none
	Roles          []string // of that account
}

// AddApplication registers an application and returns its secret, which cannot be read again;
// "" for a public one. One of the same id is an error unless it is to be replaced.
func (a *Accounts) AddApplication(ctx context.Context, ws string, app Application, replace bool) (secret string, err error) {
	was, err := a.records.Client(ctx, ws, app.ID)
	if err == nil && !replace {
		return "", fmt.Errorf("the client %s is registered; replace it with --replace", app.ID)
	} else if err != nil && !errors.Is(err, identity.ErrUnknown) {
		return "", err
	}
	c := identity.Client{ID: app.ID, RedirectURIs: app.RedirectURIs, PostLogoutURIs: app.PostLogoutURIs,
		PasswordGrant: app.PasswordGrant, RequirePKCE: app.RequirePKCE}
	if c.ServiceAccount, err = a.moveServiceAccount(ctx, ws, was, app.ServiceAccount, app.Roles); err != nil {
		return "", err
	}
	if !app.Public {
		secret = identity.NewClientSecret()
	}
	c.SecretSHA256 = identity.HashSecret(secret)
	return secret, a.records.SetClient(ctx, ws, c)
}

// SetApplicationSecret gives an application another secret, and leaves the rest as it is. With
// "" one is made. It returns the secret, which cannot be read again.
func (a *Accounts) SetApplicationSecret(ctx context.Context, ws, id, secret string) (string, error) {
	c, err := a.records.Client(ctx, ws, id)
	if errors.Is(err, identity.ErrUnknown) {
		return "", fmt.Errorf("there is no client %s", id)
	}
	if err != nil {
		return "", err
	}
	if secret == "" {
		secret = identity.NewClientSecret()
	}
	c.SecretSHA256, c.Secrets = identity.HashSecret(secret), nil
	return secret, a.records.SetClient(ctx, ws, c)
}

// ListApplications returns the applications of a workspace.
func (a *Accounts) ListApplications(ctx context.Context, ws string) ([]Application, error) {
	found, err := a.records.Clients(ctx, ws)
	out := make([]Application, len(found))
	for i, c := range found {
		out[i] = Application{ID: c.ID, Public: c.IsPublic(), PasswordGrant: c.PasswordGrant, RequirePKCE: c.RequirePKCE,
			RedirectURIs: c.RedirectURIs, PostLogoutURIs: c.PostLogoutURIs}
		if c.ServiceAccount == "" {
			continue
		}
		account, _, failed := es.Load(ctx, a.log, user.Decider, user.StreamOf(ws, c.ServiceAccount))
		err = errors.Join(err, failed)
		out[i].ServiceAccount, out[i].Roles = account.Person.Username, account.Roles
	}
	return out, err
}

// RemoveApplication forgets an application; its sessions cannot be refreshed any more, and its
// service account is disabled.
func (a *Accounts) RemoveApplication(ctx context.Context, ws, id string) error {
	c, err := a.records.Client(ctx, ws, id)
	if errors.Is(err, identity.ErrUnknown) {
		return fmt.Errorf("there is no client %s", id)
	}
	if err == nil {
		_, err = a.moveServiceAccount(ctx, ws, c, "", nil)
	}
	if err == nil {
		err = a.records.RemoveClient(ctx, ws, id)
	}
	return err
}

// RotateKeys makes a new key that the tokens of a workspace are signed with. With revoke the
// former keys are forgotten at once, and every token that they signed is refused.
func (a *Accounts) RotateKeys(ctx context.Context, ws string, revoke bool) error {
	err := a.identity.RotateKeys(ctx, ws, revoke)
	if errors.Is(err, identity.ErrUnknown) {
		return fmt.Errorf("the workspace %s trusts another issuer and signs nothing itself", ws)
	}
	return err
}

// EnsureKeyAlgorithm makes a new signing key where the settings of a workspace want another algorithm.
func (a *Accounts) EnsureKeyAlgorithm(ctx context.Context, ws string) error {
	return a.identity.KeyFits(ctx, ws)
}

// A SigningKey is a key that tokens are signed with.
type SigningKey struct {
	ID, Algorithm string
	Created       time.Time
}

// SigningKeys returns the keys that a workspace publishes, the newest first.
func (a *Accounts) SigningKeys(ctx context.Context, ws string) ([]SigningKey, error) {
	found, err := a.records.SigningKeys(ctx, ws)
	out := make([]SigningKey, len(found))
	for i, k := range found {
		out[i] = SigningKey{ID: k.ID, Algorithm: k.Algorithm, Created: k.Created}
	}
	return out, err
}
