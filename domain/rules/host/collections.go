package host

import (
	"slices"
	"sort"
	"strings"
)

// A List is a java.util.List. Fixed ones refuse every change.
type List struct {
	Items []any
	Fixed bool
	Kind  string // class, "" for ArrayList
}

// NewList is a changeable list of the items.
func NewList(items ...any) *List { return &List{Items: items} }

// ListOf is a changeable list of Go values.
func ListOf[T any](items []T) *List {
	l := &List{Items: make([]any, len(items))}
	for i, v := range items {
		l.Items[i] = v
	}
	return l
}

// ClassName is the list's class.
func (l *List) ClassName() string {
	if l.Kind != "" {
		return l.Kind
	}
	return "ArrayList"
}

// Change returns the list for changing; a fixed one throws.
func (l *List) Change() *List {
	if l.Fixed {
		Throw("UnsupportedOperationException", "the list cannot be changed")
	}
	return l
}

// EqualTo compares element by element.
func (l *List) EqualTo(o any) bool {
	other, ok := o.(*List)
	return ok && slices.EqualFunc(l.Items, other.Items, Equal)
}

// HashCode is that of AbstractList.
func (l *List) HashCode() int32 {
	h := int32(1)
	for _, v := range l.Items {
		h = 31*h + HashCode(v)
	}
	return h
}

// String writes [a, b].
func (l *List) String() string { return "[" + joinValues(l.Items) + "]" }

func joinValues(items []any) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = ToString(v)
	}
	return strings.Join(parts, ", ")
}

// Kinds of iteration order.
const (
	Hashed = iota // the order of Java's hash tables
	Linked        // insertion order
	Sorted        // natural or comparator order
)

type entry struct {
	key, value any
	hash       int32
}

// A Map is a java.util.Map, in the order of its kind.
type Map struct {
	Order   int
	Fixed   bool
	Less    func(a, b any) bool // of a Sorted map, nil for natural order
	buckets map[any][]*entry
	list    []*entry // insertion order
}

// NewMap is an empty map.
func NewMap(order int) *Map { return &Map{Order: order, buckets: map[any][]*entry{}} }

// ClassName is the map's class.
func (m *Map) ClassName() string {
	return [...]string{"HashMap", "LinkedHashMap", "TreeMap"}[m.Order]
}

// Len is the number of entries.
func (m *Map) Len() int { return len(m.list) }

// bucketKey groups equal keys in a Go map: by value for scalars, by hash for the rest.
func bucketKey(k any) any {
	if f, ok := number(k); ok {
		return f
	}
	switch k := k.(type) {
	case nil, string, bool, *Enum:
		return k
	case Equaler:
		return [1]int32{k.HashCode()}
	case []any:
		return [1]int32{}
	}
	return k
}

func (m *Map) find(k any) *entry {
	for _, e := range m.buckets[bucketKey(k)] {
		if Equal(e.key, k) {
			return e
		}
	}
	return nil
}

// Get is the value of a key; ok is false when there is none.
func (m *Map) Get(k any) (v any, ok bool) {
	if e := m.find(k); e != nil {
		return e.value, true
	}
	return nil, false
}

// Put sets a value and returns the earlier one.
func (m *Map) Put(k, v any) (old any) {
	if m.Fixed {
		Throw("UnsupportedOperationException", "the map cannot be changed")
	}
	if e := m.find(k); e != nil {
		old, e.value = e.value, v
		return old
	}
	h := HashCode(k)
	e := &entry{k, v, h ^ int32(uint32(h)>>16)}
	m.list = append(m.list, e)
	b := bucketKey(k)
	m.buckets[b] = append(m.buckets[b], e)
	return nil
}

// Remove drops a key and returns its value.
func (m *Map) Remove(k any) (old any, ok bool) {
	if m.Fixed {
		Throw("UnsupportedOperationException", "the map cannot be changed")
	}
	e := m.find(k)
	if e == nil {
		return nil, false
	}
	b := bucketKey(k)
	m.buckets[b] = slices.DeleteFunc(m.buckets[b], func(x *entry) bool { return x == e })
	m.list = slices.DeleteFunc(m.list, func(x *entry) bool { return x == e })
	return e.value, true
}

// entries are in the order of iteration. A Java hash table iterates by bucket:
// the table doubles at load 0.75, and a bucket keeps the order of insertion.
func (m *Map) entries() []*entry {
	out := slices.Clone(m.list)
	switch m.Order {
	case Hashed:
		size := int32(16)
		for int(size)*3/4 < len(out) {
			size *= 2
		}
		sort.SliceStable(out, func(i, j int) bool { return out[i].hash&(size-1) < out[j].hash&(size-1) })
	case Sorted:
		less := m.Less
		if less == nil {
			less = func(a, b any) bool { return Compare(a, b) < 0 }
		}
		sort.SliceStable(out, func(i, j int) bool { return less(out[i].key, out[j].key) })
	}
	return out
}

// Keys are the keys in the order of iteration.
func (m *Map) Keys() []any {
	var out []any
	for _, e := range m.entries() {
		out = append(out, e.key)
	}
	return out
}

// Values are the values in the order of iteration.
func (m *Map) Values() []any {
	var out []any
	for _, e := range m.entries() {
		out = append(out, e.value)
	}
	return out
}

// EqualTo compares the entries.
func (m *Map) EqualTo(o any) bool {
	other, ok := o.(*Map)
	if !ok || other.Len() != m.Len() {
		return false
	}
	for _, e := range m.list {
		if v, ok := other.Get(e.key); !ok || !Equal(v, e.value) {
			return false
		}
	}
	return true
}

// HashCode is that of AbstractMap.
func (m *Map) HashCode() int32 {
	var h int32
	for _, e := range m.list {
		h += HashCode(e.key) ^ HashCode(e.value)
	}
	return h
}

// String writes {a=1, b=2}.
func (m *Map) String() string {
	var parts []string
	for _, e := range m.entries() {
		parts = append(parts, ToString(e.key)+"="+ToString(e.value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// A Set is a java.util.Set: the keys of a map.
type Set struct{ *Map }

// NewSet is a set of the items.
func NewSet(order int, items ...any) *Set {
	s := &Set{NewMap(order)}
	for _, v := range items {
		s.Put(v, true)
	}
	return s
}

// ClassName is the set's class.
func (s *Set) ClassName() string {
	return [...]string{"HashSet", "LinkedHashSet", "TreeSet"}[s.Order]
}

// String writes [a, b].
func (s *Set) String() string { return "[" + joinValues(s.Keys()) + "]" }

// EqualTo compares the elements.
func (s *Set) EqualTo(o any) bool {
	other, ok := o.(*Set)
	return ok && s.Map.EqualTo(other.Map)
}

// An Optional holds a value or nothing.
type Optional struct {
	Value   any
	Present bool
}

// Some is an Optional of a value, None when it is nil.
func Some(v any) *Optional { return &Optional{v, v != nil} }

// ClassName is Optional.
func (*Optional) ClassName() string { return "Optional" }

// String writes Optional[x] or Optional.empty.
func (o *Optional) String() string {
	if !o.Present {
		return "Optional.empty"
	}
	return "Optional[" + ToString(o.Value) + "]"
}

// EqualTo compares the values.
func (o *Optional) EqualTo(other any) bool {
	x, ok := other.(*Optional)
	return ok && x.Present == o.Present && Equal(x.Value, o.Value)
}

// HashCode is that of the value.
func (o *Optional) HashCode() int32 { return HashCode(o.Value) }

// Items are the elements of anything that can be iterated; ok is false for the rest.
func Items(v any) (items []any, ok bool) {
	switch v := v.(type) {
	case *List:
		return v.Items, true
	case *Set:
		return v.Keys(), true
	case []any:
		return v, true
	case *Map:
		return v.Values(), true
	}
	return nil, false
}
