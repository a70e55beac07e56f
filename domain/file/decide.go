package file

import (
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// ErrFenced tells a worker that its run is not the current one any more.
var ErrFenced = domain.Faultf(domain.Conflict, "another run has taken over")

// ErrAssigned refuses to replace a file that another user works on.
var ErrAssigned = domain.Refuse(domain.FileAssigned, "The file is assigned to another user")

// ErrApproved refuses changes to a closed file.
var ErrApproved = domain.Refuse(domain.Approved, "File is approved")

// Refusals to try a file again.
var (
	ErrNotFailed  = domain.Faultf(domain.Conflict, "File is not in ERROR")
	ErrOtherCause = domain.Faultf(domain.Conflict, "File failed for another cause")
)

// Upload begins a file.
func Upload(u Uploaded) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != None {
			return nil, domain.ErrContended
		}
		u.Version = 1
		return []es.Event{u}, nil
	}
}

// Replace puts a new version in place; who names the caller. A file that is
// assigned to another member of the dossier refuses.
func Replace(r Replaced, who string, members []string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case s.Phase != Active:
			return nil, domain.ErrContended
		case s.assignedToOther(who, members):
			return nil, ErrAssigned
		}
		r.Version = s.Version + 1
		return []es.Event{r}, nil
	}
}

// MayReplace refuses, with ErrAssigned, that a caller puts new bytes into an active
// file that is assigned to somebody else.
func (s State) MayReplace(who string, members []string) error {
	if s.Phase == Active && s.assignedToOther(who, members) {
		return ErrAssigned
	}
	return nil
}

// assignedToOther reports whether another user works on the file. Who is no member of
// the dossier any more does not.
func (s State) assignedToOther(who string, members []string) bool {
	return s.Assignee != "" && s.Assignee != who && slices.Contains(members, s.Assignee)
}

// BeginRun opens the next run of a file that waits for one, or takes over a run
// whose worker is gone. After MaxRuns tries the file fails instead: runs that failed, and
// those that ended with the service although the file was alone.
func BeginRun(p Plan) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active || !s.Processing.IsBusy() {
			return nil, nil
		}
		tries := s.Tries
		if s.diedBesideOthers() {
			tries--
		}
		if tries >= MaxRuns {
			cause, ended := Cause{"The file could not be processed in three tries"}, s.Open
			if ended {
				cause.Sentence = "The service ended while it worked on this file alone: it may need more memory than there is"
			}
			return []es.Event{Failed{s.Run, s.serviceName(), es.Seal(s.keySubject(), cause), ended}}, nil
		}
		var events []es.Event
		first, alone := s.firstStep(p), s.NeedsIsolation()
		if alone || first == s.Processing {
			events = append(events, RunOpened{s.Run + 1, alone})
		}
		if first != s.Processing {
			events = append(events, ProcessingChanged{Run: s.Run + 1, From: s.Processing, To: first})
		}
		return events, nil
	}
}

// ReleaseRun returns a run when its worker has to stop: the try does not count.
func ReleaseRun(run int) es.Decision[State] { return endRunWithoutOutcome(RunReleased{Run: run}) }

// CountTry ends a run that failed for a reason that may pass: the try counts.
func CountTry(run int) es.Decision[State] {
	return endRunWithoutOutcome(RunReleased{Run: run, Failed: true})
}

func endRunWithoutOutcome(e RunReleased) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireRunning(e.Run); err != nil {
			return nil, err
		}
		return []es.Event{e}, nil
	}
}

// mostEnded is how often a file fails with the service until nobody tries it any more unasked.
const mostEnded = 3

// RetryEnded asks for one more run of a file that failed in a run for which the service ended, unless that was
// done before or somebody did something else with it.
func RetryEnded(run int) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Phase != Active || s.Processing != Error || s.Run != run || s.Workflow == Approved || s.Ended > mostEnded {
			return nil, nil
		}
		return []es.Event{ReanalysisRequested{Steps: true}}, nil
	}
}

// analysis is the part of a run in which rules are at work.
const analysis = "analysis"

// serviceName returns the name of the service that was at work, for messages to people.
func (s State) serviceName() string {
	switch s.Processing {
	case Convert:
		return "conversion"
	case OCR:
		return "ocr"
	case Analyse:
		return analysis
	case Index:
		return "indexing"
	}
	return "layout"
}

// keySubject returns the key subject of the file. It is taken from the file's sealed
// values, because the name of the stream is not known here.
func (s State) keySubject() es.Subject { return s.Original.Subject }

// requireRunning refuses a worker's run that is not the current one.
func (s State) requireRunning(run int) error {
	switch {
	case s.Phase != Active:
		return domain.ErrFileNotFound
	case !s.Open || s.Run != run:
		return ErrFenced
	}
	return nil
}

// FinishRun ends a run with its outcome.
func FinishRun(run int, a Analysed) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireRunning(run); err != nil {
			return nil, err
		}
		a.Run, a.Version, a.Size, a.Pages = run, s.Version, s.Size, s.Pages
		a.First = s.Analysed != s.Version
		a.Findings.Subject = s.keySubject()
		if a.FailedRules > 0 {
			a.RuleFailures.Subject = s.keySubject()
		}
		if len(a.ModelCalls.Value) > 0 {
			a.ModelCalls.Subject = s.keySubject()
		}
		if len(a.Layout.Value) > 0 {
			a.Layout.Subject = s.keySubject()
		}
		events := []es.Event{ProcessingChanged{Run: run, From: Analyse, To: Index}, a}
		return append(events, s.endRun(run)...), nil
	}
}

// endRun ends a run, or starts the next one when it was requested in the meantime.
func (s State) endRun(run int) []es.Event {
	to := Processed
	if s.Again {
		to = Reprocess
	}
	return []es.Event{ProcessingChanged{Run: run, From: Index, To: to}}
}

// FailRun ends a run for good.
func FailRun(run int, service, sentence string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireRunning(run); err != nil {
			return nil, err
		}
		events := []es.Event{Failed{run, service, es.Seal(s.keySubject(), Cause{sentence}), false}}
		if s.Again { // what was asked for meanwhile may well succeed
			events = append(events, ReanalysisRequested{Steps: s.Made.Check, OCR: s.Made.Asked || s.Made.Later})
		}
		return events, nil
	}
}

// CheckFailed refuses a file that is not in ERROR, or there for another cause than the one that is given; "" is any.
func (s State) CheckFailed(cause string) error {
	switch {
	case s.Processing != Error:
		return ErrNotFailed
	case cause != "" && s.Cause != cause:
		return ErrOtherCause
	}
	return nil
}

// RequestReanalysis asks for one more run, also of a busy file: of the steps whose
// engine or settings have changed, and of all from OCR on when ocr is true.
func RequestReanalysis(ocr bool) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case s.Phase != Active:
			return nil, domain.ErrFileNotFound
		case s.Workflow == Approved:
			return nil, ErrApproved
		}
		return []es.Event{ReanalysisRequested{Steps: true, OCR: ocr}}, nil
	}
}
