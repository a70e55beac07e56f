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
	if _, problems := Compile(Entity, []byte(header)); len(problems) > 0 {
		t.Errorf("the header alone: %v", problems)
	}
	_, problems := Compile(Entity, []byte(header+`rule "MAN.0.0" when $e: TextEntity() then manualChangesApplicationService.resize($e, null); end`))
	if len(problems) != 1 || problems[0].Line != 8 {
		t.Errorf("a service that is not offered was accepted: %v", problems)
	}
}
