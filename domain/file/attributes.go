package file

import (
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
)

// AttributesSet puts values of attributes in place of former ones; the others
// stay.
type AttributesSet struct {
	Values es.Sealed[[]attribute.Value] `json:"values" seal:"values"` // by id
}

// SetAttributes gives a file the values of attributes and asks for one more run
// when one of them changed and the file may be analysed again. A file that may not
// shows that an analysis is due.
func SetAttributes(values map[string]string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active {
			return nil, domain.ErrFileNotFound
		}
		var events []es.Event
		for _, part := range attribute.ChangedValues(s.Attributes, values) {
			events = append(events, AttributesSet{es.Seal(s.keySubject(), part)})
		}
		if len(events) > 0 && s.mayRunAgain() {
			events = append(events, ReanalysisRequested{})
		}
		return events, nil
	}
}

// mayRunAgain reports whether something that the analysis sees, and that has changed,
// leads to one more run: files that are closed or left out of automatic analysis
// stay as they are, and so does one that waits for a run, which will see the
// change. A file whose rules failed is tried again, since now they may not.
func (s State) mayRunAgain() bool {
	switch {
	case s.Workflow == Approved, s.Manual, s.Again:
		return false
	case s.Processing.IsBusy():
		return s.Open
	case s.Processing == Error:
		return s.Service == analysis
	}
	return s.Result.ID != uuid.Nil
}
