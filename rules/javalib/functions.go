package javalib

import "github.com/seed-62a36931/docket/rules/host"

func newComparator(compare func(a, b any) int32) *host.Func {
	return &host.Func{Arity: 2, Call: func(args ...any) any { return compare(args[0], args[1]) }}
}

func compareByKey(key func(v any) any, by any) *host.Func {
	less := lessFunction(by)
	return newComparator(func(a, b any) int32 { return int32(less(key(a), key(b))) })
}

func keyFunction(function any) func(v any) any {
	call := toFunction(function)
	return func(v any) any { return call(v) }
}

func thenBy(firstBy any, next *host.Func) *host.Func {
	return newComparator(func(a, b any) int32 {
		if n := toFunction(firstBy)(a, b).(int32); n != 0 {
			return n
		}
		return next.Call(a, b).(int32)
	})
}

func invokeMethod(signature string) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return toFunction(this)(a...) })
}

func newPredicate(test func(v any) bool) *host.Func {
	return &host.Func{Arity: 1, Call: func(args ...any) any { return test(args[0]) }}
}

// thenComparing returns a comparator that uses a second comparator, or a key, for elements that
// the first one finds equal.
func thenComparing(this any, a []any) any {
	if len(a) > 1 {
		return thenBy(this, compareByKey(keyFunction(a[0]), a[1]))
	}
	if next, ok := a[0].(*host.Func); ok && next.Arity == 2 {
		return thenBy(this, next)
	}
	return thenBy(this, compareByKey(keyFunction(a[0]), nil))
}

// nullsOrder returns a comparator that orders null before (-1) or after (1) everything else.
func nullsOrder(side int32) func(any, []any) any {
	return func(_ any, a []any) any {
		order := orderOf(a[0])
		return newComparator(func(x, y any) int32 {
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

// composeFunctions returns a function that calls one function and passes its result to the other.
func composeFunctions(first, second any) *host.Func {
	return &host.Func{Arity: fnArity(first), Call: func(args ...any) any { return toFunction(second)(toFunction(first)(args...)) }}
}

func fnArity(v any) int { toFunction(v); return v.(*host.Func).Arity }

// callBoth returns a function that calls both functions with the same values.
func callBoth(this any, a []any) any {
	return &host.Func{Arity: fnArity(this), Call: func(args ...any) any {
		toFunction(this)(args...)
		toFunction(a[0])(args...)
		return nil
	}}
}

// eitherOf implements and and or of predicates: the second one is called only when the
// result of the first is not stop.
func eitherOf(stop bool) func(this any, a []any) any {
	return func(this any, a []any) any {
		toFunction(a[0])
		return &host.Func{Arity: fnArity(this), Call: func(args ...any) any {
			if toPredicate(this)(args...) == stop {
				return stop
			}
			return toPredicate(a[0])(args...)
		}}
	}
}

func negatePredicate(this any, _ []any) any {
	return &host.Func{Arity: fnArity(this), Call: func(args ...any) any { return !toPredicate(this)(args...) }}
}

func returnFirst(_ any, _ []any) any {
	return &host.Func{Arity: 1, Call: func(args ...any) any { return args[0] }}
}

func comparingBy(_ any, a []any) any {
	if len(a) > 1 {
		return compareByKey(keyFunction(a[0]), a[1])
	}
	return compareByKey(keyFunction(a[0]), nil)
}

func comparesBothWays() []*host.Method {
	out := []*host.Method{
		invokeMethod("compare(?, ?) int"),
		pureMethod("reversed() Comparator<E>", func(this any, _ []any) any { return reverseOrder(nil, []any{this}) }),
		pureMethod("thenComparing(Function<E, R>) Comparator<E>", thenComparing),
		pureMethod("thenComparing(Function<E, R>, Comparator<R>) Comparator<E>", thenComparing),
	}
	for _, name := range []string{"Int", "Long", "Double"} {
		out = append(out, pureMethod("thenComparing"+name+"(Function<E, R>) Comparator<E>", thenComparing))
	}
	return out
}

// functional holds the interfaces of functions. Every function value is a Function,
// which has the methods of them all.
var functional = []*host.Class{
	{Name: "Supplier", Methods: []*host.Method{invokeMethod("get() ?")}},
	{Name: "Runnable", Methods: []*host.Method{invokeMethod("run() void")}},
	{Name: "Consumer", Methods: []*host.Method{invokeMethod("accept(?) void"), pureMethod("andThen(Consumer<?>) Consumer<?>", callBoth)}},
	{Name: "BiConsumer", Methods: []*host.Method{invokeMethod("accept(?, ?) void")}},
	{Name: "BiFunction", Methods: []*host.Method{invokeMethod("apply(?, ?) ?")}}, {Name: "BinaryOperator", Supers: []string{"BiFunction"}},
	{Name: "ToIntFunction", Methods: []*host.Method{invokeMethod("applyAsInt(?) int")}},
	{Name: "ToDoubleFunction", Methods: []*host.Method{invokeMethod("applyAsDouble(?) double")}},
	{Name: "Predicate", Methods: []*host.Method{
		invokeMethod("test(?) boolean"), pureMethod("negate() Predicate<?>", negatePredicate),
		pureMethod("and(Predicate<?>) Predicate<?>", eitherOf(false)), pureMethod("or(Predicate<?>) Predicate<?>", eitherOf(true)),
	}, Statics: []*host.Method{pureMethod("not(Predicate<E>) Predicate<E>", func(_ any, a []any) any {
		return negatePredicate(a[0], nil)
	})}},
	{Name: "BiPredicate", Methods: []*host.Method{invokeMethod("test(?, ?) boolean")}},
	{Name: "Comparator", Methods: comparesBothWays(), Statics: []*host.Method{
		pureMethod("comparing(Function<E, R>) Comparator<E>", comparingBy),
		pureMethod("comparing(Function<E, R>, Comparator<R>) Comparator<E>", comparingBy),
		pureMethod("comparingInt(Function<E, R>) Comparator<E>", comparingBy),
		pureMethod("comparingLong(Function<E, R>) Comparator<E>", comparingBy),
		pureMethod("comparingDouble(Function<E, R>) Comparator<E>", comparingBy),
		pureMethod("naturalOrder() Comparator<E>", func(any, []any) any { return newComparator(host.Compare) }),
		pureMethod("reverseOrder() Comparator<E>", reverseOrder),
		pureMethod("nullsFirst(Comparator<E>) Comparator<E>", nullsOrder(-1)),
		pureMethod("nullsLast(Comparator<E>) Comparator<E>", nullsOrder(1)),
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
			invokeMethod("apply(?) ?"),
			pureMethod("andThen(Function<?, ?>) Function<?, ?>", func(this any, a []any) any { return composeFunctions(this, a[0]) }),
			pureMethod("compose(Function<?, ?>) Function<?, ?>", func(this any, a []any) any { return composeFunctions(a[0], this) }),
		}, Statics: []*host.Method{pureMethod("identity() Function<E, E>", returnFirst)}}}, functional...)
}()
