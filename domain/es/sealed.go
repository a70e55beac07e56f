package es

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Sealed is a field of an event that becomes unreadable when its subject is erased:
// ciphertext on the wire, in Go the value or Erased. Its tag `seal:"name"` is part of
// what is authenticated, and stays when the field is renamed.
type Sealed[T any] struct {
	Subject Subject
	Value   T
	erased  bool
	box     []byte
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
	Subject Subject `json:"s"`
	Box     []byte  `json:"b"`
}

// MarshalJSON writes the ciphertext; a value that the codec has not sealed is
// never written.
func (s Sealed[T]) MarshalJSON() ([]byte, error) {
	if s.box == nil {
		return nil, errors.New("a sealed field outside the codec")
	}
	return json.Marshal(wire{s.Subject, s.box})
}

// UnmarshalJSON reads the ciphertext, for the codec to open.
func (s *Sealed[T]) UnmarshalJSON(b []byte) error {
	var w wire
	err := json.Unmarshal(b, &w)
	s.Subject, s.box = w.Subject, w.Box
	return err
}

// sealable is the interface of a Sealed of any type to the codec.
type sealable interface {
	sealValue(ctx context.Context, c *Codec, aad []byte) error
	openValue(ctx context.Context, c *Codec, aad []byte) error
}

func (s *Sealed[T]) sealValue(ctx context.Context, c *Codec, aad []byte) error {
	plain, err := c.marshal(s.Value)
	if err != nil {
		return err
	}
	s.box, err = c.vault.Seal(ctx, s.Subject, aad, plain)
	return err
}

func (s *Sealed[T]) openValue(ctx context.Context, c *Codec, aad []byte) error {
	box := s.box
	s.box = nil
	if box == nil { // written before the field existed
		return nil
	}
	plain, err := c.vault.Open(ctx, s.Subject, aad, box)
	if errors.Is(err, ErrErased) {
		s.erased = true
		return nil
	}
	if err != nil {
		return err
	}
	if err = c.unmarshal(plain, &s.Value); err != nil {
		err = fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return err
}
