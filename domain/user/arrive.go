package user

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// Arrive makes or refreshes an account that another issuer looks after: person and
// roles are what it says, and names are not taken, since it answers for them.
func Arrive(p es.Sealed[Person], roles []string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		roles, err := CheckRoles(roles)
		switch {
		case err != nil:
			return nil, err
		case !s.Exists:
			return []es.Event{Created{Roles: roles, Person: p}}, nil
		}
		var out []es.Event
		keep := roles
		if len(roles) == 0 {
			keep = s.Roles
		}
		if p.Value != s.Person || !slices.Equal(keep, s.Roles) {
			out = append(out, Updated{Roles: keep, Person: p})
		}
		if len(roles) == 0 && s.Active() {
			out = append(out, Disabled{})
		}
		return out, nil
	}
}
