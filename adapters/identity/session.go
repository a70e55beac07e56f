package identity

import (
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// userinfo is OpenID Connect Core 5.3; its failures are RFC 6750's.
func (s *Server) userinfo(w http.ResponseWriter, r *http.Request, m realm) error {
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
	a, err := s.Accounts.ByID(r.Context(), p.Workspace, p.ID)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, struct {
		Subject string `json:"sub"`
		person
	}{a.ID, personOf(a)})
	return nil
}

// revoke is RFC 7009: a token that is unknown is no error.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request, m realm) error {
	f, err := readForm(r)
	if err != nil {
		return err
	}
	c, err := s.client(r, m, f)
	if err != nil {
		return err
	}
	if err := require(f, "token"); err != nil {
		return err
	}
	if err := s.endByToken(r, m, c, f.Get("token")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusOK)
	return nil
}

// endByToken ends the session of a refresh or access token, if it is this
// client's.
func (s *Server) endByToken(r *http.Request, m realm, c Client, token string) error {
	ctx := r.Context()
	session, _, err := s.Sessions.Find(ctx, m.workspace, sha256.Sum256([]byte(token)), s.now())
	if errors.Is(err, ErrUnknown) {
		claims, workspace, err := s.accessClaims(ctx, token)
		if domain.KindOf(err) == domain.Unauthenticated || err == nil && workspace != m.workspace {
			return nil
		}
		if err != nil {
			return err
		}
		session = Session{ID: claims.SessionID, UserID: claims.Subject, ClientID: claims.ClientID}
	} else if err != nil {
		return err
	}
	if session.ClientID != c.ID {
		return nil
	}
	return s.end(r, m, session)
}

func (s *Server) end(r *http.Request, m realm, session Session) error {
	if err := s.Sessions.End(r.Context(), m.workspace, session.ID); err != nil {
		return err
	}
	s.audit(r.Context(), Event{Workspace: m.workspace, UserID: session.UserID, ClientID: session.ClientID,
		Address: s.address(r), Time: s.now()}, "auth.signed-out")
	return nil
}

// logout ends a session: with a refresh token and client credentials (204), or
// with an ID token as hint and a registered address to go to (302).
func (s *Server) logout(w http.ResponseWriter, r *http.Request, m realm) error {
	if r.Method == http.MethodPost {
		f, err := readForm(r)
		if err != nil {
			return err
		}
		if f.Has("refresh_token") {
			c, err := s.client(r, m, f)
			if err == nil {
				err = s.endByToken(r, m, c, f.Get("refresh_token"))
			}
			if err == nil {
				w.WriteHeader(http.StatusNoContent)
			}
			return err
		}
	}
	if err := r.ParseForm(); err != nil {
		return invalidRequest("The request cannot be read")
	}
	return s.logoutByHint(w, r, m, r.Form)
}

func (s *Server) logoutByHint(w http.ResponseWriter, r *http.Request, m realm, f url.Values) error {
	if err := require(f, "id_token_hint", "post_logout_redirect_uri"); err != nil {
		return err
	}
	var c idClaims
	workspace, err := s.verified(r.Context(), f.Get("id_token_hint"), typeID, &c) // an expired one is a good hint
	if domain.KindOf(err) == domain.Unauthenticated || err == nil && (workspace != m.workspace || len(c.Audience) != 1) {
		return invalidRequest("The id_token_hint does not hold")
	}
	if err != nil {
		return err
	}
	client, err := s.Clients.Client(r.Context(), m.workspace, c.Audience[0])
	if err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	to, parseErr := url.Parse(f.Get("post_logout_redirect_uri"))
	if err != nil || parseErr != nil || !slices.Contains(client.PostLogoutURIs, f.Get("post_logout_redirect_uri")) {
		return invalidRequest("The post_logout_redirect_uri is not registered")
	}
	if err := s.end(r, m, Session{ID: c.SessionID, UserID: c.Subject, ClientID: client.ID}); err != nil {
		return err
	}
	if state := f.Get("state"); state != "" {
		q := to.Query()
		q.Set("state", state)
		to.RawQuery = q.Encode()
	}
	http.Redirect(w, r, to.String(), http.StatusFound)
	return nil
}
