package host

import (
	"context"
	"iter"
	"math"
	"strings"
	"testing"
)

func TestStepsAndTimeAreLimits(t *testing.T) {
	b := NewBudget(context.Background(), 3)
	for range 3 {
		b.Step()
	}
	if got := ending(b.Step); got != "limit" {
		t.Errorf("the step beyond: got %q, want %q", got, "limit")
	}
	b.BeginConditions()
	if got := ending(b.Step); got != "" {
		t.Errorf("after Renew: got %q, want nothing", got)
	}
	for range 2 {
		b.Step()
	}
	b.BeginConsequence()
	if got := ending(b.Step); got != "" {
		t.Errorf("after Begin: got %q, want nothing", got)
	}
	ended, cancel := context.WithCancel(context.Background())
	late := NewBudget(ended, 1_000_000)
	cancel()
	n := 0
	if got := ending(func() {
		for ; n < 5000; n++ {
			late.Step()
		}
	}); got != "limit" || n != 1023 {
		t.Errorf("time: got %q after %d steps, want got = %q and n = 1023", got, n, "limit")
	}
	if ending(late.CheckTime) != "limit" || ending(b.CheckTime) != "" {
		t.Error("CheckTime does not tell whether the time is over")
	}
}

// TestValuesAreCounted goes through what a budget of a hundred bytes allows.
func TestValuesAreCounted(t *testing.T) {
	const limit = 100
	held := int64(0)
	fresh := func() *Budget {
		b := NewBudget(context.Background(), 1)
		b.LimitMemory(limit, func() int64 { return held })
		b.BeginConsequence()
		return b
	}
	for _, tt := range []struct {
		name string
		held int64
		do   func(b *Budget)
		want string
	}{
		{"all of it", 0, func(b *Budget) { b.Alloc(60); b.Alloc(40) }, ""},
		{"one more", 0, func(b *Budget) { b.Alloc(60); b.Alloc(41) }, "limit"},
		{"at once", 0, func(b *Budget) { b.Alloc(101) }, "limit"},
		{"nothing", 0, func(b *Budget) { b.Alloc(0); b.Alloc(-5); b.Alloc(100) }, ""},
		{"beyond counting", 0, func(b *Budget) { b.Alloc(math.MaxInt64) }, "limit"},
		{"many", 0, func(b *Budget) { b.AllocEach(10, 10) }, ""},
		{"too many", 0, func(b *Budget) { b.AllocEach(10, 11) }, "limit"},
		{"a product beyond counting", 0, func(b *Budget) { b.AllocEach(math.MaxInt64, 16) }, "limit"},
		{"no elements", 0, func(b *Budget) { b.AllocEach(0, 1000); b.AllocEach(-1, 1000) }, ""},
		{"fits", 0, func(b *Budget) {
			b.CheckAlloc(10, 10)
			b.CheckAlloc(10, 10)
			b.CheckAlloc(0, 1000)
			b.CheckAlloc(-1, 1000)
		}, ""},
		{"does not fit", 0, func(b *Budget) { b.CheckAlloc(10, 11) }, "limit"},
		{"does not fit by far", 0, func(b *Budget) { b.CheckAlloc(math.MaxInt64, math.MaxInt64) }, "limit"},
		{"thrown away", 0, func(b *Budget) { b.Alloc(90); b.EndConsequence(); b.Alloc(90); b.EndConsequence(); b.Alloc(90) }, ""},
		{"held by facts", 50, func(b *Budget) { b.Alloc(90); b.EndConsequence(); b.Alloc(50) }, ""},
		{"held by facts, and one more", 50, func(b *Budget) { b.Alloc(90); b.EndConsequence(); b.Alloc(51) }, "limit"},
		{"facts alone", 101, func(b *Budget) { b.Alloc(90); b.EndConsequence() }, "limit"},
		{"not enough to measure", 101, func(b *Budget) { b.Alloc(25); b.EndConsequence() }, ""},
		{"enough to measure", 101, func(b *Budget) { b.Alloc(26); b.EndConsequence() }, "limit"},
		{"enough to measure, little by little", 101,
			func(b *Budget) { b.Alloc(20); b.EndConsequence(); b.Alloc(6); b.EndConsequence() }, "limit"},
		{"conditions make more", 0, func(b *Budget) { b.BeginConditions(); b.Alloc(400) }, ""},
		{"conditions have a limit", 0, func(b *Budget) { b.BeginConditions(); b.Alloc(401) }, "limit"},
		{"conditions leave garbage", 0, func(b *Budget) {
			b.BeginConditions()
			b.Alloc(400)
			b.BeginConditions()
			b.Alloc(400)
			b.BeginConsequence()
			b.Alloc(100)
		}, ""},
	} {
		held = tt.held
		b := fresh()
		if got := ending(func() { tt.do(b) }); got != tt.want {
			t.Errorf("%s: got %q, want %v", tt.name, got, tt.want)
		}
	}
	free := NewBudget(context.Background(), 1)
	if got := ending(func() { free.Alloc(math.MaxInt64); free.CheckAlloc(10, math.MaxInt64); free.EndConsequence() }); got != "" {
		t.Errorf("without a limit: got %q, want nothing", got)
	}
	if b := fresh(); !b.InConsequence() {
		t.Error("consequences keep what they make")
	} else if b.BeginConditions(); b.InConsequence() {
		t.Error("conditions keep nothing")
	}
}

func TestTheMessageNamesTheLimit(t *testing.T) {
	b := NewBudget(context.Background(), 1)
	b.LimitMemory(3<<20, nil)
	defer func() {
		if e, ok := recover().(*LimitError); !ok || e.Error() != "more than 3 MiB of values" {
			t.Errorf("got %v", e)
		}
	}()
	b.Alloc(3<<20 + 1)
}

type holder struct{ values []any }

func (*holder) ClassName() string { return "Holder" }
func (h *holder) Holds() []any    { return h.values }

func TestValuesAreMeasuredOnce(t *testing.T) {
	text := strings.Repeat("x", 100)
	list := NewList(text, text)
	list.Items = append(list.Items, list)
	table := NewMap(Hashed)
	table.Put("k", text)
	array := []any{nil, "a"}
	array[0] = array
	own := &holder{}
	own.values = []any{own, "ab"}
	for _, tt := range []struct {
		name string
		v    any
		want int64
	}{
		{"number", int32(1), 16}, {"string", text, 116}, {"null", nil, 16},
		{"list that holds itself", list, 16 + 2*116 + 16}, {"list twice", NewList(list, list), 16 + 16 + 2*116 + 16 + 16},
		{"map", table, 16 + 144 + 17 + 116}, {"set", NewSet(Hashed, text), 16 + 144 + 116}, {"optional", OptionalOf(text), 16 + 116},
		{"array that holds itself", array, 16 + 16 + 17}, {"empty array", []any{}, 16}, {"object", own, 16 + 16 + 18},
	} {
		m := &Measure{}
		if m.Add(tt.v); m.Bytes != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, m.Bytes, tt.want)
		}
	}
	m := &Measure{Bytes: 5}
	if m.Add("a", "b"); m.Bytes != 5+17+17 {
		t.Errorf("several: got %d", m.Bytes)
	}
}

func TestStreamsOfABudget(t *testing.T) {
	endless := func() *Stream {
		return NewStream(func(yield func(any) bool) {
			for yield("x") {
			}
		})
	}
	b := NewBudget(context.Background(), 1000)
	s := endless()
	s.Budget = b
	if got := ending(func() {
		for range s.TakeSeq() {
		}
	}); got != "limit" {
		t.Errorf("steps: got %q, want %q", got, "limit")
	}
	b = NewBudget(context.Background(), 1_000_000)
	b.LimitMemory(3300, nil)
	b.BeginConsequence()
	s = endless()
	s.Budget = b
	if got := ending(func() { s.ToSlice() }); got != "limit" || b.steps != 101 {
		t.Errorf("bytes: got %q after %d elements, want got = %q and b.steps = 101", got, b.steps, "limit")
	}
	s = StreamOf([]any{1})
	for range maxSteps {
		s = s.WithStep(func(seq iter.Seq[any], yield func(any) bool) { seq(yield) })
	}
	if got := ending(func() { s.WithStep(nil) }); got != "StackOverflowError" {
		t.Errorf("steps of a stream: got %q, want %q", got, "StackOverflowError")
	}
	if got := s.WithStep; got == nil || ending(func() { s.TakeSeq() }) != "IllegalStateException" {
		t.Error("a stream is used twice")
	}
}
