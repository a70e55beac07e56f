package accounts

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// DefaultKeyLifetime is how long a key lives at most, unless a policy says otherwise.
const DefaultKeyLifetime = 365 * 24 * time.Hour

// A KeyPolicy bounds API keys.
type KeyPolicy struct {
	Lifetime   time.Duration // at most; 0: DefaultKeyLifetime
	PerAccount int           // keys that can be used, at most; 0: no limit
	// CountLive returns how many keys of an account can be used; needed with PerAccount. Keys that are
	// made at the same time may not see each other.
	CountLive func(ctx context.Context, workspace, userID string) (int, error)
}

func (p KeyPolicy) lifetime() time.Duration {
	if p.Lifetime == 0 {
		return DefaultKeyLifetime
	}
	return p.Lifetime
}

// CreateAPIKey makes a key of the caller's account.
type CreateAPIKey struct {
	core.Request
	Name      string
	Scopes    []string   // operations
	Addresses []string   // addresses and networks; none: any
	Expires   *time.Time // nil: as late as the policy allows
}

// A CreatedAPIKey is a new key with its text, which is stored nowhere.
type CreatedAPIKey struct {
	core.Outcome
	Text string
}

var errTooManyKeys = domain.Refuse(domain.TooManyKeys, "The account has as many API keys as it may have: revoke one first")

// CreateAPIKey makes a key with fewer rights than its account, and returns its text. Callers with a key
// may not.
func (c *Commands) CreateAPIKey(ctx context.Context, r CreateAPIKey) (CreatedAPIKey, error) {
	if r.Caller.Key != nil || !user.MayCall(r.Caller, user.CreateAPIKey) {
		return CreatedAPIKey{}, domain.ErrAccessDenied
	}
	if err := checkOwnScopes(r.Caller, r.Scopes); err != nil {
		return CreatedAPIKey{}, err
	}
	ws, owner, now := r.Caller.Workspace, r.Caller.ID, c.Now()
	if err := c.KeyPolicy.checkCount(ctx, ws, owner); err != nil {
		return CreatedAPIKey{}, err
	}
	id, expires := r.NewID("api-key"), now.Add(c.KeyPolicy.lifetime())
	if r.Expires != nil {
		expires = *r.Expires
	}
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // crypto/rand.Read never fails
	text := apikey.FormatText(ws, id, secret)
	details := apikey.Details{Name: r.Name, Addresses: r.Addresses, Hash: apikey.HashText(text)}
	created := apikey.Created{User: owner, Scopes: r.Scopes, Expires: expires.UTC().Truncate(time.Second),
		Details: es.Seal(user.SubjectOf(ws, owner), details)}
	at, err := es.Decide(ctx, c.Log, apikey.Decider, r.CommandOn(apikey.StreamOf(ws, id)),
		apikey.Create(created, now, c.KeyPolicy.lifetime()))
	out := core.Outcome{ID: id, Created: true, Position: uint64(at.Position)}
	return CreatedAPIKey{out, text}, r.ToCallerError(err)
}

// checkOwnScopes refuses scopes that the roles of the caller do not allow: the key would never have them.
func checkOwnScopes(p user.Principal, scopes []string) error {
	known, err := apikey.CheckScopes(scopes)
	for _, s := range known {
		if !user.MayCall(p, user.Operation(s)) {
			return domain.Faultf(domain.Invalid, "scopes has %s, which no role of the account allows", s).At("scopes")
		}
	}
	return err
}

func (p KeyPolicy) checkCount(ctx context.Context, ws, owner string) error {
	if p.PerAccount == 0 {
		return nil
	}
	live, err := p.CountLive(ctx, ws, owner)
	if err == nil && live >= p.PerAccount {
		err = errTooManyKeys
	}
	return err
}

// RevokeAPIKey ends a key.
type RevokeAPIKey struct {
	core.Request
	KeyID string
}

// RevokeAPIKey ends a key of the caller; administrators of users end those of all accounts. A key that
// the caller may not see is apikey.ErrNotFound, one that has been revoked no error.
func (c *Commands) RevokeAPIKey(ctx context.Context, r RevokeAPIKey) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.RevokeAPIKey) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	stream := apikey.StreamOf(r.Caller.Workspace, r.KeyID)
	at, err := core.RetryContended(ctx, c.Core, r.Request, stream, func(ctx context.Context) (es.Receipt, error) {
		found, err := es.Find(ctx, c.Log, apikey.Decider, stream)
		if err != nil {
			return es.Receipt{}, err
		}
		if user.CheckAccess(r.Caller, user.RevokeAPIKey, user.Object{Owner: found.State.User}) != nil {
			return es.Receipt{}, apikey.ErrNotFound
		}
		_, at, err := found.Decide(ctx, c.Log, apikey.Decider, r.CommandOn(stream), apikey.Revoke())
		return at, err
	})
	return core.Outcome{ID: r.KeyID, Position: uint64(at.Position)}, r.ToCallerError(err)
}
