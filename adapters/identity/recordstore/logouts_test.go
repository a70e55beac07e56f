package recordstore_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
)

// TestLogoutsAreKept keeps them among the records of a workspace, and drops them when no token can be meant any more.
func TestLogoutsAreKept(t *testing.T) {
	now := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	records := identitytest.NewRecords()
	k := recordstore.New(records)
	l := identity.Logout{TokenID: [32]byte{1}, Ended: [][32]byte{{2}, {3}}, At: now, Until: now.Add(time.Hour)}
	older := identity.Logout{TokenID: [32]byte{4}, Ended: [][32]byte{{3}}, At: now.Add(-time.Minute), Until: now.Add(time.Hour)}
	for _, c := range []struct {
		of   identity.Logout
		want error
	}{{l, nil}, {l, identity.ErrReused}, {older, nil}} {
		if err := k.NoteLogout(t.Context(), "demo", c.of, now); !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
	loggedOut := func(key byte) (time.Time, error) { return k.LoggedOut(context.Background(), "demo", [32]byte{key}) }
	for key := byte(2); key < 4; key++ {
		if at, err := loggedOut(key); err != nil || !at.Equal(now) {
			t.Errorf("got %v, %v, want the later logout", at, err)
		}
	}
	if _, err := loggedOut(9); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("got %v, want %v", err, identity.ErrUnknown)
	}
	for _, c := range []struct {
		at   time.Time
		left int
	}{{now, 4}, {now.Add(30 * time.Minute), 2}, {now.Add(2 * time.Hour), 0}} {
		if err := k.DropLogouts(t.Context(), "demo", c.at); err != nil {
			t.Fatal(err)
		}
		names, err := records.Names(t.Context(), "demo", "logout-token/")
		others, failed := records.Names(t.Context(), "demo", "logged-out/")
		if got := len(names) + len(others); err != nil || failed != nil || got != c.left {
			t.Errorf("after %v: got %d records, %v %v, want %d", c.at.Sub(now), got, err, failed, c.left)
		}
	}
}
