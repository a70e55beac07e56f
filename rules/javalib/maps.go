package javalib

import "github.com/seed-62a36931/docket/rules/host"

func mapMethod(signature string, body func(m *host.Map, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*host.Map), a) })
}

// pair is a Map.Entry. It may stand in a map, which setValue then changes.
type pair struct {
	key, value any
	of         *host.Map
}

// ClassName returns the Java class of the value.
func (*pair) ClassName() string { return "Entry" }

// String returns the result of toString.
func (p *pair) String() string { return host.ToString(p.key) + "=" + host.ToString(p.value) }

// EqualTo reports whether key and value are equal.
func (p *pair) EqualTo(o any) bool {
	other, ok := o.(*pair)
	return ok && host.Equal(p.key, other.key) && host.Equal(p.value, other.value)
}

// HashCode returns the hash code of Map.Entry.
func (p *pair) HashCode() int32 { return host.HashCode(p.key) ^ host.HashCode(p.value) }

func pairsOf(m *host.Map) []any {
	var out []any
	for _, k := range m.Keys() {
		v, _ := m.Get(k)
		out = append(out, &pair{k, v, m})
	}
	return out
}

// entrySet returns a view of the entries of a map; removing an entry removes it from the
// map.
func entrySet(m *host.Map, _ []any) any {
	s := host.NewSet(host.Linked, pairsOf(m)...)
	s.View, s.Fixed = true, m.Fixed
	s.Dropped = func(p any) { m.Remove(p.(*pair).key) }
	return s
}

// valuesOf returns a view of the values of a map; removing a value removes the first key
// that has it.
func valuesOf(m *host.Map, _ []any) any {
	return &host.List{Items: m.Values(), Fixed: m.Fixed, Dropped: func(v any) {
		for _, p := range pairsOf(m) {
			if host.Equal(p.(*pair).value, v) {
				m.Remove(p.(*pair).key)
				return
			}
		}
	}}
}

func mapArgument(v any) *host.Map {
	m, ok := v.(*host.Map)
	if !ok {
		host.Throw("NullPointerException", "the map is null")
	}
	return m
}

// storeValue puts a value, or removes the key when it is null.
func storeValue(m *host.Map, k, v any) any {
	if v == nil {
		m.Remove(k)
	} else {
		m.Put(k, v)
	}
	return v
}

var mapMethods = []*host.Method{
	mapMethod("size() int", func(m *host.Map, _ []any) any { return int32(m.Len()) }),
	mapMethod("isEmpty() boolean", func(m *host.Map, _ []any) any { return m.Len() == 0 }),
	mapMethod("get(Object) V", func(m *host.Map, a []any) any { v, _ := m.Get(a[0]); return v }),
	mapMethod("getOrDefault(Object, V) V", func(m *host.Map, a []any) any {
		if v, ok := m.Get(a[0]); ok {
			return v
		}
		return a[1]
	}),
	mapMethod("put(K, V) V", func(m *host.Map, a []any) any { return m.Put(a[0], a[1]) }),
	mapMethod("putIfAbsent(K, V) V", func(m *host.Map, a []any) any {
		if v, _ := m.Get(a[0]); v != nil {
			return v
		}
		return m.Put(a[0], a[1])
	}),
	mapMethod("putAll(Map<K, V>) void", func(m *host.Map, a []any) any { m.PutAll(mapArgument(a[0])); return nil }),
	mapMethod("remove(Object) V", func(m *host.Map, a []any) any { v, _ := m.Remove(a[0]); return v }),
	mapMethod("remove(Object, Object) boolean", func(m *host.Map, a []any) any {
		v, ok := m.Get(a[0])
		if ok = ok && host.Equal(v, a[1]); ok {
			m.Remove(a[0])
		}
		return ok
	}),
	mapMethod("replace(K, V) V", func(m *host.Map, a []any) any {
		if _, ok := m.Get(a[0]); !ok {
			return nil
		}
		return m.Put(a[0], a[1])
	}),
	mapMethod("clear() void", func(m *host.Map, _ []any) any {
		for _, k := range m.Keys() {
			m.Remove(k)
		}
		return nil
	}),
	mapMethod("containsKey(Object) boolean", func(m *host.Map, a []any) any { _, ok := m.Get(a[0]); return ok }),
	mapMethod("containsValue(Object) boolean", func(m *host.Map, a []any) any { return indexOfValue(m.Values(), a[0]) >= 0 }),
	mapMethod("keySet() Set<K>", func(m *host.Map, _ []any) any { return &host.Set{Map: m, View: true} }),
	mapMethod("values() Collection<V>", valuesOf), mapMethod("entrySet() Set<Entry<K, V>>", entrySet),
	mapMethod("forEach(BiConsumer<K, V>) void", func(m *host.Map, a []any) any {
		call := toFunction(a[0])
		for _, p := range pairsOf(m) {
			call(p.(*pair).key, p.(*pair).value)
		}
		return nil
	}),
	mapMethod("replaceAll(BiFunction<K, V, V>) void", func(m *host.Map, a []any) any {
		call := toFunction(a[0])
		for _, p := range pairsOf(m) {
			m.Put(p.(*pair).key, call(p.(*pair).key, p.(*pair).value))
		}
		return nil
	}),
	mapMethod("computeIfAbsent(K, Function<K, V>) V", func(m *host.Map, a []any) any {
		if v, _ := m.Get(a[0]); v != nil {
			return v
		}
		v := toFunction(a[1])(a[0])
		if v != nil {
			m.Put(a[0], v)
		}
		return v
	}),
	mapMethod("computeIfPresent(K, BiFunction<K, V, V>) V", func(m *host.Map, a []any) any {
		old, _ := m.Get(a[0])
		if old == nil {
			return nil
		}
		return storeValue(m, a[0], toFunction(a[1])(a[0], old))
	}),
	mapMethod("compute(K, BiFunction<K, V, V>) V", func(m *host.Map, a []any) any {
		old, _ := m.Get(a[0])
		return storeValue(m, a[0], toFunction(a[1])(a[0], old))
	}),
	mapMethod("merge(K, V, BinaryOperator<V>) V", func(m *host.Map, a []any) any {
		if a[1] == nil {
			host.Throw("NullPointerException", "the value is null")
		}
		if old, _ := m.Get(a[0]); old != nil {
			return storeValue(m, a[0], toFunction(a[2])(old, a[1]))
		}
		m.Put(a[0], a[1])
		return a[1]
	}),
}

func mapMaker(class string, order int) []*host.Method {
	out := []*host.Method{
		pureMethod(class+"() "+class+"<K, V>", func(any, []any) any { return host.NewMap(order) }),
		pureMethod(class+"(Map<K, V>) "+class+"<K, V>", func(_ any, a []any) any {
			m := host.NewMap(order)
			m.PutAll(mapArgument(a[0]))
			return m
		}),
	}
	if order == host.Sorted {
		return append(out, pureMethod(class+"(Comparator<K>) "+class+"<K, V>", func(_ any, a []any) any {
			m := host.NewMap(order)
			m.Compare = orderOf(a[0])
			return m
		}))
	}
	return append(out, pureMethod(class+"(int) "+class+"<K, V>", func(_ any, a []any) any {
		return host.NewMap(order).Reserve(int(a[0].(int32)))
	}))
}

func fixedMap(list []any) *host.Map {
	m := host.NewMap(host.Linked)
	for i := 0; i < len(list); i += 2 {
		if _, had := m.Get(list[i]); had {
			host.Throw("IllegalArgumentException", "duplicate key: %s", host.ToString(list[i]))
		}
		m.Put(list[i], list[i+1])
	}
	m.Fixed = true
	return m
}

func mapOf(_ any, a []any) any {
	list := noNulls(a[0].([]any))
	if len(list)%2 != 0 {
		host.Throw("IllegalArgumentException", "Map.of needs a value for each key")
	}
	return fixedMap(list)
}

func mapOfEntries(_ any, a []any) any {
	var list []any
	for _, p := range noNulls(a[0].([]any)) {
		list = append(list, p.(*pair).key, p.(*pair).value)
	}
	return fixedMap(list)
}

func copiedMap(m *host.Map) *host.Map {
	out := host.NewMap(host.Linked)
	out.PutAll(m)
	out.Fixed = true
	return out
}

// endKey returns the method for the first or last key of a sorted map.
func endKey(last bool) func(m *host.Map, a []any) any {
	return func(m *host.Map, _ []any) any { return endOf(last)(&host.Set{Map: m}, nil) }
}

func endEntry(last bool) func(m *host.Map, a []any) any {
	return func(m *host.Map, _ []any) any {
		if m.Len() == 0 {
			return nil
		}
		k := endOf(last)(&host.Set{Map: m}, nil)
		v, _ := m.Get(k)
		return &pair{key: k, value: v}
	}
}

func entryPart(get func(p *pair) any, ordered bool) func(any, []any) any {
	return func(_ any, a []any) any {
		var by any
		if ordered {
			by = a[0]
		}
		return compareByKey(func(v any) any { return get(v.(*pair)) }, by)
	}
}

func keyOf(p *pair) any   { return p.key }
func valueOf(p *pair) any { return p.value }

var mapClasses = []*host.Class{
	{Name: "Map", Params: []string{"K", "V"}, Methods: mapMethods, Statics: []*host.Method{
		pureMethod("of(Object...) Map<?, ?>", mapOf), pureMethod("ofEntries(Entry<K, V>...) Map<K, V>", mapOfEntries),
		pureMethod("copyOf(Map<K, V>) Map<K, V>", func(_ any, a []any) any { return copiedMap(mapArgument(a[0])) }),
		pureMethod("entry(K, V) Entry<K, V>", func(_ any, a []any) any { return &pair{key: a[0], value: a[1]} }),
	}},
	{Name: "HashMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("HashMap", host.Hashed)},
	{Name: "LinkedHashMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("LinkedHashMap", host.Linked)},
	{Name: "TreeMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("TreeMap", host.Sorted),
		Methods: []*host.Method{
			mapMethod("firstKey() K", endKey(false)), mapMethod("lastKey() K", endKey(true)),
			mapMethod("firstEntry() Entry<K, V>", endEntry(false)), mapMethod("lastEntry() Entry<K, V>", endEntry(true)),
		}},
	{Name: "Entry", Params: []string{"K", "V"}, Methods: []*host.Method{
		pureMethod("getKey() K", func(this any, _ []any) any { return this.(*pair).key }),
		pureMethod("getValue() V", func(this any, _ []any) any { return this.(*pair).value }),
		pureMethod("setValue(V) V", func(this any, a []any) any {
			p := this.(*pair)
			if p.of == nil {
				host.Throw("UnsupportedOperationException", "the entry stands in no map")
			}
			old := p.of.Put(p.key, a[0])
			p.value = a[0]
			return old
		}),
	}, Statics: []*host.Method{
		pureMethod("comparingByKey() Comparator<Entry<K, V>>", entryPart(keyOf, false)),
		pureMethod("comparingByKey(Comparator<K>) Comparator<Entry<K, V>>", entryPart(keyOf, true)),
		pureMethod("comparingByValue() Comparator<Entry<K, V>>", entryPart(valueOf, false)),
		pureMethod("comparingByValue(Comparator<V>) Comparator<Entry<K, V>>", entryPart(valueOf, true)),
	}},
}
