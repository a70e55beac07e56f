package webhook

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// The statuses of a delivery.
const (
	Pending   = "PENDING"   // it is, or will be, tried
	Delivered = "DELIVERED" // the receiver answered with 2xx
	Dead      = "DEAD"      // it was tried for as long as it is; it is sent again when somebody asks for it
	Withheld  = "WITHHELD"  // the owner may not read the event any more
)

// Progress is how far the sending of a webhook has come. It is a checkpoint: what was sent after it was kept is sent
// again. It holds identifiers and no content.
type Progress struct {
	Begin    uint64     `json:"begin"`   // of the record that it is of
	Cursor   uint64     `json:"cursor"`  // all events up to here are among the deliveries, were delivered, or are not to be sent
	Handled  uint64     `json:"handled"` // what was asked for up to here is taken up
	Waiting  []Delivery `json:"waiting,omitempty"`
	Dead     []Delivery `json:"dead,omitempty"`   // oldest first
	Recent   []Delivery `json:"recent,omitempty"` // delivered or withheld, oldest first
	Withheld uint64     `json:"withheld,omitzero"`
	Lost     uint64     `json:"lost,omitzero"` // dead ones that are not kept any more
	Paused   string     `json:"paused,omitempty"`
}

// Why a webhook is paused: it goes on by itself once that is over.
const (
	AccountEnded = "ACCOUNT_ENDED" // its owner cannot sign in
	AccessLost   = "ACCESS_LOST"   // its owner has no role that reads events
)

// A Delivery is a message and how its sending went.
type Delivery struct {
	Message  uuid.UUID `json:"message"`           // identifier of the event, or of the test
	Position uint64    `json:"position"`          // of the event; 0 for a test
	Key      string    `json:"key"`               // what it is sent in the order of
	Type     string    `json:"type"`              // of the event
	Status   string    `json:"status"`            // Pending, …
	Tries    int       `json:"tries"`             // since it was asked for last
	First    time.Time `json:"first,omitzero"`    // since when it is to be sent
	Last     time.Time `json:"last,omitzero"`     // try
	Next     time.Time `json:"next,omitzero"`     // not before this moment
	Answered int       `json:"answered,omitzero"` // status of HTTP that the last try was answered with, 0: none
	Failure  string    `json:"failure,omitempty"` // of the last try, for people
}

// Limits bound what is kept of a webhook.
type Limits struct {
	Waiting int // deliveries that wait at once; more events are not read before
	Dead    int // dead letters
	Recent  int // deliveries that are over
}

// Due returns the indexes of the waiting deliveries to try at a moment: of each key the first one, if its time has come.
func (p Progress) Due(now time.Time, most int) []int {
	var out []int
	seen := map[string]bool{}
	for i, d := range p.Waiting {
		if first := !seen[d.Key]; first && !d.Next.After(now) && len(out) < most {
			out = append(out, i)
		}
		seen[d.Key] = true
	}
	return out
}

// NextTry returns the moment at which the next delivery is due; ok is false when none waits.
func (p Progress) NextTry() (at time.Time, ok bool) {
	seen := map[string]bool{}
	for _, d := range p.Waiting {
		if !seen[d.Key] && (!ok || d.Next.Before(at)) {
			at, ok = d.Next, true
		}
		seen[d.Key] = true
	}
	return at, ok
}

// Settle moves the waiting deliveries that are over to where they are kept.
func (p *Progress) Settle(l Limits) {
	p.Waiting = slices.DeleteFunc(p.Waiting, func(d Delivery) bool {
		switch d.Status {
		case Dead:
			p.Dead = append(p.Dead, d)
		case Delivered, Withheld:
			p.Recent = append(p.Recent, d)
		}
		return d.Status != Pending
	})
	if more := len(p.Dead) - l.Dead; more > 0 {
		p.Lost += uint64(more)
		p.Dead = slices.Clone(p.Dead[more:])
	}
	if more := len(p.Recent) - l.Recent; more > 0 {
		p.Recent = slices.Clone(p.Recent[more:])
	}
}

// TakeUp adds what was asked for since the progress was kept last. A dead letter that is sent again is none any more.
func (p *Progress) TakeUp(all []Asked) {
	for _, a := range all {
		if a.Position <= p.Handled {
			continue
		}
		p.Handled = a.Position
		d := Delivery{Message: a.Message, Position: a.Event, Status: Pending, Key: "asked/" + a.Message.String(), Type: TestType}
		for _, known := range slices.Concat(p.Dead, p.Recent, p.Waiting) {
			if known.Message == a.Message {
				d.Type, d.Key = known.Type, known.Key
			}
		}
		gone := func(x Delivery) bool { return x.Message == a.Message }
		p.Dead, p.Recent = slices.DeleteFunc(p.Dead, gone), slices.DeleteFunc(p.Recent, gone)
		if i := slices.IndexFunc(p.Waiting, gone); i >= 0 {
			p.Waiting[i].Next, p.Waiting[i].First, p.Waiting[i].Tries = time.Time{}, time.Time{}, 0
			continue
		}
		p.Waiting = slices.Insert(p.Waiting, 0, d)
	}
}

// TestType is the type of a message that somebody asked for as a test.
const TestType = "webhook.test"

// Find returns a delivery by its message.
func (p Progress) Find(message uuid.UUID) (Delivery, bool) {
	for _, d := range slices.Concat(p.Waiting, p.Dead, p.Recent) {
		if d.Message == message {
			return d, true
		}
	}
	return Delivery{}, false
}
