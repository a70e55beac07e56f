package javalib

import "github.com/seed-62a36931/docket/domain/rules/host"

func o(signature string, body func(o *host.Optional, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*host.Optional), a) })
}

func optionalStream(o *host.Optional) any {
	if o.Present {
		return host.StreamOf([]any{o.Value})
	}
	return host.StreamOf(nil)
}

func present(o *host.Optional, _ []any) any {
	if !o.Present {
		host.Throw("NoSuchElementException", "No value present")
	}
	return o.Value
}

var optionalMethods = []*host.Method{
	o("isPresent() boolean", func(o *host.Optional, _ []any) any { return o.Present }),
	o("isEmpty() boolean", func(o *host.Optional, _ []any) any { return !o.Present }),
	o("get() E", present), o("orElseThrow() E", present), o("getAsInt() int", present), o("getAsDouble() double", present),
	o("orElseThrow(Supplier<?>) E", func(o *host.Optional, a []any) any {
		if !o.Present {
			panic(fn(a[0])())
		}
		return o.Value
	}),
	o("orElse(E) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		return a[0]
	}),
	o("orElseGet(Supplier<E>) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		return fn(a[0])()
	}),
	o("ifPresent(Consumer<E>) void", func(o *host.Optional, a []any) any {
		if o.Present {
			fn(a[0])(o.Value)
		}
		return nil
	}),
	o("ifPresentOrElse(Consumer<E>, Runnable) void", func(o *host.Optional, a []any) any {
		if o.Present {
			fn(a[0])(o.Value)
		} else {
			fn(a[1])()
		}
		return nil
	}),
	o("map(Function<E, R>) Optional<R>", func(o *host.Optional, a []any) any {
		if o.Present {
			return host.Some(fn(a[0])(o.Value))
		}
		return o
	}),
	o("flatMap(Function<E, R>) R", func(o *host.Optional, a []any) any {
		if o.Present {
			return fn(a[0])(o.Value)
		}
		return o
	}),
	o("filter(Predicate<E>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present && test(a[0])(o.Value) {
			return o
		}
		return host.Some(nil)
	}),
	o("or(Supplier<?>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present {
			return o
		}
		return fn(a[0])()
	}),
	o("stream() Stream<E>", func(o *host.Optional, _ []any) any { return optionalStream(o) }),
}

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

func nextKey(this any, a []any) any {
	if next := a[0].(*host.Func); next.Arity == 2 {
		return then(this, next)
	}
	return then(this, comparing(key(a[0]), nil))
}

var functionMethods = []*host.Method{
	invoke("apply(?) ?"), invoke("apply(?, ?) ?"), invoke("test(?) boolean"), invoke("accept(?) void"), invoke("accept(?, ?) void"),
	invoke("get() ?"), invoke("run() void"), invoke("compare(?, ?) int"), invoke("applyAsInt(?) int"),
	f("reversed() Comparator<?>", func(this any, _ []any) any {
		return comparator(func(a, b any) int32 { return fn(this)(b, a).(int32) })
	}),
	f("thenComparing(Function<E, R>) Comparator<?>", nextKey),
	f("thenComparingInt(Function<E, R>) Comparator<?>", nextKey),
	f("negate() Predicate<?>", func(this any, _ []any) any { return predicate(func(v any) bool { return !test(this)(v) }) }),
	f("and(Predicate<?>) Predicate<?>", func(this any, a []any) any {
		return predicate(func(v any) bool { return test(this)(v) && test(a[0])(v) })
	}),
	f("or(Predicate<?>) Predicate<?>", func(this any, a []any) any {
		return predicate(func(v any) bool { return test(this)(v) || test(a[0])(v) })
	}),
}

func identity(_ any, _ []any) any {
	return &host.Func{Arity: 1, Call: func(args ...any) any { return args[0] }}
}

func comparingBy(_ any, a []any) any { return comparing(key(a[0]), nil) }

var functionClasses = functional()

func functional() []*host.Class {
	out := []*host.Class{{Name: "Callable"}}
	for _, name := range []string{"BiFunction", "Supplier", "Consumer", "BiConsumer", "BinaryOperator", "UnaryOperator", "Runnable", "ToIntFunction"} {
		out = append(out, &host.Class{Name: name, Supers: []string{"Callable"}, Methods: functionMethods})
	}
	return append(out,
		&host.Class{Name: "Function", Methods: functionMethods, Supers: []string{"Callable", "Comparator", "Predicate"}, Statics: []*host.Method{f("identity() Function<E, E>", identity)}},
		&host.Class{Name: "Predicate", Methods: functionMethods, Statics: []*host.Method{
			f("not(Predicate<E>) Predicate<E>", func(_ any, a []any) any { return predicate(func(v any) bool { return !test(a[0])(v) }) }),
		}},
		&host.Class{Name: "Comparator", Methods: functionMethods, Statics: []*host.Method{
			f("comparing(Function<E, R>) Comparator<E>", comparingBy),
			f("comparing(Function<E, R>, Comparator<R>) Comparator<E>", func(_ any, a []any) any { return comparing(key(a[0]), a[1]) }),
			f("comparingInt(Function<E, R>) Comparator<E>", comparingBy), f("comparingDouble(Function<E, R>) Comparator<E>", comparingBy),
			f("naturalOrder() Comparator<E>", func(any, []any) any { return comparator(host.Compare) }),
			f("reverseOrder() Comparator<E>", func(any, []any) any {
				return comparator(func(a, b any) int32 { return host.Compare(b, a) })
			}),
		}})
}

// exceptions and their super-classes.
var exceptions = [][2]string{
	{"Throwable", ""}, {"Exception", "Throwable"}, {"RuntimeException", "Exception"}, {"IllegalArgumentException", "RuntimeException"},
	{"DateTimeException", "RuntimeException"}, {"DateTimeParseException", "DateTimeException"},
	{"NumberFormatException", "IllegalArgumentException"}, {"PatternSyntaxException", "IllegalArgumentException"}, {"IllegalStateException", "RuntimeException"},
	{"UnsupportedOperationException", "RuntimeException"}, {"NullPointerException", "RuntimeException"}, {"ClassCastException", "RuntimeException"},
	{"ArithmeticException", "RuntimeException"}, {"IndexOutOfBoundsException", "RuntimeException"}, {"StringIndexOutOfBoundsException", "IndexOutOfBoundsException"},
	{"ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"}, {"NoSuchElementException", "RuntimeException"}, {"DateTimeException", "RuntimeException"},
	{"DateTimeParseException", "DateTimeException"}, {"IllegalFormatException", "IllegalArgumentException"},
	{"MissingFormatArgumentException", "IllegalFormatException"}, {"IllegalFormatConversionException", "IllegalFormatException"}, {"UnknownFormatConversionException", "IllegalFormatException"},
}

func exceptionClasses() []*host.Class {
	var out []*host.Class
	for _, e := range exceptions {
		name := e[0]
		class := &host.Class{Name: name, Makers: []*host.Method{
			f(name+"() "+name, func(any, []any) any { return &host.Throwable{Class: name, Offset: -1} }),
			f(name+"(Object) "+name, func(_ any, a []any) any {
				return &host.Throwable{Class: name, Message: host.ToString(a[0]), Offset: -1}
			}),
		}}
		if e[1] != "" {
			class.Supers = []string{e[1]}
		} else {
			class.Methods = []*host.Method{f("getMessage() String", func(this any, _ []any) any { return this.(*host.Throwable).Message })}
		}
		out = append(out, class)
	}
	return out
}
