package postgres_test

import (
	"bytes"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// BenchmarkAppend compares, on a server that syncs, with single-row inserts of the
// body into a table without an index on 64 connections, or on 1 for one writer;
// "x-inserts" is the log's rate divided by theirs. They take turns.
func BenchmarkAppend(b *testing.B) {
	c, err := pgtest.Start(b.Context(), "fsync=on", "full_page_writes=on")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Stop() }()
	body := bytes.Repeat([]byte("x"), 490)
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			l, err := postgres.OpenLog(b.Context(), c.NewDatabase(b))
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			ours := estest.Writers{Store: l, Body: body, Writers: writers, Each: max(8000/writers, 25) / (1 + 20/writers)}
			dsn := c.NewDatabase(b)
			bare := newInserts(b, dsn, min(writers, 64), body)
			for b.Loop() {
				r := estest.Compare(b, func() float64 { return ours.Append(b) }, func() float64 { return bare.run(b) })
				b.ReportMetric(r.Ratio, "x-inserts")
				b.ReportMetric(r.Candidate, "events/s")
				b.ReportMetric(r.Yardstick, "inserts/s")
				if rate := pgbench(b, dsn, min(writers, 64)); rate > 0 {
					b.ReportMetric(r.Candidate/rate, "x-pgbench")
				}
			}
		})
	}
}

// pgbench is the rate of the same inserts by PostgreSQL's own program, 0 when that is
// not installed.
func pgbench(b *testing.B, dsn string, conns int) float64 {
	dir, err := pgtest.FindPrograms()
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(dir, "pgbench")
	if _, err := os.Stat(program); err != nil {
		return 0
	}
	script := filepath.Join(b.TempDir(), "insert.sql")
	if err := os.WriteFile(script, []byte("INSERT INTO bare VALUES (decode(repeat('78', 490), 'hex'));\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	out, err := osexec.Command(program, "-n", "-M", "prepared", "-c", strconv.Itoa(conns), "-j", "2", "-T", "3", "-f", script,
		dsn).CombinedOutput()
	if err != nil {
		b.Fatalf("pgbench: %v %s, want no error", err, out)
	}
	_, after, _ := strings.Cut(string(out), "tps = ")
	rate, err := strconv.ParseFloat(strings.Fields(after + " ")[0], 64)
	if err != nil {
		b.Fatalf("pgbench: %v %s, want no error", err, out)
	}
	return rate
}

// inserts are connections that insert a body, one row a transaction.
type inserts struct {
	pool  *pgxpool.Pool
	conns int
	body  []byte
}

func newInserts(b *testing.B, dsn string, conns int, body []byte) *inserts {
	pool, err := pgxpool.New(b.Context(), fmt.Sprintf("%s pool_max_conns=%d", dsn, conns))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	if _, err := pool.Exec(b.Context(), "CREATE TABLE bare (body bytea)"); err != nil {
		b.Fatal(err)
	}
	return &inserts{pool, conns, body}
}

// run gives the rows a second.
func (i *inserts) run(b *testing.B) float64 {
	const each = 100
	errs := make(chan error, i.conns)
	start := time.Now()
	for range i.conns {
		go func() {
			errs <- i.pool.AcquireFunc(b.Context(), func(c *pgxpool.Conn) error {
				for range each {
					if _, err := c.Exec(b.Context(), "INSERT INTO bare VALUES ($1)", i.body); err != nil {
						return err
					}
				}
				return nil
			})
		}()
	}
	for range i.conns {
		if err := <-errs; err != nil {
			b.Fatal(err)
		}
	}
	return float64(i.conns*each) / time.Since(start).Seconds()
}
