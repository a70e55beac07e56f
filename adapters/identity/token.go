package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"
)

// tokenResponse is the answer of RFC 6749, section 5.1, with additional fields that
// clients of this interface expect.
type tokenResponse struct {
	AccessToken      string `json:"access_token"`
	ExpiresIn        int    `json:"expires_in"`
	RefreshToken     string `json:"refresh_token,omitempty"` // always, but for client_credentials
	RefreshExpiresIn int    `json:"refresh_expires_in"`
	RefreshExpriesIn int    `json:"refresh_expries_in"` // the spelling that the interface was published with
	TokenType        string `json:"token_type"`
	IDToken          string `json:"id_token,omitempty"`
	NotBefore        int    `json:"not-before-policy"`
	SessionState     string `json:"session_state"`
	Scope            string `json:"scope"`
}

func (s *Server) handleToken(w http.ResponseWriter, r *http.Request, m realm) error {
	f, err := readForm(r)
	if err != nil {
		return err
	}
	c, err := s.authenticateClient(r, m, f)
	if err != nil {
		return err
	}
	if err := requireFields(f, "grant_type"); err != nil {
		return err
	}
	var answer tokenResponse
	switch f.Get("grant_type") {
	case "authorization_code":
		answer, err = s.codeGrant(r.Context(), m, c, f)
	case "password":
		answer, err = s.passwordGrant(r, m, c, f)
	case "refresh_token":
		answer, err = s.refreshGrant(r.Context(), m, c, f)
	case "client_credentials":
		answer, err = s.clientGrant(r, m, c, f)
	default:
		err = badRequest("unsupported_grant_type", "The grant type is not supported")
	}
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

func (s *Server) passwordGrant(r *http.Request, m realm, c Client, f url.Values) (tokenResponse, error) {
	if err := mayUsePasswords(m, c); err != nil {
		return tokenResponse{}, err
	}
	if err := requireFields(f, "username", "password"); err != nil {
		return tokenResponse{}, err
	}
	scope, err := grantScope(f.Get("scope"))
	if err != nil {
		return tokenResponse{}, err
	}
	a, err := s.signIn(r, m, c.ID, f.Get("username"), f.Get("password"))
	if errors.Is(err, errCredentials) {
		return tokenResponse{}, invalidGrant("The username or password is wrong")
	}
	if err != nil {
		return tokenResponse{}, err
	}
	session := s.newSession(m, c, a, scope)
	secret, token := s.refreshToken(m, session)
	if err := s.Sessions.Open(r.Context(), m.workspace, session, token); err != nil {
		return tokenResponse{}, err
	}
	return s.issueTokens(r.Context(), m, session, a, secret, "")
}

// mayUsePasswords refuses the password grant unless workspace and client both allow it, and says
// how the one that does not is changed.
func mayUsePasswords(m realm, c Client) error {
	const says = "The %s does not allow the password grant: sign in by the authorization code, " +
		"or let an operator allow it (docket %s set --password-grant %s)"
	switch {
	case !m.PasswordGrant:
		return badRequest("unauthorized_client", fmt.Sprintf(says, "workspace", "workspace", m.workspace))
	case !c.PasswordGrant:
		return badRequest("unauthorized_client", fmt.Sprintf(says, "client", "client", keepPrintable(c.ID)))
	}
	return nil
}

func (s *tokens) newSession(m realm, c Client, a Account, scope string) Session {
	now := s.now()
	return Session{ID: uuid.NewString(), UserID: a.ID, ClientID: c.ID, Scope: scope,
		AuthTime: now, Ends: now.Add(m.SessionLifetime)}
}

// refreshToken returns a new refresh token; it does not outlive its session.
func (s *tokens) refreshToken(m realm, of Session) (string, Token) {
	secret, hash := newSecret()
	expires := s.now().Add(m.RefreshLifetime)
	if expires.After(of.Ends) {
		expires = of.Ends
	}
	return secret, Token{Hash: hash, Expires: expires}
}

// issueTokens signs the tokens of a session. Lifetimes come from the settings, never from clock
// arithmetic, so that they are always the same numbers.
func (s *tokens) issueTokens(ctx context.Context, m realm, of Session, a Account, refresh, nonce string) (tokenResponse, error) {
	keys, err := s.ring.keysOf(ctx, m.workspace, m.Algorithm)
	if err != nil {
		return tokenResponse{}, err
	}
	now := s.now()
	access, err := keys.signToken(typeAccess, accessClaims{
		Claims: newClaims(m.issuer, a.ID, audience, now, m.AccessLifetime), person: personOf(a),
		Party: of.ClientID, ClientID: of.ClientID, SessionID: of.ID, Scope: of.Scope,
		Realm: realmRoles{append([]string{}, a.Roles...)}})
	if err != nil {
		return tokenResponse{}, err
	}
	t := tokenResponse{AccessToken: access, ExpiresIn: toSeconds(m.AccessLifetime), RefreshToken: refresh,
		RefreshExpiresIn: toSeconds(m.RefreshLifetime), RefreshExpriesIn: toSeconds(m.RefreshLifetime),
		TokenType: "Bearer", SessionState: of.ID, Scope: of.Scope}
	if hasScope(of.Scope, "openid") {
		t.IDToken, err = keys.signToken(typeID, idClaims{
			Claims: newClaims(m.issuer, a.ID, of.ClientID, now, m.AccessLifetime), person: scopedPerson(a, of.Scope),
			Party: of.ClientID, SessionID: of.ID, AuthTime: jwt.NewNumericDate(of.AuthTime),
			Nonce: nonce, AccessHash: halfHash(access)})
	}
	return t, err
}

func toSeconds(d time.Duration) int { return int(d / time.Second) }
