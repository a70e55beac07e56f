package recordstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// A sessionStore implements the ports Sessions and SignOns.
type sessionStore struct{ Records Records }

// A family is a session with all tokens that were made in it and may still be
// presented.
type family struct {
	identity.Session
	Tokens []familyToken
}

type familyToken struct {
	identity.Token
	Used  bool
	After [32]byte `json:",omitzero"` // the token that it follows
}

func tokenName(hash [32]byte) string { return "token/" + hex.EncodeToString(hash[:]) }

// Open implements Sessions.
func (k sessionStore) Open(ctx context.Context, workspace string, s identity.Session, first identity.Token) error {
	if err := k.Records.Put(ctx, workspace, "session-of/"+s.UserID+"/"+s.ID, []byte("{}")); err != nil {
		return err
	}
	if first.Hash == [32]byte{} {
		return writeRecord(ctx, k.Records, workspace, "session/"+s.ID, family{Session: s})
	}
	if err := k.Records.Put(ctx, workspace, tokenName(first.Hash), []byte(s.ID)); err != nil {
		return err
	}
	return writeRecord(ctx, k.Records, workspace, "session/"+s.ID, family{s, []familyToken{{Token: first}}})
}

// Find implements Sessions.
func (k sessionStore) Find(ctx context.Context, workspace string, hash [32]byte, now time.Time) (identity.Session, identity.Token, error) {
	f, err := k.findFamily(ctx, workspace, hash)
	if err != nil {
		return identity.Session{}, identity.Token{}, err
	}
	t, err := f.findToken(hash, now)
	if err != nil {
		return identity.Session{}, identity.Token{}, err
	}
	found := t.Token
	found.Used = t.Used
	return f.Session, found, nil
}

func (k sessionStore) findFamily(ctx context.Context, workspace string, hash [32]byte) (family, error) {
	sid, err := k.Records.Get(ctx, workspace, tokenName(hash))
	if err != nil {
		return family{}, err
	}
	return readRecord[family](ctx, k.Records, workspace, "session/"+string(sid))
}

// findToken returns the token with a hash, unless the session has ended or the token has
// expired unused. A used one stays known, or its second use would go unnoticed.
func (f *family) findToken(hash [32]byte, now time.Time) (*familyToken, error) {
	for i := range f.Tokens {
		if t := &f.Tokens[i]; t.Hash == hash && (t.Used || now.Before(t.Expires)) && now.Before(f.Ends) {
			return t, nil
		}
	}
	return nil, identity.ErrUnknown
}

// Rotate implements Sessions: the record of the session is changed as one step.
func (k sessionStore) Rotate(ctx context.Context, workspace string, used [32]byte, next identity.Token, now time.Time) ([]byte, error) {
	sid, err := k.Records.Get(ctx, workspace, tokenName(used))
	if err != nil {
		return nil, err
	}
	if err := k.Records.Put(ctx, workspace, tokenName(next.Hash), sid); err != nil {
		return nil, err
	}
	var again *identity.Again
	err = k.Records.Update(ctx, workspace, "session/"+string(sid), func(b []byte) (out []byte, err error) {
		out, again, err = rotateFamily(b, used, next, now)
		return out, err
	})
	if err == nil {
		return nil, nil
	}
	err = errors.Join(err, k.Records.Delete(ctx, workspace, tokenName(next.Hash)))
	if errors.Is(err, identity.ErrReused) && again != nil {
		return again.Sealed, nil
	}
	if errors.Is(err, identity.ErrReused) {
		err = errors.Join(err, k.End(ctx, workspace, string(sid)))
	}
	return nil, err
}

// rotateFamily returns a session in which a token was used. When it was used before, within its
// grace time, again holds its successor.
func rotateFamily(b []byte, used [32]byte, next identity.Token, now time.Time) (out []byte, again *identity.Again, err error) {
	var f family
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, nil, err
	}
	t, err := f.findToken(used, now)
	if err != nil {
		return nil, nil, err
	}
	if t.Used {
		return nil, f.findSuccessor(used, now), identity.ErrReused
	}
	t.Used = true
	f.dropGrace(now)
	f.Tokens = append(f.Tokens, familyToken{Token: next, After: used})
	out, err = json.Marshal(f)
	return out, nil, err
}

// findSuccessor returns the successor of a used token within its grace time.
func (f *family) findSuccessor(used [32]byte, now time.Time) *identity.Again {
	for _, t := range f.Tokens {
		if t.After == used && t.Again != nil && now.Before(t.Again.Until) {
			return t.Again
		}
	}
	return nil
}

// dropGrace removes sealed tokens whose grace time is over, and reports whether there were
// any.
func (f *family) dropGrace(now time.Time) (dropped bool) {
	for i, t := range f.Tokens {
		if t.Again != nil && !now.Before(t.Again.Until) {
			f.Tokens[i].Again, dropped = nil, true
		}
	}
	return dropped
}

// End implements Sessions.
func (k sessionStore) End(ctx context.Context, workspace, sessionID string) error {
	f, err := readRecord[family](ctx, k.Records, workspace, "session/"+sessionID)
	if errors.Is(err, identity.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := k.Records.Delete(ctx, workspace, "session/"+sessionID); err != nil {
		return err
	}
	for _, t := range f.Tokens {
		if err := k.Records.Delete(ctx, workspace, tokenName(t.Hash)); err != nil {
			return err
		}
	}
	return k.Records.Delete(ctx, workspace, "session-of/"+f.UserID+"/"+sessionID)
}

// EndSignOn implements Sessions.
func (k sessionStore) EndSignOn(ctx context.Context, workspace, userID, signOn string) error {
	prefix := "session-of/" + userID + "/"
	names, err := k.Records.Names(ctx, workspace, prefix)
	for _, name := range names {
		sid := strings.TrimPrefix(name, prefix)
		f, failed := readRecord[family](ctx, k.Records, workspace, "session/"+sid)
		switch {
		case failed != nil && !errors.Is(failed, identity.ErrUnknown):
			err = errors.Join(err, failed)
		case failed == nil && f.SignOn == signOn:
			err = errors.Join(err, k.End(ctx, workspace, sid))
		}
	}
	return errors.Join(err, k.Forget(ctx, workspace, signOn))
}

// EndAll implements Sessions.
func (k sessionStore) EndAll(ctx context.Context, workspace, userID string) error {
	// Sign-ons first, or one of them could begin another session meanwhile.
	err := k.endEach(ctx, workspace, "sign-on-of/"+userID+"/", k.Forget)
	return errors.Join(err, k.endEach(ctx, workspace, "session-of/"+userID+"/", k.End))
}

// EndBefore ends the sessions and sign-ons of an account that began before a time.
func (k sessionStore) EndBefore(ctx context.Context, workspace, userID string, at time.Time) error {
	err := k.endEach(ctx, workspace, "sign-on-of/"+userID+"/", func(ctx context.Context, workspace, id string) error {
		s, err := k.SignOn(ctx, workspace, id)
		if errors.Is(err, identity.ErrUnknown) || err == nil && !s.AuthTime.Before(at) {
			return nil
		}
		return errors.Join(err, k.Forget(ctx, workspace, id))
	})
	return errors.Join(err, k.endEach(ctx, workspace, "session-of/"+userID+"/", func(ctx context.Context, workspace, id string) error {
		f, err := readRecord[family](ctx, k.Records, workspace, "session/"+id)
		if errors.Is(err, identity.ErrUnknown) || err == nil && !f.AuthTime.Before(at) {
			return nil
		}
		return errors.Join(err, k.End(ctx, workspace, id))
	}))
}

func (k sessionStore) endEach(ctx context.Context, workspace, prefix string,
	end func(ctx context.Context, workspace, id string) error) error {
	names, err := k.Records.Names(ctx, workspace, prefix)
	for _, name := range names {
		err = errors.Join(err, end(ctx, workspace, strings.TrimPrefix(name, prefix)))
	}
	return err
}

// Session implements Sessions.
func (k sessionStore) Session(ctx context.Context, workspace, sessionID string, now time.Time) (identity.Session, error) {
	f, err := readRecord[family](ctx, k.Records, workspace, "session/"+sessionID)
	if err == nil && !now.Before(f.Ends) {
		err = identity.ErrUnknown
	}
	return f.Session, err
}
