package postgres_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// openEach opens all that Docket keeps in a database, and closes it.
func openEach(t *testing.T, dsn string) error {
	t.Helper()
	for _, open := range []func() (closer, error){
		func() (closer, error) { return postgres.OpenLog(t.Context(), dsn) },
		func() (closer, error) { return postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{}) },
		func() (closer, error) { return postgres.OpenKeys(t.Context(), dsn) },
		func() (closer, error) { return postgres.OpenLeases(t.Context(), dsn) },
		func() (closer, error) { return postgres.OpenAnswers(t.Context(), dsn) },
		func() (closer, error) { return postgres.OpenEvidence(t.Context(), dsn) },
	} {
		c, err := open()
		if err := closing(c, err); err != nil {
			return err
		}
	}
	return nil
}

// relations lists all tables outside of the server's own schemas, with their columns.
func relations(t *testing.T, dsn string) (out []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(),
		`SELECT table_schema || '.' || table_name || '(' || string_agg(column_name || ' ' || data_type, ',' ORDER BY ordinal_position) || ')'
		FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema') GROUP BY table_schema, table_name ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	if out, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSchemasOfAnotherProgramStayAsTheyAre opens all stores in a database in which another program
// has schemas of the names that earlier versions gave.
func TestSchemasOfAnotherProgramStayAsTheyAre(t *testing.T) {
	dsn := pgtest.DSN(t)
	exec(t, dsn, `CREATE SCHEMA log; CREATE TABLE log.events (id int); CREATE SCHEMA vault; CREATE TABLE vault.keys (k text); `+
		`CREATE SCHEMA work`)
	before := relations(t, dsn)
	for range 2 {
		if err := openEach(t, dsn); err != nil {
			t.Fatalf("beside schemas of another program: %v, want no error", err)
		}
	}
	after := relations(t, dsn)
	for _, r := range before {
		if !slices.Contains(after, r) {
			t.Errorf("got %q, want %s as it was", after, r)
		}
	}
	for _, r := range after {
		if !slices.Contains(before, r) && !strings.HasPrefix(r, "docket_") {
			t.Errorf("got %s, want what Docket makes in schemas of its own name", r)
		}
	}
}

// TestOccupiedSchemasAreRefused wants an error that names what is in the way, before anything is made.
func TestOccupiedSchemasAreRefused(t *testing.T) {
	for _, occupied := range []string{"log", "views", "vault", "work", "answers", "evidence"} {
		dsn := pgtest.DSN(t)
		exec(t, dsn, "CREATE SCHEMA docket_"+occupied+"; CREATE TABLE docket_"+occupied+".things (id int)")
		before := relations(t, dsn)
		err := openEach(t, dsn)
		if !errors.Is(err, postgres.ErrOccupied) || !strings.Contains(err.Error(), "docket_"+occupied+".things") {
			t.Errorf("%s: got %v, want ErrOccupied that names the table", occupied, err)
		}
		if after := relations(t, dsn); !slices.Equal(after, before) {
			t.Errorf("%s: got %q, want nothing made beside %q", occupied, after, before)
		}
	}
}

// TestFormerSchemasKeepTheirNames opens a database whose schemas have the names that earlier versions
// gave: nothing is made beside them.
func TestFormerSchemasKeepTheirNames(t *testing.T) {
	dsn := pgtest.DSN(t)
	if err := openEach(t, dsn); err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{"log", "views", "vault", "work", "answers", "evidence"} {
		exec(t, dsn, "ALTER SCHEMA docket_"+schema+" RENAME TO "+schema)
	}
	before := relations(t, dsn)
	if err := openEach(t, dsn); err != nil {
		t.Fatal(err)
	}
	if after := relations(t, dsn); !slices.Equal(after, before) {
		t.Errorf("got %q, want %q", after, before)
	}
}

// TestMigrationsThatAreCutOffAreMadeAgain of every schema: the server refuses the first tables of each with the code by
// which it ends transactions of a process that got no turn. Those that it always refuses are given up.
func TestMigrationsThatAreCutOffAreMadeAgain(t *testing.T) {
	for cuts, opens := range map[int]bool{1: true, 2: true, 9: false} {
		dsn := pgtest.DSN(t)
		exec(t, dsn, fmt.Sprintf(`CREATE SEQUENCE tries;
			CREATE FUNCTION cut() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('public.tries') %% 10 BETWEEN 1 AND %d THEN RAISE EXCEPTION 'cut off' USING ERRCODE = '25P03'; END IF;
			END $$;
			CREATE EVENT TRIGGER cut ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION cut()`, cuts))
		if err := openEach(t, dsn); (err == nil) != opens {
			t.Errorf("cut off %d times of ten: got %v, want it to open: %t", cuts, err, opens)
		}
	}
}

// TestAnEmptySchemaIsUsed opens stores in schemas that an administrator has made for them.
func TestAnEmptySchemaIsUsed(t *testing.T) {
	dsn := pgtest.DSN(t)
	exec(t, dsn, "CREATE SCHEMA docket_log; CREATE SCHEMA docket_vault")
	if err := openEach(t, dsn); err != nil {
		t.Error(err)
	}
}
