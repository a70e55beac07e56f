package blobs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"filippo.io/age"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Keys derives for each subject a key that is used for blobs only.
type Keys interface {
	// DeriveKey derives 32 bytes for a label from the key of a subject, the same ones each
	// time. It returns es.ErrErased when that key, or one above it, was destroyed.
	DeriveKey(ctx context.Context, subject es.Subject, label string) ([32]byte, error)
	// CheckNotDestroyed returns es.ErrErased when that key, or one above it, was destroyed,
	// here or in another process. It asks the key store, not the memory of this process.
	CheckNotDestroyed(ctx context.Context, subject es.Subject) error
}

// keyLabel separates the keys of blobs from those that seal fields of events.
const keyLabel = "blobs"

// stanzaType names our way of wrapping a file key in the header of the age format
// (https://age-encryption.org/v1).
const stanzaType = "docket-blob-1"

// blobKey wraps the random key of one sealed file. It is derived from the
// subject's key and the blob's id, so that bytes moved to another blob or another
// subject do not open there.
type blobKey struct{ aead cipher.AEAD }

func deriveKey(ctx context.Context, keys Keys, subject es.Subject, id uuid.UUID) (blobKey, error) {
	secret, err := keys.DeriveKey(ctx, subject, keyLabel)
	if err != nil {
		return blobKey{}, fmt.Errorf("key of a blob: %w", err)
	}
	own, err := hkdf.Key(sha256.New, secret[:], nil, "docket blob "+id.String(), 32)
	if err != nil {
		return blobKey{}, err
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return blobKey{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return blobKey{aead}, err
}

// removeErased removes a blob that is in place when its subject was erased meanwhile, and
// returns es.ErrErased then. Whoever erases a subject destroys its key first and drops its
// bytes after: a blob that came after the drop would stay for ever, since an event may name
// it. A key that is not destroyed when the blob is in place means that the drop, if there is
// one, is still to come and takes the blob too. Where the key store cannot be asked, the blob is
// removed as well, and its put fails.
func removeErased(ctx context.Context, keys Keys, blobs es.Blobs, ref es.BlobRef) error {
	err := keys.CheckNotDestroyed(ctx, ref.Subject)
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("put a blob: %w", err), blobs.Remove(context.WithoutCancel(ctx), ref))
}

// Wrap implements age.Recipient.
func (k blobKey) Wrap(fileKey []byte) ([]*age.Stanza, error) {
	box := k.aead.Seal(nil, nil, fileKey, []byte(stanzaType))
	return []*age.Stanza{{Type: stanzaType, Body: box}}, nil
}

// Unwrap implements age.Identity.
func (k blobKey) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	if len(stanzas) != 1 || stanzas[0].Type != stanzaType {
		return nil, errors.New("the header is not of this service")
	}
	return k.aead.Open(nil, nil, stanzas[0].Body, []byte(stanzaType))
}

// sealing holds the size and digest of the bytes that were sealed, and of what became of them.
type sealing struct {
	size   int64
	digest [32]byte

	sealedSize   int64
	sealedDigest [32]byte
}

// describe returns a reference with what is known of the bytes.
func (s sealing) describe(ref es.BlobRef) es.BlobRef {
	ref.Size, ref.SealedSize, ref.SHA256 = s.size, s.sealedSize, hex.EncodeToString(s.sealedDigest[:])
	return ref
}

// measured counts and hashes what is written.
type measured struct {
	w    io.Writer
	hash hash.Hash
	size int64
}

// Write implements io.Writer.
func (m *measured) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	m.size += int64(n)
	_, _ = m.hash.Write(p[:n]) // never fails
	return n, err
}

// sealInto encrypts all of r into w and hashes the plain bytes at the same time. An error
// of r comes back as it is, one of w is translated.
func sealInto(ctx context.Context, key blobKey, w io.Writer, r io.Reader) (sealing, error) {
	out := &measured{w: w, hash: sha256.New()}
	sealer, err := age.Encrypt(out, key)
	if err != nil {
		return sealing{}, nameFailure(err)
	}
	plain := sha256.New()
	src := &source{ctx: ctx, r: r}
	n, err := io.Copy(sealer, io.TeeReader(src, plain))
	if src.err != nil {
		return sealing{}, src.err
	}
	if err == nil {
		err = sealer.Close()
	}
	s := sealing{size: n, sealedSize: out.size}
	plain.Sum(s.digest[:0])
	out.hash.Sum(s.sealedDigest[:0])
	return s, nameFailure(err)
}

// source remembers the error of its reader, to tell it from one of the disk, and stops
// when the context ends.
type source struct {
	ctx context.Context
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	if s.err = s.ctx.Err(); s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}
