package dossier

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/attribute"
)

// set gives an active dossier values and tells what it has then, and in how many
// events.
func set(t *testing.T, s State, values map[string]string) (State, int) {
	t.Helper()
	events, err := SetAttributes("demo", values)(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		size := 0
		for _, a := range e.(AttributesSet).Values.Value {
			size += len(a.Value)
		}
		if size > attribute.PerEvent {
			t.Errorf("an event holds %d bytes, want at most %v", size, attribute.PerEvent)
		}
		s = applyEvent(s, e)
	}
	return s, len(events)
}

func TestAttributesAreSetAndTakenAway(t *testing.T) {
	s, n := set(t, State{Phase: Active}, map[string]string{"a": "1", "b": "2"})
	if n != 1 || len(s.Attributes) != 2 {
		t.Errorf("%d events, %v, want n = 1 and len(s.Attributes) = 2", n, s.Attributes)
	}
	if _, n := set(t, s, map[string]string{"a": "1", "c": ""}); n != 0 {
		t.Errorf("values that stay make %d events, want 0", n)
	}
	s, n = set(t, s, map[string]string{"a": "", "b": "3"})
	if n != 1 || len(s.Attributes) != 1 || s.Attributes["b"] != "3" {
		t.Errorf(`%d events, %v, want n = 1, len(s.Attributes) = 1 and s.Attributes["b"] = 3`, n, s.Attributes)
	}
}

func TestLongValuesGoOverSeveralEvents(t *testing.T) {
	long := strings.Repeat("é€x", 30_000)
	s, n := set(t, State{Phase: Active, Attributes: map[string]string{"a": "old"}}, map[string]string{"a": long, "b": "short"})
	if n < 3 || s.Attributes["a"] != long || s.Attributes["b"] != "short" {
		t.Errorf(`%d events, %d bytes, want n at least 3, s.Attributes["a"] = %v and s.Attributes["b"] = short`, n,
			len(s.Attributes["a"]), long)
	}
	if s, _ = set(t, s, map[string]string{"a": long + "."}); s.Attributes["a"] != long+"." {
		t.Errorf("the second value has %d bytes, want %v", len(s.Attributes["a"]), long+".")
	}
}

func TestAttributesOfClosedDossiersStay(t *testing.T) {
	for _, c := range []struct {
		s    State
		want error
	}{{State{}, domain.ErrDossierNotFound}, {State{Phase: Trashed}, domain.ErrDossierNotFound}, {State{Phase: Active, Archived: true},
		domain.ErrArchived}} {
		if _, err := SetAttributes("demo", map[string]string{"a": "1"})(c.s); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.s, err, c.want)
		}
	}
}
