package recordstore_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
)

func hash(n byte) [32]byte { return [32]byte{n} }

func openRecords(t *testing.T) (recordstore.Store, *identitytest.Records, time.Time) {
	t.Helper()
	r := identitytest.NewRecords()
	k, now := recordstore.New(r), time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	s := identity.Session{ID: "s1", UserID: "u", ClientID: "c", Ends: now.Add(10 * time.Hour)}
	if err := k.Open(t.Context(), "demo", s, identity.Token{Hash: hash(1), Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	return k, r, now
}

func TestATokenIsUsedOnce(t *testing.T) {
	k, r, now := openRecords(t)
	next := identity.Token{Hash: hash(2), Expires: now.Add(time.Hour)}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), next, now); err != nil {
		t.Fatal(err)
	}
	if s, _, err := k.Find(t.Context(), "demo", hash(2), now); err != nil || s.ID != "s1" {
		t.Fatalf("the successor: %v %v, want no error and s.ID = %q", s, err, "s1")
	}
	third := identity.Token{Hash: hash(3), Expires: now.Add(time.Hour)}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), third, now); !errors.Is(err, identity.ErrReused) {
		t.Fatalf("second use: %v, want %v", err, identity.ErrReused)
	}
	for n := byte(1); n <= 3; n++ {
		if _, _, err := k.Find(t.Context(), "demo", hash(n), now); !errors.Is(err, identity.ErrUnknown) {
			t.Errorf("token %d outlives its session: %v, want %v", n, err, identity.ErrUnknown)
		}
	}
	if _, err := k.Session(t.Context(), "demo", "s1", now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("alive: %v, want %v", err, identity.ErrUnknown)
	}
	if len(r.Kept) != 0 {
		t.Errorf("left behind: %v, want 0", r.Kept)
	}
}

func TestOneOfManyRefreshesWins(t *testing.T) {
	k, _, now := openRecords(t)
	var wins, reused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for n := range byte(16) {
		all.Go(func() {
			_, err := k.Rotate(t.Context(), "demo", hash(1), identity.Token{Hash: hash(n + 10), Expires: now.Add(time.Hour)}, now)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				wins++
			case errors.Is(err, identity.ErrReused), errors.Is(err, identity.ErrUnknown):
				reused++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if wins != 1 || reused != 15 {
		t.Errorf("%d won, %d were refused, want wins = 1 and reused = 15", wins, reused)
	}
}

func TestTheLatestTokenIsNoted(t *testing.T) {
	k, _, now := openRecords(t)
	for i, row := range []struct {
		user   string
		second int
		hash   byte
		latest bool
	}{
		{"u", 10, 1, true}, {"u", 10, 1, true}, // the same token in another process
		{"u", 10, 2, false}, {"u", 9, 3, false}, {"other", 9, 3, true}, {"u", 11, 4, true}, {"u", 10, 1, false}, {"u", 11, 4, true},
	} {
		token := identity.IssuedToken{At: now.Add(time.Duration(row.second) * time.Second), Hash: hash(row.hash)}
		if _, latest, err := k.NoteToken(t.Context(), "demo", row.user, token, now); err != nil || latest != row.latest {
			t.Errorf("token %d is the latest: %v %v, want %v", i, latest, err, row.latest)
		}
	}
}

// TestRolesOfTokensAddUp wants an account to have the roles of its latest token, and those of others as
// long as one of them is valid, but not for longer than a day.
func TestRolesOfTokensAddUp(t *testing.T) {
	k, _, now := openRecords(t)
	const minute = time.Minute
	for i, row := range []struct {
		at, ends, now time.Duration
		hash          byte
		roles, want   string
	}{
		{0, 5 * minute, 0, 1, "ADMIN", "ADMIN"},
		{minute, 6 * minute, minute, 2, "MANAGER", "ADMIN MANAGER"},
		{0, 5 * minute, 2 * minute, 1, "ADMIN", "ADMIN MANAGER"}, // seen again
		{2 * minute, 7 * minute, 2 * minute, 3, "", "ADMIN MANAGER"},
		{minute, 4 * minute, 3 * minute, 4, "ADMIN", "ADMIN MANAGER"}, // it ends before the other
		{3 * minute, 8 * minute, 5*minute + 29*time.Second, 5, "", "ADMIN MANAGER"},
		{4 * minute, 9 * minute, 5*minute + 31*time.Second, 6, "", "MANAGER"},
		{5 * minute, 9 * minute, 7 * minute, 7, "", ""},
		{8 * minute, 87600 * time.Hour, 8 * minute, 8, "ADMIN", "ADMIN"}, // for ten years
		{9 * minute, 10 * minute, 23 * time.Hour, 9, "USER", "ADMIN USER"},
		{24 * time.Hour, 25 * time.Hour, 24*time.Hour + 9*minute, 10, "USER", "USER"},
		{8 * minute, 87600 * time.Hour, 25 * time.Hour, 8, "ADMIN", "USER"},
		{26 * time.Hour, 87600 * time.Hour, 99 * time.Hour, 11, "AUDITOR", "AUDITOR"}, // the latest counts, however old it is
	} {
		token := identity.IssuedToken{At: now.Add(row.at), Ends: now.Add(row.ends), Hash: hash(row.hash), Roles: strings.Fields(row.roles)}
		roles, _, err := k.NoteToken(t.Context(), "demo", "u", token, now.Add(row.now))
		if got := strings.Join(roles, " "); err != nil || got != row.want {
			t.Errorf("after token %d: got %q, %v, want %q", i, got, err, row.want)
		}
	}
}

// TestANoteOfAnEarlierVersionIsRead wants what was stored before roles were noted to tell of the time.
func TestANoteOfAnEarlierVersionIsRead(t *testing.T) {
	k, r, now := openRecords(t)
	if err := r.Put(t.Context(), "demo", "issued/u", []byte(`{"At":"`+now.UTC().Format(time.RFC3339)+`","Hash":[`+
		strings.TrimSuffix(strings.Repeat("1,", 32), ",")+`]}`)); err != nil {
		t.Fatal(err)
	}
	older := identity.IssuedToken{At: now.Add(-time.Minute), Ends: now.Add(time.Minute), Hash: hash(7), Roles: []string{"USER"}}
	roles, latest, err := k.NoteToken(t.Context(), "demo", "u", older, now)
	if err != nil || latest || strings.Join(roles, " ") != "USER" {
		t.Errorf("got %v, the latest: %t, %v, want USER and not the latest", roles, latest, err)
	}
}

func TestKnownBrowsersAreKeptUntilTheyEnd(t *testing.T) {
	k, r, now := openRecords(t)
	b := identity.KnownBrowser{Users: []string{"u", "v"}, Until: now.Add(time.Hour)}
	if err := k.KeepBrowser(t.Context(), "demo", "b1", b); err != nil {
		t.Fatal(err)
	}
	if got, err := k.Browser(t.Context(), "demo", "b1"); err != nil || !slices.Equal(got.Users, b.Users) || !got.Until.Equal(b.Until) {
		t.Errorf("%+v %v, want got.Users = %v, got.Until.Equal(b.Until) and no error", got, err, b.Users)
	}
	if _, err := k.Browser(t.Context(), "other", "b1"); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("in another workspace: %v, want %v", err, identity.ErrUnknown)
	}
	before := len(r.Kept)
	if err := k.Purge(t.Context(), "demo", now.Add(30*time.Minute), 0); err != nil || len(r.Kept) != before {
		t.Errorf("purged too early: %v, want no error and len(r.Kept) = %v", err, before)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(2*time.Hour), 0); err != nil || len(r.Kept) != 0 {
		t.Errorf("left after the purge: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
}

func TestSessionsEnd(t *testing.T) {
	k, r, now := openRecords(t)
	if _, _, err := k.Find(t.Context(), "demo", hash(1), now.Add(time.Hour)); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("an expired token: %v, want %v", err, identity.ErrUnknown)
	}
	if _, _, err := k.Find(t.Context(), "other", hash(1), now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("in another workspace: %v, want %v", err, identity.ErrUnknown)
	}
	if err := k.Purge(t.Context(), "demo", now, 0); err != nil || len(r.Kept) != 3 {
		t.Errorf("purged too early: %v %v, want no error and len(r.Kept) = 3", r.Kept, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(2*time.Hour), 0); err != nil || len(r.Kept) != 0 {
		t.Errorf("left after the purge: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
	k, r, _ = openRecords(t)
	if err := k.EndAll(t.Context(), "demo", "u"); err != nil || len(r.Kept) != 0 {
		t.Errorf("left after EndAll: %v %v, want no error and len(r.Kept) = 0", r.Kept, err)
	}
}

func TestKeysAndClientsAreKept(t *testing.T) {
	k, _, now := openRecords(t)
	for i, id := range []string{"old", "new"} {
		if err := k.AddSigningKey(t.Context(), "demo",
			identity.SigningKey{ID: id, Algorithm: "RS256", Created: now.Add(time.Duration(i) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if keys, err := k.SigningKeys(t.Context(), "demo"); err != nil || len(keys) != 2 || keys[0].ID != "new" {
		t.Errorf("keys: %v %v, want len(keys) = 2, keys[0].ID = new and no error", keys, err)
	}
	want := identity.Client{ID: "cli", SecretSHA256: []byte{1}, PasswordGrant: true}
	if err := k.SetClient(t.Context(), "demo", want); err != nil {
		t.Fatal(err)
	}
	if got, err := k.Client(t.Context(), "demo", "cli"); err != nil || !got.PasswordGrant || got.SecretSHA256[0] != 1 {
		t.Errorf("client: %+v %v, want got.PasswordGrant, got.SecretSHA256[0] = 1 and no error", got, err)
	}
	if all, err := k.Clients(t.Context(), "demo"); err != nil || len(all) != 1 {
		t.Errorf("clients: %v %v, want no error and len(all) = 1", all, err)
	}
	if err := k.RemoveClient(t.Context(), "demo", "cli"); err != nil {
		t.Error(err)
	}
	if err := k.RemoveClient(t.Context(), "demo", "cli"); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("removed twice: %v, want %v", err, identity.ErrUnknown)
	}
	if err := k.RemoveSigningKey(t.Context(), "demo", "old"); err != nil {
		t.Error(err)
	}
	if keys, err := k.SigningKeys(t.Context(), "demo"); err != nil || len(keys) != 1 {
		t.Errorf("keys: %v %v, want no error and len(keys) = 1", keys, err)
	}
}
