package service_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/settings"
)

// eventStore starts a server of the event store's protocol, and gives its address.
func eventStore(t *testing.T) (*protocoltest.Node, string) {
	t.Helper()
	_, n, address := sharedEventStore(t, protocoltest.Config{}, 0)
	return n, strings.TrimSuffix(address, "#docket")
}

// sharedEventStore starts a server whose database has so many events of others, and gives the address of
// a namespace in it.
func sharedEventStore(t *testing.T, c protocoltest.Config, others int) (*protocoltest.Database, *protocoltest.Node, string) {
	t.Helper()
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	db.WriteForeignEvents(others)
	return db, n, "esdb://" + n.Address() + "?tls=false#docket"
}

// TestSpineOnEventStoreDB runs the main job with the log on the protocol server, and
// views, keys and leases on either engine.
func TestSpineOnEventStoreDB(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		_, address := eventStore(t)
		spine(t, append(servicetest.NewMasterKey(t), "--eventstore", address))
	})
	t.Run("postgres", func(t *testing.T) {
		_, address := eventStore(t)
		spine(t, append(servicetest.NewMasterKey(t), "--eventstore", address+"#docket", "--postgres", pgtest.DSN(t)))
	})
}

// TestSpineBehindOthers runs the main job in a new namespace behind events of others, in each way in
// which servers tell how far they have searched: always where a log was seen to stay empty, and
// otherwise with DOCKET_TEST_FULL.
func TestSpineBehindOthers(t *testing.T) {
	t.Parallel()
	always := []string{"24.10.0 behind 5000", "24.10.0 behind 9000"}
	for _, version := range protocoltest.Versions {
		for _, others := range []int{0, 3_900, 5_000, 9_000, 12_000} {
			name := fmt.Sprintf("%s behind %d", version, others)
			if os.Getenv("DOCKET_TEST_FULL") == "" && !slices.Contains(always, name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				_, _, address := sharedEventStore(t, protocoltest.Config{Version: version}, others)
				spine(t, append(servicetest.NewMasterKey(t), "--eventstore", address))
			})
		}
	}
}

// TestRealServer runs a service on the server that DOCKET_TEST_ESDB names, in namespaces of its
// own. It touches nothing that it did not write. Without one the protocol server takes its place for the
// backup; what else runs here has tests of its own on it, and runs on it once more with DOCKET_TEST_FULL.
func TestRealServer(t *testing.T) {
	t.Parallel()
	all := os.Getenv("DOCKET_TEST_ESDB") != "" || os.Getenv("DOCKET_TEST_FULL") != ""
	for name, run := range map[string]func(*testing.T, []string){
		"main job": spine, "start again": startAgain, "numbers": numbersCountEvents, "backup and restore": backUpAndRestore,
		"kill loop":   func(t *testing.T, args []string) { killLoop(t, args, nil) },
		"cut streams": func(t *testing.T, args []string) { cutStreams(t, args, func() {}) },
	} {
		if !all && name != "backup and restore" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			run(t, append(servicetest.NewMasterKey(t), "--eventstore", servicetest.EventStore(t)))
		})
	}
}

// backUpAndRestore restores a backup into a new namespace of the server, and refuses one that is
// in use.
func backUpAndRestore(t *testing.T, args []string) {
	t.Helper()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("To be restored")
	file := dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t))
	c.AwaitDone(file)
	before := string(c.Want(200, "GET", file+"/components", nil).Body)
	backup, _ := s.Backup()
	next := s.RestoreTo(backup, "eventstoredb")
	if after := string(next.SignIn("mira", "Str0ng-enough").Want(200, "GET", file+"/components", nil).Body); after != before {
		t.Errorf("components were\n%s\nand are restored as\n%s, want the same", before, after)
	}
	next.Stop()
	if out := next.Verify(); !strings.Contains(out, "problems: 0") {
		t.Errorf("the audit of what was restored found:\n%s, want %q in it", out, "problems: 0")
	}
	servicetest.ExpectFailure(t, "nothing was written",
		append([]string{"restore", "--from", backup, "--data", filepath.Join(t.TempDir(), "data")},
			next.DataFlags()[2:]...)...)
}

// TestEventStoreStartsAgain stops and kills a service whose log is on a server that
// refuses positions which it never gave, and starts it again, several times.
func TestEventStoreStartsAgain(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"23.10.8", "24.6.0"} {
		t.Run(version, func(t *testing.T) {
			n, err := protocoltest.Start(protocoltest.NewDatabase(), protocoltest.Config{Version: version})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = n.Stop() })
			startAgain(t, append(servicetest.NewMasterKey(t), "--eventstore", "esdb://"+n.Address()+"?tls=false"))
		})
	}
}

// startAgain works with a service, ends it and starts it again, several times.
func startAgain(t *testing.T, args []string) {
	t.Helper()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	for round, end := range []func(){s.Stop, s.Kill, s.Stop} {
		c := s.SignIn("mira", "Str0ng-enough")
		dossier := c.NewDossier(fmt.Sprintf("Round %d", round))
		c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t)))
		gone := c.NewDossier(fmt.Sprintf("Gone %d", round)) // a deletion leaves a mark at the start
		c.Want(204, "DELETE", gone, nil)
		end()
		s.Start()
	}
}

// TestNobodyComputesWithPositions runs the main job, and starts again, on logs that
// refuse every position which they never gave.
func TestNobodyComputesWithPositions(t *testing.T) {
	t.Setenv(servicetest.SparsePositions, "1")
	t.Run("sqlite", func(t *testing.T) {
		spine(t, servicetest.NewMasterKey(t))
		startAgain(t, servicetest.NewMasterKey(t))
	})
	t.Run("postgres", func(t *testing.T) {
		spine(t, append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t)))
		startAgain(t, append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t)))
	})
}

// TestEventStoreAway stops the event store under a running service and starts it
// again: requests are refused as in any outage, and work goes on afterwards.
func TestEventStoreAway(t *testing.T) {
	t.Parallel()
	n, address := eventStore(t)
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--eventstore", address)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t)))
	if err := n.Stop(); err != nil {
		t.Fatal(err)
	}
	c.ExpectFailure(503, "The service is not available", "POST", filepath.Dir(dossier), "application/json",
		strings.NewReader(`{"name":"While away"}`))
	r, err := http.Get(s.Base + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != 503 {
		t.Errorf("ready: %d, want 503", r.StatusCode)
	}
	if err := n.Restart(); err != nil {
		t.Fatal(err)
	}
	s.AwaitReady()
	c.AwaitRecovery(dossier)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("an event store that is away was taken for a failure of ours")
	}
	for _, line := range []string{"does not answer as it should", "the event store answers again"} {
		if got := strings.Count(s.Log.String(), line); got != 1 {
			t.Errorf("got %q %d times in the log, want once", line, got)
		}
	}
	if !strings.Contains(s.MetricsText(), "\ndocket_eventstore_resubscriptions_total ") {
		t.Error("subscriptions that are taken up again are not counted")
	}
}

// TestADatabaseSharedWithOthers starts a service in a database full of events of others, and
// again after others wrote more: accounts work at once, and few of those events are brought
// to any process.
func TestADatabaseSharedWithOthers(t *testing.T) {
	t.Parallel()
	const many = 100_000
	db, n, address := sharedEventStore(t, protocoltest.Config{}, many)
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--eventstore", address)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	c.NewDossier("Among others")
	s.Stop()
	db.WriteForeignEvents(many)
	s.Start()
	s.AddUser("vera", "Str0ng-enough", "MANAGER")
	s.SignIn("vera", "Str0ng-enough").NewDossier("Among others, later")
	if got := n.SentMessages(); got > many {
		t.Errorf("got %d messages from the server, want at most %d", got, many)
	}
}

// TestTheBoundsOfALogAreKnown reads where the log of a service begins and how far it has come from the tree
// that was kept beside its views, and not for a log that only has the same positions.
func TestTheBoundsOfALogAreKnown(t *testing.T) {
	t.Parallel()
	_, _, address := sharedEventStore(t, protocoltest.Config{}, 100)
	c := settings.Config{Data: filepath.Join(t.TempDir(), "data")}
	if b, err := service.FindBounds(t.Context(), c, nil); err != nil || b != (eventstoredb.Bounds{}) {
		t.Errorf("got %+v and %v for a folder that is not there, want nothing", b, err)
	}
	s := servicetest.Serve(t, c.Data, append(servicetest.NewMasterKey(t), "--eventstore", address)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	s.SignIn("mira", "Str0ng-enough").NewDossier("Among others")
	s.Stop()
	log, err := eventstoredb.Open(t.Context(), address, eventstoredb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	var first es.Position
	for e, err := range log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		first = e.Position
		break
	}
	b, err := service.FindBounds(t.Context(), c, log.At)
	if err != nil || b.First != first || b.Last <= first {
		t.Errorf("got %+v and %v, want a log that begins at %d", b, err, first)
	}
	if e, err := log.At(t.Context(), b.Last); err != nil || e.Position != b.Last {
		t.Errorf("got %v at the last position, want an event", err)
	}
	other := func(ctx context.Context, at es.Position) (es.Envelope, error) {
		e, err := log.At(ctx, at)
		e.Body = []byte("{}")
		return e, err
	}
	if b, err := service.FindBounds(t.Context(), c, other); err == nil {
		t.Errorf("got %+v for a log with other events, want an error", b)
	}
}

// TestStreamsThatAreCut cuts streams on the protocol server, and then scavenges it.
func TestStreamsThatAreCut(t *testing.T) {
	t.Parallel()
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	cutStreams(t, append(servicetest.NewMasterKey(t), "--eventstore", "esdb://"+n.Address()+"?tls=false"), db.Scavenge)
}

// cutStreams cuts the streams of files on the server. What views hold is still read; what needs
// the events says why it fails; health, metrics and the audit tell, also after a scavenge.
func cutStreams(t *testing.T, args []string, scavenge func()) {
	t.Helper()
	address, namespace, _ := strings.Cut(args[slices.Index(args, "--eventstore")+1], "#")
	if namespace != "" {
		namespace += "-"
	}
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Cut")
	var limit esdb.StreamMetadata
	limit.SetMaxCount(1)
	server := esdbClient(t, address)
	ways := map[string]func(stream string) error{
		"limited": func(stream string) error {
			_, err := server.SetStreamMetadata(t.Context(), stream, esdb.AppendToStreamOptions{}, limit)
			return err
		},
		"deleted": func(stream string) error {
			_, err := server.DeleteStream(t.Context(), stream, esdb.DeleteStreamOptions{})
			return err
		},
		"tombstoned": func(stream string) error {
			_, err := server.TombstoneStream(t.Context(), stream, esdb.TombstoneStreamOptions{})
			return err
		},
	}
	const sentence = "Events of this were removed from the event store; those who run the service find more in its log"
	for way, cut := range ways {
		id := c.Upload(dossier, way+".pdf", servicetest.SamplePDF(t))
		path := dossier + "/files/" + id
		c.AwaitDone(path)
		if err := cut(namespace + string(file.StreamOf("demo", id))); err != nil {
			t.Fatal(err)
		}
		c.Want(200, "GET", path, nil)
		c.ExpectFailure(409, sentence, "GET", path+"/history", "", nil)
		c.ExpectFailure(409, sentence, "DELETE", path, "", nil)
	}
	s.ExpectParts(s.MetricsText(), "\ndocket_eventstore_cut_streams 3\n")
	s.ExpectParts(readyBody(t, s), `"status":"UP"`, "3 streams were cut")
	for _, scavenged := range []bool{false, true} {
		if scavenged {
			scavenge()
		}
		out, err := s.RunTool("audit", "verify")
		if err == nil || strings.Count(out, "\nread the log: "+namespace+"file-demo-") != 3 {
			t.Errorf("scavenged: %t: got %v and %s, want an error and 3 streams", scavenged, err, out)
		}
	}
}

// readyBody is what health says.
func readyBody(t *testing.T, s *servicetest.Instance) string {
	t.Helper()
	r, err := (&http.Client{Transport: &http.Transport{}}).Get(s.Admin + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// esdbClient is a client of the event store as another program has one.
func esdbClient(t *testing.T, address string) *esdb.Client {
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
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestTheConfigurationHidesPasswords prints settings with passwords in addresses.
func TestTheConfigurationHidesPasswords(t *testing.T) {
	var out bytes.Buffer
	s := settings.Config{Postgres: "postgres://me:hush@db/docket", EventStore: "esdb://me:hush@h1:2113,h2:2113?tls=true"}
	slog.New(slog.NewTextHandler(&out, nil)).Info("configuration", s.ListSettings()...)
	if shown := out.String(); strings.Contains(shown, "hush") || !strings.Contains(shown, "h1:2113,h2:2113") {
		t.Error(shown)
	}
}
