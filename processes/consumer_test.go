package processes_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// marks is a checkpoint that counts how often it was written.
type marks struct {
	at    es.Position
	saves int
}

func (m *marks) Load(context.Context, string) (es.Position, error) { return m.at, nil }

func (m *marks) Save(_ context.Context, _ string, from, to es.Position) error {
	if from != m.at {
		return errors.New("the checkpoint is elsewhere")
	}
	m.at, m.saves = to, m.saves+1
	return nil
}

// TestAConsumerOfRareEventsWritesRarely wants one write for each event that was
// handled, and for others one in a stride.
func TestAConsumerOfRareEventsWritesRarely(t *testing.T) {
	t.Parallel()
	h := newService(t, template.Settings{})
	m := &marks{at: es.Position(len(h.events("")))} // behind what it was made of
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	handled := make(chan es.Position, 10)
	c := &processes.Consumer{Name: "rare", Log: h.Log, Marks: m, Stride: 10, Filter: es.Filter{Types: []string{"template.created"}},
		Handle: func(_ context.Context, r es.Recorded) error { handled <- r.Position; return nil }}
	other := func(n int) {
		for range n {
			h.append(dossier.StreamOf("demo", uuid.NewString()), dossier.Created{})
		}
	}
	other(5)
	h.append(template.StreamOf("demo", uuid.NewString()), template.Created{})
	other(3)
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	if at := <-handled; at != 8 {
		t.Errorf("handled %d, want 8", at)
	}
	other(25)
	h.append(template.StreamOf("demo", uuid.NewString()), template.Created{})
	if at := <-handled; at != 37 {
		t.Errorf("handled %d, want 37", at)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if m.at < 8 || m.saves < 1 || m.saves > 6 {
		t.Errorf("the checkpoint is at %d after %d writes, want m.at at least 8, m.saves at least 1 and m.saves at most 6", m.at, m.saves)
	}
}

// waits is a store whose Wait returns what the test says.
type waits struct {
	es.Store
	wait func() error
}

func (w waits) Wait(context.Context, es.Position) error { return w.wait() }

// TestACheckpointIsWrittenInStrides unless something was handled.
func TestACheckpointIsWrittenInStrides(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name           string
		foreign, wants int // events
		stride         uint64
		saves          int
	}{
		{"nothing", 0, 0, 10, 0},
		{"nothing, and no stride", 0, 0, 0, 0},
		{"fewer than a stride", 9, 0, 10, 0},
		{"a stride", 10, 0, 10, 1},
		{"one that was handled", 0, 1, 10, 1},
		{"one that was handled among others", 3, 1, 10, 1},
	} {
		s := newService(t, template.Settings{})
		begun := es.Position(len(s.events("")))
		for range row.foreign {
			s.append(dossier.StreamOf("demo", uuid.NewString()), dossier.Created{})
		}
		for range row.wants {
			s.append(template.StreamOf("demo", uuid.NewString()), template.Created{})
		}
		ended := errors.New("there is no more")
		m, handled, rounds := &marks{at: begun}, 0, 0
		log := &es.Log{Codec: s.Log.Codec, Store: waits{s.Log.Store, func() error {
			if rounds++; rounds == 2 {
				return ended
			}
			return nil
		}}}
		c := &processes.Consumer{Name: "test", Log: log, Marks: m, Stride: row.stride,
			Filter: es.Filter{Types: []string{"template.created"}},
			Handle: func(context.Context, es.Recorded) error { handled++; return nil }}
		if err := c.Run(t.Context()); !errors.Is(err, ended) {
			t.Errorf("%s: got %v, want %v", row.name, err, ended)
		}
		if handled != row.wants || m.saves != row.saves {
			t.Errorf("%s: handled %d, %d writes of the checkpoint; want %d and %d", row.name, handled, m.saves, row.wants, row.saves)
		}
		if head := begun + es.Position(row.foreign+row.wants); row.saves > 0 && m.at != head {
			t.Errorf("%s: the checkpoint is at %d, want %d", row.name, m.at, head)
		}
	}
}

func TestAConsumerTellsWhereItFailed(t *testing.T) {
	t.Parallel()
	s := newService(t, template.Settings{})
	broken := errors.New("broken")
	m := &marks{at: 1}
	c := &processes.Consumer{Name: "test", Log: s.Log, Marks: m, Handle: func(context.Context, es.Recorded) error { return broken }}
	err := c.Run(t.Context())
	if want := "consumer test at 1: event 2: broken"; !errors.Is(err, broken) || err.Error() != want || m.saves != 0 {
		t.Errorf("got %v after %d writes, want %s", err, m.saves, want)
	}
}

// TestConsumersMoveOverWhatTheyWereGiven has the log of a consumer see nothing after a position: its place
// stays before what it was not given, and when the log sees again it handles the rest, and all once.
func TestConsumersMoveOverWhatTheyWereGiven(t *testing.T) {
	t.Parallel()
	for _, seen := range []int{0, 1, 3, 5} {
		s := newService(t, template.Settings{})
		begun := es.Position(len(s.events("")))
		for range 3 {
			s.append(template.StreamOf("demo", uuid.NewString()), template.Created{})
			s.append(dossier.StreamOf("demo", uuid.NewString()), dossier.Created{})
		}
		store := estest.NewBlind(s.Log.Store.(estest.Closer))
		store.HideAfter(begun + es.Position(seen))
		ended := errors.New("there is no more")
		log := &es.Log{Codec: s.Log.Codec, Store: waits{store, func() error { return ended }}}
		var handled []es.Position
		m := &marks{at: begun}
		c := &processes.Consumer{Name: "test", Log: log, Marks: m,
			Filter: es.Filter{Types: []string{"template.created"}},
			Handle: func(_ context.Context, r es.Recorded) error { handled = append(handled, r.Position-begun); return nil }}
		for range 2 {
			err := c.Run(t.Context())
			if want := (seen + 1) / 2; !errors.Is(err, es.ErrIncompleteRead) || len(handled) != want || m.at > begun+es.Position(seen) {
				t.Errorf("%d seen: got %d handled, place %d, %v; want %d, at most %d, %v", seen, len(handled), m.at-begun, err, want, seen,
					es.ErrIncompleteRead)
			}
		}
		store.HideNothing()
		if err := c.Run(t.Context()); !errors.Is(err, ended) || !slices.Equal(handled, []es.Position{1, 3, 5}) || m.at != begun+6 {
			t.Errorf("%d seen, and then all: got %v, place %d, %v; want 1, 3, 5, place 6, %v", seen, handled, m.at-begun, err, ended)
		}
	}
}
