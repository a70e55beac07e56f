package rules

import (
	"strings"
	"testing"
)

// A firingCase is rules and what they log, in order. A rule logs by LOG(expression);
// the facts are N with a number v, a word s and a list l, made by a first rule.
type firingCase struct{ rules, want string }

// numbers makes the facts of firing cases: N(1, "a"), N(2, "b"), N(3, "b").
const numbers = `declare N v: int s: String l: List end
declare M x: int @key w: String end
rule "Z.0.0" salience 1000 when then
  insert(new N(1, "a", List.of("p", "q"))); insert(new N(2, "b", List.of())); insert(new N(3, "b", List.of("q"))); end
`

// fires runs each case in the component session and compares what it logs, which is
// separated by blanks.
func fires(t *testing.T, cases []firingCase) {
	t.Helper()
	entity := compileOK(t, EntityRules, `rule "A.0.0" when then end`)
	in := Input{Tree: newTree().section("h").tree(), Limits: Limits{Firings: 200}}
	for _, c := range cases {
		source := c.rules
		for {
			before, after, found := strings.Cut(source, "LOG(")
			if !found {
				break
			}
			depth, end := 1, 0
			for ; depth > 0; end++ {
				depth += map[byte]int{'(': 1, ')': -1}[after[end]]
			}
			source = before + `componentCreationService.create("R", "Log", "" + (` + after[:end-1] + `))` + after[end:]
		}
		component, problems := compileProblems(ComponentRules,
			[]byte("import java.util.*; import java.math.*;\nglobal ComponentCreationService componentCreationService\n"+numbers+source))
		if component == nil {
			t.Errorf("got %s, want component != nil\n%v", c.rules, problems)
			continue
		}
		result, err := Run(t.Context(), entity, component, in)
		var got []string
		for _, made := range result.Components {
			got = append(got, made.Value)
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.rules, strings.Join(got, " "), c.want)
		}
	}
}
