package store_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// shelf answers one document for all keys and counts how often it is asked.
type shelf struct {
	doc    string
	asked  int
	parked bool
	then   func() // called before answering
}

func (s *shelf) Doc(context.Context, *store.Table, string) ([]byte, bool, error) {
	s.asked++
	doc := s.doc
	if s.then != nil {
		s.then()
	}
	return []byte(doc), doc != "", nil
}

func (s *shelf) KeysWhere(context.Context, *store.Table, string, any) ([]string, error) {
	return nil, nil
}

func (s *shelf) HasParked(context.Context, string, es.StreamID) (bool, error) {
	s.asked++
	return s.parked, nil
}

func put(t *store.Table, key, doc string) []store.Change {
	return []store.Change{{Table: t, Puts: []*projections.Row{{Key: key, Doc: []byte(doc)}}}}
}

func TestRecentDocuments(t *testing.T) {
	table := &store.Table{Physical: `"list_v1"`}
	s := &shelf{doc: "stored"}
	recent := store.NewRecent(1000)
	read := func(r *store.Reading, key, want string, asked int) {
		t.Helper()
		doc, ok, err := r.Doc(t.Context(), table, key)
		if err != nil || string(doc) != want || ok != (want != "") || s.asked != asked {
			t.Errorf("%s: %q %v %v after %d questions, want %q after %d", key, doc, ok, err, s.asked, want, asked)
		}
	}
	at := func(p es.Position, epoch int64) *store.Reading {
		return recent.BeginReading(s, "list_v1", store.Progress{At: p, Epoch: epoch})
	}
	first := at(1, 0)
	read(first, "a", "stored", 1)
	read(first, "a", "stored", 1) // remembered from the reading
	first.NoteStored(put(table, "b", "new"), false, 2)
	read(at(2, 0), "b", "new", 1) // remembered from the writing
	gone := at(2, 0)
	gone.NoteStored([]store.Change{{Table: table, Deletes: []string{"b"}}}, false, 3)
	read(at(3, 0), "b", "", 1)       // remembered as deleted
	read(at(4, 0), "a", "stored", 2) // another process moved the checkpoint
	read(at(4, 1), "a", "stored", 3) // the view was reset
	for i := range 50 {
		at(es.Position(4+i), 1).NoteStored(put(table, fmt.Sprint(i), "x"), false, es.Position(5+i))
	}
	read(at(54, 1), "49", "x", 3)
	read(at(54, 1), "0", "stored", 4)    // pushed out
	at(54, 1).NoteStored(nil, false, 54) // a repair, which is a new epoch
	read(at(54, 2), "49", "x", 4)
	recent.Forget("list_v1")
	read(at(54, 2), "49", "stored", 5)
}

func TestWhetherAnythingIsParkedIsAskedOnce(t *testing.T) {
	recent := store.NewRecent(0)
	s := &shelf{}
	ask := func(r *store.Reading, stream es.StreamID, want bool, asked int) {
		t.Helper()
		if got, err := r.HasParked(t.Context(), "list_v1", stream); got != want || err != nil || s.asked != asked {
			t.Errorf("%v %v after %d questions, want %v after %d", got, err, s.asked, want, asked)
		}
	}
	first := recent.BeginReading(s, "list_v1", store.Progress{At: 1})
	ask(first, "a", false, 1) // says nothing of the others
	ask(first, "", false, 2)
	ask(first, "", false, 2)
	ask(first, "b", false, 2)
	first.NoteStored(nil, false, 2)
	second := recent.BeginReading(s, "list_v1", store.Progress{At: 2})
	ask(second, "", false, 2)
	s.parked = true
	second.NoteStored(nil, true, 3) // an event was parked
	third := recent.BeginReading(s, "list_v1", store.Progress{At: 3})
	ask(third, "", true, 3)
	ask(third, "a", true, 4)
}

func TestWhereAViewWasLeft(t *testing.T) {
	recent := store.NewRecent(0)
	if at, ok := recent.ProgressOf("list_v1"); ok {
		t.Errorf("nothing was written, yet at %+v, want not ok", at)
	}
	recent.BeginReading(&shelf{}, "list_v1", store.Progress{At: 3, Epoch: 7}).NoteStored(nil, false, 5)
	if at, ok := recent.ProgressOf("list_v1"); !ok || at != (store.Progress{At: 5, Epoch: 7}) {
		t.Errorf("at %+v %v, want 5 of epoch 7", at, ok)
	}
	if _, ok := recent.ProgressOf("list_v2"); ok {
		t.Error("another view stands somewhere")
	}
}

func TestReadingThatWasOvertakenIsNotKept(t *testing.T) {
	table := &store.Table{Physical: `"list_v1"`}
	recent := store.NewRecent(0)
	s := &shelf{doc: "old"}
	winner := recent.BeginReading(s, "list_v1", store.Progress{At: 1})
	loser := recent.BeginReading(s, "list_v1", store.Progress{At: 1})
	s.then = func() { winner.NoteStored(put(table, "a", "new"), false, 2) } // while the loser reads
	if doc, _, err := loser.Doc(t.Context(), table, "a"); string(doc) != "old" || err != nil {
		t.Fatalf("%q %v, want string(doc) = old and no error", doc, err)
	}
	s.then = nil
	doc, _, err := recent.BeginReading(s, "list_v1", store.Progress{At: 2}).Doc(t.Context(), table, "a")
	if string(doc) != "new" || err != nil {
		t.Fatalf("the older reading stayed: %q %v, want string(doc) = new and no error", doc, err)
	}
}
