package upkeep_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// models are read models that tests query.
type models interface {
	upkeep.Models
	queries.Reader
	queries.Freshness
}

// A world is a log and read models of one engine, with one view of tallies: a row
// for each stream, which counts its events.
type world struct {
	t      testing.TB
	store  es.Store
	log    *es.Log
	models models
	poison atomic.Pointer[es.StreamID] // its 50th event cannot be applied
	mark   string                      // in the documents, to tell builds apart
	logged strings.Builder             // by managers
	mu     sync.Mutex
}

// counted is the one event of the log.
type counted struct{ N int }

// onEngines runs a test on every engine.
func onEngines(t *testing.T, test func(*testing.T, *world)) {
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		store, err := sqlite.OpenLog(t.Context(), filepath.Join(dir, "events.db"))
		closing(t, store, err)
		models, err := sqlite.OpenViews(t.Context(), filepath.Join(dir, "views.db"), sqlite.ViewsOptions{})
		closing(t, models, err)
		test(t, newWorld(t, store, models))
	})
	t.Run("postgres", func(t *testing.T) {
		dsn := pgtest.DSN(t)
		store, err := postgres.OpenLog(t.Context(), dsn)
		closing(t, store, err)
		models, err := postgres.OpenViews(t.Context(), dsn, postgres.ViewsOptions{})
		closing(t, models, err)
		test(t, newWorld(t, store, models))
	})
}

func closing(t testing.TB, c interface{ Close() error }, err error) {
	t.Helper()
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newWorld(t testing.TB, store es.Store, m models) *world {
	codec := es.NewCodec(json.Marshal, json.Unmarshal, nil)
	es.RegisterEvent[counted](codec, "thing.counted")
	return &world{t: t, store: store, log: &es.Log{Store: store, Codec: codec}, models: m}
}

var errPoison = errors.New("this event cannot be applied")

// view counts the events of each stream.
func (w *world) view(version int) projections.View {
	p := &es.Projection[projections.Writer]{Name: "tallies", Version: version}
	mark := w.mark
	es.OnEvent(p, func(ctx context.Context, tx projections.Writer, r es.Recorded, _ counted) error {
		n := 0
		doc, ok, err := tx.Get(ctx, "tallies", string(r.Stream))
		if err == nil && ok {
			err = json.Unmarshal(doc, &[]any{&n, new(string)})
		}
		if err != nil {
			return err
		}
		if bad := w.poison.Load(); bad != nil && r.Stream == *bad && r.Version == 50 {
			return errPoison
		}
		if uint64(n)+1 != r.Version {
			return fmt.Errorf("%s: version %d comes behind %d", r.Stream, r.Version, n)
		}
		doc, err = json.Marshal([]any{n + 1, mark})
		if err != nil {
			return err
		}
		return tx.Put(ctx, "tallies", projections.Row{Key: string(r.Stream), Values: []any{int64(n + 1)}, Doc: doc})
	})
	return projections.View{Projection: p, Tables: []projections.Table{
		{Name: "tallies", Columns: []projections.Column{{Name: "n", Type: projections.BigInt}}}}}
}

// manager keeps the view in a version.
func (w *world) manager(version int) *upkeep.Manager {
	w.t.Helper()
	m := upkeep.New(upkeep.Config{Log: w.log, Models: w.models, Views: []projections.View{w.view(version)}, Poll: 20 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(w, nil))})
	must(w.t, m.Prepare(w.t.Context()))
	return m
}

// Write keeps what managers log.
func (w *world) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.logged.Write(b)
}

// following projects the view until the function that it gives is called.
func (w *world) following(m *upkeep.Manager) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		for ctx.Err() == nil {
			if err := m.Follow(ctx, "tallies"); ctx.Err() == nil {
				panic(fmt.Sprintf("the view is no longer projected: %v", err)) // nobody would wait to the end
			}
		}
	})
	return func() { cancel(); running.Wait() }
}

// append adds n events to a stream that has some already.
func (w *world) append(stream es.StreamID, has uint64, n int) es.Position {
	w.t.Helper()
	events := make([]es.Envelope, n)
	for i := range events {
		body := strconv.AppendInt([]byte(`{"N":`), int64(has)+int64(i)+1, 10)
		events[i] = es.Envelope{ID: uuid.New(), Type: "thing.counted", Schema: 1, Body: append(body, '}')}
	}
	r, err := w.store.Append(w.t.Context(), stream, has, events)
	if err != nil {
		w.t.Error(err)
	}
	return r.Position
}

func stream(i int) es.StreamID { return es.StreamID(fmt.Sprintf("thing-demo-%d", i)) }

// fill makes streams of as many events each.
func (w *world) fill(streams, events int) {
	w.t.Helper()
	var all sync.WaitGroup
	next := make(chan int, streams)
	for i := range streams {
		next <- i
	}
	close(next)
	for range 16 {
		all.Go(func() {
			for i := range next {
				w.append(stream(i), 0, events)
			}
		})
	}
	all.Wait()
}

// a tally holds the view at a moment, as readers see it.
type tally struct {
	rows, sum int64
	marks     string // the least and the greatest
}

func (w *world) read(ctx context.Context) (tally, error) {
	rows, err := w.models.Query(ctx, `SELECT CAST(count(*) AS bigint), CAST(coalesce(sum(n), 0) AS bigint), coalesce(min(doc), `+
		`''), coalesce(max(doc), '') FROM tallies`)
	if err != nil {
		return tally{}, err
	}
	defer rows.Close()
	var out tally
	for rows.Next() {
		var least, greatest string
		if err := rows.Scan(&out.rows, &out.sum, &least, &greatest); err != nil {
			return out, err
		}
		out.marks = least[max(0, len(least)-4):] + greatest[max(0, len(greatest)-4):]
	}
	return out, rows.Err()
}

// servedPosition is the position of what readers see.
func (w *world) servedPosition(ctx context.Context) (es.Position, string, error) {
	builds, err := w.models.Builds(ctx, "tallies")
	for _, b := range builds {
		if b.Served {
			return b.At, b.Key, err
		}
	}
	return 0, "", err
}

// full is n, or the larger size where tests run in full length.
func full(n, large int) int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return large
	}
	return n
}
