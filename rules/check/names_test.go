package check

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestRuleNamesHaveAnIdentifierOfTheirOwn(t *testing.T) {
	const form = `: the name must begin with Group.Unit.Number, such as "Invoice.1.0: Name"`
	tests := []struct{ name, rules, want string }{
		{"identifier alone", `rule "A.0.0" when then end`, ""},
		{"with a name", `rule "A_1.20.300: Some name" when then end`, ""},
		{"without a blank", `rule "A.0.0:Name" when then end`, ""},
		{"blanks around it", `rule " A.0.0: Name " when then end`, ""},
		{"no identifier", `rule "Name" when then end`, `"Name" when then end` + form},
		{"two parts", `rule "A.0" when then end`, `"A.0" when then end` + form},
		{"four parts", `rule "A.0.0.0" when then end`, `"A.0.0.0" when then end` + form},
		{"letters for a number", `rule "A.x.0" when then end`, `"A.x.0" when then end` + form},
		{"a dash in the group", `rule "A-B.0.0" when then end`, `"A-B.0.0" when then end` + form},
		{"a name without a colon", `rule "A.0.0 Name" when then end`, `"A.0.0 Name" when then end` + form},
		{"used twice", "rule \"A.0.0: x\" when then end\n\nrule \"A.0.0: y\" when then end",
			`"A.0.0: y" when then end: the identifier A.0.0 is used already, in line 1`},
		{"used three times", "rule \"A.0.0\" when then end rule \"A.0.0\" when then end rule \"A.0.0: z\" when then end",
			`"A.0.0" when then end rule "A.0.0: z" when then end: the identifier A.0.0 is used already, in line 1` + "\n" +
				`"A.0.0: z" when then end: the identifier A.0.0 is used already, in line 1`},
		{"the same number in another group", `rule "A.0.0" when then end rule "B.0.0" when then end`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := parseFile(t, tt.rules)
			if got := places(file, CheckRuleNames(file)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestWhatReachesOutIsForbidden(t *testing.T) {
	tests := []struct{ code, want string }{
		{`System.exit(1)`, "System"}, {`a = System . out`, "System"}, {`System`, ""}, {`Systems.x()`, ""}, {`x.System.y()`, ""},
		{`Runtime.getRuntime()`, "Runtime"}, {`new ProcessBuilder()`, "ProcessBuilder"}, {`Process p`, "Process"},
		{`new Thread()`, "Thread"}, {`ClassLoader l`, "ClassLoader"},
		{`Class.forName("x")`, "Class.forName"}, {`Class.name`, ""}, {`x.getClass()`, "getClass"}, {`x.getClass`, ""}, {`getClass()`, ""},
		{`java.lang.reflect.Method m`, "java.lang.reflect"}, {`java.lang.Runtime.getRuntime()`, "Runtime"},
		{`java.lang.System.exit(0)`, "System"}, {`java.lang.String s`, ""},
		{`java.io.File f`, "java.io"}, {`java.nio.file.Files f`, "java.nio"}, {`java.net.URL u`, "java.net"},
		{`java.util.List l`, ""}, {`javax.script.ScriptEngine e`, "javax.script"},
		{`sun.misc.Thing t`, "sun"}, {`x.sun.y()`, ""}, {`Unsafe u`, "Unsafe"},
		{`kcontext.getKieRuntime()`, "kcontext.getKieRuntime"}, {`kcontext.getRule()`, ""},
		{`org.springframework.Bean b`, "org.springframework"}, {`"System.exit"`, ""}, {`// Thread`, ""},
		{`/* Runtime */ x`, ""}, {`x.Thread`, ""},
	}
	for _, tt := range tests {
		src := syntax.NewSource("rule \"A\" when then\n" + tt.code + ";\nend")
		b := FindForbidden(tokensOf(src))
		switch {
		case tt.want == "" && len(b.Problems) > 0:
			t.Errorf("%s: got %v", tt.code, b.Problems)
		case tt.want != "" && (len(b.Problems) != 1 || b.Problems[0].Message != tt.want+
			" is blacklisted: rules must not reach out of the document" ||
			!strings.HasPrefix(src.Text[b.Problems[0].Offset:], tt.want[:1])):
			t.Errorf("%s: got %v", tt.code, b.Problems)
		}
	}
}

func TestWhatElseIsWrongWithAForbiddenNameIsNotTold(t *testing.T) {
	src := syntax.NewSource("java.io.File f; Thread t; x.getClass().y(); import java.net.*; z")
	b := FindForbidden(tokensOf(src))
	var others []syntax.Problem
	for _, word := range []string{"java", "File", "f;", "Thread", "t;", "getClass", "y()", "*", "z"} {
		others = append(others, syntax.Problem{Offset: strings.LastIndex(src.Text, word), Message: word})
	}
	var got []string
	for _, p := range b.OutsideBans(others) {
		got = append(got, p.Message)
	}
	if want := "y() z"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if len(others) != 9 {
		t.Error("the problems handed in were changed")
	}
}

func TestProblemsAreNamedAfterTheirStatement(t *testing.T) {
	long := strings.Repeat("n", 200)
	file, _ := syntax.Parse(syntax.NewSource(`import a.B;
global C c
declare D x: int end
function int f() { return 1; }
query "q" E() end
rule "A.0.0: a" when then end
rule "B.0.0" wrong wrong wrong
when then end
rule "` + long + `" when then end
import z.Z;`))
	tests := []struct{ at, want string }{
		{"a.B", ""}, {"C c", ""}, {"x: int", "declare D"}, {"return", "function f"}, {"E()", `query "q"`}, {"\"A.0.0", `rule "A.0.0: a"`},
		{"wrong", `rule "B.0.0"`}, {long, `rule "` + long[:79] + "…"}, {"z.Z", ""},
	}
	subjects := SubjectsOf(file, tokensOf(file.Source))
	for _, tt := range tests {
		p := syntax.Problem{Offset: strings.Index(file.Source.Text, tt.at), Message: "m"}
		want := "m"
		if tt.want != "" {
			want = tt.want + ": m"
		}
		if got := subjects.WithSubjects([]syntax.Problem{p}); len(got) != 1 || got[0].Message != want || got[0].Offset != p.Offset {
			t.Errorf("%s: got %v, want %s", tt.at, got, want)
		}
	}
}

func tokensOf(src *syntax.Source) []syntax.Token {
	tokens, _ := syntax.Lex(src)
	return tokens
}
