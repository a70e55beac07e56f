package user

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ProvisionAccount creates or updates an account that another issuer manages: roles are those that
// its tokens give it, and the person is that of a token that was issued at a time. No names are
// reserved, since the issuer answers for them. A token that is not later than the one before changes
// nothing of the person: what it says was true before. An erased account stays erased.
func ProvisionAccount(p es.Sealed[Person], roles []string, issuedAt time.Time) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := cmp.Or(CheckIssuedPerson(p.Value), checkVisible(p.Value, s.Person)); err != nil {
			return nil, err
		}
		roles, err := CheckRoles(roles)
		switch {
		case err != nil:
			return nil, err
		case s.Erased:
			return nil, domain.Faultf(domain.Invalid, "it is erased here")
		case !s.Exists:
			return []es.Event{Created{Roles: roles, Person: p, IssuedAt: issuedAt}}, nil
		}
		p, issuedAt := p, issuedAt
		if !issuedAt.After(s.IssuedAt) {
			p, issuedAt = es.Seal(p.Subject, s.Person), s.IssuedAt
		}
		var out []es.Event
		keep := roles
		if len(roles) == 0 {
			keep = s.Roles
		}
		if p.Value != s.Person || !slices.Equal(keep, s.Roles) {
			out = append(out, Updated{Roles: keep, Person: p, IssuedAt: issuedAt})
		}
		if len(roles) == 0 && s.IsActive() {
			out = append(out, Disabled{IssuedAt: issuedAt})
		}
		return out, nil
	}
}
