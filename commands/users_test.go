package commands_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// wallet keeps passwords as they are, and notes who was signed out.
type wallet struct {
	mu   sync.Mutex
	kept map[string][]string // newest first
	out  []string
}

func (w *wallet) Check(plain string, p user.Person) error {
	if len(plain) < 8 || strings.EqualFold(plain, p.Username) {
		return domain.Faultf(domain.Invalid, "The password does not meet the rules: %d", len(plain))
	}
	return nil
}

func (w *wallet) First(_ context.Context, _, id, plain string) error {
	if len(w.kept[id]) == 0 {
		w.kept[id] = []string{plain}
	}
	return nil
}

func (w *wallet) Next(_ context.Context, _, id, plain string) (func(context.Context) error, error) {
	if slices.Contains(w.kept[id], plain) {
		return nil, domain.Faultf(domain.Invalid, "The password does not meet the rules: none of the last three")
	}
	return func(context.Context) error {
		w.kept[id] = append([]string{plain}, w.kept[id]...)
		return nil
	}, nil
}

func (w *wallet) Fits(_ context.Context, _, id, plain string) (bool, error) {
	return len(w.kept[id]) > 0 && w.kept[id][0] == plain, nil
}

func (w *wallet) SignOut(_ context.Context, _, id string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out = append(w.out, id)
	return nil
}

func (w *wallet) Remove(_ context.Context, _, id string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.kept, id)
	return nil
}

// people is a house with accounts of each kind.
type people struct {
	*house
	*testing.T
	wallet *wallet
	ids    map[string]string // by username
}

func newPeople(t *testing.T) *people {
	t.Helper()
	w := &wallet{kept: map[string][]string{}}
	p := &people{house: newHouse(), T: t, wallet: w, ids: map[string]string{}}
	p.Passwords = w
	for name, role := range map[string]string{"ada": user.RoleAdmin, "uma": user.RoleUserAdmin, "mira": user.RoleManager,
		"ben": user.RoleUser} {
		password := name + "-password"
		out, err := p.CreateUser(t.Context(), commands.CreateUser{Request: p.as("system"), Roles: []string{role},
			Person: user.Person{Username: name, Email: name + "@example.org"}, Password: &password})
		if err != nil {
			t.Fatal(err)
		}
		p.ids[name] = out.ID
	}
	return p
}

// as is a request of somebody, with the roles of now.
func (p *people) as(name string) commands.Request {
	if name == "system" {
		return commands.Request{Caller: user.SystemPrincipal("demo"), CommandID: uuid.New()}
	}
	return commands.Request{Caller: p.now(name).ToPrincipal("demo", p.ids[name]), CommandID: uuid.New()}
}

func (p *people) now(name string) user.State {
	p.Helper()
	s, _, err := es.Load(p.Context(), p.house.Log, user.Decider, user.StreamOf("demo", p.ids[name]))
	if err != nil {
		p.Fatal(err)
	}
	return s
}

func (p *people) want(err error, message string) {
	p.Helper()
	if message == "" && err != nil || message != "" && (err == nil || err.Error() != message) {
		p.Errorf("error %v, want %q", err, message)
	}
}

func TestWhoMayMakeAccounts(t *testing.T) {
	p := newPeople(t)
	short := "short"
	for _, row := range []struct {
		caller   string
		person   user.Person
		roles    []string
		password *string
		want     string
	}{
		{"uma", user.Person{Username: "new.1"}, nil, nil, ""},
		{"ada", user.Person{Username: "new.2", Email: "New@example.org"}, []string{user.RoleAdmin}, nil, ""},
		{"ben", user.Person{Username: "new.3"}, nil, nil, "Access denied"},
		{"mira", user.Person{Username: "new.3"}, nil, nil, "Access denied"},
		{"uma", user.Person{Username: "new.3"}, []string{user.RoleAdmin}, nil, "Access denied"},
		{"uma", user.Person{Username: "n w"}, []string{user.RoleAdmin}, nil,
			"username must be 1 to 100 letters, digits or . _ - @"},
		{"uma", user.Person{Username: "new.3", Email: "nobody"}, nil, nil, "email is not an e-mail address"},
		{"uma", user.Person{Username: "new.3"}, []string{user.RoleUser, user.RoleUser}, nil,
			"roles must not contain duplicates"},
		{"uma", user.Person{Username: "new.3"}, []string{"ROOT"}, nil,
			"roles must be one of USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR"},
		{"uma", user.Person{Username: "new.3"}, nil, &short, "The password does not meet the rules: 5"},
		{"uma", user.Person{Username: "MIRA"}, nil, nil, "Username already exists"},
		{"uma", user.Person{Username: "new.3", Email: "Mira@EXAMPLE.org"}, nil, nil, "E-mail already exists"},
		{"uma", user.Person{Username: "new.3"}, nil, nil, ""}, // nothing that was refused has taken the name
	} {
		_, err := p.CreateUser(t.Context(), commands.CreateUser{Request: p.as(row.caller), Person: row.person,
			Roles: row.roles, Password: row.password})
		p.want(err, row.want)
	}
}

func TestAnAccountIsMadeOnceByOneRequest(t *testing.T) {
	p := newPeople(t)
	password := "Some-password-1"
	r := commands.CreateUser{Request: p.as("uma"), Person: user.Person{Username: "twice", Email: "twice@example.org"},
		Password: &password}
	first, err := p.CreateUser(t.Context(), r)
	second, again := p.CreateUser(t.Context(), r)
	if err != nil || again != nil || first.ID != second.ID || first.Position != second.Position || len(p.wallet.kept[first.ID]) != 1 {
		t.Errorf("%+v %v, then %+v %v, want one account and one password", first, err, second, again)
	}
}

func ptr[T any](v T) *T { return &v }

func TestWhoMayChangeAccounts(t *testing.T) {
	for _, row := range []struct {
		name, caller, target string
		change               commands.UpdateUser
		want                 string
		roles                []string
	}{
		{"names", "uma", "ben", commands.UpdateUser{FirstName: ptr("Ben"), LastName: ptr("B")}, "", []string{"USER"}},
		{"roles", "uma", "ben", commands.UpdateUser{Roles: &[]string{"USER", "MANAGER"}}, "",
			[]string{"MANAGER", "USER"}},
		{"disable", "uma", "ben", commands.UpdateUser{Active: ptr(false)}, "", nil},
		{"disable in spite of roles", "uma", "ben",
			commands.UpdateUser{Active: ptr(false), Roles: &[]string{"MANAGER"}}, "", nil},
		{"no roles", "uma", "ben", commands.UpdateUser{Roles: &[]string{}}, "", nil},
		{"active without roles", "uma", "ben", commands.UpdateUser{Active: ptr(true), Roles: &[]string{}}, "",
			[]string{"USER"}},
		{"active as it is", "uma", "mira", commands.UpdateUser{Active: ptr(true)}, "", []string{"MANAGER"}},
		{"an administrator", "uma", "ada", commands.UpdateUser{FirstName: ptr("A")}, "Access denied",
			[]string{"ADMIN"}},
		{"an administrator by another", "ada", "ada", commands.UpdateUser{FirstName: ptr("A")}, "", []string{"ADMIN"}},
		{"to administrator", "uma", "ben", commands.UpdateUser{Roles: &[]string{"ADMIN"}}, "Access denied",
			[]string{"USER"}},
		{"oneself to administrator", "uma", "uma", commands.UpdateUser{Roles: &[]string{"ADMIN", "USER_ADMIN"}},
			"Access denied", []string{"USER_ADMIN"}},
		{"to administrator by one", "ada", "ben", commands.UpdateUser{Roles: &[]string{"ADMIN"}}, "",
			[]string{"ADMIN"}},
		{"disable oneself", "uma", "uma", commands.UpdateUser{Active: ptr(false)},
			"You cannot disable your own account", []string{"USER_ADMIN"}},
		{"no roles for oneself", "ada", "ada", commands.UpdateUser{Roles: &[]string{}},
			"You cannot disable your own account", []string{"ADMIN"}},
		{"the role of an administrator from oneself", "ada", "ada", commands.UpdateUser{Roles: &[]string{"MANAGER"}},
			"You cannot take the role ADMIN from your own account", []string{"ADMIN"}},
		{"a role beside that of an administrator", "ada", "ada",
			commands.UpdateUser{Roles: &[]string{"MANAGER", "ADMIN"}}, "", []string{"ADMIN", "MANAGER"}},
		{"the role of a user administrator from oneself", "uma", "uma", commands.UpdateUser{Roles: &[]string{"USER"}},
			"", []string{"USER"}},
		{"by a manager", "mira", "ben", commands.UpdateUser{FirstName: ptr("B")}, "Access denied", []string{"USER"}},
		{"nobody", "uma", "", commands.UpdateUser{FirstName: ptr("B")}, "User not found", nil},
		{"a bad address", "uma", "", commands.UpdateUser{Email: ptr("x")}, "email is not an e-mail address", nil},
		{"an unknown role of who is disabled", "uma", "ben",
			commands.UpdateUser{Active: ptr(false),
				Roles: &[]string{"OWNER"}}, "roles must be one of USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR", []string{"USER"}},
		{"a repeated role of who is disabled", "uma", "ben",
			commands.UpdateUser{Active: ptr(false),
				Roles: &[]string{"USER", "USER"}}, "roles must not contain duplicates", []string{"USER"}},
		{"a taken address", "uma", "ben", commands.UpdateUser{Email: ptr("MIRA@example.org")}, "E-mail already exists",
			[]string{"USER"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := newPeople(t)
			row.change.Request, row.change.UserID = p.as(row.caller), p.ids[row.target]
			if row.target == "" {
				row.change.UserID = uuid.NewString()
			}
			_, err := p.UpdateUser(t.Context(), row.change)
			p.want(err, row.want)
			if row.target == "" {
				return
			}
			if s := p.now(row.target); !slices.Equal(s.Roles, row.roles) {
				t.Errorf("roles %v, want %v", s.Roles, row.roles)
			}
			if out := slices.Contains(p.wallet.out, p.ids[row.target]); out != (row.roles == nil) {
				t.Errorf("signed out: %v, want %v", out, row.roles == nil)
			}
		})
	}
}

func TestDisablingIsAnEventOfItsOwn(t *testing.T) {
	p := newPeople(t)
	both := commands.UpdateUser{Request: p.as("uma"), UserID: p.ids["ben"], LastName: ptr("B"), Active: ptr(false)}
	if _, err := p.UpdateUser(t.Context(), both); err != nil {
		t.Fatal(err)
	}
	back := commands.UpdateUser{Request: p.as("uma"), UserID: p.ids["ben"], Active: ptr(true)}
	if _, err := p.UpdateUser(t.Context(), back); err != nil {
		t.Fatal(err)
	}
	var types []string
	for e, err := range p.house.Log.Stream(t.Context(), user.StreamOf("demo", p.ids["ben"]), 0) {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, e.Type)
	}
	if got := strings.Join(types, " "); got != "user.created user.updated user.disabled user.updated" {
		t.Error(got)
	}
}

func TestAddressesAreFreedAndTaken(t *testing.T) {
	p := newPeople(t)
	set := func(name, address string) error {
		_, err := p.UpdateUser(t.Context(), commands.UpdateUser{Request: p.as("ada"), UserID: p.ids[name],
			Email: &address})
		return err
	}
	p.want(set("ben", "Ben@example.org"), "") // another case of the own one
	p.want(set("mira", "ben@example.org"), "E-mail already exists")
	p.want(set("ben", "other@example.org"), "")
	p.want(set("mira", "ben@example.org"), "")
	p.want(set("ben", "mira@example.org"), "")
	p.want(set("ben", ""), "")
	p.want(set("mira", "MIRA@example.org"), "")
	if s := p.now("ben"); s.EmailHold.Key != "" || s.Person.Email != "" {
		t.Errorf("%+v, want s.EmailHold.Key = nothing and s.Person.Email = nothing", s)
	}
}

// Of many who want an address at once, one gets it.
func TestAnAddressHasOneHolder(t *testing.T) {
	p := newPeople(t)
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		r := commands.CreateUser{Request: p.as("ada"),
			Person: user.Person{Username: "u" + string(rune('a'+i)), Email: "one@example.org"}}
		all.Go(func() { _, errs[i] = p.CreateUser(t.Context(), r) })
	}
	all.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			p.want(err, "E-mail already exists")
		}
	}
	if won != 1 {
		t.Errorf("%d won, want 1", won)
	}
}

func TestPasswordsAreSet(t *testing.T) {
	for _, row := range []struct {
		name, caller, target string
		plain                string
		current              *string
		want                 string
	}{
		{"own", "ben", "ben", "another-password", ptr("ben-password"), ""},
		{"own without the current one", "ben", "ben", "another-password", nil, "currentPassword is required"},
		{"own without the current one as administrator", "ada", "ada", "another-password", nil,
			"currentPassword is required"},
		{"own with a wrong one", "ben", "ben", "another-password", ptr("guess"), "The current password is wrong"},
		{"somebody's", "ben", "mira", "another-password", ptr("ben-password"), "Access denied"},
		{"somebody's as manager", "mira", "ben", "another-password", nil, "Access denied"},
		{"somebody's as user administrator", "uma", "ben", "another-password", nil, ""},
		{"an administrator's as user administrator", "uma", "ada", "another-password", nil, "Access denied"},
		{"an administrator's by the system", "system", "ada", "another-password", nil, ""},
		{"rules", "uma", "ben", "short", nil, "The password does not meet the rules: 5"},
		{"rules before nobody", "uma", "", "short", nil, "The password does not meet the rules: 5"},
		{"nobody", "uma", "", "another-password", nil, "User not found"},
		{"one that was", "uma", "ben", "ben-password", nil,
			"The password does not meet the rules: none of the last three"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := newPeople(t)
			id := p.ids[row.target]
			if row.target == "" {
				id = uuid.NewString()
			}
			_, err := p.SetUserPassword(t.Context(),
				commands.SetUserPassword{Request: p.as(row.caller), UserID: id, NewPassword: row.plain,
					Current: row.current})
			p.want(err, row.want)
			if changed := row.target != "" && p.wallet.kept[id][0] == row.plain && len(p.wallet.out) == 1; changed != (row.want == "") {
				t.Errorf("kept %v, signed out %v, want the new password and a sign-out: %v",
					p.wallet.kept[id], p.wallet.out, row.want == "")
			}
		})
	}
}

func TestUsersOfAnotherIssuerAreItsOwn(t *testing.T) {
	p := newPeople(t)
	set := func(r commands.Request) error {
		_, err := p.EnsureWorkspace(t.Context(), r, workspace.Settings{})
		_, changed := p.ChangeWorkspace(t.Context(), p.as("system"),
			func(s *workspace.Settings) { s.SignIn.Issuer = "https://idp.example/realms/x" })
		return errors.Join(err, changed)
	}
	p.want(set(p.as("system")), "")
	const managed = "Users are managed by the identity provider"
	_, err := p.CreateUser(t.Context(), commands.CreateUser{Request: p.as("uma"), Person: user.Person{Username: "new"}})
	p.want(err, managed)
	_, err = p.UpdateUser(t.Context(), commands.UpdateUser{Request: p.as("uma"), UserID: p.ids["ben"],
		Active: ptr(false)})
	p.want(err, managed)
	_, err = p.SetUserPassword(t.Context(), commands.SetUserPassword{Request: p.as("uma"), UserID: p.ids["ben"],
		NewPassword: "another-password"})
	p.want(err, managed)
	_, err = p.ChangeWorkspace(t.Context(), p.as("ada"), func(*workspace.Settings) {})
	p.want(err, "Access denied")
}

// TestErasedAccounts are nobody's any more: sessions and passwords are gone, names are free, and a
// deletion that was cut off is finished from its event.
func TestErasedAccounts(t *testing.T) {
	p := newPeople(t)
	erase := func(who, whom, confirmed string) error {
		_, err := p.EraseUser(t.Context(), commands.EraseUser{Request: p.as(who), UserID: p.ids[whom],
			Username: confirmed})
		return err
	}
	p.want(erase("uma", "ben", "ben"), "Access denied")
	p.want(erase("ada", "ada", "ada"), "You cannot erase your own account")
	p.want(erase("ada", "ben", "mira"),
		"username is not that of the account: erasing cannot be taken back, so name the account that is meant")
	if s := p.now("ben"); s.Erased || len(p.wallet.kept[p.ids["ben"]]) == 0 {
		t.Errorf("a refused request erased: %+v, want no change", s)
	}
	for range 2 {
		p.want(erase("ada", "ben", "BEN"), "")
	}
	if s := p.now("ben"); !s.Erased || s.Person != (user.Person{}) || s.IsActive() {
		t.Errorf("still there: %+v, want an erased account without a person", s)
	}
	if kept, out := p.wallet.kept[p.ids["ben"]], p.wallet.out; len(kept) > 0 || !slices.Contains(out, p.ids["ben"]) {
		t.Errorf("passwords %v, signed out %v, want len(kept) = 0 and %v in out", kept, out, p.ids["ben"])
	}
	_, err := p.UpdateUser(t.Context(), commands.UpdateUser{Request: p.as("ada"), UserID: p.ids["ben"],
		Active: ptr(true)})
	p.want(err, "The account is erased")
	out, err := p.CreateUser(t.Context(), commands.CreateUser{Request: p.as("ada"), Roles: []string{user.RoleUser},
		Person: user.Person{Username: "ben", Email: "ben@example.org"}})
	if p.want(err, ""); out.ID == p.ids["ben"] {
		t.Error("the new account is the old one")
	}
}
