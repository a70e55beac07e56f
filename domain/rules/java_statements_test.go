package rules

import "testing"

// TestStatementsAsInJava runs code whose results are those of Java 17.
func TestStatementsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`int i = 40; i >>= 1; out = "" + i; i >>>= 2; out += i; i = -1; i >>>= 30; out += i; long l = -8; l >>= 1; out += l;`,
			"2053-4"},
		{`int[] a = {1, 2, 3}; int k = 2; a[--k]++; out = "" + k + a[0] + a[1] + a[2]; a[k--] += 5; out += k + "" + a[1]; int[] b = {5, 6}; int n = b[--k + 1]--; out += n + "" + b[0] + b[1] + k; List<int[]> calls = new ArrayList<>(); calls.add(a); calls.get(0)[0] *= 7; out += a[0];`,
			"113308546-17"},
		{`int n = 0; for (int i = 0, j = 10; i < j; i++, j--) n += j - i; while (n > 25) { n -= 3; if (n % 2 == 0) continue; n--; } do n++; while (n < 20); out = "" + n; for (;;) { if (n++ > 25) break; } out += n; for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == 1) continue; if (i == 2) break; out += " " + i + j; } }`,
			"2327 00 02 10 12"},
		{`for (int k = 0; k < 6; k++) { switch (k) { case 0: out += "z"; case 1: out += "o"; break; case 2: case 3: out += "t"; break; default: out += "d"; case 9: out += "n"; } } for (String s : List.of("a", "b", "c")) { switch (s) { case "a" -> out += 1; case "b", "x" -> { out += 2; } default -> out += 3; } }`,
			"zoottdndn123"},
		{`for (int k = 0; k < 4; k++) { String v = switch (k) { case 0 -> "a"; case 1, 2 -> { String t = "b"; yield t + k; } default -> "c"; }; int w = switch (v) { case "a": yield 1; default: yield 2; }; out += v + w; } try { out += switch (out) { case "q" -> 1; default -> throw new IllegalStateException("x"); }; } catch (IllegalStateException x) { out += x.getMessage(); }`,
			"a1b12b22c2x"},
		{`try { try { out = "a"; throw new IllegalArgumentException("b"); } finally { out += "f"; } } catch (IllegalStateException | IllegalArgumentException x) { out += x.getMessage(); } finally { out += "g"; } for (int i = 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; out += i; } finally { out += "."; } }`,
			"afbg0..."},
		{`boolean t = true, f = false; out = "" + (t && f) + (t || f) + !t + (t ^ f) + (t & f) + (t | f) + (t == f) + (t != f) + (t ? 1 : 2) + (f ? 1 : t ? 2 : 3); int n = 0; if (f && n++ > 0) n = 9; if (t || n++ > 0) n += 1; out += n; if (f & n++ > 0) n = 9; out += n; t &= f; f |= true; out += t + "" + f; f ^= true; out += f;`,
			"falsetruefalsetruefalsetruefalsetrue1212falsetruefalse"},
		{`Object o = "text"; if (o instanceof String s && s.length() == 4) out = s; out += (o instanceof Integer) + "" + (null instanceof String) + (o instanceof Object) + (o instanceof CharSequence); Object n = 3; if (!(n instanceof Integer i)) { out += "no"; } else { out += i + 1; } out += n instanceof Number; out += List.of() instanceof Collection; Object l = new ArrayList<>(); out += (l instanceof List) + "" + (l instanceof Set) + (l instanceof Map);`,
			"textfalsefalsetruetrue4truetruetruefalsefalse"},
		{`var x = 5; final int y = 2; int z; z = x > y ? x : y; { int q = 1; z += q; } { int q = 2; z += q; } out = "" + z; int a, b; a = b = 3; out += a + b; if (z > 7) out += "big"; else if (z > 3) out += "mid"; else out += "small"; if (z < 0) { } else { out += "!"; } ; ;`,
			"86big!"},
		{`Function<Integer, Function<Integer, Integer>> add = p -> q -> p + q; out = "" + add.apply(2).apply(3); int base = 10; Function<Integer, Integer> f = v -> { int r = v + base; if (r > 12) return r; return -r; }; out += f.apply(1) + "" + f.apply(5); Supplier<List<String>> s = ArrayList::new; List<String> l = s.get(); l.add("n"); out += l; Function<String, Integer> len = String::length; BiFunction<String, String, Boolean> eq = String::equals; out += len.apply("abc") + "" + eq.apply("a", "a"); Function<String, StringBuilder> mk = StringBuilder::new; out += mk.apply("sb").reverse();`,
			"5-1115[n]3truebs"},
		{`int[][] g = {{1, 2}, {3}}; int sum = 0; for (int[] row : g) for (int v : row) sum += v; out = sum + "" + g.length + g[1].length; long[] l = new long[2]; l[0] = 5; double[] d = {1, 2.5}; boolean[] b = new boolean[1]; char[] c = {'x'}; String[][] s = {{"a"}, {"b", "c"}}; out += l[0] + l[1] + d[0] + d[1] + "" + b[0] + c[0] + s[1][1]; g[0] = new int[] {9}; out += g[0][0]; Integer[] boxed = {1, null}; out += boxed[1];`,
			"6218.5falsexc9null"},
		{`char c = 'a'; c++; c += 1; out = "" + c + (c + 1) + (char) (c + 1) + (c > 'b') + (int) c; switch (c) { case 'c': out += "C"; break; default: out += "D"; } long l = 1; l <<= 40; out += l; float f = 3; f /= 2; out += f; int i = 'a' * 2; out += i; l = i; out += l + 1; double d = i; out += d;`,
			"c100dtrue99C10995116277761.5194195194.0"},
		{`String s = "a" + 1 + 2 + (1 + 2) + 'x' + null + 1.5f + 2L + true + new int[0].length; s += 1; s += 'c'; s += null; out = s + (s == null) + (s != null) + ("a" == "a"); out += 1 + 2 + "b" + 1 + 2; out += -1 + "" + +1 + -(-1) + ~0 + !true; out += 7 / 2 * 2.0 + 7 / 2.0 + (7 >> 1) + 7 % 4 * 2 + (1 + 2 * 3 - 4 / 2) + (8 - 3 - 2) + (2 * 3 % 4) + (true ? 1 : 2.0) + " " + (1 < 2 == true) + (5 & 6 | 1 ^ 3);`,
			"a123xnull1.52true01cnullfalsetruetrue3b12-111-1false29.5 true6"},
	})
}
