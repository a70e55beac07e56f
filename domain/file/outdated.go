package file

import "github.com/seed-62a36931/docket/domain/es"

// ReanalyseForTemplate asks for one more run of a file whose template has other rules
// or dictionaries now: rules and dictionaries are the template's counters. Files
// that are closed, left out of automatic analysis or up to date stay as they are,
// and so does one that waits for a run, which will see the change. A file whose
// rules failed is tried again, since other rules may not.
func ReanalyseForTemplate(rules, dictionaries int) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		upToDate := s.Analysed == s.Version && s.Rules >= rules && s.Dictionaries >= dictionaries
		if s.Phase != Active || s.Processing == Processed && upToDate || !s.mayRunAgain() {
			return nil, nil
		}
		return []es.Event{ReanalysisRequested{}}, nil
	}
}
