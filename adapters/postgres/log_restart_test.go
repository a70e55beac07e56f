package postgres_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
)

// Writers go on while the server crashes and comes back, twice: none of them
// hears of it, and each event is there once.
func TestLogOutlastsARestart(t *testing.T) {
	c, err := pgtest.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	}()
	l, err := postgres.OpenLog(t.Context(), c.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	const writers, each = 16, 300
	errs, progress := make(chan error, writers), make(chan struct{}, writers*each)
	for w := range writers {
		go func() {
			stream := es.StreamID(fmt.Sprintf("a-demo-%d", w))
			for i := range uint64(each) {
				e := []es.Envelope{{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: []byte("{}")}}
				if r, err := l.Append(t.Context(), stream, i, e); err != nil || r.Version != i+1 {
					errs <- fmt.Errorf("%s at %d: %+v, %w", stream, i, r, err)
					return
				}
				progress <- struct{}{}
			}
			errs <- nil
		}()
	}
	running := writers
	for range 2 {
		for range writers * each / 4 {
			select {
			case <-progress:
			case err := <-errs:
				if running--; err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := c.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range running {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	at := es.Position(0)
	for e, err := range l.All(t.Context(), 0, es.Filter{}) {
		if at++; err != nil || e.Position != at {
			t.Fatalf("position %d at %d, %v, want e.Position = %v and no error", e.Position, at, err, at)
		}
	}
	if at != writers*each {
		t.Errorf("%d events, want %d", at, writers*each)
	}
}
