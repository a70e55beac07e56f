package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"time"
)

// browserCookie is the name of the cookie that tells a browser in which somebody has signed in
// before, before the mark of the installation. It signs nobody in; it keeps guesses of others from locking its owner out.
const browserCookie = "docket_browser"

const (
	browserLife = 90 * 24 * time.Hour // since the last sign-in
	maxPeople   = 8                   // that a browser is known for, the latest
)

// knownBrowser returns the id of the browser of a request if the account has signed in with it
// before, else "".
func (s *signIns) knownBrowser(r *http.Request, workspace, userID string) (string, error) {
	id, _, b, err := s.findBrowser(r, workspace)
	if err != nil || !slices.Contains(b.Users, userID) {
		return "", err
	}
	return id, nil
}

// findBrowser returns the browser of a request with the value of its cookie; an id "" when it is
// not known.
func (s *signIns) findBrowser(r *http.Request, workspace string) (id, secret string, b KnownBrowser, err error) {
	c, err := r.Cookie(browserCookie + s.mark)
	if err != nil {
		c, err = r.Cookie(browserCookie) // that the version before has set
	}
	if err != nil {
		return "", "", b, nil //nolint:nilerr // there is no such cookie
	}
	hash := sha256.Sum256([]byte(c.Value))
	id = hex.EncodeToString(hash[:])
	b, err = s.Browsers.Browser(r.Context(), workspace, id)
	if errors.Is(err, ErrUnknown) || err == nil && !s.now().Before(b.Until) {
		return "", "", KnownBrowser{}, nil
	}
	return id, c.Value, b, err
}

// rememberBrowser notes that an account signed in with the browser of a request.
func (s *signIns) rememberBrowser(w http.ResponseWriter, r *http.Request, m realm, a Account) error {
	id, secret, b, err := s.findBrowser(r, m.workspace)
	if err != nil {
		return err
	}
	if id == "" {
		var hash [32]byte
		secret, hash = newSecret()
		id = hex.EncodeToString(hash[:])
	}
	others := slices.DeleteFunc(b.Users, func(u string) bool { return u == a.ID })
	people := append([]string{a.ID}, others...)
	b = KnownBrowser{Users: people[:min(len(people), maxPeople)], Until: s.now().Add(browserLife)}
	if err := s.Browsers.KeepBrowser(r.Context(), m.workspace, id, b); err != nil {
		return err
	}
	setCookie(w, m, browserCookie+s.mark, secret, browserLife)
	return nil
}
