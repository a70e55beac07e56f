package postgres_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// BenchmarkRebuild compares building a view with COPY of the same rows into an
// empty table: x is the ratio of CPU time, of this process and of the server's
// backends, at least 0.5 by the budget.
func BenchmarkRebuild(b *testing.B) {
	b.Run("put", func(b *testing.B) { rebuild(b, false) })
	b.Run("put and change", func(b *testing.B) { rebuild(b, true) })
}

func rebuild(b *testing.B, touch bool) {
	dsn := pgtest.DSN(b)
	v, err := postgres.OpenViews(b.Context(), dsn, postgres.ViewsOptions{})
	openOne(b, v, err)
	if err := v.Prepare(b.Context(), viewtest.BenchView()); err != nil {
		b.Fatal(err)
	}
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	var ours, yardstick float64
	for b.Loop() {
		at := cpu(b, conn)
		viewtest.Rebuild(b, engine{v}, touch)
		ours += cpu(b, conn) - at
		at = cpu(b, conn)
		copyAll(b, conn)
		yardstick += cpu(b, conn) - at
	}
	n := float64(b.N) * viewtest.Rebuilt
	b.ReportMetric(ours/n*1e6, "cpu-us/row")
	b.ReportMetric(yardstick/n*1e6, "copy-cpu-us/row")
	b.ReportMetric(yardstick/ours, "x")
}

func copyAll(b *testing.B, conn *pgx.Conn) {
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

// cpu is the CPU time that this process and all backends of its database have
// used, in seconds. Linux counts that of others in hundredths.
func cpu(b *testing.B, conn *pgx.Conn) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	sum := float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
	rows, err := conn.Query(b.Context(), "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
	if err != nil {
		b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		b.Fatal(err)
	}
	for _, pid := range pids {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			b.Fatal(err)
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		for _, f := range fields[11:13] { // user and system, see proc(5)
			ticks, err := strconv.ParseFloat(f, 64)
			if err != nil {
				b.Fatal(err)
			}
			sum += ticks / 100
		}
	}
	return sum
}

func BenchmarkReadYourWrite(b *testing.B) {
	v, err := postgres.OpenViews(b.Context(), pgtest.DSN(b), postgres.ViewsOptions{})
	openOne(b, v, err)
	if err := v.Prepare(b.Context(), viewtest.BenchView()); err != nil {
		b.Fatal(err)
	}
	viewtest.ReadYourWrite(b, engine{v})
}
