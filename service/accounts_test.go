package service_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
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
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("uma", "Str0ng-enough", "USER_ADMIN")
		s.AddUser("ada", "Str0ng-enough", "ADMIN")
		uma, ada := s.SignIn("uma", "Str0ng-enough"), s.SignIn("ada", "Str0ng-enough")
		var ben person
		uma.Want(201, "POST", "/api/users", map[string]any{"username": "Ben", "email": "ben@example.org",
			"roles": []string{"USER"}, "password": "Str0ng-enough"}).Decode(t, &ben)
		if ben.Username != "Ben" || !ben.Active || !slices.Equal(ben.Roles, []string{"USER"}) {
			t.Errorf(`got %+v, want ben.Username = Ben, ben.Active and ben.Roles = {"USER"}`, ben)
		}
		expectTaken(t, uma, ada)
		allListed(t, uma, ben)
		disabledAndBack(t, s, uma, ben)
		passwords(t, s, uma, ben)
		administrators(t, uma, ada)
		expectAudited(t, ada, "user.created", "user.disabled", "user.updated", "user.password-changed",
			"auth.signed-in", "auth.failed", "access.denied")
		servicetest.CheckLog(t, s)
	})
}

func expectTaken(t *testing.T, uma, ada *servicetest.Caller) {
	t.Helper()
	for body, want := range map[string]string{
		`{"username":"BEN"}`: "Username already exists", `{"username":"b2","email":"BEN@example.org"}`: "E-mail already exists",
	} {
		uma.ExpectFailure(409, want, "POST", "/api/users", "application/json", strings.NewReader(body))
	}
	uma.ExpectFailure(403, "Access denied", "POST", "/api/users", "application/json",
		strings.NewReader(`{"username":"b2","roles":["ADMIN"]}`))
	uma.ExpectFailure(400, "The password does not meet the rules: a digit", "POST", "/api/users", "application/json",
		strings.NewReader(`{"username":"b2","password":"Weak-password"}`))
	ada.Want(201, "POST", "/api/users", map[string]any{"username": "zoe", "roles": []string{"ADMIN", "MANAGER"}})
}

func allListed(t *testing.T, c *servicetest.Caller, ben person) {
	t.Helper()
	var all struct{ Users, DownloadStatus []person }
	c.Want(200, "GET", "/api/users", nil).Decode(t, &all)
	var names []string
	for _, u := range all.Users {
		names = append(names, u.Username)
	}
	if got := strings.Join(names, " "); got != "ada Ben uma zoe" || len(all.DownloadStatus) != 4 {
		t.Errorf("users %s and %d, want got = %q and len(all.DownloadStatus) = 4", got, len(all.DownloadStatus), "ada Ben uma zoe")
	}
	c.Want(200, "GET", "/api/users?username=bEn", nil).Decode(t, &all)
	if len(all.Users) != 1 || all.Users[0].ID != ben.ID {
		t.Errorf("%+v, want len(all.Users) = 1 and all.Users[0].ID = %v", all, ben.ID)
	}
	if a := c.Want(200, "GET", "/api/users?username=nobody", nil); strings.TrimSpace(string(a.Body)) != `{"downloadStatus":[],"users":[]}` {
		t.Errorf(`got %s, want {"downloadStatus":[],"users":[]}`, a.Body)
	}
	var one person
	c.Want(200, "GET", "/api/users/"+strings.ToUpper(ben.ID), nil).Decode(t, &one)
	if one.ID != ben.ID {
		t.Errorf("%+v, want one.ID = %v", one, ben.ID)
	}
	c.ExpectFailure(404, "User not found", "GET", "/api/users/00000000-0000-4000-8000-000000000000", "", nil)
}

func disabledAndBack(t *testing.T, s *servicetest.Instance, uma *servicetest.Caller, ben person) {
	t.Helper()
	his := s.SignIn("ben@EXAMPLE.org", "Str0ng-enough")
	_, refresh := s.TrySignIn("ben", "Str0ng-enough")
	uma.Want(200, "PUT", "/api/users/"+ben.ID, map[string]any{"active": false}).Decode(t, &ben)
	if ben.Active || len(ben.Roles) != 0 {
		t.Errorf("got %+v, want no role and no sign-in", ben)
	}
	his.ExpectFailure(401, "The account is disabled", "GET", "/api/downloads", "", nil)
	if status := s.TryRefresh(refresh); status != 400 {
		t.Errorf("refresh of a disabled account: %d, want 400", status)
	}
	if status, _ := s.TrySignIn("ben", "Str0ng-enough"); status != 400 {
		t.Errorf("sign-in of a disabled account: %d, want 400", status)
	}
	uma.Want(200, "PUT", "/api/users/"+ben.ID, map[string]any{"active": true, "lastName": "Kay"}).Decode(t, &ben)
	if !ben.Active || !slices.Equal(ben.Roles, []string{"USER"}) || ben.LastName != "Kay" {
		t.Errorf(`got %+v, want ben.Active, ben.Roles = {"USER"} and ben.LastName = Kay`, ben)
	}
	his.ExpectFailure(401, "Authentication is required", "GET", "/api/downloads", "", nil) // its session is over
	s.SignIn("ben", "Str0ng-enough").Want(200, "GET", "/api/downloads", nil)
	uma.ExpectFailure(409, "You cannot disable your own account", "PUT", "/api/users/"+userIDOf(t, uma, "uma"),
		"application/json", strings.NewReader(`{"roles":[]}`))
}

func userIDOf(t *testing.T, c *servicetest.Caller, name string) string {
	t.Helper()
	var found struct{ Users []person }
	c.Want(200, "GET", "/api/users?username="+name, nil).Decode(t, &found)
	if len(found.Users) != 1 {
		t.Fatalf("%s: %+v, want len(found.Users) = 1", name, found)
	}
	return found.Users[0].ID
}

func passwords(t *testing.T, s *servicetest.Instance, uma *servicetest.Caller, ben person) {
	t.Helper()
	path := "/api/users/" + ben.ID + "/password"
	his := s.SignIn("ben", "Str0ng-enough")
	refuse := func(c *servicetest.Caller, status int, message, body string) {
		t.Helper()
		c.ExpectFailure(status, message, "POST", path, "application/json", strings.NewReader(body))
	}
	refuse(his, 400, "currentPassword is required", `{"newPassword":"Str0nger-still"}`)
	refuse(his, 400, "The current password is wrong", `{"newPassword":"Str0nger-still","currentPassword":"guess"}`)
	refuse(his, 400, "The password does not meet the rules: none of the last three",
		`{"newPassword":"Str0ng-enough","currentPassword":"Str0ng-enough"}`)
	refuse(his, 400, "The password does not meet the rules: at least 8 characters", `{"newPassword":"short","currentPassword":"x"}`)
	his.Want(204, "POST", path, map[string]any{"newPassword": "Str0nger-still", "currentPassword": "Str0ng-enough"})
	his.ExpectFailure(401, "Authentication is required", "GET", "/api/downloads", "", nil)
	if status, _ := s.TrySignIn("ben", "Str0ng-enough"); status != 400 {
		t.Errorf("the old password: %d, want 400", status)
	}
	uma.Want(204, "POST", path, map[string]any{"newPassword": "Str0ngest-now"})
	refuse(s.SignIn("ben", "Str0ngest-now"), 400, "The password does not meet the rules: none of the last three",
		`{"newPassword":"Str0ng-enough","currentPassword":"Str0ngest-now"}`)
}

func administrators(t *testing.T, uma, ada *servicetest.Caller) {
	t.Helper()
	zoe := "/api/users/" + userIDOf(t, ada, "zoe")
	uma.ExpectFailure(403, "Access denied", "PUT", zoe, "application/json", strings.NewReader(`{"firstName":"Z"}`))
	uma.ExpectFailure(403, "Access denied", "POST", zoe+"/password", "application/json",
		strings.NewReader(`{"newPassword":"Str0ng-enough"}`))
	ada.Want(200, "PUT", zoe, map[string]any{"roles": []string{}})
	ada.Want(204, "POST", zoe+"/password", map[string]any{"newPassword": "Str0ng-enough"})
}

// expectAudited wants types of events in the audit.
func expectAudited(t *testing.T, ada *servicetest.Caller, types ...string) {
	t.Helper()
	for _, kind := range types {
		var page struct {
			Events []struct{ Type, Summary string }
		}
		a := ada.Want(200, "GET", "/api/audit/events?type="+kind, nil)
		if a.Decode(t, &page); len(page.Events) == 0 {
			t.Errorf("no %s in the audit, want some page.Events", kind)
		}
		for _, secret := range []string{"Str0ng", "argon2", "example.org"} {
			if strings.Contains(string(a.Body), secret) {
				t.Errorf("the audit tells %s: %s, want none of it", secret, a.Body)
			}
		}
	}
}
