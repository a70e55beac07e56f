// Package apikeys lets programs in by API keys.
package apikeys

import (
	"context"
	"crypto/subtle"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/user"
)

// Keys reads keys as the log has them, so that one that was revoked is refused at once everywhere.
type Keys interface {
	// APIKey returns the state of a key, the zero value for none.
	APIKey(ctx context.Context, workspace, id string) (apikey.State, error)
}

// Owners finds the accounts that keys act as.
type Owners interface {
	// Owner returns the account of a key with the roles that it has now; active is false for one that
	// is disabled, erased or not there.
	Owner(ctx context.Context, workspace, id string) (p user.Principal, active bool, err error)
}

// Tokens verifies whatever is no key.
type Tokens interface {
	Verify(ctx context.Context, token string) (user.Principal, error)
}

// Verifier returns the callers of API keys and of tokens.
type Verifier struct {
	Tokens
	Keys   Keys
	Owners Owners
	Uses   *Uses
	Log    *slog.Logger
	Now    func() time.Time

	told refusals
}

// Failures of verification; the log has the reason.
var (
	errKey      = domain.Refuse(domain.NoToken, "Authentication is required")
	errDisabled = domain.Refuse(domain.AccountDisabled, "The account is disabled")
)

// The reasons why keys are refused, for the log. Callers are not told: who guesses learns nothing.
var (
	errUnknown = errors.New("no key has its identifier")
	errSecret  = errors.New("its secret is not that of the key")
	errRevoked = errors.New("it was revoked")
	errExpired = errors.New("it has expired")
	errOwner   = errors.New("its account is disabled or erased")
)

// Verify returns the caller of an API key, or of a token. The rights are those that the account has now,
// limited to the scopes of the key. Failures are domain.Unauthenticated.
func (v *Verifier) Verify(ctx context.Context, token string) (user.Principal, error) {
	if !strings.HasPrefix(token, apikey.Prefix) {
		return v.Tokens.Verify(ctx, token)
	}
	ws, id, err := apikey.ParseText(token)
	if err != nil {
		return user.Principal{}, v.refuse(ctx, errKey, "", "", err)
	}
	now := v.Now()
	key, err := v.Keys.APIKey(ctx, ws, id)
	if err != nil {
		return user.Principal{}, err
	}
	if reason := reasonAgainst(key, token, now); reason != nil {
		return user.Principal{}, v.refuse(ctx, errKey, ws, id, reason)
	}
	caller, active, err := v.Owners.Owner(ctx, ws, key.User)
	if err != nil {
		return user.Principal{}, err
	}
	if !active {
		return user.Principal{}, v.refuse(ctx, errDisabled, ws, id, errOwner)
	}
	v.Uses.NoteUse(ctx, ws, key.User, id, now)
	caller.Key = key.Limit(id)
	return caller, nil
}

// reasonAgainst returns why a text is not accepted as that of a key; nil when it is.
func reasonAgainst(key apikey.State, text string, now time.Time) error {
	switch hash := apikey.HashText(text); {
	case !key.Exists:
		return errUnknown
	case key.Hash == nil:
		return errOwner
	case subtle.ConstantTimeCompare(hash, key.Hash) != 1:
		return errSecret
	case key.Revoked:
		return errRevoked
	case !now.Before(key.Expires):
		return errExpired
	}
	return nil
}

const (
	refusalEvery = time.Minute // one line at most for a workspace, key and reason: anybody can send keys
	maxRefusals  = 1000        // that are remembered
)

// refusals remembers when reasons were told.
type refusals struct {
	mu sync.Mutex
	at map[[3]string]time.Time
}

// isDue reports whether a reason may be told again.
func (r *refusals) isDue(what [3]string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, ok := r.at[what]; ok && now.Sub(last) < refusalEvery {
		return false
	}
	if r.at == nil {
		r.at = map[[3]string]time.Time{}
	}
	for old, at := range r.at {
		if now.Sub(at) >= refusalEvery {
			delete(r.at, old)
		}
	}
	if len(r.at) >= maxRefusals { // somebody tries many
		return false
	}
	r.at[what] = now
	return true
}

// refuse writes down why a key is refused, and returns what the caller is told. Nothing of the secret is
// in either.
func (v *Verifier) refuse(ctx context.Context, told *domain.Fault, ws, id string, reason error) error {
	if v.told.isDue([3]string{ws, id, reason.Error()}, v.Now()) {
		v.Log.LogAttrs(ctx, slog.LevelInfo, "an API key is refused", slog.String("workspace", ws), slog.String("key", id),
			slog.String("reason", reason.Error()))
	}
	return told.Because(reason)
}
