package rules

import "testing"

// valueCases are code with the problems of variables and results without a value.
var valueCases = []struct{ then, want string }{
	{`int i; int j = i + 1;`, `2:16: variable i may have no value yet`},
	{`int i; i += 1; i++; int j = i;`, `2:8: variable i may have no value yet`},
	{`int i; i++;`, `2:8: variable i may have no value yet`},
	{`int i, j = 1; i = j; j = i;`, ``},
	{`int i; if (1 == two()) i = 1; else i = 2; int j = i;`, ``},
	{`int i; if (1 == two()) i = 1; else throw new RuntimeException("x"); int j = i;`, ``},
	{`int i; if (1 == two()) i = 1; int j = i;`, `2:39: variable i may have no value yet`},
	{`int i; if (1 == two() && (i = 3) > 2) { int j = i; }`, ``},
	{`int i; int j = two() > 1 ? (i = 1) : (i = 2); j = i;`, ``},
	{`int i; int j = two() > 1 ? (i = 1) : 2; j = i;`, `2:45: variable i may have no value yet`},
	{`int i; while (two() == 1) { i = 1; } int j = i;`, `2:46: variable i may have no value yet`},
	{`int i; while (true) { i = 1; break; } int j = i;`, ``},
	{`int i; while (true) { if (two() == 1) break; i = 1; } int j = i;`, `2:63: variable i may have no value yet`},
	{`int i; for (;;) { i = 1; break; } int j = i;`, ``},
	{`int i; for (int k = 0; k < 2; k++) i = k; int j = i;`, `2:51: variable i may have no value yet`},
	{`int i; for (int k : List.of(1)) { i = k; int j = i; } i++;`, `2:55: variable i may have no value yet`},
	{`int i; do { i = 1; } while (i > 2); int j = i;`, ``},
	{`int i; do { if (two() == 1) continue; i = 1; } while (two() > 2);`, ``},
	{`int i; try { i = two(); } finally { two(); } int j = i;`, ``},
	{`int i; try { two(); } finally { i = 1; } int j = i;`, ``},
	{`int i; try { i = two(); } catch (Exception e) { two(); } int j = i;`, `2:66: variable i may have no value yet`},
	{`int i; try { i = two(); } catch (Exception e) { return; } int j = i;`, ``},
	{`int i; switch (two()) { case 1: i = 1; break; default: i = 2; } int j = i;`, ``},
	{`int i; switch (two()) { case 1: case 2: i = 1; break; } int j = i;`, `2:65: variable i may have no value yet`},
	{`int i; switch (two()) { case 1 -> i = 1; default -> { i = 2; } } int j = i;`, ``},
	{`int i; switch (two()) { case 1 -> i = 1; default -> { } } int j = i;`, `2:67: variable i may have no value yet`},
	{`int j = switch (two()) { case 1 -> 1; default -> { int k; yield k; } };`, `2:65: variable k may have no value yet`},
	{`int i; int j = switch (two()) { case 1 -> i = 1; default -> { i = 2; yield 3; } }; j = i;`, ``},
	{`int i; Runnable r = () -> { int j = i; };`, `2:37: variable i may have no value yet`},
	{`{ int i; } List.of(1).forEach(i -> { int j = i; }); for (int i : List.of(1)) { int j = i; }`, ``},
	{`{ int i; } Object o = $n; if (o instanceof Note i) { i.getV(); } try { two(); } catch (Exception x) { x.getMessage(); }`, ``},
	{`String[] s; s[0] = "x";`, `2:13: variable s may have no value yet`},
	{`final int i = 1; i = 2;`, `2:18: variable i is final and has its value already`},
	{`final int i = 1; i++;`, `2:18: variable i is final and has its value already`},
	{`final int i; i = 1; int j = i;`, ``},
	{`final int i; if (two() == 1) i = 1; else i = 2; int k = i;`, ``},
	{`final int i; if (two() == 1) i = 1; i = 2;`, `2:37: variable i is final and has its value already`},
	{`for (final int x : List.of(1)) { x = 2; }`, `2:34: variable x is final and has its value already`},
	{`{ final int i = 1; } int i = 2; i = 3;`, ``},
	{`Function<Integer, Integer> f = x -> { return "a"; };`, `2:46: the lambda must return Integer, not String`},
	{`Function<Integer, Integer> f = x -> "a";`, `2:37: the lambda must return Integer, not String`},
	{`List.of(1).removeIf(x -> { return 1; });`, `2:35: the lambda must return boolean, not int`},
	{`List.of(1).stream().sorted((x, y) -> { return "a"; }).toList();`, `2:47: the lambda must return int, not String`},
	{`Stream.of(1).map(x -> { if (x > 1) return 2; }).toList();`, `2:46: the lambda must return a value at its end`},
	{`Stream.of(1).map(x -> { if (x > 1) return; return 2; }).toList();`, `2:36: the lambda must return a value`},
	{`Supplier<String> s = () -> { };`, `2:30: the lambda must return a value: it is a Supplier`},
	{`Supplier<String> s = () -> { throw new RuntimeException("x"); };`, ``},
	{`Function<Integer, String> f = x -> { while (true) { if (x > 1) return "a"; } };`, ``},
	{`List.of(1).forEach(x -> { return 1; });`, `2:25: a Consumer returns no value`},
	{`List.of(1).forEach(x -> { if (x > 1) return; two(); });`, ``},
	{`Function f = x -> { return 1; }; Runnable r = () -> two();`, ``},
	{`Stream.of(1).map(x -> { return "a"; }).forEach(s -> s.nope());`,
		`2:55: unknown method nope on String; its methods: docs/rules-java.md`},
	{`Stream.of(1).map(x -> { if (x > 1) return 1; return "a"; }).forEach(s -> s.length());`, ``},
	{`Function<Integer, Function<Integer, String>> f = x -> { return y -> { return "a"; }; };`, ``},
	{`Function<Integer, Function<Integer, String>> f = x -> { return y -> { return 1; }; };`,
		`2:78: the lambda must return String, not int`},
}

func TestVariablesAndResultsHaveValues(t *testing.T) {
	for _, tt := range valueCases {
		_, r := Compile(ComponentRules,
			[]byte(`import java.util.*; import java.util.function.*; import java.util.stream.*; declare Note v: int end `+
				`function int two() { return 2; } rule "A.0.0" when $n: Note() then`+"\n"+tt.then+"\nend"))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.then, got, tt.want)
		}
	}
}

func TestFunctionsReturnWhatTheySay(t *testing.T) {
	for _, tt := range []struct{ function, want string }{
		{`function int f(int a) { if (a > 1) return 2; }`, `2:46: function f: the function must return a value at its end`},
		{`function int f(int a) { if (a > 1) return 2; else return 3; }`, ``},
		{`function int f(int a) { while (true) { a++; } }`, ``},
		{`function int f(int a) { while (true) { break; } }`, `2:49: function f: the function must return a value at its end`},
		{`function int f(int a) { switch (a) { case 1: return 1; default: throw new RuntimeException("x"); } }`, ``},
		{`function int f(int a) { try { return 1; } catch (Exception e) { } }`,
			`2:67: function f: the function must return a value at its end`},
		{`function int f() { return "a"; }`, `2:27: function f: the function must return int, not String`},
		{`function char f() { return 65; }`, ``},
		{`function String f() { String s; return s; }`, `2:40: function f: variable s may have no value yet`},
		{`function void f(int a) { if (a > 1) return; }`, ``},
	} {
		_, r := Compile(ComponentRules, []byte("import java.util.*;\n"+tt.function))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.function, got, tt.want)
		}
	}
}
