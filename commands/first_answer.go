package commands

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// answerTime is how long the first answer to a request with a key is kept.
const answerTime = 24 * time.Hour

// Answers keep sealed notes for a while. They cannot read what they keep.
type Answers interface {
	// Answer reads what is kept under an id; nil without it, or when its time is over.
	Answer(ctx context.Context, id string, now time.Time) ([]byte, error)
	// KeepAnswer keeps a note until a moment in place of the one that stood. It
	// returns when that is on stable storage.
	KeepAnswer(ctx context.Context, id string, box []byte, until time.Time) error
	// DropAnswer removes a note. None is no error.
	DropAnswer(ctx context.Context, id string) error
	// SweepAnswers removes the notes whose time is over and returns their number.
	SweepAnswers(ctx context.Context, now time.Time) (int, error)
}

// FirstAnswers let a caller repeat a request without its being done twice: the first
// answer is kept for a day, sealed under the key of the subject that it is about.
type FirstAnswers struct {
	Store Answers
	Alone core.Exclusive // keeps repetitions away while a request runs, in all processes
	Vault es.Vault
	Keys  core.Keys
	Now   func() time.Time
}

// A RequestKey identifies a request by a key of its caller: the same key of another
// caller or for another operation is another one.
type RequestKey struct {
	Caller    user.Principal
	Operation user.Operation
	Key       string
}

// An Answer is a response over HTTP.
type Answer struct {
	Status int               `json:"status"`
	Header map[string]string `json:"header"`
	Body   []byte            `json:"body"`
}

// note is the record of a request with a key.
type note struct {
	Command uuid.UUID `json:"command"`
	Request []byte    `json:"request,omitempty"` // digest; none while it is not known
	Answer  *Answer   `json:"answer,omitempty"`  // none before it is finished
}

// sealedNote is a note as the store keeps it.
type sealedNote struct {
	Subject es.Subject `json:"s"`
	Box     []byte     `json:"b"`
}

// An Attempt is one request with a key while it is handled.
type Attempt struct {
	// Command is the same in every attempt until there is an answer, so that what
	// an attempt did before it was cut off is not done again.
	Command uuid.UUID
	// First is the answer of the first request, nil when there was none so far.
	First *Answer
	// Resumed reports whether there was an attempt before, which may have done something.
	Resumed bool

	request []byte
	id      string
	home    es.Subject
	of      *FirstAnswers
}

// HandleOnce calls do for a request with a key while no other request with that key is
// handled, in any process. It returns ErrStillRunning when one is.
func (f *FirstAnswers) HandleOnce(ctx context.Context, k RequestKey, do func(context.Context, *Attempt) error) error {
	id, err := f.idOf(ctx, k)
	if err != nil {
		return err
	}
	err = f.Alone(ctx, es.StreamID("answer/"+id), func(ctx context.Context) error {
		a, err := f.openAttempt(ctx, id, es.Subject(k.Caller.Workspace))
		if err != nil {
			return err
		}
		return do(ctx, a)
	})
	if errors.Is(err, core.ErrLeaseHeld) {
		return core.ErrStillRunning
	}
	return err
}

// Sweep removes the answers whose time is over and returns their number.
func (f *FirstAnswers) Sweep(ctx context.Context) (int, error) {
	return f.Store.SweepAnswers(ctx, f.Now())
}

// idOf returns the id of a note: a keyed hash, because keys may contain something about
// their requests.
func (f *FirstAnswers) idOf(ctx context.Context, k RequestKey) (string, error) {
	secret, err := f.Keys.DeriveKey(ctx, es.Subject(k.Caller.Workspace), "request keys")
	if err != nil {
		return "", fmt.Errorf("key of request keys: %w", err)
	}
	h := hmac.New(sha256.New, secret[:])
	fmt.Fprintf(h, "%s\n%s\n%s", k.Caller.ID, k.Operation, k.Key)
	return hex.EncodeToString(h.Sum(nil)[:20]), nil
}

// openAttempt returns an attempt at the request, with what the note of an earlier one says.
// A note that cannot be opened, because its subject is gone for good, counts as none.
func (f *FirstAnswers) openAttempt(ctx context.Context, id string, home es.Subject) (*Attempt, error) {
	fresh := &Attempt{Command: uuid.New(), id: id, home: home, of: f}
	kept, err := f.Store.Answer(ctx, id, f.Now())
	if err != nil || kept == nil {
		return fresh, err
	}
	var s sealedNote
	if err := json.Unmarshal(kept, &s); err != nil {
		return nil, fmt.Errorf("a kept answer: %w", err)
	}
	plain, err := f.Vault.Open(ctx, s.Subject, []byte("answer/"+id), s.Box)
	if errors.Is(err, es.ErrErased) {
		return fresh, f.Store.DropAnswer(ctx, id)
	}
	if err != nil {
		return nil, fmt.Errorf("a kept answer: %w", err)
	}
	var n note
	if err := json.Unmarshal(plain, &n); err != nil {
		return nil, fmt.Errorf("a kept answer: %w", err)
	}
	return &Attempt{Command: n.Command, First: n.Answer, Resumed: true, request: n.Request, id: id, home: home,
		of: f}, nil
}

// IsOtherRequest reports whether this is another request than the first with the key, by their
// digests. It is false as long as the digest of the first is not known.
func (a *Attempt) IsOtherRequest(request []byte) bool {
	return a.request != nil && !bytes.Equal(a.request, request)
}

// Begin stores that the request is about to be done. request is its digest, nil while
// it is not known.
func (a *Attempt) Begin(ctx context.Context, request []byte) error {
	if a.request == nil {
		a.request = request
	}
	return a.keepNote(ctx, a.home, note{Command: a.Command, Request: a.request})
}

// KeepAnswer stores the answer under the key of the subject that it is about. When the
// subject is gone for good already, nothing is stored.
func (a *Attempt) KeepAnswer(ctx context.Context, about es.Subject, request []byte, answer Answer) error {
	err := a.keepNote(ctx, about, note{Command: a.Command, Request: request, Answer: &answer})
	if errors.Is(err, es.ErrErased) {
		return a.Drop(ctx)
	}
	return err
}

// Drop removes the note of the request: the next one with the key is the first.
func (a *Attempt) Drop(ctx context.Context) error { return a.of.Store.DropAnswer(ctx, a.id) }

func (a *Attempt) keepNote(ctx context.Context, about es.Subject, n note) error {
	plain, err := json.Marshal(n)
	if err != nil {
		return err
	}
	box, err := a.of.Vault.Seal(ctx, about, []byte("answer/"+a.id), plain)
	if err != nil {
		return fmt.Errorf("seal an answer: %w", err)
	}
	b, err := json.Marshal(sealedNote{about, box})
	if err != nil {
		return err
	}
	return a.of.Store.KeepAnswer(ctx, a.id, b, a.of.Now().Add(answerTime))
}
