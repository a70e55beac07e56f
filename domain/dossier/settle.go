package dossier

import "github.com/seed-62a36931/docket/domain/es"

// AdoptTemplate brings the details of a dossier in line with a template that has changed:
// settled gives what they are now. It concerns archived and soft-deleted dossiers
// too, and says nothing of those that name nothing that has changed.
func AdoptTemplate(subject es.Subject, settled func(Details) Details) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active && s.Phase != Trashed {
			return nil, nil
		}
		d := settled(s.Details).completeMembers()
		if len(ChangedFields(s.Text, s.Text, s.Details.completeMembers(), d)) == 0 {
			return nil, nil
		}
		return []es.Event{Updated{Details: d, Text: es.Seal(subject, s.Text)}}, nil
	}
}
