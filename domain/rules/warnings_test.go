package rules

import "testing"

func TestDoubtfulRulesAreAcceptedWithWarnings(t *testing.T) {
	tests := []struct {
		name, body   string
		line, column int // of the warning; 0 for none
	}{
		{"another identifier", "rule \"A.0.0: x\" when $e: TextEntity() then\n  $e.apply(\"A.0.1\", \"r\"); end", 4, 12},
		{"its own identifier", "rule \"A.0.0: x\" when $e: TextEntity() then $e.apply(\"A.0.0\", \"r\"); end", 0, 0},
		{"no identifier", "rule \"A.0.0\" when $e: TextEntity() then $e.apply(\"found\", \"r\"); end", 0, 0},
		{"strings by ==", "rule \"A.0.0\" when $e: TextEntity() then boolean b = $e.getValue() == \"x\"; end", 3, 67},
		{"strings in a condition", "rule \"A.0.0\" when TextEntity(value == \"x\") then end", 0, 0},
		{"an unknown import", "import com.example.Unheard;\nrule \"A.0.0\" when then end", 3, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := compileOK(t, Entity, tt.body).Warnings()
			if tt.line == 0 && len(got) > 0 || tt.line > 0 && (len(got) != 1 || got[0].Line != tt.line || got[0].Column != tt.column) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestWarningsAreToldBesideErrors holds that a file that is refused has its warnings
// too, and that they are no errors.
func TestWarningsAreToldBesideErrors(t *testing.T) {
	const src = "import com.example.Unheard;\nrule \"A.0.0\" when Unknown() then end"
	p, r := Check(Entity, []byte(src))
	if p != nil || len(r.Errors) != 1 || r.Errors[0].Line != 2 || len(r.Warnings) != 1 || r.Warnings[0].Line != 1 {
		t.Errorf("got %+v", r)
	}
	for src, message := range map[string]string{"": "the file is empty", "rule \xff": "the file is not UTF-8"} {
		_, whole := Check(Component, []byte(src))
		if len(whole.Errors) != 1 || whole.Errors[0] != (Problem{1, 1, message}) {
			t.Errorf("%q: got %+v", src, whole)
		}
	}
}
