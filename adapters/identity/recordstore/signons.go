package recordstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// Remember implements SignOns.
func (k sessionStore) Remember(ctx context.Context, workspace string, s identity.SignOn) error {
	if err := k.Records.Put(ctx, workspace, "sign-on-of/"+s.UserID+"/"+s.ID, []byte("{}")); err != nil {
		return err
	}
	return writeRecord(ctx, k.Records, workspace, "sign-on/"+s.ID, s)
}

// SignOn implements SignOns.
func (k sessionStore) SignOn(ctx context.Context, workspace, id string) (identity.SignOn, error) {
	return readRecord[identity.SignOn](ctx, k.Records, workspace, "sign-on/"+id)
}

// NoteUse implements SignOns.
func (k sessionStore) NoteUse(ctx context.Context, workspace, id string, now time.Time) error {
	err := k.Records.Update(ctx, workspace, "sign-on/"+id, func(b []byte) ([]byte, error) {
		var s identity.SignOn
		if err := json.Unmarshal(b, &s); err != nil {
			return nil, err
		}
		s.Seen = now
		return json.Marshal(s)
	})
	if errors.Is(err, identity.ErrUnknown) {
		return nil
	}
	return err
}

// Forget implements SignOns.
func (k sessionStore) Forget(ctx context.Context, workspace, id string) error {
	s, err := k.SignOn(ctx, workspace, id)
	if errors.Is(err, identity.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := k.Records.Delete(ctx, workspace, "sign-on/"+id); err != nil {
		return err
	}
	return k.Records.Delete(ctx, workspace, "sign-on-of/"+s.UserID+"/"+id)
}

// Purge removes what can no longer be used: sessions, sign-ons, brakes that hold nobody, browsers
// that nobody signed in with for long, and sealed tokens whose grace time is over. access is the lifetime of an access token of
// the workspace.
func (k Store) Purge(ctx context.Context, workspace string, now time.Time, access time.Duration) error {
	sessions, err := readAll[family](ctx, k.Records, workspace, "session/")
	for _, f := range sessions {
		switch {
		case f.isOver(now, access):
			err = errors.Join(err, k.End(ctx, workspace, f.ID))
		case f.dropGrace(now):
			err = errors.Join(err, k.removeSealedTokens(ctx, workspace, f.ID, now))
		}
	}
	signOns, failed := readAll[identity.SignOn](ctx, k.Records, workspace, "sign-on/")
	err = errors.Join(err, failed)
	for _, s := range signOns {
		if now.After(s.Ends) {
			err = errors.Join(err, k.Forget(ctx, workspace, s.ID))
		}
	}
	return errors.Join(err, k.purgeBrakes(ctx, workspace, now), k.purgeBrowsers(ctx, workspace, now))
}

func (k Store) purgeBrowsers(ctx context.Context, workspace string, now time.Time) error {
	names, err := k.Records.Names(ctx, workspace, "browser/")
	for _, name := range names {
		b, failed := readRecord[identity.KnownBrowser](ctx, k.Records, workspace, name)
		if failed == nil && now.After(b.Until) {
			failed = k.Records.Delete(ctx, workspace, name)
		}
		if !errors.Is(failed, identity.ErrUnknown) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (k sessionStore) removeSealedTokens(ctx context.Context, workspace, sessionID string, now time.Time) error {
	err := k.Records.Update(ctx, workspace, "session/"+sessionID, func(b []byte) ([]byte, error) {
		var f family
		if err := json.Unmarshal(b, &f); err != nil {
			return nil, err
		}
		f.dropGrace(now)
		return json.Marshal(f)
	})
	if errors.Is(err, identity.ErrUnknown) {
		return nil
	}
	return err
}

func (k Store) purgeBrakes(ctx context.Context, workspace string, now time.Time) error {
	names, err := k.Records.Names(ctx, workspace, "brake/")
	for _, name := range names {
		b, failed := readRecord[identity.Brake](ctx, k.Records, workspace, name)
		if errors.Is(failed, identity.ErrUnknown) {
			continue
		}
		if failed == nil && b.IsIdle(now) {
			failed = k.Records.Delete(ctx, workspace, name)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// isOver reports whether no token of the session can be used any more, nor an access token
// that was made with the last of them.
func (f *family) isOver(now time.Time, access time.Duration) bool {
	if now.After(f.Ends) {
		return true
	}
	if len(f.Tokens) == 0 { // one access token, as long as the session
		return false
	}
	for _, t := range f.Tokens {
		if now.Before(t.Expires.Add(access)) {
			return false
		}
	}
	return true
}
