package rules

import "testing"

// TestStringsAsInJava runs code whose results are those of Java 17.
func TestStringsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`String s = "Hello"; out = s.length() + s.substring(1) + s.substring(1, 3) + s.charAt(0) + s.isEmpty() + "".isEmpty() + " ".isBlank() + s.isBlank() + "x".isEmpty();`,
			"5elloelHfalsetruetruefalsefalse"},
		{`String s = "Hello"; try { s.substring(6); } catch (StringIndexOutOfBoundsException x) { out += "a"; } try { s.substring(3, 2); } catch (IndexOutOfBoundsException x) { out += "b"; } try { s.charAt(5); } catch (StringIndexOutOfBoundsException x) { out += "c"; } try { s.charAt(-1); } catch (RuntimeException x) { out += "d"; } out += s.substring(5) + "|" + s.substring(0, 0) + s.charAt(4);`,
			"abcd|o"},
		{`out = "a.b.a".replace("a", "$0") + "a.b.a".replace('a', 'c') + "a.b.a".replaceAll("[ab]", "<$0>") + "a.b.a".replaceFirst("(a)", "$1$1") + "aab".replaceAll("a*", "x") + "aaa".replace("aa", "b") + "abc".replace("", "-");`,
			"$0.b.$0c.b.c<a>.<b>.<a>aa.b.axxbxba-a-b-c-"},
		{`out = "abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "b".compareTo("a") + " " + "a".compareTo("A") + " " + "a".compareToIgnoreCase("B") + " " + "A".compareToIgnoreCase("a") + " " + "a".compareTo("a") + " " + "a".compareTo("ä");`,
			"-1 1 1 32 -1 0 0 -131"},
		{`out = "" + "a".equals("a") + "a".equals("A") + "a".equals(null) + "a".equalsIgnoreCase("A") + "a".equalsIgnoreCase("b") + "a".equalsIgnoreCase(null) + "ß".equalsIgnoreCase("SS");`,
			"truefalsefalsetruefalsefalsefalse"},
		{`out = "Straße".toUpperCase() + "ÄÖ İ".toLowerCase().length() + "aBc".toLowerCase() + "aBc".toUpperCase() + "TITLE".toLowerCase(Locale.ROOT) + "é".toUpperCase(Locale.ENGLISH);`,
			"STRASSE5abcABCtitleÉ"},
		{`out = "[" + " \ta b\n ".trim() + "|" + " \ta ".strip() + "|" + " a ".stripLeading() + "|" + " a ".stripTrailing() + "|" + "\u2003a\u2003".strip() + "|" + "\u2003a".trim().length() + "]";`,
			"[a b|a|a | a|a|2]"},
		{`out = "ab".repeat(3) + "x".repeat(0) + "|" + "a".concat("b") + String.join(",", "a", "b", "c") + String.join("-", List.of("x", "y")) + String.join("+", List.of("q"));`,
			"ababab|aba,b,cx-yq"},
		{`String s = null; out = "a" + s + null + 1 + 2 + 'c' + 1.0 + true; s += "x"; out += s; out += 1 + 2; out += 'a' + 'b'; out += "" + 'a' + 'b';`,
			"anullnull12c1.0truenullx3195ab"},
		{`out = "a\tb\\\"\u00e4\101".length() + "\u0041\n".trim() + 'x' + '\'' + "'" + (int) '\n' + (int) '\u0041';`,
			"7Ax''1065"},
		{`try { String.format("%d", "x"); } catch (IllegalArgumentException x) { out = "1"; } try { String.format("%s %s", "x"); } catch (IllegalArgumentException x) { out += "2"; } out += String.format("x", 1);`,
			"12x"},
		{`out = "b,a;c".split("[,;]").length + Arrays.toString("b,a;c".split("[,;]")) + Arrays.asList("x", "y") + Arrays.stream("p q".split(" ")).map(String::toUpperCase).toList() + Arrays.toString(new int[] {1, 2}) + Arrays.toString(new String[0]);`,
			"3[b, a, c][x, y][P, Q][1, 2][]"},
	})
}
