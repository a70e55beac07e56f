package rules

import "testing"

// TestOperatorsAsInJava runs assignments, comparisons and ternaries whose results are
// those of Java 17.
func TestOperatorsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`int i = 3; i += i++ * 2 + i; out = "" + i; int j = 2; j *= (j = 5) + j; out += " " + j; String s = "a"; s += (s = ` +
			`"b") + s; out += " " + s; long l = 1; l -= l++ + ++l; out += " " + l;`,
			"13 20 abb -3"},
		{`int[] a = {1, 2, 3}; int k = 0; a[k] += (k = 2) + a[0]; a[1] += a[1] = 7; out = a[0] + " " + a[1] + " " + k; int n = ` +
			`0; a[n++] += n; out += " " + a[0] + n;`,
			"4 9 2 51"},
		{`int[] a = new int[1]; int k = 0; try { a[5] = k = 1; } catch (ArrayIndexOutOfBoundsException x) { out += k; } try { ` +
			`a[5] += k = 2; } catch (ArrayIndexOutOfBoundsException x) { out += k; } int[] none = null; try { none[0] = k = 3; ` +
			`} catch (NullPointerException x) { out += k; } try { none[0] += k = 4; } catch (NullPointerException x) { out += k; }`,
			"1133"},
		{`out = "" + (true ? 'a' : 0) + (false ? 'a' : 98) + (true ? 'a' : 70000) + (true ? 'a' : -1) + (false ? 1 + 98 : 'd') ` +
			`+ (true ? Character.valueOf('e') : 0); int i = 0; out += (true ? 'a' : i) + " " + (true ? 1 : 2.5) + (true ? 1 : ` +
			`2L) + (false ? 'x' : 1.5f) + (true ? 'a' : 98L);`,
			"ab9797de97 1.011.597"},
		{`Integer n = false ? 1 : null; out = "" + n + (true ? null : 0); Object o = true ? Integer.valueOf(1) : ` +
			`Double.valueOf(2); out += o; Integer i = null; try { Object p = true ? i : 0; out += p; } catch ` +
			`(NullPointerException x) { out += "!"; } Integer j = true ? i : Integer.valueOf(3); out += j;`,
			"nullnull1.0!null"},
		{`double x = Double.NaN; out = "" + (Double.NaN == Double.NaN) + (x == x) + (x != x) + (x < 1) + (x >= 1) + ` +
			`Double.valueOf(Double.NaN).equals(Double.NaN) + (0.0 == -0.0) + (1 == 1.0f) + (16777217 == 16777216f) + (16777217 ` +
			`== 16777216.0) + (9007199254740993L == 9007199254740992.0);`,
			"falsefalsetruefalsefalsetruetruetruetruefalsetrue"},
		{`out = "" + (9007199254740993L > 9007199254740992L) + (9007199254740993L > 9007199254740992.0) + (16777217 > ` +
			`16777216f) + ('b' > 97L) + (Long.MAX_VALUE < Long.MIN_VALUE);`,
			"truefalsefalsetruefalse"},
		{`String[] a = new String[2]; out = a[0] + a.length; String none = null; out += none + 1 + none + 'c' + none; none += ` +
			`2; out += none; a[1] += 'x'; out += a[1];`,
			"null2null1nullcnullnull2nullx"},
		{`try { int[] a = new int[-1]; } catch (NegativeArraySizeException x) { out += x.getMessage(); } try { int[][] a = new ` +
			`int[2][-3]; } catch (NegativeArraySizeException x) { out += x.getMessage(); } try { throw new ` +
			`NegativeArraySizeException("n"); } catch (RuntimeException x) { out += x.getMessage(); }`,
			"-1-3n"},
		{`int[][] a = new int[2][]; String[] s = new String[1]; Integer[] b = new Integer[1]; try { out += a[0][0]; } catch ` +
			`(NullPointerException x) { out += 1; } try { out += a[1].length; } catch (NullPointerException x) { out += 2; } ` +
			`try { a[0][0] = 1; } catch (NullPointerException x) { out += 3; } try { out += s[0].length(); } catch ` +
			`(NullPointerException x) { out += 4; } try { int n = b[0]; } catch (NullPointerException x) { out += 5; } try { ` +
			`out += b[0] + 1; } catch (NullPointerException x) { out += 6; } try { b[0]++; } catch (NullPointerException x) { ` +
			`out += 7; } int[] none = null; try { for (int n : none) { out += n; } } catch (NullPointerException x) { out += 8; ` +
			`} try { out += none.length; } catch (NullPointerException x) { out += 9; }`,
			"123456789"},
		{`List<Integer> l = new ArrayList<>(List.of(5, 2, 7)); l.remove((Object) 2); out = "" + l; l.remove((Integer) 7); out ` +
			`+= l; l.remove((int) 0); out += l;`,
			"[5, 7][5][]"},
		{`int[] c = {3}; out = -c[0]++ + " " + c[0]; out += " " + ~c[0]-- + " " + c[0] + " " + +c[0]++ + c[0];`,
			"-3 4 -5 3 34"},
	})
}
