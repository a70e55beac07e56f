package user

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
)

// An Object is the object of a relation: a dossier, or a file in one.
type Object struct {
	Owner    string
	Members  []string // owner and approvers among them
	Public   bool
	Assignee string // of a file; who is no member any more counts as none
}

// Readers of dossiers that are no accounts, as read models name them.
const (
	EveryUser    = "users"    // of a PUBLIC dossier
	EveryManager = "managers" // of the record of each dossier
)

// CanSee reports whether the caller may know that a dossier exists: its readers and
// every manager may.
func CanSee(p Principal, o Object) bool {
	return p.IsSystem() || p.HasRole(RoleManager) || o.hasRelation(p, Reader)
}

// CheckAccess refuses an operation on an object for which the caller has no sufficient
// relation.
func CheckAccess(p Principal, op Operation, o Object) error {
	if p.IsSystem() {
		return nil
	}
	for _, r := range AllowedRelations(p, op) {
		if o.hasRelation(p, r) {
			return nil
		}
	}
	return domain.ErrAccessDenied
}

// hasRelation reports whether the caller has a relation to the object.
func (o Object) hasRelation(p Principal, r Relation) bool {
	member := slices.Contains(o.Members, p.ID)
	assigned := o.Assignee != "" && slices.Contains(o.Members, o.Assignee)
	switch r {
	case Yes, Record:
		return true
	case Own, Owner:
		return o.Owner == p.ID
	case Reader:
		return member || o.Public && p.HasRole(RoleUser)
	case Member:
		return member
	case Editor:
		return member && (!assigned || o.Assignee == p.ID)
	case Packager:
		return o.Owner == p.ID || o.hasRelation(p, Editor)
	}
	return false
}
