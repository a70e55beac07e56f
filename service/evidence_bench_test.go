package service_test

import (
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/transfer"
)

// BenchmarkAppendWithTree compares appends by 64 writers while the tree is kept over the log with
// appends of the same events to another log that has none: "x-without" is the ratio. They take turns.
// "behind-%" is how many of the events of a slice the tree lacked at its end.
func BenchmarkAppendWithTree(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		open := func() es.Store {
			l, err := sqlite.OpenLog(b.Context(), filepath.Join(b.TempDir(), "log.db"))
			return openOne(b, l, err)
		}
		tree, err := sqlite.OpenEvidence(b.Context(), filepath.Join(b.TempDir(), "evidence.db"))
		appendWithTree(b, open(), open(), openOne(b, tree, err))
	})
	b.Run("postgres", func(b *testing.B) {
		c, err := pgtest.Start(b.Context(), "fsync=on", "full_page_writes=on")
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = c.Stop() })
		with := c.NewDatabase(b)
		open := func(dsn string) es.Store {
			l, err := postgres.OpenLog(b.Context(), dsn)
			return openOne(b, l, err)
		}
		tree, err := postgres.OpenEvidence(b.Context(), with)
		appendWithTree(b, open(with), open(c.NewDatabase(b)), openOne(b, tree, err))
	})
}

// openOne returns what was opened, and closes it in the end.
func openOne[T io.Closer](b *testing.B, t T, err error) T {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = t.Close() })
	return t
}

// benchedPause is the pause between two steps of the tree: small beside a slice, so that what the tree costs
// falls into the slice that it is of.
const benchedPause = time.Second

func appendWithTree(b *testing.B, with, without es.Store, tree evidence.Store) {
	const each = 1000
	body := bytes.Repeat([]byte("x"), 490)
	ours := estest.Writers{Store: with, Body: body, Writers: 64, Each: each}
	bare := estest.Writers{Store: without, Body: body, Writers: 64, Each: each}
	builder, err := evidence.NewBuilder(b.Context(), tree)
	if err != nil {
		b.Fatal(err)
	}
	behind := 0.0
	slice := func() float64 {
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		stop := builder.FollowAppends(with.(evidence.FollowableLog)) // before the first append, as the service does
		defer stop()
		go func() { ended <- followLog(ctx, builder, with) }()
		rate := ours.Append(b)
		cancel()
		if err := <-ended; err != nil {
			b.Fatal(err)
		}
		before := builder.State().Size
		if err := builder.CatchUp(b.Context(), with); err != nil {
			b.Fatal(err)
		}
		behind = 100 * float64(builder.State().Size-before) / float64(ours.EventCount())
		return rate
	}
	for b.Loop() {
		c := estest.Compare(b, slice, func() float64 { return bare.Append(b) })
		b.ReportMetric(c.Ratio, "x-without")
		b.ReportMetric(c.Candidate, "events/s")
		b.ReportMetric(c.Yardstick, "bare/s")
		b.ReportMetric(behind, "behind-%")
	}
}

// followLog brings a tree up to the end of a log again and again, as the service does, until ctx ends.
func followLog(ctx context.Context, tree *evidence.Builder, log es.Store) error {
	for ctx.Err() == nil {
		caughtUp := tree.State().Position
		if err := tree.AddUntil(ctx, log, time.After(benchedPause), nil); err != nil && ctx.Err() == nil {
			return err
		}
		if err := log.Wait(ctx, caughtUp); err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if err := tree.CatchUp(context.WithoutCancel(ctx), log); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkVerify compares docket audit verify with a reading of the log that checks places and contents, as it
// was before there was a tree: "x-plain" is the ratio of their times.
func BenchmarkVerify(b *testing.B) {
	dossiers := 200
	if os.Getenv("DOCKET_BENCH_FULL") != "" {
		dossiers = 4000
	}
	for name, dsn := range map[string]func() []string{"sqlite": func() []string { return nil },
		"postgres": func() []string { return []string{pgtest.DSN(b)} }} {
		b.Run(name, func(b *testing.B) {
			a := openApp(b, dsn()...)
			fillDossiers(b, a, dossiers, 250)
			signed := signedTree(b, a)
			if err := verifyWithTree(b, a, signed); err != nil {
				b.Fatal(err)
			}
			head, err := a.Log.Store.Head(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				c := estest.Compare(b, rateOf(b, head, func() error { return verifyWithTree(b, a, signed) }),
					rateOf(b, head, func() error { return verifyPlainly(b, a.Log) }))
				b.ReportMetric(1/c.Ratio, "x-plain")
				b.ReportMetric(c.Candidate, "events/s")
				b.ReportMetric(c.Yardstick, "plain/s")
			}
		})
	}
}

// signedTree builds the tree over a log, and returns a checkpoint of it.
func signedTree(b *testing.B, a *service.App) []byte {
	b.Helper()
	notary, _, err := evidence.OpenNotary(a.Config.NotaryKeyPath(), a.Config.CheckpointsPath())
	notary = openOne(b, notary, err)
	builder, err := evidence.NewBuilder(b.Context(), a.Storage.Evidence)
	if err == nil {
		err = builder.CatchUp(b.Context(), a.Log.Store)
	}
	if err == nil {
		_, err = keeper.SignTree(b.Context(), a.Storage.Evidence, notary, builder.State().Size)
	}
	if err != nil {
		b.Fatal(err)
	}
	_, signed := notary.Last()
	return signed
}

// rateOf returns what gives the events a second of a reading of the whole log.
func rateOf(b *testing.B, events es.Position, read func() error) func() float64 {
	return func() float64 {
		start := time.Now()
		if err := read(); err != nil {
			b.Fatal(err)
		}
		return float64(events) / time.Since(start).Seconds()
	}
}

// verifyWithTree does what docket audit verify does with a checkpoint.
func verifyWithTree(b *testing.B, a *service.App, signed []byte) error {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return err
	}
	scope := transfer.AuditScope{Count: a, Tree: a.Storage.Evidence,
		Checkpoints: []evidence.KnownCheckpoint{{Checkpoint: c, Source: "bench"}}}
	scope.Numbers, _ = a.Storage.Log.(numbering.Log)
	found, err := transfer.VerifyLog(b.Context(), a.Log, scope, terminal.NewProgress(io.Discard))
	if err == nil && found.ProblemCount() > 0 {
		b.Fatalf("the log has problems: %v, want none", found.PrintReport(os.Stderr))
	}
	return err
}

// verifyPlainly reads a log, checks positions, times and versions, decodes all events, and counts sealed fields.
func verifyPlainly(b *testing.B, log *es.Log) error {
	seed, versions, kinds := maphash.MakeSeed(), map[uint64]uint64{}, map[string]int{}
	var last es.Envelope
	sealed := 0
	for env, err := range log.Store.All(b.Context(), 0, es.Filter{}) {
		if err != nil {
			return err
		}
		stream := maphash.String(seed, string(env.Stream))
		if env.Position != last.Position+1 || env.Time.Before(last.Time) || env.Version != versions[stream]+1 {
			b.Fatalf("position %d is out of place, want events in order", env.Position)
		}
		versions[stream], last = env.Version, env
		e, err := log.Codec.Decode(b.Context(), env)
		if err != nil {
			return err
		}
		kinds[env.Type]++
		v := reflect.ValueOf(e)
		for i := range v.NumField() {
			if s, ok := v.Field(i).Interface().(interface{ IsErased() bool }); ok && !s.IsErased() {
				sealed++
			}
		}
	}
	return nil
}
