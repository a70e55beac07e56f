package identity

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"
)

// sealSuccessor makes the successor of a token available to whoever presents the token once more
// within the grace time, although only hashes of both are stored: it is sealed under a key
// derived from the token.
func sealSuccessor(token, successor string, until time.Time) (*Again, error) {
	box, err := successorBox(token)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, box.NonceSize(), box.NonceSize()+len(successor)+box.Overhead())
	_, _ = rand.Read(nonce) // crypto/rand.Read never fails
	return &Again{Until: until, Sealed: box.Seal(nonce, nonce, []byte(successor), nil)}, nil
}

// openAgain returns the successor that was sealed for a token.
func openAgain(token string, sealed []byte) (string, error) {
	box, err := successorBox(token)
	if err != nil {
		return "", err
	}
	if len(sealed) < box.NonceSize() {
		return "", fmt.Errorf("the sealed successor has only %d bytes", len(sealed))
	}
	plain, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], nil)
	return string(plain), err
}

// successorBox returns AES-256-GCM under the HKDF-SHA256 of a token.
func successorBox(token string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(token), nil, "docket refresh successor", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
