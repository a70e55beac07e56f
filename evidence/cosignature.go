package evidence

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
)

// cosignatureV1 is the number of the algorithm of c2sp.org/tlog-cosignature with Ed25519.
const cosignatureV1 = 4

// timeLength is how many bytes of a cosignature tell its time.
const timeLength = 8

// A CosignatureKey verifies the cosignatures of a witness. It is a note.Verifier.
type CosignatureKey struct {
	name   string
	hash   uint32
	public ed25519.PublicKey
}

// ErrCosignatureKey is the error of text that is no key of a witness.
var ErrCosignatureKey = errors.New("this is no key of a witness")

// ParseCosignatureKey reads a key as String writes it. Errors: ErrCosignatureKey.
func ParseCosignatureKey(text string) (*CosignatureKey, error) {
	name, hash, public, err := parseWitnessKey(text)
	if err != nil {
		return nil, err
	}
	k := newCosignatureKey(name, public)
	if k.hash != hash {
		return nil, fmt.Errorf("%w: its hash is %08x, want %08x", ErrCosignatureKey, hash, k.hash)
	}
	return k, nil
}

// parseWitnessKey takes "name+hash+key" apart, of which key has 32 bytes behind the algorithm.
func parseWitnessKey(text string) (name string, hash uint32, key []byte, err error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) < 3 || !isKeyName(parts[0]) || len(parts[1]) != 8 {
		return "", 0, nil, fmt.Errorf("%w: it needs a name, eight hexadecimal digits and a key, with + between them", ErrCosignatureKey)
	}
	n, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return "", 0, nil, fmt.Errorf("%w: its hash is no number", ErrCosignatureKey)
	}
	key, err = base64.StdEncoding.Strict().DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != cosignatureV1 {
		return "", 0, nil, fmt.Errorf("%w: it is not of the algorithm %d (cosignatures with Ed25519)", ErrCosignatureKey, cosignatureV1)
	}
	return parts[0], uint32(n), key[1:], nil
}

// isKeyName reports whether signed notes can have a name.
func isKeyName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return r == '+' || unicode.IsSpace(r) })
}

func newCosignatureKey(name string, public ed25519.PublicKey) *CosignatureKey {
	sum := sha256.Sum256(append([]byte(name+"\n"), taggedKey(public)...))
	return &CosignatureKey{name, binary.BigEndian.Uint32(sum[:]), public}
}

// taggedKey returns a key behind its algorithm.
func taggedKey(key []byte) []byte { return append([]byte{cosignatureV1}, key...) }

// String returns the key as text, in the form of c2sp.org/signed-note.
func (k *CosignatureKey) String() string {
	return fmt.Sprintf("%s+%08x+%s", k.name, k.hash, base64.StdEncoding.EncodeToString(taggedKey(k.public)))
}

// Name returns the name of the witness.
func (k *CosignatureKey) Name() string { return k.name }

// KeyHash returns the hash that stands in cosignatures.
func (k *CosignatureKey) KeyHash() uint32 { return k.hash }

// Verify reports whether a cosignature, which begins with its time, is one of a checkpoint.
func (k *CosignatureKey) Verify(text, signature []byte) bool {
	if len(signature) != timeLength+ed25519.SignatureSize {
		return false
	}
	at := binary.BigEndian.Uint64(signature)
	return at < 1<<63 && ed25519.Verify(k.public, cosignedMessage(text, at), signature[timeLength:])
}

// cosignedMessage returns what a witness signs for a checkpoint at a time.
func cosignedMessage(checkpoint []byte, at uint64) []byte {
	return append(fmt.Appendf(nil, "cosignature/v1\ntime %d\n", at), checkpoint...)
}

// A Cosigner makes the cosignatures of a witness.
type Cosigner struct {
	key    *CosignatureKey
	secret ed25519.PrivateKey
}

// secretPrefix begins the text of a secret key.
const secretPrefix = "PRIVATE+KEY+"

// generateCosigner makes a key for a witness. Errors: ErrCosignatureKey, of a name that notes cannot have.
func generateCosigner(name string) (*Cosigner, error) {
	if !isKeyName(name) {
		return nil, fmt.Errorf("%w: a name has no spaces and no +: %q", ErrCosignatureKey, name)
	}
	public, secret, err := ed25519.GenerateKey(rand.Reader)
	return &Cosigner{newCosignatureKey(name, public), secret}, err
}

// ParseCosigner reads a secret key. Errors: ErrCosignatureKey.
func ParseCosigner(text string) (*Cosigner, error) {
	rest, isSecret := strings.CutPrefix(text, secretPrefix)
	if !isSecret {
		return nil, fmt.Errorf("%w: a secret one begins with %s", ErrCosignatureKey, secretPrefix)
	}
	name, hash, seed, err := parseWitnessKey(rest)
	if err != nil {
		return nil, err
	}
	secret := ed25519.NewKeyFromSeed(seed)
	c := &Cosigner{newCosignatureKey(name, secret.Public().(ed25519.PublicKey)), secret}
	if c.key.hash != hash {
		return nil, fmt.Errorf("%w: its hash is %08x, want %08x", ErrCosignatureKey, hash, c.key.hash)
	}
	return c, nil
}

// secretText returns the secret key as ParseCosigner reads it.
func (c *Cosigner) secretText() string {
	return fmt.Sprintf("%s%s+%08x+%s", secretPrefix, c.key.name, c.key.hash, base64.StdEncoding.EncodeToString(taggedKey(c.secret.Seed())))
}

// Key returns the key that verifies what c signs.
func (c *Cosigner) Key() *CosignatureKey { return c.key }

// Cosign signs for the text of a checkpoint at a time.
func (c *Cosigner) Cosign(text string, at time.Time) note.Signature {
	unix := uint64(at.Unix())
	b := binary.BigEndian.AppendUint32(nil, c.key.hash)
	b = binary.BigEndian.AppendUint64(b, unix)
	b = append(b, ed25519.Sign(c.secret, cosignedMessage([]byte(text), unix))...)
	return note.Signature{Name: c.key.name, Hash: c.key.hash, Base64: base64.StdEncoding.EncodeToString(b)}
}

// signatureLine returns a signature as it stands in a note.
func signatureLine(s note.Signature) string {
	return signaturePrefix + s.Name + " " + s.Base64 + "\n"
}

// AppendCosignature appends to a signed checkpoint the signatures of a witness that an answer has, and no
// others. Errors: ErrCheckpoint where the answer has none that holds.
func AppendCosignature(signed []byte, answer string, key *CosignatureKey) ([]byte, error) {
	n, err := note.Open(append(slices.Clone(signed), answer...), note.VerifierList(key))
	if err != nil {
		return nil, fmt.Errorf("%w that %s has signed: %w", ErrCheckpoint, key.Name(), err)
	}
	out := slices.Clone(signed)
	for _, s := range n.Sigs {
		if line := signatureLine(s); !bytes.Contains(signed, []byte(line)) {
			out = append(out, line...)
		}
	}
	return out, refuseOtherForms(n.Sigs)
}
