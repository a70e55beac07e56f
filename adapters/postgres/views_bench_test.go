package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// BenchmarkRebuild compares building a view with COPY of the same rows into an
// empty table: x is the ratio of time, at least 0.5 by the budget. One connection
// works at a time and nothing is synced, so time stands for CPU.
func BenchmarkRebuild(b *testing.B) {
	b.Run("put", func(b *testing.B) { rebuild(b, false) })
	b.Run("put and change", func(b *testing.B) { rebuild(b, true) })
}

func rebuild(b *testing.B, touch bool) {
	dsn := pgtest.DSN(b)
	v, err := postgres.OpenViews(b.Context(), dsn, postgres.ViewsOptions{})
	opened(b, v, err)
	if err := v.Prepare(b.Context(), viewtest.BenchView()); err != nil {
		b.Fatal(err)
	}
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	var ours, yardstick time.Duration
	for b.Loop() {
		at := time.Now()
		viewtest.Rebuild(b, engine{v}, touch)
		ours += time.Since(at)
		at = time.Now()
		copyRows(b, conn)
		yardstick += time.Since(at)
	}
	n := float64(b.N) * viewtest.Rebuilt
	b.ReportMetric(float64(ours.Microseconds())/n, "us/row")
	b.ReportMetric(float64(yardstick.Microseconds())/n, "copy-us/row")
	b.ReportMetric(float64(yardstick)/float64(ours), "x")
}

func copyRows(b *testing.B, conn *pgx.Conn) {
	for _, statement := range []string{"DROP TABLE IF EXISTS bench",
		`CREATE TABLE bench (key text COLLATE "C" PRIMARY KEY, owner text COLLATE "C", size bigint, doc text)`,
		"CREATE INDEX bench_owner ON bench (owner, size)"} {
		if _, err := conn.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	rows := pgx.CopyFromSlice(viewtest.Rebuilt, func(i int) ([]any, error) {
		row := viewtest.BenchRow(i)
		return []any{row.Key, row.Values[0], row.Values[1], string(row.Doc)}, nil
	})
	if _, err := conn.CopyFrom(b.Context(), pgx.Identifier{"bench"}, []string{"key", "owner", "size", "doc"}, rows); err != nil {
		b.Fatal(err)
	}
}
