package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed-62a36931/docket/projections/viewtest"
)

// BenchmarkRebuild compares building a view with the same rows put by one prepared
// insert in transactions of the same size: x is the ratio of CPU time, at least
// 0.5 by the budget.
func BenchmarkRebuild(b *testing.B) {
	b.Run("put", func(b *testing.B) { rebuild(b, false) })
	b.Run("put and change", func(b *testing.B) { rebuild(b, true) })
}

func rebuild(b *testing.B, touch bool) {
	v := openViews(b, filepath.Join(b.TempDir(), "views.db"))
	if err := v.Prepare(b.Context(), viewtest.BenchView()); err != nil {
		b.Fatal(err)
	}
	bare, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	bare.SetMaxOpenConns(1)
	var ours, yardstick float64
	for b.Loop() {
		at := cpu(b)
		viewtest.Rebuild(b, engine{v}, touch)
		ours += cpu(b) - at
		at = cpu(b)
		bareInserts(b, bare)
		yardstick += cpu(b) - at
	}
	n := float64(b.N) * viewtest.Rebuilt
	b.ReportMetric(ours/n*1e6, "cpu-us/row")
	b.ReportMetric(yardstick/n*1e6, "bare-cpu-us/row")
	b.ReportMetric(yardstick/ours, "x")
}

func bareInserts(b *testing.B, db *sql.DB) {
	run := func(statement string) {
		if _, err := db.Exec(statement); err != nil {
			b.Fatal(err)
		}
	}
	run("DROP TABLE IF EXISTS bench")
	run("CREATE TABLE bench (key TEXT PRIMARY KEY, owner TEXT, size INTEGER, doc TEXT)")
	run("CREATE INDEX bench_owner ON bench (owner, size)")
	for from := 0; from < viewtest.Rebuilt; from += viewtest.BatchSize {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		insert, err := tx.Prepare("INSERT INTO bench VALUES (?, ?, ?, ?)") //nolint:sqlclosecheck // ends with tx
		for i := from; i < from+viewtest.BatchSize && err == nil; i++ {
			row := viewtest.BenchRow(i)
			_, err = insert.Exec(row.Key, row.Values[0], row.Values[1], string(row.Doc))
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// cpu is the CPU time that this process has used, in seconds.
func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

func BenchmarkReadYourWrite(b *testing.B) {
	v := openViews(b, filepath.Join(b.TempDir(), "views.db"))
	if err := v.Prepare(b.Context(), viewtest.BenchView()); err != nil {
		b.Fatal(err)
	}
	viewtest.ReadYourWrite(b, engine{v})
}
