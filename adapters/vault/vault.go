// Package vault manages one key for each subject and seals with it. Keys form a tree: a
// subject's key is wrapped by the one above it, a workspace's by the master key, so
// that destroying one key makes everything below it unreadable, in every copy of the
// sealed bytes.
package vault

import (
	"context"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrNoKey means that a box is to be opened for a subject that has no key: the key
// store is not the one that the box was sealed with.
var ErrNoKey = fmt.Errorf("%w: the subject has no key in this key store", es.ErrUnreadable)

// ErrTooLarge means that a value is larger than Options.MaxPlain.
var ErrTooLarge = errors.New("vault: too large to be sealed in one piece")

// Options configures a vault; zero fields take the defaults.
type Options struct {
	Cache    int // keys held in memory, default 10,000
	MaxPlain int // largest value to seal in bytes, default 4 MiB
	// MustExist refuses an empty key store, because there is content that was sealed
	// before.
	MustExist bool
}

// A Vault is an es.Vault over a key store.
type Vault struct {
	keys     Keys
	master   *key
	cache    *cache
	maxPlain int
}

var _ es.Vault = (*Vault)(nil)

// Names of the vault's own records, which no subject can have.
const (
	checkName  = "!master"
	checkPlain = "docket vault v1"
)

var errNewStore = errors.New("vault: the key store is empty, but the log holds content that is sealed with its keys: " +
	"restore the key store that belongs to the log")

// New opens the vault over a key store. The first master key that a store is used with
// becomes its master key; with another one New returns es.ErrNoMaster.
func New(ctx context.Context, master Master, keys Keys, o Options) (*Vault, error) {
	if o.Cache <= 0 {
		o.Cache = 10_000
	}
	if o.MaxPlain <= 0 {
		o.MaxPlain = 4 << 20
	}
	if master == (Master{}) {
		return nil, fmt.Errorf("%w: it is empty", es.ErrNoMaster)
	}
	k, err := expandKey(master.secret[:])
	if err != nil {
		return nil, err
	}
	v := &Vault{keys, k, newCache(o.Cache), o.MaxPlain}
	return v, v.checkMaster(ctx, o.MustExist)
}

// checkMaster compares the master key with the one that the store was created with.
func (v *Vault) checkMaster(ctx context.Context, mustExist bool) error {
	wrap, err := v.master.wrap()
	if err != nil {
		return err
	}
	stands, _, err := v.keys.Get(ctx, checkName)
	if err == nil && stands == nil && mustExist {
		return errNewStore
	}
	if err == nil && stands == nil {
		stands, _, err = v.keys.Insert(ctx, checkName, sealBox(wrap, []byte(checkName), []byte(checkPlain)))
	}
	if err != nil {
		return fmt.Errorf("vault: read the key store: %w", err)
	}
	plain, err := openBox(wrap, []byte(checkName), stands)
	if err != nil || string(plain) != checkPlain {
		return fmt.Errorf("%w: this key store was made with another master key; "+
			"start with that one, or restore the key store that belongs to this one", es.ErrNoMaster)
	}
	return nil
}

// Seal encrypts plain under the subject's key, which is made at first use.
func (v *Vault) Seal(ctx context.Context, subject es.Subject, aad, plain []byte) ([]byte, error) {
	if len(plain) > v.maxPlain {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(plain), v.maxPlain)
	}
	k, err := v.findKey(ctx, subject, true)
	if err != nil {
		return nil, err
	}
	return sealBox(k.seal, aad, plain), nil
}

// Open decrypts what Seal returned. Errors: es.ErrErased, ErrNoKey, ErrTampered.
func (v *Vault) Open(ctx context.Context, subject es.Subject, aad, sealed []byte) ([]byte, error) {
	if len(sealed) > v.maxPlain+Overhead {
		return nil, fmt.Errorf("%w: %d bytes sealed", ErrTooLarge, len(sealed))
	}
	k, err := v.findKey(ctx, subject, false)
	if err != nil {
		return nil, err
	}
	plain, err := openBox(k.seal, aad, sealed)
	if err != nil {
		return nil, fmt.Errorf("open for %s: %w", subject, err)
	}
	return plain, nil
}

// Key derives the key for the blobs of a subject; the subject's own key is made at
// first use and never leaves the vault. Callers must drop the derived key when the
// subject is destroyed. Errors: es.ErrErased.
func (v *Vault) Key(ctx context.Context, subject es.Subject) ([32]byte, error) {
	k, err := v.findKey(ctx, subject, true)
	if err != nil {
		return [32]byte{}, err
	}
	blob, err := k.deriveKey("blob")
	if err != nil {
		return [32]byte{}, err
	}
	return [32]byte(blob), nil
}

// DeriveKey derives a key for a purpose of our own, which the label names, from the key of a subject; it is stable, and gone
// with the subject. Errors: es.ErrErased.
func (v *Vault) DeriveKey(ctx context.Context, subject es.Subject, label string) (out [32]byte, err error) {
	secret, err := v.Key(ctx, subject)
	if err != nil {
		return out, err
	}
	key, err := hkdf.Key(sha256.New, secret[:], nil, "docket "+label, len(out))
	copy(out[:], key)
	return out, err
}

// CheckNotDestroyed returns es.ErrErased when the key of a subject, or one above it, was
// destroyed, here or in another process. It reads the key store, whatever is in memory.
func (v *Vault) CheckNotDestroyed(ctx context.Context, subject es.Subject) error {
	_, destroyed, err := v.keys.Get(ctx, string(subject))
	if err == nil && !destroyed {
		err = v.checkAbove(ctx, subject)
	}
	if destroyed {
		v.cache.forgetSubject(subject)
		err = es.ErrErased
	}
	if err != nil {
		return fmt.Errorf("read the key of %s: %w", subject, err)
	}
	return nil
}

// Destroy makes the subject's key, and all below it, permanently unusable.
func (v *Vault) Destroy(ctx context.Context, subject es.Subject) error {
	if err := checkSubject(subject); err != nil {
		return err
	}
	defer v.cache.forgetSubject(subject) // also when it failed: it may be half done
	if err := v.keys.Destroy(ctx, string(subject)); err != nil {
		return fmt.Errorf("destroy the key of %s: %w", subject, err)
	}
	return nil
}

// Forget drops the keys of a subject, and of all below it, from memory. It is called
// when another process destroyed them.
func (v *Vault) Forget(subject es.Subject) { v.cache.forgetSubject(subject) }

// findKey returns the key of a subject, unwrapped from the workspace down.
func (v *Vault) findKey(ctx context.Context, s es.Subject, create bool) (*key, error) {
	k, age := v.cache.getKey(s)
	if k != nil {
		return k, nil
	}
	if err := checkSubject(s); err != nil {
		return nil, err
	}
	above := v.master
	if parent, ok := s.Parent(); ok {
		var err error
		if above, err = v.findKey(ctx, parent, create); err != nil {
			return nil, err
		}
	}
	wrap, err := above.wrap()
	if err != nil {
		return nil, err
	}
	wrapped, err := v.wrappedKey(ctx, s, wrap, create)
	if err != nil {
		return nil, err
	}
	secret, err := openBox(wrap, []byte(s), wrapped)
	if err != nil {
		return nil, fmt.Errorf("unwrap the key of %s: %w", s, err)
	}
	if k, err = expandKey(secret); err == nil {
		v.cache.putKey(s, k, age)
	}
	return k, err
}

// wrappedKey returns the wrapped key of a subject or, with create, makes one.
func (v *Vault) wrappedKey(ctx context.Context, s es.Subject, above cipher.AEAD, create bool) ([]byte, error) {
	wrapped, destroyed, err := v.keys.Get(ctx, string(s))
	if err == nil && wrapped == nil && !destroyed && create {
		var secret [keySize]byte
		_, _ = rand.Read(secret[:])
		wrapped, destroyed, err = v.keys.Insert(ctx, string(s), sealBox(above, []byte(s), secret[:]))
		if err == nil && !destroyed {
			err = v.checkAbove(ctx, s)
		}
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the key of %s: %w", s, err)
	case destroyed:
		return nil, fmt.Errorf("%s: %w", s, es.ErrErased)
	case wrapped == nil:
		return nil, fmt.Errorf("%s: %w", s, ErrNoKey)
	}
	return wrapped, nil
}

// checkAbove refuses a new key whose parents, cached in memory, were destroyed by
// another process meanwhile.
func (v *Vault) checkAbove(ctx context.Context, s es.Subject) error {
	for up, ok := s.Parent(); ok; up, ok = up.Parent() {
		_, destroyed, err := v.keys.Get(ctx, string(up))
		if err != nil {
			return err
		}
		if destroyed {
			v.cache.forgetSubject(up)
			return es.ErrErased
		}
	}
	return nil
}
