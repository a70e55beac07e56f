package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The roles of a process.
const (
	RoleAPI       = "api"       // answers requests
	RoleProjector = "projector" // keeps the views up to date
	RoleWorker    = "worker"    // processes files, packs downloads
	RoleRelay     = "relay"     // hands what is to be done from the log to the workers, and follows up on changes of templates and accounts
	RoleRetention = "retention" // ends what is due: the trash, deletions, sessions, kept answers
)

// ProcessRoles are the roles of a process, all of them by default.
var ProcessRoles = []string{RoleAPI, RoleProjector, RoleWorker, RoleRelay, RoleRetention}

// Cluster is how a service is spread over several processes.
type Cluster struct {
	Roles        []string      `default:"api,projector,worker,relay,retention" env:"DOCKET_ROLES" help:"What this process does."`
	TakeoverTime time.Duration `default:"4s" env:"DOCKET_TAKEOVER_TIME" help:"Without a sign of life for this long, others take over."`
	Blobs        string        `env:"DOCKET_BLOBS" placeholder:"DIR" help:"Folder of bytes, shared by a cluster. Default: in --data."`
	Broker
}

// Broker is where messages are, if not in the process.
type Broker struct {
	NATS            string `name:"nats" env:"DOCKET_NATS" placeholder:"URL" help:"NATS servers with JetStream (nats://... or tls://...)."`
	NATSCredentials string `name:"nats-credentials" env:"DOCKET_NATS_CREDENTIALS" placeholder:"FILE" help:"Credentials, if not in the URL."`
	NATSCA          string `name:"nats-ca" env:"DOCKET_NATS_CA" placeholder:"FILE" help:"Authorities of servers. Default: the system's."`
	NATSReplicas    int    `name:"nats-replicas" env:"DOCKET_NATS_REPLICAS" placeholder:"N" help:"Copies of messages. Default: up to 3."`
}

// HasRole reports whether this process has a role.
func (c Cluster) HasRole(role string) bool { return slices.Contains(c.Roles, role) }

// NeedsBroker reports whether this process needs the broker.
func (c Cluster) NeedsBroker() bool { return c.HasRole(RoleWorker) || c.HasRole(RoleRelay) }

// CheckRoles refuses what cannot be, and fills in the replicas.
func (c *Cluster) CheckRoles(shared bool) error {
	for i, r := range c.Roles {
		c.Roles[i] = strings.TrimSpace(r)
		if !slices.Contains(ProcessRoles, c.Roles[i]) {
			return fmt.Errorf("--roles: there is no role %q; the roles are %s", r, strings.Join(ProcessRoles, ", "))
		}
	}
	if len(c.Roles) > 0 && (c.TakeoverTime < time.Second || c.TakeoverTime > time.Hour) {
		return errors.New("--takeover-time must be between 1s and 1h")
	}
	apart := len(c.Roles) > 0 && slices.ContainsFunc(ProcessRoles, func(r string) bool { return !c.HasRole(r) })
	switch {
	case apart && !shared:
		return errors.New("--roles: with SQLite all roles are one process; several processes share a PostgreSQL database, see --postgres")
	case c.HasRole(RoleWorker) != c.HasRole(RoleRelay) && c.NATS == "":
		return errors.New("--roles: a worker and a relay that are different processes need a broker that both reach, see --nats")
	}
	return c.Broker.CheckAddresses()
}

// CheckAddresses refuses addresses that are none, and fills in the replicas.
func (c *Broker) CheckAddresses() error {
	servers := strings.Split(c.NATS, ",")
	if c.NATS != "" {
		for _, server := range servers {
			u, err := url.Parse(strings.TrimSpace(server))
			if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) || u.Host == "" {
				return errors.New("--nats: an address is nats://HOST:PORT or tls://HOST:PORT")
			}
		}
	}
	if c.NATSReplicas < 0 || c.NATSReplicas > 5 {
		return errors.New("--nats-replicas must be between 1 and 5")
	}
	if c.NATSReplicas == 0 {
		c.NATSReplicas = min(3, len(servers))
	}
	return nil
}

// LogValue implements slog.LogValuer.
func (c Cluster) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("Roles", c.Roles), slog.Duration("TakeoverTime", c.TakeoverTime), slog.String("Blobs", c.Blobs),
		slog.Any("Broker", c.Broker))
}

// LogValue implements slog.LogValuer: it shows no password.
func (c Broker) LogValue() slog.Value {
	var servers []string
	for server := range strings.SplitSeq(c.NATS, ",") {
		if server != "" {
			servers = append(servers, withoutSecret(server))
		}
	}
	return slog.GroupValue(slog.String("NATS", strings.Join(servers, ",")), slog.String("NATSCredentials", c.NATSCredentials),
		slog.String("NATSCA", c.NATSCA), slog.Int("NATSReplicas", c.NATSReplicas))
}

// withoutSecret is the address of a server that may be shown: where a name stands
// alone before the host, it is a token.
func withoutSecret(server string) string {
	u, err := url.Parse(strings.TrimSpace(server))
	if err != nil || u.Host == "" {
		return "(set)"
	}
	if _, named := u.User.Password(); u.User != nil && !named {
		u.User = url.User("xxxxx")
	}
	return u.Redacted()
}
