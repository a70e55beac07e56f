package rules

import "testing"

// TestWhatTheHandbookSaysIsRefused holds every item of "What is refused" in
// docs/rules.md: it must be a problem with a place, on the line of the rule.
func TestWhatTheHandbookSaysIsRefused(t *testing.T) {
	inConsequence := func(code string) string { return `rule "A.0.0" when $d: Document() then ` + code + ` end` }
	tests := map[string]string{
		"class":              inConsequence(`class X { int a; }`),
		"record":             inConsequence(`record X(int a) {}`),
		"interface":          inConsequence(`interface X { }`),
		"anonymous class":    inConsequence(`var l = new ArrayList<String>() { };`),
		"try with resources": inConsequence(`try (var x = foo()) { }`),
		"synchronized":       inConsequence(`synchronized ($d) { }`),
		"thread":             inConsequence(`new Thread();`),
		"reflection":         inConsequence(`$d.getClass();`),
		"timer":              `rule "A.0.0" timer (5) when then end`,
		"calendars":          `rule "A.0.0" calendars "weekday" when then end`,
		"ruleflow-group":     `rule "A.0.0" ruleflow-group "x" when then end`,
		"date-effective":     `rule "A.0.0" date-effective "01-Jan-2020" when then end`,
		"query call":         `rule "A.0.0" when ?q("x";) then end`,
		"entry point":        `rule "A.0.0" when Document() from entry-point "x" then end`,
		"window":             `rule "A.0.0" when Document() over window:length(3) then end`,
		"path":               `rule "A.0.0" when /documents[x == 1] then end`,
		"named consequence":  `rule "A.0.0" when Document() do[x] then end`,
		"named twice":        `rule "A.0.0" when Document() do[x] then then[x] then[x] end`,
		"named if":           `rule "A.0.0" when Document() if (nope > 1) do[x] then then[x] end`,
		"named not boolean":  `rule "A.0.0" when Document() if (numberOfPages) do[x] then then[x] end`,
		"named later":        `rule "A.0.0" when Document() do[x] $p: Page() then then[x] $p.getNumber(); end`,
		"groupby":            `rule "A.0.0" when groupby(Document($n: numberOfPages); $n; $c: count(1)) then end`,
		"trait":              `declare trait X a: int end`,
		"extended type":      `declare A extends FileAttribute b: int end`,
		"inline insert": `rule "A.0.0" when $n: Integer() from accumulate(Document(), init(int n = 0;) ` +
			`action(insert("x");) result(n)) then end`,
		"inline modify": `rule "A.0.0" when $n: Integer() from accumulate($d: Document(), init(int n = 0;) ` +
			`action(modify($d) { };) result(n)) then end`,
		"inline return": `rule "A.0.0" when $n: Integer() from accumulate(Document(), init(int n = 0;) action(return 1;) ` +
			`result(n)) then end`,
		"inline result": `rule "A.0.0" when $n: Integer() from accumulate(Document(), init(int n = 0;) action(n++;) ` +
			`result(m)) then end`,
		"inline no value":     `rule "A.0.0" when $n: Integer() from accumulate(Document(), init(int n;) action(n++;) result(n)) then end`,
		"inline in a query":   `query q() Integer() from accumulate(Document(), init(int n = 0;) action(n++) result(n)) end`,
		"system":              inConsequence(`System.exit(1);`),
		"runtime":             inConsequence(`Runtime.getRuntime();`),
		"files":               inConsequence(`new java.io.File("x");`),
		"network":             inConsequence(`new java.net.URL("x");`),
		"current time":        inConsequence(`LocalDate.now();`),
		"current date":        inConsequence(`new Date();`),
		"no date":             `declare E at: Date end rule "A.0.0" when E(at > "2020-03-15") then end`,
		"unknown rule":        `rule "A.0.0" extends "B.0.0" when then end`,
		"rule extends itself": `rule "A.0.0" extends "A.0.0" when then end`,
	}
	for name, rule := range tests {
		t.Run(name, func(t *testing.T) {
			program, problems := compileProblems(EntityRules, []byte("import java.util.*;\n"+rule))
			if program != nil || problems[0].Line != 2 || problems[0].Message == "" {
				t.Errorf(`got %+v, want program = nil, problems[0].Line = 2 and problems[0].Message other than ""`, problems)
			}
		})
	}
}
