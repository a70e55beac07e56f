package identity

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"slices"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// keyRefresh is how long a workspace's keys are cached; a new key is used once every
// process must have seen it.
const keyRefresh = 5 * time.Second

// keyring signs with a workspace's newest key and verifies with all of them.
type keyring struct {
	keys Keys
	now  func() time.Time

	mu    sync.Mutex
	known map[string]keyset
}

type keyset struct {
	public jose.JSONWebKeySet
	active jose.JSONWebKey
	read   time.Time
}

func newKeyring(keys Keys, now func() time.Time) *keyring {
	return &keyring{keys: keys, now: now, known: map[string]keyset{}}
}

// keysOf returns the keys of a workspace; the first call ever makes the first key.
func (k *keyring) keysOf(ctx context.Context, workspace, algorithm string) (keyset, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s, ok := k.freshKeys(workspace); ok {
		return s, nil
	}
	stored, err := k.keys.SigningKeys(ctx, workspace)
	if err == nil && len(stored) == 0 {
		if err = k.addKey(ctx, workspace, algorithm); err == nil {
			stored, err = k.keys.SigningKeys(ctx, workspace)
		}
	}
	if err != nil {
		return keyset{}, fmt.Errorf("signing keys of %s: %w", workspace, err)
	}
	set, err := parseKeys(stored, k.now().Add(-2*keyRefresh))
	if err != nil {
		return keyset{}, err
	}
	set.read = k.now()
	k.known[workspace] = set
	return set, nil
}

// cachedKeys returns the cached keys of a workspace if they were read just now; it never
// reads them.
func (k *keyring) cachedKeys(workspace string) (keyset, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.freshKeys(workspace)
}

func (k *keyring) freshKeys(workspace string) (keyset, bool) {
	s, ok := k.known[workspace]
	return s, ok && k.now().Sub(s.read) < keyRefresh
}

// rotateKey adds a key, which signs everything 2 keyRefresh later. The former ones stay
// published; they may be removed once the last token that they signed has expired.
func (k *keyring) rotateKey(ctx context.Context, workspace, algorithm string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.known, workspace)
	return k.addKey(ctx, workspace, algorithm)
}

// forgetKeys removes the cached keys of a workspace, so that they are read again when they are
// needed next.
func (k *keyring) forgetKeys(workspace string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.known, workspace)
}

// algorithms returns those of the published keys, that of the signing key first.
func (s keyset) algorithms() []string {
	out := []string{s.active.Algorithm}
	for _, k := range s.public.Keys {
		if !slices.Contains(out, k.Algorithm) {
			out = append(out, k.Algorithm)
		}
	}
	return out
}

func (k *keyring) addKey(ctx context.Context, workspace, algorithm string) error {
	private, err := generateKey(algorithm)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	id, err := keyThumbprint(private)
	if err != nil {
		return err
	}
	return k.keys.AddSigningKey(ctx, workspace, SigningKey{ID: id, Algorithm: algorithm, PKCS8: der, Created: k.now()})
}

func generateKey(algorithm string) (crypto.Signer, error) {
	switch algorithm {
	case string(jose.RS256):
		return rsa.GenerateKey(rand.Reader, 2048)
	case string(jose.ES256):
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	return nil, fmt.Errorf("unknown signing algorithm %q", algorithm)
}

func keyThumbprint(key crypto.Signer) (string, error) {
	t, err := (&jose.JSONWebKey{Key: key}).Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(t), err
}

// parseKeys publishes all keys, newest first, and signs with the newest that is older than
// settled, or with the oldest when none is.
func parseKeys(stored []SigningKey, settled time.Time) (keyset, error) {
	var set keyset
	found := false
	for i, s := range stored {
		private, err := x509.ParsePKCS8PrivateKey(s.PKCS8)
		if err != nil {
			return keyset{}, fmt.Errorf("signing key %s: %w", s.ID, err)
		}
		key := jose.JSONWebKey{Key: private, KeyID: s.ID, Algorithm: s.Algorithm, Use: "sig"}
		set.public.Keys = append(set.public.Keys, key.Public())
		if old := s.Created.Before(settled); !found && (old || i == len(stored)-1) {
			set.active, found = key, true
		}
	}
	return set, nil
}

// signToken returns a compact JWT with a header type.
func (s keyset) signToken(typ jose.ContentType, claims any) (string, error) {
	key := jose.SigningKey{Algorithm: jose.SignatureAlgorithm(s.active.Algorithm), Key: s.active}
	signer, err := jose.NewSigner(key, (&jose.SignerOptions{}).WithType(typ))
	if err != nil {
		return "", err
	}
	return jwt.Signed(signer).Claims(claims).Serialize()
}
