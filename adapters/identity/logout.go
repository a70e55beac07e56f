package identity

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"

	"github.com/seed-62a36931/docket/internal/webpage"
)

// handleLogout ends a session: with a refresh token and client credentials (204), with an ID
// token as hint (302 to a registered address, or a page), or by a browser whose user
// confirms it.
func (s *Server) handleLogout(w http.ResponseWriter, r *http.Request, m realm) error {
	if r.Method == http.MethodPost {
		f, err := readForm(r)
		if err != nil {
			return err
		}
		if f.Has("refresh_token") {
			return s.logoutByToken(w, r, m, f)
		}
	}
	if err := r.ParseForm(); err != nil {
		return invalidRequest("The request cannot be read")
	}
	for name, values := range r.Form {
		if len(values) > 1 {
			return invalidRequest("A parameter is repeated: " + keepPrintable(name))
		}
	}
	if r.Form.Get("id_token_hint") == "" && strings.Contains(r.Header.Get("Accept"), "text/html") {
		return s.logoutPage(w, r, m)
	}
	return s.logoutByHint(w, r, m, r.Form)
}

func (s *Server) logoutByToken(w http.ResponseWriter, r *http.Request, m realm, f url.Values) error {
	c, err := s.authenticateClient(r, m, f)
	if err != nil {
		return err
	}
	session, err := s.byToken(r.Context(), m, c, f.Get("refresh_token"))
	if err == nil {
		err = s.signOut(r, m, session)
	}
	if err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signOut ends a session, the sign-on of the browser that started it, and all other
// sessions of that sign-on.
func (s *Server) signOut(r *http.Request, m realm, session Session) error {
	if err := s.endSession(r, m, session); err != nil || session.SignOn == "" {
		return err
	}
	return s.Sessions.EndSignOn(r.Context(), m.workspace, session.UserID, session.SignOn)
}

func (s *Server) logoutByHint(w http.ResponseWriter, r *http.Request, m realm, f url.Values) error {
	if err := requireFields(f, "id_token_hint"); err != nil {
		return err
	}
	var c idClaims
	workspace, err := s.verifyToken(r.Context(), f.Get("id_token_hint"), typeID, &c) // an expired one is a good hint
	if domain.KindOf(err) == domain.Unauthenticated || err == nil && (workspace != m.workspace || len(c.Audience) != 1) {
		return invalidRequest("The id_token_hint does not hold")
	}
	if err != nil {
		return err
	}
	to, err := s.logoutAddress(r, m, c.Audience[0], f)
	if err != nil {
		return err
	}
	session, err := s.Sessions.Session(r.Context(), m.workspace, c.SessionID, s.now())
	if err == nil {
		err = s.signOut(r, m, session)
	}
	if err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	if err := s.endBrowser(w, r, m, c.Subject); err != nil {
		return err
	}
	if to == "" {
		webpage.SetHeaders(w, "'none'")
		return webpage.Render(w, pages, http.StatusOK, "signed-out", form{Lang: webpage.Language(r)})
	}
	http.Redirect(w, r, to, http.StatusFound)
	return nil
}

// logoutAddress returns the address for the browser after the logout: "" when the request names
// no address, a failure when it names one that the client has not registered.
func (s *Server) logoutAddress(r *http.Request, m realm, clientID string, f url.Values) (string, error) {
	address := f.Get("post_logout_redirect_uri")
	if address == "" {
		return "", nil
	}
	if id := f.Get("client_id"); id != "" && id != clientID {
		return "", invalidRequest("The client_id is not the one of the id_token_hint")
	}
	client, err := s.Clients.Client(r.Context(), m.workspace, clientID)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return "", err
	}
	to, failed := url.Parse(address)
	if err != nil || failed != nil || !slices.Contains(client.PostLogoutURIs, address) {
		return "", invalidRequest("The post_logout_redirect_uri is not registered")
	}
	if state := f.Get("state"); state != "" {
		q := to.Query()
		q.Set("state", state)
		to.RawQuery = q.Encode()
	}
	return to.String(), nil
}

// logoutPage asks the user of a browser to confirm, so that no other site can log them
// out, and signs out when the answer is yes.
func (s *Server) logoutPage(w http.ResponseWriter, r *http.Request, m realm) error {
	if r.Method != http.MethodPost || r.PostForm.Get("confirmed") != "true" {
		webpage.SetHeaders(w, "'self'")
		return webpage.Render(w, pages, http.StatusOK, "sign-out", form{Lang: webpage.Language(r), Workspace: m.workspace, Action: r.URL.Path})
	}
	if s.cross.Check(r) != nil {
		return s.refuseRequest(w, r, "The form was sent from another site.")
	}
	if err := s.endBrowser(w, r, m, ""); err != nil {
		return err
	}
	webpage.SetHeaders(w, "'none'")
	return webpage.Render(w, pages, http.StatusOK, "signed-out", form{Lang: webpage.Language(r)})
}

// endBrowser ends the sign-ons of this browser, only those of one account if it is named,
// and removes the cookie.
func (s *Server) endBrowser(w http.ResponseWriter, r *http.Request, m realm, userID string) error {
	for _, id := range s.signOnIDs(r) {
		on, err := s.SignOns.SignOn(r.Context(), m.workspace, id)
		if errors.Is(err, ErrUnknown) || err == nil && userID != "" && on.UserID != userID {
			continue
		}
		if err == nil {
			err = s.Sessions.EndSignOn(r.Context(), m.workspace, on.UserID, id)
		}
		if err != nil {
			return err
		}
		s.recordSignOut(r, m, Session{UserID: on.UserID})
	}
	setCookie(w, m, signOnCookie+s.mark, "", 0)
	return nil
}
