package engine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/engine"
)

// shelf answers one document for all keys and counts how often it is asked.
type shelf struct {
	doc   string
	asked int
	then  func() // called before answering
}

func (s *shelf) Doc(context.Context, *engine.Table, string) ([]byte, bool, error) {
	s.asked++
	doc := s.doc
	if s.then != nil {
		s.then()
	}
	return []byte(doc), doc != "", nil
}

func (s *shelf) KeysWhere(context.Context, *engine.Table, string, any) ([]string, error) {
	return nil, nil
}

func (s *shelf) Parked(context.Context, string, es.StreamID) (bool, error) { return false, nil }

func put(t *engine.Table, key, doc string) []engine.Change {
	return []engine.Change{{Table: t, Puts: []*projections.Row{{Key: key, Doc: []byte(doc)}}}}
}

func TestRecentDocuments(t *testing.T) {
	table := &engine.Table{Physical: `"list_v1"`}
	s := &shelf{doc: "stored"}
	recent := engine.NewRecent(1000)
	read := func(r *engine.Reading, key, want string, asked int) {
		t.Helper()
		doc, ok, err := r.Doc(t.Context(), table, key)
		if err != nil || string(doc) != want || ok != (want != "") || s.asked != asked {
			t.Errorf("%s: %q %v %v after %d questions, want %q after %d", key, doc, ok, err, s.asked, want, asked)
		}
	}
	at := func(p es.Position, epoch int64) *engine.Reading {
		return recent.Over(s, "list_v1", engine.Progress{At: p, Epoch: epoch})
	}
	first := at(1, 0)
	read(first, "a", "stored", 1)
	read(first, "a", "stored", 1) // remembered from the reading
	first.Stored(put(table, "b", "new"), 2)
	read(at(2, 0), "b", "new", 1) // remembered from the writing
	gone := at(2, 0)
	gone.Stored([]engine.Change{{Table: table, Deletes: []string{"b"}}}, 3)
	read(at(3, 0), "b", "", 1)       // remembered as deleted
	read(at(4, 0), "a", "stored", 2) // another process moved the checkpoint
	read(at(4, 1), "a", "stored", 3) // the view was reset
	many := at(4, 1)
	for i := range 50 {
		many.Stored(put(table, fmt.Sprint(i), "x"), 4)
	}
	read(at(4, 1), "49", "x", 3)
	read(at(4, 1), "0", "stored", 4) // pushed out
}

func TestReadingThatWasOvertakenIsNotKept(t *testing.T) {
	table := &engine.Table{Physical: `"list_v1"`}
	recent := engine.NewRecent(0)
	s := &shelf{doc: "old"}
	winner := recent.Over(s, "list_v1", engine.Progress{At: 1})
	loser := recent.Over(s, "list_v1", engine.Progress{At: 1})
	s.then = func() { winner.Stored(put(table, "a", "new"), 2) } // while the loser reads
	if doc, _, err := loser.Doc(t.Context(), table, "a"); string(doc) != "old" || err != nil {
		t.Fatalf("%q %v", doc, err)
	}
	s.then = nil
	doc, _, err := recent.Over(s, "list_v1", engine.Progress{At: 2}).Doc(t.Context(), table, "a")
	if string(doc) != "new" || err != nil {
		t.Fatalf("the older reading stayed: %q %v", doc, err)
	}
}
