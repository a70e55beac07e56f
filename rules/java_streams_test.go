package rules

import "testing"

// TestStreamsAsInJava runs code whose results are those of Java 17.
func TestStreamsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`out = Stream.of(5, 3, 8).map(x -> x * 2).filter(x -> x > 6).sorted().collect(Collectors.toList()) + "" + ` +
			`Stream.of("b", "a").sorted().toList() + Stream.of(1, 2, 2, 3, 1).distinct().toList() + Stream.of(1, 2, 3, ` +
			`4).skip(1).limit(2).toList() + Stream.of(1, 2).count() + Stream.empty().count() + Stream.of(1, 2, ` +
			`3).limit(0).toList() + Stream.of(1, 2).skip(5).toList();`,
			"[10, 16][a, b][1, 2, 3][2, 3]20[][]"},
		{`out = "" + Stream.of(1, 2, 3).anyMatch(x -> x == 2) + Stream.of(1, 2, 3).anyMatch(x -> x > 3) + Stream.of(1, 2, ` +
			`3).allMatch(x -> x > 0) + Stream.of(1, 2, 3).allMatch(x -> x > 1) + Stream.of(1, 2, 3).noneMatch(x -> x > 3) + ` +
			`Stream.of(1, 2, 3).noneMatch(x -> x == 3) + Stream.of().anyMatch(x -> true) + Stream.of().allMatch(x -> false) + ` +
			`Stream.of().noneMatch(x -> true);`,
			"truefalsetruefalsetruefalsefalsetruetrue"},
		{`out = Stream.of(1, 2, 3).reduce(0, Integer::sum) + " " + Stream.of(1, 2, 3).reduce((a, b) -> a * b).get() + " " + ` +
			`Stream.of(4, 9, 2).max(Comparator.naturalOrder()).get() + Stream.of(4, 9, 2).min(Comparator.naturalOrder()).get() ` +
			`+ Stream.of("ccc", "a").max(Comparator.comparing(String::length)).get() + ` +
			`Stream.<Integer>of().max(Comparator.naturalOrder()).isPresent() + Stream.<Integer>empty().reduce((a, b) -> ` +
			`a).isEmpty() + Stream.of("x", "y").findFirst().get() + Stream.of().findFirst().isPresent() + Stream.of(7).findAny().get();`,
			"6 6 92cccfalsetruexfalse7"},
		{`out = IntStream.range(0, 4).sum() + " " + IntStream.rangeClosed(1, 4).sum() + " " + IntStream.range(3, 3).count() + " ` +
			`" + IntStream.of(3, 1, 2).max().getAsInt() + IntStream.of(3, 1, 2).min().getAsInt() + " " + IntStream.range(0, ` +
			`3).mapToObj(i -> "x" + i).collect(Collectors.joining(",")) + " " + IntStream.of(1, 2).average().getAsDouble() + " ` +
			`" + IntStream.empty().average().isPresent() + " " + IntStream.range(0, 3).boxed().collect(Collectors.toList()) + ` +
			`Stream.of("a", "bbb").mapToInt(String::length).sum() + Stream.of("1.5", ` +
			`"2").mapToDouble(Double::parseDouble).sum() + Stream.of(1, 2).mapToLong(x -> x).sum() + IntStream.range(5, ` +
			`2).count() + IntStream.of(4, 5).toArray().length;`,
			"6 10 0 31 x0,x1,x2 1.5 false [0, 1, 2]43.5302"},
		{`out = Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x + 1).toList() + "" + Stream.of("a", ` +
			`"b").flatMap(s -> Stream.of(s, s + s)).toList() + Stream.of(3, 1, 2).sorted(Comparator.reverseOrder()).toList() + ` +
			`Stream.of(1, 2, 3, 1).takeWhile(x -> x < 3).toList() + Stream.of(1, 2, 3, 1).dropWhile(x -> x < 3).toList() + ` +
			`Stream.concat(Stream.of(1), Stream.of(2)).toList() + Stream.of(1, 2).peek(x -> x.toString()).toList() + ` +
			`Stream.iterate(1, x -> x * 2).limit(5).toList() + Stream.ofNullable(null).count() + Stream.ofNullable(1).count();`,
			"[2, 3, 4][a, aa, b, bb][3, 2, 1][1, 2][3, 1][1, 2][1, 2][1, 2, 4, 8, 16]01"},
		{`out = Stream.of("a", "b", "c").collect(Collectors.joining()) + Stream.of("a", "b").collect(Collectors.joining(", ")) ` +
			`+ Stream.of("a", "b").collect(Collectors.joining(", ", "<", ">")) + ` +
			`Stream.<String>of().collect(Collectors.joining(",", "(", ")")) + Stream.of(2, 1, 2).collect(Collectors.toSet()) + ` +
			`Stream.of(1, 2).collect(Collectors.counting()) + Stream.of(1, 2, 3).collect(Collectors.summingInt(x -> x)) + ` +
			`Stream.of(1, 2).collect(Collectors.averagingInt(x -> x)) + Stream.of(1.5, 2.5).collect(Collectors.summingDouble(x ` +
			`-> x)) + Stream.of(2, 3).collect(Collectors.averagingDouble(x -> x)) + Stream.of(2, 9, ` +
			`3).collect(Collectors.maxBy(Comparator.naturalOrder())).get() + Stream.of(2, 9, ` +
			`3).collect(Collectors.minBy(Comparator.naturalOrder())).get();`,
			"abca, b<a, b>()[1, 2]261.54.02.592"},
		{`out = new TreeMap<>(Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length))) + "" + new ` +
			`TreeMap<>(Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length, Collectors.counting()))) + ` +
			`Stream.of("b", "aa", "c").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.joining("/"))) + ` +
			`Stream.of(1, 2, 3).collect(Collectors.partitioningBy(x -> x > 1)) + Stream.of(1, 2, ` +
			`3).collect(Collectors.partitioningBy(x -> x > 1, Collectors.counting())) + new TreeMap<>(Stream.of("a", ` +
			`"bb").collect(Collectors.toMap(x -> x, String::length))) + Stream.of("a", "bb", ` +
			`"cc").collect(Collectors.toMap(String::length, x -> x, (x, y) -> x + y, TreeMap::new)) + Stream.of("a", ` +
			`"b").collect(Collectors.mapping(String::toUpperCase, Collectors.toList())) + Stream.of(1, 2, ` +
			`3).collect(Collectors.filtering(x -> x > 2, Collectors.toList())) + ` +
			`Stream.of("q").collect(Collectors.toCollection(LinkedHashSet::new));`,
			"{1=[a], 2=[bb, cc]}{1=1, 2=2}{1=b/c, 2=aa}{false=[1], true=[2, 3]}{false=1, true=2}{a=1, bb=2}{1=a, 2=bbcc}[A, B][3][q]"},
		{`try { Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1)); } catch (IllegalStateException x) { out = "dup"; ` +
			`} Stream<Integer> s = Stream.of(1); s.count(); try { s.count(); } catch (IllegalStateException x) { out += "used"; ` +
			`} out += Stream.of("x", "y").collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + "" + ` +
			`Stream.of(1, 2).collect(Collectors.reducing(0, Integer::sum)) + Stream.of(5).collect(Collectors.toUnmodifiableList());`,
			"dupused23[5]"},
		{`List<String> l = List.of("bb", "a", "ccc", "aa"); out = l.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())).toList() + "" + l.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList() + l.stream().sorted(Comparator.comparing(String::length, Comparator.reverseOrder()).thenComparing(x -> x)).toList() + l.stream().sorted((a, b) -> b.compareTo(a)).toList() + l.stream().sorted(Comparator.nullsFirst(Comparator.naturalOrder())).toList();`,
			"[a, aa, bb, ccc][ccc, bb, aa, a][ccc, aa, bb, a][ccc, bb, aa, a][a, aa, bb, ccc]"},
		{`Map<String, Integer> m = new LinkedHashMap<>(); m.put("b", 2); m.put("a", 3); m.put("c", 1); out = ` +
			`m.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::getKey).collect(Collectors.joining()) + ` +
			`m.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(e -> e.getKey()).collect(Collectors.joining()) + ` +
			`m.values().stream().mapToInt(Integer::intValue).sum() + m.entrySet().stream().max(Map.Entry.comparingByValue()).get().getKey() + m.keySet().stream().sorted().toList();`,
			"abccba6a[a, b, c]"},
		{`Optional<String> o = Optional.of("x"), e = Optional.empty(); out = "" + o.isPresent() + e.isPresent() + o.isEmpty() + ` +
			`e.isEmpty() + o.get() + o.orElse("d") + e.orElse("d") + e.orElseGet(() -> "g") + o.orElseGet(() -> "g") + o.map(v ` +
			`-> v + "1").get() + e.map(v -> v + "1").isPresent() + o.filter(v -> v.equals("x")).isPresent() + o.filter(v -> ` +
			`v.equals("y")).isPresent() + o.flatMap(v -> Optional.of(v + "2")).get() + e.flatMap(v -> ` +
			`Optional.of(v)).isPresent() + o + e + o.equals(Optional.of("x")) + o.equals(e) + ` +
			`Optional.ofNullable(null).isPresent() + Optional.ofNullable(1).get() + o.or(() -> Optional.of("z")).get() + ` +
			`e.or(() -> Optional.of("z")).get() + o.stream().count() + e.stream().count();`,
			"truefalsefalsetruexxdgxx1falsetruefalsex2falseOptional[x]Optional.emptytruefalsefalse1xz10"},
		{`try { Optional.empty().get(); } catch (NoSuchElementException x) { out = "a"; } try { Optional.empty().orElseThrow(); ` +
			`} catch (NoSuchElementException x) { out += "b"; } try { Optional.empty().orElseThrow(() -> new ` +
			`IllegalStateException("c")); } catch (IllegalStateException x) { out += x.getMessage(); } try { Optional.of(null); ` +
			`} catch (NullPointerException x) { out += "d"; } out += Optional.of(1).orElseThrow() + "" + ` +
			`Optional.of(2).orElseThrow(() -> new RuntimeException("no")); StringBuilder b = new StringBuilder(); ` +
			`Optional.of("p").ifPresent(v -> b.append(v)); Optional.empty().ifPresent(v -> b.append("q")); ` +
			`Optional.of("r").ifPresentOrElse(v -> b.append(v), () -> b.append("s")); Optional.empty().ifPresentOrElse(v -> ` +
			`b.append(v), () -> b.append("t")); out += b + "" + Optional.of(1).map(v -> null).isPresent();`,
			"abcd12prtfalse"},
		{`Predicate<String> p = s -> s.length() > 1, q = s -> s.startsWith("a"); Function<Integer, Integer> f = x -> x + 1; ` +
			`Supplier<String> s = () -> "sup"; BiFunction<Integer, Integer, Integer> g = (x, y) -> x * y; UnaryOperator<String> ` +
			`u = x -> x + "!"; BinaryOperator<Integer> h = (x, y) -> x - y; out = "" + p.test("ab") + p.test("a") + ` +
			`p.and(q).test("bb") + p.or(q).test("a") + p.negate().test("ab") + f.apply(1) + s.get() + g.apply(3, 4) + ` +
			`u.apply("x") + h.apply(5, 3) + Stream.of("a", "bb").filter(Predicate.not(p)).toList();`,
			"truefalsefalsetruefalse2sup12x!2[a]"},
		{`List<String> l = new ArrayList<>(); Stream.of("a", "b").forEach(l::add); Stream.of("c").forEachOrdered(l::add); ` +
			`List.of("d").forEach(x -> l.add(x)); new LinkedHashMap<>(Map.of("k", 1)).forEach((k, v) -> l.add(k + v)); Runnable ` +
			`r = () -> l.add("run"); r.run(); Consumer<String> c = l::add; c.accept("con"); BiConsumer<String, String> d = (x, ` +
			`y) -> l.add(x + y); d.accept("b", "i"); out = "" + l; Iterator<Integer> it = Stream.of(1, 2).iterator(); out += ` +
			`it.next() + it.next();`,
			"[a, b, c, d, k1, run, con, bi]3"},
		{`out = IntStream.range(0, 1).boxed().toList() + "" + IntStream.rangeClosed(1, 1).count() + IntStream.rangeClosed(2, ` +
			`1).count() + Stream.concat(Stream.of(1, 2), Stream.empty()).count() + IntStream.range(1, 3).boxed().map(x -> x * x).toList();`,
			"[0]102[1, 4]"},
	})
}
