package javalib

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

func requireCapacity(v any) int {
	n := v.(int32)
	if n < 0 {
		host.Throw("IllegalArgumentException", "Illegal Capacity: %d", n)
	}
	return int(n)
}

func listMaker(class string) []*host.Method {
	make := func(list []any) any { return &host.List{Items: slices.Clone(list), Kind: class} }
	out := []*host.Method{
		pureMethod(class+"() "+class+"<E>", func(any, []any) any { return make(nil) }),
		pureMethod(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return make(itemsOf(a[0])) }),
	}
	if class == "ArrayList" {
		out = append(out, pureMethod(class+"(int) "+class+"<E>", func(_ any, a []any) any { requireCapacity(a[0]); return make(nil) }))
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
		pureMethod(class+"() "+class+"<E>", func(any, []any) any { return host.NewSet(order) }),
		pureMethod(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return setOf(order, itemsOf(a[0])) }),
	}
	if order == host.Sorted {
		return append(out, pureMethod(class+"(Comparator<E>) "+class+"<E>", func(_ any, a []any) any {
			s := host.NewSet(order)
			s.Compare = orderOf(a[0])
			return s
		}))
	}
	return append(out, pureMethod(class+"(int) "+class+"<E>", func(_ any, a []any) any {
		s := host.NewSet(order)
		s.Reserve(requireCapacity(a[0]))
		return s
	}))
}

// orderOf returns a comparator as a Go function, or nil when there is none.
func orderOf(comparator any) func(a, b any) int32 {
	if comparator == nil {
		return nil
	}
	call := toFunction(comparator)
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
	s := host.NewSet(host.Linked, noNulls(itemsOf(a[0]))...)
	s.Fixed = true
	return s
}

// endOf returns the method for the first or last element of a sorted set.
func endOf(last bool) func(this any, a []any) any {
	return func(this any, _ []any) any {
		list := itemsOf(this)
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
	listMethod("addFirst(E) void", func(l *host.List, a []any) any { l.ForResize().Items = append([]any{a[0]}, l.Items...); return nil }),
	listMethod("addLast(E) void", func(l *host.List, a []any) any { addElement(l, a[0]); return nil }),
	listMethod("removeFirst() E", func(l *host.List, _ []any) any { v := endElement(l, 0); l.Items = slices.Clone(l.Items[1:]); return v }),
	listMethod("removeLast() E", func(l *host.List, _ []any) any {
		v := endElement(l, len(l.Items)-1)
		l.Items = l.Items[:len(l.Items)-1]
		return v
	}),
	listMethod("peek() E", func(l *host.List, _ []any) any {
		if len(l.Items) == 0 {
			return nil
		}
		return l.Items[0]
	}),
	listMethod("poll() E", func(l *host.List, _ []any) any {
		if len(l.Items) == 0 {
			return nil
		}
		v := l.Items[0]
		l.Items = slices.Clone(l.Items[1:])
		return v
	}),
}

var collectionClasses = []*host.Class{
	{Name: "Comparable", Methods: []*host.Method{pureMethod("compareTo(Object) int", func(this any, a []any) any {
		return host.Compare(this, a[0])
	})}},
	{Name: "Iterable", Params: []string{"E"}, Methods: []*host.Method{
		pureMethod("iterator() Iterator<E>", iteratorOf),
		pureMethod("forEach(Consumer<E>) void", func(this any, a []any) any { return forEach(itemsOf(this), a[0]) }),
	}},
	{Name: "Collection", Params: []string{"E"}, Supers: []string{"Iterable"}, Methods: collectionMethods},
	{Name: "List", Params: []string{"E"}, Supers: []string{"Collection"}, Methods: listMethods, Statics: []*host.Method{
		pureMethod("of(E...) List<E>", listOf),
		pureMethod("copyOf(Collection<E>) List<E>", func(_ any, a []any) any { return fixedList(noNulls(itemsOf(a[0]))) }),
	}},
	{Name: "ImmutableList", Params: []string{"E"}, Supers: []string{"List"}},
	{Name: "ArrayList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("ArrayList")},
	{Name: "LinkedList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("LinkedList"), Methods: dequeMethods},
	{Name: "Set", Params: []string{"E"}, Supers: []string{"Collection"}, Statics: []*host.Method{
		pureMethod("of(E...) Set<E>", fixedSet), pureMethod("copyOf(Collection<E>) Set<E>", copiedSet),
	}},
	{Name: "HashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("HashSet", host.Hashed)},
	{Name: "LinkedHashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("LinkedHashSet", host.Linked)},
	{Name: "TreeSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("TreeSet", host.Sorted), Methods: []*host.Method{
		pureMethod("first() E", endOf(false)), pureMethod("last() E", endOf(true)),
	}},
	{Name: "Arrays", Statics: arraysMethods},
	{Name: "Collections", Statics: collectionsMethods},
	{Name: "Iterator", Params: []string{"E"}, Methods: []*host.Method{
		pureMethod("hasNext() boolean", func(this any, _ []any) any { return len(this.(*iterator).rest) > 0 }),
		pureMethod("next() E", func(this any, _ []any) any { return this.(*iterator).nextElement() }),
		pureMethod("remove() void", func(this any, _ []any) any { return this.(*iterator).removeLast() }),
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
	pureMethod("asList(E...) List<E>", func(_ any, a []any) any {
		return &host.List{Items: slices.Clone(a[0].([]any)), Sized: true}
	}),
	pureMethod("stream(int[]) IntStream<Integer>", func(_ any, a []any) any { return arrayStream(a[0].([]any)) }),
	pureMethod("stream(E[]) Stream<E>", func(_ any, a []any) any { return arrayStream(a[0].([]any)) }),
	pureMethod("toString(E[]) String", func(_ any, a []any) any {
		if a[0] == nil {
			return "null"
		}
		return host.NewList(a[0].([]any)...).String()
	}),
	pureMethod("equals(E[], E[]) boolean", func(_ any, a []any) any {
		return host.NewList(a[0].([]any)...).EqualTo(host.NewList(a[1].([]any)...))
	}),
	pureMethod("hashCode(E[]) int", func(_ any, a []any) any { return host.NewList(a[0].([]any)...).HashCode() }),
	pureMethod("sort(E[]) void", func(_ any, a []any) any { copy(a[0].([]any), sortedBy(a[0].([]any), nil)); return nil }),
	pureMethod("sort(E[], Comparator<E>) void", func(_ any, a []any) any { copy(a[0].([]any), sortedBy(a[0].([]any), a[1])); return nil }),
	pureMethod("fill(E[], E) void", func(_ any, a []any) any {
		for i := range a[0].([]any) {
			a[0].([]any)[i] = a[1]
		}
		return nil
	}),
	pureMethod("copyOf(E[], int) E[]", func(_ any, a []any) any { return sliceOf(a[0], 0, int32(min(int(a[1].(int32)), maxString))) }),
	pureMethod("copyOfRange(E[], int, int) E[]", func(_ any, a []any) any {
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

func bestOf(sign int) func(any, []any) any {
	return func(_ any, a []any) any {
		out := extremeOf(sign)(host.StreamOf(itemsOf(a[0])), a[1:])
		if o := out.(*host.Optional); o.Present {
			return o.Value
		}
		host.Throw("NoSuchElementException", "")
		return nil
	}
}

// orderingMethod returns a static method that reorders the elements of a list.
func orderingMethod(signature string, body func(l *host.List, a []any)) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any {
		l := changeableList(a[0])
		body(l, a)
		l.WriteBack()
		return nil
	})
}

func changeableList(v any) *host.List {
	if v == nil {
		host.Throw("NullPointerException", "the list is null")
	}
	return v.(*host.List).ForChange()
}

var collectionsMethods = []*host.Method{
	pureMethod("emptyList() List<E>", func(any, []any) any { return fixedList(nil) }),
	pureMethod("emptySet() Set<E>", func(any, []any) any { return fixedSet(nil, []any{[]any{}}) }),
	pureMethod("emptyMap() Map<K, V>", func(any, []any) any { return mapOf(nil, []any{[]any{}}) }),
	pureMethod("singletonList(E) List<E>", func(_ any, a []any) any { return fixedList([]any{a[0]}) }),
	pureMethod("singleton(E) Set<E>", func(_ any, a []any) any { return copiedSet(nil, []any{[]any{a[0]}}) }),
	orderingMethod("sort(List<E>) void", func(l *host.List, _ []any) { l.Items = sortedBy(l.Items, nil) }),
	orderingMethod("sort(List<E>, Comparator<E>) void", func(l *host.List, a []any) { l.Items = sortedBy(l.Items, a[1]) }),
	orderingMethod("reverse(List<E>) void", func(l *host.List, _ []any) { slices.Reverse(l.Items) }),
	orderingMethod("swap(List<E>, int, int) void", func(l *host.List, a []any) {
		i, j := requireIndex(l, a[1].(int32)), requireIndex(l, a[2].(int32))
		l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
	}),
	pureMethod("addAll(Collection<E>, E...) boolean", func(_ any, a []any) any { return addAll(a[0], []any{a[1]}) }),
	pureMethod("max(Collection<E>) E", bestOf(1)), pureMethod("max(Collection<E>, Comparator<E>) E", bestOf(1)),
	pureMethod("min(Collection<E>) E", bestOf(-1)), pureMethod("min(Collection<E>, Comparator<E>) E", bestOf(-1)),
	pureMethod("frequency(Collection<?>, Object) int", func(_ any, a []any) any {
		n := int32(0)
		for _, v := range itemsOf(a[0]) {
			if host.Equal(v, a[1]) {
				n++
			}
		}
		return n
	}),
	pureMethod("disjoint(Collection<?>, Collection<?>) boolean", func(_ any, a []any) any {
		return !slices.ContainsFunc(itemsOf(a[0]), func(v any) bool { return hasElement(a[1], v) })
	}),
	pureMethod("nCopies(int, E) List<E>", func(_ any, a []any) any {
		if n := a[0].(int32); n < 0 || n > maxString>>4 {
			host.Throw("IllegalArgumentException", "List length = %d", n)
		}
		return fixedList(slices.Repeat([]any{a[1]}, int(a[0].(int32))))
	}),
	pureMethod("unmodifiableList(List<E>) List<E>", func(_ any, a []any) any { return fixedList(itemsOf(a[0])) }),
	pureMethod("unmodifiableSet(Set<E>) Set<E>", func(_ any, a []any) any {
		s := host.NewSet(host.Linked, itemsOf(a[0])...)
		s.Fixed = true
		return s
	}),
	pureMethod("unmodifiableMap(Map<K, V>) Map<K, V>", func(_ any, a []any) any { return copiedMap(a[0].(*host.Map)) }),
	pureMethod("reverseOrder() Comparator<E>", reverseOrder), pureMethod("reverseOrder(Comparator<E>) Comparator<E>", reverseOrder),
}

func reverseOrder(_ any, a []any) any {
	order := host.Compare
	if len(a) > 0 {
		order = orderOf(a[0])
	}
	return newComparator(func(x, y any) int32 { return order(y, x) })
}
