package bulk

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a bulk whose request was answered before its work was done, as the sender of the request sees it.
type Record struct {
	ID        string      `json:"id"`
	Workspace string      `json:"workspace"`
	Owner     string      `json:"owner"` // who sent the request
	Operation string      `json:"operation"`
	Template  string      `json:"template"`
	Dossier   string      `json:"dossier"`
	Action    Action      `json:"action"`
	Created   time.Time   `json:"created"`
	Ended     *time.Time  `json:"ended,omitempty"`
	Total     int         `json:"total"`   // files
	UpTo      int         `json:"upTo"`    // files that are dealt with
	Changed   int         `json:"changed"` // of them those that are as they were asked to be
	Cancel    bool        `json:"cancel"`  // it is asked to come to its end
	End       Finished    `json:"end"`
	Version   uint64      `json:"version"`
	Position  es.Position `json:"position"` // of its last event
}

// The states of an operation.
const (
	Queued    = "QUEUED"
	Running   = "RUNNING"
	Done      = "DONE"
	Failed    = "FAILED"
	Cancelled = "CANCELLED"
)

// State returns the state of the operation.
func (r Record) State() string {
	switch {
	case r.End.Failed:
		return Failed
	case r.End.Cancelled:
		return Cancelled
	case r.Ended != nil:
		return Done
	case r.UpTo > 0:
		return Running
	}
	return Queued
}

// FoldRecord gives the record after one more event of the bulk's stream.
func FoldRecord(r Record, e es.Recorded) Record {
	switch v := e.Event.(type) {
	case Started:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, Owner: e.Actor, Operation: v.Operation, Template: v.Template,
			Dossier: v.Dossier, Action: v.Action, Created: e.Time, Total: v.Files}
	case Progressed:
		r.UpTo = v.UpTo
		r.Changed += len(v.Files)
	case OperationCancelled, CancelRequested:
		r.Cancel = true
	case Finished:
		r.End, r.Ended = v, &e.Time
	}
	r.Version, r.Position = e.Version, e.Position
	return r
}
