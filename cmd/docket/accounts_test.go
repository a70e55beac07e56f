package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// person is an account as the interface shows it.
type person struct {
	ID, Username, FirstName, LastName string
	Roles                             []string
	Active                            bool
}

// TestAccounts makes, changes and disables accounts over HTTP, and sees what that
// does to those who are signed in.
func TestAccounts(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("uma", "Str0ng-enough", "USER_ADMIN")
		s.user("ada", "Str0ng-enough", "ADMIN")
		uma, ada := s.as("uma", "Str0ng-enough"), s.as("ada", "Str0ng-enough")
		var ben person
		uma.want(201, "POST", "/api/users", map[string]any{"username": "Ben", "email": "ben@example.org", "roles": []string{"USER"}, "password": "Str0ng-enough"}).into(t, &ben)
		if ben.Username != "Ben" || !ben.Active || !slices.Equal(ben.Roles, []string{"USER"}) {
			t.Errorf("%+v", ben)
		}
		taken(t, uma, ada)
		allListed(t, uma, ben)
		disabledAndBack(t, s, uma, ben)
		passwords(t, s, uma, ben)
		administrators(t, uma, ada)
		audited(t, ada, "user.created", "user.disabled", "user.updated", "user.password-changed",
			"auth.signed-in", "auth.failed", "access.denied")
		noScandal(t, s)
	})
}

func taken(t *testing.T, uma, ada *caller) {
	t.Helper()
	for body, want := range map[string]string{
		`{"username":"BEN"}`: "Username already exists", `{"username":"b2","email":"BEN@example.org"}`: "E-mail already exists",
	} {
		uma.failed(409, want, "POST", "/api/users", "application/json", strings.NewReader(body))
	}
	uma.failed(403, "Access denied", "POST", "/api/users", "application/json", strings.NewReader(`{"username":"b2","roles":["ADMIN"]}`))
	uma.failed(400, "The password does not meet the rules: a digit", "POST", "/api/users", "application/json", strings.NewReader(`{"username":"b2","password":"Weak-password"}`))
	ada.want(201, "POST", "/api/users", map[string]any{"username": "zoe", "roles": []string{"ADMIN", "MANAGER"}})
}

func allListed(t *testing.T, c *caller, ben person) {
	t.Helper()
	var all struct{ Users, DownloadStatus []person }
	c.want(200, "GET", "/api/users", nil).into(t, &all)
	var names []string
	for _, u := range all.Users {
		names = append(names, u.Username)
	}
	if got := strings.Join(names, " "); got != "ada Ben uma zoe" || len(all.DownloadStatus) != 4 {
		t.Errorf("users %s and %d", got, len(all.DownloadStatus))
	}
	c.want(200, "GET", "/api/users?username=bEn", nil).into(t, &all)
	if len(all.Users) != 1 || all.Users[0].ID != ben.ID {
		t.Errorf("%+v", all)
	}
	if a := c.want(200, "GET", "/api/users?username=nobody", nil); strings.TrimSpace(string(a.body)) != `{"downloadStatus":[],"users":[]}` {
		t.Errorf("%s", a.body)
	}
	var one person
	c.want(200, "GET", "/api/users/"+strings.ToUpper(ben.ID), nil).into(t, &one)
	if one.ID != ben.ID {
		t.Errorf("%+v", one)
	}
	c.failed(404, "User not found", "GET", "/api/users/00000000-0000-4000-8000-000000000000", "", nil)
}

// signInStatus is what a sign-in is answered, and the refresh token it gives.
func (s *instance) signInStatus(username, password string) (status int, refresh string) {
	s.t.Helper()
	return s.grant(url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {username}, "password": {password}})
}

func (s *instance) grant(form url.Values) (status int, refresh string) {
	s.t.Helper()
	r, err := http.PostForm(s.base+"/auth/realms/demo/protocol/openid-connect/token", form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	var body struct {
		Refresh string `json:"refresh_token"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.t.Fatal(err)
	}
	return r.StatusCode, body.Refresh
}

func (s *instance) refreshStatus(token string) int {
	s.t.Helper()
	status, _ := s.grant(url.Values{"grant_type": {"refresh_token"}, "client_id": {"docket-cli"}, "refresh_token": {token}})
	return status
}

func disabledAndBack(t *testing.T, s *instance, uma *caller, ben person) {
	t.Helper()
	his := s.as("ben@EXAMPLE.org", "Str0ng-enough")
	_, refresh := s.signInStatus("ben", "Str0ng-enough")
	uma.want(200, "PUT", "/api/users/"+ben.ID, map[string]any{"active": false}).into(t, &ben)
	if ben.Active || len(ben.Roles) != 0 {
		t.Errorf("%+v", ben)
	}
	his.failed(401, "The account is disabled", "GET", "/api/downloads", "", nil)
	if status := s.refreshStatus(refresh); status != 400 {
		t.Errorf("refresh of a disabled account: %d", status)
	}
	if status, _ := s.signInStatus("ben", "Str0ng-enough"); status != 400 {
		t.Errorf("sign-in of a disabled account: %d", status)
	}
	uma.want(200, "PUT", "/api/users/"+ben.ID, map[string]any{"active": true, "lastName": "Kay"}).into(t, &ben)
	if !ben.Active || !slices.Equal(ben.Roles, []string{"USER"}) || ben.LastName != "Kay" {
		t.Errorf("%+v", ben)
	}
	his.failed(401, "Authentication is required", "GET", "/api/downloads", "", nil) // its session is over
	s.as("ben", "Str0ng-enough").want(200, "GET", "/api/downloads", nil)
	uma.failed(409, "You cannot disable your own account", "PUT", "/api/users/"+userIDOf(t, uma, "uma"), "application/json", strings.NewReader(`{"roles":[]}`))
}

func userIDOf(t *testing.T, c *caller, name string) string {
	t.Helper()
	var found struct{ Users []person }
	c.want(200, "GET", "/api/users?username="+name, nil).into(t, &found)
	if len(found.Users) != 1 {
		t.Fatalf("%s: %+v", name, found)
	}
	return found.Users[0].ID
}

func passwords(t *testing.T, s *instance, uma *caller, ben person) {
	t.Helper()
	path := "/api/users/" + ben.ID + "/password"
	his := s.as("ben", "Str0ng-enough")
	refuse := func(c *caller, status int, message, body string) {
		t.Helper()
		c.failed(status, message, "POST", path, "application/json", strings.NewReader(body))
	}
	refuse(his, 400, "currentPassword is required", `{"newPassword":"Str0nger-still"}`)
	refuse(his, 400, "The current password is wrong", `{"newPassword":"Str0nger-still","currentPassword":"guess"}`)
	refuse(his, 400, "The password does not meet the rules: none of the last three", `{"newPassword":"Str0ng-enough","currentPassword":"Str0ng-enough"}`)
	refuse(his, 400, "The password does not meet the rules: at least 8 characters", `{"newPassword":"short","currentPassword":"x"}`)
	his.want(204, "POST", path, map[string]any{"newPassword": "Str0nger-still", "currentPassword": "Str0ng-enough"})
	his.failed(401, "Authentication is required", "GET", "/api/downloads", "", nil)
	if status, _ := s.signInStatus("ben", "Str0ng-enough"); status != 400 {
		t.Errorf("the old password: %d", status)
	}
	uma.want(204, "POST", path, map[string]any{"newPassword": "Str0ngest-now"})
	refuse(s.as("ben", "Str0ngest-now"), 400, "The password does not meet the rules: none of the last three", `{"newPassword":"Str0ng-enough","currentPassword":"Str0ngest-now"}`)
}

func administrators(t *testing.T, uma, ada *caller) {
	t.Helper()
	zoe := "/api/users/" + userIDOf(t, ada, "zoe")
	uma.failed(403, "Access denied", "PUT", zoe, "application/json", strings.NewReader(`{"firstName":"Z"}`))
	uma.failed(403, "Access denied", "POST", zoe+"/password", "application/json", strings.NewReader(`{"newPassword":"Str0ng-enough"}`))
	ada.want(200, "PUT", zoe, map[string]any{"roles": []string{}})
	ada.want(204, "POST", zoe+"/password", map[string]any{"newPassword": "Str0ng-enough"})
}

// audited wants types of events in the audit.
func audited(t *testing.T, ada *caller, types ...string) {
	t.Helper()
	for _, kind := range types {
		var page struct {
			Events []struct{ Type, Summary string }
		}
		a := ada.want(200, "GET", "/api/audit/events?type="+kind, nil)
		if a.into(t, &page); len(page.Events) == 0 {
			t.Errorf("no %s in the audit", kind)
		}
		for _, secret := range []string{"Str0ng", "argon2", "example.org"} {
			if strings.Contains(string(a.body), secret) {
				t.Errorf("the audit tells %s: %s", secret, a.body)
			}
		}
	}
}
