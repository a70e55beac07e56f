// Package vaulttest holds the conformance suite of key stores, and one in memory.
package vaulttest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/adapters/vault"
)

// A Store holds the keys and secrets of a vault.
type Store interface {
	vault.Keys
	vault.Boxes
}

// Memory is a store that lasts as long as the process. It is safe for use by several
// vaults at once, which then act as processes.
type Memory struct {
	mu    sync.Mutex
	keys  map[string][]byte // nil is a tombstone
	boxes map[string][]byte
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{keys: map[string][]byte{}, boxes: map[string][]byte{}}
}

// Get returns a wrapped key.
func (m *Memory) Get(_ context.Context, subject string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	wrapped, ok := m.keys[subject]
	return slices.Clone(wrapped), ok && wrapped == nil, nil
}

// Insert stores a wrapped key unless there is a row.
func (m *Memory) Insert(ctx context.Context, subject string, wrapped []byte) ([]byte, bool, error) {
	m.mu.Lock()
	if _, ok := m.keys[subject]; !ok {
		m.keys[subject] = slices.Clone(wrapped)
	}
	m.mu.Unlock()
	return m.Get(ctx, subject)
}

// Destroy leaves tombstones for a subject and all below it.
func (m *Memory) Destroy(_ context.Context, subject string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys[subject] = nil
	for s := range m.keys {
		if strings.HasPrefix(s, subject+"/") {
			m.keys[s] = nil
		}
	}
	return nil
}

// DestroyedSubjects lists the tombstones.
func (m *Memory) DestroyedSubjects(context.Context) ([]string, error) {
	return m.listSubjects(true), nil
}

// LiveSubjects lists the subjects that have a key.
func (m *Memory) LiveSubjects(context.Context) ([]string, error) {
	return m.listSubjects(false), nil
}

func (m *Memory) listSubjects(destroyed bool) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for s, wrapped := range m.keys {
		if (wrapped == nil) == destroyed {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

// InsertBox stores a box unless there is one.
func (m *Memory) InsertBox(ctx context.Context, name string, box []byte) ([]byte, error) {
	m.mu.Lock()
	if _, ok := m.boxes[name]; !ok {
		m.boxes[name] = slices.Clone(box)
	}
	m.mu.Unlock()
	return m.GetBox(ctx, name)
}

// PutBox stores a box.
func (m *Memory) PutBox(_ context.Context, name string, box []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.boxes[name] = slices.Clone(box)
	return nil
}

// SwapBox replaces exactly the given box.
func (m *Memory) SwapBox(_ context.Context, name string, old, box []byte) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if stands, ok := m.boxes[name]; !ok || !bytes.Equal(stands, old) {
		return false, nil
	}
	m.boxes[name] = slices.Clone(box)
	return true, nil
}

// GetBox returns a box.
func (m *Memory) GetBox(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.boxes[name]), nil
}

// DeleteBox removes a box.
func (m *Memory) DeleteBox(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.boxes, name)
	return nil
}

// BoxNames lists names by prefix.
func (m *Memory) BoxNames(_ context.Context, prefix string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for name := range m.boxes {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, nil
}
