package es_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// lampLog returns a blind store with ten boxes and then ten lamps, at positions 1 to 20.
func lampLog(t *testing.T) *estest.Blind {
	t.Helper()
	s := estest.NewBlind(estest.NewStore())
	for i := range uint64(20) {
		e := es.Envelope{ID: uuid.New(), Type: "box.filled", Schema: 1, Body: []byte("{}")}
		if i >= 10 {
			e.Type = "lamp.lit"
		}
		if _, err := s.Append(t.Context(), "box-demo-1", i, []es.Envelope{e}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func readAll(events func(func(es.Envelope, error) bool)) (at []es.Position, err error) {
	for e, err := range events {
		if err != nil {
			return at, err
		}
		at = append(at, e.Position)
	}
	return at, nil
}

func TestReadsThatEndBeforeTheHead(t *testing.T) {
	boxes, lamps, both := es.Filter{Types: []string{"box.filled"}}, es.Filter{Types: []string{"lamp.lit"}}, es.Filter{}
	for _, c := range []struct {
		name   string
		hide   func(*estest.Blind)
		after  es.Position
		filter es.Filter
		want   int // events
		at     es.Position
	}{
		{"all is seen", (*estest.Blind).HideNothing, 0, both, 20, 0},
		{"all of a type is seen", (*estest.Blind).HideNothing, 0, boxes, 10, 0},
		{"nothing passes", (*estest.Blind).HideNothing, 5, es.Filter{Types: []string{"test.none"}}, 0, 0},
		{"after the head", (*estest.Blind).HideNothing, 20, both, 0, 0},
		{"nothing is seen", func(b *estest.Blind) { b.HideAfter(0) }, 0, both, 0, 0},
		{"the last is not seen", func(b *estest.Blind) { b.HideAfter(19) }, 0, both, 19, 19},
		{"the rest is not seen", func(b *estest.Blind) { b.HideAfter(12) }, 3, both, 9, 12},
		{"nothing is seen with a filter", func(b *estest.Blind) { b.HideAfter(0) }, 0, lamps, 0, 0},
		{"the rest is not seen, and would not pass", func(b *estest.Blind) { b.HideAfter(10) }, 0, boxes, 10, 10},
		{"the rest is not seen, and would pass", func(b *estest.Blind) { b.HideAfter(12) }, 0, lamps, 2, 12},
		{"reads with a filter see nothing", func(b *estest.Blind) { b.HideFilteredAfter(0) }, 0, boxes, 0, 0},
		{"reads with a filter end early", func(b *estest.Blind) { b.HideFilteredAfter(14) }, 0, lamps, 4, 14},
	} {
		s := lampLog(t)
		c.hide(s)
		whole := c.name == "all is seen" || c.name == "all of a type is seen" || c.name == "nothing passes" || c.name == "after the head"
		for how, events := range map[string]func(func(es.Envelope, error) bool){
			"ReadToHead":      es.ReadToHead(t.Context(), s, c.after, c.filter),
			"ReadToKnownHead": es.ReadToKnownHead(t.Context(), s, c.after, 20, c.filter),
		} {
			got, err := readAll(events)
			var incomplete *es.IncompleteRead
			switch {
			case len(got) != c.want:
				t.Errorf("%s, %s: got %d events, want %d", c.name, how, len(got), c.want)
			case whole && err != nil, !whole && !errors.Is(err, es.ErrIncompleteRead):
				t.Errorf("%s, %s: got error %v, want one: %t", c.name, how, err, !whole)
			case !whole && (!errors.As(err, &incomplete) || incomplete.At != c.at || incomplete.Head != 20):
				t.Errorf("%s, %s: got %v, want it at %d of 20", c.name, how, err, c.at)
			}
		}
	}
}

// TestBrokenOffReads end where their reader ends them, or with the error of their context.
func TestBrokenOffReads(t *testing.T) {
	s := lampLog(t)
	s.HideAfter(12)
	for _, err := range es.ReadToHead(t.Context(), s, 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	for e, err := range es.ReadToKnownHead(ctx, s, 0, 20, es.Filter{}) {
		if e.Position == 12 {
			cancel()
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
	cancel()
}

// ending is a store that nothing more is appended to.
type ending struct{ es.Store }

// Wait implements es.Store.
func (ending) Wait(context.Context, es.Position) error { return errors.New("there is no more") }

// TestProjectionsMoveOverWhatTheyWereGiven has the store of a projection see nothing after a position: the
// checkpoint stays there, and when the store sees again, nothing is missing.
func TestProjectionsMoveOverWhatTheyWereGiven(t *testing.T) {
	for _, hidden := range []es.Position{0, 1, 500, 999, 1000, 1002} {
		l, m := fillLog(t), newModel()
		s := estest.NewBlind(l.Store.(estest.Closer))
		l.Store = s
		s.HideAfter(hidden)
		want := min(hidden, 1000) // the last three have no handler
		at, err := es.CatchUp(t.Context(), l, m, counting("", 0), 0)
		if !errors.Is(err, es.ErrIncompleteRead) || at != want || m.at != want {
			t.Errorf("hidden after %d: got checkpoint %d, %d, and %v, want %d and %v", hidden, at, m.at, err, want, es.ErrIncompleteRead)
		}
		still := &es.Log{Store: ending{s}, Codec: l.Codec}
		if err := es.RunProjection(t.Context(), still, m, counting("", 0)); !errors.Is(err, es.ErrIncompleteRead) ||
			m.at != want || m.reached > want {
			t.Errorf("hidden after %d: got checkpoint %d, readers told of %d, and %v; want %d", hidden, m.at, m.reached, err, want)
		}
		s.HideNothing()
		at, err = es.CatchUp(t.Context(), l, m, counting("", 0), m.at)
		if err != nil || at != 1003 || m.rows["box-demo-0"] != 100 || m.rows["box-demo-9"] != 100 {
			t.Errorf("seen again: got checkpoint %d, rows %v, %v; want 1003, 100 in each", at, m.rows, err)
		}
	}
}

// TestConformanceFindsBlindStores holds the check of the suite against stores that are none.
func TestConformanceFindsBlindStores(t *testing.T) {
	s := lampLog(t)
	if err := estest.CheckReadsToHead(t.Context(), s, "lamp.lit"); err != nil {
		t.Errorf("a store that sees everything: %v, want no error", err)
	}
	for name, hide := range map[string]func(){
		"nothing": func() { s.HideAfter(0) }, "the rest": func() { s.HideAfter(15) }, "the last": func() { s.HideAfter(19) },
		"with a filter": func() { s.HideFilteredAfter(0) }, "the rest with a filter": func() { s.HideFilteredAfter(12) },
	} {
		if hide(); estest.CheckReadsToHead(t.Context(), s, "lamp.lit") == nil {
			t.Errorf("a store that does not see %s passes, want it found", name)
		}
	}
	s.HideFilteredAfter(0)
	if got, err := readAll(s.All(t.Context(), 0, es.Filter{})); err != nil || !slices.Equal(got[:1], []es.Position{1}) {
		t.Errorf("without a filter: got %v, %v, want no error and %v", got, err, []es.Position{1})
	}
}
