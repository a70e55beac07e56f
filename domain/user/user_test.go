package user

import (
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestRolesInclude(t *testing.T) {
	for _, c := range []struct {
		has, asked string
		want       bool
	}{
		{RoleManager, RoleUser, true}, {RoleAdmin, RoleUserAdmin, true}, {RoleUser, RoleManager, false},
		{RoleAdmin, RoleUser, false}, {RoleUserAdmin, RoleAdmin, false}, {RoleAdmin, RoleManager, false},
	} {
		if got := (Principal{Roles: []string{c.has}}).HasRole(c.asked); got != c.want {
			t.Errorf("%s has %s: %v", c.has, c.asked, got)
		}
	}
}

// relations walks who a caller can be to a file of a private dossier.
var relations = map[string]Object{
	"stranger": {Owner: "o", Members: []string{"o"}},
	"public":   {Owner: "o", Members: []string{"o"}, Public: true},
	"member":   {Owner: "o", Members: []string{"o", "me"}},
	"owner":    {Owner: "me", Members: []string{"me"}},
	"assignee": {Owner: "o", Members: []string{"o", "me"}, Assignee: "me"},
	"other":    {Owner: "o", Members: []string{"o", "me", "x"}, Assignee: "x"},
	"former":   {Owner: "o", Members: []string{"o", "me"}, Assignee: "left"},
	"ownother": {Owner: "me", Members: []string{"me", "x"}, Assignee: "x"},
}

func TestRelationsDecide(t *testing.T) {
	for op, may := range map[Operation]map[string][]string{ // role -> relations that suffice
		GetFileStatus: {RoleUser: {"public", "member", "owner", "assignee", "other", "former", "ownother"},
			RoleManager: {"public", "member", "owner", "assignee", "other", "former", "ownother"}, RoleAdmin: {}, RoleUserAdmin: {}},
		GetDossier: {RoleUser: {"public", "member", "owner", "assignee", "other", "former", "ownother"},
			RoleManager: {"stranger", "public", "member", "owner", "assignee", "other", "former", "ownother"}, RoleAdmin: {}},
		AddComponentOverrides: {RoleUser: {"member", "owner", "assignee", "former"}, RoleManager: {"member", "owner", "assignee", "former"},
			RoleAdmin: {}},
		CreateFilesDownload: {RoleUser: {"member", "owner", "assignee", "former", "ownother"},
			RoleManager: {"member", "owner", "assignee", "former", "ownother"}},
		DeleteDossier:     {RoleUser: {}, RoleManager: {"owner", "ownother"}, RoleAdmin: {}},
		UploadFile:        {RoleUser: {"member", "owner", "assignee", "other", "former", "ownother"}, RoleAdmin: {}},
		GetFileHistory:    {RoleUser: {"member", "owner", "assignee", "other", "former", "ownother"}, RoleAdmin: {}},
		CreateUsageReport: {RoleUser: {}, RoleManager: {}, RoleUserAdmin: {}},
	} {
		for role, allowed := range may {
			p := Principal{ID: "me", Roles: []string{role}}
			for name, o := range relations {
				want := false
				for _, a := range allowed {
					want = want || a == name
				}
				if err := CheckAccess(p, op, o); (err == nil) != want || err != nil && !errors.Is(err, domain.ErrAccessDenied) {
					t.Errorf("%s as %s, %s: %v, want allowed %v", op, role, name, err, want)
				}
			}
		}
	}
}

func TestManagersSeeEveryRecord(t *testing.T) {
	hidden := relations["stranger"]
	if !CanSee(Principal{ID: "me", Roles: []string{RoleManager}}, hidden) ||
		CanSee(Principal{ID: "me", Roles: []string{RoleUser, RoleAdmin}}, hidden) {
		t.Error("a private dossier is visible to its members and to managers only")
	}
}

func TestAccounts(t *testing.T) {
	if _, err := CheckRoles([]string{RoleUser, RoleUser}); err == nil {
		t.Error("a role twice")
	}
	if _, err := CheckRoles([]string{"ROOT"}); err == nil {
		t.Error("an unknown role")
	}
	if got, err := CheckRoles([]string{RoleUser, RoleAdmin}); err != nil || got[0] != RoleAdmin {
		t.Errorf("roles are sorted by name: %v %v", got, err)
	}
	for _, name := range []string{"", "a b", "ümit", "x/y"} {
		if CheckPerson(Person{Username: name}) == nil {
			t.Errorf("username %q", name)
		}
	}
	if err := CheckPerson(Person{Username: "mira.k_1-x@y", Email: "m@x"}); err != nil {
		t.Error(err)
	}
}

func TestArrivals(t *testing.T) {
	sealed := func(name string) es.Sealed[Person] {
		return es.Seal("demo/user.1", Person{Username: name + " with a space"})
	}
	created := Created{Roles: []string{RoleUser}, Person: sealed("mira")}
	for _, row := range []struct {
		name  string
		given []es.Event
		p     es.Sealed[Person]
		roles []string
		then  []es.Event
	}{
		{"first", nil, sealed("mira"), []string{RoleUser}, []es.Event{created}},
		{"the same", []es.Event{created}, sealed("mira"), []string{RoleUser}, nil},
		{"another name", []es.Event{created}, sealed("lee"), []string{RoleUser},
			[]es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("lee")}}},
		{"other roles", []es.Event{created}, sealed("mira"), []string{RoleUser, RoleAdmin},
			[]es.Event{Updated{Roles: []string{RoleAdmin, RoleUser}, Person: sealed("mira")}}},
		{"no roles", []es.Event{created}, sealed("mira"), nil, []es.Event{Disabled{}}},
		{"still none", []es.Event{created, Disabled{}}, sealed("mira"), nil, nil},
		{"roles again", []es.Event{created, Disabled{}}, sealed("mira"), []string{RoleUser},
			[]es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("mira")}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, row.given...).When(ProvisionAccount(row.p, row.roles)).Then(row.then...)
		})
	}
}
