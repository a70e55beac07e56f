package upkeep_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// TestALogThatYieldsNothing has a log hide what is appended: the view stays where it is, the fault is told once for all who
// find it and in the list, and when the log yields its events the view takes them and the fault is over.
func TestALogThatYieldsNothing(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		blind := estest.NewBlind(w.store.(estest.Closer))
		w.store, w.log.Store = blind, blind
		m := w.manager(1)
		last := w.append(stream(0), 0, 3)
		must(t, ignoreEnd(m.Follow(stopAt(t, w, last), "tallies")))
		expectFault(t, w, m, false)

		blind.HideAfter(last)
		end := w.append(stream(0), 3, 2)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		for range 3 {
			err := m.Follow(ctx, "tallies")
			if !errors.Is(err, es.ErrIncompleteRead) || !m.ReportIncompleteRead(err) {
				t.Errorf("got %v, want %v", err, es.ErrIncompleteRead)
			}
		}
		must(t, m.Start(t.Context(), "tallies", upkeep.Options{}))
		if err := m.Wait(t.Context(), "tallies"); !errors.Is(err, es.ErrIncompleteRead) {
			t.Errorf("a build: got %v, want %v", err, es.ErrIncompleteRead)
		}
		expectFault(t, w, m, true)
		if at, _, err := w.servedPosition(t.Context()); err != nil || at != last {
			t.Errorf("got the view at %d, %v, want %d", at, err, last)
		}

		blind.HideNothing()
		must(t, ignoreEnd(m.Follow(stopAt(t, w, end), "tallies")))
		expectFault(t, w, m, false)
		if got, err := w.read(t.Context()); err != nil || got.sum != 5 {
			t.Errorf("got %+v, %v, want 5 events", got, err)
		}
		logged := w.logged.String()
		if n, over := strings.Count(logged, "level=ERROR"), strings.Count(logged, "yields all its events again"); n != 1 || over != 1 {
			t.Errorf("got %d lines of ERROR and %d of the end, want 1 and 1:\n%s", n, over, logged)
		}
	})
}

// TestAManagerLooksForItself finds that a log yields nothing, without a view that is projected.
func TestAManagerLooksForItself(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		blind := estest.NewBlind(w.store.(estest.Closer))
		w.store, w.log.Store = blind, blind
		m := w.manager(1)
		w.append(stream(0), 0, 3)
		expectFault(t, w, m, false)
		blind.HideAfter(0)
		expectFault(t, w, m, true)
		expectFault(t, w, m, true)
	})
}

// expectFault wants the list to say that the log has a fault, or that it has none.
func expectFault(t *testing.T, w *world, m *upkeep.Manager, want bool) {
	t.Helper()
	all, err := m.List(t.Context())
	must(t, err)
	if got := all[0].LogFault != ""; got != want || (m.LogFault() != "") != want {
		t.Errorf("got fault %q, want one: %t", all[0].LogFault, want)
	}
}

// stopAt returns a context that ends when the view holds the log up to a position.
func stopAt(t *testing.T, w *world, at es.Position) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		_ = w.models.Await(t.Context(), uint64(at), "tallies")
	}()
	return ctx
}

// ignoreEnd returns an error unless it is the end of a context.
func ignoreEnd(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
