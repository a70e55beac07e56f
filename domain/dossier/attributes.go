package dossier

import (
	"maps"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// AttributesSet puts values of attributes in place of former ones; the others
// stay.
type AttributesSet struct {
	Values es.Sealed[[]Attribute] `json:"values" seal:"values"` // by id
}

// Attribute is the value, or a part of it, that a dossier has for one of the dossier
// attribute definitions of its template.
type Attribute struct {
	ID    string `json:"id"`    // of the definition
	Value string `json:"value"` // "" takes it away
	// Continued says that the value goes on behind what came before it: pictures are
	// too long for one event.
	Continued bool `json:"continued,omitzero"`
}

// valuesPerEvent bounds the values of one event, in bytes, so that it stays well
// below es.MaxBody however they are written.
const valuesPerEvent = 64 << 10

// SetAttributes gives a dossier the values of attributes, by id of the definition.
func SetAttributes(subject es.Subject, values map[string]string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.open(); err != nil {
			return nil, err
		}
		var events []es.Event
		for _, part := range portions(s.changedOf(values)) {
			events = append(events, AttributesSet{es.Seal(subject, part)})
		}
		return events, nil
	}
}

// changedOf are the values that differ from those of the dossier, by id.
func (s State) changedOf(values map[string]string) (changed []Attribute) {
	for _, id := range slices.Sorted(maps.Keys(values)) {
		if values[id] != s.Attributes[id] {
			changed = append(changed, Attribute{ID: id, Value: values[id]})
		}
	}
	return changed
}

// portions deals values out to events, long ones to several.
func portions(values []Attribute) (parts [][]Attribute) {
	size := valuesPerEvent
	add := func(a Attribute) {
		if size += len(a.ID) + len(a.Value); size > valuesPerEvent {
			parts, size = append(parts, nil), len(a.ID)+len(a.Value)
		}
		last := &parts[len(parts)-1]
		*last = append(*last, a)
	}
	const longest = valuesPerEvent / 2
	for _, a := range values {
		for len(a.Value) > longest {
			cut := longest
			for cut > 0 && a.Value[cut]&0xc0 == 0x80 { // not within a character
				cut--
			}
			add(Attribute{a.ID, a.Value[:cut], a.Continued})
			a.Value, a.Continued = a.Value[cut:], true
		}
		add(a)
	}
	return parts
}

// withAttributes are values, by id, with others in place of theirs.
func withAttributes(old map[string]string, set []Attribute) map[string]string {
	out := map[string]string{}
	maps.Copy(out, old)
	for _, a := range set {
		if a.Continued {
			a.Value = out[a.ID] + a.Value
		}
		if out[a.ID] = a.Value; a.Value == "" {
			delete(out, a.ID)
		}
	}
	return out
}
