package recordstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// A keptLogout tells when something ended, and until when that is kept.
type keptLogout struct{ At, Until time.Time }

const (
	loggedOutPrefix   = "logged-out/"
	logoutTokenPrefix = "logout-token/"
)

// NoteLogout implements Logouts. What has ended is written before the id of the token, so that a token whose note
// failed is taken again.
func (k Store) NoteLogout(ctx context.Context, workspace string, l identity.Logout, now time.Time) error {
	name := logoutTokenPrefix + hex.EncodeToString(l.TokenID[:])
	if _, err := k.Records.Get(ctx, workspace, name); !errors.Is(err, identity.ErrUnknown) {
		if err == nil {
			err = identity.ErrReused
		}
		return err
	}
	for _, key := range l.Ended {
		err := changeRecord(ctx, k.Records, workspace, loggedOutPrefix+hex.EncodeToString(key[:]), func(b []byte) ([]byte, error) {
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
	return changeRecord(ctx, k.Records, workspace, name, func(b []byte) ([]byte, error) {
		if len(b) > 0 {
			return nil, identity.ErrReused
		}
		return json.Marshal(keptLogout{l.At, now.Add(identity.LogoutTokenLife)})
	})
}

// LoggedOut implements Logouts.
func (k Store) LoggedOut(ctx context.Context, workspace string, key [32]byte) (time.Time, error) {
	n, err := readRecord[keptLogout](ctx, k.Records, workspace, loggedOutPrefix+hex.EncodeToString(key[:]))
	return n.At, err
}

// DropLogouts implements Logouts.
func (k Store) DropLogouts(ctx context.Context, workspace string, now time.Time) error {
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
			if err != nil && !errors.Is(err, identity.ErrUnknown) {
				return err
			}
		}
	}
	return nil
}
