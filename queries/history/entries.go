package history

import (
	"encoding/json"
	"time"

	"github.com/seed-62a36931/docket/domain/user"
)

// AskNarrower narrows a history. What is left out is no condition.
type AskNarrower struct {
	From, To *time.Time // both included, to the millisecond
	Actor    string     // id or username of an account, "system" for the service itself
	Types    []string   // any of them: wire names, or beginnings of some that end with a dot
	FileID   string     // of the files of a dossier
}

// AskHistory reads the events of a dossier and its files, or of one file.
type AskHistory struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	FileID     string // "": the dossier and all its files
	Narrow     AskNarrower
	Ascending  bool   // oldest first; else newest first
	After      uint64 // position behind which to go on, in the order asked for; 0: from the beginning
	Limit      int    // 1 to 500
}

// A Page is a stretch of history in the order that was asked for.
type Page struct {
	Entries []Entry
	More    bool // there are entries behind the last one
}

// A Entry is one event as people see it.
type Entry struct {
	Position      uint64
	Time          time.Time
	ActorID       string // "" for the service itself
	ActorUsername string
	Type          string // wire name, "file.uploaded"
	TemplateID    string
	DossierID     string
	FileID        string          // "" when the event is none of a file
	Filename      string          // of the file after the event; "" when it is erased
	Summary       string          // one English sentence
	CausedBy      uint64          // position of the event that led to this one, 0 for a request
	Data          json.RawMessage // an object: the changed fields

	heard Audience
}

// Audience returns what decides who may be told of the event.
func (e Entry) Audience() Audience { return e.heard }

// An Audience decides who may be told of an event.
type Audience struct {
	Workspace string
	Group     string      // of events: what their wire names begin with
	Owner     string      // of a package
	Object    user.Object // the dossier, when it is gone for good by this event
}
