package estest

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"

	"github.com/seed-62a36931/docket/domain/es"
)

// Glass is a vault whose keys everybody knows: they follow from the subjects, so
// what is sealed today opens in every later run. It authenticates like a real one.
type Glass struct{}

var _ es.Vault = Glass{}

// ErrGlass means that sealed bytes do not belong to this subject and place.
var ErrGlass = errors.New("estest: sealed for another place or subject")

// Seal encrypts; the same content gives the same bytes.
func (Glass) Seal(_ context.Context, s es.Subject, aad, plain []byte) ([]byte, error) {
	a, err := glassKey(s)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(append([]byte{}, aad...), plain...))
	nonce := sum[:a.NonceSize()]
	return a.Seal(append([]byte{}, nonce...), nonce, plain, aad), nil
}

// Open decrypts. Errors: ErrGlass.
func (Glass) Open(_ context.Context, s es.Subject, aad, sealed []byte) ([]byte, error) {
	a, err := glassKey(s)
	if err != nil {
		return nil, err
	}
	n := a.NonceSize()
	if len(sealed) < n {
		return nil, ErrGlass
	}
	plain, err := a.Open(nil, sealed[:n], sealed[n:], aad)
	if err != nil {
		return nil, ErrGlass
	}
	return plain, nil
}

// Destroy does nothing.
func (Glass) Destroy(context.Context, es.Subject) error { return nil }

func glassKey(s es.Subject) (cipher.AEAD, error) {
	key := sha256.Sum256([]byte("glass " + s))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
