package rules

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestExplosiveExpressionsNameTheirRule searches for an expression whose attempts
// double with every letter.
func TestExplosiveExpressionsNameTheirRule(t *testing.T) {
	entity := compileOK(t, EntityRules, "rule \"A.0.0: calm\" when then end\nrule \"A.1.0: explodes\" when $p: Paragraph() "+
		"then\n entityCreationService.byRegex(\"(?=((a+)+)+$)a\", \"x\", EntityType.ENTITY, $p).count();\nend")
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then end`)
	_, err := Run(context.Background(), entity, component,
		Input{Tree: newTree().section("h").paragraph(strings.Repeat("a", 60) + "!").tree()})
	var failed *RuleError
	if !errors.As(err, &failed) || failed.Rule != "A.1.0: explodes" || failed.Line != 5 ||
		!strings.Contains(failed.Message, "regular expression") {
		t.Errorf("the run ends with %v", err)
	}
}
