package store

import (
	"fmt"
	"sync"
)

// Sets are the views that a process has prepared. The zero value has none. It is safe for
// concurrent use.
type Sets struct {
	mu    sync.Mutex
	byKey map[string]*Set
}

// Add notes a prepared view.
func (s *Sets) Add(set *Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKey == nil {
		s.byKey = map[string]*Set{}
	}
	s.byKey[set.Key] = set
}

// Remove forgets the build with a checkpoint key.
func (s *Sets) Remove(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.byKey, key)
}

// Find returns the prepared view with a checkpoint key. Errors: ErrUnknownView.
func (s *Sets) Find(key string) (*Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set, ok := s.byKey[key]; ok {
		return set, nil
	}
	return nil, fmt.Errorf("%s was not prepared: %w", key, ErrUnknownView)
}

// FindTable returns a table by its name without version, of the newest version among the prepared
// views. Errors: ErrUnknownView.
func (s *Sets) FindTable(name string) (*Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := NewestTable(s.byKey, name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no prepared view owns a table %q: %w", name, ErrUnknownView)
}
