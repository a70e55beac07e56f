package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) (*File, []string) {
	t.Helper()
	f, problems := Parse(NewSource(text))
	problems = append(problems, ParseJava(f)...)
	var out []string
	for _, p := range problems {
		line, col := f.Source.Position(p.Offset)
		out = append(out, strings.Join([]string{itoa(line), itoa(col), p.Message}, ":"))
	}
	return f, out
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + itoa(n%10)
	}
	return string(rune('0' + n))
}

func TestExampleFilesParseWhole(t *testing.T) {
	want := map[string]int{"invoice-entity-rules.drl": 9, "invoice-component-rules.drl": 8, "toxicology-entity-rules.drl": 12,
		"toxicology-component-rules.drl": 9}
	for name, rules := range want {
		text, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		f, problems := parse(t, string(text))
		if len(problems) > 0 || len(f.Rules) != rules {
			t.Errorf("%s: %d rules, want %d; problems %q", name, len(f.Rules), rules, problems)
		}
	}
}

func TestConsequenceEndsOnlyBeforeAStatement(t *testing.T) {
	f, problems := parse(t, "rule A when then int end = 3; x.end(end); /* end */ f(\"then end\"); end\nrule B when Section(type "+
		"== 'x', $end: end) then end")
	if len(problems) != 0 || len(f.Rules) != 2 || len(f.Rules[0].Then.Stmts) != 3 {
		t.Fatalf("rules %d, problems %q, want no problems, len(f.Rules) = 2 and len(f.Rules[0].Then.Stmts) = 3", len(f.Rules), problems)
	}
}

func TestConsequencesAreTextToTheParserOfRules(t *testing.T) {
	for _, text := range []string{
		"rule A when then foreach (x : xs) { ~ \\ # `y` } x := 'two\nlines' end",
		"function void f() { '}' ~ { } }\nrule B when then end",
		"rule A when then class X {} end",
	} {
		f, problems := Parse(NewSource(text))
		if len(problems) > 0 || len(f.Rules) != 1 {
			t.Errorf("%q: %v, want len(problems) = 0 and len(f.Rules) = 1", text, problems)
		}
	}
	f, _ := Parse(NewSource("rule A when then\n  /* a */ go( ;\n  end // b"))
	code := f.Rules[0].Code
	if got := f.Source.Text[code.Pos():code.End]; got != "\n  /* a */ go( ;\n  " {
		t.Errorf("consequence %q, want %q", got, "\n /* a */ go( ;\n ")
	}
	problems := ParseJava(f)
	if line, column := f.Source.Position(problems[0].Offset); len(problems) != 1 || line != 2 || column != 15 {
		t.Errorf("%d:%d %v, want len(problems) = 1, line = 2 and column = 15", line, column, problems)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("rule \"A.0.0: x\" when $s: Section(a() && !b, $t: (x + 1)) then for (var x : xs) { y(x -> -x); } end")
	f.Fuzz(func(t *testing.T, text string) {
		file, problems := Parse(NewSource(text))
		problems = append(problems, ParseJava(file)...)
		for _, p := range problems {
			if p.Offset < 0 || p.Offset > len(text) {
				t.Fatalf("problem outside of the text: %d, want p.Offset at least 0 and p.Offset at most %d", p.Offset, len(text))
			}
		}
		if file == nil {
			t.Fatal("no file")
		}
	})
}
