package identity_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/domain"
)

const robotID = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f06"

// newRobotWorld returns a world in which the client app acts as an account of its own.
func newRobotWorld(t *testing.T) *world {
	w := newWorld(t)
	w.memory.People["demo"] = append(w.memory.People["demo"],
		identity.Account{ID: robotID, Username: "service-account-app", Roles: []string{"MANAGER"}, Active: true})
	w.memory.Apps["demo"][0].ServiceAccount = robotID
	return w
}

func (w *world) signInRobot(fields ...string) answer {
	return w.token(append([]string{"grant_type", "client_credentials"}, fields...)...)
}

func TestClientCredentials(t *testing.T) {
	w := newRobotWorld(t)
	a := w.signInRobot("scope", "openid profile")
	w.want(a, 200, "")
	if strings.Contains(a.body, `"refresh_token"`) || a.field("id_token") != "" || a.field("scope") != "profile" {
		t.Errorf("a program got what only a person gets: %s, want an access token of the scope profile alone", a.body)
	}
	token := a.field("access_token")
	p, err := w.server.Verify(t.Context(), token)
	if err != nil || p.ID != robotID || p.Username != "service-account-app" || !slices.Equal(p.Roles, []string{"MANAGER"}) {
		t.Errorf(`the token is of %+v (%v), want p.ID = %v, p.Username = service-account-app, p.Roles = {"MANAGER"} and no `+
			`error`, p, err, robotID)
	}
	if e := w.memory.Recorded; len(e) != 1 || e[0].Type != "auth.signed-in" || e[0].UserID != robotID || e[0].ClientID != "app" {
		t.Errorf("recorded: %+v, want len(e) = 1, e[0].Type = auth.signed-in, e[0].UserID = %v and e[0].ClientID = app", e, robotID)
	}
	w.pass(5*time.Minute + 31*time.Second)
	if _, err := w.server.Verify(t.Context(), token); domain.KindOf(err) != domain.Unauthenticated {
		t.Errorf("the token outlives its time: %v, want Unauthenticated", err)
	}
}

func TestClientCredentialsEnd(t *testing.T) {
	for name, end := range map[string]func(w *world, token string){
		"revoked": func(w *world, token string) {
			w.post(oidc+"/revoke", url.Values{"client_id": {"app"}, "client_secret": {"s3cret"}, "token": {token}})
		},
		"disabled": func(w *world, _ string) { w.memory.People["demo"][2].Active = false },
		"signed out": func(w *world, _ string) {
			if err := w.memory.EndAll(w.Context(), "demo", robotID); err != nil {
				w.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newRobotWorld(t)
			token := w.signInRobot().field("access_token")
			end(w, token)
			if _, err := w.server.Verify(t.Context(), token); domain.KindOf(err) != domain.Unauthenticated {
				t.Errorf("the token is still good: %v, want Unauthenticated", err)
			}
		})
	}
}

func TestClientCredentialsAreRefused(t *testing.T) {
	w := newRobotWorld(t)
	w.want(w.signInRobot("client_secret", "guess"), 401, "invalid_client")
	w.want(w.signInRobot("scope", "open\"id"), 400, "invalid_scope")
	w.memory.Apps["demo"][2].ServiceAccount = robotID
	w.want(w.signInRobot("client_id", "spa", "client_secret", ""), 400, "unauthorized_client")
	w.want(w.signInRobot("client_id", "web"), 400, "unauthorized_client")
	w.memory.People["demo"][2].Active = false
	w.want(w.signInRobot(), 400, "invalid_grant")
	w.memory.People["demo"] = w.memory.People["demo"][:2]
	w.want(w.signInRobot(), 400, "invalid_grant")
}

// A refused password grant says who may change that, and how.
func TestPasswordsAreAllowedTwice(t *testing.T) {
	ask := []string{"grant_type", "password", "username", "mira", "password", password}
	for _, row := range []struct {
		workspace, client bool
		says              string
	}{
		{true, true, ""},
		{false, true, "docket workspace set --password-grant demo"},
		{true, false, "docket client set --password-grant app"},
		{false, false, "docket workspace set --password-grant demo"},
	} {
		w := newWorld(t)
		set := w.memory.Realms["demo"]
		set.PasswordGrant = row.workspace
		w.memory.Realms["demo"], w.memory.Apps["demo"][0].PasswordGrant = set, row.client
		a := w.token(ask...)
		if row.says == "" {
			w.want(a, 200, "")
		} else if w.want(a, 400, "unauthorized_client"); !strings.Contains(a.field("error_description"), row.says) {
			t.Errorf("workspace %v, client %v: got %s, want %q", row.workspace, row.client, a.body, row.says)
		}
		told := strings.Contains(w.get("/auth/realms/demo/.well-known/openid-configuration").body, `"password"`)
		if told != row.workspace {
			t.Errorf("the discovery document tells of the password grant: %v, want %v", told, row.workspace)
		}
	}
}

// The session of a program has no refresh token, and is kept until its access token has expired.
func TestSessionsOfProgramsArePurged(t *testing.T) {
	k, now := recordstore.New(identitytest.NewRecords()), time.Date(2024, 5, 31, 8, 0, 0, 0, time.UTC)
	s := identity.Session{ID: "s1", UserID: robotID, ClientID: "app", AuthTime: now, Ends: now.Add(time.Minute)}
	if err := k.Open(t.Context(), "demo", s, identity.Token{}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		at    time.Time
		known bool
	}{{now.Add(time.Minute), true}, {now.Add(time.Minute + time.Second), false}} {
		if err := k.Purge(t.Context(), "demo", row.at, 5*time.Minute); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Session(t.Context(), "demo", "s1", now); (err == nil) != row.known {
			t.Errorf("at %v: %v, want it known: %v", row.at, err, row.known)
		}
	}
	names, err := k.Records.Names(t.Context(), "demo", "")
	if err != nil || len(names) != 0 {
		t.Errorf("left: %v (%v), want no error and len(names) = 0", names, err)
	}
}
