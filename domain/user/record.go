package user

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
)

// Account is an account as readers see it.
type Account struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace"`
	Person
	Roles   []string `json:"roles"`
	Service bool     `json:"service,omitzero"` // of a program
	Erased  bool     `json:"erased,omitzero"`  // for good; a pseudonym is its username
	Version uint64   `json:"version"`
	// Whole says that Version counts every event of the stream. Rows of before left out those that change
	// nothing of the account.
	Whole bool `json:"whole,omitzero"`
}

// LookupKey returns the digest by which a username or an e-mail address of a workspace is found,
// without regard to case; "" for an empty one.
func LookupKey(workspace, name string) string {
	if name == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(workspace + "\n" + strings.ToLower(name)))
	return hex.EncodeToString(sum[:16])
}

// IsActive reports whether the account may sign in: it holds a role.
func (r Account) IsActive() bool { return len(r.Roles) > 0 }

// Fold gives the record after one more event of the account's stream.
func Fold(r Account, e es.Recorded) Account {
	id := e.Stream.Key()
	switch v := e.Event.(type) {
	case Created:
		r = Account{ID: id, Workspace: e.Workspace, Person: readable(v.Person, id), Roles: v.Roles, Service: v.Service}
	case Updated:
		r.Person, r.Roles = readable(v.Person, id), v.Roles
	case Disabled:
		r.Roles = nil
	case Erased:
		r = Account{ID: id, Workspace: e.Workspace, Person: Person{Username: Pseudonym(id)}, Service: r.Service, Erased: true}
	}
	r.Version, r.Whole = e.Version, true
	return r
}

// readable returns a person, or a pseudonym for one who is erased.
func readable(p es.Sealed[Person], id string) Person {
	if p.IsErased() {
		return Person{Username: Pseudonym(id)}
	}
	return p.Value
}
