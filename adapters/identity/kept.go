package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Records stores sealed records by name for a workspace. It is all that RecordStore needs of a
// store; its implementation sees no plain content on disk.
type Records interface {
	// Get reads a record; ErrUnknown without one.
	Get(ctx context.Context, workspace, name string) ([]byte, error)
	// Put writes a record and replaces the one of that name.
	Put(ctx context.Context, workspace, name string, record []byte) error
	// Update changes a record in one step: nobody writes it in between. An error of change
	// leaves it as it is. ErrUnknown without a record.
	Update(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error
	// Delete removes a record. None is no error.
	Delete(ctx context.Context, workspace, name string) error
	// Names lists the names with a prefix.
	Names(ctx context.Context, workspace, prefix string) ([]string, error)
}

// RecordStore implements the ports Credentials, Brakes, Sessions, SignOns, Browsers, Keys, Clients,
// IssuedTokens and Logouts on records:
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
type RecordStore struct{ Records Records }

// keptPasswords is the number of hashes that are stored of an account.
const keptPasswords = 3

// PasswordHashes implements Credentials.
func (k RecordStore) PasswordHashes(ctx context.Context, workspace, userID string) ([]string, error) {
	b, err := k.Records.Get(ctx, workspace, "password/"+userID)
	if errors.Is(err, ErrUnknown) {
		return nil, nil
	}
	return strings.Fields(string(b)), err
}

// AddPasswordHash implements Credentials.
func (k RecordStore) AddPasswordHash(ctx context.Context, workspace, userID, phc string) error {
	return k.changeRecord(ctx, workspace, "password/"+userID, func(b []byte) ([]byte, error) {
		all := append([]string{phc}, strings.Fields(string(b))...)
		return []byte(strings.Join(all[:min(len(all), keptPasswords)], "\n")), nil
	})
}

// ReplacePasswordHash implements Credentials.
func (k RecordStore) ReplacePasswordHash(ctx context.Context, workspace, userID, old, phc string) error {
	return k.changeRecord(ctx, workspace, "password/"+userID, func(b []byte) ([]byte, error) {
		all := strings.Fields(string(b))
		if len(all) > 0 && all[0] == old {
			all[0] = phc
		}
		return []byte(strings.Join(all, "\n")), nil
	})
}

// RemovePasswordHashes implements Credentials.
func (k RecordStore) RemovePasswordHashes(ctx context.Context, workspace, userID string) error {
	return k.Records.Delete(ctx, workspace, "password/"+userID)
}

// changeRecord is Update that starts with an empty record where there is none.
func (k RecordStore) changeRecord(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error {
	err := k.Records.Update(ctx, workspace, name, change)
	if !errors.Is(err, ErrUnknown) {
		return err
	}
	b, err := change(nil)
	if err != nil {
		return err
	}
	return k.Records.Put(ctx, workspace, name, b)
}

// Brake implements Brakes.
func (k RecordStore) Brake(ctx context.Context, workspace, userID string) (Brake, error) {
	b, err := readRecord[Brake](ctx, k.Records, workspace, "brake/"+userID)
	if errors.Is(err, ErrUnknown) {
		err = nil
	}
	return b, err
}

// ChangeBrake implements Brakes.
func (k RecordStore) ChangeBrake(ctx context.Context, workspace, userID string, change func(Brake) Brake) error {
	return k.changeRecord(ctx, workspace, "brake/"+userID, func(b []byte) ([]byte, error) {
		var was Brake
		if len(b) > 0 {
			if err := json.Unmarshal(b, &was); err != nil {
				return nil, err
			}
		}
		return json.Marshal(change(was))
	})
}

// Client implements Clients.
func (k RecordStore) Client(ctx context.Context, workspace, id string) (Client, error) {
	return readRecord[Client](ctx, k.Records, workspace, "client/"+id)
}

// SetClient registers a client, or changes the one of its id.
func (k RecordStore) SetClient(ctx context.Context, workspace string, c Client) error {
	return writeRecord(ctx, k.Records, workspace, "client/"+c.ID, c)
}

// ChangeClient changes a registered client in one step; ErrUnknown without one.
func (k RecordStore) ChangeClient(ctx context.Context, workspace, id string, change func(*Client) error) error {
	return k.Records.Update(ctx, workspace, "client/"+id, func(b []byte) ([]byte, error) {
		var c Client
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
func (k RecordStore) Clients(ctx context.Context, workspace string) ([]Client, error) {
	return readAll[Client](ctx, k.Records, workspace, "client/")
}

// RemoveClient removes a client; none is ErrUnknown.
func (k RecordStore) RemoveClient(ctx context.Context, workspace, id string) error {
	if _, err := k.Client(ctx, workspace, id); err != nil {
		return err
	}
	return k.Records.Delete(ctx, workspace, "client/"+id)
}

// NoteToken implements IssuedTokens.
func (k RecordStore) NoteToken(ctx context.Context, workspace, userID string, t IssuedToken, now time.Time) (
	roles []string, latest bool, err error) {
	err = k.changeRecord(ctx, workspace, "issued/"+userID, func(b []byte) ([]byte, error) {
		var note TokenNote
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
func (k RecordStore) SigningKeys(ctx context.Context, workspace string) ([]SigningKey, error) {
	out, err := readAll[SigningKey](ctx, k.Records, workspace, "signing-key/")
	newestFirst(out)
	return out, err
}

// AddSigningKey implements Keys.
func (k RecordStore) AddSigningKey(ctx context.Context, workspace string, key SigningKey) error {
	return writeRecord(ctx, k.Records, workspace, "signing-key/"+key.ID, key)
}

// RemoveSigningKey implements Keys.
func (k RecordStore) RemoveSigningKey(ctx context.Context, workspace, id string) error {
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
		} else if !errors.Is(failed, ErrUnknown) {
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
