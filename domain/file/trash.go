package file

import (
	"cmp"
	"path"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// ErrFilename refuses a name that a file may not have.
var ErrFilename = domain.Refuse(domain.BadFileName, "The file name is not allowed").At("file")

// ErrNotDeleted refuses to restore what is not in the trash.
var ErrNotDeleted = domain.Refuse(domain.NotDeleted, "File is not deleted")

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

// NewName is the sealed part of a renaming: what the file is called from then on.
type NewName struct {
	Filename string `json:"filename"`
}

// Renamed gives a file another name, which an event before it takes.
type Renamed struct {
	Name es.Sealed[NewName] `json:"name" seal:"name"`
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

// RestoreAs takes a file out of the trash under another name, whose hold is given to what it returns; subject is that of the
// file. The kind of the file stays: the name ends as it did.
func RestoreAs(subject es.Subject, name string) func(naming.Hold) es.Decision[State] {
	return func(hold naming.Hold) es.Decision[State] {
		return func(s State) ([]es.Event, error) {
			if err := cmp.Or(s.MayReturn(), s.MayBeNamed(name)); err != nil {
				return nil, err
			}
			return []es.Event{Restored{hold}, Renamed{es.Seal(subject, NewName{name})}}, nil
		}
	}
}

// MayBeNamed refuses a name whose end is that of another kind of file.
func (s State) MayBeNamed(name string) error {
	if !strings.EqualFold(path.Ext(name), path.Ext(s.Filename)) {
		return ErrFilename
	}
	return nil
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
