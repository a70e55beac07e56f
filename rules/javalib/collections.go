package javalib

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

func listMethod(signature string, body func(l *host.List, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*host.List), a) })
}

// changingMethod returns a method that modifies the list.
func changingMethod(signature string, body func(l *host.List, a []any) any) *host.Method {
	return listMethod(signature, func(l *host.List, a []any) any {
		defer l.WriteBack()
		return body(l, a)
	})
}

func requireIndex(l *host.List, i int32) int {
	if i < 0 || int(i) >= len(l.Items) {
		host.Throw("IndexOutOfBoundsException", "Index %d out of bounds for length %d", i, len(l.Items))
	}
	return int(i)
}

func indexOfValue(list []any, v any) int32 {
	return int32(slices.IndexFunc(list, func(x any) bool { return host.Equal(x, v) }))
}

// addElement implements Collection.add on lists and sets.
func addElement(this, v any) any {
	if set, ok := this.(*host.Set); ok {
		return set.Add(v)
	}
	list := this.(*host.List).ForResize()
	if n := len(list.Items); n == cap(list.Items) {
		list.Items = slices.Grow(list.Items, max(n, 4)) // long lists double, so that less is thrown away
	}
	list.Items = append(list.Items, v)
	list.WriteBack()
	return true
}

// keepIf removes the elements that the test rejects and reports whether there were any.
func keepIf(this any, ok func(v any) bool) any {
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
		list.ForResize().Items = kept
		for _, v := range dropped {
			notifyDropped(list, v)
		}
		list.WriteBack()
	}
	return len(dropped) > 0
}

// notifyDropped reports to the collection that a list is a view of that an element was removed.
func notifyDropped(list *host.List, v any) {
	if list.Dropped != nil {
		list.Dropped(v)
	}
}

func hasElement(this, v any) bool {
	if set, ok := this.(*host.Set); ok {
		_, has := set.Get(v)
		return has
	}
	return indexOfValue(itemsOf(this), v) >= 0
}

func removeElement(this, v any) any {
	if set, ok := this.(*host.Set); ok {
		_, had := set.Remove(v)
		return had
	}
	list := this.(*host.List).ForResize()
	i := indexOfValue(list.Items, v)
	if i >= 0 {
		gone := list.Items[i]
		list.Items = slices.Delete(slices.Clone(list.Items), int(i), int(i)+1)
		notifyDropped(list, gone)
		list.WriteBack()
	}
	return i >= 0
}

func forEach(list []any, function any) any {
	call := toFunction(function)
	for _, v := range slices.Clone(list) {
		call(v)
	}
	return nil
}

func sortedBy(list []any, comparator any) []any {
	out := slices.Clone(list)
	slices.SortStableFunc(out, lessFunction(comparator))
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

func (it *iterator) nextElement() any {
	if len(it.rest) == 0 {
		host.Throw("NoSuchElementException", "")
	}
	it.last, it.rest = it.rest[0], it.rest[1:]
	return it.last
}

func (it *iterator) removeLast() any {
	if it.drop == nil {
		host.Throw("UnsupportedOperationException", "remove")
	}
	it.drop(it.last)
	return nil
}

func iteratorOf(this any, _ []any) any {
	return &iterator{rest: slices.Clone(itemsOf(this)), drop: func(v any) { removeElement(this, v) }}
}

// addAll adds all elements of a collection, which may be the receiver itself.
func addAll(this any, a []any) any {
	changed := false
	for _, v := range slices.Clone(itemsOf(a[0])) {
		changed = addElement(this, v).(bool) || changed
	}
	return changed
}

var collectionMethods = []*host.Method{
	pureMethod("size() int", func(this any, _ []any) any { return int32(len(itemsOf(this))) }),
	pureMethod("isEmpty() boolean", func(this any, _ []any) any { return len(itemsOf(this)) == 0 }),
	pureMethod("add(E) boolean", func(this any, a []any) any { return addElement(this, a[0]) }),
	pureMethod("addAll(Collection<E>) boolean", addAll),
	pureMethod("remove(Object) boolean", func(this any, a []any) any { return removeElement(this, a[0]) }),
	pureMethod("removeIf(Predicate<E>) boolean", func(this any, a []any) any {
		drop := toPredicate(a[0])
		return keepIf(this, func(v any) bool { return !drop(v) })
	}),
	pureMethod("removeAll(Collection<E>) boolean", func(this any, a []any) any {
		return keepIf(this, func(v any) bool { return !hasElement(a[0], v) })
	}),
	pureMethod("retainAll(Collection<E>) boolean", func(this any, a []any) any {
		return keepIf(this, func(v any) bool { return hasElement(a[0], v) })
	}),
	pureMethod("contains(Object) boolean", func(this any, a []any) any { return hasElement(this, a[0]) }),
	pureMethod("containsAll(Collection<?>) boolean", func(this any, a []any) any {
		return !slices.ContainsFunc(itemsOf(a[0]), func(v any) bool { return !hasElement(this, v) })
	}),
	pureMethod("clear() void", func(this any, _ []any) any { keepIf(this, func(any) bool { return false }); return nil }),
	pureMethod("stream() Stream<E>", func(this any, _ []any) any { return host.NewLazyStream(func() []any { return itemsOf(this) }) }),
	pureMethod("parallelStream() Stream<E>", func(this any, _ []any) any {
		return host.NewLazyStream(func() []any { return itemsOf(this) })
	}),
	pureMethod("toArray() Object[]", func(this any, _ []any) any { return append([]any{}, itemsOf(this)...) }),
	pureMethod("toArray(Object) E[]", func(this any, _ []any) any { return append([]any{}, itemsOf(this)...) }),
}

var listMethods = []*host.Method{
	listMethod("get(int) E", func(l *host.List, a []any) any { return l.Items[requireIndex(l, a[0].(int32))] }),
	changingMethod("set(int, E) E", func(l *host.List, a []any) any {
		i := requireIndex(l.ForChange(), a[0].(int32))
		old := l.Items[i]
		l.Items[i] = a[1]
		return old
	}),
	changingMethod("add(int, E) void", func(l *host.List, a []any) any {
		l.ForResize().Items = slices.Insert(slices.Clone(l.Items), requireInsertIndex(l, a[0].(int32)), a[1])
		return nil
	}),
	changingMethod("addAll(int, Collection<E>) boolean", func(l *host.List, a []any) any {
		more := slices.Clone(itemsOf(a[1]))
		l.ForResize().Items = slices.Insert(slices.Clone(l.Items), requireInsertIndex(l, a[0].(int32)), more...)
		return len(more) > 0
	}),
	changingMethod("remove(int) E", func(l *host.List, a []any) any {
		i := requireIndex(l.ForResize(), a[0].(int32))
		old := l.Items[i]
		l.Items = slices.Delete(slices.Clone(l.Items), i, i+1)
		return old
	}),
	changingMethod("replaceAll(UnaryOperator<E>) void", func(l *host.List, a []any) any {
		call, changed := toFunction(a[0]), make([]any, len(l.Items))
		for i, v := range l.Items {
			changed[i] = call(v)
		}
		l.ForChange().Items = changed
		return nil
	}),
	listMethod("indexOf(Object) int", func(l *host.List, a []any) any { return indexOfValue(l.Items, a[0]) }),
	listMethod("lastIndexOf(Object) int", func(l *host.List, a []any) any {
		backwards := slices.Clone(l.Items)
		slices.Reverse(backwards)
		if i := indexOfValue(backwards, a[0]); i >= 0 {
			return int32(len(backwards)-1) - i
		}
		return int32(-1)
	}),
	changingMethod("sort(Comparator<E>) void",
		func(l *host.List, a []any) any { l.ForChange().Items = sortedBy(l.Items, a[0]); return nil }),
	listMethod("subList(int, int) List<E>", subList),
	listMethod("getFirst() E", func(l *host.List, _ []any) any { return endElement(l, 0) }),
	listMethod("getLast() E", func(l *host.List, _ []any) any { return endElement(l, len(l.Items)-1) }),
	listMethod("reversed() List<E>", func(l *host.List, _ []any) any {
		out := slices.Clone(l.Items)
		slices.Reverse(out)
		return host.NewList(out...)
	}),
}

// endElement returns the element with an index, the first or last one. It throws when the list
// is empty.
func endElement(l *host.List, i int) any {
	if len(l.Items) == 0 {
		host.Throw("NoSuchElementException", "")
	}
	return l.Items[i]
}

// requireInsertIndex returns an index at which an element can be inserted, and throws for other
// indexes.
func requireInsertIndex(l *host.List, i int32) int {
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
		l.WriteBack()
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
