package rules

import "testing"

// TestNumbersAsInJava runs code whose results are those of Java 17.
func TestNumbersAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`int a = 7, b = -2; out = (a / b) + " " + (a % b) + " " + (-7 / 2) + " " + (-7 % 2) + " " + (a * b) + " " + (a - b) + ` +
			`" " + (a & 3) + " " + (a | 8) + " " + (a ^ 2) + " " + (~a) + " " + (a << 2) + " " + (b >> 1) + " " + (b >>> 28) + ` +
			`" " + -a + " " + +b;`,
			"-3 1 -3 -1 -14 9 3 15 5 -8 28 -1 15 -7 -2"},
		{`long l = 5000000000L; int i = (int) l; out = i + " " + (l + 1) + " " + l / 3 + " " + l % 7 + " " + (l << 2) + " " + ` +
			`(1 << 33) + " " + (1L << 33) + " " + (l > i) + " " + (l == 5000000000L) + " " + Long.MAX_VALUE + " " + ` +
			`(Long.MAX_VALUE + 1) + " " + (l >>> 3) + " " + (-l >> 3) + " " + (-1L >>> 60);`,
			"705032704 5000000001 1666666666 2 20000000000 2 8589934592 true true 9223372036854775807 -9223372036854775808 " +
				"625000000 -625000000 15"},
		{`double d = 7.5; out = d / 2 + " " + d % 2 + " " + (int) d + " " + (int) -d + " " + (long) 1e18 + " " + (int) 1e20 + " ` +
			`" + (int) Double.NaN + " " + 1.0 / 0 + " " + -1.0 / 0 + " " + 0.0 / 0 + " " + (0.1 + 0.2) + " " + (float) 0.1 + " ` +
			`" + 1e7 + " " + 1e-3 + " " + 1e-4 + " " + 123456789.0 + " " + 100.0 + " " + 1.0e10f;`,
			"3.75 1.5 7 -7 1000000000000000000 2147483647 0 Infinity -Infinity NaN 0.30000000000000004 0.1 1.0E7 0.001 1.0E-4 " +
				"1.23456789E8 100.0 1.0E10"},
		{`try { int z = 0; out = "" + 1 / z; } catch (ArithmeticException x) { out = "a" + x.getMessage(); } try { long z = 0; ` +
			`out += 1L % z; } catch (ArithmeticException x) { out += "b"; } out += 5.0 / 0;`,
			"a/ by zerobInfinity"},
		{`int i = 5; i += 3; i -= 2; i *= 4; i /= 3; i %= 5; i <<= 3; i |= 3; i &= 6; i ^= 1; out = "" + i++ + ++i + i-- + --i ` +
			`+ i; i += 1.7; out += i; double d = 1; d += 1; d *= 2.5; d -= 1; d /= 2; out += " " + d;`,
			"355334 2.0"},
		{`int i = 1; int j = i++ + ++i * i--; out = i + " " + j; int[] a = {1, 2, 3}; int k = 0; a[k++] += 10; a[k++] *= 5; ` +
			`a[k]--; out += " " + a[0] + a[1] + a[2] + k; a[--k]++; out += a[1];`,
			"2 10 11102211"},
		{`char c = (char) 66; float f = 1.1f; out = c + " " + f + " " + f * 2 + " " + (double) f + " " + (char) (c + 1) + " " + ` +
			`(c + 1) + " " + (int) c + " " + (-56 & 0xff) + " " + 0x1F + " " + 0b101 + " " + 017 + " " + 1_000;`,
			"B 1.1 2.2 1.100000023841858 C 67 66 200 31 5 15 1000"},
		{`out = Integer.MAX_VALUE + 1 + " " + (Integer.MIN_VALUE - 1) + " " + Integer.MIN_VALUE / -1 + " " + ` +
			`Math.abs(Integer.MIN_VALUE) + " " + Integer.MAX_VALUE * 2 + " " + (long) Integer.MAX_VALUE * 2;`,
			"-2147483648 2147483647 -2147483648 -2147483648 -2 4294967294"},
		{`out = "" + (1 < 2) + (2 <= 2) + (3 > 4) + (3 >= 3) + (1 == 1.0) + (1 != 2) + ('a' == 97) + (1L == 1) + ('b' > 'a') + ` +
			`(0.1f == 0.1) + (0.0 == -0.0);`,
			"truetruefalsetruetruetruetruetruetruefalsetrue"},
		{`Integer a = 1000, b = 1000; out = "" + a.equals(b) + (a.intValue() == b) + a.compareTo(b) + a.compareTo(999) + ` +
			`a.compareTo(1001) + a.toString() + Integer.compare(1, 2) + Integer.compare(2, 1) + Integer.compare(1, 1) + ` +
			`Long.compare(3, 2) + Double.compare(1.5, 2.5) + Boolean.compare(true, false);`,
			"truetrue01-11000-1101-11"},
		{`out = Integer.parseInt("42") + Integer.parseInt("-7") + Integer.valueOf("8") + " " + Integer.parseInt("+5") + ` +
			`Integer.parseInt("ff", 16) + " " + Long.parseLong("123456789012") + " " + Double.parseDouble("1.5e3") + " " + ` +
			`Double.parseDouble(" -2 ") + " " + Boolean.parseBoolean("TRUE") + Boolean.parseBoolean("yes") + ` +
			`Double.valueOf("0.5") + Long.valueOf("9");`,
			"43 5255 123456789012 1500.0 -2.0 truefalse0.59"},
		{`for (String s : List.of("", "x", "1.5", " 1", "2147483648", "1_0")) { try { out += Integer.parseInt(s); } catch ` +
			`(NumberFormatException x) { out += "!"; } } for (String s : List.of("", "x", "1,5")) { try { out += ` +
			`Double.parseDouble(s); } catch (NumberFormatException x) { out += "?"; } } try { ` +
			`Long.parseLong("9223372036854775808"); } catch (NumberFormatException x) { out += "L"; }`,
			"!!!!!!???L"},
		{`out = Integer.toString(5) + Integer.toBinaryString(10) + Integer.toHexString(255) + Integer.toHexString(-1) + ` +
			`Integer.max(1, 2) + Integer.min(1, 2) + Integer.sum(1, 2) + Integer.signum(-9) + Long.max(1L, 2L) + ` +
			`Double.sum(0.5, 0.25) + Double.max(1.5, 0.5) + Double.min(1.5, 0.5) + Integer.MIN_VALUE + Long.MIN_VALUE + ` +
			`Long.toString(7L) + Double.toString(2) + Boolean.toString(true) + Long.sum(1, 2) + Long.min(4, 3);`,
			"51010ffffffffff213-120.751.50.5-2147483648-922337203685477580872.0true33"},
		{`out = Math.abs(-3) + " " + Math.abs(-2.5) + " " + Math.abs(-4L) + " " + Math.max(1, 2) + " " + Math.max(1.5, 2) + " " ` +
			`+ Math.min(1L, 2) + " " + Math.min(-1, 1) + " " + Math.pow(2, 10) + " " + Math.sqrt(16) + " " + Math.cbrt(27) + " ` +
			`" + Math.floor(-1.5) + " " + Math.ceil(-1.5) + " " + Math.rint(2.5) + " " + Math.round(2.5) + " " + ` +
			`Math.round(-2.5) + " " + Math.round(1.4f) + " " + Math.signum(-3.0) + " " + Math.hypot(3, 4);`,
			"3 2.5 4 2 2.0 1 -1 1024.0 4.0 3.0 -2.0 -1.0 2.0 3 -2 1 -1.0 5.0"},
		{`out = Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 3) + " " + Math.floorDiv(7, 2) + " " + Math.floorMod(7, -3) + " ` +
			`" + Math.addExact(1, 2) + " " + Math.subtractExact(1, 2) + " " + Math.multiplyExact(3, 4) + " " + ` +
			`Math.toIntExact(5L); try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException x) { out += "!"; } ` +
			`try { Math.toIntExact(1L << 40); } catch (ArithmeticException x) { out += "?"; } try { Math.multiplyExact(1 << 20, ` +
			`1 << 20); } catch (ArithmeticException x) { out += "*"; } try { Math.subtractExact(Integer.MIN_VALUE, 1); } catch ` +
			`(ArithmeticException x) { out += "-"; } out += Math.addExact(5000000000L, 1L);`,
			"-4 2 3 -2 3 -1 12 5!?*-5000000001"},
		{`out = Math.round(0.49999999999999994) + " " + Math.round(1e300) + " " + Math.round(Double.NaN) + " " + ` +
			`Math.round(-0.5) + " " + Math.floor(2.0) + " " + Math.ceil(0.2) + " " + Math.exp(0) + " " + Math.log(1) + " " + ` +
			`Math.PI + " " + Math.E;`,
			"0 9223372036854775807 0 0 2.0 1.0 1.0 0.0 3.141592653589793 2.718281828459045"},
		{`Double d = 2.7; Long l = 5L; Integer i = 3; out = d.intValue() + " " + d.longValue() + " " + l.intValue() + " " + ` +
			`i.doubleValue() + " " + l.doubleValue() + " " + i.longValue() + " " + d.doubleValue() + " " + d.isNaN() + ` +
			`Double.isNaN(0.0 / 0) + Double.isInfinite(1 / 0.0) + d.equals(2.7) + l.equals(5L) + d.compareTo(2.8) + l.compareTo(4L);`,
			"2 2 5 3.0 5.0 3 2.7 falsetruetruetruetrue-11"},
		{`BigDecimal a = new BigDecimal("10.50"), b = new BigDecimal("3"); out = a.add(b) + " " + a.subtract(b) + " " + ` +
			`a.multiply(b) + " " + a.negate() + " " + a.abs() + " " + a.negate().abs() + " " + a.scale() + " " + a.signum() + ` +
			`b.negate().signum() + " " + a.compareTo(b) + b.compareTo(a) + a.compareTo(new BigDecimal("10.5")) + " " + ` +
			`a.equals(new BigDecimal("10.5")) + a.equals(new BigDecimal("10.50")) + " " + a.max(b) + a.min(b);`,
			"13.50 7.50 31.50 -10.50 10.50 10.50 2 1-1 1-10 falsetrue 10.503"},
		{`BigDecimal a = new BigDecimal("10"); out = a.divide(new BigDecimal("4")) + " " + a.divide(new BigDecimal("3"), 2, ` +
			`RoundingMode.HALF_UP) + " " + a.divide(new BigDecimal("3"), 3, RoundingMode.UP) + " " + new ` +
			`BigDecimal("-10").divide(new BigDecimal("3"), 0, RoundingMode.FLOOR); try { a.divide(new BigDecimal("3")); } catch ` +
			`(ArithmeticException x) { out += "!"; } try { a.divide(BigDecimal.ZERO); } catch (ArithmeticException x) { out += "0"; }`,
			"2.5 3.33 3.334 -4!0"},
		{`for (String s : List.of("2.5", "-2.5", "2.4", "3.5", "-2.6", "2.51")) { BigDecimal d = new BigDecimal(s); out += ` +
			`d.setScale(0, RoundingMode.HALF_UP) + "," + d.setScale(0, RoundingMode.HALF_EVEN) + "," + d.setScale(0, ` +
			`RoundingMode.HALF_DOWN) + "," + d.setScale(0, RoundingMode.UP) + "," + d.setScale(0, RoundingMode.DOWN) + "," + ` +
			`d.setScale(0, RoundingMode.CEILING) + "," + d.setScale(0, RoundingMode.FLOOR) + " "; }`,
			"3,2,2,3,2,3,2 -3,-2,-2,-3,-2,-2,-3 2,2,2,3,2,3,2 4,4,3,4,3,4,3 -3,-3,-3,-3,-2,-2,-3 3,3,3,3,2,3,2 "},
		{`out = new BigDecimal("1.2300").stripTrailingZeros() + " " + new BigDecimal("0.05").toPlainString() + " " + new ` +
			`BigDecimal("-0.05") + " " + new BigDecimal("1.5").setScale(3) + " " + BigDecimal.valueOf(2.5) + " " + ` +
			`BigDecimal.valueOf(7) + " " + BigDecimal.TEN + BigDecimal.ONE + BigDecimal.ZERO + " " + new ` +
			`BigDecimal("12.75").intValue() + " " + new BigDecimal("12.75").doubleValue() + " " + new BigDecimal("+3.0") + " " ` +
			`+ new BigDecimal("2").pow(10) + " " + new BigDecimal("10.5").remainder(new BigDecimal("3")) + " " + new ` +
			`BigDecimal("123.45").precision() + " " + new BigDecimal("5").longValue() + new BigDecimal("-12.75").intValue();`,
			"1.23 0.05 -0.05 1.500 2.5 7 1010 12 12.75 3.0 1024 1.5 5 5-12"},
		{`for (String s : List.of("", "x", "1,5", "1.2.3", "--1", "1_0")) { try { out += new BigDecimal(s); } catch ` +
			`(NumberFormatException x) { out += "!"; } } try { new BigDecimal("1.25").setScale(1); } catch (ArithmeticException ` +
			`x) { out += "#"; }`,
			"!!!!!!#"},
		{`out = "" + Objects.equals(1, 1) + Objects.equals(null, null) + Objects.equals(null, 1) + Objects.equals("a", "a");`,
			"truetruefalsetrue"},
		{`out = 1.0f + " " + 3.4e38f + " " + 1.1f + " " + 0.00001f + " " + 12345678.9f + " " + 1.0E-5 + " " + 9999999.0 + " " + ` +
			`12345678.0 + " " + 0.001 + " " + 0.00099 + " " + -0.0 + " " + 1e21 + " " + 4.9e-324 + " " + 100f;`,
			"1.0 3.4E38 1.1 1.0E-5 1.2345679E7 1.0E-5 9999999.0 1.2345678E7 0.001 9.9E-4 -0.0 1.0E21 4.9E-324 100.0"},
		{`out = "" + (int) 2147483648.0 + " " + (int) 2147483647.0 + " " + (int) -2147483649.0 + " " + (int) -2147483648.0 + " ` +
			`" + (long) 9.3e18 + " " + (long) -1e19 + " " + (int) 3000000000L + " " + (char) 65.7 + (int) 1e10f + (long) 2.9 + (int) -2.9;`,
			"2147483647 2147483647 -2147483648 -2147483648 9223372036854775807 -9223372036854775808 -1294967296 A21474836472-2"},
		{`out = new BigDecimal("1e3").toPlainString() + " " + new BigDecimal("1.5E-2").toPlainString() + " " + new ` +
			`BigDecimal("-2.5e+1").toPlainString(); for (String s : List.of("e5", "1e", "1e1.5", ".", "1.e2")) { try { out += ` +
			`new BigDecimal(s).toPlainString(); } catch (NumberFormatException x) { out += "!"; } }`,
			"1000 0.015 -25!!!!100"},
	})
}

func TestNumbersMayEndWithAPoint(t *testing.T) {
	javaGives(t, []javaCase{
		{`float f = 1.f; double d = 2.d, e = 3.e1, g = 4.E-1, h = 5.; out = f + " " + d + " " + e + " " + g + " " + h + " " + ` +
			`1.F / 2 + " " + 2.D;`, `1.0 2.0 30.0 0.4 5.0 0.5 2.0`},
	})
}
