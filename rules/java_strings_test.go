package rules

import "testing"

// TestStringsAsInJava runs code whose results are those of Java 17.
func TestStringsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`String s = "Hello"; out = s.length() + s.substring(1) + s.substring(1, 3) + s.charAt(0) + s.isEmpty() + "".isEmpty() ` +
			`+ " ".isBlank() + s.isBlank() + "x".isEmpty();`,
			"5elloelHfalsetruetruefalsefalse"},
		{`String s = "Hello"; try { s.substring(6); } catch (StringIndexOutOfBoundsException x) { out += "a"; } try { ` +
			`s.substring(3, 2); } catch (IndexOutOfBoundsException x) { out += "b"; } try { s.charAt(5); } catch ` +
			`(StringIndexOutOfBoundsException x) { out += "c"; } try { s.charAt(-1); } catch (RuntimeException x) { out += "d"; ` +
			`} out += s.substring(5) + "|" + s.substring(0, 0) + s.charAt(4);`,
			"abcd|o"},
		{`String s = "abcabc"; out = s.indexOf("c") + " " + s.indexOf("c", 3) + " " + s.indexOf("x") + " " + s.indexOf("a", 1) ` +
			`+ " " + s.indexOf('b') + " " + s.indexOf('b', 2) + " " + s.lastIndexOf("a") + " " + s.lastIndexOf("a", 2) + " " + ` +
			`s.lastIndexOf('c') + " " + s.lastIndexOf("x") + " " + s.indexOf("", 9) + " " + s.indexOf("a", -5) + " " + ` +
			`s.lastIndexOf("", 2);`,
			"2 5 -1 3 1 4 3 0 5 -1 6 0 2"},
		{`String s = "abcabc"; out = "" + s.contains("ca") + s.contains("") + s.contains("x") + s.startsWith("ab") + ` +
			`s.startsWith("b") + s.startsWith("ca", 2) + s.startsWith("ca", 3) + s.startsWith("", 6) + s.startsWith("", 7) + ` +
			`s.endsWith("bc") + s.endsWith("b");`,
			"truetruefalsetruefalsetruefalsetruefalsetruefalse"},
		{`out = "a.b.a".replace("a", "$0") + "a.b.a".replace('a', 'c') + "a.b.a".replaceAll("[ab]", "<$0>") + ` +
			`"a.b.a".replaceFirst("(a)", "$1$1") + "aab".replaceAll("a*", "x") + "aaa".replace("aa", "b") + "abc".replace("", "-");`,
			"$0.b.$0c.b.c<a>.<b>.<a>aa.b.axxbxba-a-b-c-"},
		{`out = "abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "b".compareTo("a") + " " + "a".compareTo("A") + " ` +
			`" + "a".compareToIgnoreCase("B") + " " + "A".compareToIgnoreCase("a") + " " + "a".compareTo("a") + " " + "a".compareTo("ä");`,
			"-1 1 1 32 -1 0 0 -131"},
		{`out = "" + "a".equals("a") + "a".equals("A") + "a".equals(null) + "a".equalsIgnoreCase("A") + ` +
			`"a".equalsIgnoreCase("b") + "a".equalsIgnoreCase(null) + "ß".equalsIgnoreCase("SS");`,
			"truefalsefalsetruefalsefalsefalse"},
		{`out = "Straße".toUpperCase() + "ÄÖ İ".toLowerCase().length() + "aBc".toLowerCase() + "aBc".toUpperCase() + ` +
			`"TITLE".toLowerCase(Locale.ROOT) + "é".toUpperCase(Locale.ENGLISH);`,
			"STRASSE5abcABCtitleÉ"},
		{`out = "[" + " \ta b\n ".trim() + "|" + " \ta ".strip() + "|" + " a ".stripLeading() + "|" + " a ".stripTrailing() + ` +
			`"|" + "\u2003a\u2003".strip() + "|" + "\u2003a".trim().length() + "]";`,
			"[a b|a|a | a|a|2]"},
		{`out = "ab".repeat(3) + "x".repeat(0) + "|" + "a".concat("b") + String.join(",", "a", "b", "c") + String.join("-", ` +
			`List.of("x", "y")) + String.join("+", List.of("q"));`,
			"ababab|aba,b,cx-yq"},
		{`try { "a".repeat(-1); } catch (IllegalArgumentException x) { out = "no"; } out += String.valueOf(3) + ` +
			`String.valueOf(true) + String.valueOf('c') + String.valueOf(2.0) + String.valueOf(5L) + String.valueOf(new ` +
			`char[] {'a', 'b'});`,
			"no3truec2.05ab"},
		{`String[] p = "a,b,,c,,".split(","); out = p.length + p[2] + p[3] + "," + "a,b,,c,,".split(",", -1).length + ` +
			`"a,b,c".split(",", 2)[1] + "".split(",").length + "abc".split("").length + ",a".split(",").length + ` +
			`"a1b22c".split("\\d+").length + "a,b".split(";")[0] + "a,b,,".split(",", 0).length + ",".split(",").length;`,
			"4c,6b,c1323a,b20"},
		{`out = "one\ntwo\r\nthree\n".lines().collect(Collectors.joining("|")) + "".lines().count() + "abc".chars().sum() + ` +
			`"abc".chars().filter(c -> c > 'a').count() + "héé".chars().mapToObj(c -> (char) c + ".").collect(Collectors.joining());`,
			"one|two|three02942h.é.é."},
		{`out = "" + "abc".matches("[a-c]+") + "abcd".matches("[a-c]+") + "abc".contentEquals("abc") + ` +
			`"Abc".regionMatches(true, 0, "aBC", 0, 3) + "xabc".regionMatches(1, "abc", 0, 3) + "abc".regionMatches(1, "abc", ` +
			`0, 3) + "abc".regionMatches(2, "cd", 0, 2) + "abc".regionMatches(-1, "a", 0, 1);`,
			"truefalsetruetruetruefalsefalsefalse"},
		{`char[] c = "hey".toCharArray(); c[0] = 'H'; out = new String(c) + c.length + String.valueOf(c) + "hey".charAt(2) + ` +
			`(char) ("hey".charAt(0) + 1) + ("hey".charAt(0) + 1) + new String() + new String("x");`,
			"Hey3Heyyi105x"},
		{`out = "hello".hashCode() + " " + "".hashCode() + " " + "äö".hashCode() + " " + "a long string that ` +
			`overflows".hashCode() + " " + Integer.valueOf(7).hashCode() + " " + Boolean.TRUE.hashCode() + " " + ` +
			`Boolean.FALSE.hashCode() + " " + Long.valueOf(1L << 40).hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + ` +
			`Character.valueOf('a').hashCode();`,
			"99162322 0 7314 -358156830 7 1231 1237 256 1073217536 97"},
		{`StringBuilder b = new StringBuilder("abc"); b.append('d').append(1).append(2L).append(true).append(1.5).append("x").append((Object) null); out = b.toString() + b.length(); b.setLength(2); out += b; b.insert(1, "--").insert(0, 7); out += b; b.deleteCharAt(0).delete(1, 3); out += b; b.reverse(); out += b + "" + b.indexOf("a") + b.charAt(0);`,
			"abcd12true1.5xnull18ab7a--babba1b"},
		{`StringBuilder b = new StringBuilder(); b.append("hello"); b.setCharAt(0, 'J'); b.replace(1, 3, "EEE"); out = ` +
			`b.toString() + b.lastIndexOf("l") + b.isEmpty() + b.substring(2) + b.substring(1, 2); b.setLength(0); out += ` +
			`b.length() + "" + b.isEmpty() + b.indexOf("x");`,
			"JEEElo4falseEEloE0true-1"},
		{`StringBuilder b = new StringBuilder("ab"); try { b.deleteCharAt(2); } catch (StringIndexOutOfBoundsException x) { out ` +
			`= "1"; } try { b.insert(3, "x"); } catch (StringIndexOutOfBoundsException x) { out += "2"; } try { b.setCharAt(2, ` +
			`'x'); } catch (IndexOutOfBoundsException x) { out += "3"; } try { b.charAt(9); } catch (IndexOutOfBoundsException ` +
			`x) { out += "4"; } out += b.delete(1, 99);`,
			"1234a"},
		{`String s = null; out = "a" + s + null + 1 + 2 + 'c' + 1.0 + true; s += "x"; out += s; out += 1 + 2; out += 'a' + 'b'; ` +
			`out += "" + 'a' + 'b';`,
			"anullnull12c1.0truenullx3195ab"},
		{`out = "a\tb\\\"\u00e4\101".length() + "\u0041\n".trim() + 'x' + '\'' + "'" + (int) '\n' + (int) '\u0041';`,
			"7Ax''1065"},
		{`out = "%d of %s".formatted(1, "x") + String.format("|%5d|%-5d|%05d|%+d|%,d|%x|%X|%o|%c|%b|%%|%n|", 42, 42, 42, 42, ` +
			`1234567, 255, 255, 8, 'c', true).trim();`,
			"1 of x|   42|42   |00042|+42|1,234,567|ff|FF|10|c|true|%|\n|"},
		{`out = String.format("%.2f|%8.3f|%-8.1f|%e|%,.2f|%s|%10s|%-4s|%.2s|%S|%08.2f|%d", 3.14159, 2.5, 2.25, 12345.678, ` +
			`9876543.21, null, "ab", "c", "xyz", "up", -3.14159, 7L);`,
			"3.14|   2.500|2.3     |1.234568e+04|9,876,543.21|null|        ab|c   |xy|UP|-0003.14|7"},
		{`out = String.format("%.0f %.0f %.0f %.1f %.2f", 0.5, 1.5, 2.5, 0.25, 1.005) + String.format("%2$s %1$s %2$s", "a", ` +
			`"b") + String.format("%s %s", List.of(1), true) + String.format("%s", 1.0);`,
			"1 2 3 0.3 1.01b a b[1] true1.0"},
		{`try { String.format("%d", "x"); } catch (IllegalArgumentException x) { out = "1"; } try { String.format("%s %s", ` +
			`"x"); } catch (IllegalArgumentException x) { out += "2"; } out += String.format("x", 1);`,
			"12x"},
		{`out = "b,a;c".split("[,;]").length + Arrays.toString("b,a;c".split("[,;]")) + Arrays.asList("x", "y") + ` +
			`Arrays.stream("p q".split(" ")).map(String::toUpperCase).toList() + Arrays.toString(new int[] {1, 2}) + ` +
			`Arrays.toString(new String[0]);`,
			"3[b, a, c][x, y][P, Q][1, 2][]"},
		{`out = "" + Character.isDigit('5') + Character.isDigit('x') + Character.isLetter('x') + Character.isLetter('5') + ` +
			`Character.isLetterOrDigit('_') + Character.isLetterOrDigit('7') + Character.isUpperCase('A') + ` +
			`Character.isUpperCase('a') + Character.isLowerCase('a') + Character.isLowerCase('A') + Character.isWhitespace(' ') ` +
			`+ Character.isWhitespace('x') + Character.toUpperCase('b') + Character.toLowerCase('B') + Character.isAlphabetic('q');`,
			"truefalsetruefalsefalsetruetruefalsetruefalsetruefalseBbtrue"},
		{`out = "" + Character.getNumericValue('7') + Character.getNumericValue('a') + Character.toString('x') + ` +
			`Character.valueOf('y') + Character.valueOf('y').compareTo('z') + Character.valueOf('y').equals('y');`,
			"710xy-1true"},
		{`out = "Ünï😀".length() + "Ünï😀".substring(0, 3) + "a😀b".indexOf("b") + "a😀b".codePointAt(1) + new ` +
			`StringBuilder("a😀b").reverse() + "😀".chars().count();`,
			"5Ünï3128512b😀a2"},
	})
}
