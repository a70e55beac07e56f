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

// leeway is how far the clocks of two machines may differ.
const leeway = 30 * time.Second

// Failures of verification.
var (
	errToken    = domain.Faultf(domain.Unauthenticated, "Authentication is required")
	errDisabled = domain.Faultf(domain.Unauthenticated, "The account is disabled")
)

// Verify turns an access token into its caller. Signature, type, issuer, audience
// and time are the token's; that the session lives, that the account is active,
// and its roles are read now. Failures are domain.Unauthenticated.
func (s *Server) Verify(ctx context.Context, token string) (user.Principal, error) {
	if iss := issuerOf(token); s.Issuers != nil && iss != "" && !strings.HasPrefix(iss, s.issuer("")) {
		return s.verifyExternal(ctx, token, iss)
	}
	c, workspace, err := s.accessClaims(ctx, token)
	if err != nil {
		return user.Principal{}, err
	}
	a, err := s.Accounts.ByID(ctx, workspace, c.Subject)
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

func (s *Server) accessClaims(ctx context.Context, token string) (accessClaims, string, error) {
	var c accessClaims
	workspace, err := s.verified(ctx, token, typeAccess, &c)
	if err != nil {
		return c, "", err
	}
	expected := jwt.Expected{Issuer: s.issuer(workspace), AnyAudience: jwt.Audience{audience}, Time: s.now()}
	if c.Expiry == nil || c.ValidateWithLeeway(expected, leeway) != nil {
		return c, "", errToken
	}
	return c, workspace, nil
}

// verified checks type, issuer and signature of a token of ours, fills claims and
// tells the workspace. Times and audience are the caller's to check.
func (s *Server) verified(ctx context.Context, token, typ string, claims any) (workspace string, err error) {
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
	workspace, ok := strings.CutPrefix(told.Issuer, s.issuer(""))
	if !ok {
		return "", errToken
	}
	m, err := s.realm(ctx, workspace)
	if errors.Is(err, ErrUnknown) {
		return "", errToken
	}
	if err != nil {
		return "", err
	}
	keys, err := s.ring.of(ctx, workspace, m.Algorithm)
	if err != nil {
		return "", err
	}
	if t.Claims(keys.public, claims) != nil {
		return "", errToken
	}
	return workspace, nil
}
