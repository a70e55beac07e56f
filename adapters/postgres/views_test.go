package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/processes/leasetest"
	shared "github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// engine is Views as the suite sees them.
type engine struct{ *postgres.Views }

func (e engine) Query(ctx context.Context, sql string, args ...any) (viewtest.Rows, error) {
	return e.Views.Query(ctx, sql, args...)
}

func TestViews(t *testing.T) {
	viewtest.Run(t, func(t testing.TB) viewtest.Place {
		dsn := pgtest.DSN(t)
		return func(t testing.TB) viewtest.Engine {
			v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
			return engine{openOne(t, v, err)}
		}
	})
}

// A long query must not make others wait behind a switch.
func TestSwitchGivesWayToALongQuery(t *testing.T) {
	dsn := pgtest.DSN(t)
	v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
	views := openOne(t, v, err)
	one, two := viewtest.BenchView(), viewtest.BenchView().AtBuild(1)
	if err := views.Prepare(t.Context(), one, two); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	long, err := conn.Begin(t.Context())
	if err == nil {
		_, err = long.Exec(t.Context(), "SELECT count(*) FROM docket_views.bench")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := views.Switch(t.Context(), two); !errors.Is(err, shared.ErrBusy) {
		t.Errorf("switched beside a query: %v, want %v", err, shared.ErrBusy)
	}
	if err := long.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := views.Switch(t.Context(), two); err != nil {
		t.Errorf("switched behind the query: %v, want no error", err)
	}
}

func TestLeases(t *testing.T) {
	leasetest.Run(t, func(t testing.TB) leasetest.Place {
		dsn := pgtest.DSN(t)
		return leasetest.Place{
			Pass: func(d time.Duration) { exec(t, dsn, "SELECT pg_sleep($1)", d.Seconds()) }, // by the server's clock
			Open: func(t testing.TB) processes.Leases {
				l, err := postgres.OpenLeases(t.Context(), dsn)
				return openOne(t, l, err)
			},
		}
	})
}

func TestSchemasOfNewerProgramAreRefused(t *testing.T) {
	dsn := pgtest.DSN(t)
	for schema, open := range map[string]func() error{
		"views": func() error {
			v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
			return closing(v, err)
		},
		"vault":   func() error { k, err := postgres.OpenKeys(t.Context(), dsn); return closing(k, err) },
		"work":    func() error { l, err := postgres.OpenLeases(t.Context(), dsn); return closing(l, err) },
		"answers": func() error { a, err := postgres.OpenAnswers(t.Context(), dsn); return closing(a, err) },
		"log":     func() error { l, err := postgres.OpenLog(t.Context(), dsn); return closing(l, err) },
	} {
		if err := open(); err != nil {
			t.Fatal(err)
		}
		exec(t, dsn, "INSERT INTO docket_"+schema+".docket_schema (version_id, is_applied) VALUES (99, true)")
		if err := open(); !errors.Is(err, postgres.ErrNewerSchema) {
			t.Errorf("schema %s opened: %v, want %v", schema, err, postgres.ErrNewerSchema)
		}
	}
}

type closer interface{ Close() error }

func closing(c closer, err error) error {
	if err == nil {
		err = c.Close()
	}
	return err
}

func openOne[C closer](t testing.TB, c C, err error) C {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// exec runs one statement on a connection of its own.
func exec(t testing.TB, dsn, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

func TestLeasesOfProcesses(t *testing.T) {
	where := ""
	if !leasetest.IsChild() {
		where = pgtest.DSN(t)
	}
	leasetest.RunProcesses(t, where, func(t testing.TB, dsn string) processes.Leases {
		l, err := postgres.OpenLeases(t.Context(), dsn)
		return openOne(t, l, err)
	})
}

func TestViewsOfKilledProcesses(t *testing.T) {
	where := ""
	if !viewtest.IsChild() {
		where = pgtest.DSN(t)
	}
	viewtest.RunKilled(t, where, func(t testing.TB, dsn string) viewtest.Engine {
		v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
		return engine{openOne(t, v, err)}
	})
}
