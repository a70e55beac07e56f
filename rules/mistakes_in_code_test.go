package rules

import "testing"

// TestMistakesInCodeHaveMessages holds the messages for mistakes in statements, calls
// and functions, and that what looks like them is none.
func TestMistakesInCodeHaveMessages(t *testing.T) {
	for _, tt := range []struct{ then, want string }{
		{`int a = 1; for (int a : List.of(1)) { }`, `2:12: a is already a variable here`},
		{`for (int a = 0; a < 1; a++) { } for (int a : List.of(1)) { } int a = 1;`, ``},
		{`int a = 1; List.of(1).forEach(a -> { });`, `2:31: a is already a variable here`},
		{`int a = 1; List.of(1).forEach(b -> { a = 2; });`, `2:40: a is declared outside of the lambda and cannot be changed in it`},
		{`List.of(1).forEach(b -> { int a = 1; a = 2; a++; });`, ``},
		{`int a = 1; a = 2; List.of(1).forEach(b -> { int c = a + a; });`,
			`2:53: variable a is used in a lambda and must therefore not change after its first value`},
		{`int a = 1; List.of(1).forEach(b -> { int c = a; }); List.of(1).forEach(b -> { int c = a; }); a++;`,
			`2:46: variable a is used in a lambda and must therefore not change after its first value`},
		{`var a;`, `2:5: var a needs a value`},
		{`int a; String b; var c = 1;`, ``},
		{`int[] a = {1}; a.nothing();`, `2:18: unknown method nothing on the array int[]`},
		{`int n = "a".nothing;`, `2:13: unknown property nothing on String`},
		{`String[] s = {"x"}; int n = s.size;`, `2:31: unknown property size on String[]`},
		{`"a".length() = 3;`, `2:5: only variables and array elements can be assigned to`},
		{`(1 + 2)++;`, `2:4: only variables and array elements can be assigned to`},
		{`int n = 1; n = true;`, `2:14: boolean cannot be assigned to int n`},
		{`boolean b = true; b += 1;`, `2:21: the operator += cannot be applied to boolean and int`},
		{`Supplier<Section> s = Section::new;`, `2:23: Section cannot be created in rules`},
		{`Stream.of(1).reduce(1);`, `2:21: argument 1 of reduce must be BinaryOperator<int>, not int`},
		{`List.of(1).stream().map(() -> 1);`, `2:25: a Function for map has 1 parameter, this lambda has 0`},
		{`List.of(1).stream().reduce(0, x -> x);`, `2:31: a BinaryOperator for reduce has 2 parameters, this lambda has 1`},
		{`List.of(1).stream().sorted(x -> 1).toList();`, `2:28: a Comparator for sorted has 2 parameters, this lambda has 1`},
		{`Optional.of("a").trim();`, `2:18: unknown method trim on Optional: the String in it has it, call it in an ifPresent`},
		{`List.of("a").trim();`, `2:14: unknown method trim on List: the String in it has it, call it in a forEach`},
		{`Set.of("a").trim();`, `2:13: unknown method trim on Set: the String in it has it, call it in a forEach`},
		{`Supplier<String> s = () -> "a"; s.trim();`, `2:35: unknown method trim on Supplier; its methods: docs/rules-java.md`},
		{`List.of("a").stream().trim();`, `2:23: unknown method trim on Stream: the String in it has it, call it in a forEach`},
		{`modify ($n) { v += 2 }`, `2:17: modify takes calls of setters and assignments to properties`},
		{`two(1);`, `2:1: two takes (), 1 argument given`},
		{`nothing2(1);`, `2:1: unknown function nothing2`},
		{`String s = two();`, `2:12: int cannot be the value of String s`},
		{`listed(1, 2);`, "2:8: argument 1 of listed must be List<Map<String, Object>>, not int\n2:11: argument 2 of listed " +
			"must be int[], not int"},
		{`listed(1);`, `2:1: listed takes (List<Map<String, Object>>, int[]), 1 argument given`},
		{`throw 1;`, `2:7: int cannot be thrown: only exceptions can`},
		{`switch ("a") { case nope: break; }`, `2:21: unknown name nope`},
		{`RoundingMode m = RoundingMode.UP; switch (m) { case NOPE: break; }`, `2:53: unknown class NOPE`},
		{`do { break; } while (1 == 1); while (true) { continue; }`, ``},
		{`Stream.of(Optional.of("a")).map(Optional::get).forEach(s -> s.nope());`,
			`2:63: unknown method nope on String; its methods: docs/rules-java.md`},
		{`Stream.of("a").map(Integer::valueOf).forEach(n -> n.nope());`, `2:53: unknown method nope on Integer`},
		{`Stream.of("a").map(ArrayList::new).forEach(l -> l.nope());`, `2:51: unknown method nope on ArrayList`},
		{`Stream.of("a").map(String::length).forEach(n -> n.nope());`, `2:51: unknown method nope on Integer`},
		{`Object o = null; Supplier<String> s = o::nopeAtAll;`, `2:42: unknown method nopeAtAll: no class has it`},
		{`Supplier<String> s = "a"::trim; Supplier<Integer> t = "a"::nope;`,
			`2:60: unknown method nope on String; its methods: docs/rules-java.md`},
		{`while (1 == 2) { } continue;`, `2:20: continue outside of a loop`},
		{`for (int i = 0; i < 1; i++) { } break;`, `2:33: break outside of a loop or switch`},
		{`Math.round("x");`, `2:12: round takes (float) or (double), argument 1 is String`},
		{`new BigDecimal("1").setScale(1, "x");`, `2:33: argument 2 of setScale must be RoundingMode, not String`},
		{`"a".indexOf("b", "c");`, `2:18: argument 2 of indexOf must be int, not String`},
		{`java.util.List.Nope x = null;`, `2:1: unknown class Nope`},
		{`List<String>.Nope x = null;`, `2:1: unknown class Nope`},
		{`Class c = String.class;`, "2:1: unknown class Class\n2:11: String.class is reflection, which rules have not: it only " +
			"stands for a kind of node, as in occursInNodeOfType(Section.class)"},
		{`switch (1) { default: } break;`, `2:25: break outside of a loop or switch`},
		{`int x; switch (x) { default: }`, `2:16: variable x may have no value yet`},
		{`int x; switch (1) { case 1: x = 1; break; default: x = 2; } x++;`, ``},
		{`int x; switch (1) { case 1: x = 1; case 2: x++; default: x = 2; }`, `2:44: variable x may have no value yet`},
		{`int x; switch (1) { case 1 -> x = 1; default -> { } } x++;`, `2:55: variable x may have no value yet`},
		{`int x; switch (1) { case 1 -> x = 1; default -> x = 2; } x++;`, ``},
		{`int x; int y = switch (1) { case 1 -> { x = 1; yield 1; } default -> 2; }; x++;`, `2:76: variable x may have no value yet`},
		{`switch (1) { case 1: int y = 1; break; default: int z = 2; } int y = 2, z = 3;`, ``},
		{`continue;`, `2:1: continue outside of a loop`},
		{`for (;;) { Runnable r = () -> { continue; }; }`, `2:33: continue outside of a loop`},
		{`String s = "x" - 1;`, `2:16: the operator - cannot be applied to String and int`},
		{`int n = 1.5B;`, `2:9: BigDecimal cannot be the value of int n`},
		{`List<List<String>> l = List.of(List.of(1));`, `2:40: argument 1 of of must be String, not int`},
		{`boolean b = !1;`, `2:14: the condition is of type int, not boolean`},
		{`int n = ~1.5;`, `2:9: double cannot be the value of int n`},
		{`String s = (String) 1;`, `2:12: int is never String`},
		{`int n = (int) "x";`, `2:9: String is never int`},
		{`Object o = (var) 1;`, `2:13: var is no class`},
		{`Object o = new var();`, `2:16: var is no class`},
		{`boolean b = "a" instanceof var;`, `2:28: var is no class`},
		{`for (var x : List.of("a")) { var y = x; Function<String, String> f = (var z) -> z; }`, ``},
		{`int n = (int) 1.5 + (char) 2; long l = (long) n; Object o = (Object) n; List<String> x = (List<String>) o;`, ``},
	} {
		_, r := Compile(ComponentRules,
			[]byte(`import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; declare N `+
				`v: int end function int two() { return 2; } function void listed(List<Map<String, Object>> l, int[] n) { `+
				`return; } rule "A.0.0" when $n: N() then`+"\n"+tt.then+"\nend"))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.then, got, tt.want)
		}
	}
}

// TestMistakesInFunctionsAndHeads has those outside of rules.
func TestMistakesInFunctionsAndHeads(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{`function void f() { return 1; }`, `2:21: function f: the function has no result to return`},
		{`function f() { return 1; }`, `2:16: function f: the function has no result to return`},
		{`function int f() { return; }`, `2:20: function f: the function must return a value`},
		{`function int f() { return 1; } function int f() { return 2; }`, `2:32: function f: function f is defined twice`},
		{`function void f() { if (true) return; }`, ``}, {`function int f(int a) { Runnable r = () -> { return; }; return a; }`, ``},
		{`function int f(List<Nope> a) { return 1; }`, `2:21: function f: unknown class Nope`},
		{`function Nope f() { return null; }`, `2:10: function f: unknown class Nope`},
		{`rule "A.0.0" salience (1 / 0) when then end`,
			`2:26: the attribute cannot be worked out: ArithmeticException: / by zero`},
		{`rule "A.0.0" when N(v str[middle] 1) then end`, `2:23: unknown test str[middle]`},
		{`rule "A.0.0" when N(v matches "(") then end`,
			`2:31: regular expression "(": the group is not closed, which begins at position 1`},
		{`rule "A.0.0" when forall() then end`, `2:26: expected a pattern but found ')'`},
		{`rule "A.0.0" when accumulate(N(); $x: sum(1, 2)) then end`, `2:35: sum takes one argument`},
		{`rule "A.0.0" when accumulate(N(); $x: sum()) then end`, `2:35: sum takes one argument`},
		{`rule "A.0.0" when accumulate(N(); $x: average()) then end`, `2:35: average takes one argument`},
		{`rule "A.0.0" when accumulate(N(); $x: Sum(1)) then end`,
			`2:35: the accumulate function Sum is not supported: did you mean sum?`},
		{`rule "A.0.0" when accumulate(N(); $x: avg(1)) then end`,
			`2:35: the accumulate function avg is not supported: did you mean average?`},
		{`rule "A.0.0" when accumulate(N(); $x: mean(1)) then end`,
			`2:35: the accumulate function mean is not supported: did you mean average?`},
		{`rule "A.0.0" when accumulate(N(); $x: size(1)) then end`,
			`2:35: the accumulate function size is not supported: did you mean count?`},
		{`rule "A.0.0" when accumulate(N(); $x: counter(1)) then end`,
			`2:35: the accumulate function counter is not supported: did you mean count?`},
		{`rule "A.0.0" when accumulate(N(); $x: nothing(1)) then end`,
			`2:35: the accumulate function nothing is not supported`},
		{`rule "A.0.0" when accumulate(N(); $x: count(1, 2)) then end`, `2:35: count takes one argument`},
		{`rule "A.0.0" when accumulate(N(); $x: count()) then end`, ``},
		{`rule "A.0.0" when Number() from accumulate(N(), nope(1)) then end`, `2:49: the accumulate function nope is not supported`},
		{`declare P a: int = two() end`, `2:20: declare P: only constants are supported as defaults of fields`},
		{`declare P a: int = 1 b: String = "x" c: boolean = true end`, ``},
		{`declare P a: int end declare P b: int end`, `2:22: declare P: the type P exists already`},
		{`declare P extends Q a: int end declare Q extends R b: int end declare R extends Q c: int end`,
			"2:32: declare Q: the type Q extends itself\n2:63: declare R: the type R extends itself"},
		{`declare P extends P a: int end`, `2:1: declare P: the type P extends itself`},
		{`declare P extends Q a: int end declare Q b: int end rule "A.0.0" when P(a == 1, b == 2) then end`, ""},
		{"rule 'A.0.1' when N( then end\nrule 'A.0.2' when Nope() then end\nquery 'q' Nope() end",
			"2:27: rule \"A.0.1\": expected ')' but found 'end'\n3:19: rule \"A.0.2\": unknown class Nope\n4:11: query \"q\": " +
				"unknown class Nope"},
		{`rule "A.0.0" when accumulate(N($v: v, $w: nope); $x: max($w), $b: min($w), $q: sum($w)) then $x.no(); $b.no(); ` +
			`$q.trim(); end`, `2:43: unknown property nope on N, and no binding or global of that name`},
		{`rule "A.0.0" when accumulate(N($v: v); $m: min($v), $x: max("a" + $v), $l: collectList($v), $s: collectSet($v), $c: ` +
			`count($v), $a: average($v)) then $m.no(); $x.no(); $l.no(); $s.no(); $c.no(); $a.no(); end`,
			"2:153: unknown method no on Integer\n2:162: unknown method no on String; its methods: docs/rules-java.md\n2:171: " +
				"unknown method no on List; its methods: docs/rules-java.md\n2:180: unknown method no on Set\n2:189: unknown " +
				"method no on Long\n2:198: unknown method no on Double; its methods: docs/rules-java.md"},
		{`rule "A.0.0" extends "A.0.0" when then end`, `2:22: the rule extends itself`},
		{`rule "A.0.0" extends "A.0.1" when then end rule "A.0.1" extends "A.0.2" when then end rule "A.0.2" extends "A.0.1" ` +
			`when then end`, "2:65: rule \"A.0.1\": the rule extends itself\n2:108: rule \"A.0.2\": the rule extends itself"},
		{`rule "A.0.0" extends "A.0.9" when then end`, `2:22: there is no rule A.0.9 to extend`},
		{`declare P extends Nope a: int end`, `2:1: declare P: a declared type can extend one other declared type`},
		{`declare P a: int a: int end`, `2:18: declare P: the field a exists already`},
		{`declare P extends N b: int end rule "A.0.0" when $p: P(v == 1, b == 2) N(this == $p) then end`, ``},
		{`rule "A.0.0" when N(v == 1.5B, v == 12I, v != 1.xB) then end`,
			`2:49: expected ',', an operator or ')' in N( … ) but found 'xB'`},
		{`rule "A.0.0" when N(v == 12I, v == 1.5B) then end`, ``}, {`rule "A.0.0" enabled 1 when then end`, ``},
		{`rule "A.0.0" when $x: N() M() @other(v) then end`, `2:31: annotations of conditions are not supported: leave @other out`},
	} {
		_, r := Compile(ComponentRules, []byte("import java.util.*; declare N v: int end\n"+tt.file))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
		}
	}
}

// TestSettersOfDeclaredTypesTakeTheirType has fields of every kind, also of types whose
// name is one letter, as those of type variables are.
func TestSettersOfDeclaredTypesTakeTheirType(t *testing.T) {
	for _, tt := range []struct{ then, want string }{
		{`$n.setV("x");`, `2:9: argument 1 of setV must be int, not String`}, {`$n.setV(1);`, ``},
		{`$n.setV(1L);`, `2:9: argument 1 of setV must be int, not long`},
		{`modify ($n) { setV("x") }`, `2:20: argument 1 of setV must be int, not String`},
		{`new N("x", null, null, null);`, `2:7: argument 1 of new N must be int, not String`},
		{`$n.setL(List.of("x")); $n.getL().get(0).trim();`, ``},
		{`$n.getL().get(0).nope();`, `2:18: unknown method nope on String; its methods: docs/rules-java.md`},
		{`$n.setL("x");`, `2:9: argument 1 of setL must be List<String>, not String`},
		{`$n.setA(1);`, `2:9: argument 1 of setA must be String[], not int`},
		{`String[] a = {"x"}; $n.setA(a); int n = $n.getA().length;`, ``}, {`$n.setO($n); $n.getO().getV();`, ``},
		{`$n.setO("x");`, `2:9: argument 1 of setO must be N, not String`},
		{`$n.nope();`, `2:4: unknown method nope on N; its methods: docs/rules-reference.md`},
		{`N m = new N(); m.setV(m);`, `2:23: argument 1 of setV must be int, not N`},
	} {
		_, r := Compile(ComponentRules,
			[]byte("import java.util.*; declare N v: int l: List<String> a: String[] o: N end rule \"A.0.0\" when $n: N() "+
				"then\n"+tt.then+"\nend"))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.then, got, tt.want)
		}
	}
}
