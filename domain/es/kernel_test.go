package es_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// The aggregate of these tests is a box that things are put into.
type (
	boxOpened struct{ Owner string }
	thingPut  struct {
		Name es.Sealed[string] `seal:"name"`
		N    int
	}
	boxClosed struct{}
)

type box struct {
	open   bool
	things int
}

var boxes = es.Decider[box]{Evolve: func(s box, e es.Event) box {
	switch e.(type) {
	case boxOpened:
		s.open = true
	case thingPut:
		s.things++
	case boxClosed:
		s.open = false
	}
	return s
}}

var errShut = errors.New("the box is shut")

func openBox(s box) ([]es.Event, error) {
	if s.open {
		return nil, nil
	}
	return []es.Event{boxOpened{"ada"}}, nil
}

func put(n int) es.Decision[box] {
	return func(s box) ([]es.Event, error) {
		if !s.open {
			return nil, errShut
		}
		return []es.Event{thingPut{es.Seal("demo/box.1", "thing"), n}}, nil
	}
}

// vault binds with a hash instead of a cipher: it is for the codec's calls only.
type vault struct {
	destroyed map[es.Subject]bool
	broken    bool
}

func (v vault) Seal(_ context.Context, s es.Subject, aad, plain []byte) ([]byte, error) {
	if v.destroyed[s] {
		return nil, es.ErrErased
	}
	sum := sha256.Sum256(slices.Concat([]byte(s), aad))
	out := slices.Concat(sum[:], plain)
	for i := range out[32:] {
		out[32+i] ^= 0x5a
	}
	return out, nil
}

var (
	errForged = fmt.Errorf("forged: %w", es.ErrUnreadable)
	errVault  = errors.New("the vault does not answer")
)

func (v vault) Open(_ context.Context, s es.Subject, aad, sealed []byte) ([]byte, error) {
	if v.broken {
		return nil, errVault
	}
	if v.destroyed[s] {
		return nil, es.ErrErased
	}
	sum := sha256.Sum256(slices.Concat([]byte(s), aad))
	if !bytes.HasPrefix(sealed, sum[:]) {
		return nil, errForged
	}
	out := slices.Clone(sealed[32:])
	for i := range out {
		out[i] ^= 0x5a
	}
	return out, nil
}

func (v vault) Destroy(_ context.Context, s es.Subject) error { v.destroyed[s] = true; return nil }

func newCodec(v vault) *es.Codec {
	c := es.NewCodec(json.Marshal, json.Unmarshal, v)
	es.RegisterEvent[boxOpened](c, "box.opened", func(m map[string]any) (map[string]any, error) {
		m["Owner"] = m["Keeper"] // its name in version 1
		return m, nil
	})
	es.RegisterEvent[thingPut](c, "box.thing-put")
	es.RegisterEvent[boxClosed](c, "box.closed")
	return c
}

func newLog() (*es.Log, *rival) {
	s := &rival{Memory: estest.NewStore()}
	return &es.Log{Store: s, Codec: newCodec(vault{destroyed: map[es.Subject]bool{}})}, s
}

// rival runs before, if set, once ahead of each append until it answers false.
type rival struct {
	*estest.Memory
	before func() bool
	after  error // lost answer: the append is kept, and this is what the caller hears
}

func (r *rival) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if f := r.before; f != nil {
		r.before = nil
		if f() {
			defer func() { r.before = f }()
		}
	}
	got, err := r.Memory.Append(ctx, s, expect, events)
	if lost := r.after; err == nil && lost != nil {
		r.after = nil
		return es.Receipt{}, lost
	}
	return got, err
}

func command() es.Command {
	return es.Command{Meta: es.Meta{Command: uuid.New(), Actor: "ada", Workspace: "demo"}, Stream: "box-demo-1"}
}

func decide(t *testing.T, l *es.Log, c es.Command, d es.Decision[box]) es.Receipt {
	t.Helper()
	r, err := es.Decide(t.Context(), l, boxes, c, d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
