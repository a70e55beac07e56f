package identity

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// An IssuerCheck is what was found of one thing that the workspace needs of its issuer.
type IssuerCheck struct {
	Name   string `json:"name"`
	Found  string `json:"found"`
	Change string `json:"change,omitempty"` // what to change, and where; "" when all is as it must be
}

// An IssuerReport is what was found of an issuer, and the roles in the workspace of the token that was looked at.
type IssuerReport struct {
	Checks []IssuerCheck
	Roles  []string
}

// CheckIssuer asks an issuer for its discovery document and keys, and looks at an access token of it, "" for
// none. It changes nothing, and stops where the rest cannot be known.
func (s *tokens) CheckIssuer(ctx context.Context, iss string, t Trust, token string) (out IssuerReport) {
	p, err := oidc.NewProvider(oidc.ClientContext(ctx, s.external.client), iss)
	if err != nil {
		return IssuerReport{Checks: []IssuerCheck{{"discovery", err.Error(), "let " + strings.TrimRight(iss, "/") +
			"/.well-known/openid-configuration answer requests from this machine, and name exactly this issuer"}}}
	}
	keys := s.checkKeys(ctx, iss)
	out.Checks = []IssuerCheck{{Name: "discovery", Found: iss}, checkConsole(p), s.tellLogoutAddress(p, t), keys}
	if token == "" || keys.Change != "" {
		return out
	}
	if named := issuerOf(token); named != iss {
		out.Checks = append(out.Checks, IssuerCheck{"token", fmt.Sprintf("its issuer is %q", named), whyIssuer.change})
		return out
	}
	found, roles := s.checkToken(ctx, iss, t, token)
	return IssuerReport{append(out.Checks, found...), roles}
}

// checkConsole looks at what the console and the command line sign in with.
func checkConsole(p *oidc.Provider) IssuerCheck {
	var told struct {
		Challenges []string `json:"code_challenge_methods_supported"`
	}
	at := IssuerCheck{Name: "sign-in", Found: "at " + p.Endpoint().AuthURL}
	switch err := p.Claims(&told); {
	case err != nil || p.Endpoint().AuthURL == "" || p.Endpoint().TokenURL == "":
		at.Found, at.Change = "no authorization or token endpoint", "let the issuer offer the authorization code flow"
	case told.Challenges != nil && !slices.Contains(told.Challenges, "S256"):
		at.Found, at.Change = fmt.Sprintf("PKCE by %q", told.Challenges), "let the issuer allow PKCE with S256"
	}
	return at
}

// tellLogoutAddress says where the issuer can tell of sign-outs.
func (s *tokens) tellLogoutAddress(p *oidc.Provider, t Trust) IssuerCheck {
	var told struct {
		Supported bool `json:"backchannel_logout_supported"`
	}
	if err := p.Claims(&told); err != nil || !told.Supported {
		return IssuerCheck{Name: "sign-out", Found: "no back-channel logout: tokens of ended sessions are good until they expire"}
	}
	return IssuerCheck{Name: "sign-out", Found: "can be told to " + s.issuerOf(t.Workspace) + logoutPath}
}

func (s *tokens) checkKeys(ctx context.Context, iss string) IssuerCheck {
	asked := &issuer{address: iss, client: s.external.client, now: s.now}
	set, err := asked.readKeys(ctx, s.now())
	if err != nil {
		return IssuerCheck{"keys", err.Error(), "let the address of the keys (jwks_uri) answer requests from this machine"}
	}
	var kinds []string
	for _, k := range set.Keys {
		if k.Use == "enc" {
			continue
		}
		switch key := k.Key.(type) {
		case *rsa.PublicKey:
			kinds = append(kinds, "RSA")
		case *ecdsa.PublicKey:
			kinds = append(kinds, key.Params().Name)
		case ed25519.PublicKey:
			kinds = append(kinds, "Ed25519")
		}
	}
	out := IssuerCheck{Name: "keys", Found: strings.Join(kinds, ", ")}
	if !slices.ContainsFunc(kinds, func(kind string) bool { return slices.Contains([]string{"RSA", "P-256", "Ed25519"}, kind) }) {
		out.Change = whyAlgorithm.change
	}
	return out
}

// checkToken verifies a token as a request would, without an account.
func (s *tokens) checkToken(ctx context.Context, iss string, t Trust, token string) ([]IssuerCheck, []string) {
	c, err := s.external.verifyClaims(ctx, token, iss, t)
	var refused *refusal
	if errors.As(err, &refused) {
		return []IssuerCheck{{"token", refused.Error(), refused.why.change}}, nil
	}
	if err != nil {
		return []IssuerCheck{{"token", err.Error(), "try again"}}, nil
	}
	out := []IssuerCheck{
		{Name: "token", Found: fmt.Sprintf("an access token for the audience %s, of %s", t.Audience, usernameOf(c))},
		{Name: "roles", Found: t.describeRoles(c.Granted) + ", which is " + strings.Join(c.Roles, ", ")},
	}
	if len(c.Roles) == 0 {
		out[1].Found, out[1].Change = t.describeRoles(c.Granted), whyRoles.change
	}
	return out, c.Roles
}
