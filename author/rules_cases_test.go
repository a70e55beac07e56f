package author

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestASummaryCountsWhatCouldNotBeRead runs one case that passes beside one that is
// misspelt, and a file that is no YAML.
func TestASummaryCountsWhatCouldNotBeRead(t *testing.T) {
	two := "cases:\n  - {name: good, document: Order no. 17, components: {Order_Number: 17}}\n  - {name: bad, document: x, entites: []}\n"
	for _, c := range []struct {
		tests map[string]string
		say   string
	}{
		{map[string]string{"a.yaml": two}, "2 cases, 1 passed, 0 failed, 1 could not be read\n"},
		{map[string]string{"a.yaml": two, "b.yaml": "name: b\ndocument: x\n exact: true\n"},
			"2 cases, 1 passed, 0 failed, 1 could not be read, 1 file could not be read\n"},
	} {
		dir := orderTemplate(t, c.tests)
		code, out, said := tool(t, "", "rules", "test", dir)
		if code != 2 || !strings.HasSuffix(out, c.say) ||
			!strings.Contains(said, filepath.Join(dir, "tests/a.yaml")+":3:30: error: unknown key entites") {
			t.Errorf("got %d %s%s, want 2, an unknown key at 3:30 and %q", code, out, said, c.say)
		}
		if len(c.tests) > 1 && !strings.Contains(said, "b.yaml:3:1: error: the file is no valid YAML") {
			t.Errorf("the line of what is no YAML: %s, want len(c.tests) at most 1 or %q in said", said,
				"b.yaml:3:1: error: the file is no valid YAML")
		}
		if code, out, _ := tool(t, "", "rules", "test", "--json", dir); code != 2 || !strings.Contains(strings.Join(strings.Fields(out), ""), `"unread":`+string(rune('0'+len(c.tests)))) {
			t.Errorf("got %d %s, want 2 and %d unread", code, out, len(c.tests))
		}
	}
}

func TestTestsThatNameWhatTheTemplateLacks(t *testing.T) {
	dir := orderTemplate(t, map[string]string{
		"../template.yaml": "format: 1\nname: Orders\nentities:\n  - {displayName: Order number}\n  - {displayName: " +
			"Due}\ncomponents:\n  - {technicalName: Order_Number, displayName: N}\n",
		"a.yaml": "document: Order no. 17\nentities: [{type: order_nmber}]\ncomponents: {Ordr_Number: 17}\n",
		"b.yaml": "document: Order no. 17\nentities: [{type: due}]\n",
	})
	entity, component := "the entity type order_nmber is not defined in the template, did you mean order_number?\n",
		"the component Ordr_Number is not defined in the template, did you mean Order_Number?\n"
	code, out, _ := tool(t, "", "rules", "test", dir)
	if code != 1 || !strings.Contains(out, "      "+entity+"      "+component) || strings.Count(out, "not defined") != 2 {
		t.Errorf("got %d %s, want 1, with the entity and the component not defined", code, out)
	}
	at := filepath.Join(dir, "tests/a.yaml") + ":1:1: warning: "
	if code, out, _ := tool(t, "", "rules", "check", dir); code != 0 || !strings.Contains(out, at+entity) ||
		!strings.Contains(out, at+component) {
		t.Errorf("%d %s, want code = 0, out with %v and out with %v", code, out, at+entity, at+component)
	}
}
