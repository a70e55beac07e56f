package estest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Writers append to a store at once, each one event after the other to a stream of
// its own.
type Writers struct {
	Store   es.Store
	Body    []byte
	Writers int
	Each    int    // events of each writer in one run
	Node    string // begins the ids of their streams, so that several nodes have their own
	at      uint64
}

// Append lets every writer append its events and gives the events a second.
func (w *Writers) Append(b *testing.B) float64 {
	b.Helper()
	errs := make(chan error, w.Writers)
	start := time.Now()
	for i := range w.Writers {
		go func() { errs <- w.appendEvents(b, es.StreamID(fmt.Sprintf("bench-demo-%s%d", w.Node, i))) }()
	}
	for range w.Writers {
		if err := <-errs; err != nil {
			b.Fatal(err)
		}
	}
	w.at += uint64(w.Each)
	return float64(w.EventCount()) / time.Since(start).Seconds()
}

// EventCount returns how many one run of Append writes.
func (w *Writers) EventCount() int { return w.Writers * w.Each }

func (w *Writers) appendEvents(b *testing.B, stream es.StreamID) error {
	e := []es.Envelope{{Type: "test.happened", Schema: 1, Body: w.Body}}
	for at := w.at; at < w.at+uint64(w.Each); at++ {
		e[0].ID = uuid.New()
		if _, err := w.Store.Append(b.Context(), stream, at, e); err != nil {
			return err
		}
	}
	return nil
}
