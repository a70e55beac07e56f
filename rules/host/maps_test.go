package host

import (
	"fmt"
	"math"
	"testing"
)

func keysOf(m *Map) string { return fmt.Sprint(m.Keys()) }

// TestHashTablesIterateAsJavaDoes: the orders are those of a Java virtual machine.
func TestHashTablesIterateAsJavaDoes(t *testing.T) {
	m := NewMap(Hashed)
	for _, k := range []string{"banana", "apple", "cherry", "date", "elder", "fig", "grape", "honey", "iris", "jade", "kiwi", "lemon"} {
		m.Put(k, 1)
	}
	if got, want := keysOf(m), "[banana date apple cherry iris kiwi lemon fig honey jade elder grape]"; got != want {
		t.Errorf("twelve keys: %s, want %s", got, want)
	}
	m.Put("mango", 1)
	grown := keysOf(m)
	for _, k := range []string{"mango", "lemon", "kiwi", "jade"} {
		m.Remove(k)
	}
	if m.table != 32 || grown == keysOf(m) {
		t.Errorf("the table has %d places after keys are gone", m.table)
	}
	for capacity, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 4, 16: 16, 17: 32} {
		if got := NewMap(Hashed).Reserve(capacity).table; got != want {
			t.Errorf("capacity %d: table of %d, want %d", capacity, got, want)
		}
	}
	all := NewMap(Hashed)
	all.PutAll(m)
	if all.table != 16 || all.Len() != 9 {
		t.Errorf("a copy of 9 has a table of %d, want all.table = 16 and all.Len() = 9", all.table)
	}
	m.Put("x", 1)
	m.Put("y", 1)
	m.Put("z", 1)
	copied := NewMap(Hashed)
	if copied.PutAll(m); copied.table != 32 {
		t.Errorf("a copy of 12 has a table of %d, Java's has 32, want 32", copied.table)
	}
}

// TestTablesGrowAsJavasDo when all entries of another map are put in: the lengths are
// those of a Java virtual machine.
func TestTablesGrowAsJavasDo(t *testing.T) {
	numbers := func(order, from, to int) *Map {
		m := NewMap(order)
		for i := from; i < to; i++ {
			m.Put(int32(i), i)
		}
		return m
	}
	for _, tt := range []struct{ has, put, want int }{
		{0, 0, 16}, {0, 11, 16}, {0, 12, 32}, {0, 24, 64}, {0, 25, 64}, {1, 12, 16}, {1, 13, 32}, {1, 25, 64}, {12, 12, 16}, {1, 0, 16},
	} {
		m := numbers(Hashed, 0, tt.has)
		m.PutAll(numbers(Hashed, 0, tt.put))
		if m.table != tt.want || m.Len() != max(tt.has, tt.put) {
			t.Errorf("%d into a map of %d: a table of %d, want %d", tt.put, tt.has, m.table, tt.want)
		}
	}
	if got := NewMap(Hashed).Reserve(maxTable + 1).table; got != maxTable {
		t.Errorf("the longest table is %d, want %v", got, maxTable)
	}
	if got := thrown(func() { NewMap(Hashed).Reserve(-1) }); got != "IllegalArgumentException" {
		t.Errorf("less than no capacity: %q, want %q", got, "IllegalArgumentException")
	}
	for _, tt := range []struct{ n, want int }{{12, 16}, {13, 32}, {24, 32}, {25, 64}} {
		if got := numbers(Hashed, 0, tt.n).table; got != tt.want {
			t.Errorf("%d entries: a table of %d, want %d", tt.n, got, tt.want)
		}
	}
}

// TestKeysAreKeptApart: looking a key up is quick because few others are kept with it.
func TestKeysAreKeptApart(t *testing.T) {
	nan := math.NaN()
	keys := []any{int32(1), int32(2), int64(3), 4.5, float32(5.5), Char('a'), dec("7"), "1", "2", "", true, false, nil,
		&Enum{Name: "A"}, &Enum{Name: "B"}, NewList(), NewList("a"), NewSet(Linked, "a", "b"), &link{"x"}, nan, []any{}}
	m := NewMap(Linked)
	for i, k := range keys {
		if old := m.Put(k, i); old != nil {
			t.Errorf("%v replaces the value of another key, want old = nil", k)
		}
	}
	if len(m.buckets) != len(keys) {
		t.Errorf("%d keys have %d buckets", len(keys), len(m.buckets))
	}
	for i, k := range keys[:len(keys)-1] {
		if got, ok := m.Get(k); !ok || got != i {
			t.Errorf("%v: got %v", k, got)
		}
	}
	for key, same := range map[any]any{int32(1): int64(1), int64(3): dec("3.0"), float32(5.5): 5.5, Char('a'): int32(97), "a": nil} {
		got, _ := m.Get(key)
		if other, _ := m.Get(same); same != nil && got != other || same == nil && got != nil {
			t.Errorf("%v and %v: got %v and %v", key, same, got, other)
		}
	}
	for _, k := range []any{int32(1), "2", nan} {
		if _, ok := m.Remove(k); !ok {
			t.Errorf("%v cannot be removed", k)
		}
		if _, ok := m.Get(k); ok {
			t.Errorf("%v is there after it was removed, want not ok", k)
		}
	}
	if m.Len() != len(keys)-3 {
		t.Errorf("%d are left, want %v", m.Len(), len(keys)-3)
	}
}

func TestSortedMapsFindByTheirOrder(t *testing.T) {
	m := NewMap(Sorted)
	m.Compare = func(a, b any) int32 { return Compare(a, b) * -1 }
	for _, k := range []int32{2, 3, 1, 2} {
		m.Put(k, k*10)
	}
	if got := m.String(); got != "{3=30, 2=20, 1=10}" {
		t.Errorf("backwards: %s, want %q", got, "{3=30, 2=20, 1=10}")
	}
	if old, ok := m.Remove(int32(2)); !ok || old != int32(20) || m.Len() != 2 {
		t.Errorf("removed %v %v", old, ok)
	}
	if _, ok := m.Remove(int32(7)); ok {
		t.Error("removed what is not there")
	}
	if got := thrown(func() { NewMap(Sorted).Put(nil, 1) }); got != "NullPointerException" {
		t.Errorf("null as key: %s, want %q", got, "NullPointerException")
	}
}

// thrown is the class of the exception that a function raises, "" for none.
func thrown(f func()) (class string) {
	defer func() {
		if e, ok := recover().(*Throwable); ok {
			class = e.Class
		}
	}()
	f()
	return ""
}

func TestFixedCollectionsRefuseChanges(t *testing.T) {
	m := NewMap(Linked)
	m.Put("a", 1)
	m.Fixed = true
	list, sized := &List{Fixed: true}, &List{Items: []any{1}, Sized: true}
	for name, change := range map[string]func(){
		"put": func() { m.Put("a", 2) }, "remove": func() { m.Remove("a") }, "remove another": func() { m.Remove("b") },
		"add":  func() { (&Set{Map: m}).Add("a") },
		"list": func() { list.ForChange() }, "resize": func() { sized.ForResize() },
		"view": func() { (&Set{Map: NewMap(Linked), View: true}).Add("x") },
	} {
		if got := thrown(change); got != "UnsupportedOperationException" {
			t.Errorf("%s: %q, want %q", name, got, "UnsupportedOperationException")
		}
	}
	if sized.ForChange() != sized {
		t.Error("a list of fixed length cannot be sorted")
	}
}

func TestDroppedKeysAreTold(t *testing.T) {
	m := NewMap(Hashed)
	m.Put("a", 1)
	var told []any
	m.Dropped = func(k any) { told = append(told, k) }
	m.Remove("a")
	m.Remove("b")
	if fmt.Sprint(told) != "[a]" {
		t.Errorf("told of %v, want [a]", told)
	}
}

func TestCollectionsAreEqualByContent(t *testing.T) {
	s := func(order int, items ...any) *Set { return NewSet(order, items...) }
	if !s(Hashed, "a", "b").EqualTo(s(Sorted, "b", "a")) || s(Hashed, "a").EqualTo(s(Hashed, "a", "b")) ||
		s(Hashed, "a", "c").EqualTo(s(Hashed, "a", "b")) {
		t.Error("sets")
	}
	if s(Hashed, "a").EqualTo(NewList("a")) || NewList("a").EqualTo(s(Hashed, "a")) || !NewList("a", nil).EqualTo(NewList("a", nil)) {
		t.Error("lists and sets")
	}
	a, b := NewMap(Hashed), NewMap(Linked)
	a.Put("k", NewList(int32(1)))
	b.Put("k", NewList(int32(1)))
	if !a.EqualTo(b) || a.HashCode() != b.HashCode() {
		t.Error("maps")
	}
	if b.Put("k", nil); a.EqualTo(b) {
		t.Error("maps with other values")
	}
	if s(Hashed, "a", int32(3)).HashCode() != 100 {
		t.Errorf("hash %d, want 100", s(Hashed, "a", int32(3)).HashCode())
	}
}
