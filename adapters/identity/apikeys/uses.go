package apikeys

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
)

// Uses remembers in which hour each key was used last, beside the log: a request is no event. The
// records are key-use/<user>/<key>.
type Uses struct {
	Records recordstore.Records
	Log     *slog.Logger

	mu    sync.Mutex
	noted map[string]time.Time // by key: the hour that is stored
}

// maxNoted is the number of keys whose hour is remembered; those beyond are written again.
const maxNoted = 10_000

func useName(userID, keyID string) string { return "key-use/" + userID + "/" + keyID }

// NoteUse notes that a key was used, once an hour. That it cannot be noted refuses no request.
func (u *Uses) NoteUse(ctx context.Context, ws, userID, keyID string, now time.Time) {
	hour := now.UTC().Truncate(time.Hour)
	if !u.begin(keyID, hour) {
		return
	}
	if err := u.Records.Put(ctx, ws, useName(userID, keyID), []byte(hour.Format(time.RFC3339))); err != nil {
		u.mu.Lock()
		delete(u.noted, keyID)
		u.mu.Unlock()
		u.Log.WarnContext(ctx, "the use of an API key is not noted", "key", keyID, "error", err)
	}
}

// begin reports whether an hour is still to be stored, and remembers it.
func (u *Uses) begin(keyID string, hour time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !hour.After(u.noted[keyID]) {
		return false
	}
	if u.noted == nil || len(u.noted) >= maxNoted {
		u.noted = map[string]time.Time{}
	}
	u.noted[keyID] = hour
	return true
}

// LastUse returns the hour in which a key was used last; the zero time for never.
func (u *Uses) LastUse(ctx context.Context, ws, userID, keyID string) (time.Time, error) {
	b, err := u.Records.Get(ctx, ws, useName(userID, keyID))
	if errors.Is(err, identity.ErrUnknown) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, string(b))
}

// ForgetUser forgets the uses of all keys of an account.
func (u *Uses) ForgetUser(ctx context.Context, ws, userID string) error {
	names, err := u.Records.Names(ctx, ws, useName(userID, ""))
	for _, name := range names {
		err = errors.Join(err, u.Records.Delete(ctx, ws, name))
	}
	return err
}
