package processes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/signin"
)

// away is a store that cannot be appended to, until it is told to be back.
type away struct {
	es.Store
	gone bool
}

var errAway = errors.New("away")

func (a *away) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if a.gone {
		return es.Receipt{}, errAway
	}
	return a.Store.Append(ctx, s, expect, events)
}

func newRecorder() (*SignInRecorder, *away, *time.Time) {
	now := time.Date(2024, 5, 31, 12, 0, 0, 0, time.UTC)
	store := &away{Store: estest.NewStore()}
	c := es.NewCodec(json.Marshal, json.Unmarshal, estest.Glass{})
	signin.RegisterEvents(c)
	return &SignInRecorder{Log: &es.Log{Store: store, Codec: c}, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Now: func() time.Time { return now }}, store, &now
}

// listEvents returns the events in a recorder's log: stream, actor, type and how often.
func listEvents(t *testing.T, g *SignInRecorder) string {
	t.Helper()
	var out []string
	for e, err := range g.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		times := 0
		switch v := e.Event.(type) {
		case signin.SignedIn:
			times = v.Times
		case signin.Failed:
			times = v.Times
		case signin.Denied:
			times = v.Times
		}
		out = append(out, fmt.Sprintf("%s %s %d", e.Stream.Key(), e.Type, times))
	}
	return strings.Join(out, "\n")
}

func TestSignInsAreWrittenAtOnce(t *testing.T) {
	t.Parallel()
	g, _, now := newRecorder()
	const mira = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04"
	for _, v := range []SignInEvent{{Type: "auth.signed-in", UserID: mira, Client: "app", Address: "192.0.2.1"},
		{Type: "auth.failed", Address: "192.0.2.1"},
		{Type: "access.denied", UserID: mira, Operation: "createUser"}} {
		v.Workspace, v.Time = "demo", *now
		g.Record(t.Context(), v)
	}
	if got := listEvents(t, g); got != "f1f0c2b65d7e4c3a8f210b1c2d3e4f04-20240531 auth.signed-in 1\nunknown-20240531 auth.failed 1\n"+
		"f1f0c2b65d7e4c3a8f210b1c2d3e4f04-20240531 access.denied 1" {
		t.Error(got)
	}
}

// Who comes all the time is written now and then, and nothing is left out.
func TestManySignInsAreCounted(t *testing.T) {
	t.Parallel()
	g, _, now := newRecorder()
	visit := func(n int) {
		for range n {
			g.Record(t.Context(), SignInEvent{Type: "auth.signed-in", Workspace: "demo", Time: *now})
		}
	}
	visit(100 + 250)
	if got := strings.Count(listEvents(t, g), "signed-in 1"); got != 100 {
		t.Errorf("%d were written one by one, want 100", got)
	}
	if err := g.Flush(t.Context()); err != nil || !strings.HasSuffix(listEvents(t, g), "signed-in 250") {
		t.Errorf("%v %s, want no error and %q at its end", err, listEvents(t, g), "signed-in 250")
	}
	*now = now.Add(20 * time.Second)
	visit(3)
	if err := g.Flush(t.Context()); err != nil || strings.Count(listEvents(t, g), "\n") != 103 ||
		!strings.HasSuffix(listEvents(t, g), "signed-in 1") {
		t.Errorf(`%v %s, want strings.Count(listEvents(t, g), "\n") = 103, it to end with signed-in 1 and no error`, err, listEvents(t, g))
	}
	if err := g.Flush(t.Context()); err != nil || strings.Count(listEvents(t, g), "\n") != 103 {
		t.Errorf(`written twice: %v, want strings.Count(listEvents(t, g), "\n") = 103 and no error`, err)
	}
}

func TestSignInsSurviveAnOutage(t *testing.T) {
	t.Parallel()
	g, store, now := newRecorder()
	store.gone = true
	g.Record(t.Context(), SignInEvent{Type: "auth.failed", Workspace: "demo", Time: *now})
	if err := g.Flush(t.Context()); !errors.Is(err, errAway) {
		t.Error(err)
	}
	store.gone = false
	g.Record(t.Context(), SignInEvent{Type: "auth.failed", Workspace: "demo", Time: *now})
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := g.Run(ended); !errors.Is(err, context.Canceled) || errors.Is(err, errAway) {
		t.Error(err)
	}
	if got := strings.Count(listEvents(t, g), "auth.failed 1"); got != 2 {
		t.Errorf("%d of 2: %s, want 2", got, listEvents(t, g))
	}
}

// TestCountedSignInsAreToldTogether from wherever and whenever they came.
func TestCountedSignInsAreToldTogether(t *testing.T) {
	t.Parallel()
	g, store, now := newRecorder()
	store.gone = true
	for _, address := range []string{"192.0.2.1", "192.0.2.2"} {
		*now = now.Add(time.Second)
		g.Record(t.Context(), SignInEvent{Type: "auth.failed", Workspace: "demo", Address: address, Time: *now})
	}
	store.gone = false
	if err := g.Flush(t.Context()); err != nil || listEvents(t, g) != "unknown-20240531 auth.failed 2" {
		t.Errorf("got %v, %s; want one event of two", err, listEvents(t, g))
	}
	for e, err := range g.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if f := e.Event.(signin.Failed); f.Address.Value != "" {
			t.Errorf("got the address %q of one of them, want nothing", f.Address.Value)
		}
	}
}
