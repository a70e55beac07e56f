package syntax

import (
	"strings"
	"testing"
)

// accepted are conditions, with the canonical form of the tree that they make.
var accepted = []struct{ name, text, want string }{
	{"pattern", "Section ( )", "Section()"},
	{"package in the type", "a.b.Section(x)", "a.b.Section(x)"},
	{"binding", "$s:Section()", "$s : Section()"},
	{"unification", "$s := Section( a := b )", "$s := Section(a := b)"},
	{"soft keywords", "query : Rule(type == then, rule, when.end > in)", "query : Rule(type == then, rule, when.end > (in))"},
	{"comma", "P(a, b == 1 , !c())", "P(a, b == 1, !c())"},
	{"precedence", "P(a || b && c | d ^ e & f == g < h << i + j * -k)", "P(a || b && c | d ^ e & f == g < h << i + j * -k)"},
	{"parentheses", "P((a || b) && c, (a + b) * c)", "P((a || b) && c, (a + b) * c)"},
	{"equality is looser than relation", "P(a == b > c)", "P(a == b > c)"},
	{"binding takes one operand", "P($x : a + 1, $y : (a + 1))", "P($x : a + 1, $y : (a + 1))"},
	{"half constraints", "P(a > 1 && < 2 || == 7, b contains \"x\" || not contains \"y\")",
		"P(a > 1 && a < 2 || a == 7, b contains \"x\" || b not contains \"y\")"},
	{"half constraints bind tighter", "P(a > 9 || < 5 && b)", "P((a > 9 || a < 5) && b)"},
	{"half constraint behind a binding", "P($x : a > 1 && < 2)", "P($x : a > 1 && a < 2)"},
	{"restrictions in parentheses", "P(a (> 1 && < 2), b ((> 3) || < 1))", "P(a > 1 && a < 2, b > 3 || b < 1)"},
	{"a call named like an operator", "P(a > 1 && contains(\"x\"))", "P(a > 1 && contains(\"x\"))"},
	{"word operators", "P(a matches \"x\", b not memberOf c, d in (1, $e), f not in (g), h soundslike i)",
		"P(a matches \"x\", b not memberOf c, d in (1, $e), f not in (g), h soundslike i)"},
	{"operators with parameters", "P(a str[startsWith] \"b\", this after[0s,10m] $b)",
		"P(a str[startsWith] \"b\", this after[0s, 10m] $b)"},
	{"list as value", "P(a contains [1, 2])", "P(a contains [1, 2])"},
	{"own operators and tildes", "P(a ##near b, c ~matches d, e ~= f)", "P(a ##near b, c ~matches d, e ~= f)"},
	{"ternary and assignment in parentheses", "P((a ? b : c), (d = e))", "P((a ? b : c), (d = e))"},
	{"members", "P(a.b!.c(d)[e].f, a[\"k\"][0], this.g)", "P(a.b!.c(d)[e].f, a[\"k\"][0], this.g)"},
	{"nested constraints", "P(a.b.(c == 1, $d : e), x && f!.(g))", "P(a.b.(c == 1, $d : e), x && (f!.(g)))"},
	{"inline casts", "P(a#B.c, d#E#F.g)", "P(a#B.c, d#E#F.g)"},
	{"casts", "P((int) a > 1, (b.C) d == e, (f) == g)", "P((int) a > 1, (b.C) d == e, f == g)"},
	{"creation and classes", "P(a == new B(1).c, d == new int[]{1, 2}, e == F.class, g == int[].class)",
		"P(a == new B(1).c, d == new int[] { 1, 2 }, e == F.class, g == int[].class)"},
	{"instanceof", "P(a instanceof b.C<D>[], e)", "P(a instanceof b.C<D>[], e)"},
	{"lists and maps", "P(a == [], b == [1, [2]], c == [d : e, f : g])", "P(a == [], b == [1, [2]], c == [d : e, f : g])"},
	{"literals", "P(a == 'it\"s', b == 1L, c == 0x1F, d == 1.5B, e == 10I, f == 2d, g == .5f, h == 5m30s, i == *, j == null, k == true)",
		"P(a == \"it\\\"s\", b == 1L, c == 31, d == 1.5B, e == 10I, f == 2d, g == 0.5f, h == 5m30s, i == *, j == null, k == true)"},
	{"escapes of regular expressions", `P(a matches "\d+\\d\.")`, `P(a matches "\\d+\\d\\.")`},
	{"strings over lines", "P(a == \"b\nc\")", "P(a == \"b\\nc\")"},
	{"shifts in pieces", "P(a > > 1, b < < 2)", "P(a >> 1, b << 2)"},
	{"increments", "P(a++, --b)", "P(a++, --b)"},
	{"paths in constraints", "P(/a/b[c], $d : /e)", "P(/a/b[c], $d : /e)"},
	{"back references", "P(a == ../../b)", "P(a == (../../b))"},
	{"annotated operands", "P(a && @x(1) b)", "P(a && @x(1) b)"},
	{"positional arguments", "P(a, b; c == d) Q(e;)", "P(a, b; c == d)\nQ(e;)"},
	{"query call", "?q(a, $b;)", "?q(a, $b;)"},
	{"pattern annotations", "P() @watch(a, !b) @c", "P() @watch(a, !b) @c"},
	{"window and entry point", "P() over window:time(5m, a) from entry-point \"s\"", "P() over window:time(5m, a) from entry-point \"s\""},
	{"declared window", "P() from window W", "P() from window W"},
	{"not, exists", "not P() not(P() and Q()) exists (or P() Q())", "not P()\nnot (P() and Q())\nexists (P() or Q())"},
	{"not with a from", "not (P() from a)", "not (P() from a)"},
	{"forall", "forall(P() Q(), R())", "forall( P(), Q(), R() )"},
	{"eval", "eval(a ? b : c)", "eval(a ? b : c)"},
	{"infix", "P() and Q() or R()", "((P() and Q()) or R())"},
	{"prefix", "(or P() (and Q() R()))", "(P() or (Q() and R()))"},
	{"prefix of one", "(and P())", "((and P()))"},
	{"binding over or", "$x : (P() or Q(a))", "$x : (P() or Q(a))"},
	{"old connectives", "P() && Q() || R()", "((P() and Q()) or R())"},
	{"annotated connectives", "P() and @x(1) Q()", "(P() and @x(1) Q())"},
	{"from", "P() from $s.getX(1)[2].y; Q()", "(P() from $s.getX(1)[2].y)\nQ()"},
	{"collect of a path", "P() from collect(/a/b[c == 1])", "P() from collect( /a/b[c == 1] )"},
	{"collect", "$l : List(size > 0) from collect($p : P() from q)", "$l : List(size > 0) from collect( $p : P() from q )"},
	{"accumulate", "accumulate(P($v : a) and Q(); $s : sum($v), $n := count(); $s > 1, $n < 2)",
		"accumulate( (P($v : a) and Q()); $s : sum($v), $n := count(); $s > 1, $n < 2 )"},
	{"accumulate with semicolons", "acc(P(); $a : f(b); $c : g(d))", "accumulate( P(); $a : f(b), $c : g(d) )"},
	{"from accumulate", "Number() from accumulate(P(), count(1))", "Number() from accumulate( P(), count(1) )"},
	{"inline accumulate", "N() from accumulate(P(), init(int a = (1);) action(a++;), reverse(a--;) result(a))",
		"N() from accumulate( P(), init(int a = (1);), action(a++;), reverse(a--;), result(a) )"},
	{"groupby", "groupby(P($a : b); $k : $a.c; $n : count(); $n > 1)", "groupby( P($a : b); $k : $a.c; $n : count(); $n > 1 )"},
	{"path patterns", "$x : /a/b.c#D[e, f == g]?/h", "$x : /a/b.c#D[e, f == g]?/h"},
	{"named consequences", "P() do[x] if (a > 1) do[y] else if (b) break[z] else do[w]",
		"P() do[x] if (a > 1) do[y] else if (b) break[z] else do[w]"},
	{"calls behind a from", "P() from a; do[x]", "(P() from a) do[x]"},
	{"semicolons", "P(); Q();", "P()\nQ()"},
}

func TestConditionsMakeTheirTrees(t *testing.T) {
	for _, tt := range accepted {
		t.Run(tt.name, func(t *testing.T) {
			f, problems := Parse(NewSource("rule R when " + tt.text + "\nthen end"))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			var got []string
			p := &filePrinter{src: f.Source}
			for _, c := range f.Rules[0].Conds {
				got = append(got, p.element(c))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
			checkRoundTrip(t, f.Source.Text)
		})
	}
}

// files are whole files, with parts of their canonical form.
var files = []struct{ name, text, want string }{
	{"package and unit", "package a.b unit c.D;", "package a.b;\nunit c.D;"},
	{"imports", "import a.B;import static c.D.*\nimport function e.F.g import acc h.I j",
		"import a.B;\nimport static c.D.*;\nimport static e.F.g;\nimport accumulate h.I j;"},
	{"globals", "global List<Map<String, ?>>[] a global int b;", "global List<Map<String, ?>>[] a;\nglobal int b;"},
	{"declared type", "declare type a.B extends C, d.E @x(y) f : int = 1 + 2 @key; g : List<H>[] end",
		"declare a.B extends C, d.E @x(y)\n    f : int = 1 + 2 @key;\n    g : List<H>[];\nend"},
	{"declared enum", "declare enum E A(1, \"x\"), B(2); f : int end", "declare enum E\n    A(1, \"x\"), B(2);\n    f : int;\nend"},
	{"trait, entry point, window", "declare trait T end declare entry-point e @a end declare window W P() over window:length(3) " +
		"from entry-point e end",
		"declare entry-point \"e\" @a\nend\n\ndeclare trait T\nend\n\ndeclare window W\n    P() over window:length(3) from " +
			"entry-point \"e\"\nend"},
	{"window of a from", "declare window W P() from a; end", "declare window W\n    P() from a\n; end"},
	{"function", "function String f(Map<A, B> a, int b[]) { return \"}\"; /* } */ }",
		"function String f(Map<A, B> a, int[] b) { return \"}\"; /* } */ }"},
	{"queries", "query a end query \"b c\"(int d, e.F g) @h(i) P() end query q($x, $y) R() end query p (A() or B()) end",
		"query \"b c\"(int d, e.F g) @h(i)\n        P()\nend\n\nquery \"q\"($x, $y)\n        R()\nend\n\nquery \"p\"\n       " +
			" (A() or B())\nend"},
	{"attributes", "rule R attributes: salience -1, enabled (a > b) no-loop true auto-focus false lock-on-active agenda-group " +
		"\"a\" activation-group 'b' dialect \"java\" when then end",
		"salience -1\n    enabled (a > b)\n    no-loop\n    lock-on-active\n    agenda-group \"a\"\n    activation-group " +
			"\"b\"\n    dialect \"java\"\n    when"},
	{"rarer attributes", "rule R timer (cron: 0/5 * (*) ?) calendars \"a\", 'b' ruleflow-group \"c\" date-effective \"d\" " +
		"date-expires \"e\" duration 10 refract direct false when then end",
		"timer (cron: 0/5 * (*) ?)\n    calendars \"a\", 'b'\n    ruleflow-group \"c\"\n    date-effective \"d\"\n   " +
			" date-expires \"e\"\n    duration 10\n    refract\n    direct false\n    when"},
	{"defaults for the rules behind them", "rule A when then end salience 5 no-loop rule B salience 6 when then end",
		"rule \"A\"\n    when\n    then end\n\nrule \"B\"\n    salience 6\n    no-loop\n    when"},
	{"head of a rule", "rule 'a b' extends \"c\" @d @e.f(g = \"h\", i = {1}) when: then end",
		"rule \"a b\" extends \"c\" @d @e.f(g = \"h\", i = {1})\n    when"},
	{"rule without when", "rule R then x(); end", "then x(); end"},
	{"words of the language in a consequence", "rule R when then int end = 3; x.end(); then(rule); // end\n \"then end\"; end; " +
		"rule S when then end", "then int end = 3; x.end(); then(rule); // end\n \"then end\"; end\n\nrule \"S\""},
	{"an end before a statement ends the rule", "rule R when then int end\nrule S when then end", "then int end\n\nrule \"S\""},
	{"named consequences", "rule R when P() do[x] then a(); then[x] b(); end", "then a(); then[x] b(); end"},
	{"comments", "// a\n/* b\n */ rule /* c */ R // d\n when // e\n then end // f", "rule \"R\""},
	{"byte order mark and line ends", "\ufeffrule R\r\nwhen\r\nP()\rthen\r\nend", "P()"},
}

func TestFilesMakeTheirTrees(t *testing.T) {
	for _, tt := range files {
		t.Run(tt.name, func(t *testing.T) {
			checkRoundTrip(t, tt.text)
			f, _ := Parse(NewSource(tt.text))
			if got := Print(f); !strings.Contains(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
