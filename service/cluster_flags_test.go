package service_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/settings"
)

// TestRolesThatCannotBeAreRefused says why, in words of the flags.
func TestRolesThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	const database = "--postgres=postgres://docket@127.0.0.1:1/docket"
	for reason, args := range map[string][]string{
		`there is no role "apy"`:                      {"--roles", "api,apy", database},
		"name at least one":                           {"--roles=", database},
		"see --postgres":                              {"--roles", "api"},
		"see --nats":                                  {"--roles", "api,worker", database},
		"--nats (DOCKET_NATS): an address is":         {"--roles", "worker", database, "--nats", "n1:4222"},
		"--takeover-time (DOCKET_TAKEOVER_TIME) must": {database, "--takeover-time", "10ms"},
		"--nats-replicas (DOCKET_NATS_REPLICAS) must": {database, "--nats", "nats://n1", "--nats-replicas", "9"},
		"master key, outside of the":                  {"--roles", "relay", "--help"}, // what can be gets further
	} {
		var out bytes.Buffer
		servicetest.RunCommand(t.Context(), append([]string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0"},
			args...), terminal.Streams{Out: &out, Err: &out})
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, reason) {
			t.Errorf("%v: %q is not in %s", args, reason, text)
		}
	}
}

func TestReplicasFollowTheServers(t *testing.T) {
	t.Parallel()
	for servers, want := range map[string]int{"": 1, "nats://a": 1, "nats://a,tls://b": 2, "nats://a,nats://b,nats://c,nats://d": 3} {
		c := settings.Cluster{Roles: slices.Clone(settings.ProcessRoles), TakeoverTime: 1e9, Broker: settings.Broker{NATS: servers}}
		if err := c.CheckRoles(true); err != nil || c.NATSReplicas != want {
			t.Errorf("%s: %d, %v, want no error and c.NATSReplicas = %v", servers, c.NATSReplicas, err, want)
		}
	}
}

func TestAddressesOfTheBrokerHideSecrets(t *testing.T) {
	var out bytes.Buffer
	c := settings.Cluster{Broker: settings.Broker{NATS: "nats://me:hush@n1:4222, tls://hush@n2, hush"}}
	slog.New(slog.NewTextHandler(&out, nil)).Info("configuration", slog.Any("Cluster", c))
	if shown := out.String(); strings.Contains(shown, "hush") || !strings.Contains(shown, "n1:4222") || !strings.Contains(shown, "n2") {
		t.Error(shown)
	}
}
