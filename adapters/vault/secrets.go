package vault

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrNoSecret means that there is no secret of that name.
var ErrNoSecret = errors.New("vault: there is no such secret")

// Secrets are other things that must not be read in a copy of the data, such as
// signing keys. They are sealed by the key of their workspace and die with it.
type Secrets struct {
	vault     *Vault
	boxes     Boxes
	workspace es.Subject
}

// NewSecrets returns the secrets of a workspace.
func NewSecrets(v *Vault, boxes Boxes, workspace es.Subject) (*Secrets, error) {
	if err := checkSubject(workspace); err != nil {
		return nil, err
	}
	if _, ok := workspace.Parent(); ok {
		return nil, fmt.Errorf("vault: %q is no workspace", workspace)
	}
	return &Secrets{v, boxes, workspace}, nil
}

// Put stores a secret and replaces the one of that name.
func (s *Secrets) Put(ctx context.Context, name string, plain []byte) error {
	box, err := s.vault.Seal(ctx, s.workspace, s.nameAAD(name), plain)
	if err != nil {
		return fmt.Errorf("seal secret %s: %w", name, err)
	}
	return s.boxes.PutBox(ctx, s.fullName(name), box)
}

// Get returns a secret. Errors: ErrNoSecret, es.ErrErased.
func (s *Secrets) Get(ctx context.Context, name string) ([]byte, error) {
	box, err := s.boxes.GetBox(ctx, s.fullName(name))
	if err != nil {
		return nil, fmt.Errorf("read secret %s: %w", name, err)
	}
	if box == nil {
		return nil, fmt.Errorf("%s: %w", name, ErrNoSecret)
	}
	return s.vault.Open(ctx, s.workspace, s.nameAAD(name), box)
}

// GetOrMake returns a secret, and stores what fresh returns where there is none. Of
// several processes that do so at once all get the secret of one.
func (s *Secrets) GetOrMake(ctx context.Context, name string, fresh func() ([]byte, error)) ([]byte, error) {
	plain, err := s.Get(ctx, name)
	if !errors.Is(err, ErrNoSecret) {
		return plain, err
	}
	if plain, err = fresh(); err != nil {
		return nil, err
	}
	box, err := s.vault.Seal(ctx, s.workspace, s.nameAAD(name), plain)
	if err != nil {
		return nil, fmt.Errorf("seal secret %s: %w", name, err)
	}
	if box, err = s.boxes.InsertBox(ctx, s.fullName(name), box); err != nil {
		return nil, fmt.Errorf("keep secret %s: %w", name, err)
	}
	return s.vault.Open(ctx, s.workspace, s.nameAAD(name), box)
}

// Update changes a secret atomically. An error of change leaves it as it is. Errors:
// ErrNoSecret, es.ErrErased.
func (s *Secrets) Update(ctx context.Context, name string, change func([]byte) ([]byte, error)) error {
	for {
		box, err := s.boxes.GetBox(ctx, s.fullName(name))
		if err != nil {
			return fmt.Errorf("read secret %s: %w", name, err)
		}
		if box == nil {
			return fmt.Errorf("%s: %w", name, ErrNoSecret)
		}
		next, err := s.changeBox(ctx, name, box, change)
		if err != nil {
			return err
		}
		if swapped, err := s.boxes.SwapBox(ctx, s.fullName(name), box, next); swapped || err != nil {
			return err
		}
	}
}

// changeBox returns the box of a secret after a change.
func (s *Secrets) changeBox(ctx context.Context, name string, box []byte, change func([]byte) ([]byte, error)) ([]byte, error) {
	plain, err := s.vault.Open(ctx, s.workspace, s.nameAAD(name), box)
	if err != nil {
		return nil, err
	}
	if plain, err = change(plain); err != nil {
		return nil, err
	}
	return s.vault.Seal(ctx, s.workspace, s.nameAAD(name), plain)
}

// Delete removes a secret. A name without one is no error.
func (s *Secrets) Delete(ctx context.Context, name string) error {
	return s.boxes.DeleteBox(ctx, s.fullName(name))
}

// ListNames lists the secrets whose name has a prefix, in order.
func (s *Secrets) ListNames(ctx context.Context, prefix string) ([]string, error) {
	names, err := s.boxes.BoxNames(ctx, s.fullName(prefix))
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, s.fullName(""))
	}
	return names, err
}

func (s *Secrets) fullName(name string) string { return string(s.workspace) + "/" + name }

func (s *Secrets) nameAAD(name string) []byte { return []byte("secret\n" + name) }
