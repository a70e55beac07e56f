package identity_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/identity"
)

// broken fails every question about workspaces.
type broken struct{ err error }

func (b broken) Settings(context.Context, string) (identity.Settings, error) {
	return identity.Settings{}, b.err
}

// The rows of the table that are the service's fault.
func TestFailuresOfTheService(t *testing.T) {
	gone := errors.New("dial 10.0.0.1: refused")
	for _, row := range []struct {
		name   string
		config identity.Config
		err    error
		status int
		code   string
	}{
		{"unexpected", identity.Config{}, gone, 500, "server_error"},
		{"the database is away", identity.Config{Unavailable: func(err error) bool { return errors.Is(err, gone) }}, gone, 503,
			"temporarily_unavailable"},
		{"stopping", identity.Config{Closed: func() string { return "stopping" }}, nil, 503, "temporarily_unavailable"},
		{"busy", identity.Config{}, identity.ErrBusy, 503, "temporarily_unavailable"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			ports := w.memory.Ports()
			ports.Workspaces = broken{row.err}
			row.config.Public, row.config.Hasher, row.config.Log = "https://docket.example", w.hasher(), slog.New(slog.DiscardHandler)
			w.server = identity.New(row.config, ports)
			a := w.token("grant_type", "password", "username", "mira", "password", password)
			w.want(a, row.status, row.code)
			if (a.Header.Get("Retry-After") != "") != (row.status == 503) || strings.Contains(a.body, "10.0.0.1") {
				t.Error(a.Header, a.body)
			}
		})
	}
}

func TestMethods(t *testing.T) {
	w := newWorld(t)
	for path, allow := range map[string]string{"/auth/realms/demo/.well-known/openid-configuration": "GET, HEAD",
		oidc + "/certs": "GET, HEAD",
		oidc + "/auth":  "GET, HEAD, POST", oidc + "/token": "POST", oidc + "/userinfo": "GET, HEAD, POST",
		oidc + "/logout": "GET, HEAD, POST", oidc + "/revoke": "POST"} {
		for _, method := range []string{"PUT", "DELETE", "OPTIONS", "GET", "HEAD"} {
			a := w.do(httptest.NewRequest(method, path, nil))
			if offered := strings.Contains(allow, method); offered != (a.StatusCode != 405) {
				t.Errorf("%s %s: got %d, want 405 unless Allow (%s) names it", method, path, a.StatusCode, allow)
			} else if !offered && (a.Header.Get("Allow") != allow || a.field("error") != "invalid_request") {
				t.Errorf("%s %s: Allow %s, %s, want Allow %s and invalid_request",
					method, path, a.Header.Get("Allow"), a.body, allow)
			}
			if a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s may be kept by caches, want no-store", method, path)
			}
		}
	}
}
