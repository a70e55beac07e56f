package client

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrSignedOut reports that a session has ended: somebody has to sign in again.
var ErrSignedOut = errors.New("the session has ended")

// A Store stores the tokens of a session. A refresh token can be used once, so all that
// share a session must change its tokens one after the other.
type Store interface {
	// Load returns the current tokens.
	Load(ctx context.Context) (Tokens, error)
	// Update changes the tokens while nobody else does, and returns the new ones. An error
	// of change leaves them as they are.
	Update(ctx context.Context, change func(Tokens) (Tokens, error)) (Tokens, error)
}

// A Session is a source that renews its tokens before they expire.
type Session struct {
	realm   Realm
	store   Store
	program bool // signs in again by itself
}

// Session returns a session that keeps the tokens in memory.
func (r Realm) Session(t Tokens) *Session { return r.SessionIn(&memory{tokens: t}) }

// SessionIn returns a session that keeps its tokens in a store.
func (r Realm) SessionIn(s Store) *Session { return &Session{realm: r, store: s} }

// ServiceSession returns a session of a program in the service account of the client: it signs in
// by ClientCredentials when a token is first asked for, and whenever one is about to expire.
func (r Realm) ServiceSession() *Session { return &Session{realm: r, store: &memory{}, program: true} }

// early is how long before its expiry a token is renewed.
const early = 30 * time.Second

// Token returns the access token, a new one when it is about to expire.
func (s *Session) Token(ctx context.Context) (string, error) {
	t, err := s.store.Load(ctx)
	if err != nil {
		return "", err
	}
	if time.Now().Add(early).Before(t.Expires) {
		return t.Access, nil
	}
	return s.Renew(ctx, t.Access)
}

// Renew returns a new access token unless somebody has renewed it already. Errors:
// ErrSignedOut.
func (s *Session) Renew(ctx context.Context, refused string) (string, error) {
	t, err := s.store.Update(ctx, func(t Tokens) (Tokens, error) {
		if t.Access != refused {
			return t, nil
		}
		if s.program {
			return s.realm.ClientCredentials(ctx)
		}
		if t.Refresh == "" {
			return t, ErrSignedOut
		}
		next, err := s.realm.Refresh(ctx, t.Refresh)
		var refusal *OAuthError
		if errors.As(err, &refusal) && refusal.Code == "invalid_grant" {
			err = fmt.Errorf("%w: %w", ErrSignedOut, err)
		}
		return next, err
	})
	return t.Access, err
}

// Logout ends the session.
func (s *Session) Logout(ctx context.Context) error {
	t, err := s.store.Load(ctx)
	if err != nil || t.Refresh == "" {
		return err
	}
	return s.realm.Logout(ctx, t.Refresh)
}

// memory keeps tokens for one process.
type memory struct {
	mu     sync.Mutex
	tokens Tokens
}

// Load implements Store.
func (m *memory) Load(context.Context) (Tokens, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tokens, nil
}

// Update implements Store.
func (m *memory) Update(_ context.Context, change func(Tokens) (Tokens, error)) (Tokens, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, err := change(m.tokens)
	if err == nil {
		m.tokens = t
	}
	return m.tokens, err
}
