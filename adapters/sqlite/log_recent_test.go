package sqlite

import (
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

func run(from, to es.Position, size int) (out []es.Envelope) {
	for p := from; p <= to; p++ {
		out = append(out, es.Envelope{Position: p, Body: make([]byte, size)})
	}
	return out
}

func TestRecentHasNoGaps(t *testing.T) {
	var r recentEvents
	if _, ok := r.eventsBetween(0, 1); ok {
		t.Error("an empty one has what it cannot have")
	}
	r.addCommitted(run(1, 3, 1))
	r.addCommitted(run(4, 5, 1))
	if got, ok := r.eventsBetween(1, 4); !ok || len(got) != 3 || got[0].Position != 2 {
		t.Errorf("between 1 and 4: %d events, %v, want 3 from position 2 on", len(got), ok)
	}
	if got, ok := r.eventsBetween(5, 5); !ok || len(got) != 0 {
		t.Errorf("behind the end: %d events, %v, want none, and all known", len(got), ok)
	}
	if _, ok := r.eventsBetween(4, 6); ok {
		t.Error("what another process appended is taken to be here")
	}
	r.addCommitted(run(7, 8, 1)) // 6 is another's
	if _, ok := r.eventsBetween(4, 8); ok {
		t.Error("a gap was passed over")
	}
	if got, ok := r.eventsBetween(6, 8); !ok || len(got) != 2 {
		t.Errorf("behind the gap: %d events, %v, want 2", len(got), ok)
	}
}

func TestRecentIsBounded(t *testing.T) {
	var r recentEvents
	r.eventsBetween(0, 1)
	r.addCommitted(run(1, 5000, 1))
	held, ok := r.eventsBetween(4900, 5000)
	r.addCommitted(run(5001, 5040, 400_000))
	if !ok || held[0].Position != 4901 || held[99].Position != 5000 {
		t.Error("what a reader holds has changed")
	}
	if len(r.events) > 2*logRecent || r.bytes > 2*logRecentBytes {
		t.Errorf("%d events of %d bytes are kept, want len(r.events) at most %v and r.bytes at most %v",
			len(r.events), r.bytes, 2*logRecent, 2*logRecentBytes)
	}
	if got, ok := r.eventsBetween(5035, 5040); !ok || len(got) != 5 {
		t.Error("the end is not there")
	}
}

func TestRecentIsForgottenWhenNobodyReads(t *testing.T) {
	var r recentEvents
	if r.eventsBetween(0, 1); !r.wasRead() {
		t.Error("a reading is not noticed")
	}
	for p := es.Position(1); p <= logRecentPatience; p++ {
		r.addCommitted(run(p, p, 1))
	}
	if r.wasRead() || r.events != nil {
		t.Errorf("%d events are kept, want none", len(r.events))
	}
}
