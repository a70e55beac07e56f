package identity

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/seed-62a36931/docket/domain"
)

const (
	// logoutPath is where another issuer tells that somebody signed out, below the address of a workspace.
	logoutPath = "/backchannel-logout"
	// logoutEvent is the member of the claim events that makes a token one of a logout (Back-Channel Logout 1.0, section 2.4).
	logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
	typeLogout  = "logout+jwt"
	// logoutAge is how old a logout token may be: issuers send it at once, and again for a while.
	logoutAge = 10 * time.Minute
	// LogoutTokenLife is how long the id of a logout token is to be remembered: as long as it may be presented.
	LogoutTokenLife = logoutAge + 2*leeway
)

// A Logout is what an issuer told of a session that it ended, or of all sessions of somebody.
type Logout struct {
	TokenID [32]byte   // SHA-256 of issuer and claim jti
	Ended   [][32]byte // what has ended, see endedKeys
	At      time.Time  // tokens of sessions that began later are not meant
	Until   time.Time  // when no token can be valid any more that is meant
}

// Logouts keeps what other issuers told of ended sessions, for all processes.
type Logouts interface {
	// NoteLogout notes a logout; ErrReused when its token came before. A note that fails in between is made whole by
	// the same token.
	NoteLogout(ctx context.Context, workspace string, l Logout, now time.Time) error
	// LoggedOut returns when what has a key ended; ErrUnknown when nothing told so.
	LoggedOut(ctx context.Context, workspace string, key [32]byte) (time.Time, error)
	// DropLogouts forgets what no token can be meant by any more.
	DropLogouts(ctx context.Context, workspace string, now time.Time) error
}

// logoutClaims are those of a logout token.
type logoutClaims struct {
	Kind     string                     `json:"typ"` // Keycloak: Logout
	Subject  string                     `json:"sub"`
	Session  string                     `json:"sid"`
	Audience jwt.Audience               `json:"aud"`
	IssuedAt *jwt.NumericDate           `json:"iat"`
	Expiry   *jwt.NumericDate           `json:"exp"`
	ID       string                     `json:"jti"`
	Events   map[string]json.RawMessage `json:"events"`
	Nonce    json.RawMessage            `json:"nonce"`
}

// handleLogoutToken implements OpenID Connect Back-Channel Logout 1.0, sections 2.5 to 2.8, for the workspace of
// an address that trusts the issuer of the token.
func (s *Server) handleLogoutToken(w http.ResponseWriter, r *http.Request, workspace string) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return &failure{status: http.StatusMethodNotAllowed, Code: "invalid_request", Description: "Method not allowed"}
	}
	f, err := readForm(r)
	if err == nil {
		err = requireFields(f, "logout_token")
	}
	if err != nil {
		return err
	}
	l, userID, err := s.tokens.readLogout(r.Context(), workspace, f.Get("logout_token"))
	if err == nil {
		err = s.noteLogout(r.Context(), workspace, l)
	}
	if errors.Is(err, ErrReused) {
		return invalidRequest("The logout token was used before")
	}
	if domain.KindOf(err) == domain.Unauthenticated {
		_ = s.refusals.tellRefusal(r.Context(), workspace, err)
		return invalidRequest("The logout token does not hold")
	}
	if domain.KindOf(err) == domain.Unavailable {
		return newUnavailable()
	}
	if err != nil {
		return err
	}
	s.Audit(r.Context(), Event{Type: "auth.signed-out", Workspace: workspace, UserID: userID,
		Address: s.address(r), Time: s.now()})
	w.WriteHeader(http.StatusOK)
	return nil
}

// noteLogout keeps a logout for all processes. What is out of date goes once in an hour.
func (s *tokens) noteLogout(ctx context.Context, workspace string, l Logout) error {
	if err := s.Logouts.NoteLogout(ctx, workspace, l, s.now()); err != nil {
		return err
	}
	if s.external.logouts.forget(workspace, s.now()) {
		return s.Logouts.DropLogouts(ctx, workspace, s.now())
	}
	return nil
}

// readLogout verifies a logout token. userID is the account whose sessions end, "" where the token does not tell.
func (s *tokens) readLogout(ctx context.Context, workspace, token string) (l Logout, userID string, err error) {
	iss := issuerOf(token)
	t, err := s.Issuers.FindTrust(ctx, iss)
	if errors.Is(err, ErrUnknown) || err == nil && t.Workspace != workspace {
		return l, "", refuseToken(whyIssuer, iss)
	}
	if err != nil {
		return l, "", err
	}
	parsed, err := jose.ParseSignedCompact(token, externalSignatures)
	if err != nil || len(parsed.Signatures) != 1 {
		return l, "", refuseToken(whyAlgorithm, fmt.Sprint(err))
	}
	checked, err := s.external.verifySignature(ctx, token, parsed.Signatures[0].Header.KeyID, iss,
		oidc.Config{SkipClientIDCheck: true, SkipExpiryCheck: true})
	if errors.Is(err, errIssuerAway) {
		return l, "", &domain.Fault{Kind: domain.Unavailable, Message: "The service is not available", Cause: err}
	}
	var c logoutClaims
	if err == nil && checked.Claims(&c) != nil {
		err = refuseToken(whyLogout, "claims that cannot be read")
	}
	if err == nil {
		err = s.external.checkLogout(c, typeOf(parsed), t)
	}
	if err != nil {
		return l, "", err
	}
	at := c.IssuedAt.Time().UTC()
	l = Logout{TokenID: keyOf(iss, "jti", c.ID), At: at, Until: s.now().Add(longestGrant + 2*leeway)}
	switch {
	case c.Session == "":
		l.Ended = [][32]byte{keyOf(iss, "sub", c.Subject)}
	case c.Subject == "":
		l.Ended = [][32]byte{keyOf(iss, "sid", c.Session)}
	default: // of tokens that do not tell their session, any may be of this one
		l.Ended = [][32]byte{keyOf(iss, "sid", c.Session), keyOf(iss, "no sid", c.Subject)}
	}
	if c.Subject != "" {
		userID = accountID(iss, c.Subject)
	}
	return l, userID, nil
}

// checkLogout refuses what section 2.6 refuses: another audience, a token that is old or not yet issued, one without an
// id, and one that is no logout token.
func (e *external) checkLogout(c logoutClaims, headerType string, t Trust) error {
	var event map[string]json.RawMessage
	now := e.now()
	switch {
	case !slices.Contains([]string{"", "jwt", typeLogout}, headerType) || c.Kind != "" && c.Kind != "Logout":
		return refuseToken(whyLogout, fmt.Sprintf("type %q, claim typ %q", headerType, c.Kind))
	case c.Nonce != nil:
		return refuseToken(whyLogout, "a nonce")
	case json.Unmarshal(c.Events[logoutEvent], &event) != nil || event == nil:
		return refuseToken(whyLogout, "no event of a logout")
	case !slices.Contains(c.Audience, t.Audience) && !slices.Contains(c.Audience, ConsoleClient):
		return refuseToken(whyAudience, strings.Join(c.Audience, " "))
	case c.IssuedAt == nil || c.ID == "" || c.Subject == "" && c.Session == "":
		return refuseToken(whyLogout, "one of the claims iat, jti, and sub or sid, is missing")
	case c.IssuedAt.Time().After(now.Add(leeway)):
		return refuseToken(whyFuture, c.IssuedAt.Time().UTC().Format(time.RFC3339))
	case now.Sub(c.IssuedAt.Time()) > logoutAge+leeway, c.Expiry != nil && now.After(c.Expiry.Time().Add(leeway)):
		return refuseToken(whyExpired, c.IssuedAt.Time().UTC().Format(time.RFC3339))
	}
	return nil
}

// keyOf returns the key under which something of an issuer is kept, which tells nothing of it.
func keyOf(iss, kind, value string) [32]byte {
	return sha256.Sum256([]byte(iss + "\n" + kind + "\n" + value))
}

// endedKeys returns what can have ended of a token: its session or, where it tells none, any of its subject, and all
// sessions of its subject.
func (c externalClaims) endedKeys(iss string) [2][32]byte {
	session := keyOf(iss, "sid", c.Session)
	if c.Session == "" {
		session = keyOf(iss, "no sid", c.Subject)
	}
	return [2][32]byte{session, keyOf(iss, "sub", c.Subject)}
}

// began returns when the session of a token began, as far as it tells.
func (c externalClaims) began() time.Time {
	if c.AuthTime != nil {
		return c.AuthTime.Time()
	}
	return c.IssuedAt.Time()
}

// refuseLoggedOut refuses a token of a session that its issuer ended.
func (s *tokens) refuseLoggedOut(ctx context.Context, workspace, iss string, c externalClaims) error {
	for i, key := range c.endedKeys(iss) {
		at, err := s.external.logouts.find(s.now(), key, func() (time.Time, error) { return s.Logouts.LoggedOut(ctx, workspace, key) })
		if errors.Is(err, ErrUnknown) {
			continue
		}
		if err != nil {
			return err
		}
		if bySession := i == 0 && c.Session != ""; bySession || !c.began().After(at) {
			return refuseToken(whyLoggedOut, at.UTC().Format(time.RFC3339))
		}
	}
	return nil
}

const (
	logoutNews = time.Second // after which what another process was told is known here
	keptNews   = 10_000      // keys of which that is remembered
	dropEvery  = time.Hour
)

// logoutCache remembers for a moment what is known of the sessions of tokens, which every request asks for.
type logoutCache struct {
	mu      sync.Mutex
	news    map[[32]byte]logoutNote
	dropped map[string]time.Time // by workspace
}

type logoutNote struct {
	read, at time.Time
	err      error // nil or ErrUnknown
}

// find returns what read returns, or returned a moment ago.
func (c *logoutCache) find(now time.Time, key [32]byte, read func() (time.Time, error)) (time.Time, error) {
	c.mu.Lock()
	n, ok := c.news[key]
	c.mu.Unlock()
	if age := now.Sub(n.read); ok && age >= 0 && age < logoutNews {
		return n.at, n.err
	}
	at, err := read()
	if err != nil && !errors.Is(err, ErrUnknown) {
		return at, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.news == nil || len(c.news) >= keptNews {
		c.news = map[[32]byte]logoutNote{}
	}
	c.news[key] = logoutNote{now, at, err}
	return at, err
}

// forget forgets everything, since there was a logout, and reports whether notes of the workspace are to be dropped.
func (c *logoutCache) forget(workspace string, now time.Time) (drop bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.news = nil
	if now.Sub(c.dropped[workspace]) < dropEvery {
		return false
	}
	if c.dropped == nil {
		c.dropped = map[string]time.Time{}
	}
	c.dropped[workspace] = now
	return true
}
