package rules

import (
	"context"
	"strings"
	"testing"
)

// compileOK compiles rules with the usual globals in front.
func compileOK(t testing.TB, side Side, body string) *Program {
	t.Helper()
	p, r := Compile(side, []byte(headOf(side)+body))
	for _, problem := range r.Errors {
		t.Errorf("%d:%d: %s", problem.Line, problem.Column, problem.Message)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// headOf returns the globals of a side that most rules of tests use.
func headOf(side Side) string {
	if side == ComponentRules {
		return "global ComponentCreationService componentCreationService\nglobal ComponentMappingService componentMappingService\n"
	}
	return "import java.util.*;\nglobal EntityCreationService entityCreationService\n"
}

// compileProblems compiles a file and returns the errors of its report.
func compileProblems(side Side, src []byte) (*Program, []Problem) {
	p, r := Compile(side, src)
	return p, r.Errors
}

func values(t *testing.T, entity, component *Program, in Input) map[string]string {
	t.Helper()
	result, err := Run(context.Background(), entity, component, in)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range result.Components {
		got[c.Name] += c.Value + ";"
	}
	return got
}

func expect(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: got %q, want %q", name, got[name], value)
		}
	}
}

func TestExampleToxicologyComponents(t *testing.T) {
	entity := compileOK(t, EntityRules, `
rule "T.0.0" when $s: Section() then
  java.util.Map<String, String> types = new LinkedHashMap<>();
  types.put("402", "oecd_guideline_number"); types.put("1987", "oecd_guideline_year"); types.put("GLP", "glp_study");
  types.put("rat", "species"); types.put("Wister", "strain");
  types.forEach((text, type) -> entityCreationService.byString(text, type, EntityType.ENTITY, $s).forEach(e -> e.apply("T.0.0", "x")));
end
rule "T.1.0" when $t: Table(hasHeader("Group"), hasHeader("Mortality")) then
  for (String h : List.of("Group", "Mortality")) {
    $t.streamTableCellsWithHeader(h).map(c -> entityCreationService.bySemanticNode(c, h.equals("Group") ? "dose_group" : "mortality", EntityType.ENTITY))
      .flatMap(Optional::stream).forEach(e -> e.apply("T.1.0", "cell", "n-a"));
  }
end`)
	tree := newTree().section("GLP study").paragraph("OECD 402 (1987), rat, Wister").
		table([]string{"Group", "Mortality"}, []string{"low", "0/5"}, []string{"high", "3/5"}).tree()
	got := values(t, entity, load(t, ComponentRules, "toxicology-component-rules.drl"),
		Input{Tree: tree, Attributes: []Attribute{{Label: "OECD Number", Value: "402"}}})
	expect(t, got, map[string]string{
		"Test_Guideline": "OECD 402: Acute dermal toxicity (1987);", "GLP_Study": "Yes;", "Mortality": "low, 0/5;high, 3/5;",
		"Strain": "Wistar;",
	})
}

const allComponents = `rule "C.0.0" when $e: List(!isEmpty()) from collect(Entity()) then ` +
	`componentCreationService.createComponentsForUnMappedEntities("C.0.0", $e); end`

func TestRulesFireInTheirOrder(t *testing.T) {
	mark := func(id, attrs, when, text string) string {
		return "rule \"" + id + "\" " + attrs + " when " + when + " then entityCreationService.byString(\"" + text +
			"\", \"order\", EntityType.ENTITY, $d).forEach(e -> e.apply(\"" + id + "\", \"\")); end\n"
	}
	entity := compileOK(t, EntityRules, mark("A.0.0", "salience -1", "$d: Document() not TextEntity(type == \"order\")", "last")+
		mark("A.1.0", "", "$d: Document()", "first")+
		mark("A.2.0", "agenda-group \"OTHER\"", "$d: Document()", "never"))
	got := values(t, entity, compileOK(t, ComponentRules, allComponents),
		Input{Tree: newTree().section("h").paragraph("first last never").tree()})
	if got["order"] != "first;" {
		t.Errorf("got %q: a lower rule saw what a higher one had not yet made, or a group without focus fired, want %q",
			got["order"], "first;")
	}
}

func TestCreationMethodsMarkWhatTheySay(t *testing.T) {
	tests := []struct{ name, call, want string }{
		{"line after", `lineAfterStringIgnoreCase("NO.:", "x", EntityType.ENTITY, $d)`, "A 17;"},
		{"line after many", `lineAfterStrings(List.of("No.:", "Date:"), "x", EntityType.ENTITY, $d)`, "A 17;3 May 2024;"},
		{"regex group", `byRegex("(\\d+) May (\\d{4})", "x", EntityType.ENTITY, 2, $d)`, "2024;"},
		{"regex look-behind", `byRegexIgnoreCase("(?<=total )\\d+", "x", EntityType.ENTITY, $d)`, "99;"},
		{"regex line break", `byRegexWithLineBreaks("Date:.*\\nTotal", "x", EntityType.ENTITY, $d)`, "Date: 3 May 2024 Total;"},
		{"between", `betweenStrings("Date:", "Total", "x", EntityType.ENTITY, $d)`, "3 May 2024;"},
		{"between with end", `betweenStringsIncludeEnd("May", "Total", "x", EntityType.ENTITY, $d)`, "2024 Total;"},
		{"shortest", `shortestBetweenAnyString(List.of("No.:", "Date:"), List.of("Total"), "x", EntityType.ENTITY, $d)`, "3 May 2024;"},
		{"after string", `semanticNodeAfterString($d, "Total", "x", EntityType.ENTITY).stream()`, "99;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.`+tt.call+
				`.forEach(e -> e.apply("A.0.0", "r")); end`)
			got := values(t, entity, compileOK(t, ComponentRules, allComponents),
				Input{Tree: newTree().section("h").paragraph("No.: A 17", "Date: 3 May 2024", "Total 99").tree()})
			if got["x"] != tt.want {
				t.Errorf("got %q, want %q", got["x"], tt.want)
			}
		})
	}
}

func TestWhatCannotRunIsRefusedAtItsPlace(t *testing.T) {
	tests := []struct{ name, when, then, want string }{
		{"unknown type", "Sektion()", "", `3:1:rule "A.0.0": unknown class Sektion, did you mean Section?`},
		{"unknown property", "Section(colour == 1)", "", `3:9:rule "A.0.0": unknown property colour on Section`},
		{"unknown method", "$s: Section(hasTabels())", "",
			`3:13:rule "A.0.0": unknown method hasTabels on Section, did you mean hasTables?`},
		{"unknown global", "", "dictionary.getType(\"x\");",
			`5:1:rule "A.0.0": the global dictionary is used and not declared: add 'global Dictionary dictionary'`},
		{"unknown variable", "", "int a = b;", `5:9:rule "A.0.0": unknown name b`},
		{"arguments", "$s: Section()", "$s.containsString();", "5:4:"},
		{"leaking binding", "not( $s: Section() )", "update($s);", `5:8:rule "A.0.0": $s is bound inside of not`},
		{"not boolean", "Section(getHeadline())", "", `3:9:rule "A.0.0": the condition is of type Headline, not boolean`},
		{"blacklist", "", "System.exit(1);", `5:1:rule "A.0.0": System is blacklisted`},
		{"bad regex", "$s: Section(matchesRegex(\"(\"))", "", "3:26:"},
		{"captured", "", "int n = 0; List.of(1).forEach(x -> n++);", `5:37:rule "A.0.0": n is declared outside`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := compileProblems(EntityRules, []byte("rule \"A.0.0\"\nwhen\n"+tt.when+"\nthen\n"+tt.then+"\nend"))
			for _, p := range problems {
				if strings.HasPrefix(position(p), tt.want) {
					return
				}
			}
			t.Errorf("got %v, want %q", problems, tt.want)
		})
	}
}

func position(p Problem) string {
	digits := func(n int) string {
		if n < 10 {
			return string(rune('0' + n))
		}
		return string(rune('0'+n/10)) + string(rune('0'+n%10))
	}
	return digits(p.Line) + ":" + digits(p.Column) + ":" + p.Message
}

func TestFailuresNameRuleAndLine(t *testing.T) {
	tests := []struct{ name, then, want string }{
		{"null", "String s = null;\ns.length();", "NullPointerException"},
		{"endless loop", "while (true) {\n}", "steps in one consequence"},
		{"parse", "int n = 0;\nn = Integer.parseInt(\"x\");", "NumberFormatException"},
		{"used stream", "var s = Stream.of(1); s.count();\ns.count();", "IllegalStateException"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, "rule \"A.0.0\" when then\n"+tt.then+"\nend")
			_, err := Run(context.Background(), entity, compileOK(t, ComponentRules, allComponents),
				Input{Tree: newTree().section("h").tree(), Limits: Limits{Steps: 100000}})
			if e, ok := err.(*RuleError); !ok || e.Rule != "A.0.0" || !strings.Contains(e.Message, tt.want) ||
				tt.name != "endless loop" && e.Line != 5 {
				t.Errorf("got %v, want %s at line 5", err, tt.want)
			}
		})
	}
}

func TestExampleToxicologyEntities(t *testing.T) {
	tree := newTree().section("Test animals GOOD LABORATORY PRACTICE").paragraph(
		"The rats were of species Rat. See Smith and Prof. Miller.").
		section("Dose and conclusion").paragraph("We gave 5 mg/kg daily. Miller agreed.").paragraph("Second thought").
		table([]string{"Group", "Mortality", "Author(s)"}, []string{"low", "0/5", "Miller"}).tree()
	in := Input{Tree: tree, Attributes: []Attribute{{Label: "OECD Number", Value: "402"}},
		Definitions: []Definition{{TechnicalName: "species", Kind: "ENTITY", Terms: []string{"rat"}}}}
	result, err := Run(context.Background(), load(t, EntityRules, "toxicology-entity-rules.drl"),
		compileOK(t, ComponentRules, allComponents), in)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range result.Entities {
		got[e.RuleID] += e.Value + ";"
	}
	expect(t, got, map[string]string{
		"H.0.0":   "Test animals GOOD LABORATORY PRACTICE;Dose and conclusion;",
		"TOX.1.0": "Test animals GOOD LABORATORY PRACTICE;", "TOX.2.1": "rat;",
		"TOX.3.0": "5;", "TOX.4.0": "", "TOX.5.0": "low;0/5;", "TOX.7.0": "Prof. Miller;", "TOX.8.0": "Miller;Miller;Miller;",
	})
	if t.Failed() {
		t.Logf("%q", got)
	}
}
