package rules

import (
	"strings"
	"testing"
)

// TestRangesOfOthersAreCompared has patterns whose own entity has nothing to do with
// the ranges that its constraint compares.
func TestRangesOfOthersAreCompared(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity()) then `+
		`componentCreationService.joining("C.0.0", "Out", $l, "|"); end`)
	for when, want := range map[string]string{
		`$x: TextEntity(type == "inner") $o: TextEntity(type == "outer") $f: TextEntity(type == "far", $o.contains($x))`:     "failed;",
		`$x: TextEntity(type == "inner") $o: TextEntity(type == "outer") $f: TextEntity(type == "far", $x.contains($o))`:     "",
		`$x: TextEntity(type == "inner") $o: TextEntity(type == "outer") $f: TextEntity(type == "far", $x.intersects($o))`:   "failed;",
		`$x: TextEntity(type == "inner") $f: TextEntity(type == "outer", this.contains($x))`:                                 "Batch No;",
		`$x: TextEntity(type == "inner") $f: TextEntity(type == "outer", contains($x))`:                                      "Batch No;",
		`$x: TextEntity(type == "far") $f: TextEntity(type == "outer", contains($x))`:                                        "",
		`$x: TextEntity(type == "inner") $f: TextEntity(type == "outer", !containedBy($x))`:                                  "Batch No;",
		`$x: TextEntity(type == "outer") $f: TextEntity(type == "inner", containedBy($x), intersects($x))`:                   "Batch;",
		`$x: TextEntity(type == "far") $f: TextEntity(type == "inner", !intersects($x))`:                                     "Batch;",
		`$x: TextEntity(type == "far") $f: TextEntity(type == "inner", intersects($x) || type == "inner")`:                   "Batch;",
		`$p: Paragraph() $f: TextEntity(type == "inner", occursInNode($p))`:                                                  "Batch;",
		`$h: Headline() $f: TextEntity(type == "inner", occursInNode($h))`:                                                   "",
		`$f: TextEntity(type == "inner") not TextEntity(type == "outer", contains($f))`:                                      "",
		`$f: TextEntity(type == "outer") not TextEntity(type == "far", intersects($f))`:                                      "Batch No;",
		`$f: TextEntity(type == "outer") exists TextEntity(type == "inner", containedBy($f))`:                                "Batch No;",
		`$f: TextEntity(type == "outer") $l: List(size == 1) from collect(TextEntity(this != $f, intersects($f)))`:           "Batch No;",
		`$x: TextEntity(type == "inner") $o: TextEntity(contains($x), this != $x) $f: TextEntity(type == "far", this != $o)`: "failed;",
	} {
		entity := compileOK(t, EntityRules, `rule "A.0.0" salience 10 when $d: Document() then
  entityCreationService.byString("Batch No", "outer", EntityType.ENTITY, $d).toList();
  entityCreationService.byString("Batch", "inner", EntityType.ENTITY, $d).toList();
  entityCreationService.byString("failed", "far", EntityType.ENTITY, $d).toList(); end
rule "B.0.0" when `+when+` then $f.apply("B.0.0", "r"); end`)
		tree := newTree().section("h").paragraph("Batch No. 17").paragraph("It failed.").tree()
		if got := values(t, entity, component, Input{Tree: tree})["Out"]; got != want {
			t.Errorf("%s: got %q, want %q", when, got, want)
		}
	}
}

func TestEveryWrongGlobalIsTold(t *testing.T) {
	_, problems := compileProblems(EntityRules,
		[]byte("global Document document\nglobal String documents\nglobal Document dictionary\nglobal Document document\nglobal "+
			"Nope nope\nrule \"A.0.0\" when then end"))
	var got []string
	for _, p := range problems {
		got = append(got, p.Message)
	}
	for i, want := range []string{"there is no global documents for these rules, did you mean document",
		"the global dictionary is of type Dictionary, not Document", "the global document is declared twice", "Nope"} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("problem %d: got %q, want %q", i, got, want)
		}
	}
	if len(got) != 4 || problems[0].Line != 2 || problems[3].Line != 5 {
		t.Errorf("%d problems: %v, want len(got) = 4, problems[0].Line = 2 and problems[3].Line = 5", len(got), problems)
	}
}
