package es_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// hungStore answers nothing until its caller gives up.
type hungStore struct{ es.Store }

// Append implements es.Store.
func (hungStore) Append(ctx context.Context, _ es.StreamID, _ uint64, _ []es.Envelope) (es.Receipt, error) {
	<-ctx.Done()
	return es.Receipt{}, ctx.Err()
}

// Stream implements es.Store.
func (hungStore) Stream(ctx context.Context, _ es.StreamID, _ uint64) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		<-ctx.Done()
		yield(es.Envelope{}, ctx.Err())
	}
}

// TestPatienceEnds asks a log that does not answer again and again: all calls together end in time.
func TestPatienceEnds(t *testing.T) {
	const most = 200 * time.Millisecond
	ctx := es.WithPatience(t.Context(), most)
	l := &es.Log{Store: hungStore{}}
	for range 5 {
		for _, err := range l.Stream(ctx, "a-b-1", 0) {
			if !errors.Is(err, es.ErrNoAnswer) {
				t.Fatalf("got %v, want ErrNoAnswer", err)
			}
		}
	}
	if left, limited := es.PatienceLeft(ctx); left > 0 || !limited {
		t.Errorf("got %s left, limited %v, want none of a limit", left, limited)
	}
	if err := ctx.Err(); err != nil {
		t.Errorf("the context of the request ended: %v, want no error", err)
	}
}

// TestPatienceIsKept lets calls that are answered at once leave all the time that there was, and
// tells an ended request apart from a log that does not answer.
func TestPatienceIsKept(t *testing.T) {
	l := &es.Log{Store: estest.NewStore()}
	ctx := es.WithPatience(t.Context(), time.Hour)
	for range 20 {
		for _, err := range l.Stream(ctx, es.StreamID("none-demo-"+uuid.NewString()), 0) {
			t.Fatal(err)
		}
	}
	if left, _ := es.PatienceLeft(ctx); left != time.Hour {
		t.Errorf("got %s left, want all", left)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range (&es.Log{Store: hungStore{}}).Stream(ended, "a-b-1", 0) {
		if errors.Is(err, es.ErrNoAnswer) || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the end of the request", err)
		}
	}
}
