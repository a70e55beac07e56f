package eventstoredb_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// BenchmarkAppend compares with appends by the bare client library to the same
// server, which keeps nothing on disk and runs in this very process: the figures
// tell what adapter and protocol cost on both sides together, and nothing of a real
// server. "x-client" is the log's rate by that of the library.
func BenchmarkAppend(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 490)
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			n := node(b, protocoltest.Config{})
			before := bare(b, n, writers, body)
			l := opened(b, plain(n), eventstoredb.Options{})
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
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(2*rate/(before+bare(b, n, writers, body)), "x-client") // before and after: others may be at work here
			b.ReportMetric(rate, "events/s")
		})
	}
}

// bare is the rate of the library alone, in appends a second, for half a second.
func bare(b *testing.B, n *protocoltest.Node, writers int, body []byte) float64 {
	c := client(b, plain(n))
	run := uuid.NewString()
	counts := make([]int, writers)
	start := time.Now()
	together(b, writers, func(w int) error {
		for ; time.Since(start) < 500*time.Millisecond; counts[w]++ {
			var expect esdb.ExpectedRevision = esdb.NoStream{}
			if counts[w] > 0 {
				expect = esdb.Revision(uint64(counts[w] - 1))
			}
			if _, err := c.AppendToStream(b.Context(), fmt.Sprintf("bare-%s-%d", run, w), esdb.AppendToStreamOptions{ExpectedRevision: expect},
				esdb.EventData{EventID: uuid.New(), EventType: "test.happened", ContentType: esdb.ContentTypeJson, Data: body, Metadata: []byte(`{"schema":1}`)}); err != nil {
				return err
			}
		}
		return nil
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(total) / time.Since(start).Seconds()
}

// together runs f for each writer at once.
func together(b *testing.B, writers int, f func(w int) error) {
	b.Helper()
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
