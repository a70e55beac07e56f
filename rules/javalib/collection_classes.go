package javalib

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

func capacity(v any) int {
	n := v.(int32)
	if n < 0 {
		host.Throw("IllegalArgumentException", "Illegal Capacity: %d", n)
	}
	return int(n)
}

func listMaker(class string) []*host.Method {
	make := func(list []any) any { return &host.List{Items: slices.Clone(list), Kind: class} }
	out := []*host.Method{
		f(class+"() "+class+"<E>", func(any, []any) any { return make(nil) }),
		f(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return make(items(a[0])) }),
	}
	if class == "ArrayList" {
		out = append(out, f(class+"(int) "+class+"<E>", func(_ any, a []any) any { capacity(a[0]); return make(nil) }))
	}
	return out
}

// setOf returns a set of the elements of a collection; a hash table has the capacity that
// it has in Java.
func setOf(order int, list []any) *host.Set {
	s := host.NewSet(order)
	if order == host.Hashed {
		s.Reserve(max(len(list)*4/3+1, 16))
	}
	for _, v := range list {
		s.Add(v)
	}
	return s
}

func setMaker(class string, order int) []*host.Method {
	out := []*host.Method{
		f(class+"() "+class+"<E>", func(any, []any) any { return host.NewSet(order) }),
		f(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return setOf(order, items(a[0])) }),
	}
	if order == host.Sorted {
		return append(out, f(class+"(Comparator<E>) "+class+"<E>", func(_ any, a []any) any {
			s := host.NewSet(order)
			s.Compare = orderOf(a[0])
			return s
		}))
	}
	return append(out, f(class+"(int) "+class+"<E>", func(_ any, a []any) any {
		s := host.NewSet(order)
		s.Reserve(capacity(a[0]))
		return s
	}))
}

// orderOf returns a comparator as a Go function, or nil when there is none.
func orderOf(comparator any) func(a, b any) int32 {
	if comparator == nil {
		return nil
	}
	call := fn(comparator)
	return func(a, b any) int32 { return call(a, b).(int32) }
}

// fixedSet implements Set.of, which accepts neither null nor duplicates.
func fixedSet(_ any, a []any) any {
	s := host.NewSet(host.Linked)
	for _, v := range noNulls(a[0].([]any)) {
		if !s.Add(v) {
			host.Throw("IllegalArgumentException", "duplicate element: %s", host.ToString(v))
		}
	}
	s.Fixed = true
	return s
}

func copiedSet(_ any, a []any) any {
	s := host.NewSet(host.Linked, noNulls(items(a[0]))...)
	s.Fixed = true
	return s
}

// endOf returns the method for the first or last element of a sorted set.
func endOf(last bool) func(this any, a []any) any {
	return func(this any, _ []any) any {
		list := items(this)
		if len(list) == 0 {
			host.Throw("NoSuchElementException", "")
		}
		if last {
			return list[len(list)-1]
		}
		return list[0]
	}
}

var dequeMethods = []*host.Method{
	l("addFirst(E) void", func(l *host.List, a []any) any { l.Resize().Items = append([]any{a[0]}, l.Items...); return nil }),
	l("addLast(E) void", func(l *host.List, a []any) any { add(l, a[0]); return nil }),
	l("removeFirst() E", func(l *host.List, _ []any) any { v := end(l, 0); l.Items = slices.Clone(l.Items[1:]); return v }),
	l("removeLast() E", func(l *host.List, _ []any) any {
		v := end(l, len(l.Items)-1)
		l.Items = l.Items[:len(l.Items)-1]
		return v
	}),
	l("peek() E", func(l *host.List, _ []any) any {
		if len(l.Items) == 0 {
			return nil
		}
		return l.Items[0]
	}),
	l("poll() E", func(l *host.List, _ []any) any {
		if len(l.Items) == 0 {
			return nil
		}
		v := l.Items[0]
		l.Items = slices.Clone(l.Items[1:])
		return v
	}),
}

var collectionClasses = []*host.Class{
	{Name: "Comparable", Methods: []*host.Method{f("compareTo(Object) int", func(this any, a []any) any {
		return host.Compare(this, a[0])
	})}},
	{Name: "Iterable", Params: []string{"E"}, Methods: []*host.Method{
		f("iterator() Iterator<E>", iterate),
		f("forEach(Consumer<E>) void", func(this any, a []any) any { return each(items(this), a[0]) }),
	}},
	{Name: "Collection", Params: []string{"E"}, Supers: []string{"Iterable"}, Methods: collectionMethods},
	{Name: "List", Params: []string{"E"}, Supers: []string{"Collection"}, Methods: listMethods, Statics: []*host.Method{
		f("of(E...) List<E>", listOf),
		f("copyOf(Collection<E>) List<E>", func(_ any, a []any) any { return fixedList(noNulls(items(a[0]))) }),
	}},
	{Name: "ImmutableList", Params: []string{"E"}, Supers: []string{"List"}},
	{Name: "ArrayList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("ArrayList")},
	{Name: "LinkedList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("LinkedList"), Methods: dequeMethods},
	{Name: "Set", Params: []string{"E"}, Supers: []string{"Collection"}, Statics: []*host.Method{
		f("of(E...) Set<E>", fixedSet), f("copyOf(Collection<E>) Set<E>", copiedSet),
	}},
	{Name: "HashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("HashSet", host.Hashed)},
	{Name: "LinkedHashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("LinkedHashSet", host.Linked)},
	{Name: "TreeSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("TreeSet", host.Sorted), Methods: []*host.Method{
		f("first() E", endOf(false)), f("last() E", endOf(true)),
	}},
	{Name: "Arrays", Statics: arraysMethods},
	{Name: "Collections", Statics: collectionsMethods},
	{Name: "Iterator", Params: []string{"E"}, Methods: []*host.Method{
		f("hasNext() boolean", func(this any, _ []any) any { return len(this.(*iterator).rest) > 0 }),
		f("next() E", func(this any, _ []any) any { return this.(*iterator).next() }),
		f("remove() void", func(this any, _ []any) any { return this.(*iterator).remove() }),
	}},
}

// sliceOf returns the elements of an array from one index to another.
func sliceOf(v any, from, to int32) []any {
	list := v.([]any)
	if from < 0 || from > to || int(from) > len(list) {
		host.Throw("ArrayIndexOutOfBoundsException", "%d to %d of %d", from, to, len(list))
	}
	out := make([]any, to-from)
	copy(out, list[from:])
	return out
}

var arraysMethods = []*host.Method{
	f("asList(E...) List<E>", func(_ any, a []any) any {
		return &host.List{Items: slices.Clone(a[0].([]any)), Sized: true}
	}),
	f("stream(int[]) IntStream<Integer>", func(_ any, a []any) any { return arrayStream(a[0].([]any)) }),
	f("stream(E[]) Stream<E>", func(_ any, a []any) any { return arrayStream(a[0].([]any)) }),
	f("toString(E[]) String", func(_ any, a []any) any {
		if a[0] == nil {
			return "null"
		}
		return host.NewList(a[0].([]any)...).String()
	}),
	f("equals(E[], E[]) boolean", func(_ any, a []any) any {
		return host.NewList(a[0].([]any)...).EqualTo(host.NewList(a[1].([]any)...))
	}),
	f("hashCode(E[]) int", func(_ any, a []any) any { return host.NewList(a[0].([]any)...).HashCode() }),
	f("sort(E[]) void", func(_ any, a []any) any { copy(a[0].([]any), sorted(a[0].([]any), nil)); return nil }),
	f("sort(E[], Comparator<E>) void", func(_ any, a []any) any { copy(a[0].([]any), sorted(a[0].([]any), a[1])); return nil }),
	f("fill(E[], E) void", func(_ any, a []any) any {
		for i := range a[0].([]any) {
			a[0].([]any)[i] = a[1]
		}
		return nil
	}),
	f("copyOf(E[], int) E[]", func(_ any, a []any) any { return sliceOf(a[0], 0, int32(min(int(a[1].(int32)), maxString))) }),
	f("copyOfRange(E[], int, int) E[]", func(_ any, a []any) any {
		return sliceOf(a[0], a[1].(int32), int32(min(int(a[2].(int32)), maxString)))
	}),
}

// arrayStream returns a stream of an array; for ints it is an IntStream.
func arrayStream(list []any) *host.Stream {
	s := host.StreamOf(list)
	if len(list) > 0 {
		s.Kind = map[string]string{"Integer": "IntStream", "Long": "LongStream", "Double": "DoubleStream"}[host.ClassNameOf(list[0])]
	}
	return s
}

func best(sign int) func(any, []any) any {
	return func(_ any, a []any) any {
		out := extreme(sign)(host.StreamOf(items(a[0])), a[1:])
		if o := out.(*host.Optional); o.Present {
			return o.Value
		}
		host.Throw("NoSuchElementException", "")
		return nil
	}
}

// ordering returns a static method that reorders the elements of a list.
func ordering(signature string, body func(l *host.List, a []any)) *host.Method {
	return f(signature, func(_ any, a []any) any {
		l := changeable(a[0])
		body(l, a)
		l.Show()
		return nil
	})
}

func changeable(v any) *host.List {
	if v == nil {
		host.Throw("NullPointerException", "the list is null")
	}
	return v.(*host.List).Change()
}

var collectionsMethods = []*host.Method{
	f("emptyList() List<E>", func(any, []any) any { return fixedList(nil) }),
	f("emptySet() Set<E>", func(any, []any) any { return fixedSet(nil, []any{[]any{}}) }),
	f("emptyMap() Map<K, V>", func(any, []any) any { return mapOf(nil, []any{[]any{}}) }),
	f("singletonList(E) List<E>", func(_ any, a []any) any { return fixedList([]any{a[0]}) }),
	f("singleton(E) Set<E>", func(_ any, a []any) any { return copiedSet(nil, []any{[]any{a[0]}}) }),
	ordering("sort(List<E>) void", func(l *host.List, _ []any) { l.Items = sorted(l.Items, nil) }),
	ordering("sort(List<E>, Comparator<E>) void", func(l *host.List, a []any) { l.Items = sorted(l.Items, a[1]) }),
	ordering("reverse(List<E>) void", func(l *host.List, _ []any) { slices.Reverse(l.Items) }),
	ordering("swap(List<E>, int, int) void", func(l *host.List, a []any) {
		i, j := at(l, a[1].(int32)), at(l, a[2].(int32))
		l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
	}),
	f("addAll(Collection<E>, E...) boolean", func(_ any, a []any) any { return addAll(a[0], []any{a[1]}) }),
	f("max(Collection<E>) E", best(1)), f("max(Collection<E>, Comparator<E>) E", best(1)),
	f("min(Collection<E>) E", best(-1)), f("min(Collection<E>, Comparator<E>) E", best(-1)),
	f("frequency(Collection<?>, Object) int", func(_ any, a []any) any {
		n := int32(0)
		for _, v := range items(a[0]) {
			if host.Equal(v, a[1]) {
				n++
			}
		}
		return n
	}),
	f("disjoint(Collection<?>, Collection<?>) boolean", func(_ any, a []any) any {
		return !slices.ContainsFunc(items(a[0]), func(v any) bool { return contains(a[1], v) })
	}),
	f("nCopies(int, E) List<E>", func(_ any, a []any) any {
		if n := a[0].(int32); n < 0 || n > maxString>>4 {
			host.Throw("IllegalArgumentException", "List length = %d", n)
		}
		return fixedList(slices.Repeat([]any{a[1]}, int(a[0].(int32))))
	}),
	f("unmodifiableList(List<E>) List<E>", func(_ any, a []any) any { return fixedList(items(a[0])) }),
	f("unmodifiableSet(Set<E>) Set<E>", func(_ any, a []any) any {
		s := host.NewSet(host.Linked, items(a[0])...)
		s.Fixed = true
		return s
	}),
	f("unmodifiableMap(Map<K, V>) Map<K, V>", func(_ any, a []any) any { return copiedMap(a[0].(*host.Map)) }),
	f("reverseOrder() Comparator<E>", backwards), f("reverseOrder(Comparator<E>) Comparator<E>", backwards),
}

func backwards(_ any, a []any) any {
	order := host.Compare
	if len(a) > 0 {
		order = orderOf(a[0])
	}
	return comparator(func(x, y any) int32 { return order(y, x) })
}
