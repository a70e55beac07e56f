package service_test

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// accountSightings looks for the names of the account in all events, readable as far as keys are
// there, and in the views.
func accountSightings(t *testing.T, a *service.App) (seen []string) {
	t.Helper()
	seen = servicetest.FindContent(t, a)
	for table, dump := range servicetest.DumpViews(t, a) {
		seen = append(seen, servicetest.FindSightings(table, []byte(dump))...)
	}
	return seen
}

// TestNothingIsLeftOfAnErasedAccount makes an account with names that stand nowhere else, uses it,
// erases it, and finds the names nowhere; histories show a pseudonym, and the username is free.
func TestNothingIsLeftOfAnErasedAccount(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("ada", "Str0ng-enough", "ADMIN", "MANAGER")
		ada, w := s.SignIn("ada", "Str0ng-enough"), servicetest.AccountWords
		person := map[string]any{"username": w["username"], "firstName": w["first name"], "lastName": w["last name"],
			"email": w["e-mail address"] + "@example.org", "roles": []string{"MANAGER"}, "password": "Str0ng-enough"}
		var made struct{ ID string }
		ada.Want(201, "POST", "/api/users", person).Decode(t, &made)
		account := "/api/users/" + made.ID
		ada.Want(200, "PUT", account, map[string]any{"lastName": w["last name"] + "-Smith"})
		c := s.SignIn(w["username"], "Str0ng-enough")
		dossier := c.NewDossier("Of somebody")
		var users struct {
			Users []struct{ ID, Username string }
		}
		c.Want(200, "GET", "/api/users?username=ada", nil).Decode(t, &users)
		folder, id := path.Split(dossier)
		c.Want(200, "POST", strings.TrimSuffix(folder, "/"), map[string]any{"id": id, "name": "Of somebody",
			"memberIds": []string{made.ID, users.Users[0].ID}})

		if answer := ada.Want(400, "POST", account+"/erase", map[string]any{"username": "somebody-else"}); !strings.Contains(string(answer.Body), "cannot be taken back") {
			t.Errorf("%s, want %q in it", answer.Body, "cannot be taken back")
		}
		for range 2 { // again is no error
			ada.Want(204, "POST", account+"/erase", map[string]any{"username": strings.ToUpper(w["username"])})
		}
		c.Want(401, "GET", dossier, nil)
		ada.Want(409, "PUT", account, map[string]any{"firstName": "Again"})
		if answer := signInByPassword(t, s, w["username"]); answer.StatusCode != http.StatusBadRequest &&
			answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("an erased account signs in: %s, want answer.StatusCode = %v or answer.StatusCode = %v", answer.Status,
				http.StatusBadRequest, http.StatusUnauthorized)
		}
		pseudonym := "erased user " + made.ID[:8]
		for _, p := range []string{account, "/api/users", dossier + "/history", "/api/audit/events?limit=500"} {
			if body := string(ada.Want(200, "GET", p, nil).Body); !strings.Contains(body, pseudonym) || strings.Contains(body, "Quetzal") {
				t.Errorf("%s: %s, want %v in body and no %q in body", p, body, pseudonym, "Quetzal")
			}
		}
		s.Stop()

		a := servicetest.OpenTools(t, s)
		if seen := accountSightings(t, a); len(seen) > 0 {
			t.Errorf("still readable: %v, want none", seen)
		}
		if err := errors.Join(a.Storage.Views.Scrub(t.Context()), a.Close()); err != nil {
			t.Fatal(err)
		}
		if seen := folderSightings(t, s.Data); len(seen) > 0 {
			t.Errorf("still on the disk: %v, want none", seen)
		}
		if dir := pgData(t, s); dir != "" {
			if seen := folderSightings(t, dir); len(seen) > 0 {
				t.Errorf("still in PostgreSQL's files: %v, want none", seen)
			}
		}
		s.Start()
		ada = s.SignIn("ada", "Str0ng-enough")
		person["email"] = "another@example.org"
		ada.Want(201, "POST", "/api/users", person) // the username is free
	})
}

// signInByPassword asks for a token with the password of an account.
func signInByPassword(t *testing.T, s *servicetest.Instance, username string) *http.Response {
	t.Helper()
	answer, err := http.PostForm(s.Base+"/auth/realms/demo/protocol/openid-connect/token", url.Values{"grant_type": {"password"},
		"client_id": {"docket-cli"}, "username": {username}, "password": {"Str0ng-enough"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer
}
