package identity

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net/http"
	"strings"
	"time"
)

// errCredentials stands for every reason why a sign-in fails; the reason is not revealed.
var errCredentials = errors.New("username or password is wrong")

// signInPatience is how long attempts on one account wait for one another.
const signInPatience = 5 * time.Second

// An attempt is an attempt to sign in to an account with a password.
type attempt struct {
	workspace, client, address string  // no address: of one who has signed in already
	account                    Account // zero when nobody has the name
	name                       string  // as typed, lower case; only its hash is kept
	password                   string
	browser                    string // id of a browser that the account has signed in with, "" without
	network                    bool   // the account has signed in from this network
}

func (a attempt) toEvent(now time.Time) Event {
	return Event{Workspace: a.workspace, UserID: a.account.ID, ClientID: a.client, Address: a.address, Time: now}
}

// brakeKey returns the key of the account, or of the name without an account, among the brakes
// of this process. It contains a hash of the name: the name can be of any length, and may
// be a password typed by mistake.
func (a attempt) brakeKey() string {
	if a.account.ID != "" {
		return "account\x00" + a.workspace + "\x00" + a.account.ID
	}
	hash := sha256.Sum256([]byte(a.name))
	return "name\x00" + a.workspace + "\x00" + string(hash[:])
}

// addressKey returns the key of the address among the brakes.
func (a attempt) addressKey() string { return "address\x00" + networkOf(a.address) }

// networkKey returns the key of the account at its address among the known ones.
func (a attempt) networkKey() string { return a.brakeKey() + "\x00" + a.addressKey() }

// ownKey returns the key of the brake of a browser, or a network, that the account has signed in
// from before; "" for others, whose failures brake the account.
func (a attempt) ownKey() string {
	switch {
	case a.browser != "":
		return a.brakeKey() + "\x00browser\x00" + a.browser
	case a.network:
		return a.networkKey()
	}
	return ""
}

// whose returns what failures of the account, or the name, are counted by at an address.
func (a attempt) whose() uint64 {
	hash := sha256.Sum256([]byte(a.brakeKey()))
	return binary.BigEndian.Uint64(hash[:])
}

// signIn checks a name and a password under the brakes.
func (s *signIns) signIn(r *http.Request, m realm, clientID, login, password string) (Account, error) {
	ctx, address := r.Context(), s.address(r)
	if !s.brakes.allowCall(s.now(), networkOf(address), s.rate) {
		return Account{}, tooManyCalls()
	}
	a, err := s.Accounts.ByLogin(ctx, m.workspace, login)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	try := attempt{
		workspace: m.workspace, client: clientID, address: address, account: a, name: strings.ToLower(login), password: password,
	}
	if try.browser, err = s.knownBrowser(r, m.workspace, a.ID); err != nil {
		return Account{}, err
	}
	try.network = s.known.isRemembered(try.networkKey())
	if err := s.trySignIn(ctx, try); err != nil {
		return Account{}, err
	}
	s.known.rememberKey(try.networkKey())
	s.recordEvent(ctx, try.toEvent(s.now()), "auth.signed-in")
	return a, nil
}

// trySignIn makes an attempt. It returns errCredentials when the password is wrong, and a
// failure with a wait after too many failures.
func (s *signIns) trySignIn(ctx context.Context, a attempt) error {
	done, err := s.turns.lockKey(ctx, cmp.Or(a.ownKey(), a.brakeKey()), signInPatience)
	if err != nil {
		return err
	}
	defer done()
	wait, braked, err := s.waitBefore(ctx, a)
	if err != nil {
		return err
	}
	if wait > 0 {
		return tooManyFailures(wait)
	}
	ok, err := s.passwordFits(ctx, a)
	switch {
	case err != nil:
		return err
	case !ok:
		return s.countFailure(ctx, a)
	}
	s.brakes.clearAddressFailures(a.addressKey(), a.whose())
	if own := a.ownKey(); own != "" {
		s.known.clearFailures(own)
	} else if braked {
		return s.Brakes.ChangeBrake(ctx, a.workspace, a.account.ID, func(Brake) Brake { return Brake{} })
	}
	return nil
}

// noAccount is the id under which the work for an account is done for attempts that are not
// counted for one. What is stored under it decides nothing.
const noAccount = "00000000-0000-0000-0000-000000000000"

// brakeID returns the id of the account whose brake an attempt is under, noAccount without one.
func (a attempt) brakeID() string {
	if a.ownKey() != "" {
		return noAccount
	}
	return cmp.Or(a.account.ID, noAccount)
}

// waitBefore returns how long an attempt has to wait, and whether the account has failures that
// a success clears. Guesses of others hold up neither the browsers nor the networks that the
// account has signed in from, and guesses from an address no such browser.
func (s *signIns) waitBefore(ctx context.Context, a attempt) (wait time.Duration, braked bool, err error) {
	now := s.now()
	b, err := s.Brakes.Brake(ctx, a.workspace, a.brakeID())
	if a.browser == "" {
		wait = s.brakes.waitTime(now, a.addressKey())
	}
	switch own := a.ownKey(); {
	case own != "":
		return max(wait, s.known.waitTime(now, own)), false, err
	case a.account.ID == "":
		return max(wait, s.brakes.waitTime(now, a.brakeKey())), false, err
	}
	return max(wait, b.Blocked.Sub(now)), len(b.Fails) > 0, err
}

// countFailure counts a failure of the address, and of the account, the name, or the browser or
// network that the account has signed in from.
func (s *signIns) countFailure(ctx context.Context, a attempt) error {
	now := s.now()
	locked := a.address != "" && s.brakes.countAddressFailure(now, a.addressKey(), a.whose())
	var stored Brake
	if err := s.Brakes.ChangeBrake(ctx, a.workspace, a.brakeID(), func(b Brake) Brake {
		stored = b.afterFailure(now, freeFailures)
		return stored
	}); err != nil {
		return err
	}
	switch own := a.ownKey(); {
	case own != "":
		locked = s.known.countFailure(now, own) || locked
	case a.account.ID == "":
		locked = s.brakes.countFailure(now, a.brakeKey()) || locked
	default:
		locked = locked || stored.Blocked.After(now)
	}
	s.recordEvent(ctx, a.toEvent(now), "auth.failed")
	if locked {
		s.recordEvent(ctx, a.toEvent(now), "auth.locked")
	}
	return errCredentials
}

// passwordFits verifies also for accounts that are unknown, disabled or without a
// password, so that all of them take the same time.
func (s *signIns) passwordFits(ctx context.Context, a attempt) (bool, error) {
	hashes, err := s.Credentials.PasswordHashes(ctx, a.workspace, cmp.Or(a.account.ID, noAccount))
	if err != nil {
		return false, err
	}
	phc := ""
	if a.account.ID != "" && a.account.Active && len(hashes) > 0 {
		phc = hashes[0]
	}
	ok, err := s.hasher.Verify(ctx, phc, a.password)
	if ok && s.hasher.IsOutdated(phc) {
		s.rehashPassword(ctx, a, phc)
	}
	return ok, err
}

// rehashPassword stores a password at today's cost. Its failure does not stop a sign-in.
func (s *signIns) rehashPassword(ctx context.Context, a attempt, old string) {
	phc, err := s.hasher.Hash(ctx, a.password)
	if err == nil {
		err = s.Credentials.ReplacePasswordHash(ctx, a.workspace, a.account.ID, old, phc)
	}
	if err != nil {
		s.log.WarnContext(ctx, "password not hashed again", "user", a.account.ID, "error", err)
	}
}

func (s *signIns) recordEvent(ctx context.Context, e Event, kind string) {
	e.Type = kind
	s.Audit(ctx, e)
}
