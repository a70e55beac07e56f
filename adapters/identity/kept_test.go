package identity_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// records is a Records in memory.
type records struct {
	mu sync.Mutex
	m  map[string][]byte
}

func (r *records) Get(_ context.Context, ws, name string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.m[ws+"|"+name]
	if !ok {
		return nil, identity.ErrUnknown
	}
	return slices.Clone(b), nil
}

func (r *records) Put(_ context.Context, ws, name string, b []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[ws+"|"+name] = b
	return nil
}

func (r *records) Update(_ context.Context, ws, name string, change func([]byte) ([]byte, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.m[ws+"|"+name]
	if !ok {
		return identity.ErrUnknown
	}
	b, err := change(b)
	if err == nil {
		r.m[ws+"|"+name] = b
	}
	return err
}

func (r *records) Delete(_ context.Context, ws, name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.m, ws+"|"+name)
	return nil
}

func (r *records) Names(_ context.Context, ws, prefix string) ([]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for k := range r.m {
		if name, ok := strings.CutPrefix(k, ws+"|"); ok && strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out, nil
}

func hash(n byte) [32]byte { return [32]byte{n} }

func opened(t *testing.T) (identity.Kept, *records, time.Time) {
	t.Helper()
	r := &records{m: map[string][]byte{}}
	k, now := identity.Kept{Records: r}, time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	s := identity.Session{ID: "s1", UserID: "u", ClientID: "c", Ends: now.Add(10 * time.Hour)}
	if err := k.Open(t.Context(), "demo", s, identity.Token{Hash: hash(1), Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	return k, r, now
}

func TestATokenIsUsedOnce(t *testing.T) {
	k, r, now := opened(t)
	next := identity.Token{Hash: hash(2), Expires: now.Add(time.Hour)}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), next, now); err != nil {
		t.Fatal(err)
	}
	if s, _, err := k.Find(t.Context(), "demo", hash(2), now); err != nil || s.ID != "s1" {
		t.Fatalf("the successor: %v %v", s, err)
	}
	third := identity.Token{Hash: hash(3), Expires: now.Add(time.Hour)}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), third, now); !errors.Is(err, identity.ErrReused) {
		t.Fatalf("second use: %v", err)
	}
	for n := byte(1); n <= 3; n++ {
		if _, _, err := k.Find(t.Context(), "demo", hash(n), now); !errors.Is(err, identity.ErrUnknown) {
			t.Errorf("token %d outlives its session: %v", n, err)
		}
	}
	if _, err := k.Session(t.Context(), "demo", "s1", now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("alive: %v", err)
	}
	if len(r.m) != 0 {
		t.Errorf("left behind: %v", r.m)
	}
}

func TestOneOfManyRefreshesWins(t *testing.T) {
	k, _, now := opened(t)
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
		t.Errorf("%d won, %d were refused", wins, reused)
	}
}

func TestSessionsEnd(t *testing.T) {
	k, r, now := opened(t)
	if _, _, err := k.Find(t.Context(), "demo", hash(1), now.Add(time.Hour)); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("an expired token: %v", err)
	}
	if _, _, err := k.Find(t.Context(), "other", hash(1), now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("in another workspace: %v", err)
	}
	if err := k.Purge(t.Context(), "demo", now); err != nil || len(r.m) != 3 {
		t.Errorf("purged too early: %v %v", r.m, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(2*time.Hour)); err != nil || len(r.m) != 0 {
		t.Errorf("left after the purge: %v %v", r.m, err)
	}
	k, r, _ = opened(t)
	if err := k.EndAll(t.Context(), "demo", "u"); err != nil || len(r.m) != 0 {
		t.Errorf("left after EndAll: %v %v", r.m, err)
	}
}

func TestKeysAndClientsAreKept(t *testing.T) {
	k, _, now := opened(t)
	for i, id := range []string{"old", "new"} {
		if err := k.AddSigningKey(t.Context(), "demo", identity.SigningKey{ID: id, Algorithm: "RS256", Created: now.Add(time.Duration(i) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if keys, err := k.SigningKeys(t.Context(), "demo"); err != nil || len(keys) != 2 || keys[0].ID != "new" {
		t.Errorf("keys: %v %v", keys, err)
	}
	want := identity.Client{ID: "cli", SecretSHA256: []byte{1}, PasswordGrant: true}
	if err := k.SetClient(t.Context(), "demo", want); err != nil {
		t.Fatal(err)
	}
	if got, err := k.Client(t.Context(), "demo", "cli"); err != nil || !got.PasswordGrant || got.SecretSHA256[0] != 1 {
		t.Errorf("client: %+v %v", got, err)
	}
	if all, err := k.Clients(t.Context(), "demo"); err != nil || len(all) != 1 {
		t.Errorf("clients: %v %v", all, err)
	}
	if err := k.RemoveClient(t.Context(), "demo", "cli"); err != nil {
		t.Error(err)
	}
	if err := k.RemoveClient(t.Context(), "demo", "cli"); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("removed twice: %v", err)
	}
	if err := k.RemoveSigningKey(t.Context(), "demo", "old"); err != nil {
		t.Error(err)
	}
	if keys, err := k.SigningKeys(t.Context(), "demo"); err != nil || len(keys) != 1 {
		t.Errorf("keys: %v %v", keys, err)
	}
}

func TestThreePasswordsAreKept(t *testing.T) {
	k, _, _ := opened(t)
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
	k, r, now := opened(t)
	for range 2 {
		if err := k.ChangeBrake(t.Context(), "demo", "u", func(b identity.Brake) identity.Brake {
			b.Fails = append(b.Fails, now)
			return b
		}); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := k.Brake(t.Context(), "demo", "u"); err != nil || len(b.Fails) != 2 {
		t.Errorf("%+v %v", b, err)
	}
	if b, err := k.Brake(t.Context(), "demo", "other"); err != nil || len(b.Fails) != 0 {
		t.Errorf("%+v %v", b, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(15*time.Minute)); err != nil || len(r.m) != 4 {
		t.Errorf("too early: %v %v", r.m, err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(16*time.Minute)); err != nil || len(r.m) != 3 {
		t.Errorf("%v %v", r.m, err)
	}
}

func TestGraceIsNotKeptLonger(t *testing.T) {
	k, r, now := opened(t)
	next := identity.Token{Hash: hash(2), Expires: now.Add(time.Hour), Again: &identity.Again{Until: now.Add(time.Minute), Sealed: []byte("sealed")}}
	if _, err := k.Rotate(t.Context(), "demo", hash(1), next, now); err != nil {
		t.Fatal(err)
	}
	sealed := func() bool { return strings.Contains(string(r.m["demo|session/s1"]), "Sealed") }
	if !sealed() {
		t.Fatal("nothing sealed is kept")
	}
	if err := k.Purge(t.Context(), "demo", now.Add(time.Minute)); err != nil || sealed() {
		t.Errorf("kept after its time: %v", err)
	}
	if s, _, err := k.Find(t.Context(), "demo", hash(2), now.Add(time.Minute)); err != nil || s.ID != "s1" {
		t.Errorf("the session: %v %v", s, err)
	}
}

func TestSignOnsAreKept(t *testing.T) {
	k, r, now := opened(t)
	on := identity.SignOn{ID: "b1", UserID: "u", AuthTime: now, Seen: now, Ends: now.Add(time.Hour)}
	if err := k.Remember(t.Context(), "demo", on); err != nil {
		t.Fatal(err)
	}
	if err := k.Seen(t.Context(), "demo", "b1", now.Add(time.Minute)); err != nil {
		t.Error(err)
	}
	if got, err := k.SignOn(t.Context(), "demo", "b1"); err != nil || !got.Seen.Equal(now.Add(time.Minute)) || got.UserID != "u" {
		t.Errorf("%+v %v", got, err)
	}
	if err := k.EndAll(t.Context(), "demo", "u"); err != nil || len(r.m) != 0 {
		t.Errorf("left: %v %v", r.m, err)
	}
	if err := k.Seen(t.Context(), "demo", "b1", now); err != nil || len(r.m) != 0 {
		t.Errorf("one that is gone came back: %v %v", r.m, err)
	}
	if err := k.Remember(t.Context(), "demo", on); err != nil {
		t.Fatal(err)
	}
	if err := k.Purge(t.Context(), "demo", now.Add(2*time.Hour)); err != nil || len(r.m) != 0 {
		t.Errorf("left after its end: %v %v", r.m, err)
	}
}

func TestWhatBeganBeforeEnds(t *testing.T) {
	k, r, now := opened(t) // its session has no time of authentication
	later := identity.Session{ID: "s2", UserID: "u", AuthTime: now, Ends: now.Add(time.Hour)}
	if err := k.Open(t.Context(), "demo", later, identity.Token{Hash: hash(2), Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	for id, at := range map[string]time.Time{"b1": now.Add(-time.Second), "b2": now} {
		if err := k.Remember(t.Context(), "demo", identity.SignOn{ID: id, UserID: "u", AuthTime: at, Ends: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.EndBefore(t.Context(), "demo", "u", now); err != nil || len(r.m) != 5 {
		t.Errorf("%v %v", r.m, err)
	}
	if _, err := k.Session(t.Context(), "demo", "s1", now); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("the session from before: %v", err)
	}
	if _, err := k.SignOn(t.Context(), "demo", "b1"); !errors.Is(err, identity.ErrUnknown) {
		t.Errorf("the sign-on from before: %v", err)
	}
	if _, err := k.Session(t.Context(), "demo", "s2", now); err != nil {
		t.Error(err)
	}
}
