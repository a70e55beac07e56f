package rules

import "testing"

// TestEngineHonoursTheRuleLanguage counts firings by components named after rules.
func TestEngineHonoursTheRuleLanguage(t *testing.T) {
	const out = ` componentCreationService.create("C.0.0", "F", `
	tests := []struct{ name, rules, want string }{
		{"no-loop stops a rule from waking itself", `declare N v: int end
rule "A.0.0" salience 9 when then insert(new N(1)); end
rule "A.1.0" no-loop when $n: N(v < 9) then modify($n) { setV($n.getV() + 1) } end
rule "A.2.0" salience -1 when N($v: v) then` + out + `"" + $v, ""); end`, "2;"},
		{"without it the guard ends the loop", `declare N v: int end
rule "A.0.0" salience 9 when then insert(new N(1)); end
rule "A.1.0" when $n: N(v < 9) then modify($n) { setV($n.getV() + 1) } end
rule "A.2.0" salience -1 when N($v: v) then` + out + `"" + $v, ""); end`, "9;"},
		{"modify wakes only readers of the property", `declare N v: int  w: int end
rule "A.0.0" salience 9 when then insert(new N(1, 1)); end
rule "A.1.0" when N(v > 0) then` + out + `"v", ""); end
rule "A.2.0" when N(w > 0) then` + out + `"w", ""); end
rule "A.3.0" salience -1 no-loop when $n: N() then modify($n) { setW(2) } end`, "v;w;w;"},
		{"a logical fact ends with its reason", `declare N v: int end declare L v: int end
rule "A.0.0" salience 9 when then insert(new N(1)); end
rule "A.1.0" salience 8 when N(v == 1) then insertLogical(new L(1)); end
rule "A.2.0" salience 7 when $n: N(v == 1) L() then modify($n) { setV(2) } end
rule "A.3.0" when not L() then` + out + `"gone", ""); end`, "gone;"},
		{"one of an activation group fires", `rule "A.0.0" activation-group "g" when then` + out + `"1", ""); end
rule "A.1.0" activation-group "g" salience 1 when then` + out + `"2", ""); end`, "2;"},
		{"collect matches without facts", `rule "A.0.0" when $l: List() from collect(Entity()) then` + out +
			`"" + $l.size(), ""); end`, "0;"},
		{"max of nothing does not match", `rule "A.0.0" when accumulate(Entity($v: value); $m: max($v)) then` + out + `"x", ""); end
rule "A.1.0" when accumulate(Entity(); $n: count(1); $n == 0) then` + out + `"none", ""); end`, "none;"},
		{"or fires once a branch", `rule "A.0.0" when (FileAttribute(label == "a") or FileAttribute(value == "b")) then` + out +
			`"x", ""); end`, "x;x;"},
		{"exists fires once", `rule "A.0.0" when exists FileAttribute() then` + out + `"x", ""); end`, "x;"},
		{"forall", `rule "A.0.0" when forall(FileAttribute(label == "a")) then` + out + `"x", ""); end
rule "A.1.0" when forall(FileAttribute(label == "z")) then` + out + `"y", ""); end`, "x;"},
		{"a rule extends another", `rule "A.0.0" enabled false when FileAttribute($l: label) then end
rule "A.1.0" extends "A.0.0" when FileAttribute(value == "b", label == $l) then` + out + `$l, ""); end`, "a;"},
		{"auto-focus gives its group the next turn", `declare N v: int end
rule "A.0.0" when then` + out + `"1", ""); insert(new N(1)); end
rule "A.1.0" when then` + out + `"3", ""); end
rule "A.2.0" agenda-group "g" auto-focus when N() then` + out + `"2", ""); end
rule "A.3.0" agenda-group "h" when N() then` + out + `"never", ""); end`, "1;3;2;"},
		{"setFocus does so too", `rule "A.0.0" when then` + out + `"1", ""); drools.setFocus("g"); end
rule "A.1.0" when then` + out + `"3", ""); drools.setFocus("MAIN"); end
rule "A.2.0" agenda-group "g" when then` + out + `"2", ""); end`, "1;2;3;"},
		{"the query for components chooses", `query "getComponents" $c: Component(value != "2") end
rule "A.0.0" when then` + out + `"1", "");` + out + `"2", ""); end`, "1;"},
		{"an earlier rule that wakes up goes first", `declare N v: int end
rule "A.0.0" when N($v: v) then` + out + `"n" + $v, ""); end
rule "A.1.0" when $i: Integer() from List.of(1, 2) then` + out + `"i" + $i, ""); insert(new N($i)); end`, "i2;n2;i1;n1;"},
	}
	entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then end")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := Input{Tree: newTree().section("h").tree(), Attributes: []Attribute{{Label: "a", Value: "b"}}}
			if got := values(t, entity, compileOK(t, ComponentRules, tt.rules), in)["F"]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
