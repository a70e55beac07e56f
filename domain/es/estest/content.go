package estest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

func envelopeFields(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	want := es.Envelope{ID: uuid.New(), Type: "file.uploaded", Schema: 3, Body: []byte(`{"a":1}`),
		Meta: es.Meta{Actor: "ada'\"%", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New(), Causation: 1 << 40,
			Trace: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}
	bare := es.Envelope{ID: uuid.New(), Type: "file.archived", Schema: 1, Body: []byte{}}
	from := time.Now().Add(-time.Second)
	r := mustAppend(t, ctx, s, "file-demo-1", 0, []es.Envelope{want, bare})
	for name, got := range map[string][]es.Envelope{
		"stream": mustCollect(t, s.Stream(ctx, "file-demo-1", 0)), "all": mustCollect(t, s.All(ctx, 0, es.Filter{}))} {
		if len(got) != 2 || got[1].Position != r.Position {
			t.Fatalf("%s: %d events, receipt %+v", name, len(got), r)
		}
		for i, w := range []es.Envelope{want, bare} {
			g := got[i]
			if g.Time.Location() != time.UTC || g.Time.Before(from) || g.Time.After(time.Now().Add(time.Second)) {
				t.Errorf("%s: commit time %v", name, g.Time)
			}
			w.Stream, w.Version, w.Position, w.Time = "file-demo-1", uint64(i+1), g.Position, g.Time
			if len(w.Body) == 0 && len(g.Body) == 0 {
				w.Body = g.Body
			}
			if !reflect.DeepEqual(g, w) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", name, g, w)
			}
		}
	}
}

func testBodies(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	random := make([]byte, es.MaxBody)
	_, _ = rand.NewChaCha8([32]byte{7}).Read(random) // never fails
	want := [][]byte{nil, {}, {0}, []byte("a\x00b"), []byte("\xff\xfe\xc3\x28"), []byte(`{"b": 1.0,  "a":"\u00e9"}`),
		[]byte("'; DROP TABLE events; --"), []byte("\r\n\t "), bytes.Repeat([]byte{0}, 70000), random[:1<<16], random}
	events := newEvents(len(want))
	for i := range want {
		events[i].Body = slices.Clone(want[i])
	}
	mustAppend(t, ctx, s, "a-demo-1", 0, events)
	for i := range events { // the caller's buffers are the caller's again
		clear(events[i].Body)
	}
	got := mustCollect(t, s.All(ctx, 0, es.Filter{}))
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i, g := range got {
		if !bytes.Equal(g.Body, want[i]) {
			t.Errorf("body %d of %d bytes came back changed: %d bytes", i, len(want[i]), len(g.Body))
		}
	}
}

func tooLarge(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	events := newEvents(3)
	events[2].Body = make([]byte, es.MaxBody+1)
	if _, err := s.Append(ctx, "a-demo-1", 0, events); !errors.Is(err, es.ErrTooLarge) {
		t.Errorf("got %v, want too large", err)
	}
	if got := mustCollect(t, s.Stream(ctx, "a-demo-1", 0)); len(got) != 0 {
		t.Errorf("%d of its events were kept", len(got))
	}
	mustAppend(t, ctx, s, "a-demo-1", 0, events[:2])
}

func streamNames(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	var control strings.Builder
	for c := rune(1); c < 32; c++ {
		control.WriteRune(c)
	}
	names := []es.StreamID{"a", "A", "a ", " a", "'", `"`, "`", "a'; DROP TABLE streams; --", "%", "a%", "_", "..", "../../etc/passwd",
		"a/b", `a\b`, "$1", "?", ":a", "-", "--", "żółć-文書-🙂", "e\u0301", "\u00e9", es.StreamID(control.String()), "\u202e",
		es.StreamID(strings.Repeat("x", 1024)), es.StreamID(strings.Repeat("x", 1023) + "y")}
	for _, n := range names {
		mustAppend(t, ctx, s, n, 0, newEvents(1))
		mustAppend(t, ctx, s, n, 1, newEvents(1))
	}
	for _, n := range names {
		got := mustCollect(t, s.Stream(ctx, n, 0))
		if len(got) != 2 || got[0].Stream != n || got[1].Stream != n {
			t.Errorf("stream %.40q: %d events", n, len(got))
		}
	}
	for i, e := range mustCollect(t, s.All(ctx, 0, es.Filter{})) {
		if e.Stream != names[i/2] {
			t.Errorf("event %d is of %.40q, want %.40q", i, e.Stream, names[i/2])
		}
	}
}

// badText sends what a store may be unable to keep: it keeps it exactly or
// refuses it, and nobody else suffers.
func badText(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	for round := range 10 {
		good, bad := make(chan error, 16), make(chan error, 1)
		name := es.StreamID(fmt.Sprintf("bad-demo-%d", round))
		events := newEvents(1)
		events[0].Actor = "a\x00b\xff"
		go func() { _, err := s.Append(ctx, name, 0, events); bad <- err }()
		for i := range cap(good) {
			go func() {
				_, err := s.Append(ctx, es.StreamID(fmt.Sprintf("good-demo-%d-%d", round, i)), 0, newEvents(1))
				good <- err
			}()
		}
		for range cap(good) {
			if err := <-good; err != nil {
				t.Error("one who did nothing wrong:", err)
			}
		}
		err := <-bad
		got := mustCollect(t, s.Stream(ctx, name, 0))
		if kept := len(got) == 1 && got[0].Actor == events[0].Actor; err == nil && !kept || err != nil && len(got) > 0 {
			t.Errorf("answered %v, kept %+v", err, got)
		}
	}
}

// testKinds tests the stores that report which events they hold, and in what version.
func testKinds(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	k, ok := s.(interface {
		EventVersions(ctx context.Context) (map[string]int, error)
	})
	if !ok {
		t.Skip("the store does not tell")
	}
	want := map[string]int{}
	for i, e := range []es.Envelope{{Type: "a", Schema: 2}, {Type: "a", Schema: 1}, {Type: "b", Schema: 1}, {Type: "a", Schema: 3}} {
		e.ID = uuid.New()
		mustAppend(t, ctx, s, "a-demo-1", uint64(i), []es.Envelope{e})
		want[e.Type] = max(want[e.Type], e.Schema)
		if got, err := k.EventVersions(ctx); err != nil || !maps.Equal(got, want) {
			t.Errorf("after %d events: %v, %v, want %v", i+1, got, err, want)
		}
	}
	if _, err := s.Append(ctx, "a-demo-1", 0, []es.Envelope{{ID: uuid.New(), Type: "never", Schema: 1}}); !errors.Is(err, es.ErrConflict) {
		t.Error(err)
	}
	if got, err := k.EventVersions(ctx); err != nil || !maps.Equal(got, want) {
		t.Errorf("after a conflict: %v, %v, want %v", got, err, want)
	}
}
