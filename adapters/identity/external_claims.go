package identity

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// externalClaims are the claims of a token of another issuer, as Keycloak names them, and
// those by which issuers tell access tokens from others.
type externalClaims struct {
	person
	Kind      string           `json:"typ"`
	Subject   string           `json:"sub"`
	Session   string           `json:"sid"`
	AuthTime  *jwt.NumericDate `json:"auth_time"`
	IssuedAt  *jwt.NumericDate `json:"iat"`
	NotBefore *jwt.NumericDate `json:"nbf"`
	Expiry    *jwt.NumericDate `json:"exp"`
	// Confirmation names the key of the client that the token is bound to (RFC 7800, section 3.1).
	Confirmation json.RawMessage `json:"cnf"`

	Granted []string `json:"-"` // what the claim of the roles holds
	Roles   []string `json:"-"` // of ours, that Granted stands for

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

// readRoles reads the roles that a token grants from the claim that the workspace names.
func (c *externalClaims) readRoles(checked *oidc.IDToken, t Trust) error {
	var all json.RawMessage
	if err := checked.Claims(&all); err != nil {
		return refuseToken(whyClaims, err.Error())
	}
	path := t.rolesClaim()
	found := findClaim(all, path)
	if found == nil && t.RolesClaim == "" && findClaim(all, "realm_access") != nil {
		return nil // Keycloak leaves the list of nothing out
	}
	if found == nil {
		return refuseBy(domain.Faultf(domain.Unauthenticated,
			"The token does not tell roles: let the identity provider add the claim %s", path), whyNoClaim, path)
	}
	var one string
	if json.Unmarshal(found, &c.Granted) != nil && json.Unmarshal(found, &one) == nil {
		c.Granted = strings.Fields(one)
	}
	c.Roles = t.rolesOf(c.Granted)
	return nil
}

// findClaim returns the claim at a path of names with dots between them, nil without one. Names may
// have dots themselves, such as those that are addresses.
func findClaim(object json.RawMessage, path string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	if found := members[path]; found != nil {
		return found
	}
	for i, r := range path {
		if r != '.' {
			continue
		}
		if inner := members[path[:i]]; inner != nil {
			if found := findClaim(inner, path[i+1:]); found != nil {
				return found
			}
		}
	}
	return nil
}

// TrustOf returns whom a workspace trusts by its settings.
func TrustOf(ws string, in workspace.SignIn) Trust {
	return Trust{Workspace: ws, Audience: in.AudienceOrDefault(), RolesClaim: in.RolesClaim, RoleNames: in.MappedRoles()}
}

func (t Trust) rolesClaim() string {
	if t.RolesClaim == "" {
		return workspace.DefaultRolesClaim
	}
	return t.RolesClaim
}

// rolesOf returns the roles that names at the issuer stand for: the names themselves, or, where the
// workspace maps names to roles, those of the names that it has.
func (t Trust) rolesOf(granted []string) []string {
	if len(t.RoleNames) == 0 {
		return knownRoles(granted)
	}
	var out []string
	for _, name := range granted {
		out = append(out, t.RoleNames[name]...)
	}
	return knownRoles(out)
}

// describeRoles tells what a claim of roles holds, for those who set the issuer up.
func (t Trust) describeRoles(granted []string) string {
	const most = 20
	if len(granted) > most {
		granted = append(slices.Clone(granted[:most]), "...")
	}
	return fmt.Sprintf("%s holds %q", t.rolesClaim(), granted)
}
