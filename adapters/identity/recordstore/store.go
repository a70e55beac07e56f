package recordstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// Records stores sealed records by name for a workspace. It is all that a Store needs of a
// store; its implementation sees no plain content on disk.
type Records interface {
	// Get reads a record; identity.ErrUnknown without one.
	Get(ctx context.Context, workspace, name string) ([]byte, error)
	// Put writes a record and replaces the one of that name.
	Put(ctx context.Context, workspace, name string, record []byte) error
	// Update changes a record in one step: nobody writes it in between. An error of change
	// leaves it as it is. identity.ErrUnknown without a record.
	Update(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error
	// Delete removes a record. None is no error.
	Delete(ctx context.Context, workspace, name string) error
	// Names lists the names with a prefix.
	Names(ctx context.Context, workspace, prefix string) ([]string, error)
}

// A Store implements the ports Credentials, Brakes, Browsers, Keys, Clients, IssuedTokens and Logouts of identity on records,
// and with sessionStore Sessions and SignOns:
//
//	password/<user>            PHC strings, a line each, the current one first
//	brake/<user>               Brake
//	client/<id>                Client
//	signing-key/<kid>          SigningKey
//	session/<sid>              the session with its tokens, one record
//	token/<hash>               the sid of a token
//	session-of/<user>/<sid>    nothing; finds the sessions of an account
//	sign-on/<id>               SignOn
//	sign-on-of/<user>/<id>     nothing; finds the sign-ons of an account
//	browser/<id>               KnownBrowser
//	issued/<user>              TokenNote
//	logged-out/<hash>          keptLogout
//	logout-token/<hash>        keptLogout
type Store struct{ sessionStore }

// New returns the stores of an identity server on records.
func New(r Records) Store { return Store{sessionStore{r}} }

// keptPasswords is the number of hashes that are stored of an account.
const keptPasswords = 3

// PasswordHashes implements Credentials.
func (k Store) PasswordHashes(ctx context.Context, workspace, userID string) ([]string, error) {
	b, err := k.Records.Get(ctx, workspace, "password/"+userID)
	if errors.Is(err, identity.ErrUnknown) {
		return nil, nil
	}
	return strings.Fields(string(b)), err
}

// AddPasswordHash implements Credentials.
func (k Store) AddPasswordHash(ctx context.Context, workspace, userID, phc string) error {
	return changeRecord(ctx, k.Records, workspace, "password/"+userID, func(b []byte) ([]byte, error) {
		all := append([]string{phc}, strings.Fields(string(b))...)
		return []byte(strings.Join(all[:min(len(all), keptPasswords)], "\n")), nil
	})
}

// ReplacePasswordHash implements Credentials.
func (k Store) ReplacePasswordHash(ctx context.Context, workspace, userID, old, phc string) error {
	return changeRecord(ctx, k.Records, workspace, "password/"+userID, func(b []byte) ([]byte, error) {
		all := strings.Fields(string(b))
		if len(all) > 0 && all[0] == old {
			all[0] = phc
		}
		return []byte(strings.Join(all, "\n")), nil
	})
}

// RemovePasswordHashes implements Credentials.
func (k Store) RemovePasswordHashes(ctx context.Context, workspace, userID string) error {
	return k.Records.Delete(ctx, workspace, "password/"+userID)
}

// changeRecord is Update that starts with an empty record where there is none.
func changeRecord(ctx context.Context, r Records, workspace, name string, change func([]byte) ([]byte, error)) error {
	err := r.Update(ctx, workspace, name, change)
	if !errors.Is(err, identity.ErrUnknown) {
		return err
	}
	b, err := change(nil)
	if err != nil {
		return err
	}
	return r.Put(ctx, workspace, name, b)
}

// Brake implements Brakes.
func (k Store) Brake(ctx context.Context, workspace, userID string) (identity.Brake, error) {
	b, err := readRecord[identity.Brake](ctx, k.Records, workspace, "brake/"+userID)
	if errors.Is(err, identity.ErrUnknown) {
		err = nil
	}
	return b, err
}

// ChangeBrake implements Brakes.
func (k Store) ChangeBrake(ctx context.Context, workspace, userID string, change func(identity.Brake) identity.Brake) error {
	return changeRecord(ctx, k.Records, workspace, "brake/"+userID, func(b []byte) ([]byte, error) {
		var was identity.Brake
		if len(b) > 0 {
			if err := json.Unmarshal(b, &was); err != nil {
				return nil, err
			}
		}
		return json.Marshal(change(was))
	})
}

// Client implements Clients.
func (k Store) Client(ctx context.Context, workspace, id string) (identity.Client, error) {
	return readRecord[identity.Client](ctx, k.Records, workspace, "client/"+id)
}

// SetClient registers a client, or changes the one of its id.
func (k Store) SetClient(ctx context.Context, workspace string, c identity.Client) error {
	return writeRecord(ctx, k.Records, workspace, "client/"+c.ID, c)
}

// ChangeClient changes a registered client in one step; identity.ErrUnknown without one.
func (k Store) ChangeClient(ctx context.Context, workspace, id string, change func(*identity.Client) error) error {
	return k.Records.Update(ctx, workspace, "client/"+id, func(b []byte) ([]byte, error) {
		var c identity.Client
		if err := json.Unmarshal(b, &c); err != nil {
			return nil, err
		}
		if err := change(&c); err != nil {
			return nil, err
		}
		return json.Marshal(c)
	})
}

// Clients lists the registered clients by id.
func (k Store) Clients(ctx context.Context, workspace string) ([]identity.Client, error) {
	return readAll[identity.Client](ctx, k.Records, workspace, "client/")
}

// RemoveClient removes a client; none is ErrUnknown.
func (k Store) RemoveClient(ctx context.Context, workspace, id string) error {
	if _, err := k.Client(ctx, workspace, id); err != nil {
		return err
	}
	return k.Records.Delete(ctx, workspace, "client/"+id)
}

// Browser implements Browsers.
func (k Store) Browser(ctx context.Context, workspace, id string) (identity.KnownBrowser, error) {
	return readRecord[identity.KnownBrowser](ctx, k.Records, workspace, "browser/"+id)
}

// KeepBrowser implements Browsers.
func (k Store) KeepBrowser(ctx context.Context, workspace, id string, b identity.KnownBrowser) error {
	return writeRecord(ctx, k.Records, workspace, "browser/"+id, b)
}

// NoteToken implements IssuedTokens.
func (k Store) NoteToken(ctx context.Context, workspace, userID string, t identity.IssuedToken, now time.Time) (
	roles []string, latest bool, err error) {
	err = changeRecord(ctx, k.Records, workspace, "issued/"+userID, func(b []byte) ([]byte, error) {
		var note identity.TokenNote
		if len(b) > 0 {
			if err := json.Unmarshal(b, &note); err != nil {
				return nil, err
			}
		}
		note, latest = note.AddToken(t, now)
		roles = note.AccountRoles()
		return json.Marshal(note)
	})
	return roles, latest, err
}

// SigningKeys implements Keys.
func (k Store) SigningKeys(ctx context.Context, workspace string) ([]identity.SigningKey, error) {
	out, err := readAll[identity.SigningKey](ctx, k.Records, workspace, "signing-key/")
	newestFirst(out)
	return out, err
}

// AddSigningKey implements Keys.
func (k Store) AddSigningKey(ctx context.Context, workspace string, key identity.SigningKey) error {
	return writeRecord(ctx, k.Records, workspace, "signing-key/"+key.ID, key)
}

// RemoveSigningKey implements Keys.
func (k Store) RemoveSigningKey(ctx context.Context, workspace, id string) error {
	return k.Records.Delete(ctx, workspace, "signing-key/"+id)
}

// readAll reads the records with a prefix, except those that are removed meanwhile. It
// returns the readable ones also when another cannot be read.
func readAll[T any](ctx context.Context, r Records, workspace, prefix string) ([]T, error) {
	names, err := r.Names(ctx, workspace, prefix)
	var out []T
	for _, name := range names {
		v, failed := readRecord[T](ctx, r, workspace, name)
		if failed == nil {
			out = append(out, v)
		} else if !errors.Is(failed, identity.ErrUnknown) {
			err = errors.Join(err, failed)
		}
	}
	return out, err
}

func readRecord[T any](ctx context.Context, r Records, workspace, name string) (v T, err error) {
	b, err := r.Get(ctx, workspace, name)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("read %s: %w", name, err)
	}
	return v, nil
}

func writeRecord(ctx context.Context, r Records, workspace, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return r.Put(ctx, workspace, name, b)
}

// newestFirst sorts keys by creation time, the newest first.
func newestFirst(keys []identity.SigningKey) {
	slices.SortFunc(keys, func(a, b identity.SigningKey) int { return b.Created.Compare(a.Created) })
}
