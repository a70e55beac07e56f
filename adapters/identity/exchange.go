package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/url"
	"slices"
	"strings"
)

func (s *Server) refreshGrant(ctx context.Context, m realm, c Client, f url.Values) (tokenResponse, error) {
	if err := requireFields(f, "refresh_token"); err != nil {
		return tokenResponse{}, err
	}
	narrow, err := grantScope(f.Get("scope"))
	if err != nil {
		return tokenResponse{}, err
	}
	return s.exchangeToken(ctx, m, c, f.Get("refresh_token"), func(t Token, of *Session) error {
		switch {
		case t.Code != nil:
			return invalidGrant("The refresh token does not hold")
		case narrow == "":
			return nil
		case !containsAll(narrow, of.Scope):
			return badRequest("invalid_scope", "The scope goes beyond what was granted")
		}
		of.Scope = narrow
		return nil
	})
}

// containsAll reports whether all scopes of one list are in another.
func containsAll(some, others string) bool {
	return !slices.ContainsFunc(strings.Fields(some), func(s string) bool { return !hasScope(others, s) })
}

func (s *Server) codeGrant(ctx context.Context, m realm, c Client, f url.Values) (tokenResponse, error) {
	if err := requireFields(f, "code", "redirect_uri"); err != nil {
		return tokenResponse{}, err
	}
	return s.exchangeToken(ctx, m, c, f.Get("code"), func(t Token, _ *Session) error {
		switch {
		case t.Code == nil:
			return invalidGrant("The code does not hold")
		case t.Code.RedirectURI != f.Get("redirect_uri"):
			return invalidGrant("The redirect_uri is not that of the code")
		case !verifierFits(t.Code.Challenge, f.Get("code_verifier")):
			return invalidGrant("The code_verifier does not fit")
		}
		return nil
	})
}

// exchangeToken uses up a code or refresh token and answers with its successor. A token that
// was used before ends its session, except a refresh token within its grace time: one of
// its two holders is not its owner.
func (s *Server) exchangeToken(ctx context.Context, m realm, c Client, secret string,
	check func(Token, *Session) error) (tokenResponse, error) {
	session, token, err := s.Sessions.Find(ctx, m.workspace, sha256.Sum256([]byte(secret)), s.now())
	switch {
	case errors.Is(err, ErrUnknown), err == nil && session.ClientID != c.ID:
		return tokenResponse{}, invalidGrant("The code or token does not hold")
	case err != nil:
		return tokenResponse{}, err
	}
	if err := check(token, &session); err != nil {
		return tokenResponse{}, err
	}
	account, err := s.Accounts.ByID(ctx, m.workspace, session.UserID)
	if errors.Is(err, ErrUnknown) || err == nil && !account.Active {
		return tokenResponse{}, invalidGrant("The account is disabled")
	}
	if err != nil {
		return tokenResponse{}, err
	}
	next, err := s.replaceToken(ctx, m, session, token, secret)
	if errors.Is(err, ErrUnknown) || errors.Is(err, ErrReused) {
		return tokenResponse{}, invalidGrant("The code or token does not hold")
	}
	if err != nil {
		return tokenResponse{}, err
	}
	nonce := ""
	if token.Code != nil {
		nonce = token.Code.Nonce
	}
	return s.issueTokens(ctx, m, session, account, next, nonce)
}

// replaceToken uses up a token and returns the refresh token that follows it.
func (s *tokens) replaceToken(ctx context.Context, m realm, of Session, token Token, secret string) (next string, err error) {
	next, successor := s.refreshToken(m, of)
	if token.Code == nil && m.Grace > 0 {
		if successor.Again, err = sealSuccessor(secret, next, s.now().Add(m.Grace)); err != nil {
			return "", err
		}
	}
	sealed, err := s.Sessions.Rotate(ctx, m.workspace, token.Hash, successor, s.now())
	if err != nil || sealed == nil {
		return next, err
	}
	return openAgain(secret, sealed)
}
