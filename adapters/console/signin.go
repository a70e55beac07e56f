package console

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

const (
	// signInTime is how long a person may take on the pages of the issuer.
	signInTime = 30 * time.Minute
	// rememberTime is how long the workspace of a browser is remembered.
	rememberTime    = 365 * 24 * time.Hour
	workspaceCookie = "docket-workspace" // before the mark of the installation
	maxAnswer       = 1 << 20            // bytes of an answer of an issuer that are read
)

// redirectToSignIn leads to the sign-in, and back from there.
func redirectToSignIn(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/console/sign-in?"+url.Values{"to": {r.URL.RequestURI()}}.Encode(), http.StatusFound)
}

// signIn leads to the issuer of the workspace that is named, remembered, or the only one;
// else it asks for its name.
func (s *server) signIn(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	in, err := s.chooseWorkspace(r)
	if err != nil {
		return err
	}
	if in == "" {
		return s.askWorkspace(w, r, http.StatusOK, "")
	}
	var issuer Issuer
	if workspace.ValidName(in) {
		issuer, err = s.Issuer(r.Context(), in)
	}
	if !workspace.ValidName(in) || errors.Is(err, ErrUnknown) {
		return s.askWorkspace(w, r, http.StatusNotFound, in)
	}
	if err != nil {
		return err
	}
	state, verifier := newSecret(), newSecret()
	target := base64.RawURLEncoding.EncodeToString([]byte(safeTarget(asked.Get("to"))))
	s.setCookie(w, stateCookie(state), strings.Join([]string{verifier, in, target}, "."), signInTime)
	challenge := sha256.Sum256([]byte(verifier))
	parameters := url.Values{"response_type": {"code"}, "client_id": {issuer.ClientID}, "redirect_uri": {s.originOf(r) + CallbackPath},
		"scope": {"openid"}, "state": {state}, "code_challenge_method": {"S256"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}}
	http.Redirect(w, r, issuer.AuthorizeURL+"?"+parameters.Encode(), http.StatusFound)
	return nil
}

// chooseWorkspace returns the workspace to sign in to, "" when nothing tells which.
func (s *server) chooseWorkspace(r *http.Request) (string, error) {
	if in := strings.TrimSpace(r.URL.Query().Get("workspace")); in != "" || r.URL.Query().Has("choose") {
		return in, nil
	}
	all, err := s.Workspaces(r.Context())
	if err != nil || len(all) == 1 {
		return strings.Join(all, ""), err
	}
	c, err := r.Cookie(workspaceCookie + s.mark)
	if err != nil {
		return "", nil //nolint:nilerr // none is remembered
	}
	for _, in := range all {
		if in == c.Value {
			return in, nil
		}
	}
	return "", nil
}

// stateCookie returns the name of the cookie of one sign-in, so that several tabs can sign in
// at once.
func stateCookie(state string) string { return "docket-sign-in-" + state[:min(len(state), 16)] }

// safeTarget returns an address of the console, home for any other.
func safeTarget(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(to, Path) || strings.ContainsAny(to, "\\\r\n") ||
		strings.Contains(u.Path, "..") {
		return Path
	}
	return to
}

// originOf returns the origin under which a browser sees the service: the public address, or
// another name of the same machine where that is this one.
func (s *server) originOf(r *http.Request) string {
	u, err := url.Parse(s.public)
	if err != nil || !isLoopback(u.Hostname()) {
		return s.public
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, ""
	}
	if !isLoopback(strings.Trim(host, "[]")) || port != u.Port() {
		return s.public
	}
	u.Host = r.Host
	return u.String()
}

func isLoopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// finishSignIn redeems the code that the issuer sent, and begins a session.
func (s *server) finishSignIn(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	state := q.Get("state")
	c, err := r.Cookie(stateCookie(state))
	if err != nil || state == "" {
		return s.tellProblem(w, r, http.StatusBadRequest, "expired")
	}
	verifier, rest, _ := strings.Cut(c.Value, ".")
	in, to, _ := strings.Cut(rest, ".")
	s.setCookie(w, stateCookie(state), "", 0)
	target, err := base64.RawURLEncoding.DecodeString(to)
	if err != nil || q.Get("code") == "" {
		return s.tellProblem(w, r, http.StatusBadRequest, "refused")
	}
	issuer, err := s.Issuer(r.Context(), in)
	if errors.Is(err, ErrUnknown) {
		return s.tellProblem(w, r, http.StatusBadRequest, "refused")
	}
	if err != nil {
		return err
	}
	t, err := issuer.requestTokens(r.Context(), url.Values{"grant_type": {"authorization_code"}, "code": {q.Get("code")},
		"redirect_uri": {s.originOf(r) + CallbackPath}, "code_verifier": {verifier}})
	if errors.Is(err, errRefused) {
		return s.tellProblem(w, r, http.StatusBadRequest, "refused")
	}
	if err != nil {
		return err
	}
	if _, err := s.Verify(r.Context(), t.Access); err != nil {
		if kind := domain.KindOf(err); kind != domain.Forbidden && kind != domain.Unauthenticated {
			return err
		}
		s.log.InfoContext(r.Context(), "an account signed in that may not use the workspace", "workspace", in, "error", err)
		return s.tellProblem(w, r, http.StatusForbidden, "no-role")
	}
	cookie, err := s.openSession(r.Context(), in, t)
	if err != nil {
		return err
	}
	s.setCookie(w, s.cookieName(), cookie, longestTime)
	s.setCookie(w, workspaceCookie+s.mark, in, rememberTime)
	http.Redirect(w, r, safeTarget(string(target)), http.StatusFound)
	return nil
}

// signOut ends the session here and at the issuer.
func (s *server) signOut(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	name, of, err := s.findSession(r)
	if err == nil {
		err = s.endSession(r.Context(), name, of)
	}
	if err != nil && !errors.Is(err, errNoSession) {
		s.refuseRequest(w, r, err)
		return
	}
	s.setCookie(w, s.cookieName(), "", 0)
	w.WriteHeader(http.StatusNoContent)
}

func (s *server) endSession(ctx context.Context, name string, of session) error {
	issuer, err := s.Issuer(ctx, of.Workspace)
	if err == nil && issuer.EndSessionURL != "" {
		err = issuer.endSession(ctx, of.Refresh)
	}
	if errors.Is(err, ErrUnknown) {
		err = nil
	}
	return errors.Join(err, s.Records.Delete(ctx, of.Workspace, name))
}

// tokens are what an issuer answers with.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Seconds int64  `json:"expires_in"`
}

func (t tokens) lifetime() time.Duration { return time.Duration(t.Seconds) * time.Second }

// errRefused is returned when an issuer gives no tokens for a code or a refresh token.
var errRefused = errors.New("the issuer refuses")

// requestTokens sends a request to the token endpoint of an issuer.
func (i Issuer) requestTokens(ctx context.Context, f url.Values) (out tokens, err error) {
	status, body, err := i.postForm(ctx, i.TokenURL, f)
	switch {
	case err != nil:
		return out, err
	case status >= 400 && status < 500 && status != http.StatusTooManyRequests:
		return out, fmt.Errorf("%w: %d %s", errRefused, status, body)
	case status != http.StatusOK:
		return out, fmt.Errorf("the issuer answers with %d", status)
	}
	if err := json.Unmarshal(body, &out); err != nil {
		return out, fmt.Errorf("read the answer of the issuer: %w", err)
	}
	if out.Access == "" {
		return out, fmt.Errorf("%w: there is no access token in its answer", errRefused)
	}
	return out, nil
}

// endSession ends the session of a refresh token; one that has ended is no error.
func (i Issuer) endSession(ctx context.Context, refresh string) error {
	status, body, err := i.postForm(ctx, i.EndSessionURL, url.Values{"refresh_token": {refresh}})
	if err == nil && status >= 500 {
		err = fmt.Errorf("the issuer answers with %d %s", status, body)
	}
	return err
}

// postForm sends a form with the credentials of the console.
func (i Issuer) postForm(ctx context.Context, address string, f url.Values) (status int, body []byte, err error) {
	f.Set("client_id", i.ClientID)
	if i.ClientSecret != "" {
		f.Set("client_secret", i.ClientSecret)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(f.Encode()))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := i.HTTP.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = a.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	return a.StatusCode, body, err
}
