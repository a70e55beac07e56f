// Package bulk is the aggregate of requests that reach many files: what is to be done
// was validated as a whole, and is finished forward, whatever comes between.
package bulk

import (
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Category is the first part of a bulk's stream name.
const Category = "bulk"

// Topic is the topic that announces abandoned bulks to workers.
const Topic = "bulk-upload"

// StreamOf names the stream of a bulk; its id follows from the command.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// A Action is the kind of work that a bulk does.
type Action string

// The actions. The plan of all but an upload is the list of the files' ids, or for a change of
// chosen files an object that has them and the change.
const (
	Upload    Action = ""
	Trash     Action = "trash"     // move files to the trash until PurgeAt
	End       Action = "end"       // delete files permanently
	Restore   Action = "restore"   // take files out of the trash
	Reanalyse Action = "reanalyse" // ask for one more analysis of files
	Assign    Action = "assign"    // give files to a member, or to nobody
	Move      Action = "move"      // change the workflow status of files
	Describe  Action = "describe"  // set attributes of files
)

// What can happen to a bulk.
type (
	// Started begins a bulk: all that it needs is stored, and nothing can refuse it
	// any more. Content is what was uploaded, Plan what is to be made of it; both are
	// removed at the end. The claim of the hold has the names that files need to be
	// restored; its key is empty.
	Started struct {
		naming.Hold
		Dossier    string     `json:"dossier"`
		Template   string     `json:"template"`
		Content    es.BlobRef `json:"content"`
		Plan       es.BlobRef `json:"plan"`
		Files      int        `json:"files"`  // to be stored
		Tables     int        `json:"tables"` // csvs of file attributes to be applied
		KeepManual bool       `json:"keepManualChanges,omitzero"`
		Manual     bool       `json:"manual,omitzero"` // no automatic analysis
		Action     Action     `json:"deed,omitzero"`
		PurgeAt    time.Time  `json:"purgeAt,omitzero"`
		OCR        bool       `json:"ocr,omitzero"` // pages are recognised first
		// Operation is the operation of a request that was answered before its work was done; "" when
		// somebody waits for the answer.
		Operation string `json:"operation,omitzero"`
	}
	// Progressed tells how far a bulk with an operation has come, and what became of its files since it told
	// so last.
	Progressed struct {
		UpTo    int                      `json:"upTo"`  // how many of the files are dealt with
		Files   []string                 `json:"files"` // those that are as they were asked to be
		Skipped es.Sealed[[]SkippedFile] `json:"skipped" seal:"skipped"`
	}
	// OperationCancelled asks a bulk with an operation to leave the files as they are that it has not come to.
	OperationCancelled struct {
		Dossier   string `json:"dossier"`
		Template  string `json:"template"`
		Operation string `json:"operation"`
		Action    Action `json:"deed"`
	}
	// CancelRequested is OperationCancelled as it was once written; histories do not tell of it.
	CancelRequested struct{}
	// OperationExpired ends the time for which what an operation has done can be read.
	OperationExpired struct{}
	// EntriesSkipped lists entries of a zip that became no file, names the whole upload
	// that nothing was made of, or lists the files that an action left out.
	EntriesSkipped struct {
		Dossier  string               `json:"dossier"`
		Template string               `json:"template"`
		Count    int                  `json:"count"`
		Whole    bool                 `json:"whole,omitzero"`
		Action   Action               `json:"deed,omitzero"`
		Entries  es.Sealed[[]Skipped] `json:"entries" seal:"entries"` // the first of them
	}
	// Finished ends a bulk.
	Finished struct {
		Cancelled bool `json:"cancelled,omitzero"` // it has left files as they were, because that was asked for
		Failed    bool `json:"failed,omitzero"`    // the dossier was deleted for good meanwhile
	}
	// ClaimFenced kills a pending claim on names; a bulk cannot begin after it.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// Skipped is an entry of a zip that nothing was made of, or a file that a bulk left as it was.
type Skipped struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
	Folder string `json:"folder,omitempty"` // in the zip, "" for its root
	Detail string `json:"detail,omitempty"` // a sentence that says more than the reason
}

// SkippedFile is a file that was left out, and why.
type SkippedFile struct {
	ID     string `json:"id"`
	Reason string `json:"reason"` // a sentence
}

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Started](c, "bulk.started")
	es.RegisterEvent[EntriesSkipped](c, "file.entries-skipped")
	es.RegisterEvent[Progressed](c, "bulk.progressed")
	es.RegisterEvent[OperationCancelled](c, "dossier.operation-cancelled")
	es.RegisterEvent[CancelRequested](c, "bulk.cancel-requested")
	es.RegisterEvent[OperationExpired](c, "bulk.operation-expired")
	es.RegisterEvent[Finished](c, "bulk.finished")
	es.RegisterEvent[ClaimFenced](c, "bulk.claim-fenced")
}

// State is the state that decisions depend on.
type State struct {
	Started
	Begun, Done bool
	UpTo        int  // how many files it has dealt with, where it has an operation
	Cancelled   bool // it is asked to come to its end
	Expired     bool // nobody can read it any more
}

// HasName reports whether the bulk has the names that a claim took, for the files that it
// restores.
func (s State) HasName(claim uuid.UUID) bool { return s.Begun && !s.Done && s.Claim == claim }

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Started:
		s.Started, s.Begun = e, true
	case Progressed:
		s.UpTo = e.UpTo
	case OperationCancelled, CancelRequested:
		s.Cancelled = true
	case OperationExpired:
		s.Expired = true
	case Finished:
		s.Done = true
	}
	return s
}

// Start begins a bulk and records which entries it leaves out.
func Start(begin Started, skipped []Skipped, subject es.Subject) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Begun {
			return nil, domain.ErrContended
		}
		return append([]es.Event{begin}, skippedEvents(begin, skipped, subject)...), nil
	}
}

// SkipUpload records that nothing was made of an upload as a whole.
func SkipUpload(dossier, template string, skipped Skipped, subject es.Subject) es.Decision[State] {
	return func(State) ([]es.Event, error) {
		return []es.Event{EntriesSkipped{Dossier: dossier, Template: template, Count: 1, Whole: true,
			Entries: es.Seal(subject, []Skipped{skipped})}}, nil
	}
}

// Finish ends a bulk and records which entries or files were left out on the way.
func Finish(end Finished, refused []Skipped, subject es.Subject) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Begun || s.Done {
			return nil, nil
		}
		return append(skippedEvents(s.Started, refused, subject), end), nil
	}
}

// Progress records how far a bulk with an operation has come; refused are files that it left out, as histories
// tell it.
func Progress(to Progressed, refused []Skipped, subject es.Subject) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Done || s.UpTo >= to.UpTo {
			return nil, nil
		}
		return append(skippedEvents(s.Started, refused, subject), to), nil
	}
}

// Cancel asks a bulk with an operation to come to its end. One that is over, or asked already, stays as it is.
func Cancel(s State) ([]es.Event, error) {
	if s.Operation == "" || s.Done || s.Cancelled {
		return nil, nil
	}
	return []es.Event{OperationCancelled{Dossier: s.Dossier, Template: s.Template, Operation: s.Operation, Action: s.Action}}, nil
}

// Expire ends the time for which an operation that is over can be read.
func Expire(s State) ([]es.Event, error) {
	if s.Operation == "" || !s.Done || s.Expired {
		return nil, nil
	}
	return []es.Event{OperationExpired{}}, nil
}

// maxShown is the largest number of entries that an event names.
const maxShown = 200

func skippedEvents(of Started, skipped []Skipped, subject es.Subject) []es.Event {
	if len(skipped) == 0 {
		return nil
	}
	return []es.Event{EntriesSkipped{Dossier: of.Dossier, Template: of.Template, Count: len(skipped), Action: of.Action,
		Entries: es.Seal(subject, skipped[:min(maxShown, len(skipped))])}}
}
