package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
)

// ErrBusy reports that no slot for hashing became free in time.
var ErrBusy = errors.New("too many passwords are being hashed")

// maxPassword is the longest input that is hashed, in bytes.
const maxPassword = 512

// A Cost holds the parameters of one argon2id hash.
type Cost struct {
	Memory  uint32 // KiB
	Time    uint32 // passes
	Threads uint8
}

// MinimumCost returns the least that a real service must require; tests may require less.
// Source: OWASP Password Storage Cheat Sheet, argon2id.
func MinimumCost() Cost { return Cost{Memory: 19456, Time: 2, Threads: 1} }

// A Hasher hashes and verifies passwords with argon2id (RFC 9106). The number of
// slots bounds the memory that a flood of sign-ins can take.
type Hasher struct {
	cost  Cost
	slots chan struct{}
	wait  time.Duration
	dummy string
}

// NewHasher returns a hasher that works on slots passwords at once (0: one per core);
// further calls wait up to wait, then fail with ErrBusy.
func NewHasher(cost Cost, slots int, wait time.Duration) *Hasher {
	if slots <= 0 {
		slots = runtime.NumCPU()
	}
	h := &Hasher{cost: cost, slots: make(chan struct{}, slots), wait: wait}
	h.dummy = encodePHC(cost, make([]byte, 16), make([]byte, 32))
	return h
}

// Hash returns a PHC string with a fresh salt.
func (h *Hasher) Hash(ctx context.Context, plain string) (string, error) {
	if len(plain) > maxPassword {
		return "", errors.New("the password is too long")
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	key, err := h.deriveKey(ctx, plain, salt, h.cost, 32)
	if err != nil {
		return "", err
	}
	return encodePHC(h.cost, salt, key), nil
}

// Verify reports whether a password matches a PHC string. An empty string matches nothing,
// nor does a password that is too long to be one; both take as long as any other, so that
// the time does not reveal whether an account exists.
func (h *Hasher) Verify(ctx context.Context, phc, plain string) (bool, error) {
	known := phc != ""
	if !known {
		phc = h.dummy
	}
	cost, salt, want, err := decodePHC(phc)
	if err != nil {
		return false, err
	}
	tooLong := len(plain) > maxPassword
	if tooLong {
		plain = plain[:maxPassword]
	}
	got, err := h.deriveKey(ctx, plain, salt, cost, uint32(len(want)))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known && !tooLong, nil
}

// IsOutdated reports whether a hash was made with another cost than new ones.
func (h *Hasher) IsOutdated(phc string) bool {
	cost, _, _, err := decodePHC(phc)
	return err == nil && cost != h.cost
}

func (h *Hasher) deriveKey(ctx context.Context, plain string, salt []byte, c Cost, n uint32) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, h.wait)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
		return argon2.IDKey([]byte(plain), salt, c.Time, c.Memory, c.Threads, n), nil
	case <-ctx.Done():
		return nil, ErrBusy
	}
}

func encodePHC(c Cost, salt, key []byte) string {
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Time, c.Threads,
		b.EncodeToString(salt), b.EncodeToString(key))
}

// decodePHC parses a PHC string and refuses costs that would overload the machine.
func decodePHC(phc string) (c Cost, salt, key []byte, err error) {
	f := strings.Split(phc, "$")
	if len(f) != 6 || f[0] != "" || f[1] != "argon2id" || f[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errors.New("not an argon2id hash")
	}
	if _, err := fmt.Sscanf(f[3], "m=%d,t=%d,p=%d", &c.Memory, &c.Time, &c.Threads); err != nil {
		return c, nil, nil, fmt.Errorf("cost of the hash: %w", err)
	}
	if c.Memory < 8 || c.Memory > 1<<20 || c.Time < 1 || c.Time > 100 || c.Threads < 1 {
		return c, nil, nil, errors.New("cost of the hash is out of bounds")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(f[4]); err != nil {
		return c, nil, nil, fmt.Errorf("salt of the hash: %w", err)
	}
	if key, err = base64.RawStdEncoding.DecodeString(f[5]); err != nil || len(key) < 16 || len(key) > 64 {
		return c, nil, nil, errors.New("the hash is damaged")
	}
	return c, salt, key, nil
}
