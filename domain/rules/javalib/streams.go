package javalib

import (
	"iter"

	"github.com/seed-62a36931/docket/domain/rules/host"
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
	n := a[0].(int64)
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

func skipped(s *host.Stream, a []any) any {
	return s.Then(func(seq iter.Seq[any], y yield) {
		left := a[0].(int64)
		for v := range seq {
			if left--; left < 0 && !y(v) {
				return
			}
		}
	})
}

// while is takeWhile (take) and dropWhile.
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

// quantified is anyMatch (on=true, found=true), allMatch (false, false) and noneMatch (true, false).
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
		return host.Some(v)
	}
	return host.Some(nil)
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
			return host.Some(nil)
		}
		best := list[0]
		for _, v := range list[1:] {
			if less(v, best)*keep > 0 {
				best = v
			}
		}
		return host.Some(best)
	}
}

func reduced(s *host.Stream, a []any) any {
	call := fn(a[len(a)-1])
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
		return host.Some(acc)
	}
	return acc
}

func total(list []any, kind string) any {
	switch kind {
	case "IntStream":
		var n int32
		for _, v := range list {
			n += v.(int32)
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
	var n float64
	for _, v := range list {
		x, _ := toDouble(v)
		n += x
	}
	return n
}

func average(s *host.Stream, _ []any) any {
	list := s.Slice()
	if len(list) == 0 {
		return host.Some(nil)
	}
	return host.Some(total(list, "DoubleStream").(float64) / float64(len(list)))
}

var streamMethods = []*host.Method{
	st("map(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapped(s, a[0]) }),
	st("mapToObj(Function<E, R>) Stream<R>", func(s *host.Stream, a []any) any { return mapped(s, a[0]).As("") }),
	st("mapToInt(Function<E, R>) IntStream<Integer>", func(s *host.Stream, a []any) any { return mapped(s, a[0]).As("IntStream") }),
	st("mapToLong(Function<E, R>) LongStream<Long>", func(s *host.Stream, a []any) any { return mapped(s, a[0]).As("LongStream") }),
	st("mapToDouble(Function<E, R>) DoubleStream<Double>", func(s *host.Stream, a []any) any { return mapped(s, a[0]).As("DoubleStream") }),
	st("boxed() Stream<E>", func(s *host.Stream, _ []any) any { return s.As("") }),
	st("flatMap(Function<E, R>) R", flatMapped),
	st("filter(Predicate<E>) Stream<E>", filtered),
	st("distinct() Stream<E>", func(s *host.Stream, _ []any) any {
		return buffered(s, func(list []any) []any { return host.NewSet(host.Linked, list...).Keys() })
	}),
	st("sorted() Stream<E>", func(s *host.Stream, _ []any) any {
		return buffered(s, func(list []any) []any { return sorted(list, nil) })
	}),
	st("sorted(Comparator<E>) Stream<E>", func(s *host.Stream, a []any) any {
		return buffered(s, func(list []any) []any { return sorted(list, a[0]) })
	}),
	st("limit(long) Stream<E>", limited), st("skip(long) Stream<E>", skipped),
	st("takeWhile(Predicate<E>) Stream<E>", while(true)), st("dropWhile(Predicate<E>) Stream<E>", while(false)),
	st("peek(Consumer<E>) Stream<E>", func(s *host.Stream, a []any) any {
		return mapped(s, &host.Func{Arity: 1, Call: func(args ...any) any { fn(a[0])(args...); return args[0] }})
	}),
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
	st("toList() List<E>", func(s *host.Stream, _ []any) any { return listOf(nil, []any{s.Slice()}) }),
	st("toArray() E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.Slice()...) }),
	st("toArray(Object) E[]", func(s *host.Stream, _ []any) any { return append([]any{}, s.Slice()...) }),
	st("reduce(BinaryOperator<E>) Optional<E>", reduced), st("reduce(E, BinaryOperator<E>) E", reduced),
	st("count() long", func(s *host.Stream, _ []any) any { return int64(len(s.Slice())) }),
	st("findFirst() Optional<E>", first), st("findAny() Optional<E>", first),
	st("anyMatch(Predicate<E>) boolean", quantified(true, true)), st("allMatch(Predicate<E>) boolean", quantified(false, false)),
	st("noneMatch(Predicate<E>) boolean", quantified(true, false)),
	st("min() Optional<E>", extreme(-1)), st("min(Comparator<E>) Optional<E>", extreme(-1)),
	st("max() Optional<E>", extreme(1)), st("max(Comparator<E>) Optional<E>", extreme(1)),
	st("sum() ?", func(s *host.Stream, _ []any) any { return total(s.Slice(), s.Kind) }),
	st("average() Optional<Double>", average),
	st("iterator() Iterator<E>", func(s *host.Stream, _ []any) any { return &iterator{s.Slice()} }),
}

func rangeOf(extra int32) func(any, []any) any {
	return func(_ any, a []any) any {
		from, to := a[0].(int32), a[1].(int32)+extra
		return host.NewStream(func(y func(any) bool) {
			for i := from; i < to && y(i); i++ {
			}
		}).As("IntStream")
	}
}

var streamStatics = []*host.Method{
	f("of(E...) Stream<E>", func(_ any, a []any) any { return host.StreamOf(a[0].([]any)) }),
	f("empty() Stream<E>", func(any, []any) any { return host.StreamOf(nil) }),
	f("ofNullable(E) Stream<E>", func(_ any, a []any) any { return optionalStream(host.Some(a[0])) }),
	f("concat(Stream<E>, Stream<E>) Stream<E>", func(_ any, a []any) any {
		return flatMapped(host.StreamOf(a), []any{&host.Func{Arity: 1, Call: func(args ...any) any { return args[0] }}})
	}),
	m("iterate(E, Function<E, E>) Stream<E>", func(c *call, _ any, a []any) any {
		return host.NewStream(func(y func(any) bool) {
			for v := a[0]; y(v); v = fn(a[1])(v) {
				c.Budget.Step()
			}
		})
	}),
}

var streamClasses = []*host.Class{
	{Name: "Stream", Params: []string{"E"}, Methods: streamMethods, Statics: streamStatics},
	{Name: "IntStream", Params: []string{"E"}, Supers: []string{"Stream"}, Statics: []*host.Method{
		f("range(int, int) IntStream<Integer>", rangeOf(0)), f("rangeClosed(int, int) IntStream<Integer>", rangeOf(1)),
	}},
	{Name: "LongStream", Params: []string{"E"}, Supers: []string{"Stream"}},
	{Name: "DoubleStream", Params: []string{"E"}, Supers: []string{"Stream"}},
	{Name: "Collector", Params: []string{"E", "R"}},
	{Name: "Collectors", Statics: collectors},
	{Name: "Optional", Params: []string{"E"}, Methods: optionalMethods, Statics: []*host.Method{
		f("of(E) Optional<E>", func(_ any, a []any) any {
			if a[0] == nil {
				host.Throw("NullPointerException", "Optional.of(null)")
			}
			return host.Some(a[0])
		}),
		f("ofNullable(E) Optional<E>", func(_ any, a []any) any { return host.Some(a[0]) }),
		f("empty() Optional<E>", func(any, []any) any { return host.Some(nil) }),
	}},
}
