package es

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// SaltSize is the number of random bytes before a value in its commitment.
const SaltSize = 16

// Sealed is a field of an event that becomes unreadable when its subject is erased:
// ciphertext on the wire, in Go the value or Erased. Its tag `seal:"name"` is part of
// what is authenticated, and stays when the field is renamed.
type Sealed[T any] struct {
	Subject Subject
	Value   T
	erased  bool

	box        []byte // salt and value, encrypted
	commitment []byte // SHA-256(salt ‖ value); nil in the first form, which is read and not written
}

// Seal marks a value as belonging to a subject.
func Seal[T any](s Subject, v T) Sealed[T] { return Sealed[T]{Subject: s, Value: v} }

// IsErased reports whether the value is gone for good.
func (s Sealed[T]) IsErased() bool { return s.erased }

// IsMissing reports whether the event was written before the field existed, so that nothing is
// sealed in it.
func (s Sealed[T]) IsMissing() bool { return s.Subject == "" }

// wire is the form of a sealed field in a body.
type wire struct {
	Subject    Subject `json:"s"`
	Box        []byte  `json:"b"`
	Commitment []byte  `json:"c,omitempty"`
}

// MarshalJSON writes the ciphertext; a value that the codec has not sealed is
// never written.
func (s Sealed[T]) MarshalJSON() ([]byte, error) {
	if s.box == nil {
		return nil, errors.New("a sealed field outside the codec")
	}
	return json.Marshal(wire{s.Subject, s.box, s.commitment})
}

// UnmarshalJSON reads the ciphertext, for the codec to open.
func (s *Sealed[T]) UnmarshalJSON(b []byte) error {
	var w wire
	err := json.Unmarshal(b, &w)
	s.Subject, s.box, s.commitment = w.Subject, w.Box, w.Commitment
	return err
}

// CommitmentOf returns what a sealed field with a value has in the open.
func CommitmentOf(salt, value []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(salt)
	h.Write(value)
	return [sha256.Size]byte(h.Sum(nil))
}

// ErrCommitment means that a sealed value is not the one that its event commits to.
var ErrCommitment = fmt.Errorf("%w: the sealed value is not the one that the event commits to", ErrUnreadable)

// sealable is the interface of a Sealed of any type to the codec.
type sealable interface {
	sealValue(ctx context.Context, c *Codec, env *Envelope, tag string) error
	openValue(ctx context.Context, c *Codec, env *Envelope, tag string) error
}

func (s *Sealed[T]) sealValue(ctx context.Context, c *Codec, env *Envelope, tag string) error {
	value, err := c.marshal(s.Value)
	if err != nil {
		return err
	}
	plain := make([]byte, SaltSize, SaltSize+len(value))
	_, _ = rand.Read(plain) // never fails: it ends the program instead
	plain = append(plain, value...)
	sum := CommitmentOf(plain[:SaltSize], value)
	s.commitment = sum[:]
	s.box, err = c.vault.Seal(ctx, s.Subject, committedAAD(env, tag), plain)
	return err
}

func (s *Sealed[T]) openValue(ctx context.Context, c *Codec, env *Envelope, tag string) error {
	w := wire{s.Subject, s.box, s.commitment}
	s.box, s.commitment = nil, nil
	if w.Box == nil { // written before the field existed
		return nil
	}
	_, value, err := w.open(ctx, c.vault, env, tag)
	if errors.Is(err, ErrErased) {
		s.erased = true
		return nil
	}
	if err != nil {
		return err
	}
	if err = c.unmarshal(value, &s.Value); err != nil {
		err = fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return err
}

// open returns the value of a sealed field as it was encoded, with its salt, nil in the first form. Errors: ErrErased,
// ErrCommitment, those of the vault.
func (w *wire) open(ctx context.Context, v Vault, env *Envelope, tag string) (salt, value []byte, err error) {
	if w.Commitment == nil {
		value, err = v.Open(ctx, w.Subject, fieldAAD(env, tag), w.Box)
		return nil, value, err
	}
	plain, err := v.Open(ctx, w.Subject, committedAAD(env, tag), w.Box)
	if err != nil {
		return nil, nil, err
	}
	if len(plain) < SaltSize {
		return nil, nil, ErrCommitment
	}
	salt, value = plain[:SaltSize], plain[SaltSize:]
	if sum := CommitmentOf(salt, value); !bytes.Equal(sum[:], w.Commitment) {
		return nil, nil, ErrCommitment
	}
	return salt, value, nil
}
