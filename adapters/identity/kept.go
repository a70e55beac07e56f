package identity

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Records keeps sealed records by name for a workspace. It is all that Kept
// needs of a store; whoever implements it sees no plain content on disk.
type Records interface {
	// Get reads a record; ErrUnknown without one.
	Get(ctx context.Context, workspace, name string) ([]byte, error)
	// Put writes a record, in place of the one of that name.
	Put(ctx context.Context, workspace, name string, record []byte) error
	// Update changes a record as one step: nobody writes it in between. An error
	// of change leaves it as it is. ErrUnknown without a record.
	Update(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error
	// Delete removes a record. None is no error.
	Delete(ctx context.Context, workspace, name string) error
	// Names lists the names with a prefix.
	Names(ctx context.Context, workspace, prefix string) ([]string, error)
}

// Kept implements the ports Credentials, Sessions, Keys and Clients on records:
//
//	password/<user>            PHC string
//	client/<id>                Client
//	signing-key/<kid>          SigningKey
//	session/<sid>              the session with its tokens, one record
//	token/<hash>               the sid of a token
//	session-of/<user>/<sid>    nothing; finds the sessions of an account
type Kept struct{ Records Records }

// PasswordHash implements Credentials.
func (k Kept) PasswordHash(ctx context.Context, workspace, userID string) (string, error) {
	b, err := k.Records.Get(ctx, workspace, "password/"+userID)
	return string(b), err
}

// SetPasswordHash implements Credentials.
func (k Kept) SetPasswordHash(ctx context.Context, workspace, userID, phc string) error {
	return k.Records.Put(ctx, workspace, "password/"+userID, []byte(phc))
}

// Client implements Clients.
func (k Kept) Client(ctx context.Context, workspace, id string) (Client, error) {
	return read[Client](ctx, k.Records, workspace, "client/"+id)
}

// SetClient registers a client, or changes the one of its id.
func (k Kept) SetClient(ctx context.Context, workspace string, c Client) error {
	return write(ctx, k.Records, workspace, "client/"+c.ID, c)
}

// SigningKeys implements Keys.
func (k Kept) SigningKeys(ctx context.Context, workspace string) ([]SigningKey, error) {
	names, err := k.Records.Names(ctx, workspace, "signing-key/")
	if err != nil {
		return nil, err
	}
	var out []SigningKey
	for _, name := range names {
		key, err := read[SigningKey](ctx, k.Records, workspace, name)
		if errors.Is(err, ErrUnknown) { // removed meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, key)
	}
	newestFirst(out)
	return out, nil
}

// AddSigningKey implements Keys.
func (k Kept) AddSigningKey(ctx context.Context, workspace string, key SigningKey) error {
	return write(ctx, k.Records, workspace, "signing-key/"+key.ID, key)
}

func read[T any](ctx context.Context, r Records, workspace, name string) (v T, err error) {
	b, err := r.Get(ctx, workspace, name)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("read %s: %w", name, err)
	}
	return v, nil
}

func write(ctx context.Context, r Records, workspace, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return r.Put(ctx, workspace, name, b)
}

// A family is a session with all tokens that were made in it and may still be
// presented.
type family struct {
	Session
	Tokens []familyToken
}

type familyToken struct {
	Token
	Used bool
}

func tokenName(hash [32]byte) string { return "token/" + hex.EncodeToString(hash[:]) }

// Open implements Sessions.
func (k Kept) Open(ctx context.Context, workspace string, s Session, first Token) error {
	if err := k.Records.Put(ctx, workspace, "session-of/"+s.UserID+"/"+s.ID, []byte("{}")); err != nil {
		return err
	}
	if err := k.Records.Put(ctx, workspace, tokenName(first.Hash), []byte(s.ID)); err != nil {
		return err
	}
	return write(ctx, k.Records, workspace, "session/"+s.ID, family{s, []familyToken{{Token: first}}})
}

// Find implements Sessions.
func (k Kept) Find(ctx context.Context, workspace string, hash [32]byte, now time.Time) (Session, Token, error) {
	f, err := k.family(ctx, workspace, hash)
	if err != nil {
		return Session{}, Token{}, err
	}
	t, err := f.find(hash, now)
	if err != nil {
		return Session{}, Token{}, err
	}
	return f.Session, t.Token, nil
}

func (k Kept) family(ctx context.Context, workspace string, hash [32]byte) (family, error) {
	sid, err := k.Records.Get(ctx, workspace, tokenName(hash))
	if err != nil {
		return family{}, err
	}
	return read[family](ctx, k.Records, workspace, "session/"+string(sid))
}

// find is the token of a hash, unless the session has ended or the token has
// expired unused. A used one stays known, or its second use would go unseen.
func (f *family) find(hash [32]byte, now time.Time) (*familyToken, error) {
	for i := range f.Tokens {
		if t := &f.Tokens[i]; t.Hash == hash && (t.Used || now.Before(t.Expires)) && now.Before(f.Ends) {
			return t, nil
		}
	}
	return nil, ErrUnknown
}

// Rotate implements Sessions: the record of the session is changed as one step.
func (k Kept) Rotate(ctx context.Context, workspace string, used [32]byte, next Token, now time.Time) error {
	sid, err := k.Records.Get(ctx, workspace, tokenName(used))
	if err != nil {
		return err
	}
	if err := k.Records.Put(ctx, workspace, tokenName(next.Hash), sid); err != nil {
		return err
	}
	err = k.Records.Update(ctx, workspace, "session/"+string(sid), func(b []byte) ([]byte, error) {
		return rotated(b, used, next, now)
	})
	if err == nil {
		return nil
	}
	err = errors.Join(err, k.Records.Delete(ctx, workspace, tokenName(next.Hash)))
	if errors.Is(err, ErrReused) {
		err = errors.Join(err, k.End(ctx, workspace, string(sid)))
	}
	return err
}

func rotated(b []byte, used [32]byte, next Token, now time.Time) ([]byte, error) {
	var f family
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, err
	}
	t, err := f.find(used, now)
	if err != nil {
		return nil, err
	}
	if t.Used {
		return nil, ErrReused
	}
	t.Used = true
	f.Tokens = append(f.Tokens, familyToken{Token: next})
	return json.Marshal(f)
}

// End implements Sessions.
func (k Kept) End(ctx context.Context, workspace, sessionID string) error {
	f, err := read[family](ctx, k.Records, workspace, "session/"+sessionID)
	if errors.Is(err, ErrUnknown) {
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

// EndAll implements Sessions.
func (k Kept) EndAll(ctx context.Context, workspace, userID string) error {
	prefix := "session-of/" + userID + "/"
	names, err := k.Records.Names(ctx, workspace, prefix)
	for _, name := range names {
		err = errors.Join(err, k.End(ctx, workspace, strings.TrimPrefix(name, prefix)))
	}
	return err
}

// Alive implements Sessions.
func (k Kept) Alive(ctx context.Context, workspace, sessionID string, now time.Time) (bool, error) {
	f, err := read[family](ctx, k.Records, workspace, "session/"+sessionID)
	if errors.Is(err, ErrUnknown) {
		return false, nil
	}
	return err == nil && now.Before(f.Ends), err
}

// Purge removes the sessions that nobody can go on with.
func (k Kept) Purge(ctx context.Context, workspace string, now time.Time) error {
	names, err := k.Records.Names(ctx, workspace, "session/")
	for _, name := range names {
		f, failed := read[family](ctx, k.Records, workspace, name)
		if failed != nil {
			if !errors.Is(failed, ErrUnknown) {
				err = errors.Join(err, failed)
			}
			continue
		}
		if f.over(now) {
			err = errors.Join(err, k.End(ctx, workspace, f.ID))
		}
	}
	return err
}

// over says that no token of the session can be used any more, nor an access
// token that was made with the last of them.
func (f *family) over(now time.Time) bool {
	if now.After(f.Ends) {
		return true
	}
	for _, t := range f.Tokens {
		if now.Before(t.Expires) {
			return false
		}
	}
	return true
}
