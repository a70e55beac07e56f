package identity

import (
	"encoding/json"
	"strings"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// externalClaims are the claims of a token of another issuer, as Keycloak names them, and
// those by which issuers tell access tokens from others.
type externalClaims struct {
	person
	Kind      string           `json:"typ"`
	Subject   string           `json:"sub"`
	IssuedAt  *jwt.NumericDate `json:"iat"`
	NotBefore *jwt.NumericDate `json:"nbf"`
	Expiry    *jwt.NumericDate `json:"exp"`
	Realm     *realmRoles      `json:"realm_access"` // nil: the token says nothing about roles

	// Claims of ID tokens (OpenID Connect Core 2 and 3.3.2.11) and of logout tokens
	// (Back-Channel Logout 2.4).
	Nonce      json.RawMessage `json:"nonce"`
	AccessHash json.RawMessage `json:"at_hash"`
	CodeHash   json.RawMessage `json:"c_hash"`
	StateHash  json.RawMessage `json:"s_hash"`
	Events     json.RawMessage `json:"events"`

	// Claims of access tokens: of RFC 9068, and as Entra, Okta and Cognito name them.
	Scope    json.RawMessage `json:"scope"`
	Scopes   json.RawMessage `json:"scp"`
	ClientID json.RawMessage `json:"client_id"`
	CID      json.RawMessage `json:"cid"`
	Use      string          `json:"token_use"`
}

// isAccess reports whether claims are those of an access token; headerType is the parameter
// typ of its header, in lower case and without "application/" (RFC 7515, section 4.1.9).
//
// A token says what it is by the type at+jwt (RFC 9068) or, with Keycloak, by the claim typ. One
// that says nothing must have what access tokens have, and nothing that ID and logout tokens
// have (RFC 8725, section 3.12): they are signed with the same keys, and with some issuers for
// the same audience.
func (c externalClaims) isAccess(headerType string) bool {
	if headerType != "" && headerType != "jwt" && headerType != typeAccess ||
		c.Kind != "" && c.Kind != "Bearer" || c.Use != "" && c.Use != "access" || c.Events != nil {
		return false
	}
	if headerType == typeAccess || c.Kind == "Bearer" {
		return true
	}
	identifies := c.Nonce != nil || c.AccessHash != nil || c.CodeHash != nil || c.StateHash != nil
	authorizes := c.Scope != nil || c.Scopes != nil || c.ClientID != nil || c.CID != nil || c.Use == "access"
	return authorizes && !identifies
}

// typeOf returns the type that the header of a token names, as isAccess wants it.
func typeOf(t *jose.JSONWebSignature) string {
	typ, _ := t.Signatures[0].Protected.ExtraHeaders[jose.HeaderType].(string)
	return strings.TrimPrefix(strings.ToLower(typ), "application/")
}
