package host

import (
	"math"
	"slices"
	"sort"
)

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
	Compare func(a, b any) int32 // of a Sorted map, nil for natural order
	// Dropped, if not nil, is called for each key that is removed: the map is a view
	// of something else
	Dropped func(key any)
	buckets map[any][]*entry
	list    []*entry // insertion order, that of the keys when Sorted
	table   int      // length of the hash table that Java would have; it never shrinks
}

// NewMap returns an empty map.
func NewMap(order int) *Map { return &Map{Order: order, buckets: map[any][]*entry{}, table: 16} }

// maxTable is the maximum length of Java's hash tables.
const maxTable = 1 << 30

// Reserve makes the hash table as long as Java's for the requested capacity.
func (m *Map) Reserve(capacity int) *Map {
	if capacity < 0 {
		Throw("IllegalArgumentException", "Illegal initial capacity: %d", capacity)
	}
	for m.table = 1; m.table < capacity && m.table < maxTable; {
		m.table *= 2
	}
	return m
}

// PutAll adds the entries of another map. As in Java, the table grows for all of
// them at once.
func (m *Map) PutAll(other *Map) {
	if n := other.Len(); len(m.list) == 0 && n > 0 {
		m.table = max(m.table, NewMap(Hashed).Reserve(n*4/3+1).table)
	} else {
		for n > m.table*3/4 && m.table < maxTable {
			m.table *= 2
		}
	}
	for _, e := range other.orderedEntries() {
		m.Put(e.key, e.value)
	}
}

// ClassName returns the map's class.
func (m *Map) ClassName() string {
	return [...]string{"HashMap", "LinkedHashMap", "TreeMap"}[m.Order]
}

// Len returns the number of entries.
func (m *Map) Len() int { return len(m.list) }

// bucketKey returns the key under which equal keys share a bucket of a Go map: by
// value for scalars, by hash for the rest.
func bucketKey(k any) any {
	if f, ok := toFloat(k); ok {
		if math.IsNaN(f) {
			return notANumber{} // Go's equals nothing, not even itself
		}
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

type notANumber struct{}

// findPlace returns the position of a key in a Sorted map, or the position where it
// would be inserted, and whether the map has it.
func (m *Map) findPlace(k any) (int, bool) {
	order := m.Compare
	if order == nil {
		order = Compare
	}
	if len(m.list) == 0 {
		order(k, k) // a key that has no order throws
	}
	return slices.BinarySearchFunc(m.list, k, func(e *entry, k any) int { return int(order(e.key, k)) })
}

// findEntry returns the entry of a key, nil when there is none.
func (m *Map) findEntry(k any) *entry {
	if m.Order == Sorted {
		if i, ok := m.findPlace(k); ok {
			return m.list[i]
		}
		return nil
	}
	for _, e := range m.buckets[bucketKey(k)] {
		if Equal(e.key, k) {
			return e
		}
	}
	return nil
}

// Get returns the value of a key; ok is false when there is none.
func (m *Map) Get(k any) (v any, ok bool) {
	if e := m.findEntry(k); e != nil {
		return e.value, true
	}
	return nil, false
}

// checkChangeable throws when the map is fixed.
func (m *Map) checkChangeable() {
	if m.Fixed {
		Throw("UnsupportedOperationException", "the collection cannot be changed")
	}
}

// Put sets a value and returns the previous one.
func (m *Map) Put(k, v any) (old any) {
	m.checkChangeable()
	if e := m.findEntry(k); e != nil {
		old, e.value = e.value, v
		return old
	}
	e := &entry{key: k, value: v}
	if m.Order == Sorted {
		i, _ := m.findPlace(k)
		m.list = slices.Insert(m.list, i, e)
		return nil
	}
	h := HashCode(k)
	e.hash = h ^ int32(uint32(h)>>16)
	m.list = append(m.list, e)
	b := bucketKey(k)
	m.buckets[b] = append(m.buckets[b], e)
	if len(m.list) > m.table*3/4 && m.table < maxTable {
		m.table *= 2
	}
	return nil
}

// Remove removes a key and returns its value.
func (m *Map) Remove(k any) (old any, ok bool) {
	m.checkChangeable()
	e := m.findEntry(k)
	if e == nil {
		return nil, false
	}
	if m.Order != Sorted {
		b := bucketKey(k)
		m.buckets[b] = slices.DeleteFunc(m.buckets[b], func(x *entry) bool { return x == e })
	}
	m.list = slices.DeleteFunc(m.list, func(x *entry) bool { return x == e })
	if m.Dropped != nil {
		m.Dropped(e.key)
	}
	return e.value, true
}

// orderedEntries returns the entries in the order of iteration. A Java hash table iterates
// by bucket: the table doubles at load 0.75, and a bucket keeps the order of
// insertion.
func (m *Map) orderedEntries() []*entry {
	out := slices.Clone(m.list)
	if m.Order == Hashed {
		mask := int32(m.table - 1)
		sort.SliceStable(out, func(i, j int) bool { return out[i].hash&mask < out[j].hash&mask })
	}
	return out
}

// Keys returns the keys in the order of iteration.
func (m *Map) Keys() []any {
	var out []any
	for _, e := range m.orderedEntries() {
		out = append(out, e.key)
	}
	return out
}

// Values returns the values in the order of iteration.
func (m *Map) Values() []any {
	var out []any
	for _, e := range m.orderedEntries() {
		out = append(out, e.value)
	}
	return out
}

// EqualTo compares the entries.
func (m *Map) EqualTo(o any) bool { return Equal(m, o) }

// HashCode returns the hash code defined by AbstractMap.
func (m *Map) HashCode() int32 { return HashCode(m) }

// String returns the map as {a=1, b=2}.
func (m *Map) String() string { return ToString(m) }

// A Set is a java.util.Set: the keys of a map. A view of a map refuses new elements.
type Set struct {
	*Map
	View bool
}

// NewSet returns a set of the items.
func NewSet(order int, items ...any) *Set {
	s := &Set{Map: NewMap(order)}
	for _, v := range items {
		s.Put(v, true)
	}
	return s
}

// Add adds an element. It returns false when the set already has it.
func (s *Set) Add(v any) bool {
	if s.View {
		Throw("UnsupportedOperationException", "a view of a map takes no elements")
	}
	if s.checkChangeable(); s.findEntry(v) != nil {
		return false
	}
	s.Put(v, true)
	return true
}

// ClassName returns the set's class.
func (s *Set) ClassName() string {
	return [...]string{"HashSet", "LinkedHashSet", "TreeSet"}[s.Order]
}

// String returns the set as [a, b].
func (s *Set) String() string { return ToString(s) }

// EqualTo compares the elements.
func (s *Set) EqualTo(o any) bool { return Equal(s, o) }

// HashCode returns the sum of the hash codes of the elements.
func (s *Set) HashCode() int32 { return HashCode(s) }
