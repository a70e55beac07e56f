package rules

import "testing"

func TestStockHeaderLoadsAndUnofferedServicesAreRefused(t *testing.T) {
	const header = `package drools
import static java.lang.String.format
import java.util.Collection;
global EntityCreationService entityCreationService
global ManualChangesApplicationService manualChangesApplicationService
global Dictionary dictionary
global Document document
`
	if _, problems := compileProblems(EntityRules, []byte(header)); len(problems) > 0 {
		t.Errorf("the header alone: %v, want none", problems)
	}
	for rule, accepted := range map[string]bool{
		`rule "MAN.0.0" when $m: ManualResizeRedaction($id: annotationId, !removeFromDictionary) $e: TextEntity(matchesAnnotationId($id)) then manualChangesApplicationService.resize($e, $m); retract($m); end`: true,
		`rule "AI.0.0" when $n: NerEntities(hasEntitiesOfType("AUTHOR")) then $n.streamEntitiesOfType("AUTHOR").forEach(e -> entityCreationService.byNerEntity(e, EntityType.ENTITY, document)); end`:            true,
		`rule "MAN.1.0" when $e: TextEntity() then manualChangesApplicationService.undo($e); end`:                                                                                                                false,
	} {
		program, problems := compileProblems(EntityRules, []byte(header+rule))
		if accepted != (program != nil) || !accepted && problems[0].Line != 8 {
			t.Errorf("%s: %v", rule, problems)
		}
	}
}
