package service_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seed-62a36931/docket/service/servicetest"
)

const newerRow = "docket_schema (version_id, is_applied) VALUES (99, true)"

// TestNewerSchemasAreRefused raises the schema of each store in turn, as a newer
// program would, and wants a start that says so and changes nothing.
func TestNewerSchemasAreRefused(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.Stop()
		starts := append([]string{"serve", "--data", s.Data, "--listen", "127.0.0.1:0", "--admin-listen", ""}, s.Args...)
		for _, store := range []string{"log", "vault", "views", "leases", "answers", "evidence"} {
			s.RaiseVersions(t, store, "INSERT INTO "+newerRow)
			servicetest.ExpectFailure(t, "a newer version of the program made this database", starts...)
			servicetest.ExpectFailure(t, "schema version 99, this program knows", starts...)
			if !strings.Contains(servicetest.RunDocket(t, "user", "permissions"), "USER_ADMIN") {
				t.Error("the program itself is broken")
			}
			s.RaiseVersions(t, store, "DELETE FROM docket_schema WHERE version_id = 99")
		}
		raiseStreams(t, filepath.Join(s.Data, "jetstream"), "99")
		servicetest.ExpectFailure(t, "stream WORK has schema version 99, this program knows 1", starts...)
		raiseStreams(t, filepath.Join(s.Data, "jetstream"), "1")
		s.Start()
	})
}

// TestViewsOfANewerProgramAreRefused where that program cannot run beside this one, instead of a service that never gets ready.
func TestViewsOfANewerProgramAreRefused(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	dossier := s.SignIn("mira", "Str0ng-enough").NewDossier("Here")
	s.Stop()
	raise := func(by string) {
		for _, table := range []string{"docket_build", "docket_served"} {
			s.RaiseVersions(t, "views", "UPDATE "+table+" SET version = version "+by+" WHERE view = 'files'")
		}
	}
	raise("+ 100")
	s.ExpectRefusal("views of a newer program", "a newer program built the view files")
	raise("- 100")
	s.Start()
	s.SignIn("mira", "Str0ng-enough").Want(200, "GET", dossier, nil)
}

// raiseStreams marks the streams in the broker's folder.
func raiseStreams(t *testing.T, dir, version string) {
	t.Helper()
	n, err := server.NewServer(&server.Options{ServerName: "docket", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	n.Start()
	defer func() { n.Shutdown(); n.WaitForShutdown() }()
	conn, err := nats.Connect("", nats.InProcessServer(n))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "WORK")
	if err != nil {
		t.Fatal(err)
	}
	c := stream.CachedInfo().Config
	c.Metadata["docket-schema"] = version
	if _, err := js.UpdateStream(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}
