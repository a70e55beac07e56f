package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// While a new PostgreSQL server makes a segment of its log, of zeros, all commits wait, for
// 50 to 90 ms here: every 16 MiB until checkpoints have left segments to use again. In ten
// seconds that alone decides what one command of a hundred takes, or it does not occur.
const (
	readableRate = 200 // commands a second
	readableTime = 30 * time.Second
)

// BenchmarkCommandToReadable sends commands to a service at a fixed rate, whether or
// not the earlier ones were answered, and reads after each what it has changed. The
// time runs from the moment when the command was due until it was read. Of two nodes
// one takes the command and the other one is read.
func BenchmarkCommandToReadable(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		commandToReadable(b, servicetest.Serve(b, filepath.Join(b.TempDir(), "data"), servicetest.NewMasterKey(b)...))
	})
	b.Run("postgres", func(b *testing.B) {
		commandToReadable(b, servicetest.Serve(b, filepath.Join(b.TempDir(), "data"),
			append(servicetest.NewMasterKey(b), "--postgres", newSyncedDatabase(b))...))
	})
	b.Run("two-nodes", func(b *testing.B) {
		dir := b.TempDir()
		args := append(servicetest.NewMasterKey(b), "--postgres", newSyncedDatabase(b), "--nats", natsServer(b), "--blobs",
			filepath.Join(dir, "blobs"), "--public-url", "http://docket.test")
		commandToReadable(b, servicetest.Serve(b, filepath.Join(dir, "a"), args...), servicetest.Serve(b, filepath.Join(dir, "b"), args...))
	})
}

// newSyncedDatabase is a database on a server that syncs.
func newSyncedDatabase(b *testing.B) string {
	c, err := pgtest.Start(b.Context(), "fsync=on", "full_page_writes=on", "autovacuum=on")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Stop() })
	return c.NewDatabase(b)
}

func commandToReadable(b *testing.B, nodes ...*servicetest.Instance) {
	nodes[0].AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	callers := make([]*servicetest.Caller, len(nodes))
	for i, s := range nodes {
		callers[i] = s.SignIn("mira", "Str0ng-enough")
	}
	dossiers := make([]string, 200)
	for i := range dossiers {
		dossiers[i] = callers[0].NewDossier(fmt.Sprintf("Dossier %d", i))
	}
	for b.Loop() {
		openLoop(callers, dossiers, 2*time.Second) // opens connections, fills caches
		times := openLoop(callers, dossiers, readableTime)
		slices.Sort(times)
		for name, at := range map[string]int{"p50-ms": len(times) / 2, "p99-ms": len(times) * 99 / 100, "max-ms": len(times) - 1} {
			b.ReportMetric(float64(times[at].Microseconds())/1000, name)
		}
	}
}

// openLoop sends as many commands as are due in a time to the nodes in turn, and gives
// how long each took from when it was due.
func openLoop(nodes []*servicetest.Caller, dossiers []string, d time.Duration) []time.Duration {
	n := int(d.Seconds() * readableRate)
	type outcome struct {
		took time.Duration
		err  error
	}
	outcomes := make(chan outcome, n)
	start := time.Now()
	for i := range n {
		due := start.Add(time.Duration(i) * time.Second / readableRate)
		time.Sleep(time.Until(due))
		go func() {
			err := changeAndRead(nodes[i%len(nodes)], nodes[(i+1)%len(nodes)], dossiers[i%len(dossiers)], i%len(dossiers),
				fmt.Sprintf("%s %09d", start.Format(time.RFC3339), i))
			outcomes <- outcome{time.Since(due), err}
		}()
	}
	times := make([]time.Duration, n)
	for i := range times {
		o := <-outcomes
		if o.err != nil {
			nodes[0].T.Fatal(o.err)
		}
		times[i] = o.took
	}
	return times
}

// changeAndRead gives a dossier another description and reads it back where another
// node may answer, which is told behind which position.
func changeAndRead(to, from *servicetest.Caller, path string, n int, description string) error {
	list, id := filepath.Dir(path), filepath.Base(path)
	body := fmt.Sprintf(`{"id":%q,"name":"Dossier %d","description":%q}`, id, n, description)
	a, err := to.AskUnchecked(http.MethodPost, list, strings.NewReader(body), http.Header{"Content-Type": {"application/json"}})
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK {
		return fmt.Errorf("change %s: %d %s", path, a.Status, a.Body)
	}
	if a, err = from.AskUnchecked(http.MethodGet, path, nil, http.Header{"Docket-Position": {a.Header.Get("Docket-Position")}}); err != nil {
		return err
	}
	var d struct{ Description string }
	if err := json.Unmarshal(a.Body, &d); err != nil || d.Description < description { // a later one may have come
		return fmt.Errorf("read %s: %d %s, want %s, %w", path, a.Status, a.Body, description, err)
	}
	return nil
}
