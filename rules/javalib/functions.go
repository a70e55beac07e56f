package javalib

import "github.com/seed-62a36931/docket/rules/host"

func comparator(compare func(a, b any) int32) *host.Func {
	return &host.Func{Arity: 2, Call: func(args ...any) any { return compare(args[0], args[1]) }}
}

func comparing(key func(v any) any, by any) *host.Func {
	less := lesser(by)
	return comparator(func(a, b any) int32 { return int32(less(key(a), key(b))) })
}

func key(function any) func(v any) any {
	call := fn(function)
	return func(v any) any { return call(v) }
}

func then(firstBy any, next *host.Func) *host.Func {
	return comparator(func(a, b any) int32 {
		if n := fn(firstBy)(a, b).(int32); n != 0 {
			return n
		}
		return next.Call(a, b).(int32)
	})
}

func invoke(signature string) *host.Method {
	return f(signature, func(this any, a []any) any { return fn(this)(a...) })
}

func predicate(test func(v any) bool) *host.Func {
	return &host.Func{Arity: 1, Call: func(args ...any) any { return test(args[0]) }}
}

// next returns a comparator that uses a second comparator, or a key, for elements that
// the first one finds equal.
func next(this any, a []any) any {
	if len(a) > 1 {
		return then(this, comparing(key(a[0]), a[1]))
	}
	if next, ok := a[0].(*host.Func); ok && next.Arity == 2 {
		return then(this, next)
	}
	return then(this, comparing(key(a[0]), nil))
}

// nulls returns a comparator that orders null before (-1) or after (1) everything else.
func nulls(side int32) func(any, []any) any {
	return func(_ any, a []any) any {
		order := orderOf(a[0])
		return comparator(func(x, y any) int32 {
			switch {
			case x == nil && y == nil:
				return 0
			case x == nil:
				return side
			case y == nil:
				return -side
			case order == nil:
				return 0
			}
			return order(x, y)
		})
	}
}

// composed returns a function that calls one function and passes its result to the other.
func composed(first, second any) *host.Func {
	return &host.Func{Arity: fnArity(first), Call: func(args ...any) any { return fn(second)(fn(first)(args...)) }}
}

func fnArity(v any) int { fn(v); return v.(*host.Func).Arity }

// inTurn returns a function that calls both functions with the same values.
func inTurn(this any, a []any) any {
	return &host.Func{Arity: fnArity(this), Call: func(args ...any) any {
		fn(this)(args...)
		fn(a[0])(args...)
		return nil
	}}
}

// either implements and and or of predicates: the second one is called only when the
// result of the first is not stop.
func either(stop bool) func(this any, a []any) any {
	return func(this any, a []any) any {
		fn(a[0])
		return &host.Func{Arity: fnArity(this), Call: func(args ...any) any {
			if test(this)(args...) == stop {
				return stop
			}
			return test(a[0])(args...)
		}}
	}
}

func negated(this any, _ []any) any {
	return &host.Func{Arity: fnArity(this), Call: func(args ...any) any { return !test(this)(args...) }}
}

func identity(_ any, _ []any) any {
	return &host.Func{Arity: 1, Call: func(args ...any) any { return args[0] }}
}

func comparingBy(_ any, a []any) any {
	if len(a) > 1 {
		return comparing(key(a[0]), a[1])
	}
	return comparing(key(a[0]), nil)
}

func comparesBothWays() []*host.Method {
	out := []*host.Method{
		invoke("compare(?, ?) int"),
		f("reversed() Comparator<E>", func(this any, _ []any) any { return backwards(nil, []any{this}) }),
		f("thenComparing(Function<E, R>) Comparator<E>", next),
		f("thenComparing(Function<E, R>, Comparator<R>) Comparator<E>", next),
	}
	for _, name := range []string{"Int", "Long", "Double"} {
		out = append(out, f("thenComparing"+name+"(Function<E, R>) Comparator<E>", next))
	}
	return out
}

// functional holds the interfaces of functions. Every function value is a Function,
// which has the methods of them all.
var functional = []*host.Class{
	{Name: "Supplier", Methods: []*host.Method{invoke("get() ?")}},
	{Name: "Runnable", Methods: []*host.Method{invoke("run() void")}},
	{Name: "Consumer", Methods: []*host.Method{invoke("accept(?) void"), f("andThen(Consumer<?>) Consumer<?>", inTurn)}},
	{Name: "BiConsumer", Methods: []*host.Method{invoke("accept(?, ?) void")}},
	{Name: "BiFunction", Methods: []*host.Method{invoke("apply(?, ?) ?")}}, {Name: "BinaryOperator", Supers: []string{"BiFunction"}},
	{Name: "ToIntFunction", Methods: []*host.Method{invoke("applyAsInt(?) int")}},
	{Name: "ToDoubleFunction", Methods: []*host.Method{invoke("applyAsDouble(?) double")}},
	{Name: "Predicate", Methods: []*host.Method{
		invoke("test(?) boolean"), f("negate() Predicate<?>", negated),
		f("and(Predicate<?>) Predicate<?>", either(false)), f("or(Predicate<?>) Predicate<?>", either(true)),
	}, Statics: []*host.Method{f("not(Predicate<E>) Predicate<E>", func(_ any, a []any) any {
		return negated(a[0], nil)
	})}},
	{Name: "BiPredicate", Methods: []*host.Method{invoke("test(?, ?) boolean")}},
	{Name: "Comparator", Methods: comparesBothWays(), Statics: []*host.Method{
		f("comparing(Function<E, R>) Comparator<E>", comparingBy),
		f("comparing(Function<E, R>, Comparator<R>) Comparator<E>", comparingBy),
		f("comparingInt(Function<E, R>) Comparator<E>", comparingBy),
		f("comparingLong(Function<E, R>) Comparator<E>", comparingBy),
		f("comparingDouble(Function<E, R>) Comparator<E>", comparingBy),
		f("naturalOrder() Comparator<E>", func(any, []any) any { return comparator(host.Compare) }),
		f("reverseOrder() Comparator<E>", backwards),
		f("nullsFirst(Comparator<E>) Comparator<E>", nulls(-1)),
		f("nullsLast(Comparator<E>) Comparator<E>", nulls(1)),
	}},
}

var functionClasses = func() []*host.Class {
	all := []string{"Callable"}
	for _, c := range functional {
		c.Supers = append(c.Supers, "Callable")
		all = append(all, c.Name)
	}
	return append([]*host.Class{{Name: "Callable"}, {Name: "UnaryOperator", Supers: []string{"Callable", "Function"}}, {Name: "Function",
		Supers: all, Methods: []*host.Method{
			invoke("apply(?) ?"),
			f("andThen(Function<?, ?>) Function<?, ?>", func(this any, a []any) any { return composed(this, a[0]) }),
			f("compose(Function<?, ?>) Function<?, ?>", func(this any, a []any) any { return composed(a[0], this) }),
		}, Statics: []*host.Method{f("identity() Function<E, E>", identity)}}}, functional...)
}()
