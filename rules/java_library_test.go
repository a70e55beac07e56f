package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestTheLibraryGivesWhatJavaGives runs expressions, some behind statements, and
// compares what they give or throw with the record of a Java virtual machine.
func TestTheLibraryGivesWhatJavaGives(t *testing.T) {
	var codes, wants []string
	for _, row := range record.ReadRows(t, "testdata/java-library.txt") {
		code, want, _ := strings.Cut(row, "\t")
		codes, wants = append(codes, code), append(wants, want)
	}
	if len(codes) < 3000 {
		t.Errorf("only %d expressions, want at least 3000", len(codes))
	}
	const batch = 100
	for at := 0; at < len(codes); at += batch {
		end := min(at+batch, len(codes))
		for i, got := range libraryResults(t, codes[at:end]) {
			if want := wants[at+i]; got != want &&
				!(strings.HasPrefix(want, "!") && !strings.Contains(want, ":") && strings.HasPrefix(got, want+":")) {
				t.Errorf("%s\ngot  %s\nwant %s", codes[at+i], got, want)
			}
		}
	}
}

// libraryResults runs each code in a function of its own. A result begins with =, an
// exception with !.
func libraryResults(t *testing.T, codes []string) []string {
	t.Helper()
	results := make([]string, len(codes))
	take := host.M(host.Ours, "take(int, Object) void", func(_ *host.Call, _ any, a []any) any {
		results[a[0].(int32)] = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(host.ToString(a[1]))
		return nil
	})
	registry := host.NewRegistry(slices.Concat(javalib.Classes(), model.Classes()),
		[]*host.Class{{Name: "Example", Statics: []*host.Method{take}}})
	text, calls := "import java.util.*; import java.math.*; import java.util.function.*; import java.util.stream.*; import "+
		"java.util.regex.*;\n", ""
	for i, code := range codes {
		statements, last := code[:lastStatement(code)], code[lastStatement(code):]
		text += fmt.Sprintf("function Object m%d() { %s return %s; }\n", i, statements, last)
		calls += fmt.Sprintf(`try { Example.take(%d, "= " + m%d()); } catch (Throwable x) { Example.take(%d, "! " + x); }`+"\n", i, i, i)
	}
	source := syntax.NewSource(text + `rule "EX.1.0" when then ` + calls + " end")
	file, problems := syntax.Parse(source)
	problems = append(problems, syntax.ParseJava(file)...)
	runnable, refused := check.FindUnsupported(file)
	program, wrong := engine.CompileWithGlobals(runnable, registry, nil)
	if problems = slices.Concat(problems, refused, wrong); len(problems) > 0 {
		t.Fatalf("%s\n%+v, want none", codes[placeProblems(source, problems)[0].Line-2], problems)
	}
	session := engine.NewSession(context.Background(), program, nil, nil, engine.Limits{})
	if err := session.Run(); err != nil {
		t.Fatal(err)
	}
	return results
}

// lastStatement is where the expression behind all statements begins.
func lastStatement(code string) int {
	for _, kind := range []string{"List<", "Map<", "StringBuilder ", "Matcher ", "var ", "Stream<"} {
		if strings.HasPrefix(code, kind) {
			return max(strings.LastIndex(code, "; ")+2, strings.LastIndex(code, "} l")+2)
		}
	}
	return 0
}
