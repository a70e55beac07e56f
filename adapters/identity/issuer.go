package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
)

// How often another issuer is asked.
const (
	discoveryLife = time.Hour        // then its discovery is read again
	askEvery      = 10 * time.Second // at most, whatever tokens claim
	issuerTime    = 5 * time.Second  // for one answer
	maxKeys       = 1 << 20          // bytes of a key set
)

// errIssuerAway reports that another issuer does not return its keys.
var errIssuerAway = errors.New("the issuer does not answer")

// An issuer caches what is known of another issuer: the address of its keys, and the keys.
type issuer struct {
	address string
	client  *http.Client
	now     func() time.Time

	mu         sync.Mutex
	jwks       string
	discovered time.Time // when jwks was read
	asked      time.Time // when it was asked last
	keys       jose.JSONWebKeySet
}

// findKey returns the key with an id. An unknown one is fetched, but not more often than every
// 10 s: made-up ids must not become a way to load the issuer. errIssuerAway when no keys
// are known at all, errToken when this one is not.
func (i *issuer) findKey(ctx context.Context, id string) (jose.JSONWebKey, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if k, ok := i.cachedKey(id); ok {
		return k, nil
	}
	if now := i.now(); now.Sub(i.asked) >= askEvery {
		i.asked = now
		if err := i.readKeys(context.WithoutCancel(ctx), now); err != nil && len(i.keys.Keys) == 0 {
			return jose.JSONWebKey{}, fmt.Errorf("%w: %w", errIssuerAway, err)
		}
	}
	if k, ok := i.cachedKey(id); ok {
		return k, nil
	}
	if len(i.keys.Keys) == 0 {
		return jose.JSONWebKey{}, errIssuerAway
	}
	return jose.JSONWebKey{}, errToken
}

// cachedKey returns the signing key with an id; without an id, the only key there is.
func (i *issuer) cachedKey(id string) (jose.JSONWebKey, bool) {
	var fit []jose.JSONWebKey
	for _, k := range i.keys.Keys {
		if k.Use != "enc" && k.IsPublic() && (id == "" || k.KeyID == id) {
			fit = append(fit, k)
		}
	}
	if len(fit) != 1 {
		return jose.JSONWebKey{}, false
	}
	return fit[0], true
}

// readKeys fetches the keys, and their address if it was read long ago.
func (i *issuer) readKeys(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, issuerTime)
	defer cancel()
	if now.Sub(i.discovered) >= discoveryLife {
		p, err := oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.address)
		if err != nil {
			return err
		}
		var told struct {
			Keys string `json:"jwks_uri"`
		}
		if err := p.Claims(&told); err != nil {
			return err
		}
		i.jwks, i.discovered = told.Keys, now
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, i.jwks, nil)
	if err != nil {
		return err
	}
	a, err := i.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	return i.parseKeySet(a)
}

// parseKeySet reads a key set and skips keys of unknown kinds.
func (i *issuer) parseKeySet(a *http.Response) error {
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("the keys are answered by %s", a.Status)
	}
	var told struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(io.LimitReader(a.Body, maxKeys)).Decode(&told); err != nil {
		return fmt.Errorf("the keys: %w", err)
	}
	var set jose.JSONWebKeySet
	for _, raw := range told.Keys {
		var k jose.JSONWebKey
		if json.Unmarshal(raw, &k) == nil {
			set.Keys = append(set.Keys, k)
		}
	}
	if len(set.Keys) == 0 {
		return errors.New("there are no keys")
	}
	i.keys = set
	return nil
}

// VerifySignature implements the key set of go-oidc with a single key.
func (k oneKey) VerifySignature(_ context.Context, token string) ([]byte, error) {
	jws, err := jose.ParseSignedCompact(token, signatures)
	if err != nil {
		return nil, err
	}
	return jws.Verify(k.JSONWebKey)
}

type oneKey struct{ jose.JSONWebKey }
