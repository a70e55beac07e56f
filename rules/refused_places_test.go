package rules

import (
	"strings"
	"testing"
)

// TestMistakesAreFoundAtTheirPlace has conditions and consequences with one mistake
// each; « stands before the place of the problem.
func TestMistakesAreFoundAtTheirPlace(t *testing.T) {
	for _, when := range []string{
		`«Nope()`, `N(«nope == 1)`, `N(v == «$x)`, `N(s.«nope())`, `N(s.«length(1))`,
		`$n: N() «$n: N()`, `N(v == «Nope.A)`, `N(EntityType.«NOPE != null)`, `N(v > «nope())`, `not $x: N() N(this == «$x)`,
		`exists $x: N() N(v == «$x.v)`, `forall($x: N()) N(v == «$x.v)`,
		`eval(«1)`, `eval(«nope)`, `$l: List() from collect(«Nope())`, `$i: Integer() from «nope`,
		`$l: List(«nope > 1) from collect(N())`, `accumulate(N(); $s: sum(«$v))`,
		`N(«nope in (1, 2))`, `N(v in (1, «nope))`, `N(s matches «nope)`, `N(s matches «"(")`, `N(l contains «nope)`,
		`N(«nope contains 1)`, `N(l[«nope] == 1)`, `N((v == 1 ? «nope : 2) == 2)`,
		`N(v == -«nope)`, `N(«nope!.v == 1)`, `N(s.(«nope == 1))`, `N(s str[startsWith] «nope)`, `N(s soundslike «nope)`, `N($x: «nope)`,
	} {
		refusedAt(t, `rule "A.0.0" when `+when+` then end`)
	}
	for _, then := range []string{
		`«nope();`, `$n.«nope();`, `«nope.get();`, `int a = «"x";`, `String a = «1;`, `«Nope a = null;`,
		`int a = 1; int «a = 2;`, `«b = 1;`, `$n.«setV();`, `$n.«setV(1, 2);`,
		`new «Nope();`, `new «N(1);`, `List<«Nope> l = null;`, `boolean b = «1;`, `if («1) { }`, `while («"x") { }`,
		`for (int i = 0; «i; i++) { }`, `for (int i : List.of(1)) { «j++; }`,
		`int a = 1 «+ true;`, `boolean b = 1 «< "x";`, `boolean b = «1 && true;`, `int a = «-"x";`, `int a = "x" «* 2;`,
		`Object o = («Nope) null;`, `boolean b = $n instanceof «Nope;`,
		`try { } catch («Nope x) { }`, `int a; try { } catch (RuntimeException x) { } String s = «x;`, `Math.«nope(1);`,
		`EntityType.«NOPE.toString();`, `List.of(1).stream().«nope();`, `List.of(1).stream().map(x -> x.«nope());`,
		`List.of(1).stream().map(x -> «y);`, `Function<Integer, Integer> f = «1;`,
		`List.of(1).stream().map(Integer::«nope);`, `modify($n) { «nope(1) }`, `modify(«$x) { setV(1) }`, `insert(«nope);`,
		`update(«$x);`, `retract(«nope);`,
		`int a = «1.5;`, `int a = «5L;`, `char c = «"x";`, `String s = «'x';`, `«1 = 2;`, `Pattern.compile(«"(");`,
		`"a".matches(«"[");`, `«this.x();`, `«System.exit(1);`, `«Thread.sleep(1);`,
		`int a = 1; { int «a = 2; }`, `List.of(1).forEach(x -> { int «x = 1; });`,
	} {
		refusedAt(t, `rule "A.0.0" when $n: N() then `+then+` end`)
	}
	for _, file := range []string{
		`function int f(«Nope a) { return 1; } rule "A.0.0" when then end`,
		`function int f(int a) { return a; } rule "A.0.0" when then f(«"x"); end`,
		`function int f(int a) { return a; } rule "A.0.0" when then «f(); end`,
		`function int f() { return «nope; } rule "A.0.0" when then end`,
		`rule "A.0.0" when then end rule «"A.0.0" when then end`,
		`rule "A.0.0" enabled («nope) when then end`, `query "q" N(«nope == 1) end rule "A.0.0" when then end`,
		`rule «"no number" when then end`,
	} {
		refusedAt(t, file)
	}
}

// refusedAt wants a problem where « stands.
func refusedAt(t *testing.T, marked string) {
	t.Helper()
	head := "import java.util.*; import java.util.function.*; import java.util.regex.*;\n" + numbers
	place := strings.Index(marked, "«")
	source := head + strings.Replace(marked, "«", "", 1)
	line, column := 1+strings.Count(head+marked[:place], "\n"), 1
	column += len([]rune((head + marked[:place])[strings.LastIndexByte(head+marked[:place], '\n')+1:]))
	_, problems := compileProblems(ComponentRules, []byte(source))
	for _, p := range problems {
		if p.Line == line && p.Column == column {
			return
		}
	}
	t.Errorf("%s\nproblems: %v, want one at %d:%d", marked, problems, line, column)
}
