package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// leeway is the allowed difference between the clocks of two machines.
const leeway = 30 * time.Second

// Failures of verification.
var (
	errToken    = domain.Refuse(domain.NoToken, "Authentication is required")
	errDisabled = domain.Refuse(domain.AccountDisabled, "The account is disabled")
)

// Verify returns the caller of an access token. Signature, type, issuer, audience and time
// are checked on the token; it reads now whether the workspace is one of ours, the session
// is alive and the account is active, and the account's roles. Failures are
// domain.Unauthenticated.
func (s *tokens) Verify(ctx context.Context, token string) (user.Principal, error) {
	c, workspace, err := s.verifiedClaims(ctx, token)
	if err != nil {
		return user.Principal{}, err
	}
	if workspace == "" {
		if iss := issuerOf(token); s.Issuers != nil && iss != "" && !strings.HasPrefix(iss, s.issuerOf("")) {
			return s.verifyExternal(ctx, token, iss)
		}
		if c, workspace, err = s.accessClaims(ctx, token); err != nil {
			return user.Principal{}, err
		}
	}
	a, ours, err := s.Accounts.Member(ctx, workspace, c.Subject)
	if err == nil && !ours {
		return user.Principal{}, errToken
	}
	if errors.Is(err, ErrUnknown) || err == nil && !a.Active {
		return user.Principal{}, errDisabled
	}
	if err != nil {
		return user.Principal{}, err
	}
	session, err := s.Sessions.Session(ctx, workspace, c.SessionID, s.now())
	if errors.Is(err, ErrUnknown) || err == nil && session.UserID != c.Subject {
		return user.Principal{}, errToken
	}
	if err != nil {
		return user.Principal{}, err
	}
	return user.Principal{Workspace: workspace, ID: a.ID, Username: a.Username, Roles: a.Roles}, nil
}

func (s *tokens) accessClaims(ctx context.Context, token string) (accessClaims, string, error) {
	var c accessClaims
	workspace, err := s.verifyToken(ctx, token, typeAccess, &c)
	if err != nil {
		return c, "", err
	}
	if !s.isTimely(c, workspace) {
		return c, "", errToken
	}
	s.proven.keepClaims(token, c)
	return c, workspace, nil
}

// verifiedClaims returns the claims of an access token whose signature was checked before,
// if its key is still valid and it has not expired; workspace is empty for any other.
func (s *tokens) verifiedClaims(ctx context.Context, token string) (c accessClaims, workspace string, err error) {
	key, c, ok := s.proven.findClaims(token)
	if !ok {
		return c, "", nil
	}
	workspace = strings.TrimPrefix(c.Issuer, s.issuerOf(""))
	keys, ok := s.ring.cachedKeys(workspace)
	if !ok {
		if keys, err = s.keysOf(ctx, workspace); err != nil {
			return c, "", err
		}
	}
	if len(keys.public.Key(key)) == 0 || !s.isTimely(c, workspace) {
		workspace = ""
	}
	return c, workspace, nil
}

// isTimely checks audience and times.
func (s *tokens) isTimely(c accessClaims, workspace string) bool {
	expected := jwt.Expected{Issuer: s.issuerOf(workspace), AnyAudience: jwt.Audience{audience}, Time: s.now()}
	return c.Expiry != nil && c.ValidateWithLeeway(expected, leeway) == nil
}

// keysOf returns the keys that sign the tokens of a workspace.
func (s *tokens) keysOf(ctx context.Context, workspace string) (keyset, error) {
	m, err := s.findRealm(ctx, workspace)
	if errors.Is(err, ErrUnknown) {
		return keyset{}, errToken
	}
	if err != nil {
		return keyset{}, err
	}
	return s.ring.keysOf(ctx, workspace, m.Algorithm)
}

// verifyToken checks type, issuer and signature of a token of ours, fills claims and returns
// the workspace. The caller must check times and audience.
func (s *tokens) verifyToken(ctx context.Context, token, typ string, claims any) (workspace string, err error) {
	t, err := jwt.ParseSigned(token, signatures)
	if err != nil || len(t.Headers) != 1 || t.Headers[0].ExtraHeaders[jose.HeaderType] != typ {
		return "", errToken
	}
	var told struct {
		Issuer string `json:"iss"`
	}
	if err := t.UnsafeClaimsWithoutVerification(&told); err != nil {
		return "", errToken
	}
	workspace, ok := strings.CutPrefix(told.Issuer, s.issuerOf(""))
	if !ok {
		return "", errToken
	}
	keys, err := s.keysOf(ctx, workspace)
	if err != nil {
		return "", err
	}
	if t.Claims(keys.public, claims) != nil {
		return "", errToken
	}
	return workspace, nil
}
