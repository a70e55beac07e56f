package service

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity/apikeys"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// newVerifier returns what lets programs in by API keys, and everybody else by tokens.
func newVerifier(a *App) *apikeys.Verifier {
	return &apikeys.Verifier{Tokens: a.identity, Keys: keyStates{a.Log}, Owners: keyOwners{a.Queries}, Uses: a.signIns.keyUses,
		Log: a.logger, Now: time.Now}
}

// newKeyPolicy returns what bounds API keys.
func newKeyPolicy(a *App) commands.KeyPolicy {
	return commands.KeyPolicy{Lifetime: a.Config.KeyLifetime, PerAccount: a.Config.KeysPerAccount, CountLive: a.Queries.CountLiveAPIKeys}
}

// keyStates reads API keys from the log.
type keyStates struct{ log *es.Log }

// APIKey implements apikeys.Keys.
func (k keyStates) APIKey(ctx context.Context, ws, id string) (apikey.State, error) {
	s, _, err := es.Load(ctx, k.log, apikey.Decider, apikey.StreamOf(ws, id))
	return s, err
}

// keyOwners finds the accounts of API keys in the read models. Those of other issuers are found too:
// they have the roles of their last tokens.
type keyOwners struct{ q *queries.Queries }

// Owner implements apikeys.Owners.
func (k keyOwners) Owner(ctx context.Context, ws, id string) (user.Principal, bool, error) {
	a, in, err := k.q.ReadMember(ctx, ws, id)
	if domain.KindOf(err) == domain.NotFound {
		return user.Principal{}, false, nil
	}
	if err != nil || in == nil {
		return user.Principal{}, false, err
	}
	return user.Principal{Workspace: ws, ID: a.ID, Username: a.Username, Roles: a.Roles}, a.IsActive(), nil
}
