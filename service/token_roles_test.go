package service_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestNarrowedPermissionWalk walks every operation with tokens of another issuer that grant less than
// their accounts have by other tokens, which were shown before or after.
func TestNarrowedPermissionWalk(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	k := trustKeycloak(r)
	g := newGround(r)
	g.workspace, g.external = "legal", true
	accounts := 0
	g.addAccount = func(name string, roles ...string) (*servicetest.Caller, string) {
		id, now := uuid.NewString(), time.Now()
		show := func(at time.Time, roles ...string) *servicetest.Caller {
			claims := k.Claims(id, name, at, roles...)
			c := &servicetest.Caller{T: t, Service: r.Instance, Token: k.SignToken(t, claims, "exp", now.Add(2*time.Hour).Unix())}
			c.Want(200, "GET", "/api/me", nil)
			return c
		}
		if name == "victim" { // who administers users may touch it
			return show(now, roles...), id
		}
		if accounts++; accounts%2 == 0 {
			show(now.Add(-2*time.Minute), servicetest.AllRoles...)
			return show(now.Add(-time.Minute), roles...), id
		}
		limited := show(now.Add(-2*time.Minute), roles...)
		show(now.Add(-time.Minute), servicetest.AllRoles...)
		return limited, id
	}
	g.lay().walkAll()
}

// trustKeycloak makes the workspace "legal", whose people another issuer signs in.
func trustKeycloak(r *servicetest.Room) *identitytest.Keycloak {
	k := identitytest.NewKeycloak(r.T)
	in := workspace.Settings{RetentionHours: 96, SignIn: workspace.SignIn{Issuer: k.Issuer}}
	if _, err := r.App.Commands.EnsureWorkspace(r.T.Context(), r.NewRequest("legal"), in); err != nil {
		r.T.Fatal(err)
	}
	r.Settle()
	return k
}

// TestSessionsOfTheConsoleAreLimited gives two browsers of one person sessions with tokens that grant
// different roles: each session can do what its token says, and is told so.
func TestSessionsOfTheConsoleAreLimited(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	k := trustKeycloak(r)
	id, now := uuid.NewString(), time.Now()
	sets := [][]string{{"MANAGER"}, {"ADMIN"}, {"MANAGER", "USER_ADMIN"}, {}}
	browsers := make([]browserSession, len(sets))
	for i, roles := range sets {
		token := k.SignToken(t, k.Claims(id, "mira", now.Add(-time.Duration(i%3)*time.Minute), roles...))
		browsers[i] = openConsole(r, "legal", token)
	}
	for range 2 {
		for i, want := range []struct {
			roles                      []string
			session, audit, own, users int
		}{
			{[]string{"MANAGER"}, 200, 403, 200, 200}, {[]string{"ADMIN"}, 200, 200, 403, 200},
			{[]string{"MANAGER", "USER_ADMIN"}, 200, 403, 200, 200}, {nil, 401, 401, 401, 401},
		} {
			var told struct{ Roles []string }
			status, body := browsers[i].get("/console/session")
			_ = json.Unmarshal(body, &told)
			if status != want.session || !slices.Equal(told.Roles, want.roles) {
				t.Errorf("browser %d: got the session %d %s, want %d with the roles %v", i, status, body, want.session, want.roles)
			}
			for path, status := range map[string]int{"audit/events": want.audit, "dossiers": want.own, "users": want.users} {
				if got, body := browsers[i].get("/console/api/" + path); got != status {
					t.Errorf("browser %d, %s: got %d %s, want %d", i, path, got, body, status)
				}
			}
		}
	}
}

// A browserSession is a browser with a session of the console.
type browserSession struct {
	*servicetest.Room
	cookie *http.Cookie
}

// openConsole stores a session as a sign-in does that ended with an access token.
func openConsole(r *servicetest.Room, ws, token string) browserSession {
	r.T.Helper()
	secret, now := uuid.NewString(), time.Now()
	sum := sha256.Sum256([]byte(secret))
	b, err := json.Marshal(map[string]any{"Workspace": ws, "Access": token, "AccessEnds": now.Add(4 * time.Minute),
		"Started": now, "Seen": now})
	if err == nil {
		err = r.App.IdentityRecords.Records.Put(r.T.Context(), ws, "console-session/"+hex.EncodeToString(sum[:]), b)
	}
	if err != nil {
		r.T.Fatal(err)
	}
	return browserSession{r, &http.Cookie{Name: "docket", Value: ws + "." + secret}}
}

func (b browserSession) get(path string) (int, []byte) {
	b.T.Helper()
	r, err := http.NewRequestWithContext(b.T.Context(), http.MethodGet, b.Base+path, http.NoBody)
	if err != nil {
		b.T.Fatal(err)
	}
	r.AddCookie(b.cookie)
	a, err := servicetest.UncheckedClient.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return a.StatusCode, body
}

// TestOwnTokensFollowTheAccount changes the roles of an account whose token is in use: tokens of the
// service itself grant what the account has at each request, less and more, over API and console.
func TestOwnTokensFollowTheAccount(t *testing.T) {
	t.Parallel()
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	ada, _ := r.AddAccount("demo", "ada", "ADMIN")
	ben, id := r.AddAccount("demo", "ben", "MANAGER")
	browser := openConsole(r, "demo", ben.Token)
	for _, row := range []struct {
		roles          []string
		audit, dossier int
	}{{[]string{"MANAGER"}, 403, 200}, {[]string{"ADMIN"}, 200, 403}, {[]string{"USER"}, 403, 200}, {[]string{"ADMIN", "USER"}, 200, 200},
		{[]string{"AUDITOR"}, 200, 403}} {
		ada.Want(200, "PUT", "/api/users/"+id, map[string]any{"roles": row.roles})
		for path, want := range map[string]int{"audit/events": row.audit, "dossiers": row.dossier} {
			if a, err := ben.Do("GET", "/api/"+path, "", nil); err != nil || a.Status != want {
				t.Errorf("%v, %s: got %d, %v, want %d", row.roles, path, a.Status, err, want)
			}
			if got, body := browser.get("/console/api/" + path); got != want {
				t.Errorf("%v, %s in the console: got %d %s, want %d", row.roles, path, got, body, want)
			}
		}
		wantOwnRoles(t, ben, row.roles...)
	}
	ada.Want(200, "PUT", "/api/users/"+id, map[string]any{"active": false})
	if a, err := ben.Do("GET", "/api/me", "", nil); err != nil || a.Status != 401 {
		t.Errorf("disabled: got %d, %v, want 401", a.Status, err)
	}
}
