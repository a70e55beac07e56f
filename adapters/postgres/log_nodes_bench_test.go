package postgres_test

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// BenchmarkAppendNodes lets two nodes append to one log, each with a log, connections
// and 64 writers of its own, on a server that syncs. "x-inserts" is their rate together
// divided by that of single-row inserts on 64 connections, "x-node" the same divided by
// that of one node with all the writers. They take turns.
func BenchmarkAppendNodes(b *testing.B) {
	c, err := pgtest.Start(b.Context(), "fsync=on", "full_page_writes=on")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Stop() })
	const nodes, writers, each = 2, 64, 60
	body := bytes.Repeat([]byte("x"), 490)
	two := appenders(b, c.NewDatabase(b), nodes, estest.Writers{Body: body, Writers: writers, Each: each})
	one := appenders(b, c.NewDatabase(b), 1, estest.Writers{Body: body, Writers: nodes * writers, Each: each})
	bare := newInserts(b, c.NewDatabase(b), 64, body)
	together := func() float64 { return appendAll(b, two) }
	for b.Loop() {
		r := estest.Compare(b, together, func() float64 { return bare.run(b) })
		n := estest.Compare(b, together, func() float64 { return appendAll(b, one) })
		b.ReportMetric(r.Ratio, "x-inserts")
		b.ReportMetric(n.Ratio, "x-node")
		b.ReportMetric(r.Candidate, "events/s")
		b.ReportMetric(r.Yardstick, "inserts/s")
	}
}

// appenders are nodes on one database.
func appenders(b *testing.B, dsn string, nodes int, like estest.Writers) []*estest.Writers {
	out := make([]*estest.Writers, nodes)
	for i := range out {
		l, err := postgres.OpenLog(b.Context(), dsn)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = l.Close() })
		w := like
		w.Store, w.Node = l, fmt.Sprintf("node%d-", i)
		out[i] = &w
	}
	return out
}

// appendAll lets all nodes append at once and gives the events a second until the
// last one is done.
func appendAll(b *testing.B, nodes []*estest.Writers) float64 {
	var all sync.WaitGroup
	start, events := time.Now(), 0
	for _, w := range nodes {
		events += w.EventCount()
		all.Go(func() { w.Append(b) })
	}
	all.Wait()
	return float64(events) / time.Since(start).Seconds()
}
