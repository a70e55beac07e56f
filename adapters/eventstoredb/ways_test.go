package eventstoredb_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// numbersOfOthers are how many events of others stand before a log begins: none; few enough to be
// looked through backwards; within the first checkpoint interval of a search; and more than that.
var numbersOfOthers = []int{0, 3_900, 5_000, 9_000, 12_000}

// watchedVersions returns how servers speak: all versions, and one of them under the race detector, since what runs
// beside what is the same with each, and watching costs five times as much.
func watchedVersions() []string {
	if raced {
		return []string{"24.10.0"}
	}
	return protocoltest.Versions
}

// startBehind starts a server of a version whose database has so many events of others.
func startBehind(t testing.TB, version string, others int) (*protocoltest.Database, *protocoltest.Node) {
	t.Helper()
	db := protocoltest.NewDatabase()
	db.WriteForeignEvents(others)
	n, err := protocoltest.Start(db, protocoltest.Config{Version: version, NotReady: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	return db, n
}

// TestALogBehindOthers begins a log behind events of others, in each way in which servers tell how far
// they have searched: every process sees each event, wherever it begins to read, and the search for
// the first event ends where the log begins.
func TestALogBehindOthers(t *testing.T) {
	for _, version := range watchedVersions() {
		for _, others := range numbersOfOthers {
			t.Run(fmt.Sprintf("%s behind %d", version, others), func(t *testing.T) {
				db, n := startBehind(t, version, others)
				beginBehind(t, db, n)
			})
		}
	}
}

// beginBehind writes a log into a new namespace of a server and reads it in every way.
func beginBehind(t *testing.T, db *protocoltest.Database, n *protocoltest.Node) {
	t.Helper()
	writer := opened(t, plain(n)+"#docket", eventstoredb.Options{})
	reader := opened(t, plain(n)+"#docket", eventstoredb.Options{})
	for what, l := range map[string]*eventstoredb.Log{"the writer": writer, "the reader": reader} {
		if head, err := l.Head(t.Context()); err != nil || head != 0 {
			t.Errorf("%s: got head %d and %v of an empty log, want 0", what, head, err)
		}
	}
	want, at := events(3), es.Position(0)
	for i := range want {
		if i == 2 {
			want[i].Type = "test.rare"
			db.WriteForeignEvents(11_000)
		}
		r := appendEvents(t, writer, "a-demo-1", uint64(i), want[i:i+1])
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		if err := reader.Wait(ctx, at); err != nil {
			t.Fatalf("the reader waits for event %d: got %v, want no error", i, err)
		}
		cancel()
		at = r.Position
	}
	again := opened(t, plain(n)+"#docket", eventstoredb.Options{})
	for what, l := range map[string]*eventstoredb.Log{"the writer": writer, "the reader": reader, "one that opens it again": again} {
		same(t, what, l.All(t.Context(), 0, es.Filter{}), want)
		same(t, what+", by type", l.All(t.Context(), 0, es.Filter{Types: []string{"test.happened"}}), want[:2])
		same(t, what+", by a rare type", l.All(t.Context(), 0, es.Filter{Types: []string{"test.rare"}}), want[2:])
		same(t, what+", by a type that there is not", l.All(t.Context(), 0, es.Filter{Types: []string{"test.never"}}), nil)
		same(t, what+", the stream", l.Stream(t.Context(), "a-demo-1", 0), want)
		if head, err := l.Head(t.Context()); err != nil || head != at {
			t.Errorf("%s: got head %d and %v, want %d", what, head, err, at)
		}
		if cuts, err := l.FindCuts(t.Context()); err != nil || len(cuts) > 0 {
			t.Errorf("%s: got cuts %v and %v, want none", what, cuts, err)
		}
		if end := at + 1<<20; l.FollowedPosition() > end {
			t.Errorf("%s: a subscription would begin at %d, want at most %d", what, l.FollowedPosition(), end)
		}
	}
}

// TestLog runs the suite in each way in which servers speak, alone and behind events of others, with
// events of the server in between, and not ready at first: three of them always, and all with
// DOCKET_TEST_FULL, since each takes long; TestALogBehindOthers is quick and looks at all. The test process is the
// server of the child processes too.
func TestLog(t *testing.T) {
	always := []string{"23.10.8 behind 0", "24.10.0 behind 5000", "25.1.4 behind 0"}
	for _, version := range watchedVersions() {
		for _, others := range numbersOfOthers {
			name := fmt.Sprintf("%s behind %d", version, others)
			if os.Getenv("DOCKET_TEST_FULL") == "" && !slices.Contains(always, name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				estest.RunConformance(t, estest.Suite{Open: openLog, Child: "TestLogChild", Place: func(t testing.TB) string {
					db, n := startBehind(t, version, others)
					db.WriteBetween(3)
					if others == 0 {
						return plain(n)
					}
					return plain(n) + "#docket"
				}})
			})
		}
	}
}

func TestLogChild(t *testing.T) { estest.RunChild(t, openLog) }
