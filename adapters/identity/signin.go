package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// errCredentials is every reason why a sign-in fails; which one is not told.
var errCredentials = errors.New("username or password is wrong")

// signIn checks a name and a password under the brakes.
func (s *Server) signIn(r *http.Request, m realm, clientID, login, password string) (Account, error) {
	ctx, now, address := r.Context(), s.now(), s.address(r)
	if !s.brakes.allow(now, address, s.rate) {
		return Account{}, tooMany(0)
	}
	a, err := s.Accounts.ByLogin(ctx, m.workspace, login)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	account := "account\x00" + m.workspace + "\x00" + a.ID
	if err != nil {
		account = "name\x00" + m.workspace + "\x00" + strings.ToLower(login)
	}
	source := "address\x00" + address
	if wait := s.brakes.wait(now, account, source); wait > 0 {
		return Account{}, tooMany(wait)
	}
	event := Event{Workspace: m.workspace, UserID: a.ID, ClientID: clientID, Address: address, Time: now}
	ok, err := s.passwordFits(ctx, m, a, password)
	if err != nil {
		return Account{}, err
	}
	if !ok {
		s.audit(ctx, event, "auth.failed")
		if s.brakes.fail(now, account, source) {
			s.audit(ctx, event, "auth.locked")
		}
		return Account{}, errCredentials
	}
	s.brakes.forget(account)
	s.audit(ctx, event, "auth.signed-in")
	return a, nil
}

// passwordFits verifies also for accounts that are unknown, disabled or without a
// password, so that all of them take the same time.
func (s *Server) passwordFits(ctx context.Context, m realm, a Account, password string) (bool, error) {
	phc := ""
	if a.ID != "" && a.Active {
		var err error
		phc, err = s.Credentials.PasswordHash(ctx, m.workspace, a.ID)
		if err != nil && !errors.Is(err, ErrUnknown) {
			return false, err
		}
	}
	ok, err := s.hasher.Verify(ctx, phc, password)
	if ok && s.hasher.Outdated(phc) {
		s.rehash(ctx, m, a, password)
	}
	return ok, err
}

// rehash keeps a password at today's cost. Its failure does not stop a sign-in.
func (s *Server) rehash(ctx context.Context, m realm, a Account, password string) {
	phc, err := s.hasher.Hash(ctx, password)
	if err == nil {
		err = s.Credentials.SetPasswordHash(ctx, m.workspace, a.ID, phc)
	}
	if err != nil {
		s.log.WarnContext(ctx, "password not hashed again", "user", a.ID, "error", err)
	}
}

func (s *Server) audit(ctx context.Context, e Event, kind string) {
	e.Type = kind
	s.Audit(ctx, e)
}
