package javalib

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

func optionalMethod(signature string, body func(o *host.Optional, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*host.Optional), a) })
}

func optionalStream(o *host.Optional) any {
	if o.Present {
		return host.StreamOf([]any{o.Value})
	}
	return host.StreamOf(nil)
}

func isPresent(o *host.Optional, _ []any) any {
	if !o.Present {
		host.Throw("NoSuchElementException", "No value present")
	}
	return o.Value
}

// emptyOf returns an empty optional of the same class.
func emptyOf(o *host.Optional) *host.Optional { return &host.Optional{Kind: o.Kind} }

var optionalMethods = []*host.Method{
	optionalMethod("isPresent() boolean", func(o *host.Optional, _ []any) any { return o.Present }),
	optionalMethod("isEmpty() boolean", func(o *host.Optional, _ []any) any { return !o.Present }),
	optionalMethod("orElseThrow() E", isPresent),
	optionalMethod("orElseThrow(Supplier<?>) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		t, ok := toFunction(a[0])().(*host.Throwable)
		if !ok {
			host.Throw("NullPointerException", "there is nothing to throw")
		}
		panic(t)
	}),
	optionalMethod("orElse(E) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		return a[0]
	}),
	optionalMethod("orElseGet(Supplier<E>) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		return toFunction(a[0])()
	}),
	optionalMethod("ifPresent(Consumer<E>) void", func(o *host.Optional, a []any) any {
		if o.Present {
			toFunction(a[0])(o.Value)
		}
		return nil
	}),
	optionalMethod("ifPresentOrElse(Consumer<E>, Runnable) void", func(o *host.Optional, a []any) any {
		if o.Present {
			toFunction(a[0])(o.Value)
		} else {
			toFunction(a[1])()
		}
		return nil
	}),
}

// plainOptional holds the methods of Optional that the optionals of numbers do not have.
var plainOptional = []*host.Method{
	optionalMethod("stream() Stream<E>", func(o *host.Optional, _ []any) any { return optionalStream(o) }),
	optionalMethod("get() E", isPresent),
	optionalMethod("map(Function<E, R>) Optional<R>", func(o *host.Optional, a []any) any {
		if o.Present {
			return host.OptionalOf(toFunction(a[0])(o.Value))
		}
		return o
	}),
	optionalMethod("flatMap(Function<E, R>) R", func(o *host.Optional, a []any) any {
		if !o.Present {
			return o
		}
		next := toFunction(a[0])(o.Value)
		if next == nil {
			host.Throw("NullPointerException", "the function gave no optional")
		}
		return next
	}),
	optionalMethod("filter(Predicate<E>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present && toPredicate(a[0])(o.Value) {
			return o
		}
		return emptyOf(o)
	}),
	optionalMethod("or(Supplier<?>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present {
			return o
		}
		return toFunction(a[0])()
	}),
}

var optionalClasses = []*host.Class{
	{Name: "Optional", Params: []string{"E"}, Methods: append(plainOptional, optionalMethods...), Statics: []*host.Method{
		pureMethod("of(E) Optional<E>", func(_ any, a []any) any {
			if a[0] == nil {
				host.Throw("NullPointerException", "Optional.of(null)")
			}
			return host.OptionalOf(a[0])
		}),
		pureMethod("ofNullable(E) Optional<E>", func(_ any, a []any) any { return host.OptionalOf(a[0]) }),
		pureMethod("empty() Optional<E>", func(any, []any) any { return host.OptionalOf(nil) }),
	}},
	numberOptional("OptionalInt", optionalMethod("getAsInt() int", isPresent)),
	numberOptional("OptionalLong", optionalMethod("getAsLong() long", isPresent)),
	numberOptional("OptionalDouble", optionalMethod("getAsDouble() double", isPresent)),
}

// numberOptional returns the class of an optional of numbers, which has its own get
// method.
func numberOptional(name string, get *host.Method) *host.Class {
	kind := strings.TrimPrefix(name, "Optional") + "Stream"
	stream := optionalMethod("stream() "+kind+"<E>", func(o *host.Optional, _ []any) any {
		return optionalStream(o).(*host.Stream).SetKind(kind)
	})
	class := &host.Class{Name: name, Params: []string{"E"}, Methods: []*host.Method{get, stream}, Statics: []*host.Method{
		pureMethod("empty() "+name+"<E>", func(any, []any) any { return &host.Optional{Kind: name} }),
		pureMethod("of("+strings.ToLower(strings.TrimPrefix(name, "Optional"))+") "+name+"<E>", func(_ any, a []any) any {
			return &host.Optional{Value: a[0], Present: true, Kind: name}
		}),
	}}
	for _, m := range optionalMethods {
		copied := *m
		class.Methods = append(class.Methods, &copied)
	}
	return class
}
