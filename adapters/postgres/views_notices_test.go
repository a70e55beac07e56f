package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// TestProgressElsewhereIsHeardOf waits in a process that never looks by itself for
// what another one projects, also after a reset, and after its connection broke.
func TestProgressElsewhereIsHeardOf(t *testing.T) {
	dsn := pgtest.DSN(t)
	open := func(poll time.Duration) *postgres.Views {
		v, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{Poll: poll})
		openOne(t, v, err)
		if err := v.Prepare(t.Context(), viewtest.BenchView()); err != nil {
			t.Fatal(err)
		}
		return v
	}
	here, there := open(0), open(time.Hour)
	key := viewtest.BenchView().CheckpointKey()
	hears := func(from, to es.Position) {
		t.Helper()
		heard := make(chan error, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		go func() { heard <- there.Await(ctx, uint64(to), key) }()
		if err := here.Update(ctx, key, from, to, func(projections.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := <-heard; err != nil {
			t.Fatal(err)
		}
	}
	// The first notices may find nobody listening yet: one more, until one is heard.
	at := es.Position(1)
	for heard := false; !heard; at++ {
		if err := here.Update(t.Context(), key, at-1, at, func(projections.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		heard = there.Await(ctx, uint64(at), key) == nil
		cancel()
	}
	hears(at-1, at+9)
	// What changes nothing moves the checkpoint later than readers are told.
	here.NotifyReaders(key, at+12)
	if err := there.Await(t.Context(), uint64(at+12), key); err != nil {
		t.Fatal(err)
	}
	if err := here.Reset(t.Context(), viewtest.BenchView()); err != nil {
		t.Fatal(err)
	}
	hears(0, 3)
	passes := func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		return there.Await(ctx, uint64(at+9), key) == nil
	}
	for deadline := time.Now().Add(5 * time.Minute); passes(); { // until the notice is there
		if time.Now().After(deadline) {
			t.Fatal("a view that was reset elsewhere passes for as fresh as before")
		}
	}
	exec(t, dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN docket_views%'")
	if err := here.Update(t.Context(), key, 3, 4, func(projections.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := there.Await(t.Context(), 4, key); err != nil { // read when it listens again
		t.Fatal(err)
	}
}
