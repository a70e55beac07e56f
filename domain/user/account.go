package user

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Category is the first part of a user's stream name.
const Category = "user"

// Stream names the stream of an account.
func Stream(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// Subject owns the key of what is known of a person.
func Subject(workspace, id string) es.Subject { return es.Subject(workspace).Below(Category, id) }

// Person is who an account belongs to.
type Person struct {
	Username  string `json:"username"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
}

// What can happen to an account. Password hashes are never in events.
type (
	// Created begins an account.
	Created struct {
		naming.Hold
		Roles  []string          `json:"roles"`
		Person es.Sealed[Person] `json:"person" seal:"person"`
	}
	// Updated holds person and roles after the change; no roles means disabled.
	Updated struct {
		Roles  []string          `json:"roles"`
		Person es.Sealed[Person] `json:"person" seal:"person"`
	}
	// PasswordChanged notes that it was changed, not to what.
	PasswordChanged struct{}
	// ClaimFenced kills a pending claim on a name; it changes nothing else.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// Register names the events on the wire.
func Register(c *es.Codec) {
	es.Register[Created](c, "user.created")
	es.Register[Updated](c, "user.updated")
	es.Register[PasswordChanged](c, "user.password-changed")
	es.Register[ClaimFenced](c, "user.claim-fenced")
}

// State is what decisions need to know of an account.
type State struct {
	Exists bool
	Roles  []string
	Person Person
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: func(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		return State{true, e.Roles, e.Person.Value}
	case Updated:
		s.Roles, s.Person = e.Roles, e.Person.Value
	}
	return s
}}

// Active says whether the account may sign in: it holds a role.
func (s State) Active() bool { return s.Exists && len(s.Roles) > 0 }

// Principal is the account as one who asks.
func (s State) Principal(workspace, id string) Principal {
	return Principal{Workspace: workspace, ID: id, Username: s.Person.Username, Roles: s.Roles}
}

// Create begins an account with a checked person and roles.
func Create(c Created) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.ErrContended
		}
		if err := CheckPerson(c.Person.Value); err != nil {
			return nil, err
		}
		roles, err := CheckRoles(c.Roles)
		if err != nil {
			return nil, err
		}
		c.Roles = roles
		return []es.Event{c}, nil
	}
}

// ChangePassword notes a new password.
func ChangePassword() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrUserNotFound
		}
		return []es.Event{PasswordChanged{}}, nil
	}
}

// CheckRoles sorts roles and refuses unknown and repeated ones.
func CheckRoles(roles []string) ([]string, error) {
	out := slices.Sorted(slices.Values(roles))
	for i, r := range out {
		switch {
		case r != RoleUser && r != RoleManager && r != RoleUserAdmin && r != RoleAdmin:
			return nil, domain.Faultf(domain.Invalid, "roles must be one of ADMIN, MANAGER, USER, USER_ADMIN")
		case i > 0 && out[i-1] == r:
			return nil, domain.Faultf(domain.Invalid, "roles must not contain duplicates")
		}
	}
	return out, nil
}

// CheckPerson refuses usernames that are not 1 to 100 letters, digits or . _ - @.
func CheckPerson(p Person) error {
	ok := len(p.Username) >= 1 && len(p.Username) <= 100
	for _, r := range p.Username {
		ok = ok && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-@", r))
	}
	if !ok {
		return domain.Faultf(domain.Invalid, "username must be 1 to 100 letters, digits or . _ - @")
	}
	if p.Email != "" && !strings.Contains(p.Email, "@") {
		return domain.Faultf(domain.Invalid, "email is not an e-mail address")
	}
	return nil
}
