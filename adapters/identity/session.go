package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// handleUserinfo implements OpenID Connect Core 5.3: it says what the scopes of the token ask for.
// Its failures are RFC 6750's.
func (s *Server) handleUserinfo(w http.ResponseWriter, r *http.Request, m realm) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		w.Header().Set("WWW-Authenticate", `Bearer realm="userinfo"`)
		w.WriteHeader(http.StatusUnauthorized)
		return nil
	}
	p, err := s.Verify(r.Context(), token)
	if domain.KindOf(err) == domain.Unauthenticated || err == nil && p.Workspace != m.workspace {
		w.Header().Set("WWW-Authenticate", `Bearer realm="userinfo", error="invalid_token"`)
		writeJSON(w, http.StatusUnauthorized, &failure{Code: "invalid_token", Description: "The token does not hold"})
		return nil
	}
	if err != nil {
		return err
	}
	scope, err := s.scopeOf(r.Context(), token)
	if err != nil {
		return err
	}
	if !hasScope(scope, "openid") {
		w.Header().Set("WWW-Authenticate", `Bearer realm="userinfo", error="insufficient_scope", scope="openid"`)
		writeJSON(w, http.StatusForbidden, &failure{Code: "insufficient_scope", Description: "The token lacks the scope openid"})
		return nil
	}
	a, err := s.Accounts.ByID(r.Context(), p.Workspace, p.ID)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, struct {
		Subject string `json:"sub"`
		person
	}{a.ID, scopedPerson(a, scope)})
	return nil
}

// scopeOf returns the scope of an access token of ours that was verified.
func (s *tokens) scopeOf(ctx context.Context, token string) (string, error) {
	c, workspace, err := s.verifiedClaims(ctx, token)
	if err == nil && workspace == "" {
		c, _, err = s.accessClaims(ctx, token)
	}
	return c.Scope, err
}

// handleRevoke implements RFC 7009: an unknown token is no error.
func (s *Server) handleRevoke(w http.ResponseWriter, r *http.Request, m realm) error {
	f, err := readForm(r)
	if err != nil {
		return err
	}
	c, err := s.authenticateClient(r, m, f)
	if err != nil {
		return err
	}
	if err := requireFields(f, "token"); err != nil {
		return err
	}
	session, err := s.byToken(r.Context(), m, c, f.Get("token"))
	if err == nil {
		err = s.endSession(r, m, session)
	}
	if err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	w.WriteHeader(http.StatusOK)
	return nil
}

// byToken returns the session of a client by one of its refresh or access tokens;
// ErrUnknown when there is none.
func (s *Server) byToken(ctx context.Context, m realm, c Client, token string) (Session, error) {
	session, _, err := s.Sessions.Find(ctx, m.workspace, sha256.Sum256([]byte(token)), s.now())
	if errors.Is(err, ErrUnknown) {
		claims, workspace, failed := s.accessClaims(ctx, token)
		if domain.KindOf(failed) == domain.Unauthenticated || failed == nil && workspace != m.workspace {
			return Session{}, ErrUnknown
		}
		if failed != nil {
			return Session{}, failed
		}
		session, err = s.Sessions.Session(ctx, m.workspace, claims.SessionID, s.now())
	}
	if err == nil && session.ClientID != c.ID {
		err = ErrUnknown
	}
	return session, err
}

// endSession ends a session; afterwards its tokens are invalid for client and account.
func (s *Server) endSession(r *http.Request, m realm, session Session) error {
	if err := s.Sessions.End(r.Context(), m.workspace, session.ID); err != nil {
		return err
	}
	s.recordSignOut(r, m, session)
	return nil
}

func (s *signIns) recordSignOut(r *http.Request, m realm, session Session) {
	s.recordEvent(r.Context(), Event{Workspace: m.workspace, UserID: session.UserID, ClientID: session.ClientID,
		Address: s.address(r), Time: s.now()}, "auth.signed-out")
}
