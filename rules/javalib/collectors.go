package javalib

import "github.com/seed-62a36931/docket/rules/host"

func gather(finish func(items []any) any) *host.Collector { return &host.Collector{Finish: finish} }

func toList(list []any) any { return host.NewList(list...) }

// grouping returns a finisher that groups the elements by key; the values of each key go
// to the downstream collector.
func grouping(into *host.Map, key func(args ...any) any, down func([]any) any) func([]any) any {
	return func(list []any) any {
		groups := host.NewMap(host.Linked)
		for _, v := range list {
			k := key(v)
			if k == nil {
				host.Throw("NullPointerException", "element cannot be mapped to a null key")
			}
			old, _ := groups.Get(k)
			members, _ := old.([]any)
			groups.Put(k, append(members, v))
		}
		for _, k := range groups.Keys() {
			members, _ := groups.Get(k)
			into.Put(k, down(members.([]any)))
		}
		return into
	}
}

func partition(test func(args ...any) bool, down func([]any) any) func([]any) any {
	return func(list []any) any {
		halves := map[bool][]any{}
		for _, v := range list {
			halves[test(v)] = append(halves[test(v)], v)
		}
		m := host.NewMap(host.Linked)
		m.Put(false, down(halves[false]))
		m.Put(true, down(halves[true]))
		return m
	}
}

func toMap(a []any) any {
	return gather(func(list []any) any {
		m := host.NewMap(host.Hashed)
		if len(a) > 3 {
			m = fn(a[3])().(*host.Map)
		}
		for _, v := range list {
			k, value := fn(a[0])(v), fn(a[1])(v)
			if value == nil {
				host.Throw("NullPointerException", "the value is null")
			}
			old, had := m.Get(k)
			switch {
			case !had:
				m.Put(k, value)
			case len(a) < 3:
				host.Throw("IllegalStateException", "Duplicate key %s (attempted merging values %s and %s)", host.ToString(k),
					host.ToString(old), host.ToString(value))
			default:
				store(m, k, fn(a[2])(old, value))
			}
		}
		return m
	})
}

func finish(collector any) func([]any) any { return collector.(*host.Collector).Finish }

func c(signature string, body func(a []any) any) *host.Method {
	return f(signature, func(_ any, a []any) any { return body(a) })
}

var collectors = []*host.Method{
	c("toList() Collector<E, List<E>>", func([]any) any { return gather(toList) }),
	c("toUnmodifiableList() Collector<E, List<E>>", func([]any) any {
		return gather(func(l []any) any { return fixedList(noNulls(l)) })
	}),
	c("toUnmodifiableSet() Collector<E, Set<E>>", func([]any) any {
		return gather(func(l []any) any { return copiedSet(nil, []any{host.NewList(l...)}) })
	}),
	c("toUnmodifiableMap(Function<E, K>, Function<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return gather(func(l []any) any { return copiedMap(finish(toMap(a))(l).(*host.Map)) })
	}),
	c("toSet() Collector<E, Set<E>>", func([]any) any {
		return gather(func(l []any) any { return host.NewSet(host.Hashed, l...) })
	}),
	c("joining() Collector<E, String>", func([]any) any {
		return gather(func(l []any) any { return joinItems("", l) })
	}),
	c("joining(CharSequence) Collector<E, String>", func(a []any) any {
		return gather(func(l []any) any { return joinItems(str(a[0]), l) })
	}),
	c("joining(CharSequence, CharSequence, CharSequence) Collector<E, String>", func(a []any) any {
		return gather(func(l []any) any { return str(a[1]) + joinItems(str(a[0]), l) + str(a[2]) })
	}),
	c("toMap(Function<E, K>, Function<E, V>) Collector<E, Map<K, V>>", toMap),
	c("toMap(Function<E, K>, Function<E, V>, BinaryOperator<V>) Collector<E, Map<K, V>>", toMap),
	c("toMap(Function<E, K>, Function<E, V>, BinaryOperator<V>, Supplier<?>) Collector<E, Map<K, V>>", toMap),
	c("groupingBy(Function<E, K>) Collector<E, Map<K, List<E>>>", func(a []any) any {
		return gather(func(l []any) any { return grouping(host.NewMap(host.Hashed), fn(a[0]), toList)(l) })
	}),
	c("groupingBy(Function<E, K>, Collector<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return gather(func(l []any) any { return grouping(host.NewMap(host.Hashed), fn(a[0]), finish(a[1]))(l) })
	}),
	c("groupingBy(Function<E, K>, Supplier<?>, Collector<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return gather(func(l []any) any { return grouping(fn(a[1])().(*host.Map), fn(a[0]), finish(a[2]))(l) })
	}),
	c("partitioningBy(Predicate<E>) Collector<E, Map<Boolean, List<E>>>", func(a []any) any {
		return gather(partition(test(a[0]), toList))
	}),
	c("partitioningBy(Predicate<E>, Collector<E, V>) Collector<E, Map<Boolean, V>>", func(a []any) any {
		return gather(partition(test(a[0]), finish(a[1])))
	}),
	c("counting() Collector<E, Long>", func([]any) any { return gather(func(l []any) any { return int64(len(l)) }) }),
	c("mapping(Function<E, R>, Collector<R, V>) Collector<E, V>", func(a []any) any {
		return gather(func(l []any) any { return finish(a[1])(mapped(host.StreamOf(l), a[0]).Slice()) })
	}),
	c("filtering(Predicate<E>, Collector<E, V>) Collector<E, V>", func(a []any) any {
		return gather(func(l []any) any { return finish(a[1])(filtered(host.StreamOf(l), a).(*host.Stream).Slice()) })
	}),
	c("toCollection(Supplier<V>) Collector<E, V>", func(a []any) any {
		return gather(func(l []any) any {
			out := fn(a[0])()
			for _, v := range l {
				add(out, v)
			}
			return out
		})
	}),
	c("flatMapping(Function<E, R>, Collector<R, V>) Collector<E, V>", func(a []any) any {
		return gather(func(l []any) any { return finish(a[1])(flatMapped(host.StreamOf(l), a).(*host.Stream).Slice()) })
	}),
	c("collectingAndThen(Collector<E, V>, Function<V, R>) Collector<E, R>", func(a []any) any {
		return gather(func(l []any) any { return fn(a[1])(finish(a[0])(l)) })
	}),
	c("teeing(Collector<E, K>, Collector<E, V>, BiFunction<K, V, R>) Collector<E, R>", func(a []any) any {
		return gather(func(l []any) any { return fn(a[2])(finish(a[0])(l), finish(a[1])(l)) })
	}),
	c("reducing(E, BinaryOperator<E>) Collector<E, E>", func(a []any) any {
		return gather(func(l []any) any { return reduced(host.StreamOf(l), a) })
	}),
	c("reducing(BinaryOperator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return gather(func(l []any) any { return reduced(host.StreamOf(l), a) })
	}),
	c("summingInt(Function<E, R>) Collector<E, Integer>", summing("IntStream")),
	c("summingLong(Function<E, R>) Collector<E, Long>", summing("LongStream")),
	c("summingDouble(Function<E, R>) Collector<E, Double>", summing("DoubleStream")),
	c("averagingInt(Function<E, R>) Collector<E, Double>", averaging("IntStream")),
	c("averagingLong(Function<E, R>) Collector<E, Double>", averaging("LongStream")),
	c("averagingDouble(Function<E, R>) Collector<E, Double>", averaging("DoubleStream")),
	c("minBy(Comparator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return gather(func(l []any) any { return extreme(-1)(host.StreamOf(l), a) })
	}),
	c("maxBy(Comparator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return gather(func(l []any) any { return extreme(1)(host.StreamOf(l), a) })
	}),
}

func summing(kind string) func(a []any) any {
	return func(a []any) any {
		return gather(func(l []any) any { return total(as(kind, a[0], host.StreamOf(l)).Slice(), kind) })
	}
}

// averaging returns the body of an averaging collector. Its result is 0 when there are no
// elements.
func averaging(kind string) func(a []any) any {
	return func(a []any) any {
		return gather(func(l []any) any {
			if m := mean(as(kind, a[0], host.StreamOf(l)).Slice()); m.Present {
				return m.Value
			}
			return 0.0
		})
	}
}
