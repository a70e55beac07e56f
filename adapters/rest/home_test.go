package rest

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/reading"
)

func TestTheRootSaysWhatThisIs(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Workspace, c.Demo, c.PublicURL = "acme", true, "https://docket.example" })
	a := s.do(request("GET", "/", "", "Authorization", "", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8"))
	if a.StatusCode != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		t.Fatalf("%d %s, want a.StatusCode = 200 and %q at its beginning", a.StatusCode, a.Header.Get("Content-Type"), "text/html")
	}
	for _, want := range []string{reading.Path, "Its password was printed in the terminal",
		"docket login https://docket.example --workspace acme", "/api/openapi.yaml", `value="acme"`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("the page does not say %q:\n%s", want, a.body)
		}
	}
	if policy := a.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'; style-src 'sha256-") {
		t.Errorf("the policy is %q, want %q in it", policy, "default-src 'none'; style-src 'sha256-")
	}
	s.want(s.do(request("GET", "/", "", "Authorization", "", "Accept", "application/json")), 404, "Not found")
	private := newSite(t, func(c *Config) { c.PrivateDocuments = true })
	if a := private.do(request("GET", "/", "", "Authorization", "")); a.StatusCode != 200 || strings.Contains(string(a.body), "<form") || strings.Contains(string(a.body), "password") {
		t.Errorf("a private service that is no demo: %d %s, want a.StatusCode = 200, it without <form and it without password",
			a.StatusCode, a.body)
	}
}

func TestTheServedContractNamesAWorkspace(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Workspace = "acme" })
	for _, path := range []string{"/api/openapi.yaml", "/api/openapi.json"} {
		for query, want := range map[string]string{"": "acme", "?workspace=legal": "legal"} {
			a := s.do(request("GET", path+query, ""))
			body := string(a.body)
			for _, end := range []string{"auth", "token"} {
				if address := "/auth/realms/" + want + "/protocol/openid-connect/" + end; a.StatusCode != 200 || !strings.Contains(body, address) {
					t.Errorf("%s%s: %d, no %s, want a.StatusCode = 200 and body with %v", path, query, a.StatusCode, address, address)
				}
			}
			if strings.Contains(body, "Url: /auth/realms/{") || strings.Contains(body, `Url":"/auth/realms/{`) {
				t.Errorf("%s%s has an address without a workspace, want no %q in body and no %q in body", path, query,
					"Url: /auth/realms/{", `Url":"/auth/realms/{`)
			}
		}
		s.want(s.do(request("GET", path+"?workspace=A%2Fb", "")), 400,
			"workspace must be the name of a workspace: 1 to 32 lower-case letters and digits")
	}
}

func TestThePageOfTheAPIHasOneAddress(t *testing.T) {
	s := newSite(t)
	if a := s.do(request("GET", reading.Path+"/?workspace=acme", "")); a.StatusCode != 308 || a.Header.Get("Location") != reading.Path+"?workspace=acme" {
		t.Errorf(`%d %s, want a.StatusCode = 308 and a.Header.Get("Location") = %v`, a.StatusCode, a.Header.Get("Location"),
			reading.Path+"?workspace=acme")
	}
	if a := s.do(request("GET", SignedInPath+"?code=x&state=y", "", "Authorization", "")); a.StatusCode != 200 || !strings.Contains(string(a.body), "Signed in") {
		t.Errorf("%d %s, want a.StatusCode = 200 and string(a.body) with Signed in", a.StatusCode, a.body)
	}
}
