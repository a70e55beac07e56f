package rules

import "testing"

// TestTypesAreFollowedThroughCode has consequences in which the type of a value is
// known from farther away.
func TestTypesAreFollowedThroughCode(t *testing.T) {
	for _, then := range []string{
		`List<Integer> l = new ArrayList<>(); l.add(«"x");`, `List<Integer> l = List.of(1); String s = l.«get(0);`,
		`Map<String, Integer> m = new HashMap<>(); m.put(«1, 2);`,
		`int a = 0; a = 1; Runnable r = () -> List.of(«a);`, `«byte b = 1;`, `«short s = 1;`,
		`try { } catch (RuntimeException | «Nope x) { }`,
		`Comparator<String> c = (a, b) -> a.«nope();`, `String s = "x"; s.«nope();`, `var v = "x"; v.«nope();`, `var v = 1; String s = «v;`,
		`for (String s : List.of("x")) s.«nope();`, `for (int i : new int[] {1}) { String s = «i; }`,
		`for (Map.Entry<String, Integer> e : new HashMap<String, Integer>().entrySet()) { e.getKey().«nope(); }`,
		`List.of("x").stream().map(String::length).forEach(n -> n.«nope());`,
		`List.of("x").stream().filter(s -> s.«nope()).count();`,
		`List.of("x").stream().map(s -> s.length()).filter(n -> n.«nope()).count();`,
		`String s = "x"; if (s instanceof String q) q.«nope();`, `Object o = "x"; ((String) o).«nope();`,
		`String s = true ? "a" : "b"; s.«nope();`, `("a" + 1).«nope();`, `Optional.of("x").get().«nope();`,
		`$n.getS().«nope();`, `$n.getL().«nope();`, `LocalDate.of(2024, 1, 1).«nope();`,
		`new StringBuilder().append(1).«nope();`, `new N(1, "x", null).«nope();`, `"x".substring(1).trim().«nope();`,
		`List.of("x").get(0).«nope();`,
		`String[] a = {"x"}; a[0].«nope();`, `int[][] g = new int[2][2]; String s = g«[0];`,
		`Function<String, Integer> f = s -> s.«nope();`, `Supplier<String> s = () -> "x"; s.get().«nope();`,
		`Predicate<String> p = String::«nope;`,
		`new ArrayList<String>().stream().sorted(Comparator.comparing(s -> s.«nope())).count();`,
		`Arrays.asList("x").get(0).«nope();`, `List<List<String>> l = new ArrayList<>(); l.get(0).get(0).«nope();`,
		`char c = 'x'; c.«nope();`,
		`int a = 1; a.«nope();`, `Integer a = 1; a.«nope();`, `boolean b = "x".equals("y"); b.«nope();`,
		`double d = 1; int i = «d;`, `long l = 1; int i = «l;`, `int i = 1; i «= 2.5;`, `String s = "x"; s «= 1;`,
		`boolean b = true; b «= 1;`,
	} {
		refusedAt(t, `rule "A.0.0" when $n: N() then `+then+` end`)
	}
	for _, file := range []string{
		`function String f() { return "x"; } rule "A.0.0" when then int a = «f(); end`,
		`function String f(List<String> l) { return l.get(0).«nope(); } rule "A.0.0" when then end`,
		`function int f(String s) { s.«nope(); return 1; } rule "A.0.0" when then end`,
		`rule "A.0.0" when $n: N($v: s) then $v.«nope(); end`, `rule "A.0.0" when $n: N() $m: N(s == $n.s.«nope()) then end`,
		`rule "A.0.0" when $l: List() from collect(N()) then $l.«nope(); end`,
		`rule "A.0.0" when $s: String() from List.of("x") then $s.«nope(); end`,
		`rule "A.0.0" when accumulate(N($v: v); $c: count($v)) then $c.«nope(); end`,
		`rule "A.0.0" when N($v: v) N(s == "x", $v.«nope()) then end`, `rule "A.0.0" when not N($v: v) then LOG(«$v); end`,
		`rule "A.0.0" when exists N($v: v) then int a = «$v; end`,
		`rule "A.0.0" when (N($v: v) or N($w: v)) then int a = «$w; end`,
		`rule "A.0.0" when not(N($v: v) and N(v == $v)) then int a = «$v; end`,
		`rule "A.0.0" when forall(N($v: v) N(v == $v)) then int a = «$v; end`,
	} {
		refusedAt(t, file)
	}
}
