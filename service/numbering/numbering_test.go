package numbering_test

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/numbering"
)

// sparse is a log whose positions leave gaps, dense one whose positions are numbers.
type sparse struct{ es.Store }

type dense struct{ es.Store }

func (dense) NumberOf(at es.Position) int64 { return int64(at) }

func TestNumbersOfSparsePositions(t *testing.T) {
	n := numbering.New(sparse{})
	if n.IsDense() {
		t.Fatal("a log that does not number its events is taken for dense")
	}
	for i, e := range []es.Envelope{{Position: 10}, {Position: 25, Meta: es.Meta{Causation: 10}},
		{Position: 40, Meta: es.Meta{Causation: 30}}} {
		want := es.Envelope{Position: es.Position(i + 1), Meta: es.Meta{Causation: []es.Position{0, 1, 0}[i]}}
		if got := n.Note(e); got.Position != want.Position || got.Causation != want.Causation {
			t.Errorf("event %d: got number %d caused by %d, want %d by %d", i, got.Position, got.Causation, want.Position, want.Causation)
		}
	}
	for at, want := range map[es.Position]es.Position{0: 0, 9: 0, 10: 1, 24: 1, 25: 2, 40: 3, 41: 3} {
		if got := n.NumberOf(at); got != want {
			t.Errorf("number of position %d: got %d, want %d", at, got, want)
		}
	}
	for number, want := range map[es.Position]es.Position{0: 0, 1: 10, 3: 40, 4: 0} {
		if got := n.PositionOf(number); got != want {
			t.Errorf("position of number %d: got %d, want %d", number, got, want)
		}
	}
	if n.Len() != 3 {
		t.Errorf("got %d noted events, want 3", n.Len())
	}
}

func TestDensePositionsAreNumbers(t *testing.T) {
	for name, n := range map[string]*numbering.Numbering{"of a log": numbering.New(dense{}), "without one": numbering.NewDense()} {
		e := es.Envelope{Position: 7, Meta: es.Meta{Causation: 5}}
		if got := n.Note(e); got.Position != 7 || got.Causation != 5 || n.NumberOf(9) != 9 || n.PositionOf(9) != 9 ||
			n.Len() != 0 || !n.IsDense() {
			t.Errorf("%s: got %v, %d, %d, %d, want 7 caused by 5, without a table",
				name, got, n.NumberOf(9), n.PositionOf(9), n.Len())
		}
	}
}
