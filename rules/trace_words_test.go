package rules

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/rules/engine"
)

// traceOf runs entity rules over the sample and gives the trace of them.
func traceOf(t *testing.T, entity string) Trace {
	t.Helper()
	_, trace, err := Explain(t.Context(), compileFile(t, EntityRules, entity),
		compileFile(t, ComponentRules, `rule "C.0.0" when then end`), sampleInput())
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func TestFactsAreToldInAFewWords(t *testing.T) {
	trace := traceOf(t, `declare Note
	  words: String
	end
	rule "A.0.0" salience 9 when then insert(new Note("seen")); end
	rule "A.0.1" when Headline($h: getTextBlock().getSearchText(), this.containsString("2 References")) then end
	rule "A.0.2" when Page(getNumber() == 2) then end
	rule "A.0.3" when FileAttribute() then end
	rule "A.0.4" when Note() then end
	rule "A.0.5" when Paragraph(containsString("Miller")) then end
	declare Link next: Link end
	rule "A.0.6" when $n: Note() then Link l = new Link(); l.setNext(l); insert(l); retract($n); update($n); end
	`)
	want := []string{
		`0 1 A.0.0:4 insert Note "Note( words=seen )"`,
		`0 2 A.0.1:5 [Headline "2 References" 2] [String "$h = 2 References" 0]`,
		`0 3 A.0.2:6 [Page "" 2]`,
		`0 4 A.0.3:7 [FileAttribute "OECD Number = 402" 0]`,
		`0 5 A.0.4:8 [Note "Note( words=seen )" 0]`,
		`0 6 A.0.5:9 [Paragraph "A. Miller and B. Smith (2019): Größe und Gewicht." 2]`,
		`0 7 A.0.6:11 [Note "Note( words=seen )" 0] insert Link "Link" retract Note "Note( words=seen )" ` +
			`update of a retracted fact, ignored Note "Note( words=seen )"`,
		`1 1 C.0.0:1`,
	}
	if got := trace.lines(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLooseEntitiesAreTold: what a dictionary found and what was only made, but not
// what a rule acted on.
func TestLooseEntitiesAreTold(t *testing.T) {
	trace := traceOf(t, `global EntityCreationService entityCreationService
	rule "A.0.0" when $d: Document() then
	  entityCreationService.byString("Gewicht", "found", EntityType.ENTITY, $d).toList();
	  entityCreationService.byString("Examplin", "kept", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "x"));
	  entityCreationService.byString("rat", "passed", EntityType.ENTITY, $d).forEach(e -> e.skip("A.0.0", "x"));
	end`)
	want := []UnusedEntity{{"author", "Miller", 2}, {"author", "Smith", 2}, {"found", "Gewicht", 2}}
	if !slices.Equal(trace.UnusedEntities, want) {
		t.Errorf("got %v, want %v", trace.UnusedEntities, want)
	}
}

func TestReasonsWhyRulesDidNotFire(t *testing.T) {
	trace := traceOf(t, `declare Note
	  words: String
	end
	rule "A.0.0" activation-group "one" when Document() then end
	rule "A.0.1" activation-group "one" when Document() then end
	rule "A.0.2" agenda-group "later" when Document() then end
	rule "A.0.3" salience 5 when not Note() Document() then end
	rule "A.0.4" salience 4 no-loop when not Note(words == "late") then insert(new Note("late")); drools.halt(); end
	rule "A.0.5" when Note(words == "late") then end
	rule "A.0.6" when Document() not Paragraph() then end
	rule "A.0.7" enabled true when Table() Note(words == "none") then end
	`)
	want := map[string]string{
		"A.0.0": "its conditions hold only since the rules have ended", "A.0.1": "its conditions hold only since the rules have ended",
		"A.0.2": "its conditions hold, but its agenda group later did not have the focus", "A.0.3": "", "A.0.4": "",
		"A.0.5": "its conditions hold only since the rules have ended", "A.0.6": "there is what must not be: not Paragraph() (line 10)",
		"A.0.7": `nothing matches Note(words == "none") (line 11) together with the conditions before it`, "C.0.0": "",
	}
	for _, name := range []string{"A.0.0", "A.0.1"} {
		want[name] = "another rule of its activation group one fired"
	}
	for _, r := range trace.Rules {
		if r.Why != want[r.Rule] || (r.Why == "") != (r.Firings == 1) {
			t.Errorf("%s fired %d times: %q, want %q", r.Rule, r.Firings, r.Why, want[r.Rule])
		}
	}
}

func TestReasonsWhyComponentRulesDidNotFire(t *testing.T) {
	_, trace, err := Explain(t.Context(), compileFile(t, EntityRules, `rule "E.0.0" when then end`),
		compileFile(t, ComponentRules, `rule "C.0.0" when FileAttribute(label == "none") then end rule "C.0.1" when `+
			`FileAttribute() then end`), sampleInput())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", `nothing matches FileAttribute(label == "none") (line 1)`, ""}
	for i, r := range trace.Rules {
		if r.Why != want[i] {
			t.Errorf("%s: got %q, want %q", r.Rule, r.Why, want[i])
		}
	}
}

func TestOnlyTheFirstItemsOfACollectionAreTold(t *testing.T) {
	trace := traceOf(t, `import java.util.*;
	rule "A.0.0" when $l: List() from collect(Integer() from List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)) then end`)
	facts := trace.Firings[0].Facts
	if n := len(facts); n != maxItems || facts[0].Text != "1" || facts[n-1].Text != "10" {
		t.Errorf("got %v", facts)
	}
}

func TestTextsAreShortened(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {" a \n\t b ", 3, "a b"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"},
		{strings.Repeat(" ", 24) + "a", 3, ""}, {strings.Repeat(" ", 23) + "a", 3, "a"}, {strings.Repeat(" ", 23) + "ä", 3, ""},
	} {
		if got := shortenText(tt.text, tt.width); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestATraceKeepsSoManyFirings has a recorder with room for one more firing.
func TestATraceKeepsSoManyFirings(t *testing.T) {
	r := &recorder{program: compileFile(t, EntityRules, `rule "A.0.0" when then end`), counts: map[string]*RuleSummary{"A.0.0": {Line: 4}}}
	r.trace.Firings = make([]Firing, MaxTracedFirings-1)
	for range 3 {
		f := engine.Firing{Rule: "A.0.0"}
		r.FiringBegins(f)
		if r.current == nil || r.current.Line != 4 {
			t.Fatalf("the firing is %+v, want r.current != nil and r.current.Line = 4", r.current)
		}
		r.FiringEnds(f, time.Second)
	}
	if len(r.trace.Firings) != MaxTracedFirings || r.trace.Firings[MaxTracedFirings-1].Took != time.Second || r.current != nil {
		t.Errorf("%d firings are kept, the last one is %+v", len(r.trace.Firings), r.trace.Firings[len(r.trace.Firings)-1])
	}
	if c := r.counts["A.0.0"]; c.Firings != 3 || c.Took != 3*time.Second {
		t.Errorf("counted are %+v, want c.Firings = 3 and c.Took = %v", c, 3*time.Second)
	}
}

// TestQueriesOfTheResultMayFail: what fails then is said with its line.
func TestQueriesOfTheResultMayFail(t *testing.T) {
	for _, tt := range []struct {
		side Side
		src  string
	}{
		{EntityRules, "rule \"E.0.0\" when then end\nquery \"getFileAttributes\"\n $f: FileAttribute(value.substring(99) == \"x\")\nend"},
		{ComponentRules, "global ComponentCreationService componentCreationService\nrule \"C.0.0\" when then " +
			"componentCreationService.create(\"C.0.0\", \"A\", \"b\", \"c\"); end query \"getComponents\"\n $c: " +
			"Component(value.substring(99) == \"x\")\nend"},
	} {
		programs := map[Side]*Program{EntityRules: compileFile(t, EntityRules, `rule "E.0.0" when then end`),
			ComponentRules: compileFile(t, ComponentRules, `rule "C.0.0" when then end`)}
		programs[tt.side] = compileFile(t, tt.side, tt.src)
		result, err := Run(context.Background(), programs[EntityRules], programs[ComponentRules], sampleInput())
		failed := firstFailure(result, err)
		if failed == nil || failed.Side != tt.side || failed.Line != 3 {
			t.Errorf("side %d: got %v, want failed != nil, failed.Side = %v and failed.Line = 3", tt.side, err, tt.side)
		}
	}
}
