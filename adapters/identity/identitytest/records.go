package identitytest

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// Records are records in memory, in Kept by workspace and name.
type Records struct {
	mu   sync.Mutex
	Kept map[string][]byte // by "workspace|name"
}

// NewRecords returns empty ones.
func NewRecords() *Records { return &Records{Kept: map[string][]byte{}} }

// Get implements recordstore.Records.
func (r *Records) Get(_ context.Context, ws, name string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.Kept[ws+"|"+name]
	if !ok {
		return nil, identity.ErrUnknown
	}
	return slices.Clone(b), nil
}

// Put implements recordstore.Records.
func (r *Records) Put(_ context.Context, ws, name string, b []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Kept[ws+"|"+name] = b
	return nil
}

// Update implements recordstore.Records.
func (r *Records) Update(_ context.Context, ws, name string, change func([]byte) ([]byte, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, ok := r.Kept[ws+"|"+name]
	if !ok {
		return identity.ErrUnknown
	}
	b, err := change(b)
	if err == nil {
		r.Kept[ws+"|"+name] = b
	}
	return err
}

// Delete implements recordstore.Records.
func (r *Records) Delete(_ context.Context, ws, name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.Kept, ws+"|"+name)
	return nil
}

// Names implements recordstore.Records.
func (r *Records) Names(_ context.Context, ws, prefix string) ([]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for k := range r.Kept {
		if name, ok := strings.CutPrefix(k, ws+"|"); ok && strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out, nil
}
