package javalib

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/rules/host"
)

func l(signature string, body func(l *host.List, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.List), a) })
}

func at(l *host.List, i int32) int {
	if i < 0 || int(i) >= len(l.Items) {
		host.Throw("IndexOutOfBoundsException", "Index %d out of bounds for length %d", i, len(l.Items))
	}
	return int(i)
}

func find(list []any, v any) int32 {
	return int32(slices.IndexFunc(list, func(x any) bool { return host.Equal(x, v) }))
}

// add is Collection.add on lists and sets.
func add(this, v any) any {
	if set, ok := this.(*host.Set); ok {
		_, had := set.Get(v)
		set.Put(v, true)
		return !had
	}
	list := this.(*host.List).Change()
	list.Items = append(list.Items, v)
	return true
}

// keep drops the elements that the test refuses and says whether there were any.
func keep(this any, ok func(v any) bool) any {
	if set, isSet := this.(*host.Set); isSet {
		n := set.Len()
		for _, v := range set.Keys() {
			if !ok(v) {
				set.Remove(v)
			}
		}
		return set.Len() != n
	}
	list := this.(*host.List)
	n := len(list.Items)
	kept := slices.DeleteFunc(slices.Clone(list.Items), func(v any) bool { return !ok(v) })
	if len(kept) != n {
		list.Change().Items = kept
	}
	return len(kept) != n
}

func contains(this, v any) bool {
	if set, ok := this.(*host.Set); ok {
		_, has := set.Get(v)
		return has
	}
	return find(items(this), v) >= 0
}

func removeElement(this, v any) any {
	if set, ok := this.(*host.Set); ok {
		_, had := set.Remove(v)
		return had
	}
	list := this.(*host.List).Change()
	i := find(list.Items, v)
	if i >= 0 {
		list.Items = slices.Delete(slices.Clone(list.Items), int(i), int(i)+1)
	}
	return i >= 0
}

func each(list []any, function any) any {
	call := fn(function)
	for _, v := range slices.Clone(list) {
		call(v)
	}
	return nil
}

func sorted(list []any, comparator any) []any {
	out := slices.Clone(list)
	slices.SortStableFunc(out, lesser(comparator))
	return out
}

// iterator is a java.util.Iterator.
type iterator struct{ rest []any }

// ClassName is the Java class of the value.
func (*iterator) ClassName() string { return "Iterator" }

var collectionMethods = []*host.Method{
	f("size() int", func(this any, _ []any) any { return int32(len(items(this))) }),
	f("isEmpty() boolean", func(this any, _ []any) any { return len(items(this)) == 0 }),
	f("add(E) boolean", func(this any, a []any) any { return add(this, a[0]) }),
	f("addAll(Collection<E>) boolean", func(this any, a []any) any {
		changed := false
		for _, v := range slices.Clone(items(a[0])) {
			changed = add(this, v).(bool) || changed
		}
		return changed
	}),
	f("remove(Object) boolean", func(this any, a []any) any { return removeElement(this, a[0]) }),
	f("removeIf(Predicate<E>) boolean", func(this any, a []any) any {
		drop := test(a[0])
		return keep(this, func(v any) bool { return !drop(v) })
	}),
	f("removeAll(Collection<E>) boolean", func(this any, a []any) any { return keep(this, func(v any) bool { return !contains(a[0], v) }) }),
	f("retainAll(Collection<E>) boolean", func(this any, a []any) any { return keep(this, func(v any) bool { return contains(a[0], v) }) }),
	f("contains(Object) boolean", func(this any, a []any) any { return contains(this, a[0]) }),
	f("containsAll(Collection<?>) boolean", func(this any, a []any) any {
		return !slices.ContainsFunc(items(a[0]), func(v any) bool { return !contains(this, v) })
	}),
	f("clear() void", func(this any, _ []any) any { keep(this, func(any) bool { return false }); return nil }),
	f("iterator() Iterator<E>", func(this any, _ []any) any { return &iterator{slices.Clone(items(this))} }),
	f("stream() Stream<E>", func(this any, _ []any) any { return host.StreamLater(func() []any { return items(this) }) }),
	f("forEach(Consumer<E>) void", func(this any, a []any) any { return each(items(this), a[0]) }),
	f("toArray() Object[]", func(this any, _ []any) any { return slices.Clone(items(this)) }),
	f("toArray(Object) E[]", func(this any, _ []any) any { return slices.Clone(items(this)) }),
}

var listMethods = []*host.Method{
	l("get(int) E", func(l *host.List, a []any) any { return l.Items[at(l, a[0].(int32))] }),
	l("set(int, E) E", func(l *host.List, a []any) any {
		i := at(l.Change(), a[0].(int32))
		old := l.Items[i]
		l.Items[i] = a[1]
		return old
	}),
	l("add(int, E) void", func(l *host.List, a []any) any {
		l.Change().Items = slices.Insert(slices.Clone(l.Items), int(a[0].(int32)), a[1])
		return nil
	}),
	l("remove(int) E", func(l *host.List, a []any) any {
		i := at(l.Change(), a[0].(int32))
		old := l.Items[i]
		l.Items = slices.Delete(slices.Clone(l.Items), i, i+1)
		return old
	}),
	l("indexOf(Object) int", func(l *host.List, a []any) any { return find(l.Items, a[0]) }),
	l("sort(Comparator<E>) void", func(l *host.List, a []any) any { l.Change().Items = sorted(l.Items, a[0]); return nil }),
	l("subList(int, int) List<E>", func(l *host.List, a []any) any {
		return host.NewList(slices.Clone(l.Items[a[0].(int32):a[1].(int32)])...)
	}),
	l("getFirst() E", func(l *host.List, _ []any) any { return l.Items[at(l, 0)] }),
	l("getLast() E", func(l *host.List, _ []any) any { return l.Items[at(l, int32(len(l.Items)-1))] }),
	l("reversed() List<E>", func(l *host.List, _ []any) any {
		out := slices.Clone(l.Items)
		slices.Reverse(out)
		return host.NewList(out...)
	}),
}

func listOf(_ any, a []any) any {
	return &host.List{Items: slices.Clone(a[0].([]any)), Fixed: true, Kind: "ImmutableList"}
}

func listMaker(class string) []*host.Method {
	make := func(list []any) any { return &host.List{Items: slices.Clone(list), Kind: class} }
	return []*host.Method{
		f(class+"() "+class+"<E>", func(any, []any) any { return make(nil) }),
		f(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return make(items(a[0])) }),
		f(class+"(int) "+class+"<E>", func(any, []any) any { return make(nil) }),
	}
}

func setMaker(class string, order int) []*host.Method {
	return []*host.Method{
		f(class+"() "+class+"<E>", func(any, []any) any { return host.NewSet(order) }),
		f(class+"(Collection<E>) "+class+"<E>", func(_ any, a []any) any { return host.NewSet(order, items(a[0])...) }),
	}
}

var collectionClasses = []*host.Class{
	{Name: "Comparable", Methods: []*host.Method{f("compareTo(Object) int", func(this any, a []any) any { return host.Compare(this, a[0]) })}},
	{Name: "Iterable"},
	{Name: "Collection", Params: []string{"E"}, Supers: []string{"Iterable"}, Methods: collectionMethods},
	{Name: "List", Params: []string{"E"}, Supers: []string{"Collection"}, Methods: listMethods, Statics: []*host.Method{
		f("of(E...) List<E>", listOf),
		f("copyOf(Collection<E>) List<E>", func(_ any, a []any) any { return listOf(nil, []any{items(a[0])}) }),
	}},
	{Name: "ImmutableList", Params: []string{"E"}, Supers: []string{"List"}},
	{Name: "ArrayList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("ArrayList")},
	{Name: "LinkedList", Params: []string{"E"}, Supers: []string{"List"}, Makers: listMaker("LinkedList")},
	{Name: "Set", Params: []string{"E"}, Supers: []string{"Collection"}, Statics: []*host.Method{
		f("of(E...) Set<E>", fixedSet),
		f("copyOf(Collection<E>) Set<E>", func(_ any, a []any) any { return fixedSet(nil, []any{items(a[0])}) }),
	}},
	{Name: "HashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("HashSet", host.Hashed)},
	{Name: "LinkedHashSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("LinkedHashSet", host.Linked)},
	{Name: "TreeSet", Params: []string{"E"}, Supers: []string{"Set"}, Makers: setMaker("TreeSet", host.Sorted)},
	{Name: "Arrays", Statics: []*host.Method{
		f("asList(E...) List<E>", func(_ any, a []any) any { return host.NewList(slices.Clone(a[0].([]any))...) }),
		f("stream(E[]) Stream<E>", func(_ any, a []any) any { return host.StreamOf(a[0].([]any)) }),
		f("toString(E[]) String", func(_ any, a []any) any { return host.ToString(host.NewList(a[0].([]any)...)) }),
	}},
	{Name: "Collections", Statics: []*host.Method{
		f("emptyList() List<E>", func(any, []any) any { return listOf(nil, []any{[]any{}}) }),
		f("emptySet() Set<E>", func(any, []any) any { return fixedSet(nil, []any{[]any{}}) }),
		f("singletonList(E) List<E>", func(_ any, a []any) any { return listOf(nil, []any{[]any{a[0]}}) }),
		f("sort(List<E>) void", func(_ any, a []any) any {
			list := a[0].(*host.List)
			list.Change().Items = sorted(list.Items, nil)
			return nil
		}),
		f("reverse(List<E>) void", func(_ any, a []any) any { slices.Reverse(a[0].(*host.List).Change().Items); return nil }),
		f("max(Collection<E>) E", func(_ any, a []any) any { return slices.MaxFunc(items(a[0]), lesser(nil)) }),
		f("min(Collection<E>) E", func(_ any, a []any) any { return slices.MinFunc(items(a[0]), lesser(nil)) }),
	}},
	{Name: "Iterator", Params: []string{"E"}, Methods: []*host.Method{
		f("hasNext() boolean", func(this any, _ []any) any { return len(this.(*iterator).rest) > 0 }),
		f("next() E", func(this any, _ []any) any {
			it := this.(*iterator)
			if len(it.rest) == 0 {
				host.Throw("NoSuchElementException", "")
			}
			v := it.rest[0]
			it.rest = it.rest[1:]
			return v
		}),
	}},
}

func fixedSet(_ any, a []any) any {
	s := host.NewSet(host.Linked, a[0].([]any)...)
	s.Fixed = true
	return s
}
