package estest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// testNext wants the event after each of several marks, from a store that tells.
func testNext(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	next, ok := s.(es.NextReader)
	if !ok {
		t.Skip("the store does not tell what follows several marks at once")
	}
	a, b := es.StreamOf("thing", "demo", "a"), es.StreamOf("thing", "demo", "b")
	mustAppend(t, ctx, s, a, 0, newEvents(3))
	mustAppend(t, ctx, s, b, 0, newEvents(1))
	var all []es.Mark
	for _, stream := range []es.StreamID{a, b} {
		for _, e := range mustCollect(t, s.Stream(ctx, stream, 0)) {
			all = append(all, es.Mark{Stream: stream, Version: e.Version, Position: e.Position})
		}
	}
	for _, c := range []struct {
		name        string
		after, want []es.Mark
	}{
		{"nothing asked", nil, nil},
		{"from the beginning", []es.Mark{{Stream: a}}, all[:1]},
		{"in the middle, and at an end", []es.Mark{{Stream: a, Version: 1}, {Stream: b, Version: 1}}, all[1:2]},
		{"of two streams", []es.Mark{{Stream: b}, {Stream: a, Version: 2}}, all[2:4]},
		{"at both ends", []es.Mark{{Stream: a, Version: 3}, {Stream: b, Version: 1}}, nil},
		{"beyond an end, and of no stream", []es.Mark{{Stream: b, Version: 9}, {Stream: es.StreamOf("thing", "demo", "c")}}, nil},
	} {
		got, err := next.NextEvents(ctx, c.after)
		slices.SortFunc(got, func(a, b es.Mark) int { return cmp.Compare(a.Position, b.Position) })
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
}
