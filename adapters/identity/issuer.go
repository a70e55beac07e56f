package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
)

// How often another issuer is asked.
const (
	discoveryLife = time.Hour        // then its discovery is read again
	askEvery      = 10 * time.Second // at most, whatever tokens claim
	longestKeys   = 10 * time.Minute // then the keys are read again, whatever Cache-Control says
	shortestKeys  = time.Minute      // until then they are not, whatever Cache-Control says
	staleKeys     = time.Hour        // for which keys are trusted that cannot be read again
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

	mu      sync.Mutex
	asked   time.Time     // when it was asked last
	reading chan struct{} // closed when the question that is under way is answered; nil without one
	failed  error         // why the last question was not answered
	keys    keysRead

	// For the one that asks.
	jwks       string
	discovered time.Time // when jwks was read
}

// keysRead is a key set as it was read.
type keysRead struct {
	jose.JSONWebKeySet
	at   time.Time     // zero: none was read
	life time.Duration // after which it is read again
}

// findKey returns the key with an id. Keys are read again when they are as old as the issuer
// allows, and when the id is unknown, but not more often than every 10 s: made-up ids must
// not become a way to load the issuer. Keys that cannot be read again are trusted for an hour.
// errIssuerAway when no keys can be trusted, and for an unknown id before they may be read again: it may be that of a new
// key. errToken when there is no such key.
func (i *issuer) findKey(ctx context.Context, id string) (jose.JSONWebKey, error) {
	known, _ := i.trustedKeys()
	k, ok := known.findKey(id)
	switch age := i.now().Sub(known.at); {
	case !ok && !i.refreshKeys(ctx, true):
		if k, err := i.cachedKey(id); len(known.Keys) == 0 || err == nil {
			return k, err
		}
		return k, fmt.Errorf("%w for a key that was not known a moment ago: %s", errIssuerAway, id)
	case !ok:
	case age >= known.life:
		i.refreshKeys(ctx, false)
	default:
		return k, nil
	}
	return i.cachedKey(id)
}

// reloadKey reads the keys again after the key with an id did not fit a signature: the issuer
// may have replaced it under its id. Like findKey, it does not do so more often than every 10 s.
func (i *issuer) reloadKey(ctx context.Context, id string) (jose.JSONWebKey, error) {
	i.refreshKeys(ctx, true)
	return i.cachedKey(id)
}

// cachedKey is findKey without a question to the issuer.
func (i *issuer) cachedKey(id string) (jose.JSONWebKey, error) {
	known, failed := i.trustedKeys()
	if len(known.Keys) == 0 {
		return jose.JSONWebKey{}, errors.Join(errIssuerAway, failed)
	}
	k, ok := known.findKey(id)
	switch {
	case !ok && failed != nil: // it may be that of a new key
		return k, errors.Join(errIssuerAway, failed)
	case !ok:
		return k, refuseToken(whyKey, id)
	}
	return k, nil
}

// trustedKeys returns the keys that were read, unless that is too long ago, and why they could
// not be read again.
func (i *issuer) trustedKeys() (keysRead, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.now().Sub(i.keys.at) >= staleKeys {
		return keysRead{}, i.failed
	}
	return i.keys, i.failed
}

// refreshKeys reads the keys, unless the issuer was asked a moment ago. When somebody else is
// asking it waits for the answer if told to. It reports whether the issuer was asked for this call.
func (i *issuer) refreshKeys(ctx context.Context, wait bool) bool {
	i.mu.Lock()
	if under := i.reading; under != nil {
		i.mu.Unlock()
		if wait {
			select {
			case <-under:
			case <-ctx.Done():
			}
		}
		return true
	}
	now := i.now()
	if now.Sub(i.asked) < askEvery {
		i.mu.Unlock()
		return false
	}
	answered := make(chan struct{})
	i.asked, i.reading = now, answered
	i.mu.Unlock()

	read, err := i.readKeys(context.WithoutCancel(ctx), now)

	i.mu.Lock()
	defer i.mu.Unlock()
	if i.failed = err; err == nil {
		i.keys = read
	}
	i.reading = nil
	close(answered)
	return true
}

// findKey returns the signing key with an id; without an id, the only key there is.
func (s keysRead) findKey(id string) (jose.JSONWebKey, bool) {
	var fit []jose.JSONWebKey
	for _, k := range s.Keys {
		if k.Use != "enc" && k.IsPublic() && (id == "" || k.KeyID == id) {
			fit = append(fit, k)
		}
	}
	if len(fit) != 1 {
		return jose.JSONWebKey{}, false
	}
	return fit[0], true
}

// readKeys fetches the keys, and their address if it was read long ago. One call at a time.
func (i *issuer) readKeys(ctx context.Context, now time.Time) (keysRead, error) {
	ctx, cancel := context.WithTimeout(ctx, issuerTime)
	defer cancel()
	if now.Sub(i.discovered) >= discoveryLife {
		p, err := oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.address)
		if err != nil {
			return keysRead{}, err
		}
		var told struct {
			Keys string `json:"jwks_uri"`
		}
		if err := p.Claims(&told); err != nil {
			return keysRead{}, err
		}
		i.jwks, i.discovered = told.Keys, now
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, i.jwks, nil)
	if err != nil {
		return keysRead{}, err
	}
	a, err := i.client.Do(r)
	if err != nil {
		return keysRead{}, err
	}
	defer a.Body.Close()
	set, err := parseKeySet(a)
	return keysRead{JSONWebKeySet: set, at: now, life: lifeOf(a.Header)}, err
}

// lifeOf returns how long an answer may be used by its Cache-Control (RFC 9111, section 5.2.2),
// within our bounds.
func lifeOf(h http.Header) time.Duration {
	life := longestKeys
	for _, directive := range strings.Split(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-cache", "no-store":
			life = shortestKeys
		case "max-age":
			if seconds, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil {
				life = min(life, time.Duration(min(seconds, int(longestKeys/time.Second)))*time.Second)
			}
		}
	}
	return max(life, shortestKeys)
}

// parseKeySet reads a key set and skips keys of unknown kinds.
func parseKeySet(a *http.Response) (set jose.JSONWebKeySet, err error) {
	if a.StatusCode != http.StatusOK {
		return set, fmt.Errorf("the keys are answered by %s", a.Status)
	}
	var told struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(io.LimitReader(a.Body, maxKeys)).Decode(&told); err != nil {
		return set, fmt.Errorf("the keys: %w", err)
	}
	for _, raw := range told.Keys {
		var k jose.JSONWebKey
		if json.Unmarshal(raw, &k) == nil {
			set.Keys = append(set.Keys, k)
		}
	}
	if len(set.Keys) == 0 {
		return set, errors.New("there are no keys")
	}
	return set, nil
}

// VerifySignature implements the key set of go-oidc with a single key.
func (k oneKey) VerifySignature(_ context.Context, token string) ([]byte, error) {
	jws, err := jose.ParseSignedCompact(token, externalSignatures)
	if err != nil {
		return nil, err
	}
	return jws.Verify(k.JSONWebKey)
}

type oneKey struct{ jose.JSONWebKey }
