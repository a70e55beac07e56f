package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// TestViewsOutlastACrashOfTheServer changes views in every way there is, and crashes the server after each, alone or with
// the process that all others come from. Nobody but who commits writes its log of changes to files: the processes that do
// so in the background are stopped. What readers were told of, those of another process too, is there when it is back.
func TestViewsOutlastACrashOfTheServer(t *testing.T) {
	c, err := pgtest.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop() })
	next := viewtest.BenchView().AtBuild(1)
	for i, way := range []struct {
		name   string
		change func(context.Context, *postgres.Views) error
	}{
		{"a row", func(_ context.Context, v *postgres.Views) error { return putBenchRows(t, v, 10, 11, 1) }},
		{"many rows", func(_ context.Context, v *postgres.Views) error { return putBenchRows(t, v, 10, 11, 2000) }},
		{"a row that goes", func(ctx context.Context, v *postgres.Views) error {
			return v.Update(ctx, "bench_v1", 10, 11, func(w projections.Writer) error { return w.Delete(ctx, "bench", "owner", "owner0") })
		}},
		{"a checkpoint alone", func(_ context.Context, v *postgres.Views) error { return putBenchRows(t, v, 10, 11, 0) }},
		{"a parked event", func(ctx context.Context, v *postgres.Views) error { return parkEvent(ctx, v, 10, 11) }},
		{"a replay", func(ctx context.Context, v *postgres.Views) error {
			err := parkEvent(ctx, v, 10, 11)
			return errors.Join(err, v.Replay(ctx, "bench_v1", "thing-ws-1", func(w projections.Writer, _ []store.Parked) error {
				return w.Put(ctx, "bench", viewtest.BenchRow(77))
			}))
		}},
		{"a reset", func(ctx context.Context, v *postgres.Views) error { return v.Reset(ctx, viewtest.BenchView()) }},
		{"another build", func(ctx context.Context, v *postgres.Views) error { return v.Prepare(ctx, next) }},
		{"a switch", func(ctx context.Context, v *postgres.Views) error { return switchTo(ctx, v, next) }},
		{"a build that goes", func(ctx context.Context, v *postgres.Views) error {
			return errors.Join(switchTo(ctx, v, next), v.DropOld(ctx, "bench"))
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			dsn := c.NewDatabase(t)
			here, there := openBench(t, dsn), openBench(t, dsn)
			if err := putBenchRows(t, here, 0, 10, 3); err != nil {
				t.Fatal(err)
			}
			background := stopBackground(t, dsn)
			if err := way.change(t.Context(), here); err != nil {
				t.Fatal(err)
			}
			for _, v := range []*postgres.Views{here, there} {
				if err := v.Await(t.Context(), uint64(checkpointOf(t, here)), "bench"); err != nil {
					t.Fatal(err)
				}
			}
			want := dumpViews(t, dsn)
			if err := crashServer(c, background, i%2 == 0); err != nil {
				t.Fatal(err)
			}
			if got := dumpViews(t, dsn); !slices.Equal(got, want) {
				t.Errorf("behind a crash: got %d rows\n%.2000q\nwant %d\n%.2000q", len(got), got, len(want), want)
			}
		})
	}
}

func openBench(t *testing.T, dsn string) *postgres.Views {
	t.Helper()
	v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
	openOne(t, v, err)
	if err := v.Prepare(t.Context(), viewtest.BenchView()); err != nil {
		t.Fatal(err)
	}
	return v
}

// putBenchRows moves a view on with so many rows, and tells readers.
func putBenchRows(t *testing.T, v *postgres.Views, from, to es.Position, rows int) error {
	err := v.Update(t.Context(), "bench_v1", from, to, func(w projections.Writer) error {
		var failed error
		for i := range rows {
			failed = errors.Join(failed, w.Put(t.Context(), "bench", viewtest.BenchRow(100*int(from)+i)))
		}
		return failed
	})
	if err == nil {
		v.NotifyReaders("bench_v1", to)
	}
	return err
}

// parkEvent moves a view on over an event that it cannot apply.
func parkEvent(ctx context.Context, v *postgres.Views, from, to es.Position) error {
	e := es.Recorded{Envelope: es.Envelope{Stream: "thing-ws-1", Version: 1, Position: to, Type: "thing.counted"}}
	return v.Update(ctx, "bench_v1", from, to, func(w projections.Writer) error {
		return v.ParkEvent(ctx, w, "bench_v1", e, errors.New("no reason"))
	})
}

// switchTo builds a view anew and lets queries read that.
func switchTo(ctx context.Context, v *postgres.Views, next projections.View) error {
	err := v.Prepare(ctx, next)
	return errors.Join(err, v.Update(ctx, next.CheckpointKey(), 0, 10, func(projections.Writer) error { return nil }), v.Switch(ctx, next))
}

func checkpointOf(t *testing.T, v *postgres.Views) es.Position {
	t.Helper()
	builds, err := v.Builds(t.Context(), "bench")
	if err != nil {
		t.Fatal(err)
	}
	return builds[slices.IndexFunc(builds, func(b store.Build) bool { return b.Served })].At
}

// stopBackground stops the processes of the server that write to its disk what nobody waits for.
func stopBackground(t *testing.T, dsn string) (pids []int32) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `SELECT pid FROM pg_stat_activity
		WHERE backend_type IN ('walwriter', 'background writer', 'checkpointer')`)
	if err == nil {
		pids, err = pgx.CollectRows(rows, pgx.RowTo[int32])
	}
	for _, pid := range pids {
		err = errors.Join(err, syscall.Kill(int(pid), syscall.SIGSTOP))
	}
	t.Cleanup(func() {
		for _, pid := range pids {
			_ = syscall.Kill(int(pid), syscall.SIGCONT) // it was killed, unless the test failed before
		}
	})
	if err != nil || len(pids) != 3 {
		t.Fatalf("stopped processes %d of the server, %v, want three", pids, err)
	}
	return pids
}

// crashServer has the server lose what it has in memory, alone or with the process that all others come from, which
// makes it another server to its clients, and waits until it is back.
func crashServer(c *pgtest.Cluster, background []int32, whole bool) error {
	var failed error
	if whole {
		failed = syscall.Kill(c.Pid(), syscall.SIGKILL) // first, so that it starts no others
	}
	for _, pid := range background {
		if err := syscall.Kill(int(pid), syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
			failed = errors.Join(failed, err)
		}
	}
	if whole {
		return errors.Join(failed, c.Crash(), c.Restart(context.Background()))
	}
	return errors.Join(failed, awaitRecovery(c.DSN("postgres"), background))
}

// awaitRecovery waits until others do what killed processes of the server did.
func awaitRecovery(dsn string, killed []int32) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, dsn)
		if err == nil {
			var others int
			err = conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walwriter' AND NOT pid = ANY($1)", killed).
				Scan(&others)
			_ = conn.Close(ctx) // it has answered, or the server is gone
			if err == nil && others > 0 {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// dumpViews returns everything that the views consist of.
func dumpViews(t *testing.T, dsn string) (out []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	tables := collect(t, conn, `SELECT relname::text || ' ' || relkind::text FROM pg_class WHERE relnamespace = 'docket_views'::regnamespace
		AND relkind IN ('r', 'v') ORDER BY 1`)
	for _, table := range tables {
		var name, kind string
		if _, err := fmt.Sscan(table, &name, &kind); err != nil {
			t.Fatal(err)
		}
		out = append(out, table)
		out = append(out, collect(t, conn, fmt.Sprintf("SELECT x::text FROM docket_views.%q x ORDER BY 1", name))...)
	}
	return out
}

func collect(t *testing.T, conn *pgx.Conn, query string) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}
