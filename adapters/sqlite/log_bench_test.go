package sqlite_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	sqlite3 "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
)

// BenchmarkAppend compares with a bare loop that inserts as many rows a commit
// as there are writers; "x-bare" is the log's rate divided by the loop's.
func BenchmarkAppend(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 490)
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			bare := bareLoop(b, writers, body)
			l, err := sqlite.OpenLog(b.Context(), filepath.Join(b.TempDir(), "log.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			errs := make(chan error, writers)
			b.ResetTimer()
			for w := range writers {
				go func() {
					stream, at := es.StreamID(fmt.Sprintf("bench-demo-%d", w)), uint64(0)
					for i := w; i < b.N; i += writers {
						if _, err := l.Append(b.Context(), stream, at, event(body)); err != nil {
							errs <- err
							return
						}
						at++
					}
					errs <- nil
				}()
			}
			for range writers {
				if err := <-errs; err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			bare = (bare + bareLoop(b, writers, body)) / 2 // before and after: others may be at work here
			b.ReportMetric(rate/bare, "x-bare")
			b.ReportMetric(rate, "events/s")
		})
	}
}

// bareLoop is the rate, in rows a second, of one connection that commits group
// rows at a time for half a second: the columns of the log with what their values
// take, one unique index, one prepared statement.
func bareLoop(b *testing.B, group int, body []byte) float64 {
	c, err := sqlite3.OpenConn(filepath.Join(b.TempDir(), "bare.db"), sqlite3.OpenReadWrite|sqlite3.OpenCreate|sqlite3.OpenWAL)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	run := func(sql string) {
		if err := sqlitex.Execute(c, sql, nil); err != nil {
			b.Fatal(err)
		}
	}
	for _, pragma := range []string{"synchronous=FULL", "wal_autocheckpoint=8000", "cache_size=-65536"} {
		run("PRAGMA " + pragma)
	}
	run(`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER, version INTEGER, id BLOB, at INTEGER, type TEXT, schema INTEGER,
		actor TEXT, workspace TEXT, command BLOB, correlation BLOB, causation INTEGER, trace TEXT, body BLOB) STRICT`)
	run("CREATE UNIQUE INDEX events_stream ON events (stream, version)")
	insert := c.Prep(`INSERT INTO events (stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
		VALUES (?, ?, ?, 1, 'test.happened', 1, '', '', zeroblob(16), zeroblob(16), 0, '', ?)`)
	start, n := time.Now(), 0
	for time.Since(start) < 500*time.Millisecond {
		run("BEGIN IMMEDIATE")
		for w := range group {
			id := uuid.New()
			insert.BindInt64(1, int64(w))
			insert.BindInt64(2, int64(n/group))
			insert.BindBytes(3, id[:])
			insert.BindBytes(4, body)
			if _, err := insert.Step(); err != nil {
				b.Fatal(err)
			}
			if err := insert.Reset(); err != nil {
				b.Fatal(err)
			}
			n++
		}
		run("COMMIT")
	}
	return float64(n) / time.Since(start).Seconds()
}
