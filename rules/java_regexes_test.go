package rules

import "testing"

// TestExpressionsAsInJava runs code whose results are those of Java 17.
func TestExpressionsAsInJava(t *testing.T) {
	javaGives(t, []javaCase{
		{`Matcher m = Pattern.compile("(\\w)(\\d+)?").matcher("a1 b c23"); while (m.find()) out += m.group() + m.group(1) + ` +
			`m.group(2) + m.start() + m.end() + m.start(1) + m.end(2) + m.groupCount() + ";"; m.reset(); out += m.find() + ` +
			`m.group(0); try { m.group(3); } catch (IndexOutOfBoundsException x) { out += "!"; }`,
			"a1a102022;bbnull343-12;c23c2358582;truea1!"},
		{`Pattern p = Pattern.compile("x(?<n>\\d)"); out = "" + p.matcher("x1").matches() + p.matcher("x12").matches() + ` +
			`p.matcher("ax1").find() + p.matcher("a").find() + p.matcher("x1").lookingAt() + p.matcher("x1b").lookingAt() + ` +
			`p.matcher("bx1").lookingAt() + p.pattern() + p + Pattern.matches("a+", "aaa") + Pattern.matches("a+", "aab") + ` +
			`Pattern.quote("a.b"); Matcher m = p.matcher("x7"); try { m.group(); } catch (IllegalStateException x) { out += ` +
			`"none"; } m.matches(); out += m.group("n") + m.start("n") + m.end("n"); try { m.group("q"); } catch ` +
			`(IllegalArgumentException x) { out += "!"; }`,
			"truefalsetruefalsetruetruefalsex(?<n>\\d)x(?<n>\\d)truefalse\\Qa.b\\Enone712!"},
		{`Matcher m = Pattern.compile("(a)(b)?").matcher("ab a"); out = m.replaceAll("<$1$2>") + m.replaceFirst("x") + ` +
			`Pattern.compile("(?<k>a)").matcher("ab").replaceAll("${k}${k}") + "a.b".replaceAll("\\.", "\\$") + ` +
			`Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "" + (Integer.parseInt(r.group()) + 1)) + ` +
			`Pattern.compile("[,;]\\s*").split("a, b;c").length + Pattern.compile("b").splitAsStream("abcb").toList();`,
			"<ab> <a>x aaaba$ba2b33[a, c]"},
		{`out = Pattern.compile("a.c", Pattern.DOTALL | Pattern.CASE_INSENSITIVE).matcher("A\nC").matches() + "" + ` +
			`Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find() + Pattern.compile("ab", ` +
			`Pattern.CASE_INSENSITIVE).matcher("xAB").find() + Pattern.compile("a b # c", ` +
			`Pattern.COMMENTS).matcher("ab").matches() + Stream.of("a1", ` +
			`"b").filter(Pattern.compile("\\d").asPredicate()).toList() + Pattern.compile("\\w\\d").matcher("a1 ` +
			`b2").results().map(MatchResult::group).toList() + Pattern.compile("a").matcher("banana").results().count(); String ` +
			`open = "("; try { Pattern.compile(open); } catch (PatternSyntaxException x) { out += "!"; } try { ` +
			`"a".replaceAll("a", "$1"); } catch (IndexOutOfBoundsException x) { out += "?"; }`,
			"truetruetruetrue[a1][a1, b2]3!?"},
		{`Matcher m = Pattern.compile("a*").matcher("baac"); while (m.find()) out += m.start() + "-" + m.end() + " "; m = ` +
			`Pattern.compile("").matcher("ab"); int n = 0; while (m.find()) n++; out += n; m = ` +
			`Pattern.compile("o").matcher("foo boo"); out += m.find(3) + "" + m.start() + m.find() + m.start() + m.find(); ` +
			`m.reset("xo"); out += m.find() + "" + m.start();`,
			"0-0 1-3 3-3 4-4 3true5true6falsetrue1"},
		{`Matcher m = Pattern.compile("(a)(b)?").matcher("ab"); m.find(); for (int g : new int[] {-1, 0, 1, 2, 3, 9}) { try { ` +
			`out += m.group(g); } catch (IndexOutOfBoundsException x) { out += "!"; } try { out += m.start(g); } catch ` +
			`(IndexOutOfBoundsException x) { out += "?"; } } try { "ab".replaceAll("(a)", "$1$2"); } catch ` +
			`(IndexOutOfBoundsException x) { out += "r"; } out += "ab".replaceAll("(a)", "$1\\$2") + "ab".replaceAll("(a)", "$12");`,
			"!?ab0a0b1!?!?ra$2ba2b"},
	})
}
