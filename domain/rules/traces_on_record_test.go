package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTracesAreThoseOnRecord runs the lines of the record as entity rules over the
// sample document, under a recorder, and compares what it tells: what fired on what, what
// changed, and why rules did not fire. DOCKET_GOLDEN=new writes the record anew; read the
// difference before you keep it.
func TestTracesAreThoseOnRecord(t *testing.T) {
	const path = "testdata/traces.txt"
	record, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	component := compileOK(t, Component, `rule "C.0.0" when $e: Entity() $a: FileAttribute() then componentCreationService.create("C.0.0", "Found", $e.getValue(), "", $e); end rule "C.0.1" when Component(value == "none") then end rule "C.0.2" when not Component() then end`)
	var out strings.Builder
	for line := range strings.Lines(string(record)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "\t") || line == "" {
			continue
		}
		fmt.Fprintln(&out, line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		_, trace, err := Traced(t.Context(), compileOK(t, Entity, "global Document document global Dictionary dictionary\n"+strings.ReplaceAll(line, "¶", "\n")), component, sampleInput())
		for _, f := range trace.Firings {
			fmt.Fprintf(&out, "\t%v %d %s, line %d: %v %v\n", f.Side, f.Number, f.Rule, f.Line, f.Facts, f.Changes)
		}
		for _, r := range trace.Rules {
			fmt.Fprintf(&out, "\t%v %s, line %d: %d times %s\n", r.Side, r.Rule, r.Line, r.Firings, r.Why)
		}
		fmt.Fprintf(&out, "\tloose %v, error %v\n", trace.Loose, err)
	}
	if os.Getenv("DOCKET_GOLDEN") == "new" {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, want := strings.Split(out.String(), "\n"), strings.Split(string(record), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("line %d:\ngot  %s\nwant %s", i+1, append(got, "nothing")[min(i, len(got))], want[i])
		}
	}
}
