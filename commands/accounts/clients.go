package accounts

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/user"
)

// ClientRegistry keeps OAuth clients beside the log, sealed. A client that is not there is
// oauthclient.ErrNotFound.
type ClientRegistry interface {
	ListClients(ctx context.Context, workspace string) ([]oauthclient.Client, error)
	FindClient(ctx context.Context, workspace, id string) (oauthclient.Client, error)
	PutClient(ctx context.Context, workspace string, c oauthclient.Client) error
	// ChangeClient changes a client in one step: nobody changes it in between.
	ChangeClient(ctx context.Context, workspace, id string, change func(*oauthclient.Client) error) error
	DropClient(ctx context.Context, workspace, id string) error
	// NewSecret returns a secret and what is stored of it.
	NewSecret() (secret string, hash []byte)
	// CheckKeys refuses what is no set of public keys that assertions can be checked with.
	CheckKeys(keys []byte) error
}

// CreateClient registers an OAuth client.
type CreateClient struct {
	core.Request
	Client oauthclient.Client // without secrets and service account
	Public bool               // without a secret; one with keys has none either
	Roles  []string           // of a service account; nil: none
}

// UpdateClient changes a client; nil fields stay as they are.
type UpdateClient struct {
	core.Request
	ClientID                     string
	Title                        *string
	RedirectURIs, PostLogoutURIs *[]string
	PasswordGrant, RequirePKCE   *bool
	Keys                         core.Change[[]byte]
	Roles                        core.Change[[]string] // of the service account; clearing takes it away
}

// ChangeSecrets adds a secret to a client, or removes one of it.
type ChangeSecrets struct {
	core.Request
	ClientID, SecretID string // "" adds one
}

// A ClientOutcome is a client after a change, with a secret that is stored nowhere, "" for none.
type ClientOutcome struct {
	core.Outcome
	Client   oauthclient.Client
	Secret   string
	SecretID string
}

// ListClients lists the clients of the caller's workspace by id.
func (c *Commands) ListClients(ctx context.Context, caller user.Principal) ([]oauthclient.Client, error) {
	if !user.MayCall(caller, user.ListClients) {
		return nil, domain.ErrAccessDenied
	}
	return c.Clients.ListClients(ctx, caller.Workspace)
}

// GetClient reads a client.
func (c *Commands) GetClient(ctx context.Context, caller user.Principal, id string) (oauthclient.Client, error) {
	if !user.MayCall(caller, user.GetClient) {
		return oauthclient.Client{}, domain.ErrAccessDenied
	}
	return c.Clients.FindClient(ctx, caller.Workspace, id)
}

// CreateClient registers a client and returns its secret, if it has one. One of the id is
// oauthclient.ErrTaken.
func (c *Commands) CreateClient(ctx context.Context, r CreateClient) (out ClientOutcome, err error) {
	if !user.MayCall(r.Caller, user.CreateClient) {
		return out, domain.ErrAccessDenied
	}
	made, ws := r.Client, r.Caller.Workspace
	if err := errors.Join(made.Check(), checkKeys(c.Clients, made.Keys)); err != nil {
		return out, err
	}
	if !r.Public && len(made.Keys) == 0 {
		out.Secret, made.Secrets = newSecret(c.Clients, c.Now())
		out.SecretID = made.Secrets[0].ID
	}
	if made.IsPublic() && r.Roles != nil {
		return out, oauthclient.ErrPublic
	}
	if _, err := c.Clients.FindClient(ctx, ws, made.ID); !errors.Is(err, oauthclient.ErrNotFound) {
		return out, orElse(err, oauthclient.ErrTaken)
	}
	if made.ServiceAccount, err = c.serviceAccountOf(ctx, r.Request, made.ID, r.Roles); err != nil {
		return out, err
	}
	at, err := c.recordClient(ctx, r.Request, oauthclient.Create(made))
	if err == nil {
		err = c.Clients.PutClient(ctx, ws, made)
	}
	out.Outcome, out.Client = core.Outcome{ID: made.ID, Created: true, Position: uint64(at.Position)}, made
	return out, r.ToCallerError(err)
}

// orElse returns the first of two errors that there is.
func orElse(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func checkKeys(r ClientRegistry, keys []byte) error {
	if len(keys) == 0 {
		return nil
	}
	return r.CheckKeys(keys)
}

func newSecret(r ClientRegistry, now time.Time) (string, []oauthclient.Secret) {
	text, hash := r.NewSecret()
	return text, []oauthclient.Secret{{ID: uuid.NewString(), Created: now.UTC().Truncate(time.Second), Hash: hash}}
}

// serviceAccountOf makes the service account of a client, or gives it these roles; "" without roles.
func (c *Commands) serviceAccountOf(ctx context.Context, r core.Request, client string, roles []string) (string, error) {
	if roles == nil {
		return "", nil
	}
	r.CommandID = uuid.NewSHA1(r.CommandID, []byte("service account"))
	out, err := c.EnsureServiceAccount(ctx, EnsureServiceAccount{Request: r, Username: "service-account-" + client, Roles: roles})
	return out.ID, err
}

// recordClient appends what changes to the history before it does: nothing changes without an event.
func (c *Commands) recordClient(ctx context.Context, r core.Request, decide es.Decision[oauthclient.State]) (es.Receipt, error) {
	stream := oauthclient.StreamOf(r.Caller.Workspace)
	return core.RetryContended(ctx, c.Core, r, stream, func(ctx context.Context) (es.Receipt, error) {
		return es.Decide(ctx, c.Log, oauthclient.Decider, r.CommandOn(stream), decide)
	})
}

// UpdateClient changes a client.
func (c *Commands) UpdateClient(ctx context.Context, r UpdateClient) (out ClientOutcome, err error) {
	if !user.MayCall(r.Caller, user.UpdateClient) {
		return out, domain.ErrAccessDenied
	}
	ws := r.Caller.Workspace
	was, err := c.Clients.FindClient(ctx, ws, r.ClientID)
	if err != nil {
		return out, err
	}
	next := was
	r.applyTo(&next)
	if err := errors.Join(next.Check(), checkKeys(c.Clients, next.Keys)); err != nil {
		return out, err
	}
	switch {
	case next.IsPublic() && !was.IsPublic():
		return out, oauthclient.ErrLastSecret
	case next.IsPublic() && r.Roles.Value != nil:
		return out, oauthclient.ErrPublic
	}
	if r.Roles.Given {
		if next.ServiceAccount, err = c.moveServiceAccount(ctx, r, was); err != nil {
			return out, err
		}
	}
	at, err := c.recordClient(ctx, r.Request, oauthclient.Record(oauthclient.Changed{Public: next.ToPublic()}))
	if err == nil {
		err = c.Clients.ChangeClient(ctx, ws, was.ID, func(now *oauthclient.Client) error {
			r.applyTo(now)
			now.ServiceAccount = next.ServiceAccount
			out.Client = *now
			return nil
		})
	}
	out.Outcome = core.Outcome{ID: was.ID, Position: uint64(at.Position)}
	return out, r.ToCallerError(err)
}

func (r UpdateClient) applyTo(c *oauthclient.Client) {
	setGiven(&c.Title, r.Title)
	setGiven(&c.RedirectURIs, r.RedirectURIs)
	setGiven(&c.PostLogoutURIs, r.PostLogoutURIs)
	setGiven(&c.PasswordGrant, r.PasswordGrant)
	setGiven(&c.RequirePKCE, r.RequirePKCE)
	if r.Keys.Given {
		c.Keys = nil
		setGiven(&c.Keys, r.Keys.Value)
	}
}

func setGiven[T any](field, given *T) {
	if given != nil {
		*field = *given
	}
}

// moveServiceAccount gives a client a service account with roles, or disables the one that it has.
func (c *Commands) moveServiceAccount(ctx context.Context, r UpdateClient, was oauthclient.Client) (string, error) {
	if r.Roles.Value != nil {
		return c.serviceAccountOf(ctx, r.Request, was.ID, *r.Roles.Value)
	}
	return "", c.disableServiceAccount(ctx, r.Request, was)
}

func (c *Commands) disableServiceAccount(ctx context.Context, r core.Request, was oauthclient.Client) error {
	if was.ServiceAccount == "" {
		return nil
	}
	r.CommandID = uuid.NewSHA1(r.CommandID, []byte("service account"))
	_, err := c.UpdateUser(ctx, UpdateUser{Request: r, UserID: was.ServiceAccount, Active: new(bool)})
	if domain.KindOf(err) == domain.NotFound || errors.Is(err, user.ErrErased) {
		return nil
	}
	return err
}

// DeleteClient forgets a client; its sessions cannot be refreshed any more, and its service account is
// disabled.
func (c *Commands) DeleteClient(ctx context.Context, r core.Request, id string) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.DeleteClient) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	was, err := c.Clients.FindClient(ctx, r.Caller.Workspace, id)
	if errors.Is(err, oauthclient.ErrNotFound) {
		made, _, failed := es.Load(ctx, c.Log, oauthclient.Decider, oauthclient.StreamOf(r.Caller.Workspace))
		if failed == nil && made.WasMade(id) { // by a request that was interrupted
			err = nil
		}
	}
	if err != nil {
		return core.Outcome{}, err
	}
	if err := c.disableServiceAccount(ctx, r, was); err != nil {
		return core.Outcome{}, err
	}
	at, err := c.recordClient(ctx, r, oauthclient.Record(oauthclient.Removed{Client: id}))
	if err == nil {
		err = c.Clients.DropClient(ctx, r.Caller.Workspace, id)
	}
	return core.Outcome{ID: id, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// AddClientSecret gives a client one more secret and returns it. Both are accepted until one is removed.
func (c *Commands) AddClientSecret(ctx context.Context, r ChangeSecrets) (out ClientOutcome, err error) {
	if !user.MayCall(r.Caller, user.AddClientSecret) {
		return out, domain.ErrAccessDenied
	}
	var added []oauthclient.Secret
	out.Secret, added = newSecret(c.Clients, c.Now())
	out.SecretID = added[0].ID
	add := func(client *oauthclient.Client) error {
		if len(client.Secrets) >= oauthclient.MaxSecrets {
			return oauthclient.ErrMostSecrets
		}
		client.Secrets = append(client.Secrets, added...)
		return nil
	}
	out.Outcome, out.Client, err = c.changeSecrets(ctx, r, add, oauthclient.SecretAdded{Client: r.ClientID, Secret: out.SecretID})
	return out, err
}

// RemoveClientSecret takes a secret from a client: it is refused from then on. The last one stays, unless
// the client has keys.
func (c *Commands) RemoveClientSecret(ctx context.Context, r ChangeSecrets) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.RemoveClientSecret) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	remove := func(client *oauthclient.Client) error {
		left := slices.DeleteFunc(slices.Clone(client.Secrets), func(s oauthclient.Secret) bool { return s.ID == r.SecretID })
		if len(left) == len(client.Secrets) {
			return oauthclient.ErrNoSecret
		}
		if client.Secrets = left; client.IsPublic() {
			return oauthclient.ErrLastSecret
		}
		return nil
	}
	out, _, err := c.changeSecrets(ctx, r, remove, oauthclient.SecretRemoved{Client: r.ClientID, Secret: r.SecretID})
	return out, err
}

// changeSecrets tries a change, records it, and makes it.
func (c *Commands) changeSecrets(ctx context.Context, r ChangeSecrets, change func(*oauthclient.Client) error,
	recorded es.Event) (core.Outcome, oauthclient.Client, error) {
	tried, err := c.Clients.FindClient(ctx, r.Caller.Workspace, r.ClientID)
	if err == nil {
		err = change(&tried)
	}
	if err != nil {
		return core.Outcome{}, oauthclient.Client{}, err
	}
	at, err := c.recordClient(ctx, r.Request, oauthclient.Record(recorded))
	var changed oauthclient.Client
	if err == nil {
		err = c.Clients.ChangeClient(ctx, r.Caller.Workspace, r.ClientID, func(now *oauthclient.Client) error {
			err := change(now)
			changed = *now
			return err
		})
	}
	return core.Outcome{ID: r.ClientID, Position: uint64(at.Position)}, changed, r.ToCallerError(err)
}
