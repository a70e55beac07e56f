package host

import (
	"fmt"
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
		t.Errorf("a copy of 9 has a table of %d", all.table)
	}
	m.Put("x", 1)
	m.Put("y", 1)
	m.Put("z", 1)
	copied := NewMap(Hashed)
	if copied.PutAll(m); copied.table != 32 {
		t.Errorf("a copy of 12 has a table of %d, Java's has 32", copied.table)
	}
}

func TestSortedMapsFindByTheirOrder(t *testing.T) {
	m := NewMap(Sorted)
	m.Compare = func(a, b any) int32 { return Compare(a, b) * -1 }
	for _, k := range []int32{2, 3, 1, 2} {
		m.Put(k, k*10)
	}
	if got := m.String(); got != "{3=30, 2=20, 1=10}" {
		t.Errorf("backwards: %s", got)
	}
	if old, ok := m.Remove(int32(2)); !ok || old != int32(20) || m.Len() != 2 {
		t.Errorf("removed %v %v", old, ok)
	}
	if _, ok := m.Remove(int32(7)); ok {
		t.Error("removed what is not there")
	}
	if got := thrown(func() { NewMap(Sorted).Put(nil, 1) }); got != "NullPointerException" {
		t.Errorf("null as key: %s", got)
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
		"put": func() { m.Put("a", 2) }, "remove": func() { m.Remove("a") }, "remove another": func() { m.Remove("b") }, "add": func() { (&Set{Map: m}).Add("a") },
		"list": func() { list.Change() }, "resize": func() { sized.Resize() }, "view": func() { (&Set{Map: NewMap(Linked), View: true}).Add("x") },
	} {
		if got := thrown(change); got != "UnsupportedOperationException" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if sized.Change() != sized {
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
		t.Errorf("told of %v", told)
	}
}

func TestCollectionsAreEqualByContent(t *testing.T) {
	s := func(order int, items ...any) *Set { return NewSet(order, items...) }
	if !s(Hashed, "a", "b").EqualTo(s(Sorted, "b", "a")) || s(Hashed, "a").EqualTo(s(Hashed, "a", "b")) || s(Hashed, "a", "c").EqualTo(s(Hashed, "a", "b")) {
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
		t.Errorf("hash %d", s(Hashed, "a", int32(3)).HashCode())
	}
}
