package service_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// BenchmarkSharedDatabase takes the time of a first start, of docket user add, of a sign-in, and of
// a start after others wrote as much again, in an empty database and beside 1,000,000 events of
// others, on the protocol server; and how many events the server searches through in the first.
func BenchmarkSharedDatabase(b *testing.B) {
	for _, foreign := range []int{0, 1_000_000} {
		b.Run(fmt.Sprint(foreign), func(b *testing.B) {
			took, searched := map[string]time.Duration{}, 0
			measure := func(what string, do func()) {
				began := time.Now()
				do()
				took[what] += time.Since(began)
			}
			for b.Loop() {
				db := protocoltest.NewDatabase()
				n, err := protocoltest.Start(db, protocoltest.Config{})
				if err != nil {
					b.Fatal(err)
				}
				collectGarbage := withoutGarbage()
				db.WriteForeignEvents(foreign)
				args := append(servicetest.NewMasterKey(b), "--eventstore", "esdb://"+n.Address()+"?tls=false#docket")
				var s *servicetest.Instance
				measure("start-s", func() { s = servicetest.Serve(b, filepath.Join(b.TempDir(), "data"), args...) })
				searched += n.SearchedEvents()
				measure("user-add-s", func() { s.AddUser("mira", "Str0ng-enough", "MANAGER") })
				measure("sign-in-s", func() { s.SignIn("mira", "Str0ng-enough") })
				s.Stop()
				db.WriteForeignEvents(foreign)
				measure("restart-s", s.Start)
				s.Stop()
				collectGarbage()
				if err := n.Stop(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(searched)/float64(b.N), "searched-in-first-start")
			for what, sum := range took {
				b.ReportMetric(sum.Seconds()/float64(b.N), what)
			}
		})
	}
}

// withoutGarbage keeps the collector of this process, in which the server has millions of
// objects that no real one would have there, from the processors until the function that it
// returns is called.
func withoutGarbage() (end func()) {
	runtime.GC()
	was := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(was) }
}
