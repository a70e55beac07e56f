package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const newerRow = "docket_schema (version_id, is_applied) VALUES (99, true)"

// TestNewerSchemasAreRefused raises the schema of each store in turn, as a newer
// program would, and wants a start that says so and changes nothing.
func TestNewerSchemasAreRefused(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.stop()
		starts := append([]string{"serve", "--data", s.data, "--listen", "127.0.0.1:0", "--admin-listen", ""}, s.args...)
		for _, store := range []string{"log", "vault", "views", "leases", "answers"} {
			s.raise(t, store, "INSERT INTO "+newerRow)
			docketFails(t, "a newer version of the program made this database", starts...)
			docketFails(t, "schema version 99, this program knows", starts...)
			if !strings.Contains(docketOut(t, "version"), "docket") {
				t.Error("the program itself is broken")
			}
			s.raise(t, store, "DELETE FROM docket_schema WHERE version_id = 99")
		}
		raiseStreams(t, filepath.Join(s.data, "jetstream"), "99")
		docketFails(t, "stream WORK has schema version 99, this program knows 1", starts...)
		raiseStreams(t, filepath.Join(s.data, "jetstream"), "1")
		s.start()
	})
}

// raise changes the table of versions of one store.
func (s *instance) raise(t *testing.T, store, statement string) {
	t.Helper()
	if place := s.place(); len(place) > 2 {
		schema := map[string]string{"leases": "work"}[store]
		if schema == "" {
			schema = store
		}
		conn, err := pgx.Connect(t.Context(), place[3])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), "SET search_path TO "+schema); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(store, err)
		}
		return
	}
	if store == "log" {
		store = "events"
	}
	db, err := sql.Open("sqlite", filepath.Join(s.data, store+".db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(store, err)
	}
}

// raiseStreams marks the streams in the broker's folder.
func raiseStreams(t *testing.T, dir, version string) {
	t.Helper()
	n, err := server.NewServer(&server.Options{ServerName: "docket", DontListen: true, NoSigs: true, NoLog: true, JetStream: true, StoreDir: dir})
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
