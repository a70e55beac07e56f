package user

import (
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Erased ends an account for good: what was known of the person is unreadable from then on, since
// the key of the person is destroyed. It holds nothing itself.
type Erased struct{}

// ErrErased refuses changes of accounts that are erased.
var ErrErased = domain.Faultf(domain.Conflict, "The account is erased")

// Pseudonym returns what stands for the username of an erased account; no account can have it.
func Pseudonym(id string) string { return "erased user " + id[:min(len(id), 8)] }

// Erase erases an account; once more changes nothing.
func Erase() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case !s.Exists:
			return nil, domain.ErrUserNotFound
		case s.Erased:
			return nil, nil
		}
		return []es.Event{Erased{}}, nil
	}
}

// checkNotErased refuses changes of an account that is not there, or erased.
func (s State) checkNotErased() error {
	switch {
	case !s.Exists:
		return domain.ErrUserNotFound
	case s.Erased:
		return ErrErased
	}
	return nil
}
