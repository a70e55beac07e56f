package syntax

import (
	"os"
	"path/filepath"
	"testing"
)

// checkRoundTrip prints a file and reads it again: the tree must be the same, and
// so must what is printed of it.
func checkRoundTrip(t *testing.T, text string) {
	t.Helper()
	f, problems := Parse(NewSource(text))
	if len(problems) > 0 {
		t.Fatalf("%s\n%v, want none", text, problems)
	}
	printed := Print(f)
	again, problems := Parse(NewSource(printed))
	if len(problems) > 0 {
		line, column := again.Source.Position(problems[0].Offset)
		t.Fatalf("printed file does not parse: %d:%d %s\n%s, want len(problems) = 0",
			line, column, problems[0].Message, printed)
	}
	if want, got := treeText(f.Source, f), treeText(again.Source, again); got != want {
		t.Fatalf("printed file has another tree:\n%s\n%s\n%s", printed, want, got)
	}
	if third := Print(again); third != printed {
		t.Fatalf("printed twice:\n%s\n%s", printed, third)
	}
}

func TestPrintedFilesHaveTheSameTree(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "testdata", "*.drl"))
	if err != nil || len(names) < 4 {
		t.Fatal(err, names)
	}
	for _, name := range append(names, "testdata/trees/rare_conditions.drl", "testdata/trees/rare_java.drl") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, string(text))
	}
}

func TestPrintedJavaHasTheSameTree(t *testing.T) {
	for _, code := range []string{
		"int a = 1, b[] = {2, 3}; final var c = (String) d; List<Map<String, ?>> e = new ArrayList<>();",
		"a = b += c ? d : e -> f; a++; --b[1]; x.y(z, 'c', \"s\\n\", 1L, 2.5f, 0xff, -2147483648);",
		"if (a) b(); else if (c) { d(); } else ;",
		"for (int i = 0, j = 1; i < n; i++, j--) { continue; } for (;;) break; for (var x : xs) y(x); for (i = 0; ; ) z();",
		"while (a) b(); do { c(); } while (!d); return; return x.y;",
		"try { a(); } catch (B | C d) { throw new D(e); } finally { f(); } try { } finally { }",
		"switch (a) { case 1, 2: b(); break; default: c(); } x = switch (y) { case A -> 1; case B, default -> { yield 2; } };",
		"a.forEach(b -> { c(b); return; }); a.map((x, y) -> x + y).map(() -> z).map(String::valueOf).map(int[]::new).map((int q) -> q);",
		"modify (a) { setB(1), setC(2) } modify($s) { } new A(b).c(); x = new int[3][]; y = new String[] { \"x\" }.length;",
		"x = a instanceof B b && !(c instanceof D) || e >> 1 >>> 2 << 3 == (f & g ^ h | i) - -j + +k * ~l % m / n;",
		"x = (a + b) * c - (d - e); y = (Function<A, B>) z -> z; A.class.b(); int[].class.c(); \"\"\"\n  text\n  \"\"\".d();",
	} {
		f, _ := Parse(NewSource("rule A when then " + code + "\nend"))
		if problems := ParseJava(f); len(problems) > 0 {
			t.Fatalf("%s: %v, want none", code, problems)
		}
		p := &printer{}
		printed := p.printStmts(f.Rules[0].Then.Stmts)
		again, _ := Parse(NewSource("rule A when then " + printed + "\nend"))
		if problems := ParseJava(again); len(problems) > 0 {
			t.Fatalf("%s\n%s: %v, want none", code, printed, problems)
		}
		if want, got := treeText(f.Source, f.Rules[0].Then), treeText(again.Source, again.Rules[0].Then); want != got {
			t.Errorf("%s\n%s\n%s\n%s", code, printed, want, got)
		}
	}
}

// FuzzPrint holds the printer to its promise for whatever parses.
func FuzzPrint(f *testing.F) {
	f.Add("rule A salience (1) when $x : (P(a > 1 && < 2, b.(c)) or Q()) not (R() from s) then x(); end")
	f.Add("query q(int a) /b/c[d]#E do[f] end declare T extends U a : int = 1 @key end")
	f.Fuzz(func(t *testing.T, text string) {
		if _, problems := Parse(NewSource(text)); len(problems) == 0 {
			checkRoundTrip(t, text)
		}
	})
}
