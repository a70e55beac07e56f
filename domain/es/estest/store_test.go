package estest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestMemory(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(testing.TB) string { return "" },
		Open:  func(context.Context, string) (estest.Closer, error) { return estest.NewStore(), nil },
		Dense: true,
	})
}

// A store that refuses positions which it never gave keeps every promise too.
func TestSparseMemory(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(testing.TB) string { return "" },
		Open: func(context.Context, string) (estest.Closer, error) {
			return estest.Sparse(estest.NewStore()), nil
		},
	})
}

func TestSparseRefusesWhatItNeverGave(t *testing.T) {
	s := estest.Sparse(estest.NewStore())
	var given []es.Position
	for version := range uint64(20) {
		r, err := s.Append(t.Context(), "a-demo-1", version, []es.Envelope{{Type: "test.happened", Body: []byte("{}")}})
		if err != nil {
			t.Fatal(err)
		}
		given = append(given, r.Position)
	}
	for i, at := range given {
		n := 0
		for _, err := range s.All(t.Context(), at, es.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if want := len(given) - i - 1; n != want {
			t.Errorf("after %d: got %d events, want %d", at, n, want)
		}
		for _, beside := range []es.Position{at - 1, at + 1} {
			for _, err := range s.All(t.Context(), beside, es.Filter{}) {
				if !errors.Is(err, es.ErrNoEvent) {
					t.Errorf("after %d: got %v, want %v", beside, err, es.ErrNoEvent)
				}
			}
			if _, err := s.At(t.Context(), beside); !errors.Is(err, es.ErrNoEvent) {
				t.Errorf("at %d: got %v, want %v", beside, err, es.ErrNoEvent)
			}
		}
	}
}
