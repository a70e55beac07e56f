package rules

import (
	"slices"
	"testing"
	"time"
)

func TestTheSideIsToldByWhatAFileMatches(t *testing.T) {
	for src, want := range map[string]string{
		``:                                       "unknown",
		`Document(`:                              "entity",
		`Document`:                               "unknown",
		`Document x`:                             "unknown",
		`$d: Document()`:                         "entity",
		`Table() Entity()`:                       "unknown",
		`Table() Entity() Component()`:           "component",
		`Table() Cell() Entity() Page(x == 1)`:   "entity",
		`"Document()"`:                           "unknown",
		`Entity(type == "a")`:                    "component",
		`componentCreationService.create(`:       "component",
		`entityCreationService.byString("a")`:    "entity",
		`global Entity componentMappingService;`: "component",
		`import a.b.TextEntity;`:                 "entity",
		`Document, Document, Entity()`:           "component",
	} {
		side, ok := DetectSide([]byte(src))
		got := map[Side]string{EntityRules: "entity", ComponentRules: "component"}[side]
		if !ok {
			got = "unknown"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

func TestTheGrammarAloneIsRead(t *testing.T) {
	tests := []struct {
		src      string
		line     int
		errors   int
		warnings int
	}{
		{"", 0, 0, 0},
		{"rule \"A.0.0\" when Nothing(at == all) then unheard.of(); end", 0, 0, 0},
		{"rule \"A.0.0\" when\n  Nothing( then end", 2, 1, 0},
		{"// \xff\nrule \"A.0.0\" when then end", 0, 0, 1},
	}
	for _, tt := range tests {
		got := CheckSyntax([]byte(tt.src))
		if len(got.Errors) != tt.errors || len(got.Warnings) != tt.warnings {
			t.Errorf("%q: %v and %v, want len(got.Errors) = %v and len(got.Warnings) = %v", tt.src, got.Errors, got.Warnings,
				tt.errors, tt.warnings)
			continue
		}
		if tt.errors > 0 && got.Errors[0].Line != tt.line {
			t.Errorf("%q: %v, want line %d", tt.src, got.Errors, tt.line)
		}
	}
}

func TestStringsThatConditionsAskFor(t *testing.T) {
	p := compileOK(t, EntityRules, `
rule "A.0.0" when Section(containsString("x")) then entityCreationService.byString("one", "y", EntityType.ENTITY, null); end
rule "A.0.1" when $s: Section(containsString("a"), containsString("b")) Paragraph(containsString("a")) then $s.containsString("two"); end`)
	if got := p.ConditionStrings("A.0.1"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("asked %q, want %v", got, []string{"a", "b"})
	}
	if got := p.ConditionStrings("A.0.0"); !slices.Equal(got, []string{"x"}) {
		t.Errorf("asked %q, want %v", got, []string{"x"})
	}
	if got := p.ConditionStrings("A.0.2"); got != nil {
		t.Errorf("asked %q, want got = nil", got)
	}
}

func TestARunHasALimitOfTime(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when then int n = 0; while (true) { n++; } end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then end`)
	in := Input{Tree: newTree().section("x").tree(), Limits: Limits{Duration: time.Millisecond, Steps: 1 << 40}}
	if _, err := Run(t.Context(), entity, component, in); err == nil {
		t.Error("the rules ran to an end")
	}
	entity = compileOK(t, EntityRules, `rule "A.0.0" when then end`)
	in.Limits = Limits{Duration: time.Hour}
	if _, err := Run(t.Context(), entity, component, in); err != nil {
		t.Error(err)
	}
}
