package identitytest

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// Sessions holds an implementation of the port to its promises. Each call of
// open gives an empty one.
func Sessions(t *testing.T, open func(t *testing.T) identity.Sessions) {
	start := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	hash := func(n byte) [32]byte { return [32]byte{n} }
	token := func(n byte, life time.Duration) identity.Token {
		return identity.Token{Hash: hash(n), Expires: start.Add(life)}
	}
	rows := []struct {
		name string
		do   func(t *testing.T, s identity.Sessions) error
		want error // of do
		ends bool  // the session, by what was done
		now  time.Duration
	}{
		{"an unknown token", func(t *testing.T, s identity.Sessions) error {
			return s.Rotate(t.Context(), "demo", hash(9), token(2, time.Hour), start)
		}, identity.ErrUnknown, false, 0},
		{"a token of another workspace", func(t *testing.T, s identity.Sessions) error {
			return s.Rotate(t.Context(), "other", hash(1), token(2, time.Hour), start)
		}, identity.ErrUnknown, false, 0},
		{"a first use", func(t *testing.T, s identity.Sessions) error {
			return s.Rotate(t.Context(), "demo", hash(1), token(2, time.Hour), start)
		}, nil, false, 0},
		{"an expired token", func(t *testing.T, s identity.Sessions) error {
			return s.Rotate(t.Context(), "demo", hash(1), token(2, time.Hour), start.Add(time.Minute))
		}, identity.ErrUnknown, false, 0},
		{"a second use", func(t *testing.T, s identity.Sessions) error {
			return errors.Join(s.Rotate(t.Context(), "demo", hash(1), token(2, time.Hour), start),
				s.Rotate(t.Context(), "demo", hash(1), token(3, time.Hour), start))
		}, identity.ErrReused, true, 0},
		{"a second use after the token has expired", func(t *testing.T, s identity.Sessions) error {
			return errors.Join(s.Rotate(t.Context(), "demo", hash(1), token(2, time.Hour), start),
				s.Rotate(t.Context(), "demo", hash(1), token(3, time.Hour), start.Add(10*time.Minute)))
		}, identity.ErrReused, true, 0},
		{"the end", func(t *testing.T, s identity.Sessions) error {
			return errors.Join(s.End(t.Context(), "demo", "s1"), s.End(t.Context(), "demo", "s1"))
		}, nil, true, 0},
		{"the end of another workspace's session", func(t *testing.T, s identity.Sessions) error {
			return s.End(t.Context(), "other", "s1")
		}, nil, false, 0},
		{"the end of all", func(t *testing.T, s identity.Sessions) error { return s.EndAll(t.Context(), "demo", "u1") }, nil, true, 0},
		{"the end of all of somebody else", func(t *testing.T, s identity.Sessions) error { return s.EndAll(t.Context(), "demo", "u2") }, nil, false, 0},
		{"time", func(*testing.T, identity.Sessions) error { return nil }, nil, true, 10 * time.Hour},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := open(t)
			session := identity.Session{ID: "s1", UserID: "u1", ClientID: "c", Ends: start.Add(10 * time.Hour)}
			if err := s.Open(t.Context(), "demo", session, token(1, time.Minute)); err != nil {
				t.Fatal(err)
			}
			if err := row.do(t, s); !errors.Is(err, row.want) {
				t.Errorf("error %v, want %v", err, row.want)
			}
			if alive, err := s.Alive(t.Context(), "demo", "s1", start.Add(row.now)); err != nil || alive == row.ends {
				t.Errorf("alive %v, %v", alive, err)
			}
			for n := byte(1); n <= 3 && row.ends; n++ {
				if _, _, err := s.Find(t.Context(), "demo", hash(n), start.Add(row.now)); !errors.Is(err, identity.ErrUnknown) {
					t.Errorf("token %d outlives its session: %v", n, err)
				}
			}
		})
	}
}
