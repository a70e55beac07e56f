package workspace

import (
	"net/url"
	"time"

	"github.com/seed-62a36931/docket/domain"
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
)

// IsExternal reports whether another issuer signs people in.
func (s SignIn) IsExternal() bool { return s.Issuer != "" }

func (s SignIn) checkIssuer() error {
	day := 24 * 3600
	for _, t := range []struct {
		name                  string
		value, least, longest int
	}{{"access lifetime", s.Access, 10, day}, {"refresh lifetime", s.Refresh, 10, 90 * day}, {"session lifetime", s.Session, 60, 90 * day},
		{"code lifetime", s.Code, 10, 600}, {"grace time", s.Grace, 1, 300}} {
		if t.value != 0 && (t.value < t.least || t.value > t.longest) {
			return domain.Faultf(domain.Invalid, "the %s must be between %d and %d seconds", t.name, t.least, t.longest)
		}
	}
	if s.Algorithm != "" && s.Algorithm != "RS256" && s.Algorithm != "ES256" {
		return domain.Faultf(domain.Invalid, "the algorithm must be RS256 or ES256")
	}
	if !s.IsExternal() {
		return nil
	}
	u, err := url.Parse(s.Issuer)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return domain.Faultf(domain.Invalid, "the issuer must be an http or https address without query")
	}
	return nil
}
