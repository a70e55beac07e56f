package javalib

import "github.com/seed-62a36931/docket/domain/rules/host"

func mm(signature string, body func(m *host.Map, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.Map), a) })
}

// pair is a Map.Entry.
type pair struct{ key, value any }

// ClassName is the Java class of the value.
func (*pair) ClassName() string { return "Entry" }

// String is what toString gives.
func (p *pair) String() string { return host.ToString(p.key) + "=" + host.ToString(p.value) }

func pairs(m *host.Map) []any {
	var out []any
	for _, k := range m.Keys() {
		v, _ := m.Get(k)
		out = append(out, &pair{k, v})
	}
	return out
}

var mapMethods = []*host.Method{
	mm("size() int", func(m *host.Map, _ []any) any { return int32(m.Len()) }),
	mm("isEmpty() boolean", func(m *host.Map, _ []any) any { return m.Len() == 0 }),
	mm("get(Object) V", func(m *host.Map, a []any) any { v, _ := m.Get(a[0]); return v }),
	mm("getOrDefault(Object, V) V", func(m *host.Map, a []any) any {
		if v, ok := m.Get(a[0]); ok {
			return v
		}
		return a[1]
	}),
	mm("put(K, V) V", func(m *host.Map, a []any) any { return m.Put(a[0], a[1]) }),
	mm("putIfAbsent(K, V) V", func(m *host.Map, a []any) any {
		if v, _ := m.Get(a[0]); v != nil {
			return v
		}
		return m.Put(a[0], a[1])
	}),
	mm("putAll(Map<K, V>) void", func(m *host.Map, a []any) any {
		for _, p := range pairs(a[0].(*host.Map)) {
			m.Put(p.(*pair).key, p.(*pair).value)
		}
		return nil
	}),
	mm("remove(Object) V", func(m *host.Map, a []any) any { v, _ := m.Remove(a[0]); return v }),
	mm("clear() void", func(m *host.Map, _ []any) any {
		for _, k := range m.Keys() {
			m.Remove(k)
		}
		return nil
	}),
	mm("containsKey(Object) boolean", func(m *host.Map, a []any) any { _, ok := m.Get(a[0]); return ok }),
	mm("containsValue(Object) boolean", func(m *host.Map, a []any) any { return find(m.Values(), a[0]) >= 0 }),
	mm("keySet() Set<K>", func(m *host.Map, _ []any) any { return host.NewSet(host.Linked, m.Keys()...) }),
	mm("values() Collection<V>", func(m *host.Map, _ []any) any { return host.NewList(m.Values()...) }),
	mm("entrySet() Set<Entry<K, V>>", func(m *host.Map, _ []any) any { return host.NewSet(host.Linked, pairs(m)...) }),
	mm("forEach(BiConsumer<K, V>) void", func(m *host.Map, a []any) any {
		for _, p := range pairs(m) {
			fn(a[0])(p.(*pair).key, p.(*pair).value)
		}
		return nil
	}),
	mm("computeIfAbsent(K, Function<K, V>) V", func(m *host.Map, a []any) any {
		if v, _ := m.Get(a[0]); v != nil {
			return v
		}
		v := fn(a[1])(a[0])
		if v != nil {
			m.Put(a[0], v)
		}
		return v
	}),
	mm("merge(K, V, BinaryOperator<V>) V", func(m *host.Map, a []any) any {
		v := a[1]
		if old, _ := m.Get(a[0]); old != nil {
			v = fn(a[2])(old, v)
		}
		m.Put(a[0], v)
		return v
	}),
}

func mapMaker(class string, order int) []*host.Method {
	return []*host.Method{
		f(class+"() "+class+"<K, V>", func(any, []any) any { return host.NewMap(order) }),
		f(class+"(Map<K, V>) "+class+"<K, V>", func(_ any, a []any) any {
			m := host.NewMap(order)
			for _, p := range pairs(a[0].(*host.Map)) {
				m.Put(p.(*pair).key, p.(*pair).value)
			}
			return m
		}),
	}
}

func mapOf(_ any, a []any) any {
	list := a[0].([]any)
	if len(list)%2 != 0 {
		host.Throw("IllegalArgumentException", "Map.of needs a value for each key")
	}
	m := host.NewMap(host.Linked)
	for i := 0; i < len(list); i += 2 {
		m.Put(list[i], list[i+1])
	}
	m.Fixed = true
	return m
}

var mapClasses = []*host.Class{
	{Name: "Map", Params: []string{"K", "V"}, Methods: mapMethods, Statics: []*host.Method{
		f("of(Object...) Map<?, ?>", mapOf),
		f("entry(K, V) Entry<K, V>", func(_ any, a []any) any { return &pair{a[0], a[1]} }),
	}},
	{Name: "HashMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("HashMap", host.Hashed)},
	{Name: "LinkedHashMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("LinkedHashMap", host.Linked)},
	{Name: "TreeMap", Params: []string{"K", "V"}, Supers: []string{"Map"}, Makers: mapMaker("TreeMap", host.Sorted)},
	{Name: "Entry", Params: []string{"K", "V"}, Methods: []*host.Method{
		f("getKey() K", func(this any, _ []any) any { return this.(*pair).key }),
		f("getValue() V", func(this any, _ []any) any { return this.(*pair).value }),
	}, Statics: []*host.Method{
		f("comparingByKey() Comparator<?>", func(any, []any) any { return comparing(func(v any) any { return v.(*pair).key }, nil) }),
		f("comparingByValue() Comparator<?>", func(any, []any) any { return comparing(func(v any) any { return v.(*pair).value }, nil) }),
	}},
}
