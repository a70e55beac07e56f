package processes_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
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
	h := newService(t, template.Settings{})
	m := &marks{at: es.Position(len(h.events("")))} // behind what it was made of
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	handled := make(chan es.Position, 10)
	c := &processes.Consumer{Name: "rare", Log: h.Log, Marks: m, Stride: 10, Filter: es.Filter{Types: []string{"template.created"}},
		Handle: func(_ context.Context, r es.Recorded) error { handled <- r.Position; return nil }}
	other := func(n int) {
		for range n {
			h.append(dossier.Stream("demo", uuid.NewString()), dossier.Created{})
		}
	}
	other(5)
	h.append(template.Stream("demo", uuid.NewString()), template.Created{})
	other(3)
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	if at := <-handled; at != 8 {
		t.Errorf("handled %d", at)
	}
	other(25)
	h.append(template.Stream("demo", uuid.NewString()), template.Created{})
	if at := <-handled; at != 37 {
		t.Errorf("handled %d", at)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if m.at < 8 || m.saves < 1 || m.saves > 6 {
		t.Errorf("the checkpoint is at %d after %d writes", m.at, m.saves)
	}
}
