package rest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

const app = "https://app.example"

func withApp(c *Config) { c.Origins = []string{app, "http://localhost:3000"} }

func TestNoOriginIsLetInByDefault(t *testing.T) {
	s := newSite(t)
	a := s.do(request("OPTIONS", "/api/downloads", "", "Origin", app, "Access-Control-Request-Method", "GET"))
	s.want(a, 405, "Method not allowed")
	a = s.do(request("GET", "/api/downloads", "", "Origin", app))
	for name := range a.Header {
		if strings.HasPrefix(name, "Access-Control-") || name == "Vary" &&
			strings.Contains(strings.Join(a.Header.Values(name), ","), "Origin") {
			t.Errorf("%s is sent, want nothing of CORS", name)
		}
	}
}

func TestPreflightOfConfiguredOrigins(t *testing.T) {
	s := newSite(t, withApp)
	rows := []struct {
		path, origin string
		status       int
		methods      string
	}{
		{sPath, app, 204, "GET, HEAD, DELETE"},
		{tPath + "/dossiers", "http://localhost:3000", 204, "GET, HEAD, POST"},
		{sPath + "/attributes", app, 204, "POST, PUT"},
		{"/auth/realms/demo/protocol/openid-connect/userinfo", app, 204, "GET, POST"},
		{sPath, "https://app.example.evil", 405, ""},
		{sPath, "null", 405, ""},
		{sPath, "", 405, ""},
		{"/api/nothing", app, 404, ""},
	}
	for _, row := range rows {
		a := s.do(request("OPTIONS", row.path, "", "Authorization", "", "Origin", row.origin, "Access-Control-Request-Method", "DELETE"))
		h := a.Header
		if a.StatusCode != row.status || h.Get("Access-Control-Allow-Methods") != row.methods || len(a.body) > 0 != (row.status != 204) {
			t.Errorf("%s from %q: %d %v %s, want %d and the methods %q",
				row.path, row.origin, a.StatusCode, h, a.body, row.status, row.methods)
		}
		if row.status == 204 && (h.Get("Access-Control-Allow-Origin") != row.origin || h.Get("Access-Control-Max-Age") == "" ||
			!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Idempotency-Key") || !strings.Contains(h.Get("Vary"), "Origin")) {
			t.Errorf("%s from %q: %v, want the answer to a preflight", row.path, row.origin, h)
		}
		if h.Get("Access-Control-Allow-Credentials") != "" {
			t.Error("cookies are asked for")
		}
	}
}

// Scripts read failures too, and the headers that the interface speaks through.
func TestConfiguredOriginsReadEveryAnswer(t *testing.T) {
	s := newSite(t, withApp)
	for _, r := range []*http.Request{
		request("GET", sPath, "", "Origin", app),
		request("GET", sPath, "", "Origin", app, "Authorization", ""),
		request("GET", "/api/nothing", "", "Origin", app),
		request("DELETE", "/api/users", "", "Origin", app),
		request("GET", "/realms/demo/x", "", "Origin", app),
	} {
		a := s.do(r)
		if a.Header.Get("Access-Control-Allow-Origin") != app || a.Header.Get("Vary") != "Origin" {
			t.Errorf("%s: got %d %v, want access for %s", r.URL, a.StatusCode, a.Header, app)
		}
		for _, name := range []string{"ETag", "Location", "Docket-Position", "Retry-After", "Content-Disposition"} {
			if !strings.Contains(a.Header.Get("Access-Control-Expose-Headers"), name) {
				t.Errorf("%s is not shown to scripts", name)
			}
		}
	}
	a := s.do(request("GET", sPath, "", "Origin", "https://elsewhere.example"))
	if a.Header.Get("Access-Control-Allow-Origin") != "" || a.Header.Get("Vary") != "Origin" {
		t.Errorf("another origin: %v, want no access, and Vary: Origin", a.Header)
	}
}

func TestCheckOrigin(t *testing.T) {
	for origin, ok := range map[string]bool{app: true, "http://localhost:3000": true, "*": false, "": false, "null": false,
		"app.example": false,
		app + "/":     false, app + "/x": false, "ftp://app.example": false, "https://App.example": false, "https://u@app.example": false} {
		if err := CheckOrigin(origin); (err == nil) != ok {
			t.Errorf("%q: %v, want %v", origin, err, ok)
		}
	}
}

func TestDeprecation(t *testing.T) {
	for want, op := range map[string]*openapi3.Operation{
		"@1735689600": {Deprecated: true, Extensions: map[string]any{"x-deprecated-since": "2025-01-01"}},
		"":            {Extensions: map[string]any{"x-deprecated-since": "2025-01-01"}},
	} {
		if got := contract.NewOperation(nil, "/", op).Deprecated; got != want {
			t.Errorf("%+v gives %q, want %v", op, got, want)
		}
	}
	for want, op := range map[string]*openapi3.Operation{
		"Fri, 01 Jan 2027 00:00:00 GMT": {Deprecated: true, Extensions: map[string]any{"x-sunset": "2027-01-01"}},
		"":                              {Extensions: map[string]any{"x-sunset": "2027-01-01"}},
	} {
		if got := contract.NewOperation(nil, "/", op).Sunset; got != want {
			t.Errorf("%+v ends %q, want %q", op, got, want)
		}
	}
}
