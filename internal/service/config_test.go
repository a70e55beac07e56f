package service_test

import (
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/service"
)

// TestFirstWrongFlagIsReported sets two flags wrongly, and wants the same one reported
// each time.
func TestFirstWrongFlagIsReported(t *testing.T) {
	t.Parallel()
	for range 50 {
		s := service.Config{Data: t.TempDir(), UploadLimit: 1, MaxPages: 0, LeaseTime: time.Millisecond, SweepEvery: time.Second}
		if err := s.Complete(); err == nil || err.Error() != "--max-pages must be positive" {
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
	if !slices.Equal(got, service.ProcessRoles) {
		t.Errorf("got %v, want %v", got, service.ProcessRoles)
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
		s := service.Config{Data: t.TempDir(), Listen: listen, UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second, SweepEvery: time.Second,
			Cluster: service.Cluster{Roles: service.ProcessRoles, TakeoverTime: 4 * time.Second}}
		if err := s.Complete(); err != nil || s.PublicURL != want {
			t.Errorf("%s: got %s, %v, want %s", listen, s.PublicURL, err, want)
		}
	}
}
