// Package webhooks sends what happens to receivers: for each webhook in the order of each file, at least once, and only
// what its owner may read at that moment.
package webhooks

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
)

// An Event is what can be told of.
type Event struct {
	Notice   webhook.Notice
	OrderKey string // events with the same one are sent one after the other
}

// A Batch is a stretch of what has happened.
type Batch struct {
	Events   []Event
	Next     uint64 // position behind which to go on
	Withheld int    // how many the owner may not read
	More     bool   // there is more at once
}

// Events reads what has happened.
type Events interface {
	// ReadAfter returns events behind a position that a webhook asks for and its owner may read now. Where events wait
	// for repair it ends, and then fails.
	ReadAfter(ctx context.Context, owner user.Principal, w webhook.Record, after uint64, limit int) (Batch, error)
	// ReadOne returns the event at a position; ok is false where the owner may not read it now.
	ReadOne(ctx context.Context, owner user.Principal, at uint64) (e Event, ok bool, err error)
	// Head returns a position that the log has reached, and AwaitBeyond returns when it is beyond one.
	Head(ctx context.Context) (uint64, error)
	AwaitBeyond(ctx context.Context, at uint64) error
}

// Records reads webhooks, with all that was changed before the call.
type Records interface {
	ListWebhookRefs(ctx context.Context) ([]webhook.Ref, error)
	// FindWebhook returns one; ok is false when there is none.
	FindWebhook(ctx context.Context, workspace, id string) (r webhook.Record, ok bool, err error)
}

// Accounts finds the owners of webhooks.
type Accounts interface {
	// FindOwner returns an account as the caller that it is at this moment, without roles where it cannot sign in.
	FindOwner(ctx context.Context, workspace, id string) (user.Principal, error)
}

// A Store keeps how far sending has come. What it has kept survives the process.
type Store interface {
	LoadProgress(ctx context.Context, workspace, id string) (p webhook.Progress, ok bool, err error)
	KeepProgress(ctx context.Context, workspace, id string, p webhook.Progress) error
	DropProgress(ctx context.Context, workspace, id string) error
}

// A Message is what is sent.
type Message struct {
	ID        string
	Time      time.Time // of this try
	Signature string
	webhook.Message
}

// An Answer is what came of a try.
type Answer struct {
	Status     int           // of HTTP, 0 without an answer
	RetryAfter time.Duration // how long the receiver wants to be left alone
	Failure    string        // for people, "" for none
}

// isDelivered reports whether the receiver has taken the message.
func (a Answer) isDelivered() bool { return a.Status >= 200 && a.Status < 300 }

// A Sender sends messages. It gives up by itself when a receiver does not answer.
type Sender interface {
	Send(ctx context.Context, to string, m Message) Answer
}

// Changes are what the sender changes of webhooks.
type Changes interface {
	// DisableGone disables a webhook whose receiver is gone.
	DisableGone(ctx context.Context, workspace, id string) error
	// SecretOf returns a secret.
	SecretOf(ctx context.Context, workspace, id string, generation int) (webhook.Secret, error)
}

// Settings are the settings of the sending.
type Settings struct {
	FirstPause time.Duration // after a first try that fails; each further one takes three times as long
	MaxPause   time.Duration // between two tries, also where a receiver wants a longer one
	RetryTime  time.Duration // for how long a message is tried
	AtOnce     int           // messages of one webhook under way at once
	Limits     webhook.Limits
	Source     string // address of the service
}
