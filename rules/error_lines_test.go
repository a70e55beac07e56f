package rules

import (
	"errors"
	"strings"
	"testing"
)

// TestErrorsNameTheirLine has consequences in which one expression fails; « stands in
// the line that the error names.
func TestErrorsNameTheirLine(t *testing.T) {
	for _, code := range []string{
		"int a = 1;\n int b =\n a «/ 0;", "int[] a = {1};\n int b = 0;\n b = a\n«[1];",
		"int[] a = {1};\n a[0] = 2;\n «a\n[2] = 3;", "int[] a = {1};\n «a\n[1]++;", "int[] a = null;\n «a\n[1] += 2;",
		"String s = null;\n s = s;\n s.\n«length();", "List.of(1)\n.\n«get(5);",
		"Object o = \"x\";\n Integer i =\n«(Integer) o;", "List<Integer> l = null;\n l = l;\n for (int i :\n«l) { }",
		"int a = 2;\n «throw new IllegalStateException(\"x\");", "String s = \"a\";\n s = s +\n Integer.\n«parseInt(\"x\");",
		"int a = 2;\n a «%= 0;", "int a = 2;\n a = a\n«% 0;",
		"List.of(1).forEach(x -> {\n int y = x;\n y = y «/ 0;\n });",
		"List.of(\"a\").stream()\n.map(Integer::\nparseInt)\n.«toList();",
		"Function<String, Integer> f = Integer::valueOf;\n f.\n«apply(\"x\");",
		"Optional.empty()\n.\n«get();", "new ArrayList<>().\n«iterator()\n.«next();", "int n = 1;\n «new ArrayList<>(-n);",
		"Integer i = null;\n i = i;\n int j = 1\n«+ i;", "Supplier<Integer> f = () ->\n 1 «/ 0;\n f.get();",
		"String s = null;\n s = s;\n «switch (\ns) { case \"a\": }", "try {\n int a = 1;\n} finally {\n int b = 1 «/ 0;\n}",
		"int k = 1;\n while (k < 3) {\n k++;\n k = k «/ (k - 2);\n }", "boolean b = true;\n int x = b ?\n 1 «/ 0 : 2;",
		"«update(\n5);",
		"Entity e = null;\n int a = 1;\n String s = e\n«.value;",
	} {
		file := "import java.util.*; import java.util.function.*;\nrule \"A.0.0\" when then\n" + code + "\nend"
		text := strings.ReplaceAll(file, "«", "")
		wants := map[int]bool{}
		for at := range file {
			if strings.HasPrefix(file[at:], "«") {
				wants[1+strings.Count(file[:at], "\n")] = true
			}
		}
		component, problems := compileProblems(ComponentRules, []byte(text))
		if component == nil {
			t.Errorf("got %s, want component != nil\n%v", code, problems)
			continue
		}
		_, err := Run(t.Context(), compileOK(t, EntityRules, `rule "E.0.0" when then end`), component, sampleInput())
		var failed *RuleError
		if !errors.As(err, &failed) {
			t.Errorf("%s\nno error: %v", code, err)
			continue
		}
		if !wants[failed.Line] || failed.Rule != "A.0.0" || failed.Side != ComponentRules {
			t.Errorf("%s\ngot line %d, want %v: %v", code, failed.Line, wants, err)
		}
	}
}

// TestErrorsNameTheirFunction: that in which the line stands, none for a rule.
func TestErrorsNameTheirFunction(t *testing.T) {
	for code, want := range map[string]string{"first(0);": "first", "second(0);": "second", "second(-1);": "first",
		"int n = first(1) / 0;": ""} {
		component := compileOK(t, ComponentRules, `function int first(int a) { return 1 / a; }
			rule "A.0.0" when then `+code+` end
			function int second(int a) { if (a < 0) first(0); return 1 / a; }`)
		_, err := Run(t.Context(), compileOK(t, EntityRules, `rule "E.0.0" when then end`), component, sampleInput())
		var failed *RuleError
		if !errors.As(err, &failed) || failed.Function != want {
			t.Errorf("%s: got %+v, want the function %q", code, failed, want)
		}
	}
}
