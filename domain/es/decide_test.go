package es_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

func TestDecisionIsTakenAgainAfterAConflict(t *testing.T) {
	l, s := newLog()
	decide(t, l, command(), openBox)
	s.before = func() bool { decide(t, l, command(), put(1)); return false }
	tries := 0
	r := decide(t, l, command(), func(b box) ([]es.Event, error) {
		tries++
		return put(2)(b)
	})
	if r.Version != 3 || tries != 2 {
		t.Errorf("version %d after %d tries, want 3 after 2", r.Version, tries)
	}
}

func TestDecisionGivesUpAgainstAnEndlessRival(t *testing.T) {
	l, s := newLog()
	decide(t, l, command(), openBox)
	s.before = func() bool { decide(t, l, command(), put(1)); return true }
	tries := 0
	_, err := es.Decide(t.Context(), l, boxes, command(), func(b box) ([]es.Event, error) {
		tries++
		return put(2)(b)
	})
	if !errors.Is(err, es.ErrConflict) || tries != es.DefaultTries {
		t.Errorf("%v after %d tries, want a conflict after %d", err, tries, es.DefaultTries)
	}
}

func TestNamedVersionIsNeverRetried(t *testing.T) {
	l, s := newLog()
	decide(t, l, command(), openBox)
	c, one := command(), uint64(1)
	c.Expect = &one
	s.before = func() bool { decide(t, l, command(), put(1)); return false }
	tries := 0
	_, err := es.Decide(t.Context(), l, boxes, c, func(b box) ([]es.Event, error) { tries++; return put(2)(b) })
	if !errors.Is(err, es.ErrConflict) || tries != 1 {
		t.Errorf("%v after %d tries, want a conflict after 1", err, tries)
	}
	if _, err := es.Decide(t.Context(), l, boxes, c, put(2)); !errors.Is(err, es.ErrConflict) {
		t.Errorf("a version that has passed: %v, want %v", err, es.ErrConflict)
	}
	zero, fresh := uint64(0), command()
	fresh.Expect, fresh.Stream = &zero, "box-demo-2"
	if r := decide(t, l, fresh, openBox); r.Version != 1 {
		t.Errorf("a new stream at version 0: %+v, want r.Version = 1", r)
	}
}

func TestCommandAppendsOnce(t *testing.T) {
	l, s := newLog()
	c := command()
	first := decide(t, l, c, openBox)
	decide(t, l, command(), put(1))
	again := decide(t, l, c, func(box) ([]es.Event, error) { t.Error("decided twice"); return nil, nil })
	if again != first {
		t.Errorf("got %+v, want the first receipt %+v", again, first)
	}
	lost, c := errors.New("the answer was lost"), command()
	s.after = lost
	if _, err := es.Decide(t.Context(), l, boxes, c, put(2)); !errors.Is(err, lost) {
		t.Fatal(err)
	}
	if r := decide(t, l, c, put(2)); r.Version != 3 {
		t.Errorf("asked again after a lost answer: %+v, want r.Version = 3", r)
	}
	if head, err := s.Head(t.Context()); err != nil || head != 3 {
		t.Errorf("%d events, %v, want 3", head, err)
	}
}

func TestRefusalAndSilenceAppendNothing(t *testing.T) {
	l, s := newLog()
	if _, err := es.Decide(t.Context(), l, boxes, command(), put(1)); !errors.Is(err, errShut) {
		t.Errorf("got %v, want %v", err, errShut)
	}
	first := decide(t, l, command(), openBox)
	if r := decide(t, l, command(), openBox); r != first {
		t.Errorf("a decision without events: %+v, want where the stream stands, %+v", r, first)
	}
	if head, _ := s.Head(t.Context()); head != 1 {
		t.Errorf("%d events, want 1", head)
	}
}

func TestDecisionsDoNotGuessWhatANewerProgramWrote(t *testing.T) {
	l, s := newLog()
	decide(t, l, command(), openBox)
	if _, err := s.Append(t.Context(), "box-demo-1", 1, []es.Envelope{{ID: uuid.New(), Type: "box.painted", Schema: 1,
		Body: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := es.Decide(t.Context(), l, boxes, command(), put(1)); err == nil || !strings.Contains(err.Error(), "box.painted") {
		t.Errorf("got %v, want an error that names the event", err)
	}
	if _, _, err := es.Load(t.Context(), l, boxes, "box-demo-1"); err == nil {
		t.Error("loaded past an event of a newer program")
	}
}

func TestLoadFoldsAStream(t *testing.T) {
	l, _ := newLog()
	decide(t, l, command(), openBox)
	last := decide(t, l, command(), put(1))
	state, at, err := es.Load(t.Context(), l, boxes, "box-demo-1")
	if err != nil || at != last || state != (box{open: true, things: 1}) {
		t.Errorf("got %+v at %+v, %v, want an open box of one thing at %v", state, at, err, last)
	}
}

// Who looks before deciding folds the stream once, unless it moves in between.
func TestDecisionOnWhatWasFound(t *testing.T) {
	l, _ := newLog()
	decide(t, l, command(), openBox)
	tries := 0
	on := func(found es.FoldedStream[box], c es.Command) es.Receipt {
		t.Helper()
		_, r, err := found.Decide(t.Context(), l, boxes, c, func(b box) ([]es.Event, error) {
			tries++
			return put(2)(b)
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	find := func(c es.Command) es.FoldedStream[box] {
		t.Helper()
		found, err := es.Find(t.Context(), l, boxes, c.Stream)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	first := command()
	r := on(find(first), first)
	if r.Version != 2 || tries != 1 {
		t.Errorf("version %d after %d tries, want 2 after 1", r.Version, tries)
	}
	if again := on(find(first), first); again != r || tries != 1 {
		t.Errorf("sent again: %+v after %d tries, want %+v after 1", again, tries, r)
	}
	late := command()
	found := find(late)
	decide(t, l, command(), put(1))
	if r := on(found, late); r.Version != 4 || tries != 3 {
		t.Errorf("version %d after %d tries, want 4 after 3", r.Version, tries)
	}
}

// reads is a store that counts how often streams are read.
type reads struct {
	es.Store
	n int
}

func (r *reads) Stream(ctx context.Context, s es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	r.n++
	return r.Store.Stream(ctx, s, after)
}

// Several commands in a row read the stream once, as long as nobody else writes to it.
func TestCommandsGoOnWhereTheLastOneLeftTheStream(t *testing.T) {
	l, s := newLog()
	store := &reads{Store: s}
	l.Store = store
	first, second := command(), command()
	decide(t, l, first, openBox)
	store.n = 0
	opened, err := es.Find(t.Context(), l, boxes, first.Stream)
	if err != nil {
		t.Fatal(err)
	}
	once, r, err := opened.Decide(t.Context(), l, boxes, second, put(1))
	if err != nil || once.At != r || r.Version != 2 || once.State != (box{open: true, things: 1}) {
		t.Fatalf("the first command: got %+v, %+v, %v, want a box with a thing in it at version 2", once, r, err)
	}
	twice, r, err := once.Decide(t.Context(), l, boxes, command(), put(2))
	if err != nil || r.Version != 3 || twice.State.things != 2 {
		t.Errorf("the next command: got %+v, %+v, %v, want two things at version 3", twice, r, err)
	}
	if store.n != 1 {
		t.Errorf("read the stream %d times, want once", store.n)
	}
	again, r, err := twice.Decide(t.Context(), l, boxes, second, put(1))
	if err != nil || r.Version != 2 || again.State.things != 2 {
		t.Errorf("the first command again: got %+v, %+v, %v, want its first receipt", again, r, err)
	}
	if _, ok := opened.ReceiptOf(second); ok {
		t.Error("a stream as it was found has seen a later command")
	}
	if at, ok := twice.ReceiptOf(first); !ok || at.Version != 1 {
		t.Errorf("the receipt of the command before: got %+v, %v, want version 1", at, ok)
	}
}
