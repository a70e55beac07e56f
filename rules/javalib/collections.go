package javalib

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

func l(signature string, body func(l *host.List, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.List), a) })
}

// changing returns a method that modifies the list.
func changing(signature string, body func(l *host.List, a []any) any) *host.Method {
	return l(signature, func(l *host.List, a []any) any {
		defer l.Show()
		return body(l, a)
	})
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

// add implements Collection.add on lists and sets.
func add(this, v any) any {
	if set, ok := this.(*host.Set); ok {
		return set.Add(v)
	}
	list := this.(*host.List).Resize()
	list.Items = append(list.Items, v)
	list.Show()
	return true
}

// keep removes the elements that the test rejects and reports whether there were any.
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
	var kept, dropped []any
	for _, v := range list.Items {
		if ok(v) {
			kept = append(kept, v)
		} else {
			dropped = append(dropped, v)
		}
	}
	if len(dropped) > 0 {
		list.Resize().Items = kept
		for _, v := range dropped {
			drop(list, v)
		}
		list.Show()
	}
	return len(dropped) > 0
}

// drop reports to the collection that a list is a view of that an element was removed.
func drop(list *host.List, v any) {
	if list.Dropped != nil {
		list.Dropped(v)
	}
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
	list := this.(*host.List).Resize()
	i := find(list.Items, v)
	if i >= 0 {
		gone := list.Items[i]
		list.Items = slices.Delete(slices.Clone(list.Items), int(i), int(i)+1)
		drop(list, gone)
		list.Show()
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
type iterator struct {
	rest []any
	last any
	drop func(v any) // removes the last element
}

// ClassName returns the Java class of the value.
func (*iterator) ClassName() string { return "Iterator" }

func (it *iterator) next() any {
	if len(it.rest) == 0 {
		host.Throw("NoSuchElementException", "")
	}
	it.last, it.rest = it.rest[0], it.rest[1:]
	return it.last
}

func (it *iterator) remove() any {
	if it.drop == nil {
		host.Throw("UnsupportedOperationException", "remove")
	}
	it.drop(it.last)
	return nil
}

func iterate(this any, _ []any) any {
	return &iterator{rest: slices.Clone(items(this)), drop: func(v any) { removeElement(this, v) }}
}

// addAll adds all elements of a collection, which may be the receiver itself.
func addAll(this any, a []any) any {
	changed := false
	for _, v := range slices.Clone(items(a[0])) {
		changed = add(this, v).(bool) || changed
	}
	return changed
}

var collectionMethods = []*host.Method{
	f("size() int", func(this any, _ []any) any { return int32(len(items(this))) }),
	f("isEmpty() boolean", func(this any, _ []any) any { return len(items(this)) == 0 }),
	f("add(E) boolean", func(this any, a []any) any { return add(this, a[0]) }),
	f("addAll(Collection<E>) boolean", addAll),
	f("remove(Object) boolean", func(this any, a []any) any { return removeElement(this, a[0]) }),
	f("removeIf(Predicate<E>) boolean", func(this any, a []any) any {
		drop := test(a[0])
		return keep(this, func(v any) bool { return !drop(v) })
	}),
	f("removeAll(Collection<E>) boolean", func(this any, a []any) any {
		return keep(this, func(v any) bool { return !contains(a[0], v) })
	}),
	f("retainAll(Collection<E>) boolean", func(this any, a []any) any {
		return keep(this, func(v any) bool { return contains(a[0], v) })
	}),
	f("contains(Object) boolean", func(this any, a []any) any { return contains(this, a[0]) }),
	f("containsAll(Collection<?>) boolean", func(this any, a []any) any {
		return !slices.ContainsFunc(items(a[0]), func(v any) bool { return !contains(this, v) })
	}),
	f("clear() void", func(this any, _ []any) any { keep(this, func(any) bool { return false }); return nil }),
	f("stream() Stream<E>", func(this any, _ []any) any { return host.StreamLater(func() []any { return items(this) }) }),
	f("parallelStream() Stream<E>", func(this any, _ []any) any {
		return host.StreamLater(func() []any { return items(this) })
	}),
	f("toArray() Object[]", func(this any, _ []any) any { return append([]any{}, items(this)...) }),
	f("toArray(Object) E[]", func(this any, _ []any) any { return append([]any{}, items(this)...) }),
}

var listMethods = []*host.Method{
	l("get(int) E", func(l *host.List, a []any) any { return l.Items[at(l, a[0].(int32))] }),
	changing("set(int, E) E", func(l *host.List, a []any) any {
		i := at(l.Change(), a[0].(int32))
		old := l.Items[i]
		l.Items[i] = a[1]
		return old
	}),
	changing("add(int, E) void", func(l *host.List, a []any) any {
		l.Resize().Items = slices.Insert(slices.Clone(l.Items), between(l, a[0].(int32)), a[1])
		return nil
	}),
	changing("addAll(int, Collection<E>) boolean", func(l *host.List, a []any) any {
		more := slices.Clone(items(a[1]))
		l.Resize().Items = slices.Insert(slices.Clone(l.Items), between(l, a[0].(int32)), more...)
		return len(more) > 0
	}),
	changing("remove(int) E", func(l *host.List, a []any) any {
		i := at(l.Resize(), a[0].(int32))
		old := l.Items[i]
		l.Items = slices.Delete(slices.Clone(l.Items), i, i+1)
		return old
	}),
	changing("replaceAll(UnaryOperator<E>) void", func(l *host.List, a []any) any {
		call, changed := fn(a[0]), make([]any, len(l.Items))
		for i, v := range l.Items {
			changed[i] = call(v)
		}
		l.Change().Items = changed
		return nil
	}),
	l("indexOf(Object) int", func(l *host.List, a []any) any { return find(l.Items, a[0]) }),
	l("lastIndexOf(Object) int", func(l *host.List, a []any) any {
		backwards := slices.Clone(l.Items)
		slices.Reverse(backwards)
		if i := find(backwards, a[0]); i >= 0 {
			return int32(len(backwards)-1) - i
		}
		return int32(-1)
	}),
	changing("sort(Comparator<E>) void", func(l *host.List, a []any) any { l.Change().Items = sorted(l.Items, a[0]); return nil }),
	l("subList(int, int) List<E>", subList),
	l("getFirst() E", func(l *host.List, _ []any) any { return end(l, 0) }),
	l("getLast() E", func(l *host.List, _ []any) any { return end(l, len(l.Items)-1) }),
	l("reversed() List<E>", func(l *host.List, _ []any) any {
		out := slices.Clone(l.Items)
		slices.Reverse(out)
		return host.NewList(out...)
	}),
}

// end returns the element with an index, the first or last one. It throws when the list
// is empty.
func end(l *host.List, i int) any {
	if len(l.Items) == 0 {
		host.Throw("NoSuchElementException", "")
	}
	return l.Items[i]
}

// between returns an index at which an element can be inserted, and throws for other
// indexes.
func between(l *host.List, i int32) int {
	if i < 0 || int(i) > len(l.Items) {
		host.Throw("IndexOutOfBoundsException", "Index: %d, Size: %d", i, len(l.Items))
	}
	return int(i)
}

// subList returns a view of a part of the list; changes to it change the list.
func subList(l *host.List, a []any) any {
	from, to := a[0].(int32), a[1].(int32)
	switch {
	case from < 0:
		host.Throw("IndexOutOfBoundsException", "fromIndex = %d", from)
	case int(to) > len(l.Items):
		host.Throw("IndexOutOfBoundsException", "toIndex = %d", to)
	case from > to:
		host.Throw("IllegalArgumentException", "fromIndex(%d) > toIndex(%d)", from, to)
	}
	out := &host.List{Items: slices.Clone(l.Items[from:to]), Fixed: l.Fixed, Sized: l.Sized}
	behind := len(l.Items) - int(to)
	out.Shown = func() {
		l.Items = slices.Concat(l.Items[:from], out.Items, l.Items[len(l.Items)-behind:])
		l.Show()
	}
	return out
}

func fixedList(list []any) *host.List {
	return &host.List{Items: slices.Clone(list), Fixed: true, Kind: "ImmutableList"}
}

// listOf implements List.of, which does not accept null.
func listOf(_ any, a []any) any { return fixedList(noNulls(a[0].([]any))) }

func noNulls(list []any) []any {
	if slices.ContainsFunc(list, func(v any) bool { return v == nil }) {
		host.Throw("NullPointerException", "the collection takes no null")
	}
	return list
}
