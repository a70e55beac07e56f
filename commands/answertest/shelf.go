package answertest

import (
	"context"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// A Shelf keeps answers in memory, by a clock that tests set, with leases and keys
// beside them. Gone are the subjects whose keys were destroyed.
type Shelf struct {
	estest.Glass
	Now  time.Time
	Gone map[es.Subject]bool
	Last es.Subject // what was sealed last is of it

	mu    sync.Mutex
	notes map[string]sealedNote
	held  map[es.StreamID]bool
}

type sealedNote struct {
	box   []byte
	until time.Time
}

// NewShelf returns an empty shelf, and first answers that are kept on it.
func NewShelf() (*Shelf, *commands.FirstAnswers) {
	s := &Shelf{Now: begin, Gone: map[es.Subject]bool{}, notes: map[string]sealedNote{}, held: map[es.StreamID]bool{}}
	return s, &commands.FirstAnswers{Store: s, Alone: s.Alone, Vault: s, Keys: s, Now: func() time.Time { return s.Now }}
}

// CountNotes returns the number of notes that are kept.
func (s *Shelf) CountNotes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.notes)
}

// Answer implements commands.Answers.
func (s *Shelf) Answer(_ context.Context, id string, now time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := s.notes[id]; now.Before(n.until) {
		return n.box, nil
	}
	return nil, nil
}

// KeepAnswer implements commands.Answers.
func (s *Shelf) KeepAnswer(_ context.Context, id string, box []byte, until time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes[id] = sealedNote{box, until}
	return nil
}

// DropAnswer implements commands.Answers.
func (s *Shelf) DropAnswer(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.notes, id)
	return nil
}

// SweepAnswers implements commands.Answers.
func (s *Shelf) SweepAnswers(_ context.Context, now time.Time) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, note := range s.notes {
		if !now.Before(note.until) {
			delete(s.notes, id)
			n++
		}
	}
	return n, nil
}

// DeriveKey implements commands.Keys.
func (s *Shelf) DeriveKey(_ context.Context, subject es.Subject, label string) (out [32]byte, err error) {
	copy(out[:], string(subject)+label)
	return out, nil
}

// Seal implements es.Vault.
func (s *Shelf) Seal(ctx context.Context, subject es.Subject, aad, plain []byte) ([]byte, error) {
	if s.Gone[subject] {
		return nil, es.ErrErased
	}
	s.Last = subject
	return s.Glass.Seal(ctx, subject, aad, plain)
}

// Open implements es.Vault.
func (s *Shelf) Open(ctx context.Context, subject es.Subject, aad, box []byte) ([]byte, error) {
	if s.Gone[subject] {
		return nil, es.ErrErased
	}
	return s.Glass.Open(ctx, subject, aad, box)
}

// Alone implements commands.Exclusive.
func (s *Shelf) Alone(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	s.mu.Lock()
	if s.held[stream] {
		s.mu.Unlock()
		return commands.ErrLeaseHeld
	}
	s.held[stream] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.held, stream)
	}()
	return do(ctx)
}
