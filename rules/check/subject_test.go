package check

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestProblemsNameTheStatementTheyAreIn puts a problem where « stands.
func TestProblemsNameTheStatementTheyAreIn(t *testing.T) {
	long := strings.Repeat("é", maxLabel)
	for _, tt := range []struct{ file, want string }{
		{"«// nothing\nrule \"A\" when then end", "m"},
		{"«rule \"A\" when then end", "rule \"A\": m"},
		{"rule \"A\" when then « end\nrule \"B\" when then end", "rule \"A\": m"},
		{"rule \"A\" when then end\n«rule \"B\" when then end", "rule \"B\": m"},
		{"rule \"A\" when then end\nrule \"B\" when then end«", "rule \"B\": m"},
		{"query \"q\" P(«) end", "query \"q\": m"},
		{"function int f() { « }\nrule \"A\" when then end", "function f: m"},
		{"declare T a: int« end", "declare T: m"},
		{"declare T a: int end\nimport a.«B;", "m"},
		{"declare T a: int end\nglobal int «b;\nrule A when then end", "m"},
		{"import a.B;\nrule 'x y' when « then end", "rule \"x y\": m"},
		{"rule \"A\" when ( « then end\nrule \"B\" when then end", "rule \"A\": m"},
		{"rule \"A\" when then end\nrule \"B\" wrong « then end", "rule \"B\": m"},
		{"query \"Q\" ( « end\nrule \"B\" when then end", "query \"Q\": m"},
		{"rule \"A\" when then String rule = f(\"x\"); «g(); end", "rule \"A\": m"},
		{"rule \"" + long + "\" when « then end", "rule \"" + long[:2*maxLabel-2] + "…: m"},
		{"rule \"" + long[:2*maxLabel-4] + "\" when « then end", "rule \"" + long[:2*maxLabel-4] + "\": m"},
		{"«", "m"},
	} {
		at := strings.Index(tt.file, "«")
		file, _ := syntax.Parse(syntax.NewSource(strings.Replace(tt.file, "«", "", 1)))
		given := []syntax.Problem{{Offset: at, Message: "m"}}
		if got := SubjectsOf(file, tokensOf(file.Source)).WithSubjects(given)[0].Message; got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
		}
		if given[0].Message != "m" {
			t.Errorf("%s: the given problem is changed, want given[0].Message = %q", tt.file, "m")
		}
	}
}

func TestTheQueryOfAResultIsMissed(t *testing.T) {
	const missed = `the file has no query "getEntities", by which its result is read`
	for _, tt := range []struct{ file, want string }{
		{`query "getEntities" E() end`, ""},
		{`query "other" E() end query "getEntities" E() end`, ""},
		{`rule A when then end`, missed},
		{`query "something" E() end`, missed},
		{`query "getEntitys" E() end`, missed + `: is it what "getEntitys" should be?`},
		{`query "other" E() end query "getEntites" E() end`, missed + `: is it what "getEntites" should be?`},
	} {
		got := ""
		for _, p := range CheckResultQuery(parseFile(t, tt.file), "getEntities") {
			got += p.Message
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
		}
	}
}
