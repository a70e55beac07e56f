package identity_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/domain/workspace"
)

const (
	userID   = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04"
	goneID   = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f05"
	password = "Correct-horse-7"
	callback = "https://app.example/cb"
)

// A world is a server over memory, with a clock that tests move.
type world struct {
	testing.TB
	memory *identitytest.Memory
	server *identity.Server
	log    *bytes.Buffer // of the server

	mu  sync.Mutex
	now time.Time
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func newWorld(t testing.TB) *world { return newWorldOf(t, "") }

// newWorldOf returns the world of an installation.
func newWorldOf(t testing.TB, installation string) *world {
	w := &world{TB: t, log: &bytes.Buffer{}, memory: identitytest.New(), now: time.Date(2024, 5, 31, 8, 0, 0, 0, time.UTC)}
	secret := sha256.Sum256([]byte("s3cret"))
	for _, ws := range []string{"demo", "other"} {
		set := identity.SettingsOf(workspace.SignIn{})
		set.Grace = 0           // has tests of its own
		set.Algorithm = "ES256" // RSA keys take long to make; RS256 has a test of its own
		w.memory.Realms[ws] = set
		w.memory.People[ws] = []identity.Account{
			{ID: userID, Username: "mira", FirstName: "Mira", LastName: "Lee", Email: "mira@example.com",
				Roles: []string{"MANAGER"}, Active: true},
			{ID: goneID, Username: "gone"}}
		w.memory.Apps[ws] = []identity.Client{
			{ID: "app", SecretSHA256: secret[:], RedirectURIs: []string{callback},
				PostLogoutURIs: []string{"https://app.example/bye"}, PasswordGrant: true},
			{ID: "web", SecretSHA256: secret[:], RedirectURIs: []string{callback}},
			{ID: "spa", RedirectURIs: []string{callback}}}
	}
	hasher := w.hasher()
	phc, err := hasher.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	for _, ws := range []string{"demo", "other"} {
		for _, id := range []string{userID, goneID} {
			_ = w.memory.AddPasswordHash(t.Context(), ws, id, phc)
		}
	}
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: hasher, Now: w.clock, Installation: installation,
		Log: slog.New(slog.NewTextHandler(w.log, nil))}, w.memory.Ports())
	return w
}

func (w *world) hasher() *identity.Hasher {
	return identity.NewHasher(identity.Cost{Memory: 64, Time: 1, Threads: 1}, 0, 5*time.Second)
}

// An answer is a response with its body read.
type answer struct {
	*http.Response
	body string
}

func (a answer) field(name string) string {
	var m map[string]any
	_ = json.Unmarshal([]byte(a.body), &m)
	s, _ := m[name].(string)
	return s
}

func (w *world) do(r *http.Request) answer {
	rec := httptest.NewRecorder()
	w.server.ServeHTTP(rec, r)
	b, _ := io.ReadAll(rec.Result().Body)
	return answer{rec.Result(), string(b)}
}

func (w *world) get(path string) answer { return w.do(httptest.NewRequest("GET", path, nil)) }

func (w *world) post(path string, f url.Values) answer {
	r := httptest.NewRequest("POST", path, strings.NewReader(f.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.do(r)
}

const oidc = "/auth/realms/demo/protocol/openid-connect"

func (w *world) token(fields ...string) answer {
	f := url.Values{"client_id": {"app"}, "client_secret": {"s3cret"}}
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] == "" {
			f.Del(fields[i])
			continue
		}
		f.Set(fields[i], fields[i+1])
	}
	return w.post(oidc+"/token", f)
}

func (w *world) signIn() answer {
	w.Helper()
	a := w.token("grant_type", "password", "username", "mira", "password", password, "scope", "openid profile email")
	if a.StatusCode != 200 {
		w.Fatalf("sign-in: %d %s, want 200", a.StatusCode, a.body)
	}
	return a
}

func (w *world) refresh(token string) answer {
	return w.token("grant_type", "refresh_token", "refresh_token", token)
}

func (w *world) want(a answer, status int, code string) {
	w.Helper()
	if a.StatusCode != status || a.field("error") != code {
		w.Errorf("answer is %d %s, want %d %q", a.StatusCode, a.body, status, code)
	}
}

func (w *world) kinds() string {
	var out []string
	for _, e := range w.memory.Recorded {
		out = append(out, e.Type)
	}
	return strings.Join(out, " ")
}
