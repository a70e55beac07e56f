package file

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// AttributesSet puts values of attributes in place of former ones; the others
// stay.
type AttributesSet struct {
	Values es.Sealed[[]Attribute] `json:"values" seal:"values"` // by id
}

// Attribute is the value that a file has for one of the file attribute definitions
// of its template.
type Attribute struct {
	ID    string `json:"id"`    // of the definition
	Value string `json:"value"` // "" takes it away
}

// attributesPerEvent bounds the values of one event, in bytes, so that it stays
// well below es.MaxBody however they are written.
const attributesPerEvent = 64 << 10

// SetAttributes gives a file the values of attributes and asks for one more run
// when one of them changed and the file may be analysed again. A file that may not
// shows that an analysis is due.
func SetAttributes(values map[string]string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrFileNotFound
		}
		var events []es.Event
		for _, part := range portions(s.changedOf(values)) {
			events = append(events, AttributesSet{es.Seal(s.subject(), part)})
		}
		if len(events) > 0 && s.mayRunAgain() {
			events = append(events, ReanalysisRequested{})
		}
		return events, nil
	}
}

// changedOf are the values that differ from those of the file, by id.
func (s State) changedOf(values map[string]string) (changed []Attribute) {
	for _, id := range slices.Sorted(maps.Keys(values)) {
		if values[id] != s.Attributes[id] {
			changed = append(changed, Attribute{id, values[id]})
		}
	}
	return changed
}

// portions deals values out to events.
func portions(values []Attribute) (parts [][]Attribute) {
	size := attributesPerEvent
	for _, a := range values {
		if size += len(a.ID) + len(a.Value); size > attributesPerEvent {
			parts, size = append(parts, nil), len(a.ID)+len(a.Value)
		}
		last := &parts[len(parts)-1]
		*last = append(*last, a)
	}
	return parts
}

// mayRunAgain says whether something that the analysis sees, and that has changed,
// leads to one more run: files that are closed or left out of automatic analysis
// stay as they are, and so does one that waits for a run, which will see the
// change. A file whose rules failed is tried again, since now they may not.
func (s State) mayRunAgain() bool {
	switch {
	case s.Workflow == Approved, s.Manual, s.Again:
		return false
	case s.Processing.Busy():
		return s.Open
	case s.Processing == Error:
		return s.Service == analysis
	}
	return s.Result.ID != uuid.Nil
}

// withAttributes are values, by id, with others in place of theirs.
func withAttributes(old map[string]string, set []Attribute) map[string]string {
	out := map[string]string{}
	maps.Copy(out, old)
	for _, a := range set {
		if out[a.ID] = a.Value; a.Value == "" {
			delete(out, a.ID)
		}
	}
	return out
}
