package service_test

import (
	"os"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/servicetest/keycloak"
)

// TestPermissionWalkByKeycloak walks every operation with tokens of Keycloak, which client scopes limit to some of the roles that
// their accounts have; a token with all roles was shown before or after. The realm is that of our compose file.
func TestPermissionWalkByKeycloak(t *testing.T) {
	if os.Getenv("DOCKET_TEST_FULL") == "" && os.Getenv("DOCKET_TEST_KEYCLOAK") == "" {
		t.Skip("Keycloak takes a minute to start: DOCKET_TEST_KEYCLOAK=1, or full length, runs it")
	}
	t.Parallel()
	const client = "docket-web"
	k := keycloak.Start(t, "deployments/compose/realm.json")
	k.LimitTokens(client, servicetest.AllRoles...)
	r := servicetest.ServeInside(t, servicetest.NewMasterKey(t)...)
	in := workspace.Settings{RetentionHours: 96, SignIn: workspace.SignIn{Issuer: k.Issuer}}
	if _, err := r.App.Commands.EnsureWorkspace(t.Context(), r.NewRequest("legal"), in); err != nil {
		t.Fatal(err)
	}
	r.Settle()
	g := newGround(r)
	g.workspace, g.external = "legal", true
	accounts := 0
	g.addAccount = func(name string, roles ...string) (*servicetest.Caller, string) {
		has := servicetest.AllRoles
		if name == "victim" { // who administers users may touch it
			has = roles
		}
		id := k.AddAccount(name, has...)
		show := func(roles ...string) *servicetest.Caller {
			c := &servicetest.Caller{T: t, Service: r.Instance, Token: k.SignIn(client, name, roles...)}
			wantOwnRoles(t, c, slices.Sorted(slices.Values(roles))...)
			return c
		}
		if accounts++; accounts%2 == 0 {
			show(has...)
			return show(roles...), id
		}
		limited := show(roles...)
		show(has...)
		return limited, id
	}
	g.lay().walkAll()
}
