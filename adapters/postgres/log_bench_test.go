package postgres_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
)

// BenchmarkAppend compares, on a server that syncs, with single-row inserts on
// 64 connections, or 1 for one writer; "x-inserts" is the log's rate by theirs.
func BenchmarkAppend(b *testing.B) {
	c, err := pgtest.Start(b.Context(), "fsync=on", "full_page_writes=on")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Stop() }()
	body := bytes.Repeat([]byte("x"), 490)
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			dsn := c.Database(b)
			bare := inserts(b, dsn, min(writers, 64), body)
			l, err := postgres.OpenLog(b.Context(), dsn)
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			b.ResetTimer()
			together(b, writers, func(w int) error {
				stream, at := es.StreamID(fmt.Sprintf("bench-demo-%d", w)), uint64(0)
				for i := w; i < b.N; i += writers {
					e := []es.Envelope{{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: body}}
					if _, err := l.Append(b.Context(), stream, at, e); err != nil {
						return err
					}
					at++
				}
				return nil
			})
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate/bare, "x-inserts")
			b.ReportMetric(rate, "events/s")
		})
	}
}

// inserts is the rate of single-row inserts on so many connections.
func inserts(b *testing.B, dsn string, conns int, body []byte) float64 {
	pool, err := pgxpool.New(b.Context(), fmt.Sprintf("%s pool_max_conns=%d", dsn, conns))
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(b.Context(), "CREATE TABLE bare (body bytea)"); err != nil {
		b.Fatal(err)
	}
	const each = 200
	insert := func(int) error {
		for range each {
			if _, err := pool.Exec(b.Context(), "INSERT INTO bare VALUES ($1)", body); err != nil {
				return err
			}
		}
		return nil
	}
	together(b, conns, insert) // opens the connections
	start := time.Now()
	together(b, conns, insert)
	return float64(conns*each) / time.Since(start).Seconds()
}

// together runs f for each writer at once.
func together(b *testing.B, writers int, f func(w int) error) {
	errs := make(chan error, writers)
	for w := range writers {
		go func() { errs <- f(w) }()
	}
	for range writers {
		if err := <-errs; err != nil {
			b.Fatal(err)
		}
	}
}
