package service

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/settings"
)

// TestTheFirstLineOfALogIsShort: it says where the service is and what it runs on; a level
// below has all settings.
func TestTheFirstLineOfALogIsShort(t *testing.T) {
	s := settings.Config{Listen: "127.0.0.1:8080", AdminListen: "127.0.0.1:8081", PublicURL: "https://docket.example",
		Data:     "/var/lib/docket",
		Postgres: "postgres://me:hush@db/docket", MasterKeyFile: "/etc/docket/master.key", Workspace: "acme", Workers: 8}
	s.Roles = settings.ProcessRoles
	var out bytes.Buffer
	slog.New(slog.NewTextHandler(&out, nil)).Info("configuration", s.ListMainSettings()...)
	line := out.String()
	if len(line) > 500 {
		t.Errorf("the line has %d characters, want at most 500: %s", len(line), line)
	}
	for _, part := range []string{"Roles=api,", "Listen=127.0.0.1:8080", "Data=/var/lib/docket", "Workspace=acme", "Workers=8",
		"db/docket"} {
		if !strings.Contains(line, part) {
			t.Errorf("no %s in %s", part, line)
		}
	}
	if strings.Contains(line, "hush") || strings.Contains(line, "EventStore") || strings.Contains(line, "Demo") {
		t.Errorf("a password, or what is not set, in %s, want it without hush, it without EventStore and it without Demo", line)
	}
}
