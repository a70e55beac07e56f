package host

import (
	"errors"
	"fmt"
	"testing"
)

// ending names how a call ended: the exception or limit, or "".
func ending(call func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			var limit *LimitError
			if err, ok := r.(error); ok && errors.As(err, &limit) {
				message = "limit"
				return
			}
			message = r.(*Throwable).Class
		}
	}()
	call()
	return ""
}

// link is an object that is compared and hashed by what it holds.
type link struct{ to any }

func (*link) ClassName() string         { return "Link" }
func (l *link) EqualTo(o any) bool      { other, ok := o.(*link); return ok && Equal(l.to, other.to) }
func (l *link) HashCode() int32         { return 1 + HashCode(l.to) }
func (l *link) Nested() ([]any, string) { return []any{l.to}, "" }

func newChain(n int, wrap func(inner any) any) any {
	v := any("x")
	for range n {
		v = wrap(v)
	}
	return v
}

func TestCollectionsThatHoldThemselvesEnd(t *testing.T) {
	self := NewList("a")
	self.Items = append(self.Items, self)
	other := NewList("a")
	other.Items = append(other.Items, other)
	around := NewList(NewList(self))
	table := NewMap(Linked)
	table.Put("k", table)
	set := NewSet(Linked, "x")
	member := NewList()
	set.Put(member, true)
	member.Items = append(member.Items, set)
	loop := &link{}
	loop.to = loop
	for name, call := range map[string]struct {
		run  func()
		want string
	}{
		"hash of a list":     {func() { HashCode(self) }, "StackOverflowError"},
		"equal lists":        {func() { Equal(self, other) }, "StackOverflowError"},
		"hash of a map":      {func() { HashCode(table) }, "StackOverflowError"},
		"text of a set":      {func() { ToString(set) }, "StackOverflowError"},
		"hash of an object":  {func() { HashCode(loop) }, "StackOverflowError"},
		"equal objects":      {func() { Equal(loop, &link{loop}) }, "StackOverflowError"},
		"equal optionals":    {func() { Equal(OptionalOf(self), OptionalOf(other)) }, "StackOverflowError"},
		"text of a list":     {func() { ToString(self) }, ""},
		"the same list":      {func() { Equal(self, self) }, ""},
		"another length":     {func() { Equal(self, NewList("a")) }, ""},
		"text one level out": {func() { ToString(around) }, ""},
	} {
		if got := ending(call.run); got != call.want {
			t.Errorf("%s: got %q, want %q", name, got, call.want)
		}
	}
	if got := ToString(self) + ToString(table) + ToString(around); got != "[a, (this Collection)]{k=(this Map)}[[[a, (this Collection)]]]" {
		t.Errorf("got %s, want %q", got, "[a, (this Collection)]{k=(this Map)}[[[a, (this Collection)]]]")
	}
}

func TestNestingIsBoundedByDepthAndByVisits(t *testing.T) {
	list := func(inner any) any { return NewList(inner) }
	optional := func(inner any) any { return OptionalOf(inner) }
	twice := func(inner any) any { return NewList(inner, inner) }
	object := func(inner any) any { return &link{inner} }
	for _, tt := range []struct {
		name string
		n    int
		wrap func(any) any
		want string
	}{{"lists", maxDepth, list, ""}, {"lists", maxDepth + 1, list, "StackOverflowError"}, {"optionals", maxDepth, optional, ""},
		{"optionals", maxDepth + 1, optional, "StackOverflowError"},
		{"twice", 10, twice, ""}, {"twice", 60, twice, "limit"}, {"objects", 60, object, ""}, {"objects", maxDepth, object, ""},
		{"objects", maxDepth + 1, object, "StackOverflowError"}} {
		v, same := newChain(tt.n, tt.wrap), newChain(tt.n, tt.wrap)
		if got := ending(func() { HashCode(v) }); got != tt.want {
			t.Errorf("hash of %d %s: got %q, want %v", tt.n, tt.name, got, tt.want)
		}
		if got := ending(func() {
			if !Equal(v, same) {
				t.Errorf("%d %s differ, want Equal(v, same)", tt.n, tt.name)
			}
		}); got != tt.want {
			t.Errorf("%d equal %s: got %q, want %v", tt.n, tt.name, got, tt.want)
		}
	}
}

// TestWalksCountWhatTheyVisit: a collection and each of its values are a visit, a value
// that is a collection by itself then also those of it.
func TestWalksCountWhatTheyVisit(t *testing.T) {
	list, set, table := NewList("a", NewList("b", "c")), NewSet(Linked, "a", "b"), mapOf("a", NewList("b"), "c", "d")
	object, sameList := &link{NewList("a")}, NewList("a", NewList("b", "c"))
	sameSet, sameTable := NewSet(Linked, "a", "b"), mapOf("a", NewList("b"), "c", "d")
	nested := NewSet(Linked, NewList("a"))
	for name, tt := range map[string]struct {
		run  func(w *walk)
		want int
	}{
		"text of a list":    {func(w *walk) { w.textOf(list, nil) }, 3 + 3},
		"text of a set":     {func(w *walk) { w.textOf(set, nil) }, 3},
		"text of a map":     {func(w *walk) { w.textOf(table, nil) }, 3 + 2},
		"hash of a list":    {func(w *walk) { w.hashOf(list) }, 3 + 3},
		"hash of a set":     {func(w *walk) { w.hashOf(set) }, 3},
		"hash of a map":     {func(w *walk) { w.hashOf(table) }, 3 + 2},
		"hash of an object": {func(w *walk) { w.hashOf(object) }, 2 + 2},
		"equal lists":       {func(w *walk) { w.equalValues(list, sameList) }, 3 + 3},
		"equal sets":        {func(w *walk) { w.equalValues(set, sameSet) }, 3},
		"a set of lists":    {func(w *walk) { w.equalValues(nested, NewSet(Linked, NewList("a"))) }, 2 + 2},
		"equal maps":        {func(w *walk) { w.equalValues(table, sameTable) }, 3 + 2},
		"the same list":     {func(w *walk) { w.equalValues(list, list) }, 0},
		"an optional":       {func(w *walk) { w.visitAll(OptionalOf(list)) }, 2 + 3 + 3},
		"a map":             {func(w *walk) { w.visitAll(table) }, 5 + 2},
		"a set":             {func(w *walk) { w.visitAll(set) }, 3},
		"a string":          {func(w *walk) { w.visitAll("a") }, 0},
	} {
		w := &walk{}
		if tt.run(w); w.visits != tt.want || w.depth != 0 {
			t.Errorf("%s: %d visits, want %d; %d deep behind it", name, w.visits, tt.want, w.depth)
		}
	}
	for left, want := range map[int]string{3: "", 2: "limit"} {
		if got := ending(func() { (&walk{visits: maxVisits - left}).countVisits(2) }); got != want {
			t.Errorf("with %d visits left: got %q, want %v", left, got, want)
		}
	}
	for length, want := range map[int]string{maxText: "", maxText + 1: "limit"} {
		if got := ending(func() { new(walk).checkTextSize(length) }); got != want {
			t.Errorf("a text of %d: got %q, want %v", length, got, want)
		}
	}
}

func TestCollectionsAreEqualByWhatTheyHold(t *testing.T) {
	one, two := NewMap(Hashed), NewMap(Linked)
	for _, k := range []string{"a", "b"} {
		one.Put(k, NewList(k))
	}
	for _, k := range []string{"b", "a"} {
		two.Put(k, NewList(k))
	}
	other := NewMap(Hashed)
	other.Put("a", NewList("a"))
	other.Put("c", NewList("b"))
	changed := NewMap(Hashed)
	changed.Put("a", NewList("a"))
	changed.Put("b", NewList("a"))
	for _, tt := range []struct {
		a, b any
		want bool
	}{
		{NewList("a", "b"), NewList("a", "b"), true}, {NewList("a", "b"), NewList("b", "a"), false},
		{NewList("a"), NewList("a", "b"), false}, {NewList("a"), "a", false},
		{NewSet(Hashed, "a", "b"), NewSet(Linked, "b", "a"), true}, {NewSet(Hashed, "a", "b"), NewSet(Hashed, "a", "c"), false},
		{NewSet(Hashed, "a"), NewList("a"), false},
		{one, two, true}, {one, other, false}, {one, changed, false}, {one, NewMap(Hashed), false}, {one, "a", false},
		{OptionalOf("a"), OptionalOf("a"), true}, {OptionalOf("a"), OptionalOf("b"), false},
		{OptionalOf("a"), OptionalOf(nil), false}, {OptionalOf(nil), OptionalOf(nil), true}, {OptionalOf("a"), "a", false},
		{NewList(NewSet(Hashed, "a")), NewList(NewSet(Hashed, "a")), true}, {&link{"a"}, &link{"a"}, true}, {&link{"a"}, &link{"b"}, false},
	} {
		if got := Equal(tt.a, tt.b); got != tt.want {
			t.Errorf("%v, %v: got %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if tt.want && HashCode(tt.a) != HashCode(tt.b) {
			t.Errorf("%v, %v: hashes differ", tt.a, tt.b)
		}
	}
	// as in Java: 31 * (31 * 1 + 97) + 98, 97 + 98, 97 ^ (31 + 97) + 98 ^ (31 + 98)
	hashes := fmt.Sprint(HashCode(NewList("a", "b")), HashCode(NewSet(Hashed, "a", "b")), HashCode(one),
		HashCode(OptionalOf("a")), HashCode(OptionalOf(nil)))
	if hashes != "4066 195 452 97 0" {
		t.Errorf("got %s, want %q", hashes, "4066 195 452 97 0")
	}
	if got := ToString(NewList(one, OptionalOf("x"), OptionalOf(nil), NewSet(Linked, "q", nil))); got != "[{a=[a], b=[b]}, Optional[x], Optional.empty, [q, null]]" {
		t.Errorf("got %s, want %q", got, "[{a=[a], b=[b]}, Optional[x], Optional.empty, [q, null]]")
	}
}
