package es_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

func TestOldVersionsAreLifted(t *testing.T) {
	c := newCodec(vault{})
	for _, tc := range []struct {
		schema int
		body   string
		want   es.Event
		wrong  string
	}{
		{1, `{"Keeper":"bob"}`, boxOpened{"bob"}, ""},
		{2, `{"Owner":"ada"}`, boxOpened{"ada"}, ""},
		{3, `{}`, nil, "knows 1 to 2"},
		{0, `{}`, nil, "knows 1 to 2"},
		{1, `[`, nil, "upcast"},
		{2, `[`, nil, "decode"},
	} {
		got, err := c.Decode(t.Context(), es.Envelope{Type: "box.opened", Schema: tc.schema, Body: []byte(tc.body)})
		if got != tc.want || (err == nil) != (tc.wrong == "") || err != nil && !strings.Contains(err.Error(), tc.wrong) {
			t.Errorf("version %d of %s: got %+v, %v", tc.schema, tc.body, got, err)
		}
	}
	if got, err := c.Decode(t.Context(), es.Envelope{Type: "box.painted", Schema: 4}); err != nil ||
		got != (es.Unknown{Name: "box.painted", Schema: 4}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSealedFieldsCannotBeMovedAndCanBeErased(t *testing.T) {
	l, s := newLog()
	decide(t, l, command(), openBox)
	decide(t, l, command(), put(7))
	var env es.Envelope
	for e, err := range s.Stream(t.Context(), "box-demo-1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		env = e
	}
	if bytes.Contains(env.Body, []byte("thing")) {
		t.Errorf("the plain text is on the wire: %s", env.Body)
	}
	if got, err := l.Codec.Decode(t.Context(), env); err != nil || got.(thingPut).Name.Value != "thing" {
		t.Errorf("got %+v, %v", got, err)
	}
	moved, other := env, env
	moved.Stream, other.ID = "box-demo-2", uuid.New()
	for _, e := range []es.Envelope{moved, other} {
		if got, err := l.Codec.Decode(t.Context(), e); !errors.Is(err, errForged) {
			t.Errorf("moved to %s, %s: got %+v, %v", e.Stream, e.ID, got, err)
		}
	}
	erased := newCodec(vault{destroyed: map[es.Subject]bool{"demo/box.1": true}})
	got, err := erased.Decode(t.Context(), env)
	if e, ok := got.(thingPut); err != nil || !ok || !e.Name.IsErased() || e.Name.Value != "" || e.N != 7 {
		t.Errorf("erased: got %+v, %v", got, err)
	}
}

func TestSealedFieldOfAnEarlierEventIsMissing(t *testing.T) {
	for name, s := range map[string]interface{ IsMissing() bool }{"sealed": es.Seal("demo/box.1", "thing"), "sealed as nothing": es.Seal("demo/box.1", "")} {
		if s.IsMissing() {
			t.Errorf("what is %s is taken for missing", name)
		}
	}
	var before es.Sealed[string]
	if !before.IsMissing() || before.IsErased() {
		t.Errorf("a field of before: missing %v, erased %v", before.IsMissing(), before.IsErased())
	}
}

// notePut has a sealed field that is left out when there is nothing to seal.
type notePut struct {
	Note es.Sealed[[]string] `json:"note,omitzero" seal:"note"`
}

func TestSealedFieldWithNothingIsLeftOut(t *testing.T) {
	l, store := newLog()
	es.RegisterEvent[notePut](l.Codec, "note.put")
	decider := es.Decider[int]{Evolve: func(n int, _ es.Event) int { return n + 1 }}
	noted := es.Seal("demo/box.1", []string{"thing"})
	events := func(int) ([]es.Event, error) { return []es.Event{notePut{}, notePut{noted}}, nil }
	if _, err := es.Decide(t.Context(), l, decider, command(), events); err != nil {
		t.Fatal(err)
	}
	var bodies []string
	for e, err := range store.Stream(t.Context(), command().Stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, string(e.Body))
		got, err := l.Codec.Decode(t.Context(), e)
		if empty := got.(notePut).Note.IsMissing(); err != nil || empty != (len(bodies) == 1) {
			t.Errorf("%s reads as %+v, %v", e.Body, got, err)
		}
	}
	if len(bodies) != 2 || bodies[0] != "{}" || !strings.Contains(bodies[1], `"note":`) || strings.Contains(bodies[1], "thing") {
		t.Errorf("got %q, want an empty body and a sealed one", bodies)
	}
}

func TestSealedFieldOutsideTheCodecIsNeverWritten(t *testing.T) {
	if b, err := json.Marshal(thingPut{Name: es.Seal("demo/box.1", "thing")}); err == nil {
		t.Errorf("written: %s", b)
	}
}

func TestNothingIsSealedForTheErased(t *testing.T) {
	s := es.Log{Codec: newCodec(vault{destroyed: map[es.Subject]bool{"demo/box.1": true}})}
	l, _ := newLog()
	s.Store = l.Store
	decide(t, &s, command(), openBox)
	if _, err := es.Decide(t.Context(), &s, boxes, command(), put(1)); !errors.Is(err, es.ErrErased) {
		t.Errorf("got %v, want erased", err)
	}
}

func TestEventsThatAreTooLargeOrNotRegistered(t *testing.T) {
	l, _ := newLog()
	for _, tc := range []struct {
		event es.Event
		want  string
	}{{boxOpened{strings.Repeat("x", es.MaxBody)}, es.ErrTooLarge.Error()}, {struct{ A int }{}, "not registered"}} {
		_, err := es.Decide(t.Context(), l, boxes, command(), func(box) ([]es.Event, error) { return []es.Event{tc.event}, nil })
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}

func TestRegistrationMistakesPanic(t *testing.T) {
	type untagged struct{ A es.Sealed[string] }
	type needless struct {
		A string `seal:"a"`
	}
	for name, register := range map[string]func(*es.Codec){
		"a name twice":       func(c *es.Codec) { es.RegisterEvent[needlessName](c, "box.opened") },
		"a type twice":       func(c *es.Codec) { es.RegisterEvent[boxOpened](c, "box.other") },
		"sealed without tag": func(c *es.Codec) { es.RegisterEvent[untagged](c, "box.untagged") },
		"a tag without seal": func(c *es.Codec) { es.RegisterEvent[needless](c, "box.needless") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			register(newCodec(vault{}))
		}()
	}
}

type needlessName struct{}
