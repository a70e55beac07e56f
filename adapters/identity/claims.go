package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"
)

// audience is the audience of access tokens.
const audience = "docket"

// Header types of the two kinds of JWT (RFC 9068 and RFC 7519).
const (
	typeAccess = "at+jwt"
	typeID     = "JWT"
)

// person holds the claims about an account.
type person struct {
	Username  string `json:"preferred_username,omitempty"`
	GivenName string `json:"given_name,omitempty"`
	Family    string `json:"family_name,omitempty"`
	Email     string `json:"email,omitempty"`
}

type accessClaims struct {
	jwt.Claims
	person
	Party     string     `json:"azp"`
	ClientID  string     `json:"client_id"`
	SessionID string     `json:"sid"`
	Scope     string     `json:"scope"`
	Realm     realmRoles `json:"realm_access"`
}

type realmRoles struct {
	Roles []string `json:"roles"`
}

type idClaims struct {
	jwt.Claims
	person
	Party      string           `json:"azp"`
	SessionID  string           `json:"sid"`
	AuthTime   *jwt.NumericDate `json:"auth_time"`
	Nonce      string           `json:"nonce,omitempty"`
	AccessHash string           `json:"at_hash,omitempty"`
}

// personOf returns all claims about an account, which the access token carries: it is for the
// service itself.
func personOf(a Account) person {
	return person{Username: a.Username, GivenName: a.FirstName, Family: a.LastName, Email: a.Email}
}

// scopedPerson returns the claims about an account that scopes ask for (OpenID Connect Core 5.4).
func scopedPerson(a Account, scope string) person {
	p := personOf(a)
	if !hasScope(scope, "profile") {
		p.Username, p.GivenName, p.Family = "", "", ""
	}
	if !hasScope(scope, "email") {
		p.Email = ""
	}
	return p
}

// hasScope reports whether a scope is in a list.
func hasScope(list, scope string) bool { return slices.Contains(strings.Fields(list), scope) }

func newClaims(issuer, subject, aud string, now time.Time, lifetime time.Duration) jwt.Claims {
	return jwt.Claims{Issuer: issuer, Subject: subject, ID: uuid.NewString(), Audience: jwt.Audience{aud},
		IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(lifetime))}
}

// newSecret returns 32 random bytes for a client to hold, and their hash to store.
func newSecret() (secret string, hash [32]byte) {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // crypto/rand.Read never fails
	secret = base64.RawURLEncoding.EncodeToString(b)
	return secret, sha256.Sum256([]byte(secret))
}

// NewClientSecret returns a secret for a client to hold: 32 random bytes, in base64url.
func NewClientSecret() string {
	secret, _ := newSecret()
	return secret
}

// HashSecret returns what is stored of a client's secret: its SHA-256, which is enough for
// what nobody can guess; nil without a secret.
func HashSecret(secret string) []byte {
	if secret == "" {
		return nil
	}
	hash := sha256.Sum256([]byte(secret))
	return hash[:]
}

// halfHash returns at_hash of OpenID Connect Core 3.1.3.6 for algorithms of 256 bits.
func halfHash(token string) string {
	h := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(h[:16])
}

// verifierFits checks PKCE (RFC 7636, S256): without a challenge there must be no
// verifier either.
func verifierFits(challenge, verifier string) bool {
	if challenge == "" {
		return verifier == ""
	}
	h := sha256.Sum256([]byte(verifier))
	got := base64.RawURLEncoding.EncodeToString(h[:])
	return subtle.ConstantTimeCompare([]byte(got), []byte(challenge)) == 1
}
