package eventstoredb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// secure starts a cluster with TLS that asks for a password, and gives the options
// of an address for it.
func secure(t *testing.T, nodes int) (*protocoltest.Cluster, string) {
	t.Helper()
	return secureWith(t, nodes, protocoltest.Config{Users: map[string]string{"docket": "s3cret!"}})
}

// secureWith does so for nodes of a configuration.
func secureWith(t *testing.T, nodes int, config protocoltest.Config) (*protocoltest.Cluster, string) {
	t.Helper()
	a, err := protocoltest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	settings, err := a.NodeConfig("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	ca := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, a.PEM, 0o600); err != nil {
		t.Fatal(err)
	}
	config.TLS = settings
	configs := slices.Repeat([]protocoltest.Config{config}, nodes)
	c, err := protocoltest.StartCluster(protocoltest.NewDatabase(), configs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop() })
	return c, "?tls=true&tlsCaFile=" + ca + hasty
}

// All forms of an address lead to the log, over TLS and with a password, and the
// password is in no log and in no error.
func TestTLSAndPasswords(t *testing.T) {
	c, options := secure(t, 3)
	var hosts []string
	for _, n := range c.Nodes {
		hosts = append(hosts, n.Address())
	}
	c.SetLeader(1)
	var said bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	for i, address := range []string{"esdb://docket:s3cret%21@" + hosts[0],
		"esdb://docket:s3cret%21@" + strings.Join(hosts, ","), "esdb+discover://docket:s3cret%21@" + hosts[2]} {
		l, err := eventstoredb.Open(t.Context(), address+options, eventstoredb.Options{Logger: logger})
		if err != nil {
			t.Fatal(err)
		}
		appendEvents(t, l, "a-demo-1", uint64(i), events(1))
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	for what, address := range map[string]string{"another password": "esdb://docket:s3cret@" + hosts[1] + options,
		"no password":       "esdb://" + hosts[1] + options,
		"another authority": "esdb://docket:s3cret%21@" + hosts[1] + "?tls=true" + hasty} {
		_, err := eventstoredb.Open(t.Context(), address, eventstoredb.Options{Logger: logger, Patience: 200 * time.Millisecond})
		if err == nil {
			t.Errorf("%s: let in, want an error", what)
			continue
		}
		fmt.Fprintln(&said, err)
	}
	if said.Len() == 0 || strings.Contains(said.String(), "s3cret") {
		t.Errorf("the password was told:, want said.Len() other than 0 and it without s3cret\n%s", said.String())
	}
}

// setAccess writes metadata or settings with access lists, as an administrator does.
func setAccess(t *testing.T, address, stream, lists string) {
	t.Helper()
	config, err := esdb.ParseConnectionString(address)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	c, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_, err = c.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{},
		esdb.EventData{EventType: "$metadata", ContentType: esdb.ContentTypeJson, Data: []byte(lists)})
	if err != nil {
		t.Fatal(err)
	}
}

// An account that lacks a right is told which one, and how it gets it: to read $all for a
// start, to write streams for an append.
func TestAccessDeniedNamesTheRight(t *testing.T) {
	c, options := secureWith(t, 1, protocoltest.Config{
		Users: map[string]string{"admin": "changeit", "docket": "s3cret!"}, Ordinary: []string{"docket"},
	})
	host := "@" + c.Nodes[0].Address() + options
	docket, admin := "esdb://docket:s3cret%21"+host, "esdb://admin:changeit"+host
	explains := func(err error) bool {
		return errors.Is(err, eventstoredb.ErrAccessDenied) && !eventstoredb.IsUnavailable(err) &&
			strings.Contains(err.Error(), "read $all and to write streams: make it a member of $admins, or") &&
			strings.Contains(err.Error(), `{"$acl":{"$r":["$admins","docket"]}}`)
	}
	if _, err := eventstoredb.Open(t.Context(), docket, eventstoredb.Options{}); !explains(err) {
		t.Errorf("open without the right to read $all: %v, want explains(err)", err)
	}
	setAccess(t, admin, "$$$all", `{"$acl":{"$r":["$admins","docket"]}}`)
	l := opened(t, docket, eventstoredb.Options{})
	appendEvents(t, l, "a-demo-1", 0, events(2))
	setAccess(t, admin, "$settings", `{"$userStreamAcl":{"$r":"$all","$w":["$admins"]}}`)
	if _, err := l.Append(t.Context(), "a-demo-1", 2, events(1)); !explains(err) {
		t.Errorf("append without the right to write streams: %v, want explains(err)", err)
	}
	setAccess(t, admin, "$settings", `{"$userStreamAcl":{"$r":"$all","$w":["$admins","docket"]}}`)
	appendEvents(t, l, "a-demo-1", 2, events(1))
	if got, err := all(l.All(t.Context(), 0, es.Filter{})); err != nil || len(got) != 3 {
		t.Errorf("read %d events, %v, want 3", len(got), err)
	}
}

func TestAddresses(t *testing.T) {
	for address, shown := range map[string]string{
		"esdb://h:2113?tls=false":                      "esdb://h:2113?tls=false",
		"esdb://me:p@ss:w/rd@h1:1,h2:2?tls=true#space": "esdb://me:xxxxx@h1:1,h2:2?tls=true#space",
		"me:pass@h": "(unreadable)",
	} {
		if got := eventstoredb.RedactAddress(address); got != shown {
			t.Errorf("%s is shown as %s, want %v", address, got, shown)
		}
	}
	for _, address := range []string{"postgres://me:hush@h/x", "esdb://me:hu#sh@h:2113", "esdb://me:hush@h:port",
		"esdb://:hush@h", "esdb://me:hush@h?tls=maybe",
		"esdb://h:2113#a b", "esdb://h#", "esdb://", "nonsense", "esdb://me:hush@h1:1,h2:x"} {
		_, err := eventstoredb.Open(t.Context(), address, eventstoredb.Options{})
		if err == nil || eventstoredb.IsUnavailable(err) || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "hu#") {
			t.Errorf("%s: got %v, want an error for good that hides the password", address, err)
		}
	}
}

// TestNamesOfTheScheme opens one log by each name of the server, alone and behind a discovered name, with
// settings and a namespace; addresses with either name are one place, and show no password.
func TestNamesOfTheScheme(t *testing.T) {
	n := node(t, protocoltest.Config{Version: "25.1.4"})
	want := events(1)
	rest := n.Address() + "?tls=false&keepAliveInterval=10000&defaultDeadline=30000" + hasty + "#docket"
	appendEvents(t, opened(t, "esdb://"+rest, eventstoredb.Options{}), "a-demo-1", 0, want)
	for _, scheme := range []string{"esdb", "kurrentdb", "esdb+discover", "kurrentdb+discover"} {
		address := scheme + "://" + rest
		same(t, scheme, opened(t, address, eventstoredb.Options{}).All(t.Context(), 0, es.Filter{}), want)
		if got := eventstoredb.CanonicalAddress(address); got != strings.Replace(address, "kurrentdb", "esdb", 1) ||
			!eventstoredb.IsAddress(address) {
			t.Errorf("got %s as the one form of %s, want esdb in place of kurrentdb", got, address)
		}
		if got := eventstoredb.RedactAddress(scheme + "://me:hush@h:1#x"); got != scheme+"://me:xxxxx@h:1#x" {
			t.Errorf("got %s, want no password", got)
		}
	}
	for _, text := range []string{"kurrent:h", "postgres://h", "/esdb", "kurrentdb:", "esdbs://h"} {
		if eventstoredb.IsAddress(text) {
			t.Errorf("got an address in %s, want none", text)
		}
	}
}

// A server that cannot do what is needed is named at once.
func TestOldServers(t *testing.T) {
	for version, want := range map[string]error{"22.10.5": eventstoredb.ErrOldServer, "23.6.0": eventstoredb.ErrOldServer,
		"23.10.0": nil, "25.0.1": nil} {
		l, err := eventstoredb.Open(t.Context(), plain(node(t, protocoltest.Config{Version: version})), eventstoredb.Options{})
		if !errors.Is(err, want) || eventstoredb.IsUnavailable(err) {
			t.Errorf("%s: %v, want %v", version, err, want)
		}
		if err == nil {
			_ = l.Close()
		}
	}
}

func TestUnavailable(t *testing.T) {
	for err, want := range map[error]bool{
		nil:                      false,
		context.DeadlineExceeded: false,
		es.ErrConflict:           false,
		eventstoredb.ErrForeign:  false,
		errors.New("other"):      false,
		fmt.Errorf("read: %w", status.Error(codes.Unavailable, "away")):         true,
		fmt.Errorf("read: %w", status.Error(codes.Canceled, "closing")):         true,
		fmt.Errorf("read: %w", status.Error(codes.InvalidArgument, "what?")):    false,
		fmt.Errorf("read: %w", status.Error(codes.ResourceExhausted, "bigger")): false,
	} {
		if got := eventstoredb.IsUnavailable(err); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}
