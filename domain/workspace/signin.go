package workspace

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// SignIn holds the settings of how people of a workspace sign in. Times are in
// seconds; 0 is the default of each.
type SignIn struct {
	Access  int `json:"access,omitzero"`  // life of an access token, default 300
	Refresh int `json:"refresh,omitzero"` // of a refresh token, default 1,800
	Session int `json:"session,omitzero"` // of a session at most, default 36,000
	Code    int `json:"code,omitzero"`    // of an authorization code, default 60
	// Grace is for how long a refresh token that was used gives its successor again, default
	// 10; then, and at once with NoGrace, the second use ends the session.
	Grace           int    `json:"grace,omitzero"`
	NoGrace         bool   `json:"noGrace,omitzero"`
	NoPasswordGrant bool   `json:"noPasswordGrant,omitzero"`
	Algorithm       string `json:"algorithm,omitzero"` // of new keys: RS256, the default, or ES256
	// Issuer signs people in instead of the service itself: its address, as in the
	// claim iss of its tokens. Audience is whom its tokens must be for.
	Issuer   string `json:"issuer,omitzero"`
	Audience string `json:"audience,omitzero"` // default docket
	// RolesClaim is the path of the claim with the roles in tokens of the issuer, with dots between
	// names; default realm_access.roles, as Keycloak has it.
	RolesClaim string `json:"rolesClaim,omitzero"`
	// RoleMapping gives names at the issuer roles: NAME=ROLE, with commas between; without it names
	// are roles. A text, so that settings can be compared.
	RoleMapping string `json:"roleMapping,omitzero"`
}

// The defaults of signing in.
const (
	DefaultAccess    = 300 * time.Second
	DefaultRefresh   = 1800 * time.Second
	DefaultSession   = 10 * time.Hour
	DefaultCode      = 60 * time.Second
	DefaultGrace     = 10 * time.Second
	DefaultAlgorithm = "RS256"
	DefaultAudience  = "docket"

	DefaultRolesClaim = "realm_access.roles"
)

// IsExternal reports whether another issuer signs people in.
func (s SignIn) IsExternal() bool { return s.Issuer != "" }

// AudienceOrDefault returns whom tokens of the issuer must be for.
func (s SignIn) AudienceOrDefault() string { return cmp.Or(s.Audience, DefaultAudience) }

// A MappedRole is a role that a name at the issuer stands for.
type MappedRole struct{ Name, Role string }

// ListMappedRoles returns the roles of names at the issuer, in their order; nil when names are roles.
func (s SignIn) ListMappedRoles() (out []MappedRole) {
	if s.RoleMapping == "" {
		return nil
	}
	for _, pair := range strings.Split(s.RoleMapping, ",") {
		name, role := splitMapping(pair)
		out = append(out, MappedRole{name, role})
	}
	return out
}

// MappedRoles returns the roles of each name at the issuer; nil when names are roles.
func (s SignIn) MappedRoles() map[string][]string {
	var out map[string][]string
	for _, m := range s.ListMappedRoles() {
		if out == nil {
			out = map[string][]string{}
		}
		out[m.Name] = append(out[m.Name], m.Role)
	}
	return out
}

func splitMapping(pair string) (name, role string) {
	i := strings.LastIndexByte(pair, '=')
	return strings.TrimSpace(pair[:max(i, 0)]), strings.TrimSpace(pair[i+1:])
}

// checkRoles refuses a claim or a mapping of roles that cannot be meant.
func (s SignIn) checkRoles() error {
	if strings.HasPrefix(s.RolesClaim, ".") || strings.HasSuffix(s.RolesClaim, ".") || strings.ContainsAny(s.RolesClaim, " \t\r\n") {
		return domain.Faultf(domain.Invalid, "the claim of the roles is a path such as realm_access.roles").At("issuerRolesClaim")
	}
	if s.RoleMapping == "" {
		return nil
	}
	for _, pair := range strings.Split(s.RoleMapping, ",") {
		if name, role := splitMapping(pair); name == "" || !slices.Contains(user.Roles, role) {
			return domain.Faultf(domain.Invalid, "%q maps no name to a role: write NAME=ROLE, with a role of %s",
				strings.TrimSpace(pair), strings.Join(user.Roles, ", ")).At("roleMapping")
		}
	}
	return nil
}

func (s SignIn) checkIssuer() error {
	day := 24 * 3600
	for _, t := range []struct {
		name, field           string
		value, least, longest int
	}{{"access lifetime", "accessLifetime", s.Access, 10, day}, {"refresh lifetime", "refreshLifetime", s.Refresh, 10, 90 * day},
		{"session lifetime", "sessionLifetime", s.Session, 60, 90 * day}, {"code lifetime", "codeLifetime", s.Code, 10, 600},
		{"grace time", "refreshGrace", s.Grace, 1, 300}} {
		if t.value != 0 && (t.value < t.least || t.value > t.longest) {
			return domain.Refuse(domain.OutOfRange, "the %s must be between %d and %d seconds", t.name, t.least, t.longest).At(t.field)
		}
	}
	if s.Algorithm != "" && s.Algorithm != "RS256" && s.Algorithm != "ES256" {
		return domain.Faultf(domain.Invalid, "the algorithm must be RS256 or ES256").At("algorithm")
	}
	if !s.IsExternal() {
		return nil
	}
	u, err := url.Parse(s.Issuer)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return domain.Faultf(domain.Invalid, "the issuer must be an http or https address without query").At("issuer")
	}
	return s.checkRoles()
}
