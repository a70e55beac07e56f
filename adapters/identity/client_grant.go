package identity

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
)

// clientGrant is the grant of a program that acts for itself (RFC 6749, section 4.4): it signs in
// to its service account. There is no refresh token, since the secret gives the next access token
// as well, and no ID token, since nobody has signed in.
func (s *Server) clientGrant(r *http.Request, m realm, c Client, f url.Values) (tokenResponse, error) {
	if c.IsPublic() || c.ServiceAccount == "" {
		return tokenResponse{}, badRequest("unauthorized_client", "The client has no service account: "+
			"an operator gives it one (docket client set --service-account "+keepPrintable(c.ID)+")")
	}
	scope, err := grantScope(f.Get("scope"))
	if err != nil {
		return tokenResponse{}, err
	}
	address := s.address(r)
	if !s.brakes.allowCall(s.now(), networkOf(address), s.rate) {
		return tokenResponse{}, tooManyCalls()
	}
	a, err := s.Accounts.ByID(r.Context(), m.workspace, c.ServiceAccount)
	if errors.Is(err, ErrUnknown) || err == nil && !a.Active {
		return tokenResponse{}, invalidGrant("The service account of the client is disabled")
	}
	if err != nil {
		return tokenResponse{}, err
	}
	session := s.clientSession(m, c, a, withoutOpenID(scope))
	if err := s.Sessions.Open(r.Context(), m.workspace, session, Token{}); err != nil {
		return tokenResponse{}, err
	}
	s.recordEvent(r.Context(), Event{Workspace: m.workspace, UserID: a.ID, ClientID: c.ID, Address: address, Time: s.now()},
		"auth.signed-in")
	return s.issueTokens(r.Context(), m, session, a, "", "")
}

// clientSession returns a session that lives as long as its one access token is accepted, so that
// revoking the token and disabling the account end it.
func (s *tokens) clientSession(m realm, c Client, a Account, scope string) Session {
	now := s.now()
	return Session{ID: uuid.NewString(), UserID: a.ID, ClientID: c.ID, Scope: scope, AuthTime: now,
		Ends: now.Add(m.AccessLifetime + leeway)}
}

// withoutOpenID removes the scope that asks who has signed in.
func withoutOpenID(scope string) string {
	return strings.TrimSpace(strings.TrimPrefix(scope, "openid"))
}
