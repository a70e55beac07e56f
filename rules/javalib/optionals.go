package javalib

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
)

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

// emptyOf returns an empty optional of the same class.
func emptyOf(o *host.Optional) *host.Optional { return &host.Optional{Kind: o.Kind} }

var optionalMethods = []*host.Method{
	o("isPresent() boolean", func(o *host.Optional, _ []any) any { return o.Present }),
	o("isEmpty() boolean", func(o *host.Optional, _ []any) any { return !o.Present }),
	o("orElseThrow() E", present),
	o("orElseThrow(Supplier<?>) E", func(o *host.Optional, a []any) any {
		if o.Present {
			return o.Value
		}
		t, ok := fn(a[0])().(*host.Throwable)
		if !ok {
			host.Throw("NullPointerException", "there is nothing to throw")
		}
		panic(t)
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
}

// plainOptional holds the methods of Optional that the optionals of numbers do not have.
var plainOptional = []*host.Method{
	o("stream() Stream<E>", func(o *host.Optional, _ []any) any { return optionalStream(o) }),
	o("get() E", present),
	o("map(Function<E, R>) Optional<R>", func(o *host.Optional, a []any) any {
		if o.Present {
			return host.Some(fn(a[0])(o.Value))
		}
		return o
	}),
	o("flatMap(Function<E, R>) R", func(o *host.Optional, a []any) any {
		if !o.Present {
			return o
		}
		next := fn(a[0])(o.Value)
		if next == nil {
			host.Throw("NullPointerException", "the function gave no optional")
		}
		return next
	}),
	o("filter(Predicate<E>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present && test(a[0])(o.Value) {
			return o
		}
		return emptyOf(o)
	}),
	o("or(Supplier<?>) Optional<E>", func(o *host.Optional, a []any) any {
		if o.Present {
			return o
		}
		return fn(a[0])()
	}),
}

var optionalClasses = []*host.Class{
	{Name: "Optional", Params: []string{"E"}, Methods: append(plainOptional, optionalMethods...), Statics: []*host.Method{
		f("of(E) Optional<E>", func(_ any, a []any) any {
			if a[0] == nil {
				host.Throw("NullPointerException", "Optional.of(null)")
			}
			return host.Some(a[0])
		}),
		f("ofNullable(E) Optional<E>", func(_ any, a []any) any { return host.Some(a[0]) }),
		f("empty() Optional<E>", func(any, []any) any { return host.Some(nil) }),
	}},
	numberOptional("OptionalInt", o("getAsInt() int", present)),
	numberOptional("OptionalLong", o("getAsLong() long", present)),
	numberOptional("OptionalDouble", o("getAsDouble() double", present)),
}

// numberOptional returns the class of an optional of numbers, which has its own get
// method.
func numberOptional(name string, get *host.Method) *host.Class {
	kind := strings.TrimPrefix(name, "Optional") + "Stream"
	stream := o("stream() "+kind+"<E>", func(o *host.Optional, _ []any) any {
		return optionalStream(o).(*host.Stream).As(kind)
	})
	class := &host.Class{Name: name, Params: []string{"E"}, Methods: []*host.Method{get, stream}, Statics: []*host.Method{
		f("empty() "+name+"<E>", func(any, []any) any { return &host.Optional{Kind: name} }),
		f("of("+strings.ToLower(strings.TrimPrefix(name, "Optional"))+") "+name+"<E>", func(_ any, a []any) any {
			return &host.Optional{Value: a[0], Present: true, Kind: name}
		}),
	}}
	for _, m := range optionalMethods {
		copied := *m
		class.Methods = append(class.Methods, &copied)
	}
	return class
}
