package vaulttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/domain/es"
)

func twoProcesses(t *testing.T, place Place) {
	vaults := []*vault.Vault{OpenVault(t, place(t)), OpenVault(t, place(t))}
	runParallel(t, 32, func(ctx context.Context, i int) error {
		subject := es.Subject(fmt.Sprintf("demo/dossier.%d/file.%d", i%3, i%7))
		box, err := vaults[i%2].Seal(ctx, subject, []byte("here"), fmt.Appendf(nil, "text %d", i))
		if err != nil {
			return err
		}
		plain, err := vaults[1-i%2].Open(ctx, subject, []byte("here"), box)
		if err == nil && string(plain) != fmt.Sprintf("text %d", i) {
			err = fmt.Errorf("read %q", plain)
		}
		return err
	})
	a, err := vaults[0].Key(t.Context(), "demo/download.1")
	mustSucceed(t, err)
	b, err := vaults[1].Key(t.Context(), "demo/download.1")
	mustSucceed(t, err)
	if a != b || a == ([32]byte{}) {
		t.Fatal("two processes derive different blob keys")
	}
}

func destroyedElsewhere(t *testing.T, place Place) {
	here, there := OpenVault(t, place(t)), OpenVault(t, place(t))
	const file, dossier = es.Subject("demo/dossier.1/file.1"), es.Subject("demo/dossier.1")
	box, err := here.Seal(t.Context(), file, nil, []byte("secret"))
	mustSucceed(t, err)
	mustSucceed(t, there.Destroy(t.Context(), dossier))
	// A new key below, made from a parent's key still in memory, is refused.
	if _, err := here.Seal(t.Context(), dossier.Child("file", "2"), nil, []byte("x")); !errors.Is(err, es.ErrErased) {
		t.Fatalf("a new key below what was destroyed elsewhere: %v", err)
	}
	_, err = there.Seal(t.Context(), "demo/dossier.2", nil, []byte("x"))
	mustSucceed(t, err)
	for subject, want := range map[es.Subject]error{file: es.ErrErased, dossier: es.ErrErased, dossier.Child("file", "3"): es.ErrErased,
		"demo": nil, "demo/dossier.2": nil, "demo/dossier.2/file.1": nil, "demo/dossier.10": nil} {
		if err := here.CheckNotDestroyed(t.Context(), subject); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", subject, err, want)
		}
	}
	here.Forget(dossier)
	for _, v := range []*vault.Vault{here, there, OpenVault(t, place(t))} {
		if _, err := v.Open(t.Context(), file, nil, box); !errors.Is(err, es.ErrErased) {
			t.Fatalf("open after destruction: %v", err)
		}
		if _, err := v.Seal(t.Context(), file, nil, []byte("x")); !errors.Is(err, es.ErrErased) {
			t.Fatalf("seal after destruction: %v", err)
		}
		if _, err := v.Key(t.Context(), dossier); !errors.Is(err, es.ErrErased) {
			t.Fatalf("blob key after destruction: %v", err)
		}
	}
}

func otherMaster(t *testing.T, place Place) {
	OpenVault(t, place(t))
	other, err := vault.ParseMaster(bytes.Repeat([]byte{8}, 32))
	mustSucceed(t, err)
	if _, err := vault.New(t.Context(), other, place(t), vault.Options{}); !errors.Is(err, es.ErrNoMaster) {
		t.Fatalf("opened with another master key: %v", err)
	}
	OpenVault(t, place(t)) // the right one still opens
}

func secretsOnce(t *testing.T, place Place) {
	var secrets [2]*vault.Secrets
	for i := range secrets {
		s := place(t)
		var err error
		secrets[i], err = vault.NewSecrets(OpenVault(t, s), s, "demo")
		mustSucceed(t, err)
	}
	got := make([]string, 8)
	runParallel(t, len(got), func(ctx context.Context, i int) error {
		plain, err := secrets[i%2].GetOrMake(ctx, "signing", func() ([]byte, error) { return fmt.Appendf(nil, "made by %d", i), nil })
		got[i] = string(plain)
		return err
	})
	for _, s := range got {
		if s != got[0] || s == "" {
			t.Fatalf("several secrets stand: %q", got)
		}
	}
	mustSucceed(t, secrets[0].Put(t.Context(), "signing", []byte("turned over")))
	if plain, err := secrets[1].Get(t.Context(), "signing"); string(plain) != "turned over" || err != nil {
		t.Fatalf("%q %v", plain, err)
	}
	if names, err := secrets[1].ListNames(t.Context(), "sig"); err != nil || len(names) != 1 || names[0] != "signing" {
		t.Fatalf("names are %q, %v", names, err)
	}
	mustSucceed(t, secrets[0].Delete(t.Context(), "signing"))
	if _, err := secrets[1].Get(t.Context(), "signing"); !errors.Is(err, vault.ErrNoSecret) {
		t.Fatalf("deleted: %v", err)
	}
}

func secretsDie(t *testing.T, place Place) {
	s := place(t)
	v := OpenVault(t, s)
	secrets, err := vault.NewSecrets(v, s, "demo")
	mustSucceed(t, err)
	mustSucceed(t, secrets.Put(t.Context(), "a", []byte("one")))
	box, err := s.GetBox(t.Context(), "demo/a")
	mustSucceed(t, err)
	mustSucceed(t, s.PutBox(t.Context(), "demo/b", box)) // somebody moves the box
	if _, err := secrets.Get(t.Context(), "b"); !errors.Is(err, vault.ErrTampered) {
		t.Fatalf("a box under another name opens: %v", err)
	}
	mustSucceed(t, v.Destroy(t.Context(), "demo"))
	if _, err := secrets.Get(t.Context(), "a"); !errors.Is(err, es.ErrErased) {
		t.Fatalf("read after the workspace's end: %v", err)
	}
}
