package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"fmt"

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

// Overhead is how many bytes a box is longer than what it holds.
const Overhead = 1 + nonceSize + tagSize

// ErrTampered says that a box is not what was sealed, or was sealed for another
// place or subject.
var ErrTampered = fmt.Errorf("%w: the sealed bytes were altered or belong elsewhere", es.ErrUnreadable)

// A key is what becomes of the 32 secret bytes of a subject: keys of their own
// for sealing, for wrapping the keys below, and for blobs, so that nothing made
// for one purpose passes for another.
type key struct {
	seal, wrap cipher.AEAD
	blob       [keySize]byte
}

// expand derives the working keys by HKDF-SHA256 (RFC 5869).
func expand(secret []byte) (*key, error) {
	if len(secret) != keySize {
		return nil, fmt.Errorf("vault: a key of %d bytes, not %d", len(secret), keySize)
	}
	var derived [3][]byte
	for i, purpose := range []string{"seal", "wrap", "blob"} {
		b, err := hkdf.Key(sha256.New, secret, nil, "docket vault v1 "+purpose, keySize)
		if err != nil {
			return nil, fmt.Errorf("vault: derive: %w", err)
		}
		derived[i] = b
	}
	seal, err := gcm(derived[0])
	if err != nil {
		return nil, err
	}
	wrap, err := gcm(derived[1])
	if err != nil {
		return nil, err
	}
	return &key{seal, wrap, [keySize]byte(derived[2])}, nil
}

func gcm(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	return cipher.NewGCM(block)
}

// seal puts plain into a box that opens only with the same aad.
func seal(a cipher.AEAD, aad, plain []byte) []byte {
	box := make([]byte, 1+nonceSize, len(plain)+Overhead)
	box[0] = boxVersion
	_, _ = rand.Read(box[1:]) // never fails: it ends the program instead
	return a.Seal(box, box[1:1+nonceSize], plain, aad)
}

// open takes out what seal put in. An empty plain text comes back empty, not nil.
func open(a cipher.AEAD, aad, box []byte) ([]byte, error) {
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
