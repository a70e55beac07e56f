package rules

import "testing"

// TestANewEntityWakesTheRulesThatLookForIt: rules above the one that creates the
// entity fire when it appears, also those that ask by a function or only in their
// consequence. A rule that looks at no entities fires once for each section.
func TestANewEntityWakesTheRulesThatLookForIt(t *testing.T) {
	entity := compileOK(t, EntityRules, `
function boolean found(Section s) { return s.hasEntitiesOfType("x"); }
rule "A.0.0" when $s: Section(hasEntitiesOfType("x")) then entityCreationService.byString("alpha", "asked", EntityType.ENTITY, $s).forEach(e -> e.apply("A.0.0", "r")); end
rule "A.1.0" when $s: Section(found(this)) then entityCreationService.byString("alpha", "function", EntityType.ENTITY, $s).forEach(e -> e.apply("A.1.0", "r")); end
rule "A.2.0" no-loop when $s: Section() then
  if ($s.getEntitiesOfType("x").size() > 0) entityCreationService.byString("alpha", "consequence", EntityType.ENTITY, $s).forEach(e -> e.apply("A.2.0", "r")); end
rule "A.3.0" when $s: Section() then entityCreationService.byString("alpha", "once", EntityType.ENTITY, $s).forEach(e -> e.apply("A.3.0", "r")); end
rule "A.4.0" when $s: Section() then entityCreationService.byString("beta", "x", EntityType.ENTITY, $s).forEach(e -> e.apply("A.4.0", "r")); end
rule "A.5.0" salience -9 when $e: TextEntity(type != "x") then $e.setValue($e.getType() + ($e.getType().equals("once") ? $e.getMatchedRuleList().size() : "")); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $l: List() from collect(Entity(type != "x")) then `+
		`componentCreationService.joining("C.0.0", "Out", $l); end`)
	got := values(t, entity, component, Input{Tree: newTree().section("h").paragraph("alpha beta").tree()})
	if got["Out"] != "once1, asked, function, consequence;" {
		t.Errorf("got %q, want %q", got["Out"], "once1, asked, function, consequence;")
	}
}
