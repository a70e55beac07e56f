package webhook

import (
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a webhook as readers see it, and as the sender needs it.
type Record struct {
	ID         string    `json:"id"`
	Workspace  string    `json:"workspace"`
	Owner      string    `json:"owner"`
	Types      []string  `json:"types,omitempty"`
	Template   string    `json:"template,omitempty"`
	Dossier    string    `json:"dossier,omitempty"`
	Format     string    `json:"format"`
	Target     Target    `json:"target"`
	Generation int       `json:"generation"`          // of the secret
	RolledFrom time.Time `json:"rolledFrom,omitzero"` // the secret before signs until this moment
	Disabled   string    `json:"disabled,omitempty"`  // why; "" while it is not
	Created    time.Time `json:"created"`
	Modified   time.Time `json:"modified"`
	Begin      uint64    `json:"begin"` // events behind this position are sent
	Version    uint64    `json:"version"`
	Asked      []Asked   `json:"asked,omitempty"` // the last ones
}

// A Ref names a webhook.
type Ref struct{ Workspace, ID string }

// An Asked is a message that somebody asked for.
type Asked struct {
	Position uint64    `json:"position"` // at which it was asked for
	Message  uuid.UUID `json:"message"`
	Event    uint64    `json:"event,omitempty"` // position of the event to send again; 0: a test
	Time     time.Time `json:"time"`
}

// maxAsked is how many requests a record remembers: what was asked for before and is not taken up yet is forgotten.
const maxAsked = 200

// Fold gives the record after one more event of the webhook's stream.
func Fold(r Record, e es.Recorded) Record {
	at := uint64(e.Position)
	switch v := e.Event.(type) {
	case Created:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, Owner: v.Owner, Generation: 1, Created: e.Time, Begin: at}
		r = r.withSettings(v.Settings, v.Target.Value)
	case Changed:
		r = r.withSettings(v.Settings, v.Target.Value)
	case SecretRolled:
		r.Generation, r.RolledFrom = v.Generation, v.Until
	case Disabled:
		r.Disabled = v.Reason
	case Enabled:
		r.Disabled, r.Begin = "", at
	case TestRequested:
		r.Asked = append(r.Asked, Asked{Position: at, Message: e.ID, Time: e.Time})
	case ResendRequested:
		r.Asked = append(r.Asked, Asked{Position: at, Message: v.Message, Event: uint64(v.At), Time: e.Time})
	}
	if more := len(r.Asked) - maxAsked; more > 0 {
		r.Asked = append([]Asked{}, r.Asked[more:]...)
	}
	r.Modified, r.Version = e.Time, e.Version
	return r
}

func (r Record) withSettings(s Settings, t Target) Record {
	r.Types, r.Template, r.Dossier, r.Format, r.Target = s.Types, s.Template, s.Dossier, s.Format, t
	return r
}

// Generations returns those of the secrets that sign at a moment, the newest first.
func (r Record) Generations(now time.Time) []int {
	if r.Generation > 1 && now.Before(r.RolledFrom) {
		return []int{r.Generation, r.Generation - 1}
	}
	return []int{r.Generation}
}
