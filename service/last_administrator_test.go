package service_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAnAdministratorIsLeft lets 2 and 5 administrators take the role from each other at once, in a
// ring, again and again: who is let in is an administrator when it happens, so at least one is left.
func TestAnAdministratorIsLeft(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		r := servicetest.ServeInside(t, args...)
		callers, ids := make([]*servicetest.Caller, 5), make([]string, 5)
		for i := range callers {
			callers[i], ids[i] = r.AddAccount("demo", fmt.Sprintf("admin%d", i), user.RoleAdmin)
		}
		for round := range 20 {
			n := 2 + round%2*3
			statuses := make([]int, n)
			var together sync.WaitGroup
			for i := range n {
				body := `{"roles":["USER"]}`
				if round%4 > 1 {
					body = `{"active":false}`
				}
				together.Go(func() {
					a, err := callers[i].Do("PUT", "/api/users/"+ids[(i+1)%n], "application/json", strings.NewReader(body))
					if statuses[i] = a.Status; err != nil {
						t.Error(err)
					}
				})
			}
			together.Wait()
			r.Settle()
			left := n
			for i, status := range statuses {
				switch {
				case status == 200:
					left--
				case !slices.Contains([]int{401, 403}, status):
					t.Errorf("round %d: administrator %d of %d got %d, want 200, 401 or 403", round, i, n, status)
				}
			}
			if left < 1 {
				t.Errorf("round %d: %d demotions of %d administrators were done: %v, want left at least 1",
					round, n-left, n, statuses)
			}
			restoreAdministrators(r, callers[:n], ids[:n])
		}
	})
}

// restoreAdministrators makes accounts administrators again, and signs them in.
func restoreAdministrators(r *servicetest.Room, callers []*servicetest.Caller, ids []string) {
	r.T.Helper()
	for _, id := range ids {
		change := commands.UpdateUser{Request: r.NewRequest("demo"), UserID: id, Roles: &[]string{user.RoleAdmin}}
		if _, err := r.App.Commands.UpdateUser(r.T.Context(), change); err != nil {
			r.T.Fatal(err)
		}
	}
	r.Settle()
	for i := range callers {
		callers[i] = r.SignInUser("demo", fmt.Sprintf("admin%d", i))
	}
}
