package syntax

import (
	"strings"
	"testing"
	"time"
)

// hostile are beginnings that go on and on: n times the part in the middle.
var hostile = []struct{ name, head, part, tail string }{
	{"parentheses", "rule A when X(", "(", ""},
	{"conditions in parentheses", "rule A when ", "(", "X() then end"},
	{"not", "rule A when ", "not(", "X() then end"},
	{"prefix or", "rule A when ", "(or ", "X() then end"},
	{"signs", "rule A when X(", "!", "a) then end"},
	{"calls", "rule A when X(", "a(", ") then end"},
	{"nested constraints", "rule A when X(", "a.(", "b) then end"},
	{"lists", "rule A when X(", "[", "a) then end"},
	{"casts", "rule A when X(", "(a) (", "b) then end"},
	{"ternaries", "rule A when eval(", "a ? ", "b) then end"},
	{"operators", "rule A when X(", "a + ", "b) then end"},
	{"members", "rule A when X(a", ".b()", ") then end"},
	{"half constraints", "rule A when X(a > 1", " && < 2", ") then end"},
	{"tildes", "rule A when X(a ", "~", "= b) then end"},
	{"comparisons that could be types", "rule A when X(f(", "a<b,", "c)) then end"},
	{"long names", "import ", "a.", "b"},
	{"accumulations", "rule A when ", "accumulate(", ""},
	{"actions", "rule A when X() ", "if (a) do[x] else ", "do[y] then end"},
	{"annotations", "rule A when ", "@a(", ""},
	{"braces", "function f() ", "{", ""},
	{"ends", "rule A when then ", "end ", ""},
	{"rules without end", "", "rule A when then x();\n", ""},
	{"rules without anything", "", "rule\n", ""},
	{"quotes", "", "\"", ""},
	{"comments", "", "/*", ""},
	{"zero bytes", "", "a\x00\n", ""},
	{"bytes that are no text", "", "\xff", ""},
	{"blocks", "rule A when then ", "{", "end"},
	{"else if", "rule A when then ", "if (a) b(); else ", "; end"},
	{"lambdas", "rule A when then x = ", "(a) -> ", "a; end"},
	{"type arguments", "rule A when then ", "A<", "b; end"},
	{"comparisons in calls", "rule A when then x = f(", "a<b,", "c); end"},
	{"array literals", "rule A when then int[] x = ", "{", "; end"},
}

// TestHostileFilesTakeLinearTime reads each of them twice, in two lengths: no
// panic, and not much more than the same time for each byte.
func TestHostileFilesTakeLinearTime(t *testing.T) {
	read := func(text string) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			f, problems := Parse(NewSource(text))
			for _, p := range append(problems, ParseJava(f)...) {
				f.Source.Position(p.Offset)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			small := read(h.head + strings.Repeat(h.part, 500) + h.tail)
			large := read(h.head + strings.Repeat(h.part, 10_000) + h.tail)
			if large > 200*small && large > 2*time.Second {
				t.Errorf("20 times the length takes %.0f times as long: %v, want large at most %v or large at most %v",
					float64(large)/float64(small), large, 200*small, 2*time.Second)
			}
		})
	}
}

func TestDeepFilesAreRefusedWithTheirPlace(t *testing.T) {
	for _, text := range []string{
		"rule A when X(" + strings.Repeat("(", 5000) + "a" + strings.Repeat(")", 5000) + ") then end",
		"rule A when " + strings.Repeat("not(", 5000) + "X()" + strings.Repeat(")", 5000) + " then end",
		"rule A when then x = " + strings.Repeat("f(", 5000) + "a" + strings.Repeat(")", 5000) + "; end",
		"rule A when then " + strings.Repeat("{", 5000) + strings.Repeat("}", 5000) + " end",
	} {
		if _, got := parse(t, text); len(got) != 1 || !strings.HasSuffix(got[0], "nested more than 200 levels deep") {
			t.Errorf("%.40s…: %q, want len(got) = 1 and %q at its end", text, got, "nested more than 200 levels deep")
		}
	}
	if _, got := parse(t, "rule A when X("+strings.Repeat("a.b + ", 20_000)+"c) then end"); len(got) != 1 || !strings.Contains(got[0], "in a row") {
		t.Errorf("%q, want len(got) = 1 and %q in got[0]", got, "in a row")
	}
	half := "a"
	for range 30 {
		half = "(" + half + " > 1 && < 2)"
	}
	if _, got := parse(t, "rule A when X("+half+") then end"); len(got) != 1 || !strings.Contains(got[0], "without left side") {
		t.Errorf("%q, want len(got) = 1 and %q in got[0]", got, "without left side")
	}
	if _, got := parse(t, "rule A when then "+strings.Repeat("if (a) b(); else ", 3000)+"c(); end"); len(got) != 0 {
		t.Errorf("%q, want 0", got)
	}
}

func TestTenThousandRules(t *testing.T) {
	f, problems := Parse(NewSource(manyRules(10_000)))
	if len(problems) > 0 || len(f.Rules) != 10_000 {
		t.Fatal(len(f.Rules), problems)
	}
}

func TestProblemsOfAFileAreBounded(t *testing.T) {
	f, problems := Parse(NewSource(strings.Repeat("rule x\n", 100_000)))
	if len(problems) < 1000 || len(problems) > 1010 || len(f.Warnings) > 1000 {
		t.Errorf("%d problems, want len(problems) at least 1000, len(problems) at most 1010 and len(f.Warnings) at most 1000",
			len(problems))
	}
}
