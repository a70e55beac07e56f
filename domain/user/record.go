package user

import "github.com/seed-62a36931/docket/domain/es"

// Account is an account as readers see it.
type Account struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace"`
	Person
	Roles   []string `json:"roles"`
	Version uint64   `json:"version"`
}

// IsActive reports whether the account may sign in: it holds a role.
func (r Account) IsActive() bool { return len(r.Roles) > 0 }

// Fold gives the record after one more event of the account's stream.
func Fold(r Account, e es.Recorded) Account {
	switch v := e.Event.(type) {
	case Created:
		r = Account{ID: e.Stream.Key(), Workspace: e.Workspace, Person: v.Person.Value, Roles: v.Roles}
	case Updated:
		r.Person, r.Roles = v.Person.Value, v.Roles
	case Disabled:
		r.Roles = nil
	}
	r.Version = e.Version
	return r
}
