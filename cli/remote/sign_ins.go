package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/client"
)

// A signIn holds the client and the tokens of a sign-in at a service.
type signIn struct {
	Server string        `json:"server"` // address of the service
	Issuer string        `json:"issuer"`
	Client string        `json:"client"`
	Secret string        `json:"secret,omitempty"` // of the client
	Tokens client.Tokens `json:"tokens"`
}

func (s signIn) clientRealm() client.Realm {
	return client.Realm{Issuer: s.Issuer, ClientID: s.Client, Secret: s.Secret}
}

// signIns are all sign-ins of a user of this machine.
type signIns struct {
	Current string            `json:"current"` // address of the service that commands go to
	Servers map[string]signIn `json:"servers"`
}

// A signInFile keeps sign-ins in the user's configuration folder, readable by nobody
// else.
type signInFile struct{ dir string }

// userSignInFile returns the file with the sign-ins of the user: in DOCKET_CONFIG_DIR, otherwise
// in the configuration folder of the user.
func userSignInFile() (signInFile, error) {
	if dir := os.Getenv("DOCKET_CONFIG_DIR"); dir != "" {
		return signInFile{dir}, nil
	}
	dir, err := os.UserConfigDir()
	return signInFile{filepath.Join(dir, "docket")}, err
}

func (f signInFile) filePath() string { return filepath.Join(f.dir, "sign-ins.json") }

// load returns all sign-ins. A missing file is no error; one that others can read is.
func (f signInFile) load() (signIns, error) {
	all := signIns{Servers: map[string]signIn{}}
	info, err := os.Stat(f.filePath())
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		return all, fmt.Errorf("others can read the tokens in %s: chmod 600 it, or remove it and sign in again", f.filePath())
	}
	b, err := os.ReadFile(f.filePath())
	if err != nil {
		return all, err
	}
	if err := json.Unmarshal(b, &all); err != nil || all.Servers == nil {
		return all, fmt.Errorf("%s cannot be read: remove it and sign in again (%w)", f.filePath(), err)
	}
	return all, nil
}

// update changes the sign-ins under a lock, for which it waits while another process has it.
func (f signInFile) update(change func(*signIns) error) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(f.dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := lockFile(lock); err != nil {
		return fmt.Errorf("lock the sign-ins: %w", err)
	}
	all, err := f.load()
	if err != nil {
		return err
	}
	if err := change(&all); err != nil {
		return err
	}
	b, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(f.filePath(), b)
}

// replaceFile replaces a file atomically by one that only its owner can read.
func replaceFile(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// tokensOf stores the tokens of one service for a session. Processes that run at the same
// time share a refresh token, which can be used once, so each changes it under the lock.
type tokensOf struct {
	file   signInFile
	server string
}

// Load implements client.Store.
func (t tokensOf) Load(context.Context) (client.Tokens, error) {
	all, err := t.file.load()
	return all.Servers[t.server].Tokens, err
}

// Update implements client.Store.
func (t tokensOf) Update(_ context.Context, change func(client.Tokens) (client.Tokens, error)) (tokens client.Tokens, err error) {
	err = t.file.update(func(all *signIns) error {
		s, ok := all.Servers[t.server]
		if !ok {
			return client.ErrSignedOut
		}
		next, err := change(s.Tokens)
		if err != nil {
			return err
		}
		s.Tokens, tokens = next, next
		all.Servers[t.server] = s
		return nil
	})
	return tokens, err
}
