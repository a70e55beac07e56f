package file

import (
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ExtractionChanged records that a file is left out of automatic analysis from then on, or is not any more.
type ExtractionChanged struct {
	Manual bool `json:"manual"`
}

// SetExtraction leaves a file out of automatic analysis, or takes it in again. Taken in, a file whose
// present version was not analysed yet asks for a run.
func SetExtraction(automatic bool) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case s.Phase != Active:
			return nil, domain.ErrFileNotFound
		case s.Workflow == Approved:
			return nil, ErrApproved
		case s.Manual == !automatic:
			return nil, nil
		}
		events := []es.Event{ExtractionChanged{Manual: !automatic}}
		if automatic && s.Processing == Processed && s.Analysed != s.Version {
			events = append(events, ReanalysisRequested{})
		}
		return events, nil
	}
}
