package console

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

const (
	idleTime    = 30 * time.Minute // after which a session that nobody uses ends
	longestTime = 10 * time.Hour   // after which every session ends
	// noteEvery is how often the use of a session is written down.
	noteEvery = time.Minute
	// tokenMargin is how long before its end an access token is replaced.
	tokenMargin = 20 * time.Second
)

// A session is a browser in which somebody has signed in to the console.
type session struct {
	Workspace       string
	Access, Refresh string
	AccessEnds      time.Time
	Started, Seen   time.Time
}

// errNoSession is returned for a request without a session, or with one that has ended.
var errNoSession = errors.New("no session")

// cookieName returns the name of the cookie of sessions. Browsers accept the prefix only over
// https, from the host itself and for all its paths. A host has one set of cookies for all its
// ports, so the name tells installations apart.
func (s *server) cookieName() string { return s.formerCookieName() + s.mark }

// formerCookieName returns the name that the version before gave to the cookie.
func (s *server) formerCookieName() string {
	if s.secure {
		return "__Host-docket"
	}
	return "docket"
}

func (s *server) setCookie(w http.ResponseWriter, name, value string, age time.Duration) {
	c := &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(age.Seconds())}
	if age <= 0 {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// newSecret returns 32 random bytes as text.
func newSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// recordName returns the name of the record of a session: the hash of the secret.
func recordName(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return recordPrefix + hex.EncodeToString(sum[:])
}

const recordPrefix = "console-session/"

// findSession returns the session of a request and the name of its record, errNoSession
// without one. One that has ended is removed.
func (s *server) findSession(r *http.Request) (name string, found session, err error) {
	err = errNoSession
	for _, cookie := range []string{s.cookieName(), s.formerCookieName()} {
		c, missing := r.Cookie(cookie)
		if missing != nil {
			continue
		}
		if name, found, err = s.findSessionOf(r, c); !errors.Is(err, errNoSession) {
			return name, found, err
		}
	}
	return "", session{}, err
}

// findSessionOf returns the session that a cookie names.
func (s *server) findSessionOf(r *http.Request, c *http.Cookie) (name string, found session, err error) {
	in, secret, ok := strings.Cut(c.Value, ".")
	if !ok || !workspace.ValidName(in) {
		return "", session{}, errNoSession
	}
	name = recordName(secret)
	if found, err = s.readSession(r.Context(), in, name); err != nil {
		return "", session{}, err
	}
	if now := s.now(); now.Sub(found.Seen) > idleTime || now.Sub(found.Started) > longestTime {
		return "", session{}, cmp.Or(s.Records.Delete(r.Context(), in, name), errNoSession)
	}
	return name, found, nil
}

func (s *server) readSession(ctx context.Context, in, name string) (out session, err error) {
	b, err := s.Records.Get(ctx, in, name)
	if errors.Is(err, ErrUnknown) {
		return out, errNoSession
	}
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	return out, err
}

// changeSession changes the record of a session in one step.
func (s *server) changeSession(ctx context.Context, in, name string, change func(*session)) error {
	err := s.Records.Update(ctx, in, name, func(b []byte) ([]byte, error) {
		var of session
		if err := json.Unmarshal(b, &of); err != nil {
			return nil, err
		}
		change(&of)
		return json.Marshal(of)
	})
	if errors.Is(err, ErrUnknown) {
		return errNoSession
	}
	return err
}

// openSession begins a session with the tokens of a sign-in, and returns the value of its
// cookie. Records of sessions of the workspace that have ended are removed.
func (s *server) openSession(ctx context.Context, in string, t tokens) (cookie string, err error) {
	s.removeEnded(ctx, in)
	secret, now := newSecret(), s.now()
	b, err := json.Marshal(session{Workspace: in, Access: t.Access, Refresh: t.Refresh, AccessEnds: now.Add(t.lifetime()),
		Started: now, Seen: now})
	if err != nil {
		return "", err
	}
	return in + "." + secret, s.Records.Put(ctx, in, recordName(secret), b)
}

// removeEnded removes the records of sessions that have ended unseen.
func (s *server) removeEnded(ctx context.Context, in string) {
	names, err := s.Records.Names(ctx, in, recordPrefix)
	for _, name := range names {
		of, failed := s.readSession(ctx, in, name)
		if failed == nil && (s.now().Sub(of.Seen) > idleTime || s.now().Sub(of.Started) > longestTime) {
			failed = s.Records.Delete(ctx, in, name)
		}
		if failed != nil && !errors.Is(failed, errNoSession) {
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		s.log.WarnContext(ctx, "ended sessions of the console could not be removed", "error", err)
	}
}

// accessToken returns the access token of a session; one that ends soon is replaced first, by
// one of the requests that come together. errNoSession when the issuer gives none.
func (s *server) accessToken(ctx context.Context, name string, of session) (string, error) {
	if of.AccessEnds.Sub(s.now()) > tokenMargin {
		return of.Access, nil
	}
	token, err, _ := s.refreshes.Do(of.Workspace+"/"+name, func() (any, error) {
		return s.replaceToken(context.WithoutCancel(ctx), name, of.Workspace)
	})
	if err != nil {
		return "", err
	}
	return token.(string), nil
}

func (s *server) replaceToken(ctx context.Context, name, in string) (string, error) {
	of, err := s.readSession(ctx, in, name)
	if err != nil || of.AccessEnds.Sub(s.now()) > tokenMargin { // another request was faster
		return of.Access, err
	}
	issuer, err := s.Issuer(ctx, in)
	if errors.Is(err, ErrUnknown) {
		return "", errNoSession
	}
	if err != nil {
		return "", err
	}
	t, err := issuer.requestTokens(ctx, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {of.Refresh}})
	if errors.Is(err, errRefused) { // signed out elsewhere, or the account was disabled
		return "", cmp.Or(s.Records.Delete(ctx, in, name), errNoSession)
	}
	if err != nil {
		return "", err
	}
	err = s.changeSession(ctx, in, name, func(of *session) {
		of.Access, of.Refresh, of.AccessEnds = t.Access, cmp.Or(t.Refresh, of.Refresh), s.now().Add(t.lifetime())
	})
	return t.Access, err
}

// noteUse writes down that a session is used. What a page does by itself is no use.
func (s *server) noteUse(r *http.Request, name string, of session) error {
	if r.Header.Get("Docket-Background") != "" || strings.HasPrefix(r.URL.Path, apiPath+"events") || s.now().Sub(of.Seen) < noteEvery {
		return nil
	}
	return s.changeSession(r.Context(), of.Workspace, name, func(of *session) { of.Seen = s.now() })
}

// serveAPI passes a request on to the API with the token of its session.
func (s *server) serveAPI(w http.ResponseWriter, r *http.Request) {
	name, of, err := s.findSession(r)
	if err == nil {
		err = s.noteUse(r, name, of)
	}
	var token string
	if err == nil {
		token, err = s.accessToken(r.Context(), name, of)
	}
	if err != nil {
		s.refuseRequest(w, r, err)
		return
	}
	inner := r.Clone(r.Context())
	inner.URL.Path = "/api/" + strings.TrimPrefix(r.URL.Path, apiPath)
	if inner.URL.RawPath != "" {
		inner.URL.RawPath = "/api/" + strings.TrimPrefix(r.URL.RawPath, apiPath)
	}
	inner.RequestURI = inner.URL.RequestURI()
	for _, header := range []string{"Cookie", "Origin", "X-Tenant-Id", "Docket-Background"} {
		inner.Header.Del(header)
	}
	inner.Header.Set("Authorization", "Bearer "+token)
	s.API.ServeHTTP(&uncached{ResponseWriter: w}, inner)
}

// refuseRequest answers a request of a page whose session has ended, or cannot be read now.
func (s *server) refuseRequest(w http.ResponseWriter, r *http.Request, err error) {
	status, message := http.StatusUnauthorized, "The session has ended"
	if !errors.Is(err, errNoSession) {
		s.logFailure(r, "a session of the console cannot be used", err)
		status, message = http.StatusServiceUnavailable, "The service is not available"
		w.Header().Set("Retry-After", "3")
	}
	writeJSON(w, status, map[string]any{"timestamp": s.now().UTC().Format(time.RFC3339Nano), "message": message})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the browser may be gone; there is nobody to tell
}

// serveSession answers with who has signed in, and until when at most.
func (s *server) serveSession(w http.ResponseWriter, r *http.Request) {
	name, of, err := s.findSession(r)
	var token string
	if err == nil {
		token, err = s.accessToken(r.Context(), name, of)
	}
	if err != nil {
		s.refuseRequest(w, r, err)
		return
	}
	p, err := s.Verify(r.Context(), token)
	if domain.KindOf(err) == domain.Unauthenticated {
		err = errNoSession
	}
	if err != nil {
		s.refuseRequest(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"workspace": p.Workspace, "id": p.ID, "username": p.Username, "roles": p.Roles, "demo": s.demo,
		"uploadBytes": s.maxUpload, "ends": of.Started.Add(longestTime).UTC().Format(time.RFC3339)})
}

// uncached keeps answers of the API out of the caches of browsers, whatever they say.
type uncached struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (u *uncached) WriteHeader(status int) {
	u.Header().Set("Cache-Control", "no-store")
	u.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (u *uncached) Write(b []byte) (int, error) {
	u.Header().Set("Cache-Control", "no-store")
	return u.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find the connection.
func (u *uncached) Unwrap() http.ResponseWriter { return u.ResponseWriter }
