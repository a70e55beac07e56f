package es

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"iter"

	"github.com/google/uuid"
)

// MaxBody is the largest body of an event in bytes, after sealing. What is
// larger is a sealed blob that the event names.
const MaxBody = 512 << 10

// Failures of the ports. Adapters wrap them with what was being done.
var (
	ErrConflict = errors.New("the stream has moved on")
	ErrTooLarge = errors.New("the event is larger than 512 KiB")
	ErrErased   = errors.New("the key of the subject is destroyed")
	ErrNoMaster = errors.New("the master key is missing or is another one")
	ErrNoBlob   = errors.New("there is no such blob")
	ErrNoEvent  = errors.New("no event stands at the position")
	ErrNoStream = errors.New("the log has no such stream") // of work that another log has
	ErrCut      = errors.New("events of the stream were removed from the event store")
	ErrDamaged  = errors.New("the stored bytes are damaged")

	ErrUnreadable = errors.New("the event cannot be read") // also not later

	ErrIncompleteRead = errors.New("the event log does not yield all its events") // see IncompleteRead
)

// A Store keeps streams of envelopes. It moves bytes: it knows neither event
// types nor keys.
//
// Positions are tokens. Whoever hands one to a store hands in 0 or a position that
// this store gave: in a receipt, an envelope or a head. Callers may compare positions
// and keep them; only a store may compute with them, because the position before or
// after one need not exist. A store may refuse a position that it never gave.
type Store interface {
	// Append adds events to a stream that stands at version expect (0: a new
	// stream), all or none, and gives each its version, position and time. When
	// the stream holds these very events (same ids) after expect already, it
	// answers the first receipt. Errors: ErrConflict, ErrTooLarge.
	Append(ctx context.Context, stream StreamID, expect uint64, events []Envelope) (Receipt, error)
	// Stream yields the events of a stream after a version, oldest first; an
	// unknown stream yields nothing. An error is yielded once and ends it. Errors: ErrCut
	// where events of the stream are gone, or hidden, that were committed once.
	Stream(ctx context.Context, stream StreamID, after uint64) iter.Seq2[Envelope, error]
	// All yields the events after a position in commit order, up to what is
	// committed now. No event ever appears before or at a position already yielded.
	// A read that is not broken off comes to the head that the store had when it began,
	// or to a later one, or ends with an error: without a filter the last event that it
	// yields is the one there, with a filter all events up to there were searched. A
	// store that cannot tell says ErrIncompleteRead. Whoever keeps the place of his
	// reading moves it over what he was given, or reads with ReadToHead.
	All(ctx context.Context, after Position, filter Filter) iter.Seq2[Envelope, error]
	// At returns the event at a position. ErrNoEvent when none stands there: the
	// position is 0, or of a log that has been replaced since, as by a restore.
	At(ctx context.Context, at Position) (Envelope, error)
	// Head is the position of the last committed event, 0 in an empty store.
	Head(ctx context.Context) (Position, error)
	// Wait returns when the head is beyond a position, or with ctx's error.
	Wait(ctx context.Context, after Position) error
}

// A Filter chooses events; the zero value lets all pass.
type Filter struct {
	Types []string // wire names
}

// A Vault keeps one key for each subject and never lets it out.
type Vault interface {
	// Seal encrypts plain under the subject's key, which is made (durably) at
	// first use, and binds it to aad. ErrErased when the key, or one above it,
	// was destroyed.
	Seal(ctx context.Context, subject Subject, aad, plain []byte) ([]byte, error)
	// Open decrypts what Seal gave, with the same aad. ErrErased, ErrUnreadable.
	Open(ctx context.Context, subject Subject, aad, sealed []byte) ([]byte, error)
	// Destroy makes the subject's key, and all below it, unusable for good.
	// Destroying twice, or what never was, is no error.
	Destroy(ctx context.Context, subject Subject) error
}

// A BlobRef names sealed bytes of a subject. It tells nothing of their content.
type BlobRef struct {
	Subject Subject   `json:"subject"`
	ID      uuid.UUID `json:"id"`
	Size    int64     `json:"size"` // of the plain bytes

	// SHA256, in hex, and SealedSize are those of the bytes as they are stored, so that they can be checked without a key. ""
	// and 0 where they were put by a program that did not tell.
	SHA256     string `json:"sha256,omitempty"`
	SealedSize int64  `json:"sealedSize,omitzero"`
}

// Digest returns the SHA-256 of the bytes as they are stored; known is false where the reference does not tell.
func (r BlobRef) Digest() (sum [sha256.Size]byte, known bool) {
	b, err := hex.DecodeString(r.SHA256)
	if err != nil || len(b) != len(sum) {
		return sum, false
	}
	return [sha256.Size]byte(b), true
}

// Blobs keep bytes of any size, sealed under a key of their subject.
type Blobs interface {
	// Put streams r into a new blob and syncs it. digest is the SHA-256 of the
	// plain bytes. An error of r is returned as it is, and nothing is kept. ErrErased when the
	// key of the subject, or one above it, was destroyed, also while it ran.
	Put(ctx context.Context, subject Subject, r io.Reader) (ref BlobRef, digest [32]byte, err error)
	// Open reads a blob, verified on the way. Errors: ErrNoBlob, ErrErased; ErrDamaged,
	// here or when the bytes are read.
	Open(ctx context.Context, ref BlobRef) (io.ReadSeekCloser, error)
	// Drop removes all bytes of a subject and of all below it. None is no error.
	Drop(ctx context.Context, subject Subject) error
	// Remove removes one blob. None is no error.
	Remove(ctx context.Context, ref BlobRef) error
}
