package rest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

func TestUsersAreListedUnderBothKeys(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", "/api/users?username=MiRa", ""))
	var got map[string]json.RawMessage
	if err := json.Unmarshal(a.body, &got); err != nil || !bytes.Equal(got["users"], got["downloadStatus"]) || len(got) != 2 {
		t.Errorf(`%s %v, want got["users"] = %v, len(got) = 2 and no error`, a.body, err, got["downloadStatus"])
	}
	if q, ok := s.asked.(queries.AskUsers); !ok || q.Username != "MiRa" {
		t.Errorf("asked %+v, want MiRa", s.asked)
	}
	if strings.Contains(string(a.body), "email") {
		t.Errorf("an address is shown: %s, want no %q in it", a.body, "email")
	}
	s.do(request("GET", "/api/users?username=", ""))
	if q, ok := s.asked.(queries.AskUsers); !ok || q.Username != "" {
		t.Errorf("asked %+v, want all users", s.asked)
	}
}

func ptr[T any](v T) *T { return &v }

func TestWhatIsLeftOutOfAnAccountIsKept(t *testing.T) {
	for body, want := range map[string]commands.UpdateUser{
		`{}`: {},
		`{"firstName":null,"lastName":null,"email":null,"roles":null,"active":null,"username":"x"}`: {},
		`{"firstName":"","lastName":"B","email":""}`: {FirstName: ptr(""),
			LastName: ptr("B"), Email: ptr("")},
		`{"roles":[],"active":false}`: {Roles: &[]string{},
			Active: ptr(false)},
		`{"roles":["USER","ADMIN"]}`: {Roles: &[]string{"USER", "ADMIN"}},
	} {
		s := newSite(t)
		if a := s.do(request("PUT", "/api/users/"+strings.ToUpper(userID), body)); a.StatusCode != 200 || a.Header.Get("Docket-Position") != "42" {
			t.Errorf(`%s: %d %s, want a.StatusCode = 200 and a.Header.Get("Docket-Position") = 42`, body, a.StatusCode, a.body)
		}
		got, _ := s.wrote.(commands.UpdateUser)
		got.Request, want.UserID = commands.Request{}, userID
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", body, got, want)
		}
	}
}

func TestANewAccountIsHandedOn(t *testing.T) {
	s := newSite(t)
	s.do(request("POST", "/api/users",
		`{"username":"ben","firstName":"Ben","lastName":null,"email":"b@x","roles":["MANAGER","USER"],"password":"p w"}`))
	got, _ := s.wrote.(commands.CreateUser)
	if want := (user.Person{Username: "ben", FirstName: "Ben", Email: "b@x"}); got.Person != want || len(got.Roles) != 2 ||
		got.Password == nil || *got.Password != "p w" {
		t.Errorf("got %+v, want %+v with two roles and a password", got, want)
	}
	s.do(request("POST", "/api/users", `{"username":"ben"}`))
	if got, _ = s.wrote.(commands.CreateUser); got.Roles != nil || got.Password != nil {
		t.Errorf("%+v, want got.Roles = nil and got.Password = nil", got)
	}
}

func TestAccountsThatAreMalformed(t *testing.T) {
	for _, row := range []struct{ method, path, body, message string }{
		{"POST", "/api/users", `{}`, "username is required"},
		{"POST", "/api/users", `{"username":null}`, "username is required"},
		{"POST", "/api/users", `{"username":" "}`, "username is required"},
		{"POST", "/api/users", `{"username":7}`, "username must be a string"},
		{"POST", "/api/users", `{"username":"` + strings.Repeat("x", 101) + `"}`, "username must not be longer than 100"},
		{"POST", "/api/users", `{"username":"b","firstName":"` + strings.Repeat("x", 256) + `"}`, "firstName must not be longer than 255"},
		{"POST", "/api/users", `{"username":"b","roles":"USER"}`, "roles must be an array"},
		{"POST", "/api/users", `{"username":"b","roles":["ROOT"]}`, "roles must be one of USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR"},
		{"POST", "/api/users", `{"username":"b","roles":["USER","USER"]}`, "roles must not contain duplicates"},
		{"POST", "/api/users", `{"username":"b","password":1}`, "password must be a string"},
		{"PUT", uPath, `[]`, "The request body must be an object"},
		{"PUT", uPath, `{"active":"yes"}`, "active must be a boolean"},
		{"PUT", "/api/users/x", `{}`, "userId is not a valid identifier"},
		{"POST", uPath + "/password", `{}`, "newPassword is required"},
		{"POST", uPath + "/password", `{"newPassword":""}`, "newPassword is required"},
		{"POST", uPath + "/password", `{"newPassword":"Better-horse-8","currentPassword":[]}`, "currentPassword must be a string"},
		{"POST", uPath + "/erase", `{}`, "username is required"},
		{"POST", uPath + "/erase", `{"username":" "}`, "username is required"},
	} {
		s := newSite(t)
		s.expectRefused(s.do(request(row.method, row.path, row.body)), 400, row.message)
	}
}

func TestDenialsAreNoted(t *testing.T) {
	for _, row := range []struct {
		name  string
		ask   func(s *site)
		noted string
	}{
		{"a role", func(s *site) { s.roles = nil; s.do(request("GET", "/api/users", "")) }, "mira listUsers"},
		{"a relation", func(s *site) { s.fail = domain.ErrAccessDenied; s.do(request("DELETE", sPath, "")) }, "mira deleteDossier"},
		{"a tenant", func(s *site) { s.do(request("HEAD", sPath, "", "X-Tenant-Id", "other")) }, "mira getDossier"},
		{"a license", func(s *site) {
			s.fail = domain.Faultf(domain.Forbidden, "The license has expired")
			s.do(good("POST", sPath+"/files", ""))
		}, ""},
		{"nobody", func(s *site) { s.do(request("GET", "/api/users", "", "Authorization", "")) }, ""},
		{"a success", func(s *site) { s.do(request("GET", "/api/users", "")) }, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := &denials{}
			s := newSite(t)
			ports := s.ports()
			ports.Denials = d
			var err error
			if s.handler, err = newHandler(Config{Rate: -1, Freshness: 50 * time.Millisecond}, ports, loadContract(t)); err != nil {
				t.Fatal(err)
			}
			row.ask(s)
			if got := strings.Join(d.noted, ", "); got != row.noted {
				t.Errorf("noted %q, want %q", got, row.noted)
			}
		})
	}
}
