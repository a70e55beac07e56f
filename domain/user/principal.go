// Package user determines who may act: accounts, their roles, and the one table that
// says which role may call which operation.
package user

import (
	"net/netip"
	"slices"
)

// The roles. MANAGER includes USER; ADMIN includes USER_ADMIN. AUDITOR reads the trail of changes without
// content, and the evidence for it.
const (
	RoleUser      = "USER"
	RoleManager   = "MANAGER"
	RoleUserAdmin = "USER_ADMIN"
	RoleAdmin     = "ADMIN"
	RoleAuditor   = "AUDITOR"
)

// Roles are all of them.
var Roles = []string{RoleAdmin, RoleManager, RoleUser, RoleUserAdmin, RoleAuditor}

// SystemID is the account in whose name the service itself acts.
const SystemID = "00000000-0000-0000-0000-000000000000"

// A Principal is a caller: an account of one workspace with the roles that its
// record holds at this moment, or fewer where its token grants fewer.
type Principal struct {
	Workspace string // short name, [a-z0-9]{1,32}
	ID        string // uuid
	Username  string
	Roles     []string // as granted, without the included ones
	// Key is what an API key leaves of the rights; nil for a caller with a token, who has all of them.
	Key *KeyLimit `json:",omitempty"`
}

// A KeyLimit is what an API key leaves of the rights of its account.
type KeyLimit struct {
	ID       string // of the key
	Scopes   []Operation
	Bound    bool           // to networks
	Networks []netip.Prefix // that requests may come from, when the key is bound
}

// InScope reports whether the caller may call an operation as far as its key is concerned.
func (p Principal) InScope(op Operation) bool {
	return p.Key == nil || slices.Contains(p.Key.Scopes, op)
}

// SeesFiles reports whether the caller may be told of files, as far as its key is concerned.
func (p Principal) SeesFiles() bool {
	return p.InScope(GetFileStatus) || p.InScope(ListFileStatuses) || p.InScope(ListFiles)
}

// MayComeFrom reports whether the key of the caller allows requests from an address.
func (p Principal) MayComeFrom(address string) bool {
	if p.Key == nil || !p.Key.Bound {
		return true
	}
	a, err := netip.ParseAddr(address)
	return err == nil && slices.ContainsFunc(p.Key.Networks, func(n netip.Prefix) bool { return n.Contains(a.Unmap().WithZone("")) })
}

// SystemPrincipal returns the principal of the service itself in a workspace.
func SystemPrincipal(workspace string) Principal {
	return Principal{Workspace: workspace, ID: SystemID, Username: "system"}
}

// HasRole reports whether the account holds the role, itself or by inclusion.
func (p Principal) HasRole(role string) bool {
	switch {
	case slices.Contains(p.Roles, role):
		return true
	case role == RoleUser:
		return slices.Contains(p.Roles, RoleManager)
	case role == RoleUserAdmin:
		return slices.Contains(p.Roles, RoleAdmin)
	}
	return false
}

// LimitRoles returns the caller with those of a token's roles that it holds, themselves or by
// inclusion: who holds MANAGER is USER with a token for USER. Of a role that it holds only the
// included one of, as USER of MANAGER, it keeps that.
func (p Principal) LimitRoles(token []string) Principal {
	held, granted := p.Roles, Principal{Roles: token}
	limited := p
	limited.Roles = nil
	for _, r := range token {
		if p.HasRole(r) {
			limited.Roles = append(limited.Roles, r)
		}
	}
	for _, r := range held {
		if granted.HasRole(r) && !limited.HasRole(r) {
			limited.Roles = append(limited.Roles, r)
		}
	}
	slices.Sort(limited.Roles)
	return limited
}

// IsSystem reports whether the service itself acts.
func (p Principal) IsSystem() bool { return p.ID == SystemID }
