package es_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
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
			t.Errorf("version %d of %s: got %+v, %v, want %+v and an error with %q",
				tc.schema, tc.body, got, err, tc.want, tc.wrong)
		}
	}
	if got, err := c.Decode(t.Context(), es.Envelope{Type: "box.painted", Schema: 4}); err != nil ||
		got != (es.Unknown{Name: "box.painted", Schema: 4}) {
		t.Errorf("got %+v, %v, want an unknown event of schema 4", got, err)
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
		t.Errorf("the plain text is on the wire: %s, want no %q in it", env.Body, "thing")
	}
	if got, err := l.Codec.Decode(t.Context(), env); err != nil || got.(thingPut).Name.Value != "thing" {
		t.Errorf("got %+v, %v, want thing", got, err)
	}
	altered := []es.Envelope{env, env, env, env, env}
	altered[0].Stream, altered[1].ID, altered[2].Version, altered[3].Actor = "box-demo-2", uuid.New(), env.Version+1, "bob"
	altered[4].Type = "box.thing-taken"
	es.RegisterEvent[thingTaken](l.Codec, "box.thing-taken")
	for _, e := range altered {
		if got, err := l.Codec.Decode(t.Context(), e); !errors.Is(err, errForged) {
			t.Errorf("moved to %s, %s, %s, version %d, of %s: got %+v, %v, want %v",
				e.Stream, e.ID, e.Type, e.Version, e.Actor, got, err, errForged)
		}
	}
	erased := newCodec(vault{destroyed: map[es.Subject]bool{"demo/box.1": true}})
	got, err := erased.Decode(t.Context(), env)
	if e, ok := got.(thingPut); err != nil || !ok || !e.Name.IsErased() || e.Name.Value != "" || e.N != 7 {
		t.Errorf("erased: got %+v, %v, want thingPut 7 with an erased name", got, err)
	}
}

// thingTaken has the same fields as thingPut.
type thingTaken struct {
	Name es.Sealed[string] `json:"Name" seal:"name"`
	N    int
}

// TestFirstFormOfSealedFieldsIsRead wants fields without a commitment read, bound to stream, event and tag.
func TestFirstFormOfSealedFieldsIsRead(t *testing.T) {
	v := vault{}
	c := newCodec(v)
	env := es.Envelope{ID: uuid.New(), Stream: "box-demo-1", Version: 3, Type: "box.thing-put", Schema: 1}
	box, err := v.Seal(t.Context(), "demo/box.1", fmt.Appendf(nil, "%s\n%s\nname", env.Stream, env.ID), []byte(`"thing"`))
	if err != nil {
		t.Fatal(err)
	}
	env.Body = fmt.Appendf(nil, `{"Name":{"s":"demo/box.1","b":"%s"},"N":7}`, base64.StdEncoding.EncodeToString(box))
	if got, err := c.Decode(t.Context(), env); err != nil || got.(thingPut).Name.Value != "thing" || got.(thingPut).N != 7 {
		t.Errorf("got %+v, %v, want thing, 7", got, err)
	}
	if opened, err := c.OpenFields(t.Context(), env); err != nil || len(opened) != 0 {
		t.Errorf("opened %s, %v, want nothing", opened, err)
	}
	env.Stream = "box-demo-2"
	if got, err := c.Decode(t.Context(), env); !errors.Is(err, errForged) {
		t.Errorf("moved: got %+v, %v, want %v", got, err, errForged)
	}
}

// TestOpenedValuesFitTheirCommitments wants value and salt of a sealed field, which are gone once it is erased, and no
// value read to which the event does not commit.
func TestOpenedValuesFitTheirCommitments(t *testing.T) {
	l, s := newLog()
	es.RegisterEvent[thingTaken](l.Codec, "box.thing-taken")
	take := func(box) ([]es.Event, error) {
		return []es.Event{thingTaken{es.Seal("demo/box.1", "thing"), 1}, thingTaken{es.Seal("demo/box.1", "thing"), 1}}, nil
	}
	decide(t, l, command(), take)
	salts := map[string]bool{}
	for env, err := range s.Stream(t.Context(), "box-demo-1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		opened, err := l.Codec.OpenFields(t.Context(), env)
		if err != nil || len(opened) != 1 || opened[0].Name != "Name" || string(opened[0].Value) != `"thing"` ||
			len(opened[0].Salt) != es.SaltSize {
			t.Fatalf("got %s, %v, want \"thing\" with its salt", opened, err)
		}
		salts[string(opened[0].Salt)] = true
		sum := es.CommitmentOf(opened[0].Salt, opened[0].Value)
		committed := fmt.Sprintf(`"c":"%s"`, base64.StdEncoding.EncodeToString(sum[:]))
		if !strings.Contains(string(env.Body), committed) {
			t.Errorf("%s is not in %s", committed, env.Body)
		}
		erased := newCodec(vault{destroyed: map[es.Subject]bool{"demo/box.1": true}})
		es.RegisterEvent[thingTaken](erased, "box.thing-taken")
		if opened, err := erased.OpenFields(t.Context(), env); err != nil || len(opened) != 0 {
			t.Errorf("erased: opened %s, %v, want no error and len(opened) = 0", opened, err)
		}
		other := es.CommitmentOf(opened[0].Salt, []byte(`"other"`))
		env.Body = bytes.Replace(env.Body, []byte(committed), fmt.Appendf(nil, `"c":"%s"`, base64.StdEncoding.EncodeToString(other[:])), 1)
		if got, err := l.Codec.Decode(t.Context(), env); !errors.Is(err, es.ErrCommitment) || !errors.Is(err, es.ErrUnreadable) {
			t.Errorf("another commitment: got %+v, %v, want %v and %v", got, err, es.ErrCommitment, es.ErrUnreadable)
		}
		if opened, err := l.Codec.OpenFields(t.Context(), env); !errors.Is(err, es.ErrCommitment) {
			t.Errorf("another commitment: opened %s, %v, want %v", opened, err, es.ErrCommitment)
		}
	}
	if len(salts) != 2 {
		t.Errorf("two values have %d salts, want 2", len(salts))
	}
}

func TestSealedFieldOfAnEarlierEventIsMissing(t *testing.T) {
	for name, s := range map[string]interface{ IsMissing() bool }{"sealed": es.Seal("demo/box.1", "thing"),
		"sealed as nothing": es.Seal("demo/box.1", "")} {
		if s.IsMissing() {
			t.Errorf("what is %s is taken for missing, want a value that was committed", name)
		}
	}
	var before es.Sealed[string]
	if !before.IsMissing() || before.IsErased() {
		t.Errorf("a field of before: missing %v, erased %v, want a missing field that is not erased",
			before.IsMissing(), before.IsErased())
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
			t.Errorf("%s reads as %+v, %v, want missing: %v", e.Body, got, err, len(bodies) == 1)
		}
	}
	if len(bodies) != 2 || bodies[0] != "{}" || !strings.Contains(bodies[1], `"note":`) || strings.Contains(bodies[1], "thing") {
		t.Errorf("got %q, want an empty body and a sealed one", bodies)
	}
}

func TestSealedFieldOutsideTheCodecIsNeverWritten(t *testing.T) {
	if b, err := json.Marshal(thingPut{Name: es.Seal("demo/box.1", "thing")}); err == nil {
		t.Errorf("written: %s, want an error", b)
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
					t.Errorf("%s: no panic, want recover() != nil", name)
				}
			}()
			register(newCodec(vault{}))
		}()
	}
}

type needlessName struct{}
