package dossier

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Create begins a dossier. Owner and approvers become members.
func Create(c Created) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != None {
			return nil, domain.ErrContended
		}
		c.Details = c.Details.completeMembers()
		return []es.Event{c}, nil
	}
}

// Update replaces the details of an active dossier; hold is the hold of the new name
// when the dossier was renamed. A change that changes nothing yields no event.
func Update(d Details, t es.Sealed[Text], hold naming.Hold) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		d := d.completeMembers()
		if len(ChangedFields(s.Text, t.Value, s.Details.completeMembers(), d)) == 0 {
			return nil, nil
		}
		return []es.Event{Updated{Hold: hold, Details: d, Text: t}}, nil
	}
}

// requireOpen refuses changes that a dossier can no longer take.
func (s State) requireOpen() error {
	switch {
	case s.Phase != Active:
		return domain.ErrDossierNotFound
	case s.Archived:
		return domain.ErrArchived
	}
	return nil
}

// CheckAcceptsFiles refuses with an error when files may not be added to or changed in the
// dossier.
func (s State) CheckAcceptsFiles() error { return s.requireOpen() }

// completeMembers puts owner and approvers among the members, each once, in order of
// first mention, and makes absent lists empty.
func (d Details) completeMembers() Details {
	var members []string
	for _, id := range slices.Concat([]string{d.Owner}, d.Members, d.Approvers) {
		if !slices.Contains(members, id) {
			members = append(members, id)
		}
	}
	d.Members = members
	d.Approvers = append([]string{}, d.Approvers...)
	d.ReportTemplates = append([]string{}, d.ReportTemplates...)
	return d
}
