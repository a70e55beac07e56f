package eventstoredb_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// The benchmarks compare with the bare client library and the same server, which keeps
// nothing on disk and runs in this very process: the figures tell what adapter and protocol
// cost on both sides together, and nothing of a real server.

// benchRounds is how often log and library take turns.
const benchRounds = 7

// BenchmarkAppend appends events one by one, each writer to a stream of its own.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			n, each := node(b, protocoltest.Config{}), max(1, b.N/benchRounds/writers)
			var c comparison
			for range benchRounds {
				c.compare(b, func() { appendBare(b, n, writers, each) }, func() {
					l := opened(b, plain(n), eventstoredb.Options{})
					appendEach(b, l, writers, each)
					if err := l.Close(); err != nil { // its subscription would slow the library down
						b.Fatal(err)
					}
				})
			}
			c.report(b, benchRounds*writers*each)
		})
	}
}

// BenchmarkAll reads a log of 100,000 events; the library does it with one read.
func BenchmarkAll(b *testing.B) {
	const total, batch = 100_000, 500
	n := node(b, protocoltest.Config{})
	l := opened(b, plain(n), eventstoredb.Options{})
	for i := range total / batch {
		appendEvents(b, l, es.StreamID(fmt.Sprintf("bench-demo-%d", i)), 0, events(batch))
	}
	var c comparison
	for b.Loop() {
		c.compare(b, func() { readBare(b, plain(n), total) }, func() { readEvents(b, l, total) })
	}
	c.report(b, b.N*total)
}

// A comparison holds how the log and the library did in each round.
type comparison struct {
	cpu, wall []float64 // what the library took by what the log took
	took      time.Duration
}

// compare takes a round: the library before the log and behind it, since others may be at work here.
func (c *comparison) compare(b *testing.B, library, log func()) {
	b.Helper()
	cpuBefore, wallBefore := measure(b, library)
	cpu, wall := measure(b, log)
	cpuBehind, wallBehind := measure(b, library)
	c.cpu = append(c.cpu, float64(cpuBefore+cpuBehind)/2/float64(cpu))
	c.wall = append(c.wall, float64(wallBefore+wallBehind)/2/float64(wall))
	c.took += wall
}

// report reports the medians: "x-client" by processor time of both sides, "x-client-wall" by the clock.
func (c *comparison) report(b *testing.B, events int) {
	slices.Sort(c.cpu)
	slices.Sort(c.wall)
	b.ReportMetric(c.cpu[len(c.cpu)/2], "x-client")
	b.ReportMetric(c.wall[len(c.wall)/2], "x-client-wall")
	b.ReportMetric(float64(events)/c.took.Seconds(), "events/s")
}

// measure returns what f takes of the processors and of the clock.
func measure(b *testing.B, f func()) (cpu, wall time.Duration) {
	b.Helper()
	used, began := cpuTime(b), time.Now()
	f()
	return cpuTime(b) - used, time.Since(began)
}

// cpuTime is what this process has used.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var benchBody = bytes.Repeat([]byte("x"), 490)

// appendEach appends so many events to a stream for each writer.
func appendEach(b testing.TB, l *eventstoredb.Log, writers, each int) {
	run := uuid.NewString()
	together(b, writers, func(w int) error {
		stream := es.StreamID(fmt.Sprintf("bench-%s-%d", run, w))
		for at := range each {
			e := []es.Envelope{{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: benchBody}}
			if _, err := l.Append(b.Context(), stream, uint64(at), e); err != nil {
				return err
			}
		}
		return nil
	})
}

// appendBare does it with the library alone.
func appendBare(b *testing.B, n *protocoltest.Node, writers, each int) {
	c, run := client(b, plain(n)), uuid.NewString()
	together(b, writers, func(w int) error {
		stream := fmt.Sprintf("bare-%s-%d", run, w)
		for at := range each {
			var expect esdb.ExpectedRevision = esdb.NoStream{}
			if at > 0 {
				expect = esdb.Revision(uint64(at - 1))
			}
			e := esdb.EventData{EventID: uuid.New(), EventType: "test.happened", ContentType: esdb.ContentTypeJson, Data: benchBody,
				Metadata: []byte(`{"schema":1}`)}
			if _, err := c.AppendToStream(b.Context(), stream, esdb.AppendToStreamOptions{ExpectedRevision: expect}, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// readEvents reads the log, which must hold so many events.
func readEvents(b *testing.B, l *eventstoredb.Log, want int) {
	b.Helper()
	got := 0
	for _, err := range l.All(b.Context(), 0, es.Filter{}) {
		if err != nil {
			b.Fatal(err)
		}
		got++
	}
	if got != want {
		b.Fatalf("got %d events, want %d", got, want)
	}
}

// readBare does it with the library alone.
func readBare(b *testing.B, address string, want int) {
	b.Helper()
	r, err := client(b, address).ReadAll(b.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, uint64(want))
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	got := 0
	for ; ; got++ {
		if _, err := r.Recv(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			b.Fatal(err)
		}
	}
	if got != want {
		b.Fatalf("got %d events, want %d", got, want)
	}
}

// together runs f for each writer at once.
func together(b testing.TB, writers int, f func(w int) error) {
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
