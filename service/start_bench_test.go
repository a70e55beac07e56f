package service_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/procs"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// BenchmarkStart fills a log, lets a service project it, and then starts the service
// again and again: from the start of the process until it says that it is ready, and
// until a first write can be read. It also tells the memory of the idle service.
// DOCKET_BENCH_FULL=1 fills in a million events, which takes minutes.
func BenchmarkStart(b *testing.B) {
	events := 20_000
	if os.Getenv("DOCKET_BENCH_FULL") != "" {
		events = 1_000_000
	}
	b.Run(fmt.Sprintf("sqlite/%d", events), func(b *testing.B) { start(b, events) })
	b.Run(fmt.Sprintf("postgres/%d", events), func(b *testing.B) { start(b, events, pgtest.DSN(b)) })
}

func start(b *testing.B, events int, dsn ...string) {
	a := openApp(b, dsn...)
	const each = 250
	fillDossiers(b, a, events/each, each)
	if err := servicetest.CatchUp(b.Context(), a); err != nil { // a service would be ready only then
		b.Fatal(err)
	}
	args := []string{"--master-key-file", a.Config.MasterKeyFile, "--import", "templates/invoice"}
	for _, d := range dsn {
		args = append(args, "--postgres", d)
	}
	s := servicetest.Serve(b, a.Config.Data, args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	caughtUp(b, a)
	quiet(b, s.Cmd.Process.Pid)
	var ready, readable []float64
	for b.Loop() {
		s.Stop()
		began := time.Now()
		s.Start()
		ready = append(ready, time.Since(began).Seconds())
		c := s.SignIn("mira", "Str0ng-enough")
		c.Want(http.StatusOK, "GET", c.NewDossier(fmt.Sprintf("At start %d", len(ready))), nil)
		readable = append(readable, time.Since(began).Seconds())
	}
	slices.Sort(ready)
	slices.Sort(readable)
	b.ReportMetric(ready[len(ready)/2], "ready-s")
	b.ReportMetric(readable[len(readable)/2], "readable-s")
	quiet(b, s.Cmd.Process.Pid)
	memory, err := procs.MemoryOf(s.Cmd.Process.Pid)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(memory)/(1<<20), "idle-MiB")
}

// caughtUp waits until every view and consumer is at the head.
func caughtUp(b *testing.B, a *service.App) {
	head, err := a.Storage.Log.Head(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, v := range append(service.ConsumerViews(service.ConsumerNames...), projections.All(a.Vault)...) {
		for at := es.Position(0); at < head; time.Sleep(100 * time.Millisecond) {
			if at, err = a.Storage.Views.Checkpoint(b.Context(), v.CheckpointKey()); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// quiet waits until a process uses next to no processor time: a new service looks at
// the work behind every upload in the log.
func quiet(b *testing.B, pid int) {
	last := time.Duration(0)
	for still := 0; still < 5; time.Sleep(time.Second) {
		now := used(b, pid)
		if still++; now-last > 100*time.Millisecond {
			still = 0
		}
		last = now
	}
}

// used is the processor time of processes and their children.
func used(b *testing.B, pids ...int) time.Duration {
	b.Helper()
	cpu, err := procs.CPU(pids...)
	if err != nil {
		b.Fatal(err)
	}
	return cpu
}
