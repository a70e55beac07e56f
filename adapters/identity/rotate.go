package identity

import (
	"context"
	"errors"
	"time"
)

// RotateKeys makes a workspace sign with a new key as soon as every process knows it,
// after 10 s; the former keys stay published. With revoke they are removed instead: no
// token that they signed is valid any more.
func (s *tokens) RotateKeys(ctx context.Context, workspace string, revoke bool) error {
	m, err := s.findRealm(ctx, workspace)
	if err != nil {
		return err
	}
	former, err := s.Ports.Keys.SigningKeys(ctx, workspace)
	if err != nil {
		return err
	}
	if err := s.ring.rotateKey(ctx, workspace, m.Algorithm); err != nil || !revoke {
		return err
	}
	return s.removeKeys(ctx, workspace, former)
}

// KeyFits makes a new key for a workspace whose newest one is not of the algorithm that it
// chose. A workspace that trusts another issuer needs none.
func (s *tokens) KeyFits(ctx context.Context, workspace string) error {
	m, err := s.findRealm(ctx, workspace)
	if errors.Is(err, ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	keys, err := s.Ports.Keys.SigningKeys(ctx, workspace)
	if err != nil || len(keys) == 0 || keys[0].Algorithm == m.Algorithm {
		return err
	}
	return s.RotateKeys(ctx, workspace, false)
}

// PruneKeys removes keys that are no longer needed: nobody would present a token that they
// signed, not even as a hint at logout.
func (s *tokens) PruneKeys(ctx context.Context, workspace string) error {
	m, err := s.findRealm(ctx, workspace)
	if err != nil {
		return err
	}
	keys, err := s.Ports.Keys.SigningKeys(ctx, workspace)
	if err != nil {
		return err
	}
	keep := m.SessionLifetime + m.AccessLifetime + time.Hour
	for i := 1; i < len(keys); i++ { // the one before it took over when it was made
		if s.now().Sub(keys[i-1].Created) > keep {
			return s.removeKeys(ctx, workspace, keys[i:])
		}
	}
	return nil
}

func (s *tokens) removeKeys(ctx context.Context, workspace string, keys []SigningKey) error {
	for _, k := range keys {
		if err := s.Ports.Keys.RemoveSigningKey(ctx, workspace, k.ID); err != nil {
			return err
		}
	}
	s.ring.forgetKeys(workspace)
	return nil
}
