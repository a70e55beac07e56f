package javalib

import (
	"iter"
	"math"

	"github.com/seed-62a36931/docket/rules/host"
)

type yield = func(any) bool

func st(signature string, body func(s *host.Stream, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.Stream), a) })
}

func mapped(s *host.Stream, function any) *host.Stream {
	call := fn(function)
	return s.Then(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			if !y(call(v)) {
				return
			}
		}
	})
}

func filtered(s *host.Stream, a []any) any {
	ok := test(a[0])
	return s.Then(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			if ok(v) && !y(v) {
				return
			}
		}
	})
}

func flatMapped(s *host.Stream, a []any) any {
	call := fn(a[0])
	return s.Then(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			inner, _ := call(v).(*host.Stream)
			if inner == nil {
				continue
			}
			for w := range inner.Seq() {
				if !y(w) {
					return
				}
			}
		}
	})
}

func limited(s *host.Stream, a []any) any {
	n := count(a[0])
	return s.Then(func(seq iter.Seq[any], y yield) {
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

// count returns a number of elements. It throws when the number is negative.
func count(v any) int64 {
	n := v.(int64)
	if n < 0 {
		host.Throw("IllegalArgumentException", "%d", n)
	}
	return n
}

func skipped(s *host.Stream, a []any) any {
	n := count(a[0])
	return s.Then(func(seq iter.Seq[any], y yield) {
		left := n
		for v := range seq {
			if left--; left < 0 && !y(v) {
				return
			}
		}
	})
}

// while implements takeWhile (with take) and dropWhile.
func while(take bool) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		ok := test(a[0])
		return s.Then(func(seq iter.Seq[any], y yield) {
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

func buffered(s *host.Stream, all func(items []any) []any) *host.Stream {
	return s.Then(func(seq iter.Seq[any], y yield) {
		for _, v := range all(s.Gather(seq)) {
			if !y(v) {
				return
			}
		}
	})
}

func distinct(s *host.Stream, _ []any) any {
	return s.Then(func(seq iter.Seq[any], y yield) {
		seen := host.NewSet(host.Linked)
		for v := range seq {
			if seen.Add(v) && !y(v) {
				return
			}
		}
	})
}

func inOrder(s *host.Stream, _ []any) any {
	return buffered(s, func(list []any) []any { return sorted(list, nil) })
}

func peeked(s *host.Stream, a []any) any {
	look := fn(a[0])
	return mapped(s, &host.Func{Arity: 1, Call: func(args ...any) any { look(args...); return args[0] }})
}

// quantified implements anyMatch (on=true, found=true), allMatch (false, false) and
// noneMatch (true, false).
func quantified(on, found bool) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		ok := test(a[0])
		for v := range s.Seq() {
			if ok(v) == on {
				return found
			}
		}
		return !found
	}
}

func first(s *host.Stream, _ []any) any {
	for v := range s.Seq() {
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

func extreme(keep int) func(s *host.Stream, a []any) any {
	return func(s *host.Stream, a []any) any {
		var comparator any
		if len(a) > 0 {
			comparator = a[0]
		}
		less := lesser(comparator)
		list := s.Slice()
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

func reduced(s *host.Stream, a []any) any {
	call := fn(a[min(len(a)-1, 1)])
	acc, has := any(nil), len(a) > 1
	if has {
		acc = a[0]
	}
	for v := range s.Seq() {
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

// total returns the sum of the elements as Java calculates it: ints wrap, doubles are
// added with compensation for lost digits.
func total(list []any, kind string) any {
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

func mean(list []any) *host.Optional {
	out := &host.Optional{Kind: "OptionalDouble", Present: len(list) > 0}
	if out.Present {
		out.Value = total(list, "DoubleStream").(float64) / float64(len(list))
	}
	return out
}

// as returns a stream of numbers of one kind.
func as(kind string, function any, s *host.Stream) *host.Stream {
	out := s
	if function != nil {
		out = mapped(s, function)
	}
	return mapped(out, &host.Func{Arity: 1, Call: func(args ...any) any { return numberAs(kind, args[0]) }}).As(kind)
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
	st("map(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapped(s, a[0]) }),
	st("mapToObj(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapped(s, a[0]).As("") }),
	st("mapToInt(Function<E, R>) IntStream<Integer>", func(s *host.Stream, a []any) any {
		return as("IntStream", a[0], s)
	}),
	st("mapToLong(Function<E, R>) LongStream<Long>", func(s *host.Stream, a []any) any {
		return as("LongStream", a[0], s)
	}),
	st("mapToDouble(Function<E, R>) DoubleStream<Double>", func(s *host.Stream, a []any) any {
		return as("DoubleStream", a[0], s)
	}),
	st("mapMulti(BiConsumer<E, Consumer<R>>) Stream<R>", mapMulti),
	st("flatMap(Function<E, R>) R", flatMapped),
	st("filter(Predicate<E>) Stream<E>", filtered),
	st("distinct() Stream<E>", distinct), st("sorted() Stream<E>", inOrder),
	st("sorted(Comparator<E>) Stream<E>", func(s *host.Stream, a []any) any {
		return buffered(s, func(list []any) []any { return sorted(list, a[0]) })
	}),
	st("limit(long) Stream<E>", limited), st("skip(long) Stream<E>", skipped),
	st("takeWhile(Predicate<E>) Stream<E>", while(true)),
	st("dropWhile(Predicate<E>) Stream<E>", while(false)),
	st("peek(Consumer<E>) Stream<E>", peeked),
	st("forEach(Consumer<E>) void", func(s *host.Stream, a []any) any {
		call := fn(a[0])
		for v := range s.Seq() {
			call(v)
		}
		return nil
	}),
	st("forEachOrdered(Consumer<E>) void", func(s *host.Stream, a []any) any {
		for v := range s.Seq() {
			fn(a[0])(v)
		}
		return nil
	}),
	st("collect(Collector<E, R>) R", func(s *host.Stream, a []any) any { return a[0].(*host.Collector).Finish(s.Slice()) }),
	st("collect(Supplier<R>, BiConsumer<R, E>, BiConsumer<R, R>) R", func(s *host.Stream, a []any) any {
		out, put := fn(a[0])(), fn(a[1])
		for v := range s.Seq() {
			put(out, v)
		}
		return out
	}),
	st("toList() List<E>", func(s *host.Stream, _ []any) any { return fixedList(s.Slice()) }),
	st("toArray() E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.Slice()...) }),
	st("toArray(Object) E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.Slice()...) }),
	st("reduce(BinaryOperator<E>) Optional<E>", reduced), st("reduce(E, BinaryOperator<E>) E", reduced),
	st("reduce(R, BiFunction<R, E, R>, BinaryOperator<R>) R", reduced),
	st("count() long", func(s *host.Stream, _ []any) any { return int64(len(s.Slice())) }),
	st("findFirst() Optional<E>", first), st("findAny() Optional<E>", first),
	st("anyMatch(Predicate<E>) boolean", quantified(true, true)),
	st("allMatch(Predicate<E>) boolean", quantified(false, false)),
	st("noneMatch(Predicate<E>) boolean", quantified(true, false)),
	st("min(Comparator<E>) Optional<E>", extreme(-1)), st("max(Comparator<E>) Optional<E>", extreme(1)),
	st("iterator() Iterator<E>", func(s *host.Stream, _ []any) any { return &iterator{rest: s.Slice()} }),
}
