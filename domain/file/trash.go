package file

import (
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// ErrNotDeleted refuses to restore what is not in the trash.
var ErrNotDeleted = domain.Faultf(domain.Conflict, "File is not deleted")

// Restored brings a file back out of the trash, under its name, which it takes anew.
type Restored struct {
	naming.Hold
}

// SoftDelete hides an active file until its retention ends.
func SoftDelete(purgeAt time.Time) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrFileNotFound
		}
		return []es.Event{SoftDeleted{purgeAt}}, nil
	}
}

// Restore takes a file out of the trash; hold is the hold of its name.
func Restore(hold naming.Hold) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.MayReturn(); err != nil {
			return nil, err
		}
		return []es.Event{Restored{hold}}, nil
	}
}

// MayReturn refuses to restore what is not in the trash.
func (s State) MayReturn() error {
	switch s.Phase {
	case Active:
		return ErrNotDeleted
	case Trashed:
		return nil
	}
	return domain.ErrFileNotFound
}

// DeletePermanently ends a file, also one in the trash.
func DeletePermanently() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active && s.Phase != Trashed {
			return nil, domain.ErrFileNotFound
		}
		return []es.Event{PermanentlyDeleted{}}, nil
	}
}

// Expire ends a file whose time in the trash is over at now; one that was restored,
// or whose time is not over, stays.
func Expire(now time.Time) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Trashed || s.PurgeAt.After(now) {
			return nil, nil
		}
		return []es.Event{PermanentlyDeleted{}}, nil
	}
}
