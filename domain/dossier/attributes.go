package dossier

import (
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
)

// AttributesSet puts values of attributes in place of former ones; the others
// stay.
type AttributesSet struct {
	Values es.Sealed[[]attribute.Value] `json:"values" seal:"values"` // by id
}

// SetAttributes gives a dossier the values of attributes, by id of the definition.
func SetAttributes(subject es.Subject, values map[string]string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireOpen(); err != nil {
			return nil, err
		}
		var events []es.Event
		for _, part := range attribute.ChangedValues(s.Attributes, values) {
			events = append(events, AttributesSet{es.Seal(subject, part)})
		}
		return events, nil
	}
}
