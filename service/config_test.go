package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// TestFirstWrongFlagIsReported sets two flags wrongly, and wants the same one reported
// each time.
func TestFirstWrongFlagIsReported(t *testing.T) {
	t.Parallel()
	for range 50 {
		s := settings.Config{Data: t.TempDir(), Listen: "127.0.0.1:8080", UploadLimit: 1, MaxPages: 0,
			LeaseTime: time.Millisecond, SweepEvery: time.Second}
		if err := s.Complete(); err == nil || err.Error() != "--max-pages (DOCKET_MAX_PAGES) must be positive" {
			t.Fatalf("got %v, want the flag that comes first", err)
		}
	}
}

// TestRolesStartInOrder wants the parts of a process in the order of the documented roles.
func TestRolesStartInOrder(t *testing.T) {
	t.Parallel()
	var got []string
	for _, p := range new(service.App).RoleParts() {
		got = append(got, p.Role)
	}
	if !slices.Equal(got, settings.ProcessRoles) {
		t.Errorf("got %v, want %v", got, settings.ProcessRoles)
	}
}

// TestPublicAddressByDefault wants an address that a browser on this machine can open.
func TestPublicAddressByDefault(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		"127.0.0.1:8080": "http://localhost:8080",
		"0.0.0.0:8080":   "http://localhost:8080",
		"[::]:8080":      "http://localhost:8080",
		":8080":          "http://localhost:8080",
		"10.0.0.7:80":    "http://10.0.0.7:80",
		"docket:8080":    "http://docket:8080",
	} {
		s := settings.Config{Data: t.TempDir(), Listen: listen, UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second,
			SweepEvery: time.Second,
			Cluster:    settings.Cluster{Roles: settings.ProcessRoles, TakeoverTime: 4 * time.Second}}
		if err := s.Complete(); err != nil || s.PublicURL != want {
			t.Errorf("%s: got %s, %v, want %s", listen, s.PublicURL, err, want)
		}
	}
}

// TestRefusedSettings wants a sentence that names flag and variable.
func TestRefusedSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*settings.Config)
		want   string
	}{
		{"no address", func(s *settings.Config) { s.PublicURL = "foo" },
			"--public-url (DOCKET_PUBLIC_URL): foo is no address of a service"},
		{"no host", func(s *settings.Config) { s.PublicURL = "https://" }, "--public-url (DOCKET_PUBLIC_URL): https:// is no address"},
		{"a query", func(s *settings.Config) { s.PublicURL = "https://a.example/?b" },
			"--public-url (DOCKET_PUBLIC_URL): https://a.example/?b has more"},
		{"no worker", func(s *settings.Config) { s.Workers = -1 }, "--workers (DOCKET_WORKERS) must be 1 or more"},
		{"rates", func(s *settings.Config) { s.RequestRate = -1 },
			"--request-rate (DOCKET_REQUEST_RATE) and --sign-in-rate (DOCKET_SIGNIN_RATE) may be 0 or more"},
		{"origin", func(s *settings.Config) { s.CORSOrigins = []string{"app"} }, "--cors-origin (DOCKET_CORS_ORIGINS): "},
		{"key in the data", func(s *settings.Config) { s.MasterKeyFile = s.Data + "/key" }, "--master-key-file (DOCKET_MASTER_KEY_FILE)"},
	} {
		s := settings.Config{Data: t.TempDir(), Listen: "127.0.0.1:8080", UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second,
			SweepEvery: time.Second,
			Cluster:    settings.Cluster{Roles: settings.ProcessRoles, TakeoverTime: 4 * time.Second}}
		c.change(&s)
		if err := s.Complete(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	for _, number := range []string{"0", "-1", "many"} {
		if err := new(settings.WorkerCount).UnmarshalText([]byte(number)); err == nil {
			t.Errorf("%s workers are taken, want an error", number)
		}
	}
}
