package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFailureNamesFileLineAndFunction runs rules that take a text behind its end.
func TestAFailureNamesFileLineAndFunction(t *testing.T) {
	for _, c := range []struct{ name, head, code, want string }{
		{"in a rule", "", `$e.getValue().substring(99)`, "failed in line 8 of component-rules.drl: "},
		{"in a function", "function String end(String s) {\n  return s.substring(99);\n}\n", `end($e.getValue())`,
			"failed in line 4 of component-rules.drl, in the function end: "},
	} {
		dir := orderTemplate(t, nil)
		rules := "package drools\nglobal ComponentCreationService componentCreationService\n" + c.head +
			"\nrule \"A.0.0: fails\"\nwhen\n  $e: Entity()\nthen\n  componentCreationService.create(\"A.0.0\", \"A\", " +
			c.code + ", \"\");\nend\n"
		if err := os.WriteFile(filepath.Join(dir, componentRuleFile), []byte(rules), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, said := tool(t, "", "rules", "run", "--template", dir, writeFile(t, "order.md", orderText))
		if code != 1 || !strings.Contains(said, "Rule A.0.0: fails "+c.want) {
			t.Errorf("%s: %d %s%s, want code = 1 and %v in said", c.name, code, out, said, "Rule A.0.0: fails "+c.want)
		}
	}
}
