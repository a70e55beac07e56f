package user

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// ProvisionAccount creates or updates an account that another issuer manages: person and roles
// are those that the issuer gives, and no names are reserved, since the issuer
// answers for them.
func ProvisionAccount(p es.Sealed[Person], roles []string) es.Decision[State] {
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
		if len(roles) == 0 && s.IsActive() {
			out = append(out, Disabled{})
		}
		return out, nil
	}
}
