package javalib

import "github.com/seed-62a36931/docket/rules/host"

func collectorOf(finish func(items []any) any) *host.Collector {
	return &host.Collector{Finish: finish}
}

func toList(list []any) any { return host.NewList(list...) }

// groupBy returns a finisher that groups the elements by key; the values of each key go
// to the downstream collector.
func groupBy(into *host.Map, key func(args ...any) any, down func([]any) any) func([]any) any {
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

func partitionBy(test func(args ...any) bool, down func([]any) any) func([]any) any {
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
	return collectorOf(func(list []any) any {
		m := host.NewMap(host.Hashed)
		if len(a) > 3 {
			m = toFunction(a[3])().(*host.Map)
		}
		for _, v := range list {
			k, value := toFunction(a[0])(v), toFunction(a[1])(v)
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
				storeValue(m, k, toFunction(a[2])(old, value))
			}
		}
		return m
	})
}

func finisherOf(collector any) func([]any) any { return collector.(*host.Collector).Finish }

func collectorMethod(signature string, body func(a []any) any) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any { return body(a) })
}

var collectors = []*host.Method{
	collectorMethod("toList() Collector<E, List<E>>", func([]any) any { return collectorOf(toList) }),
	collectorMethod("toUnmodifiableList() Collector<E, List<E>>", func([]any) any {
		return collectorOf(func(l []any) any { return fixedList(noNulls(l)) })
	}),
	collectorMethod("toUnmodifiableSet() Collector<E, Set<E>>", func([]any) any {
		return collectorOf(func(l []any) any { return copiedSet(nil, []any{host.NewList(l...)}) })
	}),
	collectorMethod("toUnmodifiableMap(Function<E, K>, Function<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return collectorOf(func(l []any) any { return copiedMap(finisherOf(toMap(a))(l).(*host.Map)) })
	}),
	collectorMethod("toSet() Collector<E, Set<E>>", func([]any) any {
		return collectorOf(func(l []any) any { return host.NewSet(host.Hashed, l...) })
	}),
	collectorMethod("joining() Collector<E, String>", func([]any) any {
		return collectorOf(func(l []any) any { return joinItems("", l) })
	}),
	collectorMethod("joining(CharSequence) Collector<E, String>", func(a []any) any {
		return collectorOf(func(l []any) any { return joinItems(toText(a[0]), l) })
	}),
	collectorMethod("joining(CharSequence, CharSequence, CharSequence) Collector<E, String>", func(a []any) any {
		return collectorOf(func(l []any) any { return toText(a[1]) + joinItems(toText(a[0]), l) + toText(a[2]) })
	}),
	collectorMethod("toMap(Function<E, K>, Function<E, V>) Collector<E, Map<K, V>>", toMap),
	collectorMethod("toMap(Function<E, K>, Function<E, V>, BinaryOperator<V>) Collector<E, Map<K, V>>", toMap),
	collectorMethod("toMap(Function<E, K>, Function<E, V>, BinaryOperator<V>, Supplier<?>) Collector<E, Map<K, V>>", toMap),
	collectorMethod("groupingBy(Function<E, K>) Collector<E, Map<K, List<E>>>", func(a []any) any {
		return collectorOf(func(l []any) any { return groupBy(host.NewMap(host.Hashed), toFunction(a[0]), toList)(l) })
	}),
	collectorMethod("groupingBy(Function<E, K>, Collector<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return collectorOf(func(l []any) any { return groupBy(host.NewMap(host.Hashed), toFunction(a[0]), finisherOf(a[1]))(l) })
	}),
	collectorMethod("groupingBy(Function<E, K>, Supplier<?>, Collector<E, V>) Collector<E, Map<K, V>>", func(a []any) any {
		return collectorOf(func(l []any) any {
			return groupBy(toFunction(a[1])().(*host.Map), toFunction(a[0]), finisherOf(a[2]))(l)
		})
	}),
	collectorMethod("partitioningBy(Predicate<E>) Collector<E, Map<Boolean, List<E>>>", func(a []any) any {
		return collectorOf(partitionBy(toPredicate(a[0]), toList))
	}),
	collectorMethod("partitioningBy(Predicate<E>, Collector<E, V>) Collector<E, Map<Boolean, V>>", func(a []any) any {
		return collectorOf(partitionBy(toPredicate(a[0]), finisherOf(a[1])))
	}),
	collectorMethod("counting() Collector<E, Long>", func([]any) any { return collectorOf(func(l []any) any { return int64(len(l)) }) }),
	collectorMethod("mapping(Function<E, R>, Collector<R, V>) Collector<E, V>", func(a []any) any {
		return collectorOf(func(l []any) any { return finisherOf(a[1])(mapStream(host.StreamOf(l), a[0]).ToSlice()) })
	}),
	collectorMethod("filtering(Predicate<E>, Collector<E, V>) Collector<E, V>", func(a []any) any {
		return collectorOf(func(l []any) any { return finisherOf(a[1])(filterStream(host.StreamOf(l), a).(*host.Stream).ToSlice()) })
	}),
	collectorMethod("toCollection(Supplier<V>) Collector<E, V>", func(a []any) any {
		return collectorOf(func(l []any) any {
			out := toFunction(a[0])()
			for _, v := range l {
				addElement(out, v)
			}
			return out
		})
	}),
	collectorMethod("flatMapping(Function<E, R>, Collector<R, V>) Collector<E, V>", func(a []any) any {
		return collectorOf(func(l []any) any { return finisherOf(a[1])(flatMapped(host.StreamOf(l), a).(*host.Stream).ToSlice()) })
	}),
	collectorMethod("collectingAndThen(Collector<E, V>, Function<V, R>) Collector<E, R>", func(a []any) any {
		return collectorOf(func(l []any) any { return toFunction(a[1])(finisherOf(a[0])(l)) })
	}),
	collectorMethod("teeing(Collector<E, K>, Collector<E, V>, BiFunction<K, V, R>) Collector<E, R>", func(a []any) any {
		return collectorOf(func(l []any) any { return toFunction(a[2])(finisherOf(a[0])(l), finisherOf(a[1])(l)) })
	}),
	collectorMethod("reducing(E, BinaryOperator<E>) Collector<E, E>", func(a []any) any {
		return collectorOf(func(l []any) any { return reduceStream(host.StreamOf(l), a) })
	}),
	collectorMethod("reducing(BinaryOperator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return collectorOf(func(l []any) any { return reduceStream(host.StreamOf(l), a) })
	}),
	collectorMethod("summingInt(Function<E, R>) Collector<E, Integer>", sumOf("IntStream")),
	collectorMethod("summingLong(Function<E, R>) Collector<E, Long>", sumOf("LongStream")),
	collectorMethod("summingDouble(Function<E, R>) Collector<E, Double>", sumOf("DoubleStream")),
	collectorMethod("averagingInt(Function<E, R>) Collector<E, Double>", averageOf("IntStream")),
	collectorMethod("averagingLong(Function<E, R>) Collector<E, Double>", averageOf("LongStream")),
	collectorMethod("averagingDouble(Function<E, R>) Collector<E, Double>", averageOf("DoubleStream")),
	collectorMethod("minBy(Comparator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return collectorOf(func(l []any) any { return extremeOf(-1)(host.StreamOf(l), a) })
	}),
	collectorMethod("maxBy(Comparator<E>) Collector<E, Optional<E>>", func(a []any) any {
		return collectorOf(func(l []any) any { return extremeOf(1)(host.StreamOf(l), a) })
	}),
}

func sumOf(kind string) func(a []any) any {
	return func(a []any) any {
		return collectorOf(func(l []any) any { return totalOf(numbersOf(kind, a[0], host.StreamOf(l)).ToSlice(), kind) })
	}
}

// averageOf returns the body of an averaging collector. Its result is 0 when there are no
// elements.
func averageOf(kind string) func(a []any) any {
	return func(a []any) any {
		return collectorOf(func(l []any) any {
			if m := meanOf(numbersOf(kind, a[0], host.StreamOf(l)).ToSlice()); m.Present {
				return m.Value
			}
			return 0.0
		})
	}
}
