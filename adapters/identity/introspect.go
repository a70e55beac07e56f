package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"

	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/seed-62a36931/docket/domain"
)

// introspection is the answer of RFC 7662, section 2.2. Of a token that is not active nothing is told.
type introspection struct {
	Active    bool             `json:"active"`
	Scope     string           `json:"scope,omitempty"`
	ClientID  string           `json:"client_id,omitempty"`
	Username  string           `json:"username,omitempty"`
	TokenType string           `json:"token_type,omitempty"`
	Expires   *jwt.NumericDate `json:"exp,omitempty"`
	IssuedAt  *jwt.NumericDate `json:"iat,omitempty"`
	Subject   string           `json:"sub,omitempty"`
	Audience  string           `json:"aud,omitempty"`
	Issuer    string           `json:"iss,omitempty"`
	TokenID   string           `json:"jti,omitempty"`
	SessionID string           `json:"sid,omitempty"`
	Realm     *realmRoles      `json:"realm_access,omitempty"`
}

// handleIntrospect implements RFC 7662 for clients that prove themselves: whether an access token of the
// workspace holds at this moment, session and account included, or a refresh token of the client's own.
func (s *Server) handleIntrospect(w http.ResponseWriter, r *http.Request, m realm) error {
	f, err := readForm(r)
	if err != nil {
		return err
	}
	c, err := s.authenticateClient(r, m, f)
	if err != nil {
		return err
	}
	if c.IsPublic() { // anybody could find out about tokens
		return invalidClient()
	}
	if err := requireFields(f, "token"); err != nil {
		return err
	}
	answer, err := s.introspectAccess(r.Context(), m, f.Get("token"))
	if err == nil && !answer.Active {
		answer, err = s.introspectRefresh(r.Context(), m, c, f.Get("token"))
	}
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

// introspectAccess returns what there is to tell of an access token, with the roles of the account now.
func (s *Server) introspectAccess(ctx context.Context, m realm, token string) (introspection, error) {
	c, workspace, err := s.accessClaims(ctx, token)
	if domain.KindOf(err) == domain.Unauthenticated || err == nil && workspace != m.workspace {
		return introspection{}, nil
	}
	if err != nil {
		return introspection{}, err
	}
	p, err := s.Verify(ctx, token)
	if domain.KindOf(err) == domain.Unauthenticated {
		return introspection{}, nil
	}
	return introspection{Active: err == nil, Scope: c.Scope, ClientID: c.ClientID, Username: p.Username, TokenType: "Bearer",
		Expires: c.Expiry, IssuedAt: c.IssuedAt, Subject: p.ID, Audience: audience, Issuer: c.Issuer, TokenID: c.ID,
		SessionID: c.SessionID, Realm: &realmRoles{append([]string{}, p.Roles...)}}, err
}

// introspectRefresh returns what there is to tell of a refresh token of a client; another's is not active.
func (s *Server) introspectRefresh(ctx context.Context, m realm, c Client, token string) (introspection, error) {
	session, t, err := s.Sessions.Find(ctx, m.workspace, sha256.Sum256([]byte(token)), s.now())
	if errors.Is(err, ErrUnknown) || err == nil && (session.ClientID != c.ID || t.Code != nil || t.Used || !s.now().Before(t.Expires)) {
		return introspection{}, nil
	}
	if err != nil {
		return introspection{}, err
	}
	a, err := s.Accounts.ByID(ctx, m.workspace, session.UserID)
	if errors.Is(err, ErrUnknown) || err == nil && !a.Active {
		return introspection{}, nil
	}
	return introspection{Active: err == nil, Scope: session.Scope, ClientID: session.ClientID, Username: a.Username,
		Expires: jwt.NewNumericDate(t.Expires), Subject: a.ID, Issuer: m.issuer, SessionID: session.ID}, err
}
