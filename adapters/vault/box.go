package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A box is one sealed value: a version byte, a random nonce of 12 bytes, and the
// ciphertext with its tag of 16 bytes, by AES-256-GCM (NIST SP 800-38D).
const (
	boxVersion = 1
	nonceSize  = 12
	tagSize    = 16
	keySize    = 32
)

// Overhead is the number of bytes by which a box is longer than its content.
const Overhead = 1 + nonceSize + tagSize

// ErrTampered means that a box was altered, or was sealed for another place or subject.
var ErrTampered = fmt.Errorf("%w: the sealed bytes were altered or belong elsewhere", es.ErrUnreadable)

// A key holds the working keys that are derived from the 32 secret bytes of a subject:
// for sealing, for wrapping the keys below, and for blobs, so that nothing made for one
// purpose passes for another. Most subjects only seal; the other two are derived when
// they are needed.
type key struct {
	seal cipher.AEAD
	even []byte // what the keys are derived from
	wrap func() (cipher.AEAD, error)
}

// expandKey derives the working keys by HKDF-SHA256 (RFC 5869).
func expandKey(secret []byte) (*key, error) {
	if len(secret) != keySize {
		return nil, fmt.Errorf("vault: a key of %d bytes, not %d", len(secret), keySize)
	}
	even, err := hkdf.Extract(sha256.New, secret, nil)
	if err != nil {
		return nil, fmt.Errorf("vault: derive: %w", err)
	}
	k := &key{even: even}
	k.wrap = sync.OnceValues(func() (cipher.AEAD, error) { return k.cipherFor("wrap") })
	k.seal, err = k.cipherFor("seal")
	return k, err
}

// deriveKey derives the key of a purpose.
func (k *key) deriveKey(purpose string) ([]byte, error) {
	b, err := hkdf.Expand(sha256.New, k.even, "docket vault v1 "+purpose, keySize)
	if err != nil {
		return nil, fmt.Errorf("vault: derive: %w", err)
	}
	return b, nil
}

// cipherFor returns the cipher of a purpose.
func (k *key) cipherFor(purpose string) (cipher.AEAD, error) {
	b, err := k.deriveKey(purpose)
	if err != nil {
		return nil, err
	}
	return newGCM(b)
}

func newGCM(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	return cipher.NewGCM(block)
}

// sealBox seals plain into a box that opens only with the same aad.
func sealBox(a cipher.AEAD, aad, plain []byte) []byte {
	box := make([]byte, 1+nonceSize, len(plain)+Overhead)
	box[0] = boxVersion
	_, _ = rand.Read(box[1:]) // never fails: it ends the program instead
	return a.Seal(box, box[1:1+nonceSize], plain, aad)
}

// openBox decrypts a box. An empty plain text comes back empty, not nil.
func openBox(a cipher.AEAD, aad, box []byte) ([]byte, error) {
	if len(box) < Overhead {
		return nil, fmt.Errorf("%w: only %d bytes", ErrTampered, len(box))
	}
	if box[0] != boxVersion {
		return nil, fmt.Errorf("%w: box version %d, this program knows %d", ErrTampered, box[0], boxVersion)
	}
	plain, err := a.Open([]byte{}, box[1:1+nonceSize], box[1+nonceSize:], aad)
	if err != nil {
		return nil, ErrTampered
	}
	return plain, nil
}
