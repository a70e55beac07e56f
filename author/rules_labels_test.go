package author

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules"
)

// TestLabelsMatchWhatTheHandbookSays runs valueOf for each row of the table of labels.
func TestLabelsMatchWhatTheHandbookSays(t *testing.T) {
	_, section, _ := strings.Cut(readHandbook(t, "rules-values.md"), "## Labels\n")
	section, _, _ = strings.Cut(section, "\nWhen nothing follows")
	component, _ := rules.Compile(rules.ComponentRules, []byte(`query "getComponents" $c: Component() end`))
	rows := 0
	for _, line := range strings.Split(section, "\n") {
		parts := strings.Split(line, "`")
		if len(parts) < 7 {
			continue
		}
		rows++
		label, form, text, want := parts[1], parts[3], parts[5], "[]"
		if !strings.Contains(parts[6], "none") {
			want = "[" + parts[7] + "]"
		}
		entity, report := rules.Compile(rules.EntityRules, fmt.Appendf(nil, `global EntityCreationService entityCreationService
rule "A.0.0" when $document: Document() then
    entityCreationService.valueOf(List.of(%q), %q, "x", EntityType.ENTITY, $document).forEach(e -> e.apply("A.0.0", "x"));
end`, label, form))
		if entity == nil {
			t.Fatalf("%s: %v, want entity != nil", label, report.Errors)
		}
		tree, err := ParseLightText(text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		result, err := rules.Run(t.Context(), entity, component, rules.Input{Tree: tree})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, e := range result.Entities {
			found = append(found, e.Value)
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("label %s as %s in %q: got %s, want %s", label, form, text, got, want)
		}
	}
	if rows < 15 {
		t.Errorf("got %d rows of the table, want 15 or more", rows)
	}
}
