package user

import (
	"errors"
	"strings"
	"testing"
	"time"

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
			t.Errorf("%s has %s: %v, want %v", c.has, c.asked, got, c.want)
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
		t.Errorf("roles are sorted by name: %v %v, want no error and got[0] = %v", got, err, RoleAdmin)
	}
	for _, name := range []string{"", "a b", "ümit", "x/y"} {
		if CheckPerson(Person{Username: name}) == nil {
			t.Errorf("username %q, want CheckPerson(Person{Username: name}) != nil", name)
		}
	}
	if err := CheckPerson(Person{Username: "mira.k_1-x@y", Email: "m@x"}); err != nil {
		t.Error(err)
	}
}

// What another issuer says is stored and indexed as it is, so it must be text of a bounded length.
func TestPersonsOfAnotherIssuerAreChecked(t *testing.T) {
	for _, p := range []Person{
		{Username: "Mira Küçük"},
		{Username: strings.Repeat("ü", 255), FirstName: strings.Repeat("ü", 255), Email: strings.Repeat("m", 254)},
		{Username: "auth0|42", Email: "mira@localhost"},
	} {
		if err := CheckIssuedPerson(p); err != nil {
			t.Errorf("%.20q: %v, want no error", p.Username, err)
		}
	}
	for want, p := range map[string]Person{
		"username is required":                          {},
		"username must not contain control characters":  {Username: "mi\x00ra"},
		"username must not be longer than 255":          {Username: strings.Repeat("x", 10_000)},
		"firstName must not contain control characters": {Username: "mira", FirstName: "\x00"},
		"firstName must not be longer than 255":         {Username: "mira", FirstName: strings.Repeat("x", 256)},
		"lastName must not contain control characters":  {Username: "mira", LastName: "a\nb"},
		"email must not contain control characters":     {Username: "mira", Email: "mira@\x00example.org"},
		"email must not be longer than 254":             {Username: "mira", Email: strings.Repeat("x", 255)},
	} {
		if err := CheckIssuedPerson(p); domain.KindOf(err) != domain.Invalid || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if events, err := ProvisionAccount(es.Seal("demo/user.1", p), []string{RoleUser}, time.Now())(State{}); err == nil {
			t.Errorf("%v instead of: %s, want an error", events, want)
		}
	}
}

func TestArrivals(t *testing.T) {
	sealed := func(name string) es.Sealed[Person] {
		return es.Seal("demo/user.1", Person{Username: name + " with a space"})
	}
	at := func(second int) time.Time { return time.Date(2024, 5, 31, 8, 0, second, 0, time.UTC) }
	before := Created{Roles: []string{RoleUser}, Person: sealed("mira")} // by a version that did not note times
	created := Created{Roles: []string{RoleUser}, Person: sealed("mira"), IssuedAt: at(10)}
	promoted := Updated{Roles: []string{RoleAdmin}, Person: sealed("mira"), IssuedAt: at(20)}
	for _, row := range []struct {
		name  string
		given []es.Event
		p     es.Sealed[Person]
		roles []string
		at    time.Time
		then  []es.Event
	}{
		{"first", nil, sealed("mira"), []string{RoleUser}, at(10), []es.Event{created}},
		{"the same", []es.Event{created}, sealed("mira"), []string{RoleUser}, at(30), nil},
		{"another name", []es.Event{created}, sealed("lee"), []string{RoleUser}, at(30),
			[]es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("lee"), IssuedAt: at(30)}}},
		{"other roles", []es.Event{created}, sealed("mira"), []string{RoleUser, RoleAdmin}, at(30),
			[]es.Event{Updated{Roles: []string{RoleAdmin, RoleUser}, Person: sealed("mira"), IssuedAt: at(30)}}},
		{"after an event without a time", []es.Event{before}, sealed("mira"), []string{RoleAdmin}, at(20), []es.Event{promoted}},
		{"the name of an older token", []es.Event{created, promoted}, sealed("lee"), []string{RoleAdmin}, at(19), nil},
		{"the name of another token of the same time", []es.Event{created, promoted}, sealed("lee"), []string{RoleAdmin}, at(20), nil},
		{"roles with an older token", []es.Event{created, promoted}, sealed("lee"), []string{RoleUser}, at(19),
			[]es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("mira"), IssuedAt: at(20)}}},
		{"roles with a token that is not the latest", []es.Event{created, promoted}, sealed("lee"),
			[]string{RoleUser, RoleAdmin}, time.Time{},
			[]es.Event{Updated{Roles: []string{RoleAdmin, RoleUser}, Person: sealed("mira"), IssuedAt: at(20)}}},
		{"no roles with an older token", []es.Event{created, promoted}, sealed("mira"), nil, at(19),
			[]es.Event{Disabled{IssuedAt: at(20)}}},
		{"no roles", []es.Event{created}, sealed("mira"), nil, at(30), []es.Event{Disabled{IssuedAt: at(30)}}},
		{"still none", []es.Event{created, Disabled{IssuedAt: at(30)}}, sealed("mira"), nil, at(40), nil},
		{"roles of a token from before, which is valid", []es.Event{created, Disabled{IssuedAt: at(30)}}, sealed("lee"), []string{RoleUser},
			at(29), []es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("mira"), IssuedAt: at(30)}}},
		{"roles again", []es.Event{created, Disabled{IssuedAt: at(30)}}, sealed("mira"), []string{RoleUser}, at(31),
			[]es.Event{Updated{Roles: []string{RoleUser}, Person: sealed("mira"), IssuedAt: at(31)}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			estest.GivenEvents(t, Decider, row.given...).When(ProvisionAccount(row.p, row.roles, row.at)).Then(row.then...)
		})
	}
}

// A caller has of its roles those that its token grants too, in the token's words.
func TestRolesAreLimitedByTheToken(t *testing.T) {
	for _, row := range []struct{ held, token, want string }{
		{"ADMIN MANAGER", "MANAGER", "MANAGER"},
		{"ADMIN MANAGER", "ADMIN", "ADMIN"},
		{"ADMIN MANAGER", "USER", "USER"},
		{"ADMIN MANAGER USER USER_ADMIN", "ADMIN MANAGER", "ADMIN MANAGER"},
		{"MANAGER USER", "USER MANAGER", "MANAGER USER"},
		{"USER", "MANAGER", "USER"},
		{"USER", "MANAGER ADMIN", "USER"},
		{"USER_ADMIN AUDITOR", "ADMIN", "USER_ADMIN"},
		{"ADMIN", "USER_ADMIN", "USER_ADMIN"},
		{"AUDITOR", "ADMIN MANAGER USER USER_ADMIN", ""},
		{"ADMIN MANAGER USER USER_ADMIN AUDITOR", "", ""},
		{"", "ADMIN", ""},
	} {
		p := Principal{Workspace: "demo", ID: "u", Username: "mira", Roles: strings.Fields(row.held)}
		got := p.LimitRoles(strings.Fields(row.token))
		if strings.Join(got.Roles, " ") != row.want || got.ID != "u" || got.Workspace != "demo" || got.Username != "mira" {
			t.Errorf("%s by a token for %s: got %+v, want %s", row.held, row.token, got, row.want)
		}
		if strings.Join(p.Roles, " ") != row.held {
			t.Errorf("the roles of the caller itself became %v, want %v", p.Roles, row.held)
		}
	}
}
