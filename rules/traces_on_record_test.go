package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestTracesAreThoseOnRecord runs the lines of the record as entity rules over the
// sample document, under a recorder, and compares what it tells: what fired on what, what
// changed, and why rules did not fire. DOCKET_GOLDEN=new writes the record anew; read the
// difference before you keep it.
func TestTracesAreThoseOnRecord(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity() $a: FileAttribute() then `+
		`componentCreationService.create("C.0.0", "Found", $e.getValue(), "", $e); end rule "C.0.1" when Component(value == `+
		`"none") then end rule "C.0.2" when not Component() then end`)
	record.HoldEach(t, "testdata/traces.txt", func(line string) string {
		var out strings.Builder
		_, trace, err := Explain(t.Context(), compileOK(t, EntityRules,
			"global Document document global Dictionary dictionary\n"+strings.ReplaceAll(line, "¶", "\n")), component, sampleInput())
		for _, f := range trace.Firings {
			fmt.Fprintf(&out, "\t%v %d %s, line %d: %v %v\n", f.Side, f.Number, f.Rule, f.Line, f.Facts, f.Changes)
		}
		for _, r := range trace.Rules {
			fmt.Fprintf(&out, "\t%v %s, line %d: %d times %s\n", r.Side, r.Rule, r.Line, r.Firings, r.Why)
		}
		fmt.Fprintf(&out, "\tloose %v, error %v\n", trace.UnusedEntities, err)
		return out.String()
	})
}
