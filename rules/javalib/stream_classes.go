package javalib

import (
	"iter"

	"github.com/seed-62a36931/docket/rules/host"
)

// mapMulti calls the function with each element and a consumer. The values that the
// consumer receives are the elements of the result.
func mapMulti(s *host.Stream, a []any) any {
	call := fn(a[0])
	return s.Then(func(seq iter.Seq[any], y yield) {
		for v := range seq {
			var out []any
			call(v, &host.Func{Arity: 1, Call: func(args ...any) any { out = append(out, args[0]); return nil }})
			for _, w := range out {
				if !y(w) {
					return
				}
			}
		}
	})
}

func rangeOf(extra int64) func(any, []any) any {
	return func(_ any, a []any) any {
		from, to := int64(a[0].(int32)), int64(a[1].(int32))+extra
		return host.NewStream(func(y func(any) bool) {
			for i := from; i < to && y(int32(i)); i++ {
			}
		}).As("IntStream")
	}
}

func longRange(extra int64) func(any, []any) any {
	return func(_ any, a []any) any {
		return host.NewStream(func(y func(any) bool) {
			for i, n := a[0].(int64), a[1].(int64)-a[0].(int64)+extra; n > 0 && y(i); i, n = i+1, n-1 {
			}
		}).As("LongStream")
	}
}

// endless implements iterate and generate: every element counts as a step of the rule.
func endless(kind string, next func(v any) any, more func(v any) bool, first func() any) *host.Stream {
	return host.NewStream(func(y func(any) bool) {
		for v := first(); more(v) && y(v); v = next(v) {
			continue
		}
	}).As(kind)
}

func iterates(kind string) []*host.Method {
	name := "Stream"
	if kind != "" {
		name = kind
	}
	step := func(c *call, function any) func(v any) any {
		f := fn(function)
		return func(v any) any { c.Budget.Step(); return f(v) }
	}
	return []*host.Method{
		m("iterate(E, UnaryOperator<E>) "+name+"<E>", func(c *call, _ any, a []any) any {
			return endless(kind, step(c, a[1]), func(any) bool { return true }, func() any { return a[0] })
		}),
		m("iterate(E, Predicate<E>, UnaryOperator<E>) "+name+"<E>", func(c *call, _ any, a []any) any {
			more := test(a[1])
			return endless(kind, step(c, a[2]), func(v any) bool { return more(v) }, func() any { return a[0] })
		}),
	}
}

func concatenated(_ any, a []any) any {
	kind := a[0].(*host.Stream).Kind
	return flatMapped(host.StreamOf(a), []any{identity(nil, nil)}).(*host.Stream).As(kind)
}

var streamStatics = append(iterates(""),
	f("of(E...) Stream<E>", func(_ any, a []any) any { return host.StreamOf(a[0].([]any)) }),
	f("empty() Stream<E>", func(any, []any) any { return host.StreamOf(nil) }),
	f("ofNullable(E) Stream<E>", func(_ any, a []any) any { return optionalStream(host.Some(a[0])) }),
	f("concat(Stream<E>, Stream<E>) Stream<E>", concatenated),
	m("generate(Supplier<E>) Stream<E>", func(c *call, _ any, a []any) any {
		give := fn(a[0])
		return endless("", func(any) any {
			c.Budget.Step()
			return give()
		}, func(any) bool { return true }, func() any { return give() })
	}))

// numberStream returns the class of a stream of numbers, which also has the methods of
// Stream.
func numberStream(kind, number, class string, statics []*host.Method, more ...*host.Method) *host.Class {
	name := map[string]string{"int": "Int", "long": "Long", "double": "Double"}[number]
	own := kind + "<" + class + ">"
	methods := append([]*host.Method{
		st("sum() "+number, func(s *host.Stream, _ []any) any { return total(s.Slice(), kind) }),
		st("average() OptionalDouble<Double>", func(s *host.Stream, _ []any) any { return mean(s.Slice()) }),
		st("min() Optional"+name+"<"+class+">", extreme(-1)), st("max() Optional"+name+"<"+class+">", extreme(1)),
		st("boxed() Stream<"+class+">", func(s *host.Stream, _ []any) any { return s.As("") }),
		st("map(Function<E, E>) "+own, func(s *host.Stream, a []any) any { return as(kind, a[0], s) }),
		st("flatMap(Function<E, R>) "+own, flatMapped),
		st("filter(Predicate<E>) "+own, filtered), st("distinct() "+own, distinct),
		st("sorted() "+own, inOrder), st("limit(long) "+own, limited),
		st("skip(long) "+own, skipped),
		st("takeWhile(Predicate<E>) "+own, while(true)),
		st("dropWhile(Predicate<E>) "+own, while(false)), st("peek(Consumer<E>) "+own, peeked),
	}, more...)
	statics = append(statics,
		f("of("+number+"...) "+own, func(_ any, a []any) any { return as(kind, nil, host.StreamOf(a[0].([]any))) }),
		f("empty() "+own, func(any, []any) any { return host.StreamOf(nil).As(kind) }),
		f("concat("+kind+"<"+class+">, "+kind+"<"+class+">) "+own, concatenated))
	return &host.Class{Name: kind, Params: []string{"E"}, Supers: []string{"Stream"}, Methods: methods, Statics: statics}
}

var streamClasses = []*host.Class{
	{Name: "Stream", Params: []string{"E"}, Methods: streamMethods, Statics: streamStatics},
	numberStream("IntStream", "int", "Integer", append(iterates("IntStream"),
		f("range(int, int) IntStream<Integer>", rangeOf(0)), f("rangeClosed(int, int) IntStream<Integer>", rangeOf(1))),
		st("asLongStream() LongStream<Long>", func(s *host.Stream, _ []any) any { return as("LongStream", nil, s) }),
		st("asDoubleStream() DoubleStream<Double>", func(s *host.Stream, _ []any) any {
			return as("DoubleStream", nil, s)
		})),
	numberStream("LongStream", "long", "Long",
		[]*host.Method{
			f("range(long, long) LongStream<Long>", longRange(0)),
			f("rangeClosed(long, long) LongStream<Long>", longRange(1)),
		}),
	numberStream("DoubleStream", "double", "Double", nil),
	{Name: "Collector", Params: []string{"E", "R"}},
	{Name: "Collectors", Statics: collectors},
}
