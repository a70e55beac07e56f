package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"
)

// signOnCookie is the name of the cookie that identifies a browser, before the mark of the installation.
const signOnCookie = "docket_sign_on"

// signOn remembers that somebody signed in with this browser, under a cookie that
// is new each time.
func (s *signIns) signOn(w http.ResponseWriter, r *http.Request, m realm, a Account) (SignOn, error) {
	for _, id := range s.signOnIDs(r) {
		if err := s.SignOns.Forget(r.Context(), m.workspace, id); err != nil {
			return SignOn{}, err
		}
	}
	secret, hash := newSecret()
	now := s.now()
	on := SignOn{ID: hex.EncodeToString(hash[:]), UserID: a.ID, AuthTime: now, Seen: now, Ends: now.Add(m.SessionLifetime)}
	if err := s.SignOns.Remember(r.Context(), m.workspace, on); err != nil {
		return SignOn{}, err
	}
	setCookie(w, m, signOnCookie+s.mark, secret, m.SessionLifetime)
	return on, nil
}

// findSignOn returns the sign-on of this browser; ErrUnknown when there is none, or it is
// over. One that is not used for the lifetime of a refresh token is over.
func (s *signIns) findSignOn(r *http.Request, m realm) (SignOn, Account, error) {
	now := s.now()
	for _, id := range s.signOnIDs(r) {
		on, err := s.SignOns.SignOn(r.Context(), m.workspace, id)
		if errors.Is(err, ErrUnknown) || err == nil && (!now.Before(on.Ends) || !now.Before(on.Seen.Add(m.RefreshLifetime))) {
			continue
		}
		if err != nil {
			return SignOn{}, Account{}, err
		}
		a, err := s.Accounts.ByID(r.Context(), m.workspace, on.UserID)
		if errors.Is(err, ErrUnknown) || err == nil && !a.Active {
			continue
		}
		if err != nil {
			return SignOn{}, Account{}, err
		}
		return on, a, s.SignOns.NoteUse(r.Context(), m.workspace, on.ID, now)
	}
	return SignOn{}, Account{}, ErrUnknown
}

// maxSignOns is how many cookies of one request are checked. A browser has one, and those
// that another host of the same site has set; each costs a query of the database.
const maxSignOns = 4

// signOnIDs returns the ids of the cookies that a browser sent.
func (s *signIns) signOnIDs(r *http.Request) []string {
	var out []string
	cookies := r.CookiesNamed(signOnCookie + s.mark)
	if s.mark != "" { // those that the version before has set
		cookies = append(cookies, r.CookiesNamed(signOnCookie)...)
	}
	for _, c := range cookies[:min(len(cookies), maxSignOns)] {
		hash := sha256.Sum256([]byte(c.Value))
		out = append(out, hex.EncodeToString(hash[:]))
	}
	return out
}

// setCookie sets a cookie for both bases of the realm, since a cookie of one path is not
// sent to the other; life 0 removes it.
func setCookie(w http.ResponseWriter, m realm, name, value string, life time.Duration) {
	age := int(life / time.Second)
	if age == 0 {
		age = -1
	}
	for _, base := range []string{"/auth/realms/", "/realms/"} {
		http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: base + m.workspace, MaxAge: age,
			HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode})
	}
}
