package identity

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/seed-62a36931/docket/domain"
)

// assertionType is the client_assertion_type of private_key_jwt (RFC 7523, section 2.2).
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// assertionAlgorithms are those by which clients sign assertions.
var assertionAlgorithms = []jose.SignatureAlgorithm{jose.RS256, jose.PS256, jose.ES256, jose.EdDSA}

const (
	maxAssertionLife = 10 * time.Minute // from now
	maxClientKeys    = 10
	minRSABits       = 2048
)

// ParseClientKeys reads a JSON Web Key Set of public keys; others are refused, with what to change.
func ParseClientKeys(b []byte) (jose.JSONWebKeySet, error) {
	var set jose.JSONWebKeySet
	invalid := func(format string, args ...any) (jose.JSONWebKeySet, error) {
		return jose.JSONWebKeySet{}, domain.Faultf(domain.Invalid, "jwks "+format, args...).At("jwks")
	}
	if err := json.Unmarshal(b, &set); err != nil || len(set.Keys) == 0 || len(set.Keys) > maxClientKeys {
		return invalid("must be a JSON Web Key Set with 1 to %d keys", maxClientKeys)
	}
	seen := map[string]bool{}
	for _, k := range set.Keys {
		if k.KeyID == "" || seen[k.KeyID] {
			return invalid("must have keys with a kid each, none twice")
		}
		seen[k.KeyID] = true
		if !k.IsPublic() {
			return invalid("has a private or symmetric key: keep that, and send the public one")
		}
		if !isAcceptable(k) {
			return invalid("has a key that is neither RSA of %d bits or more, nor EC P-256, nor Ed25519", minRSABits)
		}
	}
	return set, nil
}

// isAcceptable reports whether assertions may be signed by the owner of a public key.
func isAcceptable(k jose.JSONWebKey) bool {
	if k.Use != "" && k.Use != "sig" || !k.Valid() {
		return false
	}
	switch key := k.Key.(type) {
	case *rsa.PublicKey:
		return key.N.BitLen() >= minRSABits
	case *ecdsa.PublicKey:
		return key.Curve.Params().BitSize == 256
	case ed25519.PublicKey:
		return true
	}
	return false
}

// assertedClient returns the id that an assertion claims to be of, unverified; "" for none.
func assertedClient(f url.Values) string {
	t, err := jwt.ParseSigned(f.Get("client_assertion"), assertionAlgorithms)
	var claims jwt.Claims
	if f.Get("client_assertion_type") != assertionType || err != nil || t.UnsafeClaimsWithoutVerification(&claims) != nil {
		return ""
	}
	return claims.Subject
}

// checkAssertion reports whether an assertion is of a client, for this server, timely, and new.
func (s *Server) checkAssertion(m realm, c Client, assertion string) bool {
	set, err := ParseClientKeys(c.JWKS)
	if err != nil {
		return false
	}
	t, err := jwt.ParseSigned(assertion, assertionAlgorithms)
	if err != nil || len(t.Headers) != 1 {
		return false
	}
	keys := set.Key(t.Headers[0].KeyID)
	if t.Headers[0].KeyID == "" && len(set.Keys) == 1 {
		keys = set.Keys
	}
	if len(keys) != 1 || keys[0].Algorithm != "" && keys[0].Algorithm != t.Headers[0].Algorithm {
		return false
	}
	var claims jwt.Claims
	if t.Claims(keys[0].Key, &claims) != nil {
		return false
	}
	now := s.now()
	expected := jwt.Expected{Issuer: c.ID, Subject: c.ID, AnyAudience: jwt.Audience{m.issuer, m.endpointURL("token")}, Time: now}
	if claims.ValidateWithLeeway(expected, leeway) != nil || claims.ID == "" || claims.Expiry == nil {
		return false
	}
	expires := claims.Expiry.Time()
	if expires.After(now.Add(maxAssertionLife)) {
		return false
	}
	return s.assertions.isNew(fmt.Sprintf("%s\x00%s\x00%s", m.workspace, c.ID, claims.ID), expires.Add(leeway), now)
}

// seenAssertions remembers the assertions that were accepted until they expire: each is good for one
// request. Every process has its own.
type seenAssertions struct {
	mu    sync.Mutex
	until map[string]time.Time
	swept time.Time
}

// maxAssertions bounds what is remembered; beyond it assertions are refused until some expire.
const maxAssertions = 100_000

func (s *seenAssertions) isNew(id string, until, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.until == nil {
		s.until = map[string]time.Time{}
	}
	if now.Sub(s.swept) > time.Minute || len(s.until) >= maxAssertions {
		for old, at := range s.until {
			if now.After(at) {
				delete(s.until, old)
			}
		}
		s.swept = now
	}
	if _, seen := s.until[id]; seen || len(s.until) >= maxAssertions {
		return false
	}
	s.until[id] = until
	return true
}

// clientAuthMethods are the ways in which clients prove themselves.
var clientAuthMethods = []string{"client_secret_basic", "client_secret_post", "private_key_jwt", "none"}

// algorithmNames returns the names of assertionAlgorithms.
func algorithmNames() []string {
	var out []string
	for _, a := range assertionAlgorithms {
		out = append(out, string(a))
	}
	return slices.Clip(out)
}
