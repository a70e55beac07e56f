package accounts

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/domain/oauthclient"
)

// ClientRegistry keeps OAuth clients where the identity server finds them.
type ClientRegistry struct{ Records recordstore.Store }

// ListClients implements commands.ClientRegistry.
func (r ClientRegistry) ListClients(ctx context.Context, ws string) ([]oauthclient.Client, error) {
	found, err := r.Records.Clients(ctx, ws)
	out := make([]oauthclient.Client, len(found))
	for i, c := range found {
		out[i] = fromStored(c)
	}
	return out, err
}

// FindClient implements commands.ClientRegistry.
func (r ClientRegistry) FindClient(ctx context.Context, ws, id string) (oauthclient.Client, error) {
	c, err := r.Records.Client(ctx, ws, id)
	return fromStored(c), notFoundError(err)
}

func notFoundError(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return oauthclient.ErrNotFound
	}
	return err
}

// PutClient implements commands.ClientRegistry.
func (r ClientRegistry) PutClient(ctx context.Context, ws string, c oauthclient.Client) error {
	return r.Records.SetClient(ctx, ws, toStored(c))
}

// ChangeClient implements commands.ClientRegistry.
func (r ClientRegistry) ChangeClient(ctx context.Context, ws, id string, change func(*oauthclient.Client) error) error {
	return notFoundError(r.Records.ChangeClient(ctx, ws, id, func(stored *identity.Client) error {
		c := fromStored(*stored)
		if err := change(&c); err != nil {
			return err
		}
		*stored = toStored(c)
		return nil
	}))
}

// DropClient implements commands.ClientRegistry.
func (r ClientRegistry) DropClient(ctx context.Context, ws, id string) error {
	if err := r.Records.RemoveClient(ctx, ws, id); !errors.Is(err, identity.ErrUnknown) {
		return err
	}
	return nil
}

// NewSecret implements commands.ClientRegistry.
func (ClientRegistry) NewSecret() (secret string, hash []byte) {
	secret = identity.NewClientSecret()
	return secret, identity.HashSecret(secret)
}

// CheckKeys implements commands.ClientRegistry.
func (ClientRegistry) CheckKeys(keys []byte) error {
	_, err := identity.ParseClientKeys(keys)
	return err
}

// fromStored returns a client as the domain knows it. A secret of before secrets had names is named
// after its hash.
func fromStored(c identity.Client) oauthclient.Client {
	out := oauthclient.Client{ID: c.ID, Title: c.Title, RedirectURIs: c.RedirectURIs, PostLogoutURIs: c.PostLogoutURIs,
		PasswordGrant: c.PasswordGrant, RequirePKCE: c.RequirePKCE, ServiceAccount: c.ServiceAccount, Keys: c.JWKS}
	if len(c.SecretSHA256) >= 16 {
		out.Secrets = append(out.Secrets, oauthclient.Secret{ID: nameOfHash(c.SecretSHA256), Hash: c.SecretSHA256})
	}
	for _, s := range c.Secrets {
		out.Secrets = append(out.Secrets, oauthclient.Secret{ID: s.ID, Created: s.Created, Hash: s.SHA256})
	}
	return out
}

// nameOfHash returns an identifier in the form of a uuid that follows from a hash, and tells nothing of it
// but whether it is the same.
func nameOfHash(hash []byte) string {
	h := hex.EncodeToString(identity.HashSecret(hex.EncodeToString(hash)))
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-8" + h[17:20] + "-" + h[20:32]
}

func toStored(c oauthclient.Client) identity.Client {
	out := identity.Client{ID: c.ID, Title: c.Title, RedirectURIs: c.RedirectURIs, PostLogoutURIs: c.PostLogoutURIs,
		PasswordGrant: c.PasswordGrant, RequirePKCE: c.RequirePKCE, ServiceAccount: c.ServiceAccount, JWKS: c.Keys}
	for _, s := range c.Secrets {
		if s.ID == nameOfHash(s.Hash) {
			out.SecretSHA256 = s.Hash
			continue
		}
		out.Secrets = append(out.Secrets, identity.ClientSecret{ID: s.ID, Created: s.Created, SHA256: s.Hash})
	}
	return out
}
