package syntax

import (
	"strings"
	"testing"
)

// defects are files with the beginnings of their problems, as line:column:message.
var defects = []struct{ name, text, want string }{
	{"unclosed pattern", "rule \"A.0.0\"\nwhen\nHeadline(containsString(\"GLP\")\nthen\nend", "4:1:expected ')' but found 'then'"},
	{"unbalanced group", "rule \"A.0.0\"\nwhen\nTable( (a() && (b() )\nthen\nend", "4:1:expected ')' but found 'then'"},
	{"no end before a rule", "rule \"A.0.0\"\nwhen\nthen\nfoo();\nrule \"B.0.0\" when then end",
		"5:1:'end' is missing before this rule (the consequence begins at line 3)"},
	{"no end before a query", "rule A when then\nfoo();\nquery \"q\" P() end", "3:1:'end' is missing before this query"},
	{"no end of a query", "query q P()\nrule A when then end", "2:1:'end' is missing before this rule"},
	{"no end of the file", "rule A when then\nfoo();\n", "3:1:'end' is missing: the consequence that begins at line 1 is not closed"},
	{"no when", "rule \"A.0.0\"\nsalience 1\nSection()\nthen end", "3:1:expected 'when' but found 'Section'"},
	{"unclosed string", "rule \"A.0.0\"\nwhen\n  Section(a == \"x)\nthen end", "3:16:string is not closed"},
	{"unclosed string before others", "rule A\nwhen\n  P(a == \"x)\n  Q(b == \"y\")\nthen foo(\"z\"); end", "3:10:string is not closed"},
	{"unclosed comment", "rule A when\n  /* x\nthen end", "2:3:comment is not closed"},
	{"misspelt exists", "rule \"A.0.0\"\nwhen\n  exits Section()\nthen end",
		"3:9:expected '(' behind 'exits' but found 'Section', did you mean 'exists'?"},
	{"misspelt rule", "rulee \"A.0.0\"\nwhen\nthen\nend",
		"1:1:expected import, global, declare, function, rule or query but found 'rulee', did you mean 'rule'?"},
	{"misspelt rule behind another", "rule A when then\nend\nrulee B when then x(); end",
		"3:1:expected a statement behind 'end' but found 'rulee', did you mean 'rule'?"},
	{"two values of salience", "rule \"A.0.0\"\nsalience high low\nwhen\nthen end", "2:15:expected 'when' but found 'low'"},
	{"semicolon in eval", "rule \"A.0.0\"\nwhen\neval( a; )\nthen end", "3:8:expected ')' but found ';'"},
	{"comma in a group", "rule \"A.0.0\"\nwhen\nSection((a, b))\nthen end", "3:11:expected ')' but found ','"},
	{"query without name", "query\nend", "2:1:expected the name of the query but found 'end'"},
	{"rule without name", "rule when then end", "1:6:expected the name of the rule but found 'when'"},
	{"unknown operator", "rule A when P(a containz b) then end",
		"1:17:expected ',', an operator or ')' in P( … ) but found 'containz', did you mean 'contains'?"},
	{"assignment", "rule A when P(a = b) then end", "1:17:'=' assigns: compare with '=='"},
	{"ternary without parentheses", "rule A when P(a ? b : c) then end", "1:17:put 'a ? b : c' in parentheses"},
	{"unclosed call", "rule A when\n  P() from a.b(c\n  Q()\nthen end", "2:16:expected ')' before 'Q' in the next line"},
	{"greedy from", "rule A when P() from a.b()\n (Q() or R()) then end", "2:3:expected an operator before '('"},
	{"two constraints", "rule A when P(a == b c) then end", "1:22:expected ',', an operator or ')'"},
	{"comma at the end", "rule A when P(a, ) then end", "1:18:expected an expression but found ')'"},
	{"two nots", "rule A when not not P() then end", "1:21:expected '(' behind 'not' but found 'P'"},
	{"two patterns in parentheses", "rule A when (P() Q()) then end", "1:18:expected ')' but found 'Q'"},
	{"or in an accumulate", "rule A when accumulate(P() or Q(); count()) then end", "1:28:expected ';' but found 'or'"},
	{"two functions behind from", "rule A when N() from accumulate(P(), f(x), g(x)) then end", "1:42:expected ')' but found ','"},
	{"empty in", "rule A when P(a in ()) then end", "1:21:expected an expression but found ')'"},
	{"enum without semicolon", "declare enum E A, B end", "1:19:expected ';' but found 'B'"},
	{"declare without end", "declare A b : int\nrule R when then end", "2:6:expected ':' but found 'R'"},
	{"second package", "import a.B\npackage c", "2:1:'package' must be the first statement of the file"},
	{"unit without package", "unit a", "1:1:'unit' must stand directly behind the package"},
	{"two semicolons", "import a.B;; import c.D", "1:12:expected import, global, declare"},
	{"constant as a name", "global int true;", "1:12:expected the name of the global but found 'true'"},
	{"group without string", "rule A agenda-group x when then end", "1:21:expected a string but found 'x'"},
	{"unclosed brace", "function f() {\n a();\n", "3:1:expected '}' for the '{' of line 1 but found end of file"},
	{"strange character", "rule A when P(a == §) then end", "1:20:the character '§' may only stand in strings and comments"},
	{"no-break space", "rule A\u00a0when then end", "1:7:the character U+00A0 may only stand in strings and comments"},
	{"zero byte", "rule A when\nP(\x00) then end", "2:3:a NUL byte may only stand in strings and comments"},
	{"illegal escape", "rule A when P(a == \"b\\i\") then end", "1:22:illegal escape character \\i"},
	{"UTF-16", "\xff\xfer\x00u\x00l\x00e\x00", "1:1:the file is UTF-16: save it as UTF-8"},
	{"UTF-16 without mark", "\x00r\x00u\x00l\x00e\x00 \x00A", "1:1:the file is UTF-16: save it as UTF-8"},
	{"local class", "rule \"A.0.0\"\nwhen\nthen\nclass X {}\nend", "4:1:'class' is not allowed in rules"},
	{"Java string over lines", "rule A when then\n f(\"a\nb\"); end", "2:4:string is not closed"},
	{"characters", "rule A when then f('ab'); end", "1:20:not a character: 'ab'"},
}

func TestDefectsAreReportedAtTheirPlace(t *testing.T) {
	for _, tt := range defects {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := parse(t, tt.text); len(got) == 0 || !strings.HasPrefix(got[0], tt.want) {
				t.Errorf("got %q, want first %q", got, tt.want)
			}
		})
	}
}

func TestOneRunReportsEachBrokenStatement(t *testing.T) {
	text := `import a.b.c d
rule "A" when P( then end
rule "B"
when
  exits P()
then
end
query "q"
  Q(a == )
end
declare T
  a int
end
rule "C" when P() then ok(); end
function f( { }
rule "D" salience when P() then a b; end
rule "E" when P() then end
`
	f, got := parse(t, text)
	want := []string{"1:14:", "2:23:", "5:9:", "9:10:", "12:5:", "15:13:", "16:24:"}
	if len(got) != len(want) {
		t.Fatalf("%d problems: %q, want len(got) = %d", len(got), got, len(want))
	}
	for i, place := range want {
		if !strings.HasPrefix(got[i], place) {
			t.Errorf("problem %d is %q, want %s", i, got[i], place)
		}
	}
	if len(f.Rules) != 2 || f.Rules[0].Name != "C" || f.Rules[1].Name != "E" {
		t.Errorf("rules left: %d, want len(f.Rules) = 2, f.Rules[0].Name = C and f.Rules[1].Name = E", len(f.Rules))
	}
}

func TestOneRunReportsEachBrokenStatementOfAConsequence(t *testing.T) {
	_, got := parse(t, `rule A when then
  a b c;
  ok();
  x.forEach(y -> { y. ; z(); });
  if (c) {
    d(;
  }
  int e = ;
  "f";
end
function void g() {
  h(;
  i j k;
}`)
	want := []string{"2:5:", "4:23:", "6:7:", "8:11:", "9:3:", "12:5:", "13:5:"}
	if len(got) != len(want) {
		t.Fatalf("%d problems: %q, want len(got) = %d", len(got), got, len(want))
	}
	for i, place := range want {
		if !strings.HasPrefix(got[i], place) {
			t.Errorf("problem %d is %q, want %s", i, got[i], place)
		}
	}
}

func TestFormsBeyondTheLevelAreNoted(t *testing.T) {
	for text, want := range map[string]string{
		"rule A when P(a.any(b -> b > 1)) then end":  "lambdas in conditions",
		"rule A when P(a.map(B::c)) then end":        "method references in conditions",
		"rule A when List<String>() then end":        "type arguments of patterns",
		"rule A when P(a == \"\"\"b\"\"\") then end": "text blocks in conditions",
		"rule A when P(a().(b)) then end":            "casts and nested constraints behind a call",
		"function int f(a) { return a; }":            "parameters without a type",
		"function int f(final int a) { return a; }":  "final parameters",
		"function int f(String... a) { return 1; }":  "variable numbers of parameters",
	} {
		f, problems := Parse(NewSource(text))
		if len(problems) > 0 || len(f.Beyond) != 1 || !strings.HasPrefix(f.Beyond[0].Message, want) {
			t.Errorf("%s: %v %v, want no problems, len(f.Beyond) = 1 and it to begin with %v", text, problems, f.Beyond, want)
		}
	}
}

func TestOldFormsAreWarnedOf(t *testing.T) {
	f, problems := Parse(NewSource("rule A when P(a > 1 && < 2) && Q() then end"))
	if len(problems) > 0 || len(f.Warnings) != 2 || f.Warnings[0].Offset != 23 || f.Warnings[1].Offset != 28 {
		t.Errorf("%v %v, want no problems, len(f.Warnings) = 2, f.Warnings[0].Offset = 23 and f.Warnings[1].Offset = 28",
			problems, f.Warnings)
	}
}

func TestEncoding(t *testing.T) {
	for text, want := range map[string]string{
		"rule A // \xe4\nwhen then end": "10 this byte is not UTF-8",
		"\xfe\xff\x00r\x00u":            "0 the file is UTF-16",
		"\xff\xfe\x00\x00r\x00\x00\x00": "0 the file is UTF-32",
		"rule \"ä\" when then end":      "",
	} {
		p, wrong := CheckEncoding([]byte(text))
		if got := itoa(p.Offset) + " " + p.Message; wrong != (want != "") || wrong && !strings.HasPrefix(got, want) {
			t.Errorf("%q: %v %s", text, wrong, got)
		}
	}
	// the parser itself takes any bytes where any text may stand
	if _, got := parse(t, "rule A // \xe4\nwhen P(a == \"\xe4\") then /* \xff */ end"); len(got) > 0 {
		t.Error(got)
	}
}
