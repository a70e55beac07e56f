package user

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Category is the first part of a user's stream name.
const Category = "user"

// StreamOf names the stream of an account.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of what is known of a person.
func SubjectOf(workspace, id string) es.Subject { return es.Subject(workspace).Child(Category, id) }

// Person is the owner of an account.
type Person struct {
	Username  string `json:"username"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
}

// What can happen to an account. Password hashes are never in events. IssuedAt is
// the time of the token that an account of another issuer was taken from, zero for
// accounts of the service itself.
type (
	// Created begins an account. It takes its username, by the embedded hold, and
	// its e-mail address.
	Created struct {
		naming.Hold
		EmailHold naming.Hold       `json:"emailHold,omitzero"`
		Roles     []string          `json:"roles"`
		Person    es.Sealed[Person] `json:"person" seal:"person"`
		IssuedAt  time.Time         `json:"issuedAt,omitzero"`
		// Service says that the account is no person's: a program signs in to it with the
		// secret of its client.
		Service bool `json:"service,omitzero"`
	}
	// Updated holds person and roles after the change; no roles means disabled. A
	// new e-mail address is taken by its hold.
	Updated struct {
		EmailHold naming.Hold       `json:"emailHold,omitzero"`
		Roles     []string          `json:"roles"`
		Person    es.Sealed[Person] `json:"person" seal:"person"`
		IssuedAt  time.Time         `json:"issuedAt,omitzero"`
	}
	// Disabled takes all roles of an account, which nobody can sign in to then.
	Disabled struct {
		IssuedAt time.Time `json:"issuedAt,omitzero"`
	}
	// PasswordChanged notes that it was changed, not to what.
	PasswordChanged struct{}
	// PreferencesChanged holds what the account wants of programs that show things to it, after
	// the change. Nobody else is told of it.
	PreferencesChanged struct {
		Preferences es.Sealed[Preferences] `json:"preferences" seal:"preferences"`
	}
	// ClaimFenced kills a pending claim on a name; it changes nothing else.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "user.created")
	es.RegisterEvent[Updated](c, "user.updated")
	es.RegisterEvent[Disabled](c, "user.disabled")
	es.RegisterEvent[PasswordChanged](c, "user.password-changed")
	es.RegisterEvent[PreferencesChanged](c, "user.preferences-changed")
	es.RegisterEvent[Erased](c, "user.erased")
	es.RegisterEvent[ClaimFenced](c, "user.claim-fenced")
}

// NameHolds returns the names that an account takes when it begins.
func (e Created) NameHolds() []naming.Hold { return []naming.Hold{e.Hold, e.EmailHold} }

// NameHolds returns the names that an account takes when it changes.
func (e Updated) NameHolds() []naming.Hold { return []naming.Hold{e.EmailHold} }

// State is the state of an account that decisions depend on.
type State struct {
	Exists    bool
	Roles     []string
	Person    Person
	Hold      naming.Hold // of the username
	EmailHold naming.Hold // zero without an address
	IssuedAt  time.Time   // of the latest token of another issuer that changed it
	Service   bool        // of a program, without a password
	Erased    bool        // for good; the holds are those that it had
	// Preferences is the digest of those that are stored, zero for none.
	Preferences [sha256.Size]byte
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		return State{Exists: true, Roles: e.Roles, Person: e.Person.Value, Hold: e.Hold, EmailHold: e.EmailHold,
			IssuedAt: e.IssuedAt, Service: e.Service}
	case Updated:
		if e.Person.Value.Email == "" || e.EmailHold != (naming.Hold{}) {
			s.EmailHold = e.EmailHold
		}
		s.Roles, s.Person, s.IssuedAt = e.Roles, e.Person.Value, e.IssuedAt
	case Disabled:
		s.Roles, s.IssuedAt = nil, e.IssuedAt
	case PreferencesChanged:
		s.Preferences = e.Preferences.Value.digest()
	case Erased:
		s.Erased, s.Roles, s.Person = true, nil, Person{}
	}
	return s
}

// HasName reports whether the account has the username or the address that a claim took.
func (s State) HasName(claim uuid.UUID) bool {
	return !s.Erased && (s.Hold.Claim == claim || s.EmailHold.Claim == claim)
}

// IsActive reports whether the account may sign in: it holds a role.
func (s State) IsActive() bool { return s.Exists && len(s.Roles) > 0 }

// ToPrincipal returns the account as the caller of operations.
func (s State) ToPrincipal(workspace, id string) Principal {
	return Principal{Workspace: workspace, ID: id, Username: s.Person.Username, Roles: s.Roles}
}

// Create begins an account with a checked person and roles.
func Create(c Created) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.ErrContended
		}
		if err := cmp.Or(CheckPerson(c.Person.Value), checkVisible(c.Person.Value, Person{})); err != nil {
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

// Update changes person and roles of an account; email is the hold of a new address.
// An account that loses its last role is disabled.
func Update(p es.Sealed[Person], roles []string, email naming.Hold) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.checkNotErased(); err != nil {
			return nil, err
		}
		if err := cmp.Or(CheckPerson(p.Value), checkVisible(p.Value, s.Person)); err != nil {
			return nil, err
		}
		roles, err := CheckRoles(roles)
		if err != nil {
			return nil, err
		}
		disabled := len(roles) == 0 && s.IsActive()
		if disabled {
			roles = s.Roles
		}
		var out []es.Event
		if p.Value != s.Person || !slices.Equal(roles, s.Roles) {
			out = append(out, Updated{EmailHold: email, Roles: roles, Person: p})
		}
		if disabled {
			out = append(out, Disabled{})
		}
		return out, nil
	}
}

// ErrServiceAccount refuses passwords for accounts of programs.
var ErrServiceAccount = domain.Faultf(domain.Conflict,
	"A service account has no password: its client signs in with the secret of the client")

// ChangePassword notes a new password.
func ChangePassword() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.checkNotErased(); err != nil {
			return nil, err
		}
		if s.Service {
			return nil, ErrServiceAccount
		}
		return []es.Event{PasswordChanged{}}, nil
	}
}
