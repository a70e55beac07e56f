package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestCallsOnWhatHasNoClassAreRefused: primitive types, void and arrays have no constructors or
// methods of a class. A call of one is an error at its line, wherever it stands.
func TestCallsOnWhatHasNoClassAreRefused(t *testing.T) {
	const head = `import java.util.*;
global List out;
declare A v: int s: String end
function void act(int x) { }
rule "first" when then end
`
	for _, tt := range []struct{ rule, want string }{
		{`rule "R" when then int x = new int(); end`, "int cannot be created in rules"},
		{`rule "R" when then out.add(new boolean(true)); end`, "boolean cannot be created in rules"},
		{`rule "R" when then Object x = new void(); end`, "void cannot be created in rules"},
		{`rule "R" when A(v == new int(1)) then end`, "int cannot be created in rules"},
		{`rule "R" when $a: A() eval(new long() > 1) then end`, "long cannot be created in rules"},
		{`rule "R" salience (new int()) when then end`, "int cannot be created in rules"},
		{`rule "R" when accumulate(A($v: v); $s: sum(new double())) then end`, "double cannot be created in rules"},
		{`function int f() { return new int(); }`, "int cannot be created in rules"},
		{`query q() A(v == new char()) end`, "char cannot be created in rules"},
		{`rule "R" when then act(1).foo(); end`, "unknown method foo: no class has it"},
		{`rule "R" when then out.clear().size(); end`, "unknown method size on void"},
		{`rule "R" when then out.forEach(out.clear()::run); end`, "unknown method run on void"},
		{`rule "R" when then int[] a = new int[2]; out.forEach(a::foo); end`, "unknown method foo on int[]"},
		{`rule "R" when then String[] a = new String[2]; out.forEach(a::length); end`, "unknown method length on String[]"},
		{`rule "R" when then List<void> a = null; a.foo(); end`, "unknown method foo on List"},
		{`rule "R" when then drools.getRule().getAge(); end`, "unknown method getAge on Rule"},
	} {
		report := Check(FactRules, []byte(head+tt.rule))
		var told []string
		for _, p := range report.Errors {
			told = append(told, fmt.Sprintf("%d: %s", p.Line, p.Message))
		}
		if got := strings.Join(told, "\n"); !strings.Contains(got, "6: ") || !strings.Contains(got, tt.want) ||
			strings.Contains(got, "internal error") {
			t.Errorf("%s: got %q, want line 6 and %q", tt.rule, got, tt.want)
		}
	}
}

// TestARuleNamesItselfWithoutADocument: drools.getRule() is there for rules over facts, too.
func TestARuleNamesItselfWithoutADocument(t *testing.T) {
	p, report := Compile(FactRules, []byte(`global java.util.List out;
rule "own name" when then out.add(drools.getRule().getName()); Rule r = drools.getRule(); out.add(r.name); Object o = r; out.add(((Rule) o).getName()); end`))
	if p == nil {
		t.Fatalf("got %v, want p != nil", report.Errors)
	}
	result, err := RunFacts(t.Context(), p, FactInput{})
	if got, want := fmt.Sprint(result.Globals["out"], result.Failures, err), "[own name own name own name] [] <nil>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestATypeOfTheFileMayBeNamedRule: it keeps its name, and the rule itself cannot be asked for.
func TestATypeOfTheFileMayBeNamedRule(t *testing.T) {
	const own = "global java.util.List out;\ndeclare Rule name: String end\n"
	p, report := Compile(FactRules, []byte(own+`rule "R" when then out.add(new Rule("x").getName()); end`))
	if p == nil {
		t.Fatalf("got %v, want p != nil", report.Errors)
	}
	if result, err := RunFacts(t.Context(), p, FactInput{}); err != nil || fmt.Sprint(result.Globals["out"]) != "[x]" {
		t.Errorf("got %v, %v, want [x]", result.Globals["out"], err)
	}
	want := Problem{3, 35, `rule "R": drools.getRule() cannot be used where the file declares a type Rule of its own`}
	if r := Check(FactRules, []byte(own+`rule "R" when then out.add(drools.getRule().getName()); end`)); len(r.Errors) != 1 || r.Errors[0] != want {
		t.Errorf("got %v, want %v", r.Errors, want)
	}
}

// TestADefectIsAnErrorOfTheReport: a panic of the compiler, or of a run, does not reach the caller.
func TestADefectIsAnErrorOfTheReport(t *testing.T) {
	known := plainRegistry
	defer func() { plainRegistry = known }()
	plainRegistry = func() *host.Registry { panic("a defect") }
	want := Problem{1, 1, "internal error: a defect"}
	if p, r := Compile(FactRules, []byte(`rule "R" when then end`)); p != nil || len(r.Errors) != 1 || r.Errors[0] != want {
		t.Errorf("Compile: got %v, %v, want %v", p, r.Errors, want)
	}
	if r := Check(FactRules, []byte(`rule "R" when then end`)); len(r.Errors) != 1 || r.Errors[0] != want {
		t.Errorf("Check: got %v, want %v", r.Errors, want)
	}
	if _, err := Run(t.Context(), nil, nil, Input{}); err == nil || !strings.Contains(err.Error(), "internal error") {
		t.Errorf("Run without a document: got %v, want an internal error", err)
	}
	if _, err := RunFacts(t.Context(), &Program{side: FactRules}, FactInput{}); err == nil || !strings.Contains(err.Error(), "internal error") {
		t.Errorf("RunFacts of no program: got %v, want an internal error", err)
	}
}
