package check

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func parseFile(t *testing.T, src string) *syntax.File {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(src))
	if problems = append(problems, syntax.ParseJava(file)...); len(problems) > 0 {
		t.Fatal(problems)
	}
	return file
}

// place is the text at the offset of each problem, and what was said of it.
func places(f *syntax.File, problems []syntax.Problem) string {
	var out []string
	for _, p := range problems {
		word, _, _ := strings.Cut(f.Source.Text[p.Offset:], ";")
		out = append(out, word+": "+p.Message)
	}
	return strings.Join(out, "\n")
}

func TestRulesThatWakeThemselvesAreDoubted(t *testing.T) {
	const end = "; it may fire for ever: add no-loop, or a condition that this makes false"
	update, modify := "update($n): the rule updates $n, which it matches"+end,
		"$n) { setV(1) } end: the rule modifies $n, which it matches"+end
	insert := "insert(new N(1)): the rule inserts a N, and matches all of them" + end
	tests := []struct{ name, attrs, when, then, want string }{
		{"update", "", "$n: N()", "update($n);", update},
		{"update by the context", "", "$n: N()", "drools.update($n);", update},
		{"update in an if", "", "$n: N(w > 1)", "if (a) { update($n); }", update},
		{"update in a lambda", "", "$n: N()", "x.forEach(y -> update($n));", "update($n)): the rule updates $n, which it matches" + end},
		{"what comes to rest", "", "$n: Calm() $m: N()", "update($n);", ""},
		{"beside what comes to rest", "", "$m: Calm() $n: N()", "update($n);", update},
		{"another object", "", "$n: N()", "update($m);", ""},
		{"an action of an object", "", "$n: N()", "x.update($n);", ""},
		{"no-loop", "no-loop", "$n: N()", "update($n);", ""},
		{"lock-on-active", "lock-on-active", "$n: N()", "update($n);", ""},
		{"a changed property is tested", "", "$n: N(v < 9)", "$n.setV(10); update($n);", ""},
		{"by its getter", "", "$n: N(getV() < 9)", "$n.setV(10); update($n);", ""},
		{"another property is tested", "", "$n: N(w < 9)", "$n.setV(10); update($n);", ""},
		{"another property is tested, and all may have changed", "", "$n: N(w < 9)", "$n.setV(10); $n.act(); update($n);", update},
		{"a binding of it is tested", "", "$n: N($v: v) eval($v < 9)", "$n.setV(10); update($n);", ""},
		{"it is tested in an eval", "", "$n: N() eval($n.getV() < 9)", "$n.setV(10); update($n);", ""},
		{"a lone binding is no test", "", "$n: N($v: v)", "$n.setV(10); update($n);", update},
		{"a state is tested", "", "$n: N(active())", "$n.remove(1); update($n);", ""},
		{"the state applied", "", "$n: N(applied)", "$n.act(1); update($n);", ""},
		{"the state skipped", "", "$n: N(skipped)", "$n.act(1); update($n);", ""},
		{"the state ignored", "", "$n: N(ignored)", "$n.act(1); update($n);", ""},
		{"the state resized", "", "$n: N(resized)", "$n.act(1); update($n);", ""},
		{"the state hasManualChanges", "", "$n: N(hasManualChanges)", "$n.act(1); update($n);", ""},
		{"a state by its getter", "", "$n: N(getMatchedRule() == 1)", "$n.act(1); update($n);", ""},
		{"a list that is a state", "", "$n: N(!matchedRuleList.isEmpty())", "$n.act(1); update($n);", ""},
		{"a state is tested as a property", "", "$n: N(!removed)", "$n.remove(1); update($n);", ""},
		{"a state is tested, and nothing done", "", "$n: N(active())", "update($n);", update},
		{"a method of something else", "", "$n: N(w.has(1), $m.has(2))", "$n.setV(10); update($n);", ""},
		{"a property of something else", "", "$n: N($m.v < 9)", "$n.setV(10); update($n);", ""},
		{"a method that nobody knows", "", "$n: N(has(1))", "update($n);", ""},
		{"it is retracted", "", "$n: N() $m: M()", "update($n); retract($m);", ""},
		{"it is deleted", "", "$n: N() $m: M()", "update($n); delete($m);", ""},
		{"it is retracted at times", "", "$n: N() $m: M()", "update($n); if (a) { retract($m); }", update},
		{"a not may end it", "", "$n: N() not M()", "update($n); insert(new M());", ""},
		{"a fact that is not matched itself", "", "exists N() $n: M() from x", "update($n);", ""},
		{"modify of a property that is bound", "", "$n: N($v: v)", "modify ($n) { setV(1) }", modify},
		{"modify of a property that is tested", "", "$n: N(v < 9)", "modify ($n) { setV(1) }", ""},
		{"modify of a property that nobody reads", "", "$n: N(w < 9)", "modify ($n) { setV(1) }", ""},
		{"in a branch of or", "", "($n: N() or $n: M())", "update($n);", update},
		{"by and", "", "($n: N() and M())", "update($n);", update},
		{"in an or of ands", "", "(M() or (and $n: N() M()))", "update($n);", update},
		{"this is tested", "", "$n: N(this.v < 9)", "$n.setV(10); update($n);", ""},
		{"this is tested by a method", "", "$n: N(this.getV() < 9)", "$n.setV(10); update($n);", ""},
		{"another object is tested", "", "$n: N(o.v < 9)", "$n.setV(10); update($n);", ""},
		{"a forall may end it", "", "$n: N() forall(M())", "update($n);", ""},
		{"what is accumulated is tested", "", "$n: N($v: v) accumulate(M($w: w); $s: sum($w); $s < $v)", "$n.setV(10); update($n);", ""},
		{"insert", "", "N()", "insert(new N(1));", insert},
		{"insert of another type", "", "M()", "insert(new N(1));", ""},
		{"insert beside a test", "", "N(v == 1)", "insert(new N(2));", ""},
		{"insert beside a not", "", "N() not N(v == 2)", "insert(new N(2));", ""},
		{"insert of what is collected", "", "List() from collect(N())", "insert(new N(1));", insert},
		{"insert of what is counted", "", "accumulate(N(); $c: count(1))", "insert(new N(1));", insert},
		{"insert of what exists", "", "exists N()", "insert(new N(1));", ""},
		{"component", "", "Component()", "componentCreationService.create(\"i\", \"A\", \"x\");",
			"create(\"i\", \"A\", \"x\"): the rule creates a Component that it matches itself" + end},
		{"component of the name", "", "Component(name == \"A\")", "componentCreationService.create(\"i\", \"A\", \"x\");",
			"create(\"i\", \"A\", \"x\"): the rule creates a Component that it matches itself" + end},
		{"component of another name", "", "Component(name == \"B\")", "componentCreationService.create(\"i\", \"A\", \"x\");", ""},
		{"component with another test", "", "Component(name == \"A\", value == \"y\")",
			"componentCreationService.create(\"i\", \"A\", \"x\");", ""},
		{"component of a computed name", "", "Component(name == \"A\")", "componentCreationService.create(\"i\", n, \"x\");", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := parseFile(t, "rule \"A.0.0\" "+tt.attrs+" when "+tt.when+" then "+tt.then+" end")
			if got := places(file, FindLoops(file, func(class string) bool { return class == "Calm" })); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestPropertiesOfGettersAndSetters(t *testing.T) {
	for method, want := range map[string]string{"setValue": "value", "getA": "a", "getZ": "z", "isOk": "ok", "get": "get",
		"set": "set", "is": "is", "issue": "issue", "settle": "settle", "gets": "gets", "get1": "get1", "get[": "get[",
		"get@": "get@", "value": "value", "": "", "getIsOk": "isOk"} {
		if got := accessedProperty(method); got != want {
			t.Errorf("%s: got %s, want %s", method, got, want)
		}
	}
}
