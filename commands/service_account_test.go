package commands_test

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestAccountsOfPrograms are made once, get the roles that were named last, are made by operators and administrators alone, and
// never become a person's.
func TestAccountsOfPrograms(t *testing.T) {
	p := newPeople(t)
	ensure := func(who, name string, roles ...string) (commands.Outcome, error) {
		return p.EnsureServiceAccount(t.Context(),
			commands.EnsureServiceAccount{Request: p.as(who), Username: name, Roles: roles})
	}
	_, err := ensure("uma", "robot", user.RoleUser)
	p.want(err, "Access denied")
	first, err := ensure("system", "robot", user.RoleUser)
	p.want(err, "")
	p.ids["robot"] = first.ID
	if s := p.now("robot"); !s.Service || !slices.Equal(s.Roles, []string{user.RoleUser}) || s.Person.Username != "robot" {
		t.Fatalf("got %+v, want an account of a program", s)
	}
	second, err := ensure("system", "ROBOT", user.RoleManager, user.RoleAuditor)
	p.want(err, "")
	if s := p.now("robot"); second.ID != first.ID || !slices.Equal(s.Roles, []string{user.RoleAuditor, user.RoleManager}) {
		t.Errorf("got %+v with roles %v, want the same account with the new roles", second, s.Roles)
	}
	_, err = ensure("system", "ben", user.RoleUser)
	p.want(err, "The account ben is a person's")
	if s := p.now("ben"); s.Service || !slices.Equal(s.Roles, []string{user.RoleUser}) {
		t.Errorf("the person's account became %+v, want a person with the role USER", s)
	}
	_, err = p.SetUserPassword(t.Context(), commands.SetUserPassword{Request: p.as("uma"), UserID: first.ID,
		NewPassword: "another-password"})
	p.want(err, user.ErrServiceAccount.Error())
}

func TestPreferencesAreOnesOwn(t *testing.T) {
	p := newPeople(t)
	out, err := p.UpdatePreferences(t.Context(), commands.UpdatePreferences{Request: p.as("ben"),
		Preferences: []byte(`{"language":"de"}`)})
	if p.want(err, ""); out.ID != p.ids["ben"] || out.Position == 0 {
		t.Errorf("got %+v, want the account of the caller and a position", out)
	}
	var stored user.Preferences
	for e, err := range p.house.Log.Stream(t.Context(), user.StreamOf("demo", p.ids["ben"]), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if changed, ok := e.Event.(user.PreferencesChanged); ok {
			stored = changed.Preferences.Value
		}
	}
	if stored.JSON != `{"language":"de"}` {
		t.Errorf("stored %q, want %q", stored.JSON, `{"language":"de"}`)
	}
	nobody := p.as("ben")
	nobody.Caller.Roles = nil
	_, err = p.UpdatePreferences(t.Context(), commands.UpdatePreferences{Request: nobody, Preferences: []byte(`{}`)})
	p.want(err, "Access denied")
}

// Whoever may not set passwords is not told what is wrong with one.
func TestPasswordsOfOthersAreRefusedBeforeTheyAreLookedAt(t *testing.T) {
	p := newPeople(t)
	nobody := p.as("ben")
	nobody.Caller.Roles = nil
	_, err := p.SetUserPassword(t.Context(), commands.SetUserPassword{Request: nobody, UserID: p.ids["ben"],
		NewPassword: "x"})
	p.want(err, "Access denied")
}
