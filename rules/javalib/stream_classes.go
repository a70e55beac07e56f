package javalib

import (
	"iter"

	"github.com/seed-62a36931/docket/rules/host"
)

// mapMulti calls the function with each element and a consumer. The values that the
// consumer receives are the elements of the result.
func mapMulti(s *host.Stream, a []any) any {
	call := toFunction(a[0])
	return s.WithStep(func(seq iter.Seq[any], y yield) {
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
		}).SetKind("IntStream")
	}
}

func longRange(extra int64) func(any, []any) any {
	return func(_ any, a []any) any {
		return host.NewStream(func(y func(any) bool) {
			for i, n := a[0].(int64), a[1].(int64)-a[0].(int64)+extra; n > 0 && y(i); i, n = i+1, n-1 {
			}
		}).SetKind("LongStream")
	}
}

// endlessStream implements iterate and generate: every element counts as a step of the rule.
func endlessStream(kind string, next func(v any) any, more func(v any) bool, first func() any) *host.Stream {
	return host.NewStream(func(y func(any) bool) {
		for v := first(); more(v) && y(v); v = next(v) {
			continue
		}
	}).SetKind(kind)
}

func iterateMethods(kind string) []*host.Method {
	name := "Stream"
	if kind != "" {
		name = kind
	}
	step := func(c *call, function any) func(v any) any {
		f := toFunction(function)
		return func(v any) any { c.Budget.Step(); return f(v) }
	}
	return []*host.Method{
		newMethod("iterate(E, UnaryOperator<E>) "+name+"<E>", func(c *call, _ any, a []any) any {
			return endlessStream(kind, step(c, a[1]), func(any) bool { return true }, func() any { return a[0] })
		}),
		newMethod("iterate(E, Predicate<E>, UnaryOperator<E>) "+name+"<E>", func(c *call, _ any, a []any) any {
			more := toPredicate(a[1])
			return endlessStream(kind, step(c, a[2]), func(v any) bool { return more(v) }, func() any { return a[0] })
		}),
	}
}

func concatStreams(_ any, a []any) any {
	kind := a[0].(*host.Stream).Kind
	return flatMapped(host.StreamOf(a), []any{returnFirst(nil, nil)}).(*host.Stream).SetKind(kind)
}

var streamStatics = append(iterateMethods(""),
	pureMethod("of(E...) Stream<E>", func(_ any, a []any) any { return host.StreamOf(a[0].([]any)) }),
	pureMethod("empty() Stream<E>", func(any, []any) any { return host.StreamOf(nil) }),
	pureMethod("ofNullable(E) Stream<E>", func(_ any, a []any) any { return optionalStream(host.OptionalOf(a[0])) }),
	pureMethod("concat(Stream<E>, Stream<E>) Stream<E>", concatStreams),
	newMethod("generate(Supplier<E>) Stream<E>", func(c *call, _ any, a []any) any {
		give := toFunction(a[0])
		return endlessStream("", func(any) any {
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
		streamMethod("sum() "+number, func(s *host.Stream, _ []any) any { return totalOf(s.ToSlice(), kind) }),
		streamMethod("average() OptionalDouble<Double>", func(s *host.Stream, _ []any) any { return meanOf(s.ToSlice()) }),
		streamMethod("min() Optional"+name+"<"+class+">", extremeOf(-1)), streamMethod("max() Optional"+name+"<"+class+">", extremeOf(1)),
		streamMethod("boxed() Stream<"+class+">", func(s *host.Stream, _ []any) any { return s.SetKind("") }),
		streamMethod("map(Function<E, E>) "+own, func(s *host.Stream, a []any) any { return numbersOf(kind, a[0], s) }),
		streamMethod("flatMap(Function<E, R>) "+own, flatMapped),
		streamMethod("filter(Predicate<E>) "+own, filterStream), streamMethod("distinct() "+own, distinctElements),
		streamMethod("sorted() "+own, inOrder), streamMethod("limit(long) "+own, limitStream),
		streamMethod("skip(long) "+own, skipElements),
		streamMethod("takeWhile(Predicate<E>) "+own, takeOrDropWhile(true)),
		streamMethod("dropWhile(Predicate<E>) "+own, takeOrDropWhile(false)), streamMethod("peek(Consumer<E>) "+own, peekStream),
	}, more...)
	statics = append(statics,
		pureMethod("of("+number+"...) "+own, func(_ any, a []any) any { return numbersOf(kind, nil, host.StreamOf(a[0].([]any))) }),
		pureMethod("empty() "+own, func(any, []any) any { return host.StreamOf(nil).SetKind(kind) }),
		pureMethod("concat("+kind+"<"+class+">, "+kind+"<"+class+">) "+own, concatStreams))
	return &host.Class{Name: kind, Params: []string{"E"}, Supers: []string{"Stream"}, Methods: methods, Statics: statics}
}

var streamClasses = []*host.Class{
	{Name: "Stream", Params: []string{"E"}, Methods: streamMethods, Statics: streamStatics},
	numberStream("IntStream", "int", "Integer", append(iterateMethods("IntStream"),
		pureMethod("range(int, int) IntStream<Integer>", rangeOf(0)), pureMethod("rangeClosed(int, int) IntStream<Integer>", rangeOf(1))),
		streamMethod("asLongStream() LongStream<Long>", func(s *host.Stream, _ []any) any { return numbersOf("LongStream", nil, s) }),
		streamMethod("asDoubleStream() DoubleStream<Double>", func(s *host.Stream, _ []any) any {
			return numbersOf("DoubleStream", nil, s)
		})),
	numberStream("LongStream", "long", "Long",
		[]*host.Method{
			pureMethod("range(long, long) LongStream<Long>", longRange(0)),
			pureMethod("rangeClosed(long, long) LongStream<Long>", longRange(1)),
		}),
	numberStream("DoubleStream", "double", "Double", nil),
	{Name: "Collector", Params: []string{"E", "R"}},
	{Name: "Collectors", Statics: collectors},
}
