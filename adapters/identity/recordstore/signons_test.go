package recordstore_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

func TestThreePasswordsAreKept(t *testing.T) {
	k, _, _ := openRecords(t)
	is := func(want ...string) {
		t.Helper()
		if got, err := k.PasswordHashes(t.Context(), "demo", "u"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v %v, want %v", got, err, want)
		}
	}
	is()
	for _, phc := range []string{"$a", "$b", "$c", "$d"} {
		if err := k.AddPasswordHash(t.Context(), "demo", "u", phc); err != nil {
			t.Fatal(err)
		}
	}
	is("$d", "$c", "$b")
	for old, phc := range map[string]string{"$d": "$e", "$c": "$f"} { // only the current one is replaced
		if err := k.ReplacePasswordHash(t.Context(), "demo", "u", old, phc); err != nil {
			t.Fatal(err)
		}
	}
	is("$e", "$c", "$b")
}

func TestBrakesAreKeptUntilTheyHoldNobody(t *testing.T) {
	k, r, now := openRecords(t)
	for range 2 {
		if err := k.ChangeBrake(t.Context(), "demo", "u", func(b identity.Brake) identity.Brake {
			b.Fails = append(b.Fails, now)
			return b
		}); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := k.Brake(t.Context(), "demo", "u"); err != nil || len(b.Fails) != 2 {
		t.Errorf("%+v %v, want no error and len(b.Fails) = 2", b, err)
	}
	if b, err := k.Brake(t.Context(), "demo", "other"); err != nil || len(b.Fails) != 0 {
		t.Errorf("%+v %v, want no error and len(b.Fails) = 0", b, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(15*time.Minute), 0); err != nil || len(r.Kept) != 4 {
		t.Errorf("too early: %v %v, want no error and len(r.Kept) = 4", r.Kept, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(16*time.Minute), 0); err != nil || len(r.Kept) != 3 {
		t.Errorf("%v %v, want no error and len(r.Kept) = 3", r.Kept, err)
	}
}

func TestGraceIsNotKeptLonger(t *testing.T) {
	k, r, now := openRecords(t)
	next := identity.Token{Hash: hash(2), Expires: now.Add(time.Hour),
		Again: &identity.Again{Until: now.Add(time.Minute), Sealed: []byte("sealed")}}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), next, now); err != nil {
		t.Fatal(err)
	}
	sealed := func() bool { return strings.Contains(string(r.Kept["demo|session/s1"]), "Sealed") }
	if !sealed() {
		t.Fatal("nothing sealed is kept")
	}
	if err := k.Purge(t.Context(), "demo", now.Add(time.Minute), 0); err != nil || sealed() {
		t.Errorf("kept after its time: %v, want none of it", err)
	}
	if s, _, err := k.Find(t.Context(), "demo", hash(2), now.Add(time.Minute)); err != nil || s.ID != "s1" {
		t.Errorf("the session: %v %v, want no error and s.ID = %q", s, err, "s1")
	}
}

// An access token may live longer than the refresh token that came with it.
func TestSessionsLastAsLongAsTheirAccessTokens(t *testing.T) {
	k, _, now := openRecords(t)
	s := identity.Session{ID: "s2", UserID: "u", Ends: now.Add(10 * time.Hour)}
	if err := k.Open(t.Context(), "demo", s, identity.Token{Hash: hash(2), Expires: now.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	purged := func(after time.Duration) error {
		if err := k.Purge(t.Context(), "demo", now.Add(after), 2*time.Hour); err != nil {
			t.Fatal(err)
		}
		_, err := k.Session(t.Context(), "demo", "s2", now.Add(after))
		return err
	}
	if err := purged(2 * time.Hour); err != nil {
		t.Errorf("purged while an access token of it lives: %v, want no error", err)
	}
	if err := purged(2*time.Hour + time.Minute); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("kept longer than its tokens: %v, want %v", err, identity.ErrUnknown)
	}
}

func TestSignOnsAreKept(t *testing.T) {
	k, r, now := openRecords(t)
	on := identity.SignOn{ID: "b1", UserID: "u", AuthTime: now, Seen: now, Ends: now.Add(time.Hour)}
	if err := k.Remember(t.Context(), "demo", on); err != nil {
		t.Fatal(err)
	}
	if err := k.NoteUse(t.Context(), "demo", "b1", now.Add(time.Minute)); err != nil {
		t.Error(err)
	}
	if got, err := k.SignOn(t.Context(), "demo", "b1"); err != nil || !got.Seen.Equal(now.Add(time.Minute)) || got.UserID != "u" {
		t.Errorf("%+v %v, want got.Seen.Equal(now.Add(time.Minute)), got.UserID = u and no error", got, err)
	}
	if err := k.EndAll(t.Context(), "demo", "u"); err != nil || len(r.Kept) != 0 {
		t.Errorf("left: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
	if err := k.NoteUse(t.Context(), "demo", "b1", now); err != nil || len(r.Kept) != 0 {
		t.Errorf("one that is gone came back: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
	if err := k.Remember(t.Context(), "demo", on); err != nil {
		t.Fatal(err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(2*time.Hour), 0); err != nil || len(r.Kept) != 0 {
		t.Errorf("left after its end: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
}

func TestWhatBeganBeforeEnds(t *testing.T) {
	k, r, now := openRecords(t) // its session has no time of authentication
	later := identity.Session{ID: "s2", UserID: "u", AuthTime: now, Ends: now.Add(time.Hour)}
	if err := k.Open(t.Context(), "demo", later, identity.Token{Hash: hash(2), Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	for id, at := range map[string]time.Time{"b1": now.Add(-time.Second), "b2": now} {
		if err := k.Remember(t.Context(), "demo", identity.SignOn{ID: id, UserID: "u", AuthTime: at, Ends: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.EndBefore(t.Context(), "demo", "u", now); err != nil || len(r.Kept) != 5 {
		t.Errorf("%v %v, want no error and len(r.Kept) = 5", r.Kept, err)
	}
	if _, err := k.Session(t.Context(), "demo", "s1", now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("the session from before: %v, want %v", err, identity.ErrUnknown)
	}
	if _, err := k.SignOn(t.Context(), "demo", "b1"); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("the sign-on from before: %v, want %v", err, identity.ErrUnknown)
	}
	if _, err := k.Session(t.Context(), "demo", "s2", now); err != nil {
		t.Error(err)
	}
}
