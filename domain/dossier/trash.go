package dossier

import (
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ErrNotDeleted refuses to restore what is not in the trash.
var ErrNotDeleted = domain.Refuse(domain.NotDeleted, "Dossier is not deleted")

// SoftDelete hides an active dossier until its retention ends.
func SoftDelete(purgeAt time.Time) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrDossierNotFound
		}
		return []es.Event{SoftDeleted{purgeAt}}, nil
	}
}

// Restore takes a dossier out of the trash, archived if it was. Its files are as
// they were: those that were deleted one by one stay so.
func Restore() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch s.Phase {
		case Active:
			return nil, ErrNotDeleted
		case Trashed:
			return []es.Event{Restored{}}, nil
		}
		return nil, domain.ErrDossierNotFound
	}
}

// DeletePermanently ends a dossier, also one in the trash.
func DeletePermanently() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active && s.Phase != Trashed {
			return nil, domain.ErrDossierNotFound
		}
		return []es.Event{PermanentlyDeleted{}}, nil
	}
}

// Expire ends a dossier whose time in the trash is over at now; one that was
// restored, or whose time is not over, stays.
func Expire(now time.Time) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Trashed || s.PurgeAt.After(now) {
			return nil, nil
		}
		return []es.Event{PermanentlyDeleted{}}, nil
	}
}
