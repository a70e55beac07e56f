package rules

import "testing"

// TestCodeThrowsWhatItsCatchExpects has code that cannot go on, the class of exception
// that it is caught by, and the message. The classes are those of Java.
func TestCodeThrowsWhatItsCatchExpects(t *testing.T) {
	var cases []javaCase
	for _, c := range []struct{ code, class, message string }{
		{`int[] a = null; a[0] = 1;`, "NullPointerException", "cannot index null"},
		{`int[] a = null; out += a[0];`, "NullPointerException", "cannot index null"},
		{`int[] a = {1}; a[1] = 1;`, "ArrayIndexOutOfBoundsException", "Index 1 out of bounds for length 1"},
		{`int[] a = {1}; out += a[-1];`, "ArrayIndexOutOfBoundsException", "Index -1 out of bounds for length 1"},
		{`int[] a = {1}; a[1]++;`, "IndexOutOfBoundsException", "Index 1 out of bounds for length 1"},
		{`int[] a = new int[-1];`, "NegativeArraySizeException", "-1"},
		{`int[] a = new int[10000001];`, "IllegalArgumentException", "array of 10000001 elements"},
		{`int[][] a = new int[4000][4000];`, "IllegalArgumentException", "array of 4000 elements"},
		{`Integer n = null; int m = n + 1;`, "NullPointerException", "the number is null"},
		{`String s = null; switch (s) { case "a": break; }`, "NullPointerException", "switch on null"},
		{`RuntimeException x = null; throw x;`, "NullPointerException", "only exceptions can be thrown"},
		{`int n = switch (3) { case 1 -> 2; };`, "IllegalStateException", "no case of the switch gives a value"},
		{`int n = 1 / 0;`, "ArithmeticException", "/ by zero"},
		{`long n = 5L % 0;`, "ArithmeticException", "/ by zero"},
		{`int n = 1; n /= 0;`, "ArithmeticException", "/ by zero"},
		{`Object o = "x"; Integer n = (Integer) o;`, "ClassCastException", "String cannot be cast to Integer"},
		{`Function<String, Integer> f = String::length; f.apply(null);`, "NullPointerException", "cannot call length on null"},
		{`throw new UnsupportedOperationException("u");`, "UnsupportedOperationException", "u"},
		{`try { throw new IllegalStateException("a"); } finally { out += 1 / 0; }`, "ArithmeticException", "/ by zero"},
		{`try { throw new IllegalStateException("a"); } catch (IllegalStateException x) { throw new ` +
			`IllegalArgumentException(x.getMessage() + "b"); }`, "IllegalArgumentException", "ab"},
		{`try { throw new IllegalStateException("a"); } catch (ArithmeticException x) { out += "no"; }`, "IllegalStateException", "a"},
		{`List.of(1, 2).forEach(n -> { if (n == 2) throw new IllegalStateException("at " + n); });`, "IllegalStateException", "at 2"},
	} {
		cases = append(cases, javaCase{`try { ` + c.code + ` out = "went on"; } catch (` + c.class +
			` e) { out = "" + e.getMessage(); }`, c.message})
	}
	javaGives(t, cases)
}

// TestFinallyAndReturnsOfBlocks has the ways out of blocks.
func TestFinallyAndReturnsOfBlocks(t *testing.T) {
	javaGives(t, []javaCase{
		{`Supplier<Integer> s = () -> { try { return 1; } finally { return 2; } }; out = "" + s.get();`, "2"},
		{`Supplier<Integer> s = () -> { try { throw new IllegalStateException(); } finally { return 3; } }; out = "" + s.get();`, "3"},
		{`Supplier<Integer> s = () -> { try { return 4; } finally { int k = 5; } }; out = "" + s.get();`, "4"},
		{`for (int i = 0; i < 3; i++) { try { throw new IllegalStateException(); } finally { out += i; continue; } }`, "012"},
		{`for (int i = 0; i < 3; i++) { try { out += i; } finally { break; } }`, "0"},
		{`Function<Integer, String> f = n -> { for (int i = 0; ; i++) { if (i == n) return "for" + i; } }; out = f.apply(2);`, "for2"},
		{`Function<Integer, String> f = n -> { for (int i : List.of(5, 6, 7)) { if (i == n) return "each" + i; } return "none"; ` +
			`}; out = f.apply(6) + f.apply(9);`, "each6none"},
		{`Function<Integer, String> f = n -> { while (true) { n++; if (n > 4) return "while" + n; } }; out = f.apply(2);`, "while5"},
		{`Function<Integer, String> f = n -> { do { n++; if (n > 4) return "do" + n; } while (n < 9); return "x"; }; out = ` +
			`f.apply(2);`, "do5"},
		{`Function<Integer, String> f = n -> { switch (n) { case 1: return "one"; case 2: { return "two"; } default: break; } ` +
			`return "more"; }; out = f.apply(1) + f.apply(2) + f.apply(3);`, "onetwomore"},
		{`Function<Integer, String> f = n -> { try { if (n == 1) return "try"; throw new IllegalStateException("c"); } catch ` +
			`(IllegalStateException x) { return x.getMessage(); } finally { n = 0; } }; out = f.apply(1) + f.apply(2);`, "tryc"},
		{`for (int i = 0; i < 4; i++) { int v = switch (i) { case 0 -> { int w = 0; while (true) { w++; if (w > 3) yield w; } } ` +
			`case 1 -> { for (int q : List.of(7, 8)) { if (q == 8) yield q; } yield 0; } default -> { do { yield 9; } while ` +
			`(true); } }; out += v; }`, "4899"},
		{`for (int i : new int[] {1, 2, 3, 4}) { if (i % 2 == 0) continue; out += i; } for (String s : new String[0]) out += s; ` +
			`for (var c : "ab".toCharArray()) out += c + 1;`, "139899"},
		{`RoundingMode m = RoundingMode.HALF_UP; switch (m) { case HALF_DOWN: out += "d"; break; case HALF_UP: out += "u"; ` +
			`break; default: out += "x"; } out += switch (m) { case UP, HALF_UP -> 1; default -> 2; };`, "u1"},
		{`int a[] = {1, 2}, b = 3; int[] c[] = {{4}, {5, 6}}; out = "" + a.length + b + c[1].length + c[1][1];`, "2326"},
		{`int[] a = {1, 2}; int[] b = a; int[] c = {1, 2}; out = "" + (a == b) + (a == c) + (a != c) + (a == null); ` +
			`List<Integer> l = new ArrayList<>(); List<Integer> m = new ArrayList<>(); Object o = l; out += (l == m) + "" + (l ` +
			`== o) + l.equals(m);`, "truefalsetruefalsefalsetruetrue"},
		{`Function<Integer, int[]> f = int[]::new; int[] made = f.apply(3); out = "" + made.length; Function<Integer, ` +
			`List<String>> g = ArrayList::new; out += g.apply(5).size(); out += Stream.of("a", ` +
			`"b").toArray(String[]::new).length; BiFunction<String, String, Integer> h = String::compareTo; out += ` +
			`h.apply("b", "a");`, "3021"},
		{`Map<String, int[]> m = new HashMap<>(); m.put("k", new int[] {1, 2}); m.get("k")[1] += 5; m.get("k")[0]--; out = "" + ` +
			`m.get("k")[1] + m.get("k")[0]; long[] l = {1}; l[0] += 2.7; l[0] <<= 2; char[] c = {'a'}; c[0] += 2; c[0]++; out ` +
			`+= l[0] + "" + c[0]; double[] d = {1}; d[0] /= 4; out += d[0]; String[] s = {"x"}; s[0] += 1; out += s[0]; ` +
			`boolean[] b = {true}; b[0] &= false; out += b[0];`, "7012d0.25x1false"},
	})
}
