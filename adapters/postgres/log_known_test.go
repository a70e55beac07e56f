package postgres_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
)

func oneEvent() []es.Envelope {
	return []es.Envelope{{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: []byte("{}")}}
}

// A process that knows where the log stood must not take that for granted: a server
// that stands in for another may have lost the end, or another process may have
// appended or made the stream.
func TestLogDoesNotTrustWhatItKnows(t *testing.T) {
	for _, c := range []struct {
		name     string
		meddle   []string
		stream   es.StreamID
		expect   uint64
		position es.Position // 0: a conflict
	}{
		{"nothing happened", nil, "a-demo-1", 5, 6},
		{"the end is lost", []string{"DELETE FROM docket_log.events WHERE position > 2",
			"UPDATE docket_log.head SET position = 2"}, "b-demo-1", 0, 3},
		{"the end of the stream is lost", []string{"DELETE FROM docket_log.events WHERE position > 2",
			"UPDATE docket_log.head SET position = 2"}, "a-demo-1", 5, 0},
		{"another appended",
			[]string{`INSERT INTO docket_log.events SELECT 6, stream, 6, gen_random_uuid(), at, type, schema, actor, workspace, command, correlation,
			causation, trace, body FROM docket_log.events WHERE position = 5`, "UPDATE docket_log.head SET position = 6"},
			"a-demo-1", 6, 7},
		{"another appended to a stream of its own", []string{"INSERT INTO docket_log.streams (name) VALUES ('c-demo-1')",
			`INSERT INTO docket_log.events SELECT 6, (SELECT id FROM docket_log.streams WHERE name = 'c-demo-1'), 1, gen_random_uuid(), at, type, schema, actor,
			workspace, command, correlation, causation, trace, body FROM docket_log.events WHERE position = 5`,
			"UPDATE docket_log.head SET position = 6"}, "b-demo-1", 0, 7},
		{"another server goes on without the end",
			[]string{"DELETE FROM docket_log.events WHERE position > 2", "INSERT INTO docket_log.streams (name) VALUES ('c-demo-1')",
				`INSERT INTO docket_log.events SELECT 2 + n, (SELECT id FROM docket_log.streams WHERE name = 'c-demo-1'), n, gen_random_uuid(), at, type, schema, actor,
			workspace, command, correlation, causation, trace, body FROM docket_log.events, generate_series(1, 5) AS n WHERE position = 2`,
				"UPDATE docket_log.head SET position = 7",
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"},
			"a-demo-1", 5, 0},
		{"another appended to both streams", []string{"INSERT INTO docket_log.streams (name) VALUES ('b-demo-1')",
			`INSERT INTO docket_log.events SELECT 5 + n, s.id, CASE WHEN n = 1 THEN 6 ELSE 1 END, gen_random_uuid(), at, type, schema, actor,
			workspace, command, correlation, causation, trace, body FROM docket_log.events e, generate_series(1, 2) AS n,
			docket_log.streams s WHERE e.position = 5 AND s.name = CASE WHEN n = 1 THEN 'a-demo-1' ELSE 'b-demo-1' END`,
			"UPDATE docket_log.head SET position = 7"}, "b-demo-1", 1, 8},
		{"another took the version",
			[]string{`INSERT INTO docket_log.events SELECT 6, stream, 6, gen_random_uuid(), at, type, schema, actor, workspace, command, correlation,
			causation, trace, body FROM docket_log.events WHERE position = 5`, "UPDATE docket_log.head SET position = 6"},
			"a-demo-1", 5, 0},
		{"another made the stream", []string{"INSERT INTO docket_log.streams (name) VALUES ('b-demo-1')"}, "b-demo-1", 0, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			dsn := pgtest.DSN(t)
			l, err := postgres.OpenLog(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			for i := range uint64(5) {
				if _, err := l.Append(t.Context(), "a-demo-1", i, oneEvent()); err != nil {
					t.Fatal(err)
				}
			}
			meddle(t, dsn, c.meddle)
			r, err := l.Append(t.Context(), c.stream, c.expect, oneEvent())
			if c.position == 0 && !errors.Is(err, es.ErrConflict) || c.position > 0 && (err != nil || r.Position != c.position) {
				t.Errorf("%+v, %v, want position %d", r, err, c.position)
			}
			at := es.Position(0)
			for e, err := range l.All(t.Context(), 0, es.Filter{}) {
				if at++; err != nil || e.Position != at {
					t.Fatalf("position %d at %d, %v, want e.Position = %v and no error", e.Position, at, err, at)
				}
			}
			if head, err := l.Head(t.Context()); err != nil || head != at {
				t.Errorf("the head is %d, the last event %d, %v, want head = %v and no error", head, at, err, at)
			}
		})
	}
}

func meddle(t *testing.T, dsn string, statements []string) {
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// TestALogThatLacksItsEnd has events taken out of the table, while the head stays: reads give what is there, and say
// that it is not all.
func TestALogThatLacksItsEnd(t *testing.T) {
	dsn := pgtest.DSN(t)
	l, err := postgres.OpenLog(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i := range uint64(5) {
		if _, err := l.Append(t.Context(), "a-demo-1", i, oneEvent()); err != nil {
			t.Fatal(err)
		}
	}
	meddle(t, dsn, []string{"DELETE FROM docket_log.events WHERE position > 3"})
	for _, from := range []es.Position{0, 2, 3, 4} {
		at := from
		var failed error
		for e, err := range l.All(t.Context(), from, es.Filter{}) {
			if failed = err; err == nil {
				at = e.Position
			}
		}
		if !errors.Is(failed, es.ErrIncompleteRead) || at != max(from, 3) {
			t.Errorf("after %d: got events up to %d and %v, want %d and %v", from, at, failed, max(from, 3), es.ErrIncompleteRead)
		}
	}
}
