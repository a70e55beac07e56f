package javalib

import (
	"iter"
	"math"

	"github.com/seed-62a36931/docket/rules/host"
)

type yield = func(any) bool

func streamMethod(signature string, body func(s *host.Stream, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*host.Stream), a) })
}

func mapStream(s *host.Stream, function any) *host.Stream {
	call := toFunction(function)
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			if !y(call(v)) {
				return
			}
		}
	})
}

func filterStream(s *host.Stream, a []any) any {
	ok := toPredicate(a[0])
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			if ok(v) && !y(v) {
				return
			}
		}
	})
}

func flatMapped(s *host.Stream, a []any) any {
	call := toFunction(a[0])
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			inner, _ := call(v).(*host.Stream)
			if inner == nil {
				continue
			}
			for w := range inner.TakeSeq() {
				if !y(w) {
					return
				}
			}
		}
	})
}

func limitStream(s *host.Stream, a []any) any {
	n := requireCount(a[0])
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		left := n
		if left <= 0 {
			return
		}
		for v := range seq {
			if left--; !y(v) || left == 0 {
				return
			}
		}
	})
}

// requireCount returns a number of elements. It throws when the number is negative.
func requireCount(v any) int64 {
	n := v.(int64)
	if n < 0 {
		host.Throw("IllegalArgumentException", "%d", n)
	}
	return n
}

func skipElements(s *host.Stream, a []any) any {
	n := requireCount(a[0])
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		left := n
		for v := range seq {
			if left--; left < 0 && !y(v) {
				return
			}
		}
	})
}

// takeOrDropWhile implements takeWhile (with take) and dropWhile.
func takeOrDropWhile(take bool) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		ok := toPredicate(a[0])
		return s.WithStep(func(seq iter.Seq[any], y yield) {
			holds := true
			for v := range seq {
				holds = holds && ok(v)
				if take && !holds || take == holds && !y(v) {
					return
				}
			}
		})
	}
}

// collectStream counts what a collector may make of the elements: entries of a map or a set.
func collectStream(s *host.Stream, a []any) any {
	items := s.ToSlice()
	s.CountWork(int64(len(items)), host.EntrySlot, int64(len(items)))
	return a[0].(*host.Collector).Finish(items)
}

// sortStream buffers the elements and sorts them, by their natural order when the comparator is
// nil.
func sortStream(s *host.Stream, comparator any) *host.Stream {
	return bufferStream(s, func(list []any) []any {
		s.CountWork(int64(len(list)), host.ListSlot, host.SortSteps(len(list)))
		return sortedBy(list, comparator)
	})
}

func bufferStream(s *host.Stream, all func(items []any) []any) *host.Stream {
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		for _, v := range all(s.GatherSeq(seq)) {
			if !y(v) {
				return
			}
		}
	})
}

func distinctElements(s *host.Stream, _ []any) any {
	return s.WithStep(func(seq iter.Seq[any], y yield) {
		seen := host.NewSet(host.Linked)
		for v := range seq {
			fresh := seen.Add(v)
			if fresh {
				s.CountWork(1, host.EntrySlot+host.SizeOf(v), 0)
			}
			if fresh && !y(v) {
				return
			}
		}
	})
}

func inOrder(s *host.Stream, _ []any) any {
	return sortStream(s, nil)
}

func peekStream(s *host.Stream, a []any) any {
	look := toFunction(a[0])
	return mapStream(s, &host.Func{Arity: 1, Call: func(args ...any) any { look(args...); return args[0] }})
}

// anyOrAllMatch implements anyMatch (on=true, found=true), allMatch (false, false) and
// noneMatch (true, false).
func anyOrAllMatch(on, found bool) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		ok := toPredicate(a[0])
		for v := range s.TakeSeq() {
			if ok(v) == on {
				return found
			}
		}
		return !found
	}
}

func findFirst(s *host.Stream, _ []any) any {
	for v := range s.TakeSeq() {
		if v == nil {
			host.Throw("NullPointerException", "null is no value of an optional")
		}
		return optionalOf(s, v)
	}
	return optionalOf(s, nil)
}

// optionalOf returns an optional of the stream's kind.
func optionalOf(s *host.Stream, v any) *host.Optional {
	kind := map[string]string{"IntStream": "OptionalInt", "LongStream": "OptionalLong", "DoubleStream": "OptionalDouble"}[s.Kind]
	return &host.Optional{Value: v, Present: v != nil, Kind: kind}
}

func extremeOf(keep int) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		var comparator any
		if len(a) > 0 {
			comparator = a[0]
		}
		less := lessFunction(comparator)
		list := s.ToSlice()
		if len(list) == 0 {
			return optionalOf(s, nil)
		}
		best := list[0]
		for _, v := range list[1:] {
			if less(v, best)*keep > 0 {
				best = v
			}
		}
		if best == nil {
			host.Throw("NullPointerException", "null is no value of an optional")
		}
		return optionalOf(s, best)
	}
}

func reduceStream(s *host.Stream, a []any) any {
	call := toFunction(a[min(len(a)-1, 1)])
	acc, has := any(nil), len(a) > 1
	if has {
		acc = a[0]
	}
	for v := range s.TakeSeq() {
		if !has {
			acc, has = v, true
			continue
		}
		acc = call(acc, v)
	}
	if len(a) == 1 {
		return optionalOf(s, acc)
	}
	return acc
}

// totalOf returns the sum of the elements as Java calculates it: ints wrap, doubles are
// added with compensation for lost digits.
func totalOf(list []any, kind string) any {
	switch kind {
	case "IntStream":
		var n int32
		for _, v := range list {
			n += toInt(v)
		}
		return n
	case "LongStream":
		var n int64
		for _, v := range list {
			x, _ := toLong(v)
			n += x
		}
		return n
	}
	var sum, lost, simple float64
	for _, v := range list {
		x, _ := toDouble(v)
		simple += x
		x -= lost
		next := sum + x
		sum, lost = next, (next-sum)-x
	}
	if sum -= lost; sum != sum && math.IsInf(simple, 0) {
		return simple
	}
	return sum
}

func meanOf(list []any) *host.Optional {
	out := &host.Optional{Kind: "OptionalDouble", Present: len(list) > 0}
	if out.Present {
		out.Value = totalOf(list, "DoubleStream").(float64) / float64(len(list))
	}
	return out
}

// numbersOf returns a stream of numbers of one kind.
func numbersOf(kind string, function any, s *host.Stream) *host.Stream {
	out := s
	if function != nil {
		out = mapStream(s, function)
	}
	return mapStream(out, &host.Func{Arity: 1, Call: func(args ...any) any { return numberAs(kind, args[0]) }}).SetKind(kind)
}

func numberAs(kind string, v any) any {
	if v == nil {
		host.Throw("NullPointerException", "null is no number")
	}
	switch kind {
	case "IntStream":
		return toInt(v)
	case "LongStream":
		n, _ := toLong(v)
		return n
	}
	x, _ := toDouble(v)
	return x
}

var streamMethods = []*host.Method{
	streamMethod("map(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapStream(s, a[0]) }),
	streamMethod("mapToObj(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapStream(s, a[0]).SetKind("") }),
	streamMethod("mapToInt(Function<E, R>) IntStream<Integer>", func(s *host.Stream, a []any) any {
		return numbersOf("IntStream", a[0], s)
	}),
	streamMethod("mapToLong(Function<E, R>) LongStream<Long>", func(s *host.Stream, a []any) any {
		return numbersOf("LongStream", a[0], s)
	}),
	streamMethod("mapToDouble(Function<E, R>) DoubleStream<Double>", func(s *host.Stream, a []any) any {
		return numbersOf("DoubleStream", a[0], s)
	}),
	streamMethod("mapMulti(BiConsumer<E, Consumer<R>>) Stream<R>", mapMulti),
	streamMethod("flatMap(Function<E, R>) R", flatMapped),
	streamMethod("filter(Predicate<E>) Stream<E>", filterStream),
	streamMethod("distinct() Stream<E>", distinctElements), streamMethod("sorted() Stream<E>", inOrder),
	streamMethod("sorted(Comparator<E>) Stream<E>", func(s *host.Stream, a []any) any {
		return sortStream(s, a[0])
	}),
	streamMethod("limit(long) Stream<E>", limitStream), streamMethod("skip(long) Stream<E>", skipElements),
	streamMethod("takeWhile(Predicate<E>) Stream<E>", takeOrDropWhile(true)),
	streamMethod("dropWhile(Predicate<E>) Stream<E>", takeOrDropWhile(false)),
	streamMethod("peek(Consumer<E>) Stream<E>", peekStream),
	streamMethod("forEach(Consumer<E>) void", func(s *host.Stream, a []any) any {
		call := toFunction(a[0])
		for v := range s.TakeSeq() {
			call(v)
		}
		return nil
	}),
	streamMethod("forEachOrdered(Consumer<E>) void", func(s *host.Stream, a []any) any {
		for v := range s.TakeSeq() {
			toFunction(a[0])(v)
		}
		return nil
	}),
	streamMethod("collect(Collector<E, R>) R", collectStream),
	streamMethod("collect(Supplier<R>, BiConsumer<R, E>, BiConsumer<R, R>) R", func(s *host.Stream, a []any) any {
		out, put := toFunction(a[0])(), toFunction(a[1])
		for v := range s.TakeSeq() {
			put(out, v)
		}
		return out
	}),
	streamMethod("toList() List<E>", func(s *host.Stream, _ []any) any { return fixedList(s.ToSlice()) }),
	streamMethod("toArray() E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.ToSlice()...) }),
	streamMethod("toArray(Object) E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.ToSlice()...) }),
	streamMethod("reduce(BinaryOperator<E>) Optional<E>", reduceStream), streamMethod("reduce(E, BinaryOperator<E>) E", reduceStream),
	streamMethod("reduce(R, BiFunction<R, E, R>, BinaryOperator<R>) R", reduceStream),
	streamMethod("count() long", func(s *host.Stream, _ []any) any { return int64(len(s.ToSlice())) }),
	streamMethod("findFirst() Optional<E>", findFirst), streamMethod("findAny() Optional<E>", findFirst),
	streamMethod("anyMatch(Predicate<E>) boolean", anyOrAllMatch(true, true)),
	streamMethod("allMatch(Predicate<E>) boolean", anyOrAllMatch(false, false)),
	streamMethod("noneMatch(Predicate<E>) boolean", anyOrAllMatch(true, false)),
	streamMethod("min(Comparator<E>) Optional<E>", extremeOf(-1)), streamMethod("max(Comparator<E>) Optional<E>", extremeOf(1)),
	streamMethod("iterator() Iterator<E>", func(s *host.Stream, _ []any) any { return &iterator{rest: s.ToSlice()} }),
}
