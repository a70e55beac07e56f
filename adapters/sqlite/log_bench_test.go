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
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// BenchmarkAppend compares with a bare loop that inserts as many rows a commit
// as there are writers; "x-bare" is the log's rate divided by the loop's. Both
// files grow by the same rows in turn.
func BenchmarkAppend(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 490)
	for _, writers := range []int{1, 64, 256} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			l, err := sqlite.OpenLog(b.Context(), filepath.Join(b.TempDir(), "log.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			each := min(max(8000/writers, 25), 500)
			ours := estest.Writers{Store: l, Body: body, Writers: writers, Each: each}
			bare := newBareLoop(b, body)
			for b.Loop() {
				c := estest.Compare(b, func() float64 { return ours.Append(b) }, func() float64 { return bare.run(b, writers, each) })
				b.ReportMetric(c.Ratio, "x-bare")
				b.ReportMetric(c.Candidate, "events/s")
				b.ReportMetric(c.Yardstick, "bare/s")
			}
		})
	}
}

// A bareLoop is one connection that commits a group of rows at a time: the columns
// of the log with what their values take, one unique index, one prepared statement.
type bareLoop struct {
	conn    *sqlite3.Conn
	insert  *sqlite3.Stmt
	version int64
}

func newBareLoop(b *testing.B, body []byte) *bareLoop {
	c, err := sqlite3.OpenConn(filepath.Join(b.TempDir(), "bare.db"), sqlite3.OpenReadWrite|sqlite3.OpenCreate|sqlite3.OpenWAL)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Close() })
	l := &bareLoop{conn: c}
	for _, statement := range []string{"PRAGMA synchronous=FULL", "PRAGMA wal_autocheckpoint=8000", "PRAGMA cache_size=-65536",
		`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER, version INTEGER, id BLOB, at INTEGER, type TEXT, schema INTEGER,
		actor TEXT, workspace TEXT, command BLOB, correlation BLOB, causation INTEGER, trace TEXT, body BLOB) STRICT`,
		"CREATE UNIQUE INDEX events_stream ON events (stream, version)"} {
		l.execute(b, statement)
	}
	l.insert = c.Prep(
		`INSERT INTO events (stream, version, id, at, type, schema, actor, workspace, command, correlation, causation, trace, body)
		VALUES (?, ?, ?, 1, 'test.happened', 1, '', '', zeroblob(16), zeroblob(16), 0, '', ?)`)
	l.insert.BindBytes(4, body)
	return l
}

func (l *bareLoop) execute(b *testing.B, statement string) {
	if err := sqlitex.Execute(l.conn, statement, nil); err != nil {
		b.Fatal(err)
	}
}

// run commits as many groups and gives the rows a second.
func (l *bareLoop) run(b *testing.B, group, commits int) float64 {
	start := time.Now()
	for range commits {
		l.execute(b, "BEGIN IMMEDIATE")
		l.version++
		for stream := range group {
			id := uuid.New()
			l.insert.BindInt64(1, int64(stream))
			l.insert.BindInt64(2, l.version)
			l.insert.BindBytes(3, id[:])
			if _, err := l.insert.Step(); err != nil {
				b.Fatal(err)
			}
			if err := l.insert.Reset(); err != nil {
				b.Fatal(err)
			}
		}
		l.execute(b, "COMMIT")
	}
	return float64(group*commits) / time.Since(start).Seconds()
}
