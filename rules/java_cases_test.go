package rules

import "testing"

// A javaCase is code of a consequence and what it leaves in the string out.
type javaCase struct{ code, want string }

// javaGives runs each case in a consequence of its own.
func javaGives(t *testing.T, cases []javaCase) {
	t.Helper()
	entity := compileOK(t, EntityRules, `rule "A.0.0" when then end`)
	in := Input{Tree: newTree().section("h").tree()}
	for _, c := range cases {
		component, problems := compileProblems(ComponentRules,
			[]byte(`import java.util.*; import java.util.function.*; import java.util.stream.*; import java.util.regex.*;
import java.math.*; import java.time.*; import java.time.format.*; import java.time.temporal.*;
global ComponentCreationService componentCreationService
rule "C.0.0" when then String out = ""; `+c.code+` componentCreationService.create("C.0.0", "Out", out, ""); end`))
		if component == nil {
			t.Errorf("got %s, want component != nil\n%v", c.code, problems)
			continue
		}
		result, err := Run(t.Context(), entity, component, in)
		if err != nil {
			t.Errorf("%s\n%v, want no error", c.code, err)
			continue
		}
		got := ""
		for _, made := range result.Components {
			got += made.Value
		}
		if got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.code, got, c.want)
		}
	}
}
