package dossier

import "github.com/seed-62a36931/docket/domain/es"

// Archive closes an active dossier for good: it can be read, packed and deleted,
// and nothing in it can be changed any more.
func Archive() es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		return []es.Event{Archived{}}, nil
	}
}
