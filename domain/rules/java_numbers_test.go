package rules

import "testing"

// TestNumbersAsInJava runs code whose results are those of Java 17.
func TestNumbersAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`int a = 7, b = -2; out = (a / b) + " " + (a % b) + " " + (-7 / 2) + " " + (-7 % 2) + " " + (a * b) + " " + (a - b) + " " + (a & 3) + " " + (a | 8) + " " + (a ^ 2) + " " + (~a) + " " + (a << 2) + " " + (b >> 1) + " " + (b >>> 28) + " " + -a + " " + +b;`,
			"-3 1 -3 -1 -14 9 3 15 5 -8 28 -1 15 -7 -2"},
		{`try { int z = 0; out = "" + 1 / z; } catch (ArithmeticException x) { out = "a" + x.getMessage(); } try { long z = 0; out += 1L % z; } catch (ArithmeticException x) { out += "b"; } out += 5.0 / 0;`,
			"a/ by zerobInfinity"},
		{`int i = 5; i += 3; i -= 2; i *= 4; i /= 3; i %= 5; i <<= 3; i |= 3; i &= 6; i ^= 1; out = "" + i++ + ++i + i-- + --i + i; i += 1.7; out += i; double d = 1; d += 1; d *= 2.5; d -= 1; d /= 2; out += " " + d;`,
			"355334 2.0"},
		{`int i = 1; int j = i++ + ++i * i--; out = i + " " + j; int[] a = {1, 2, 3}; int k = 0; a[k++] += 10; a[k++] *= 5; a[k]--; out += " " + a[0] + a[1] + a[2] + k; a[--k]++; out += a[1];`,
			"2 10 11102211"},
		{`char c = (char) 66; float f = 1.1f; out = c + " " + f + " " + f * 2 + " " + (double) f + " " + (char) (c + 1) + " " + (c + 1) + " " + (int) c + " " + (-56 & 0xff) + " " + 0x1F + " " + 0b101 + " " + 017 + " " + 1_000;`,
			"B 1.1 2.2 1.100000023841858 C 67 66 200 31 5 15 1000"},
		{`out = Integer.MAX_VALUE + 1 + " " + (Integer.MIN_VALUE - 1) + " " + Integer.MIN_VALUE / -1 + " " + Math.abs(Integer.MIN_VALUE) + " " + Integer.MAX_VALUE * 2 + " " + (long) Integer.MAX_VALUE * 2;`,
			"-2147483648 2147483647 -2147483648 -2147483648 -2 4294967294"},
		{`out = "" + (1 < 2) + (2 <= 2) + (3 > 4) + (3 >= 3) + (1 == 1.0) + (1 != 2) + ('a' == 97) + (1L == 1) + ('b' > 'a') + (0.1f == 0.1) + (0.0 == -0.0);`,
			"truetruefalsetruetruetruetruetruetruefalsetrue"},
		{`for (String s : List.of("", "x", "1.5", " 1", "2147483648", "1_0")) { try { out += Integer.parseInt(s); } catch (NumberFormatException x) { out += "!"; } } for (String s : List.of("", "x", "1,5")) { try { out += Double.parseDouble(s); } catch (NumberFormatException x) { out += "?"; } } try { Long.parseLong("9223372036854775808"); } catch (NumberFormatException x) { out += "L"; }`,
			"!!!!!!???L"},
		{`out = "" + Objects.equals(1, 1) + Objects.equals(null, null) + Objects.equals(null, 1) + Objects.equals("a", "a");`,
			"truetruefalsetrue"},
	})
}
