package service_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBadTokens sends tokens that nobody issued, for other purposes or tenants.
func TestBadTokens(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "USER")
	good := s.SignIn("mira", "Str0ng-enough")
	other := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	other.AddUser("mira", "Str0ng-enough", "ADMIN", "MANAGER")
	parts := strings.Split(good.Token, ".")
	part := func(i int, from, to string) string {
		b, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil || !bytes.Contains(b, []byte(from)) {
			t.Fatalf("%s %v, want no error and %v in b", b, err, from)
		}
		out := slices.Clone(parts)
		out[i] = base64.RawURLEncoding.EncodeToString(bytes.Replace(b, []byte(from), []byte(to), 1))
		return strings.Join(out, ".")
	}
	for name, token := range map[string]string{
		"none": "", "noise": "x", "dots": "..", "long": strings.Repeat("a", 20_000),
		"no algorithm":      strings.TrimSuffix(part(0, "RS256", "none"), parts[2]),
		"other algorithm":   part(0, "RS256", "HS256"),
		"other key":         part(0, `"kid":"`, `"kid":"x`),
		"more roles":        part(1, `"USER"`, `"ADMIN"`),
		"longer life":       part(1, `"exp":1`, `"exp":9`),
		"cut signature":     good.Token[:len(good.Token)-4],
		"of another server": other.SignIn("mira", "Str0ng-enough").Token,
	} {
		t.Run(name, func(t *testing.T) {
			c := &servicetest.Caller{T: t, Service: s, Token: token}
			for _, path := range []string{"/api/downloads", "/api/dossier-templates/x", "/api/downloads/" + uuid.NewString() + "/content"} {
				c.ExpectFailure(401, "Authentication is required", "GET", path, "", nil)
			}
		})
	}
	good.Want(200, "GET", "/api/downloads", nil)
	good.ExpectFailure(403, "Access denied", "POST", "/api/license/usage-reports", "application/json", strings.NewReader("{}"))
	tenant(t, good)
	servicetest.CheckLog(t, s)
}

func tenant(t *testing.T, c *servicetest.Caller) {
	t.Helper()
	for tenant, want := range map[string]int{"demo": 200, "other": 403, "": 403} {
		r, err := http.NewRequest("GET", c.Service.Base+"/api/downloads", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.Token)
		r.Header["X-Tenant-Id"] = []string{tenant}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		if a.StatusCode != want {
			t.Errorf("X-TENANT-ID %q: %d, want %d", tenant, a.StatusCode, want)
		}
	}
}
