package rules

import "testing"

// TestEdgesOfTheLibraryAsInJava calls the Java library with values at its edges; the
// results are those of Java 17.
func TestEdgesOfTheLibraryAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`for (double x : new double[] {-2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, 1e300, -1.0 / 0, 1.0 / 0, 0.0 / 0}) out += ` +
			`Math.floor(x) + "," + Math.ceil(x) + "," + Math.rint(x) + "," + Math.round(x) + "," + Math.signum(x) + "," + ` +
			`Math.abs(x) + "," + Double.isNaN(x) + Double.isInfinite(x) + "," + Double.compare(x, 0.0) + "," + ` +
			`Double.valueOf(x).isInfinite() + Double.valueOf(x).isNaN() + ";";`,
			"-3.0,-2.0,-2.0,-2,-1.0,2.5,falsefalse,-1,falsefalse;-2.0,-1.0,-2.0,-1,-1.0,1.5,falsefalse,-1,falsefalse;-1.0,-0.0,-0.0,0,-1.0,0.5,falsefalse,-1,falsefalse;-0.0,-0.0,-0.0,0,-0.0,0.0,falsefalse,-1,falsefalse;0.0,0.0,0.0,0,0.0,0.0,falsefalse,0,falsefalse;0.0,1.0,0.0,1,1.0,0.5,falsefalse,1,falsefalse;1.0,2.0,2.0,2,1.0,1.5,falsefalse,1,falsefalse;2.0,3.0,2.0,3,1.0,2.5,falsefalse,1,falsefalse;1.0E300,1.0E300,1.0E300,9223372036854775807,1.0,1.0E300,falsefalse,1,falsefalse;-Infinity,-Infinity,-Infinity,-9223372036854775808,-1.0,Infinity,falsetrue,-1,truefalse;Infinity,Infinity,Infinity,9223372036854775807,1.0,Infinity,falsetrue,1,truefalse;NaN,NaN,NaN,0,NaN,NaN,truefalse,1,falsetrue;"},
		{`for (int x : new int[] {-7, -1, 0, 1, 7, Integer.MIN_VALUE, Integer.MAX_VALUE}) out += Integer.signum(x) + "," + ` +
			`Math.abs(x) + "," + Integer.toHexString(x) + "," + Integer.toBinaryString(x) + "," + Math.floorDiv(x, 3) + "," + ` +
			`Math.floorMod(x, 3) + "," + Math.floorMod(x, -3) + "," + Integer.compare(x, 1) + "," + Integer.min(x, 1) + ` +
			`Integer.max(x, 1) + "," + Integer.hashCode(x) + ";";`,
			"-1,7,fffffff9,11111111111111111111111111111001,-3,2,-1,-1,-71,-7;-1,1,ffffffff,11111111111111111111111111111111,-1,2,-1,-1,-11,-1;0,0,0,0,0,0,0,-1,01,0;1,1,1,1,0,1,-2,0,11,1;1,7,7,111,2,1,-2,1,17,7;-1,-2147483648,80000000,10000000000000000000000000000000,-715827883,1,-2,-1,-21474836481,-2147483648;1,2147483647,7fffffff,1111111111111111111111111111111,715827882,1,-2,1,12147483647,2147483647;"},
		{`for (long x : new long[] {-7L, 0L, 7L, 4294967298L, Long.MIN_VALUE, Long.MAX_VALUE}) { out += Long.hashCode(x) + "," ` +
			`+ Long.compare(x, 0L) + "," + Math.abs(x) + "," + Math.floorDiv(x, 2L) + "," + Math.floorMod(x, 2L) + ","; try { ` +
			`out += Math.toIntExact(x); } catch (ArithmeticException e) { out += e.getMessage(); } out += ";"; }`,
			"6,-1,7,-4,1,-7;0,0,0,0,0,0;7,1,7,3,1,7;3,1,4294967298,2147483649,0,integer " +
				"overflow;-2147483648,-1,-9223372036854775808,-4611686018427387904,0,integer " +
				"overflow;-2147483648,1,9223372036854775807,4611686018427387903,1,integer overflow;"},
		{`for (String s : List.of("0", "-0", "+7", "-2147483648", "2147483647", "2147483648", "-2147483649", "", "-", "+", "1 ` +
			`", "1L", "0x1", "1_0")) { try { out += Integer.parseInt(s) + ";"; } catch (NumberFormatException e) { out += ` +
			`e.getMessage() + ";"; } }`,
			"0;0;7;-2147483648;2147483647;For input string: \"2147483648\";For input string: \"-2147483649\";For input string: " +
				"\"\";For input string: \"-\";For input string: \"+\";For input string: \"1 \";For input string: \"1L\";For " +
				"input string: \"0x1\";For input string: \"1_0\";"},
		{`for (String s : List.of("9223372036854775807", "9223372036854775808", "-9223372036854775808", "5000000000", "a")) { ` +
			`try { out += Long.parseLong(s) + ";"; } catch (NumberFormatException e) { out += e.getMessage() + ";"; } } for ` +
			`(int radix : new int[] {2, 8, 16, 36}) { try { out += Integer.parseInt("101", radix) + ";" + ` +
			`Integer.parseInt("-z", radix); } catch (NumberFormatException e) { out += "!"; } }`,
			"9223372036854775807;For input string: \"9223372036854775808\";-9223372036854775808;5000000000;For input string: " +
				"\"a\";!!!1297;-35"},
		{`for (String s : List.of("1", "-1.5", ".5", "5.", "1e3", "1E-3", "NaN", "-Infinity", " 2 ", "0x1p3", "1d", "2f", "", ` +
			`"abc", "1,5", "1e")) { try { out += Double.parseDouble(s) + ";"; } catch (NumberFormatException e) { out += ` +
			`e.getMessage() + ";"; } }`,
			"1.0;-1.5;0.5;5.0;1000.0;0.001;NaN;-Infinity;2.0;8.0;1.0;2.0;empty String;For input string: \"abc\";For input " +
				"string: \"1,5\";For input string: \"1e\";"},
		{`out = Math.pow(2, 10) + "," + Math.pow(2, -1) + "," + Math.pow(-8, 1.0 / 3) + "," + Math.pow(0, 0) + "," + ` +
			`Math.pow(1, 1.0 / 0) + "," + Math.pow(-1, 1.0 / 0) + "," + Math.pow(2, 1.0 / 0) + "," + Math.pow(1, 0.0 / 0) + "," ` +
			`+ Math.sqrt(-1) + "," + Math.cbrt(-27) + "," + Math.log(0) + "," + Math.log10(1000) + "," + Math.exp(0) + "," + ` +
			`Math.hypot(3, 4) + "," + Math.max(-0.0, 0.0) + "," + Math.min(0.0, -0.0) + "," + Math.max(1, 2L) + "," + ` +
			`Math.min(1.5, 2) + "," + Math.max(0.0 / 0, 1);`,
			"1024.0,0.5,NaN,1.0,NaN,NaN,Infinity,NaN,NaN,-3.0,-Infinity,3.0,1.0,5.0,0.0,-0.0,2,1.5,NaN"},
		{`try { out += Math.addExact(1, 2) + Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { out += ` +
			`e.getMessage(); } try { out += Math.multiplyExact(1L << 40, 1L << 40); } catch (ArithmeticException e) { out += ` +
			`e.getMessage(); } try { out += Math.subtractExact(Integer.MIN_VALUE, 1); } catch (ArithmeticException e) { out += ` +
			`e.getMessage(); } out += Math.multiplyExact(3, 4) + "," + Math.subtractExact(5L, 7L) + "," + Math.addExact(-1L, 1L);`,
			"integer overflowlong overflowinteger overflow12,-2,0"},
		{`for (String s : List.of("abcabc", "", "a", "cab")) out += s.indexOf("a") + "," + s.indexOf("bc", 2) + "," + ` +
			`s.lastIndexOf("a") + "," + s.lastIndexOf("bc", 3) + "," + s.indexOf("") + "," + s.lastIndexOf("") + "," + ` +
			`s.indexOf("c", -5) + "," + s.indexOf("c", 99) + "," + s.contains("bc") + s.startsWith("a") + s.startsWith("b", 1) ` +
			`+ s.endsWith("c") + s.startsWith("", 0) + ";";`,
			"0,4,3,1,0,6,2,-1,truetruetruetruetrue;-1,-1,-1,-1,0,0,-1,-1,falsefalsefalsefalsetrue;0,-1,0,-1,0,1,-1,-1,falsetruefalsefalsetrue;1,-1,1,-1,0,3,0,-1,falsefalsefalsefalsetrue;"},
		{`for (String s : List.of("  a b  ", "\tx\n", "", "\u2003y")) out += "[" + s.trim() + "|" + s.strip() + "|" + ` +
			`s.stripLeading() + "|" + s.stripTrailing() + "|" + s.isBlank() + s.isEmpty() + s.length() + "]";`,
			"[a b|a b|a b  |  a b|falsefalse7][x|x|x\n|\tx|falsefalse3][||||truetrue0][ y|y|y| y|falsefalse2]"},
		{`for (String s : List.of("a,b,,c,,", ",a", "", "abc", ",,,")) out += Arrays.asList(s.split(",")) + "" + ` +
			`Arrays.asList(s.split(",", -1)) + Arrays.asList(s.split(",", 2)) + Arrays.asList(s.split(",", 0)) + ";"; out += ` +
			`Arrays.asList("a1b22c".split("\\d+")) + "" + Arrays.asList("abc".split("")) + Arrays.asList("a.b".split(".")) + ` +
			`Arrays.asList("a.b".split("\\."));`,
			"[a, b, , c][a, b, , c, , ][a, b,,c,,][a, b, , c];[, a][, a][, a][, a];[][][][];[abc][abc][abc][abc];[][, , , ][, " +
				",,][];[a, b, c][a, b, c][][a, b]"},
		{`out = "abc".compareTo("abd") + "," + "abc".compareTo("ab") + "," + "a".compareTo("") + "," + "B".compareTo("a") + "," ` +
			`+ "B".compareToIgnoreCase("a") + "," + "a".compareToIgnoreCase("A") + "," + "ä".equalsIgnoreCase("Ä") + ` +
			`"a".equals(null) + "a".equalsIgnoreCase(null) + "," + "ab".repeat(0) + "ab".repeat(3) + "," + "abc".charAt(2) + ` +
			`"abc".substring(3) + "abc".substring(1, 1) + "abc".substring(0, 2) + "," + "aXbX".replace('X', 'y') + ` +
			`"aXbX".replace("X", "") + "aaa".replace("aa", "b") + "," + "a.b.c".replaceAll("[.]", "$0$0") + ` +
			`"a.b.c".replaceFirst("\\.", "-") + "," + String.join("-", "a", "b", "c") + String.join("-", List.of()) + ` +
			`String.valueOf(true) + String.valueOf('c') + "," + "abc".chars().sum() + "," + "straße".toUpperCase() + "ÀÉ".toLowerCase();`,
			"-1,1,1,-31,1,0,truefalsefalse,ababab,cab,aybyabba,a..b..ca-b.c,a-b-ctruec,294,STRASSEàé"},
		{`for (int i : new int[] {-1, 0, 3, 4}) { try { out += "abc".substring(i) + ";"; } catch ` +
			`(StringIndexOutOfBoundsException e) { out += e.getMessage() + ";"; } try { out += "abc".charAt(i) + ";"; } catch ` +
			`(StringIndexOutOfBoundsException e) { out += e.getMessage() + ";"; } try { out += "abc".substring(1, i) + ";"; } ` +
			`catch (StringIndexOutOfBoundsException e) { out += e.getMessage() + ";"; } try { out += new ` +
			`ArrayList<>(List.of("x", "y", "z")).get(i) + ";"; } catch (IndexOutOfBoundsException e) { out += e.getMessage() + ";"; } }`,
			"begin -1, end 3, length 3;String index out of range: -1;begin 1, end -1, length 3;Index -1 out of bounds for " +
				"length 3;abc;a;begin 1, end 0, length 3;x;;String index out of range: 3;bc;Index 3 out of bounds for length " +
				"3;begin 4, end 3, length 3;String index out of range: 4;begin 1, end 4, length 3;Index 4 out of bounds for length 3;"},
		{`StringBuilder b = new StringBuilder("abc"); b.append(1).append('x').append(2.5).append(true).append((Object) ` +
			`null).insert(0, "<").insert(3, 7).reverse(); out = b + "," + b.length() + "," + b.indexOf("x") + "," + ` +
			`b.charAt(2); b.setLength(3); out += "," + b; b.deleteCharAt(1).delete(0, 1).append("zz"); out += "," + b; ` +
			`b.setCharAt(0, 'Q'); b.replace(1, 2, "--"); out += "," + b + b.isEmpty() + b.substring(1) + b.substring(0, 1) + ` +
			`b.lastIndexOf("-");`,
			"lluneurt5.2x1c7ba<,18,11,u,llu,uzz,Q--zfalse--zQ2"},
		{`List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1, 3)); out = l.indexOf(3) + "," + l.lastIndexOf(3) + "," + ` +
			`l.indexOf(9) + "," + l.contains(8) + l.contains(null) + "," + l.subList(1, 3) + l.subList(2, 2) + ","; l.add(1, ` +
			`7); l.remove(Integer.valueOf(3)); l.remove(0); l.set(0, 6); out += l + ","; l.addAll(1, List.of(9, 9)); ` +
			`l.removeAll(List.of(9)); out += l + ","; l.retainAll(List.of(6, 3, 1)); Collections.sort(l); out += l + ","; ` +
			`Collections.reverse(l); out += l + "" + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 3) + ` +
			`"," + Collections.nCopies(2, "x") + Collections.emptyList() + Collections.disjoint(l, List.of(2)) + ` +
			`Collections.disjoint(l, List.of(1)); Collections.swap(l, 0, 2); out += l; l.replaceAll(v -> v * 2); out += l; ` +
			`l.clear(); out += l + "" + l.isEmpty();`,
			"1,4,-1,truefalse,[3, 8][],[6, 8, 1, 3],[6, 8, 1, 3],[1, 3, 6],[6, 3, 1]611,[x, x][]truefalse[1, 3, 6][2, 6, 12][]true"},
		{`Map<String, Integer> m = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)); m.merge("a", 5, (x, y) -> x + y); ` +
			`m.merge("d", 4, (x, y) -> x + y); m.computeIfAbsent("e", k -> 9); m.computeIfAbsent("a", k -> 99); ` +
			`m.computeIfPresent("b", (k, v) -> v * 10); m.computeIfPresent("z", (k, v) -> 1); m.compute("c", (k, v) -> null); ` +
			`m.compute("f", (k, v) -> v == null ? 0 : v + 1); m.putIfAbsent("f", 7); m.putIfAbsent("g", 8); out = m + "," + ` +
			`m.getOrDefault("q", -1) + m.getOrDefault("a", -1) + "," + m.containsKey("c") + m.containsValue(20) + "," + ` +
			`m.remove("a") + m.remove("nope") + "," + m.replace("b", 21) + m.replace("nope", 1) + m.remove("g", 1) + ` +
			`m.remove("g", 8) + m; m.replaceAll((k, v) -> v + 1); m.entrySet().removeIf(x -> x.getKey().equals("f")); ` +
			`m.values().remove(5); out += m + "" + m.keySet() + m.values() + m.size();`,
			"{a=6, b=20, d=4, e=9, f=0, g=8},-16,falsetrue,6null,20nullfalsetrue{b=21, d=4, e=9, f=0}{b=22, e=10}[b, e][22, 10]2"},
		{`out = Stream.of(5, 3, 8, 1).sorted().skip(1).limit(2).map(x -> x + 1).collect(Collectors.toList()) + "" + ` +
			`Stream.of(1, 2, 3, 4).reduce(0, (x, y) -> x + y) + Stream.of(1, 2).reduce((x, y) -> x * y) + Stream.of("b", ` +
			`"a").sorted(Comparator.reverseOrder()).collect(Collectors.joining(",", "<", ">")) + Stream.of(1, 2, 3).anyMatch(x ` +
			`-> x > 2) + Stream.of(1, 2, 3).allMatch(x -> x > 2) + Stream.of(1, 2, 3).noneMatch(x -> x > 3) + ` +
			`Stream.empty().findFirst() + Stream.of(1, 1, 2).distinct().count() + Stream.of(1, 2, 3, 1).takeWhile(x -> x < ` +
			`3).toList() + Stream.of(1, 2, 3, 1).dropWhile(x -> x < 3).toList() + Stream.iterate(1, x -> x * ` +
			`2).limit(5).toList() + IntStream.range(0, 3).boxed().toList() + IntStream.rangeClosed(1, 3).sum() + Stream.of(1, ` +
			`2, 3).mapToInt(x -> x).average() + IntStream.empty().max() + IntStream.of(4, 2).min();`,
			"[4, 6]10Optional[2]<b,a>truefalsetrueOptional.empty2[1, 2][3, 1][1, 2, 4, 8, 16][0, 1, " +
				"2]6OptionalDouble[2.0]OptionalInt.emptyOptionalInt[2]"},
		{`out = Stream.of("aa", "b", "cc", "d").collect(Collectors.groupingBy(String::length)) + "" + Stream.of("aa", "b", ` +
			`"cc").collect(Collectors.groupingBy(String::length, Collectors.counting())) + Stream.of(1, 2, ` +
			`3).collect(Collectors.partitioningBy(x -> x > 1)) + Stream.of("a", "bb").collect(Collectors.toMap(x -> x, ` +
			`String::length)) + Stream.of("a", "bb", "a").collect(Collectors.toMap(x -> x, String::length, (x, y) -> x + y, ` +
			`TreeMap::new)) + Stream.of(1, 2, 3).collect(Collectors.averagingInt(x -> x)) + Stream.of(1, ` +
			`2).collect(Collectors.summingInt(x -> x)) + Stream.of(3, 1).collect(Collectors.minBy(Comparator.naturalOrder())) + ` +
			`Stream.of(3, 1).collect(Collectors.maxBy(Comparator.naturalOrder())) + ` +
			`Stream.of("x").collect(Collectors.mapping(String::toUpperCase, Collectors.toSet())) + ` +
			`Stream.of(1).collect(Collectors.collectingAndThen(Collectors.toList(), List::size));`,
			"{1=[b, d], 2=[aa, cc]}{1=1, 2=2}{false=[1], true=[2, 3]}{bb=2, a=1}{a=2, bb=2}2.03Optional[1]Optional[3][X]1"},
		{`try { Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1)); } catch (IllegalStateException e) { out += ` +
			`e.getMessage(); } try { List.of(1).add(2); } catch (UnsupportedOperationException e) { out += "fixed"; } try { ` +
			`Optional.empty().get(); } catch (NoSuchElementException e) { out += e.getMessage(); } try { new ` +
			`ArrayList<>().iterator().next(); } catch (NoSuchElementException e) { out += "none"; } try { Map.of("a", 1, "a", ` +
			`2); } catch (IllegalArgumentException e) { out += e.getMessage(); } try { List.of(1, null); } catch ` +
			`(NullPointerException e) { out += "null"; } try { Objects.requireNonNull(null, "why"); } catch ` +
			`(NullPointerException e) { out += e.getMessage(); }`,
			"Duplicate key a (attempted merging values 1 and 1)fixedNo value presentnoneduplicate key: anullwhy"},
		{`Optional<String> o = Optional.of("ab"), n = Optional.empty(); out = o.map(String::length) + "" + ` +
			`n.map(String::length) + o.filter(x -> x.length() > 2) + o.filter(x -> x.length() > 1) + o.orElse("q") + ` +
			`n.orElse("q") + n.orElseGet(() -> "g") + o.isPresent() + n.isPresent() + o.isEmpty() + n.isEmpty() + o.or(() -> ` +
			`Optional.of("z")) + n.or(() -> Optional.of("z")) + o.flatMap(x -> Optional.of(x + x)) + n.flatMap(x -> ` +
			`Optional.of(x + x)) + Optional.ofNullable(null) + Optional.ofNullable("k") + o.stream().count() + ` +
			`n.stream().count() + o.equals(Optional.of("ab")) + o.equals(n); o.ifPresentOrElse(x -> { }, () -> { }); try { ` +
			`n.orElseThrow(); } catch (NoSuchElementException e) { out += e.getMessage(); } try { n.orElseThrow(() -> new ` +
			`IllegalStateException("mine")); } catch (IllegalStateException e) { out += e.getMessage(); }`,
			"Optional[2]Optional.emptyOptional.emptyOptional[ab]abqgtruefalsefalsetrueOptional[ab]Optional[z]Optional[abab]Optional.emptyOptional.emptyOptional[k]10truefalseNo value presentmine"},
		{`out = String.format("%d|%5d|%-5d|%05d|%+d|%,d|%(d|%x|%X|%o", 42, 42, 42, 42, 42, 1234567, -42, 255, 255, 8) + ` +
			`String.format("|%s|%10s|%-10s|%.2s|%S|%b|%c|%%|%n", "abc", "abc", "abc", "abc", "abc", true, 'c').replace("\n", ` +
			`"N") + String.format("|%f|%.2f|%8.3f|%-8.1f|%e|%,.2f|%+.1f|%08.2f", 3.14159, 3.14159, 3.14159, 3.14159, 31415.9, ` +
			`1234567.891, 2.5, -3.5) + String.format("|%2$s %1$s|%s %<s", "a", "b");`,
			"42|   42|42   |00042|+42|1,234,567|(42)|ff|FF|10|abc|       abc|abc       |ab|ABC|true|c|%|N|3.141590|3.14|   " +
				"3.142|3.1     |3.141590e+04|1,234,567.89|+2.5|-0003.50|b a|a a"},
		{`for (String f : List.of("%d", "%q", "%c", "%f", "%x", "%,d")) { try { out += String.format(f, "x") + ";"; } catch ` +
			`(IllegalArgumentException e) { out += e.getMessage() + ";"; } } try { out += String.format("%s %s", 1); } catch ` +
			`(IllegalArgumentException e) { out += e.getMessage(); }`,
			"d != java.lang.String;Conversion = 'q';c != java.lang.String;f != java.lang.String;x != java.lang.String;d != " +
				"java.lang.String;Format specifier '%s'"},
		{`BigDecimal a = new BigDecimal("10.25"), b = new BigDecimal("-3"); out = a.add(b) + "," + a.subtract(b) + "," + ` +
			`a.multiply(b) + "," + a.divide(new BigDecimal("4")) + "," + a.divide(b, 3, RoundingMode.HALF_UP) + "," + ` +
			`a.divide(b, RoundingMode.DOWN) + "," + a.remainder(b) + "," + a.negate() + b.abs() + a.signum() + b.signum() + "," ` +
			`+ a.setScale(1, RoundingMode.HALF_EVEN) + a.setScale(1, RoundingMode.HALF_DOWN) + a.setScale(1, RoundingMode.UP) + ` +
			`a.setScale(3) + "," + a.compareTo(b) + a.equals(new BigDecimal("10.250")) + a.compareTo(new BigDecimal("10.250")) ` +
			`+ "," + a.scale() + a.precision() + a.intValue() + a.doubleValue() + "," + new ` +
			`BigDecimal("100").stripTrailingZeros() + "," + new BigDecimal("1E+3").toPlainString() + "," + ` +
			`BigDecimal.valueOf(2.50) + BigDecimal.valueOf(5) + BigDecimal.TEN.pow(3) + a.max(b) + a.min(b);`,
			"7.25,13.25,-30.75,2.5625,-3.417,-3.41,1.25,-10.2531-1,10.210.210.310.250,1false0,241010.25,1E+2,1000,2.55100010.25-3"},
		{`Pattern p = Pattern.compile("(?<y>\\d{4})-(\\d\\d)"); Matcher m = p.matcher("a 2024-05 b 1999-12"); while (m.find()) ` +
			`out += m.group() + "," + m.group(1) + "," + m.group("y") + "," + m.start() + "-" + m.end() + "," + m.start(2) + ` +
			`"," + m.groupCount() + ";"; out += p.matcher("2024-05").matches() + "" + p.matcher("x2024-05").matches() + ` +
			`p.matcher("x2024-05").find() + p.matcher("2024-05x").lookingAt() + p.matcher("a2024-05b").replaceAll("$2/${y}") + ` +
			`p.matcher("2024-05 2024-06").replaceFirst("_") + Pattern.matches("a+", "aaa") + Pattern.quote("a.b") + ` +
			`Arrays.asList(p.split("x2024-05y")) + Pattern.compile("A", Pattern.CASE_INSENSITIVE).matcher("a").matches();`,
			"2024-05,2024,2024,2-9,7,2;1999-12,1999,1999,12-19,17,2;truefalsetruetruea05/2024b_ 2024-06true\\Qa.b\\E[x, y]true"},
		{`for (char c : new char[] {'a', 'Z', '5', ' ', '_', 'ß', '\t', '٣'}) out += Character.isLetter(c) + "" + ` +
			`Character.isDigit(c) + Character.isLetterOrDigit(c) + Character.isUpperCase(c) + Character.isLowerCase(c) + ` +
			`Character.isWhitespace(c) + Character.toUpperCase(c) + Character.toLowerCase(c) + Character.getNumericValue(c) + ";";`,
			"truefalsetruefalsetruefalseAa10;truefalsetruetruefalsefalseZz35;falsetruetruefalsefalsefalse555;falsefalsefalsefalsefalsetrue  -1;falsefalsefalsefalsefalsefalse__-1;truefalsetruefalsetruefalseßß-1;falsefalsefalsefalsefalsetrue\t\t-1;falsetruetruefalsefalsefalse٣٣3;"},
		{`Iterator<Integer> it = new ArrayList<>(List.of(1, 2, 3)).iterator(); while (it.hasNext()) { int v = it.next(); if (v ` +
			`== 2) it.remove(); out += v; }`,
			"123"},
		{`LocalDate d = LocalDate.of(2024, 2, 29); out = d.plusYears(1) + "," + d.plusMonths(12) + "," + d.minusDays(60) + "," ` +
			`+ d.plusWeeks(1) + "," + d.withDayOfMonth(1) + "," + d.withMonth(4) + d.withYear(2023) + "," + d.getDayOfWeek() + ` +
			`d.getDayOfYear() + d.getMonth() + d.getMonthValue() + d.lengthOfMonth() + d.lengthOfYear() + d.isLeapYear() + "," ` +
			`+ d.isBefore(LocalDate.of(2024, 3, 1)) + d.isAfter(d) + d.isEqual(d) + d.compareTo(LocalDate.of(2024, 3, 1)) + ` +
			`d.compareTo(LocalDate.of(2022, 2, 28)) + "," + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 2, 28)) + "," + ` +
			`ChronoUnit.MONTHS.between(d, LocalDate.of(2025, 2, 28)) + "," + ChronoUnit.YEARS.between(d, LocalDate.of(2028, 2, ` +
			`29)) + "," + Period.between(d, LocalDate.of(2025, 1, 1)) + "," + d.format(DateTimeFormatter.ofPattern("dd.MM.yyyy"));`,
			"2025-02-28,2025-02-28,2023-12-31,2024-03-07,2024-02-01,2024-04-292023-02-28,THURSDAY60FEBRUARY229366true,truefalsetrue-12,365,11,4,P10M3D,29.02.2024"},
		{`int[] a = {5, 2, 9}; Arrays.sort(a); out = Arrays.toString(a) + Arrays.stream(a).sum() + Arrays.equals(a, new int[] ` +
			`{2, 5, 9}) + Arrays.toString(Arrays.copyOf(a, 2)) + Arrays.toString(Arrays.copyOfRange(a, 1, 3)) + ` +
			`Arrays.asList(1, 2).hashCode() + Arrays.hashCode(a); Arrays.fill(a, 7); out += Arrays.toString(a) + ` +
			`Objects.hash(1, "a", null) + Objects.equals(1, 1) + Objects.toString(null, "d") + Objects.requireNonNullElse(null, "e");`,
			"[2, 5, 9]16true[2, 5][5, 9]99431877[7, 7, 7]33759truede"},
		{`TreeMap<Integer, String> m = new TreeMap<>(Map.of(10, "a", 20, "b", 30, "c")); out = m.firstKey() + "" + m.lastKey() ` +
			`+ m.firstEntry() + m.lastEntry() + m; TreeSet<String> s = new TreeSet<>(List.of("d", "b", "f")); out += ` +
			`s.first() + s.last() + s;`,
			"103010=a30=c{10=a, 20=b, 30=c}bf[b, d, f]"},
		{`List<String> l = new ArrayList<>(List.of("b", "C", "a")); l.sort(null); out += l; ` +
			`l.sort(String.CASE_INSENSITIVE_ORDER); out += l; l.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())); out += l; l.sort(Comparator.comparing((String x) -> x.toLowerCase()).reversed()); out += l; l.sort(Comparator.nullsFirst(Comparator.naturalOrder())); out += l;`,
			"[C, a, b][a, b, C][b, a, C][C, b, a][C, a, b]"},
		{`Function<Integer, Integer> f = x -> x + 1, g = x -> x * 10; Predicate<Integer> p = x -> x > 2; BiFunction<Integer, ` +
			`Integer, Integer> b = (x, y) -> x - y; UnaryOperator<String> u = String::trim; out = f.andThen(g).apply(1) + "," + ` +
			`f.compose(g).apply(1) + "," + p.negate().test(3) + p.and(x -> x < 5).test(3) + p.and(x -> x < 3).test(3) + p.or(x ` +
			`-> x < 0).test(-1) + p.or(x -> x < 0).test(1) + b.apply(5, 3) + u.apply(" q ") + Function.<Integer>identity().apply(4);`,
			"20,11,falsetruefalsetruefalse2q4"},
		{`out = "%d-%s".formatted(1, "a") + "a\tb".contains("\t") + "A-b_c".chars().filter(Character::isLetter).count() + ` +
			`"l1\nl2\n".lines().count() + "abc".concat("d") + "abc".matches("[a-c]+") + "abcb".indexOf('b') + ` +
			`"abcb".lastIndexOf('b') + "abcb".indexOf('b', 2) + "abcb".lastIndexOf('b', 2) + "x".hashCode() + "".hashCode() + ` +
			`"aé".hashCode() + "a".compareTo("ab") + "abc".contentEquals("abc") + Arrays.toString("ab".toCharArray()) + ` +
			`String.valueOf(1.0f) + String.valueOf(new char[] {'h', 'i'});`,
			"1-atrue32abcdtrue133112003240-1true[a, b]1.0hi"},
	})
}
