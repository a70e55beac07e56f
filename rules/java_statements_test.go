package rules

import "testing"

// TestStatementsAsInJava runs code whose results are those of Java 17.
func TestStatementsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`int i = 40; i >>= 1; out = "" + i; i >>>= 2; out += i; i = -1; i >>>= 30; out += i; long l = -8; l >>= 1; out += l;`,
			"2053-4"},
		{`try { throw new RuntimeException(); } catch (RuntimeException x) { out += x.getMessage(); }`,
			"null"},
		{`int[] a = {1, 2, 3}; int k = 2; a[--k]++; out = "" + k + a[0] + a[1] + a[2]; a[k--] += 5; out += k + "" + a[1]; int[] ` +
			`b = {5, 6}; int n = b[--k + 1]--; out += n + "" + b[0] + b[1] + k; List<int[]> calls = new ArrayList<>(); ` +
			`calls.add(a); calls.get(0)[0] *= 7; out += a[0];`,
			"113308546-17"},
		{`int n = 0; for (int i = 0, j = 10; i < j; i++, j--) n += j - i; while (n > 25) { n -= 3; if (n % 2 == 0) continue; ` +
			`n--; } do n++; while (n < 20); out = "" + n; for (;;) { if (n++ > 25) break; } out += n; for (int i = 0; i < 3; ` +
			`i++) { for (int j = 0; j < 3; j++) { if (j == 1) continue; if (i == 2) break; out += " " + i + j; } }`,
			"2327 00 02 10 12"},
		{`for (int k = 0; k < 6; k++) { switch (k) { case 0: out += "z"; case 1: out += "o"; break; case 2: case 3: out += "t"; ` +
			`break; default: out += "d"; case 9: out += "n"; } } for (String s : List.of("a", "b", "c")) { switch (s) { case ` +
			`"a" -> out += 1; case "b", "x" -> { out += 2; } default -> out += 3; } }`,
			"zoottdndn123"},
		{`for (int k = 0; k < 4; k++) { String v = switch (k) { case 0 -> "a"; case 1, 2 -> { String t = "b"; yield t + k; } ` +
			`default -> "c"; }; int w = switch (v) { case "a": yield 1; default: yield 2; }; out += v + w; } try { out += ` +
			`switch (out) { case "q" -> 1; default -> throw new IllegalStateException("x"); }; } catch (IllegalStateException ` +
			`x) { out += x.getMessage(); }`,
			"a1b12b22c2x"},
		{`try { try { out = "a"; throw new IllegalArgumentException("b"); } finally { out += "f"; } } catch ` +
			`(IllegalStateException | IllegalArgumentException x) { out += x.getMessage(); } finally { out += "g"; } for (int i ` +
			`= 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; out += i; } finally { out += "."; } }`,
			"afbg0..."},
		{`boolean t = true, f = false; out = "" + (t && f) + (t || f) + !t + (t ^ f) + (t & f) + (t | f) + (t == f) + (t != f) ` +
			`+ (t ? 1 : 2) + (f ? 1 : t ? 2 : 3); int n = 0; if (f && n++ > 0) n = 9; if (t || n++ > 0) n += 1; out += n; if (f ` +
			`& n++ > 0) n = 9; out += n; t &= f; f |= true; out += t + "" + f; f ^= true; out += f;`,
			"falsetruefalsetruefalsetruefalsetrue1212falsetruefalse"},
		{`Object o = "text"; if (o instanceof String s && s.length() == 4) out = s; out += (o instanceof Integer) + "" + (null ` +
			`instanceof String) + (o instanceof Object) + (o instanceof CharSequence); Object n = 3; if (!(n instanceof Integer ` +
			`i)) { out += "no"; } else { out += i + 1; } out += n instanceof Number; out += List.of() instanceof Collection; ` +
			`Object l = new ArrayList<>(); out += (l instanceof List) + "" + (l instanceof Set) + (l instanceof Map);`,
			"textfalsefalsetruetrue4truetruetruefalsefalse"},
		{`var x = 5; final int y = 2; int z; z = x > y ? x : y; { int q = 1; z += q; } { int q = 2; z += q; } out = "" + z; int ` +
			`a, b; a = b = 3; out += a + b; if (z > 7) out += "big"; else if (z > 3) out += "mid"; else out += "small"; if (z < ` +
			`0) { } else { out += "!"; } ; ;`,
			"86big!"},
		{`Function<Integer, Function<Integer, Integer>> add = p -> q -> p + q; out = "" + add.apply(2).apply(3); int base = 10; ` +
			`Function<Integer, Integer> f = v -> { int r = v + base; if (r > 12) return r; return -r; }; out += f.apply(1) + "" ` +
			`+ f.apply(5); Supplier<List<String>> s = ArrayList::new; List<String> l = s.get(); l.add("n"); out += l; ` +
			`Function<String, Integer> len = String::length; BiFunction<String, String, Boolean> eq = String::equals; out += ` +
			`len.apply("abc") + "" + eq.apply("a", "a"); Function<String, StringBuilder> mk = StringBuilder::new; out += ` +
			`mk.apply("sb").reverse();`,
			"5-1115[n]3truebs"},
		{`int[][] g = {{1, 2}, {3}}; int sum = 0; for (int[] row : g) for (int v : row) sum += v; out = sum + "" + g.length + ` +
			`g[1].length; long[] l = new long[2]; l[0] = 5; double[] d = {1, 2.5}; boolean[] b = new boolean[1]; char[] c = ` +
			`{'x'}; String[][] s = {{"a"}, {"b", "c"}}; out += l[0] + l[1] + d[0] + d[1] + "" + b[0] + c[0] + s[1][1]; g[0] = ` +
			`new int[] {9}; out += g[0][0]; Integer[] boxed = {1, null}; out += boxed[1];`,
			"6218.5falsexc9null"},
		{`char c = 'a'; c++; c += 1; out = "" + c + (c + 1) + (char) (c + 1) + (c > 'b') + (int) c; switch (c) { case 'c': out ` +
			`+= "C"; break; default: out += "D"; } long l = 1; l <<= 40; out += l; float f = 3; f /= 2; out += f; int i = 'a' * ` +
			`2; out += i; l = i; out += l + 1; double d = i; out += d;`,
			"c100dtrue99C10995116277761.5194195194.0"},
		{`String s = "a" + 1 + 2 + (1 + 2) + 'x' + null + 1.5f + 2L + true + new int[0].length; s += 1; s += 'c'; s += null; ` +
			`out = s + (s == null) + (s != null) + ("a" == "a"); out += 1 + 2 + "b" + 1 + 2; out += -1 + "" + +1 + -(-1) + ~0 + ` +
			`!true; out += 7 / 2 * 2.0 + 7 / 2.0 + (7 >> 1) + 7 % 4 * 2 + (1 + 2 * 3 - 4 / 2) + (8 - 3 - 2) + (2 * 3 % 4) + ` +
			`(true ? 1 : 2.0) + " " + (1 < 2 == true) + (5 & 6 | 1 ^ 3);`,
			"a123xnull1.52true01cnullfalsetruetrue3b12-111-1false29.5 true6"},
		{`String[] arr = {"a", "b"}; out = String.join("-", arr) + Arrays.asList(arr).size() + List.of(arr).size() + ` +
			`String.format("%s%s", (Object[]) arr) + Stream.of(arr).count() + String.format("%s", "x") + List.of().size() + ` +
			`List.of(1).size() + List.of(1, 2, 3).size() + Arrays.asList(1, 2).size() + String.format("none");`,
			"a-b22ab2x0132none"},
		{`for (int k = 0; k < 4; k++) { int v = 0; while (true) { v++; int w = switch (v) { case 1 -> 10; case 2 -> { if (k == ` +
			`2) { yield 7; } yield 20; } default -> 30; }; if (w == 10) continue; out += w + ","; if (v > k) break; } }`,
			"20,20,7,30,20,30,30,"},
		{`int x = 5; Supplier<Integer> s = () -> x * 2; Function<Integer, Supplier<Integer>> f = a -> () -> a + x; out = ` +
			`s.get() + "" + f.apply(3).get(); Runnable r = () -> { }; r.run(); List<Supplier<Integer>> l = new ArrayList<>(); ` +
			`for (int i = 0; i < 3; i++) { int j = i; l.add(() -> j * 10); } for (Supplier<Integer> p : l) out += p.get(); for ` +
			`(String w : List.of("p", "q")) { Function<String, String> g = v -> v + w; out += g.apply("-"); }`,
			"10801020-p-q"},
		{`BiFunction<Integer, Integer, Integer> max = Math::max; Function<String, Integer> parse = Integer::parseInt; ` +
			`Supplier<Map<String, Integer>> mk = HashMap::new; Function<String, String> up = String::toUpperCase; String pre = ` +
			`"pre"; Function<String, String> con = pre::concat; Function<Object, String> str = Objects::toString; out = ` +
			`max.apply(2, 9) + "" + parse.apply("12") + mk.get().size() + up.apply("u") + con.apply("fix") + str.apply(3); ` +
			`Comparator<String> c = String::compareTo; out += c.compare("a", "b"); Predicate<String> e = String::isEmpty; out ` +
			`+= e.test("") + "" + e.negate().test("");`,
			"9120Uprefix3-1truefalse"},
		{`long l = 3; int i = 2; double d = l + i; float f = i; l += i * 2.9; d /= i; out = l + " " + d + " " + f + " " + (l / ` +
			`2) + " " + (l / 2.0) + " " + (i + 'a') + " " + (char) (i + 'a') + " " + (true ? i : l) + " " + (false ? 1.0f : 2) ` +
			`+ " " + (i > 1 ? null : "x") + " " + (Object) i; Long boxed = 5L; Integer in = 7; Double db = 2.0; out += boxed + ` +
			`in + " " + db * in + " " + (boxed > in) + (in == 7) + boxed.equals(5L);`,
			"8 2.5 2.0 4 4.0 99 c 2 2.0 null 212 14.0 falsetruetrue"},
		{`int n = 0; try { n = 1; try { Object o = null; o.toString(); n = 2; } catch (IllegalStateException x) { n = 3; } ` +
			`finally { n += 10; } } catch (NullPointerException x) { n += 100; } out = "" + n; try { int[] a = new int[1]; a[1] ` +
			`= 1; } catch (RuntimeException x) { out += "r"; } try { Object o = "s"; Integer i = (Integer) o; } catch ` +
			`(ClassCastException x) { out += "c"; } try { throw new IllegalArgumentException("msg"); } catch (Exception x) { ` +
			`out += x.getMessage(); } try { Integer.parseInt("x"); } catch (IllegalArgumentException x) { out += "n"; } try { ` +
			`new ArrayList<>(List.of(1)).get(3); } catch (IndexOutOfBoundsException x) { out += "i"; } try { ` +
			`"abc".substring(9); } catch (StringIndexOutOfBoundsException x) { out += "s"; }`,
			"111rcmsgnis"},
		{`boolean a = true; if (a) { int k = 1; out += k; } if (!a) out += "no"; else if (a && out.length() == 1) { int k = 2; ` +
			`out += k; } else out += "else"; int k = 3; out += k; { String inner = "i"; out += inner; } String inner = "j"; out ` +
			`+= inner; do { int z = k--; if (z == 2) continue; out += z; } while (k > 0); for (int q = 3; q-- > 0; ) out += q; ` +
			`int w = 0; while (w < 10) { if (++w % 2 == 0) continue; if (w > 6) break; out += w; }`,
			"123ij31210135"},
		{`Object[] all = {1, 2L, 1.5, 'c', "s", true, null, List.of()}; for (Object o : all) { String t = o instanceof Integer ` +
			`? "I" : o instanceof Long ? "L" : o instanceof Double ? "D" : o instanceof Character ? "C" : o instanceof String ? ` +
			`"S" : o instanceof Boolean ? "B" : o == null ? "N" : o instanceof List ? "l" : "?"; out += t; } for (Object o : ` +
			`all) out += (o instanceof Number) ? 1 : 0; for (Object o : all) { if (o instanceof Integer i && i > 0) out += i + ` +
			`1; if (o instanceof String s) out += s.length(); }`,
			"ILDCSBNl1110000021"},
		{`String s = "b"; switch (s) { case "a": out += 1; break; case "b": { out += 2; break; } default: out += 3; } switch ` +
			`(s.length()) { case 0: case 1: out += "s"; break; default: out += "l"; } switch ('x') { case 'x' -> out += "X"; ` +
			`default -> out += "Y"; } String t = switch (s) { case "a", "b": String q = s + s; yield q; default: yield "z"; }; ` +
			`out += t; Integer boxed = 2; switch (boxed) { case 2 -> out += "two"; default -> { } } switch (7) { } out += "end";`,
			"2sXbbtwoend"},
		{`for (int k = 0; k < 4; k++) { switch (k) { case 1: out += "a"; break; case 2: out += "b"; break; } switch (k) { case ` +
			`0 -> out += "x"; case 3 -> out += "y"; } } switch ("z") { case "p": out += 1; case "q": out += 2; case "r": out += 3; }`,
			"xaby"},
		{`int a, b; out = (a = 3) + (b = a += 2) + "" + a + b; String s = null; out += (s = "t") + s; int[] c = new int[2]; out ` +
			`+= (c[1] = 7) + c[1]; boolean f; if (f = a > 1) out += f;`,
			"855tt14true"},
		{`String s = null; out = 1 + s + (s + 2) + (s + s); char c = 'x'; out += c + s; out += s; s += s; out += s;`,
			"1nullnull2nullnullxnullnullnullnull"},
		{`List<Integer> l = new ArrayList<>(List.of(3, 1, 2)); l.sort((a, b) -> b - a); out = "" + l; l.removeIf(v -> v > 4); ` +
			`out += l; l.forEach(v -> { int d = v + 1; l.size(); });`,
			"[3, 2, 1][3, 2, 1]"},
	})
}
