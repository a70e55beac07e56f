package rules

import "testing"

// TestMistakenTypesHaveMessages holds the messages for names that stand for nothing, and
// for values where others must stand.
func TestMistakenTypesHaveMessages(t *testing.T) {
	for _, tt := range []struct{ then, want string }{
		{`List l = List.of(List.of(1)); l.get(0).forEach(x -> { }); l.get(0).stream().map(x -> { return 1; });`, ``},
		{`int a; String s = (a = 1);`, `2:22: int cannot be the value of String s`},
		{`int a = 1; String s = (a += 1);`, `2:26: int cannot be the value of String s`},
		{`int i = drools.getRule();`, `2:16: Rule cannot be the value of int i`},
		{`List<Integer> l = new ArrayList<>(); List<String> m = new ArrayList<>(List.of("a"));`, ``},
		{`int i = Zoo.bar;`, `2:9: unknown class Zoo`}, {`int i = Aoo.bar;`, `2:9: unknown class Aoo`},
		{`int i = org.Zed.bar;`, `2:13: unknown class Zed`}, {`int i = org.foo.Abc.Def.x;`, `2:17: unknown class Abc`},
		{`int i = org.foo.bar;`, `2:9: unknown name org`},
		{`int i = 1 + "a";`, `2:11: String cannot be the value of int i`},
		{`String s = 1 + "a" + 2; s = 'c' + s; s = null + s; s += 1;`, ``},
		{`String s = 1 + 2;`, `2:14: int cannot be the value of String s`},
		{`x = 1;`, `2:1: unknown variable x`},
		{`$n.v = 3;`, `2:4: the field v cannot be assigned to: call setV`},
		{`$n.l.x = 3;`, `2:6: the field x cannot be assigned to: call setX`},
		{`componentCreationService = null;`, `2:1: the global componentCreationService cannot be assigned to`},
		{`Stream.of(1).map((x, y) -> 1);`, `2:18: a Function for map has 1 parameter, this lambda has 2`},
		{`Integer.intValue();`, `2:9: intValue is no static method of Integer: it needs an object in front of it`},
		{`Math.flor(1.0);`, `2:6: unknown static method flor on Math, did you mean floor?`},
		{`Math.nothing(1.0);`, `2:6: unknown static method nothing on Math`},
		{`modify ($n) { setW(2) }`, `2:15: unknown setter setW on N, did you mean setL?`},
		{`insrt($n);`, `2:1: unknown function insrt, did you mean insert?`},
		{`parseInt("1");`, `2:1: unknown function parseInt, did you mean Integer.parseInt, or an 'import static' of it?`},
		{`create("a", "b", "c", "d");`, `2:1: unknown function create, did you mean componentCreationService.create?`},
		{`int m = nope;`, `2:9: unknown name nope`},
		{`int m = Nope;`, `2:9: unknown class Nope`},
		{`int m = $nope;`, `2:9: unknown binding $nope`},
		{`int m = $m;`, `2:9: unknown binding $m, did you mean $n?`},
		{`int m = dictionary;`, `2:9: unknown name dictionary, did you mean Dictionary?`},
		{`int m = entityCreationService.x();`, `2:9: unknown name entityCreationService, did you mean EntityCreationService?`},
		{`int m = componentMappingService;`, `2:9: the global componentMappingService is used and not declared: add 'global ` +
			`ComponentMappingService componentMappingService'`},
		{`m(1);`, `2:1: unknown function m`},
		{`Optional<int[]> o = null; o.trim();`, `2:29: unknown method trim on Optional; its methods: docs/rules-java.md`},
		{`Map<String, String> m = null; m.trim();`, `2:33: unknown method trim on Map; its methods: docs/rules-java.md`},
		{`"a".substring("b");`, `2:15: argument 1 of substring must be int, not String`},
		{`"a".substring(1, 2, 3);`, `2:5: substring takes (int) or (int, int), 3 arguments given`},
		{`"a".substring();`, `2:5: substring takes (int) or (int, int), 0 arguments given`},
		{`List<String> l = new ArrayList<>(); l.add(1); l.add(0, 1); l.add("a", "b");`,
			"2:43: argument 1 of add must be String, not int\n2:56: argument 2 of add must be String, not int\n2:66: argument 1 " +
				"of add must be int, not String"},
		{`new BigDecimal(true);`, `2:16: new BigDecimal takes (String) or (long) or (double), argument 1 is boolean`},
		{`"a".replace("b", 1);`, `2:18: replace takes (char, char) or (CharSequence, CharSequence), argument 2 is int`},
		{`"a".replace(1, 'c');`, `2:13: replace takes (char, char) or (CharSequence, CharSequence), argument 1 is int`},
		{`Stream.of("a").sorted(1);`, `2:23: argument 1 of sorted must be Comparator<String>, not int`},
		{`Stream.of("a").collect(1);`, `2:24: argument 1 of collect must be Collector<String, ?>, not int`},
		{`Supplier<String> s = () -> 1;`, `2:28: the lambda must return String, not int`},
		{`Function<String, Integer> f = x -> { };`, `2:38: the lambda must return a value: it is a Function`},
		{`Function<String, Integer> f = x -> { if (x == null) return 1; };`, `2:63: the lambda must return a value at its end`},
		{`Function<String, Integer> f = x -> { if (x == null) return; return 1; };`, `2:53: the lambda must return a value`},
		{`Consumer<String> f = x -> { return 1; };`, `2:27: a Consumer returns no value`},
		{`Predicate<String> f = x -> { return 1; };`, `2:37: the lambda must return boolean, not int`},
		{`Comparator<String> c = (x, y) -> "a";`, `2:34: the lambda must return int, not String`},
		{`UnaryOperator<String> u = x -> 1;`, `2:32: the lambda must return String, not int`},
		{`Object o = 1; String s = (String) o; Integer i = (Integer) "a";`, `2:50: String is never Integer`},
		{`boolean b = "a" instanceof Integer;`, `2:28: String is never Integer`},
		{`boolean b = $n instanceof N; b = $n instanceof String;`, `2:48: N is never String`},
		{`int i = new int[2]["a"];`, `2:9: int[][] cannot be the value of int i`},
		{`for (String s : 1) { }`, `2:17: int cannot be iterated`},
		{`for (int i : "abc") { }`, `2:14: String cannot be iterated`},
		{`if (1) { }`, `2:5: the condition is of type int, not boolean`},
		{`while ("a") { }`, `2:8: the condition is of type String, not boolean`},
		{`boolean b = 1 ? true : false;`, `2:13: the condition is of type int, not boolean`},
		{`int i = "a" + 1;`, `2:13: String cannot be the value of int i`},
		{`String s = "a"; s -= "b";`, `2:19: the operator -= cannot be applied to String and String`},
		{`boolean b = true; b++;`, `2:20: the operator += cannot be applied to boolean and int`},
		{`char c = "a";`, `2:10: String cannot be the value of char c`},
		{`long l = 1.5;`, `2:10: double cannot be the value of long l`},
		{`int i = 3000000000;`, `2:9: not a number: 3000000000`},
		{`int i = 1L;`, `2:9: long cannot be the value of int i`},
		{`float f = 1.5;`, `2:11: double cannot be the value of float f`},
		{`double d = "a";`, `2:12: String cannot be the value of double d`},
		{`return 1;`, `2:1: a consequence returns no value`},
	} {
		_, r := Compile(ComponentRules,
			[]byte(`import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; global `+
				`ComponentCreationService componentCreationService declare N v: int l: List end rule "A.0.0" when $n: N() then`+
				"\n"+tt.then+"\nend"))
		if got := messagesOf(r.Errors); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.then, got, tt.want)
		}
	}
}
