// Package download is the download package aggregate: what was asked for, and
// how far its making has come.
package download

import (
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Category is the first part of a download's stream name.
const Category = "download"

// Topic is the topic that announces packages to make to workers.
const Topic = "download-packaging"

// Evidence stands beside originals and previews of files in a package: an evidence bundle of all that happened to
// them, for docket audit verify-bundle. A package of nothing else is that bundle.
const Evidence = "EVIDENCE"

// MaxRuns is the number of tries before the package fails. MaxDeaths is how many runs that end with the process are none
// of them.
const (
	MaxRuns   = 3
	MaxDeaths = 10
)

// StreamOf names the stream of a download.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of a download's name and bytes.
func SubjectOf(workspace, id string) es.Subject { return es.Subject(workspace).Child(Category, id) }

// Status is the state of a package as its owner sees it.
type Status string

// The statuses of a package.
const (
	Queued     Status = "QUEUED"
	Generating Status = "GENERATING"
	Ready      Status = "READY"
	Failed     Status = "FAILED"
)

// What can happen to a download.
type (
	// Requested queues a package.
	Requested struct {
		User            string            `json:"user"`
		Dossier         string            `json:"dossier"`
		Template        string            `json:"template"`
		Files           []string          `json:"files"`
		FileTypes       []string          `json:"fileTypes"`
		ReportTemplates []string          `json:"reportTemplates"`
		Color           string            `json:"color,omitempty"`        // #RRGGBB, or each entity's own
		WholeDossier    bool              `json:"wholeDossier,omitempty"` // the evidence is of all files that the dossier ever had
		Filename        es.Sealed[string] `json:"filename" seal:"filename"`
	}
	// Began is one try to make the package, at the state of a position.
	Began struct {
		Run    int         `json:"run"`
		At     es.Position `json:"at"`
		Deaths int         `json:"deaths,omitzero"` // runs before it that ended with their process
	}
	// Made names the finished package, and what was asked for and is not in it.
	Made struct {
		Run     int        `json:"run"`
		Blob    es.BlobRef `json:"blob"`
		Omitted []Omission `json:"omitted,omitempty"`
	}
	// Broke is the end without a package.
	Broke struct {
		Run     int               `json:"run"`
		Cause   es.Sealed[string] `json:"cause" seal:"cause"`
		Omitted []Omission        `json:"omitted,omitempty"`
	}
	// Fetched notes that the package was downloaded.
	Fetched struct{}
	// Deleted ends it; key and bytes are destroyed after it.
	Deleted struct{}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Requested](c, "download.requested")
	es.RegisterEvent[Began](c, "download.generating")
	es.RegisterEvent[Made](c, "download.ready")
	es.RegisterEvent[Broke](c, "download.failed")
	es.RegisterEvent[Fetched](c, "download.fetched")
	es.RegisterEvent[Deleted](c, "download.deleted")
}

// State is the state that decisions depend on.
type State struct {
	Status Status // empty before Requested
	Gone   bool
	Run    int
	Deaths int // runs that ended with their process
	Blob   es.BlobRef
	Requested
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Requested:
		return State{Status: Queued, Requested: e}
	case Began:
		s.Status, s.Run, s.Deaths = Generating, e.Run, e.Deaths
	case Made:
		s.Status, s.Blob = Ready, e.Blob
	case Broke:
		s.Status = Failed
	case Deleted:
		s.Gone = true
	}
	return s
}

// Request queues a package.
func Request(r Requested) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status != "" {
			return nil, domain.ErrContended
		}
		return []es.Event{r}, nil
	}
}

// BeginRun starts the next try; after MaxRuns the package fails instead. Anything
// that needs no making yields no event.
func BeginRun(subject es.Subject, at es.Position) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case s.Gone || s.Status != Queued && s.Status != Generating:
			return nil, nil
		case s.Deaths > MaxDeaths:
			return []es.Event{Broke{Run: s.Run, Cause: es.Seal(subject, "The service ended each time while it made the package")}}, nil
		case s.Run-s.Deaths >= MaxRuns:
			return []es.Event{Broke{Run: s.Run, Cause: es.Seal(subject, "The package could not be made in three tries")}}, nil
		}
		return []es.Event{Began{Run: s.Run + 1, At: at, Deaths: s.Deaths}}, nil
	}
}

// BeginRunAfterDeath is BeginRun for a package whose run goes on in no process: that one is no try of the package.
func BeginRunAfterDeath(subject es.Subject, at es.Position) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status == Generating {
			s.Deaths++
		}
		return BeginRun(subject, at)(s)
	}
}

// requireCurrentRun refuses a run that is not the one that may write.
func (s State) requireCurrentRun(run int) error {
	switch {
	case s.Gone:
		return domain.ErrDownloadNotFound
	case s.Status != Generating || s.Run != run:
		return domain.Faultf(domain.Conflict, "another run has taken over")
	}
	return nil
}

// FinishRun ends a run with the package.
func FinishRun(run int, blob es.BlobRef, omitted []Omission) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireCurrentRun(run); err != nil {
			return nil, err
		}
		return []es.Event{Made{run, blob, omitted}}, nil
	}
}

// FailRun ends a run that repeating does not help.
func FailRun(subject es.Subject, run int, sentence string, omitted []Omission) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireCurrentRun(run); err != nil {
			return nil, err
		}
		return []es.Event{Broke{run, es.Seal(subject, sentence), omitted}}, nil
	}
}

// Fetch notes a download of a READY package by its owner.
func Fetch(user string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case s.Status == "" || s.Gone || s.User != user:
			return nil, domain.ErrDownloadNotFound
		case s.Status != Ready:
			return nil, domain.Refuse(domain.NotReadyYet, "Download not ready")
		}
		return []es.Event{Fetched{}}, nil
	}
}

// Delete ends a package, by its owner or (user empty) by the service.
func Delete(user string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status == "" || s.Gone || user != "" && s.User != user {
			return nil, domain.ErrDownloadNotFound
		}
		return []es.Event{Deleted{}}, nil
	}
}
