package identity

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

const (
	logoutNews = time.Second // after which what another process was told is known here
	keptNews   = 10_000      // keys of which that is remembered
	dropEvery  = time.Hour
)

// logoutCache remembers for a moment what is known of the sessions of tokens, which every request asks for.
type logoutCache struct {
	mu      sync.Mutex
	news    map[[32]byte]logoutNote
	dropped map[string]time.Time // by workspace
}

type logoutNote struct {
	read, at time.Time
	err      error // nil or ErrUnknown
}

// find returns what read returns, or returned a moment ago.
func (c *logoutCache) find(now time.Time, key [32]byte, read func() (time.Time, error)) (time.Time, error) {
	c.mu.Lock()
	n, ok := c.news[key]
	c.mu.Unlock()
	if age := now.Sub(n.read); ok && age >= 0 && age < logoutNews {
		return n.at, n.err
	}
	at, err := read()
	if err != nil && !errors.Is(err, ErrUnknown) {
		return at, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.news == nil || len(c.news) >= keptNews {
		c.news = map[[32]byte]logoutNote{}
	}
	c.news[key] = logoutNote{now, at, err}
	return at, err
}

// forget forgets everything, since there was a logout, and reports whether notes of the workspace are to be dropped.
func (c *logoutCache) forget(workspace string, now time.Time) (drop bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.news = nil
	if now.Sub(c.dropped[workspace]) < dropEvery {
		return false
	}
	if c.dropped == nil {
		c.dropped = map[string]time.Time{}
	}
	c.dropped[workspace] = now
	return true
}

// A keptLogout tells when something ended, and until when that is kept.
type keptLogout struct{ At, Until time.Time }

const (
	loggedOutPrefix   = "logged-out/"
	logoutTokenPrefix = "logout-token/"
)

// NoteLogout implements Logouts. What has ended is written before the id of the token, so that a token whose note
// failed is taken again.
func (k RecordStore) NoteLogout(ctx context.Context, workspace string, l Logout, now time.Time) error {
	name := logoutTokenPrefix + hex.EncodeToString(l.TokenID[:])
	if _, err := k.Records.Get(ctx, workspace, name); !errors.Is(err, ErrUnknown) {
		if err == nil {
			err = ErrReused
		}
		return err
	}
	for _, key := range l.Ended {
		err := k.changeRecord(ctx, workspace, loggedOutPrefix+hex.EncodeToString(key[:]), func(b []byte) ([]byte, error) {
			n := keptLogout{l.At, l.Until}
			var was keptLogout
			if len(b) > 0 && json.Unmarshal(b, &was) == nil && was.At.After(n.At) {
				n.At = was.At
			}
			return json.Marshal(n)
		})
		if err != nil {
			return err
		}
	}
	return k.changeRecord(ctx, workspace, name, func(b []byte) ([]byte, error) {
		if len(b) > 0 {
			return nil, ErrReused
		}
		return json.Marshal(keptLogout{l.At, now.Add(logoutAge + 2*leeway)})
	})
}

// LoggedOut implements Logouts.
func (k RecordStore) LoggedOut(ctx context.Context, workspace string, key [32]byte) (time.Time, error) {
	n, err := readRecord[keptLogout](ctx, k.Records, workspace, loggedOutPrefix+hex.EncodeToString(key[:]))
	return n.At, err
}

// DropLogouts implements Logouts.
func (k RecordStore) DropLogouts(ctx context.Context, workspace string, now time.Time) error {
	for _, prefix := range []string{loggedOutPrefix, logoutTokenPrefix} {
		names, err := k.Records.Names(ctx, workspace, prefix)
		if err != nil {
			return err
		}
		for _, name := range names {
			n, err := readRecord[keptLogout](ctx, k.Records, workspace, name)
			if err == nil && now.After(n.Until) {
				err = k.Records.Delete(ctx, workspace, name)
			}
			if err != nil && !errors.Is(err, ErrUnknown) {
				return err
			}
		}
	}
	return nil
}
