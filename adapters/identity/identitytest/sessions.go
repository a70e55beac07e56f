package identitytest

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// start is when the session of every row begins.
var start = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)

func hashOf(n byte) [32]byte { return [32]byte{n} }

func newToken(n byte, life time.Duration) identity.Token {
	return identity.Token{Hash: hashOf(n), Expires: start.Add(life)}
}

// A use is something done to a session "s1" of user "u1" in the workspace "demo", opened
// with token 1, which lives a minute.
type use func(t *testing.T, s identity.Sessions) error

// rotateToken replaces token old by token next.
func rotateToken(workspace string, old, next byte, after time.Duration) use {
	return func(t *testing.T, s identity.Sessions) error {
		_, err := s.Rotate(t.Context(), workspace, hashOf(old), newToken(next, time.Hour), start.Add(after))
		return err
	}
}

// rotateWithGrace is rotateToken with a minute of grace; a second use must return what is sealed for
// the first.
func rotateWithGrace(old, next, want byte, after time.Duration) use {
	return func(t *testing.T, s identity.Sessions) error {
		token := newToken(next, time.Hour)
		token.Again = &identity.Again{Until: start.Add(after + time.Minute), Sealed: []byte{next}}
		again, err := s.Rotate(t.Context(), "demo", hashOf(old), token, start.Add(after))
		if got := append(again, 0)[0]; got != want {
			t.Errorf("the successor of %d is %d, want %d", old, got, want)
		}
		return err
	}
}

func endSignOn(user, signOn string) use {
	return func(t *testing.T, s identity.Sessions) error { return s.EndSignOn(t.Context(), "demo", user, signOn) }
}

func endSession(workspace, session string) use {
	return func(t *testing.T, s identity.Sessions) error { return s.End(t.Context(), workspace, session) }
}

func endAll(workspace, user string) use {
	return func(t *testing.T, s identity.Sessions) error { return s.EndAll(t.Context(), workspace, user) }
}

// useAll runs one after the other and joins their errors.
func useAll(uses ...use) use {
	return func(t *testing.T, s identity.Sessions) error {
		var errs []error
		for _, u := range uses {
			errs = append(errs, u(t, s))
		}
		return errors.Join(errs...)
	}
}

// Sessions tests that an implementation of the port keeps its promises. Each call of open
// returns an empty one.
func Sessions(t *testing.T, open func(t *testing.T) identity.Sessions) {
	for _, row := range []struct {
		name string
		do   use
		want error         // of do
		ends bool          // the session, by what was done
		now  time.Duration // after the start, when it is looked at
	}{
		{"an unknown token", rotateToken("demo", 9, 2, 0), identity.ErrUnknown, false, 0},
		{"a token of another workspace", rotateToken("other", 1, 2, 0), identity.ErrUnknown, false, 0},
		{"a first use", rotateToken("demo", 1, 2, 0), nil, false, 0},
		{"an expired token", rotateToken("demo", 1, 2, time.Minute), identity.ErrUnknown, false, 0},
		{"a second use", useAll(rotateToken("demo", 1, 2, 0), rotateToken("demo", 1, 3, 0)), identity.ErrReused, true, 0},
		{
			"a second use after the token has expired",
			useAll(rotateToken("demo", 1, 2, 0), rotateToken("demo", 1, 3, 10*time.Minute)), identity.ErrReused, true, 0,
		},
		{
			"a second use within the time of grace",
			useAll(rotateWithGrace(1, 2, 0, 0), rotateWithGrace(1, 3, 2, 59*time.Second),
				rotateWithGrace(1, 3, 2, 30*time.Second)), nil, false, 0,
		},
		{"a second use after the time of grace", useAll(rotateWithGrace(1, 2, 0, 0), rotateWithGrace(1, 3, 0, time.Minute)),
			identity.ErrReused, true, 0},
		{
			"the successor goes on after grace was given",
			useAll(rotateWithGrace(1, 2, 0, 0), rotateWithGrace(1, 3, 2, time.Second),
				rotateToken("demo", 2, 3, time.Minute)), nil, false, 0,
		},
		{"the end of its sign-on", endSignOn("u1", "b1"), nil, true, 0},
		{"the end of another sign-on", endSignOn("u1", "b2"), nil, false, 0},
		{"the end of somebody else's sign-on", endSignOn("u2", "b1"), nil, false, 0},
		{"the end", useAll(endSession("demo", "s1"), endSession("demo", "s1")), nil, true, 0},
		{"the end of another workspace's session", endSession("other", "s1"), nil, false, 0},
		{"the end of all", endAll("demo", "u1"), nil, true, 0},
		{"the end of all of somebody else", endAll("demo", "u2"), nil, false, 0},
		{"time", useAll(), nil, true, 10 * time.Hour},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := open(t)
			session := identity.Session{ID: "s1", UserID: "u1", ClientID: "c", SignOn: "b1", Ends: start.Add(10 * time.Hour)}
			if err := s.Open(t.Context(), "demo", session, newToken(1, time.Minute)); err != nil {
				t.Fatal(err)
			}
			if err := row.do(t, s); !errors.Is(err, row.want) {
				t.Errorf("error %v, want %v", err, row.want)
			}
			checkSession(t, s, row.ends, start.Add(row.now))
		})
	}
}

// checkSession checks whether the session is alive and, if not, that none of its tokens outlives
// it.
func checkSession(t *testing.T, s identity.Sessions, ended bool, now time.Time) {
	t.Helper()
	if _, err := s.Session(t.Context(), "demo", "s1", now); errors.Is(err, identity.ErrUnknown) != ended {
		t.Errorf("the session: %v", err)
	}
	for n := byte(1); n <= 3 && ended; n++ {
		if _, _, err := s.Find(t.Context(), "demo", hashOf(n), now); !errors.Is(err, identity.ErrUnknown) {
			t.Errorf("token %d outlives its session: %v", n, err)
		}
	}
}
