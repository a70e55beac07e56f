package identitytest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
)

// A Keycloak is another issuer, implemented here, that answers and signs as Keycloak does:
// discovery and keys below /realms/{realm}, header JWT, the kind in claim typ, roles in
// realm_access, keys for encryption next to those for signing.
type Keycloak struct {
	Issuer string

	mu        sync.Mutex
	keys      []key
	asked     int
	away      bool
	cache     string
	encrypted jose.JSONWebKey
}

type key struct {
	id, algorithm string
	signer        crypto.Signer
}

// NewKeycloak starts one with a key of RS256.
func NewKeycloak(t testing.TB) *Keycloak {
	t.Helper()
	k := &Keycloak{}
	server := httptest.NewServer(k)
	t.Cleanup(server.Close)
	k.Issuer = server.URL + "/realms/docket"
	k.RotateKey(t, "RS256")
	other, err := encryptionKey()
	if err != nil {
		t.Fatal(err)
	}
	k.encrypted = jose.JSONWebKey{Key: other.Public(), KeyID: "for-encryption", Algorithm: "RSA-OAEP", Use: "enc"}
	return k
}

// encryptionKey returns the key for encryption that all of them publish: making one takes long.
var encryptionKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// RotateKey makes a key of an algorithm, which signs everything from now on.
func (k *Keycloak) RotateKey(t testing.TB, algorithm string) {
	t.Helper()
	signer := newSigner(t, algorithm)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys = append([]key{{uuid.NewString(), algorithm, signer}}, k.keys...)
}

// ReplaceKey replaces the key that signs by another one of the same id.
func (k *Keycloak) ReplaceKey(t testing.TB) {
	t.Helper()
	signer := newSigner(t, "RS256")
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys[0] = key{k.keys[0].id, "RS256", signer}
}

// WithdrawKey publishes the key that signs no more; the one before it signs again.
func (k *Keycloak) WithdrawKey() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys = k.keys[1:]
}

// SetCacheControl sets the header of that name that keys are answered with; "" for none.
func (k *Keycloak) SetCacheControl(value string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cache = value
}

func newSigner(t testing.TB, algorithm string) crypto.Signer {
	t.Helper()
	var signer crypto.Signer
	var err error
	switch algorithm {
	case "ES256":
		signer, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "EdDSA":
		_, signer, err = ed25519.GenerateKey(rand.Reader)
	default:
		signer, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// SetAway makes it answer nothing, or answer again.
func (k *Keycloak) SetAway(away bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.away = away
}

// CountKeyRequests returns how often its keys were requested.
func (k *Keycloak) CountKeyRequests() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked
}

// Claims returns the claims of an access token of an account, at a time.
func (k *Keycloak) Claims(subject, username string, now time.Time, roles ...string) map[string]any {
	return map[string]any{"iss": k.Issuer, "sub": subject, "aud": []string{"docket", "account"}, "typ": "Bearer", "azp": "web",
		"sid": uuid.NewString(), "jti": "onrtac:" + uuid.NewString(), "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(), "acr": "1",
		"realm_access": map[string]any{"roles": append([]string{"offline_access", "uma_authorization"}, roles...)},
		"scope":        "openid email profile", "preferred_username": username, "given_name": "Mira", "family_name": "Lee",
		"email": username + "@example.org", "email_verified": true}
}

// SignToken returns a signed token with claims, changed by further ones; the value nil removes
// a claim. Its header is of the type JWT.
func (k *Keycloak) SignToken(t testing.TB, claims map[string]any, changes ...any) string {
	t.Helper()
	return k.SignTyped(t, "JWT", claims, changes...)
}

// SignTyped is SignToken with another type in the header; "" for none.
func (k *Keycloak) SignTyped(t testing.TB, typ jose.ContentType, claims map[string]any, changes ...any) string {
	t.Helper()
	k.mu.Lock()
	with := k.keys[0]
	k.mu.Unlock()
	claims = maps.Clone(claims)
	for i := 0; i < len(changes); i += 2 {
		if claims[changes[i].(string)] = changes[i+1]; changes[i+1] == nil {
			delete(claims, changes[i].(string))
		}
	}
	options := &jose.SignerOptions{}
	if typ != "" {
		options = options.WithType(typ)
	}
	signer, err := jose.NewSigner(jose.SigningKey{
		Algorithm: jose.SignatureAlgorithm(with.algorithm),
		Key:       jose.JSONWebKey{Key: with.signer, KeyID: with.id},
	}, options)
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(body)
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// ServeHTTP answers discovery and keys.
func (k *Keycloak) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var answer any
	switch {
	case k.away:
		http.Error(w, "away", http.StatusBadGateway)
		return
	case strings.HasSuffix(r.URL.Path, "/.well-known/openid-configuration"):
		answer = map[string]any{
			"issuer": k.Issuer, "jwks_uri": k.Issuer + "/protocol/openid-connect/certs",
			"authorization_endpoint":                k.Issuer + "/protocol/openid-connect/auth",
			"token_endpoint":                        k.Issuer + "/protocol/openid-connect/token",
			"id_token_signing_alg_values_supported": []string{"RS256", "ES256", "PS256"},
		}
	case strings.HasSuffix(r.URL.Path, "/certs"):
		k.asked++
		if k.cache != "" {
			w.Header().Set("Cache-Control", k.cache)
		}
		set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{k.encrypted}}
		for _, key := range k.keys {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: key.signer.Public(), KeyID: key.id, Algorithm: key.algorithm, Use: "sig"})
		}
		answer = set
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}
