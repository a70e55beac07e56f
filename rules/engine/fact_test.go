package engine

import (
	"sync"
	"testing"
)

// TestAnObjectIsAFactOfSeveralSessions inserts the same objects into sessions that run at the same
// time, retracts them and inserts them again: each session has facts of its own.
func TestAnObjectIsAFactOfSeveralSessions(t *testing.T) {
	const source = `declare N v: int end
rule "D.0.0" when $n: N(v > 2) then retract($n); end`
	maker := startSession(t, source, nil, Limits{})
	var objects []any
	for v := range int32(6) {
		n, err := maker.NewDeclared("N", map[string]any{"v": int64(v)})
		if err != nil {
			t.Fatal(err)
		}
		objects = append(objects, n)
	}
	var all sync.WaitGroup
	for range 4 {
		s := startSession(t, source, nil, Limits{})
		all.Go(func() {
			for range 50 {
				for _, o := range objects {
					s.Insert(o, false)
					s.Insert(o, false) // it is one already
				}
				if err := s.Run(); err != nil {
					t.Error(err)
				}
				if got := len(s.FactsOfClass("N")); got != 3 {
					t.Errorf("%d facts are left, want 3", got)
				}
				for _, o := range s.Facts() {
					s.Update(o, nil)
					s.Retract(o)
					if s.factOf(o) != nil {
						t.Error("a retracted object is a fact still")
					}
				}
			}
			if s.held != 0 || len(s.byObj) != 0 {
				t.Errorf("%d facts and %d objects are left, want none", s.held, len(s.byObj))
			}
		})
	}
	all.Wait()
	for _, o := range objects {
		if f := o.(*Declared).fact.Load(); f != noFact {
			t.Error("an object knows a fact that is no more")
		}
	}
}
