package accounts

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
)

// TestEveryRoleIsGrantedBySomebody wants a role that was added to be for administrators to give, until
// grantedByUserAdmins names it, and accounts that hold it to be out of reach of user administrators.
func TestEveryRoleIsGrantedBySomebody(t *testing.T) {
	by := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUserAdmin}}
	admin := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleAdmin}}
	for role, want := range map[string]bool{user.RoleUser: true, user.RoleManager: true, user.RoleUserAdmin: true, user.RoleAuditor: true,
		user.RoleAdmin: false, "A_ROLE_THAT_WAS_ADDED": false} {
		roles := []string{user.RoleUser, role}
		if got := mayGrant(by, roles) == nil; got != want {
			t.Errorf("%s given by a user administrator: got %t, want %t", role, got, want)
		}
		if got := mayChange(by, uuid.NewString(), user.State{Exists: true, Roles: roles}) == nil; got != want {
			t.Errorf("an account with %s changed by a user administrator: got %t, want %t", role, got, want)
		}
		if err := mayGrant(admin, roles); err != nil {
			t.Errorf("%s given by an administrator: got %v, want no refusal", role, err)
		}
	}
}
