package author

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// fallback makes a component of nothing when no entity is there for it.
const fallback = orderComponents + `
rule "Component.9.0: no number"
when
	not Entity(type == "order_number")
then
	componentCreationService.create("Component.9.0", "Order_Number", "none", "not found");
end
`

func TestExplainTellsWhyAFallbackWasNeeded(t *testing.T) {
	dir, file := orderTemplate(t, map[string]string{"../component-rules.drl": fallback}),
		writeFile(t, "order.md", "# Orders\nDeliver by Monday\n")
	code, out, _ := tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number")
	want := "  from no entity: the rule refers to none\n  it could also come from Component.0.0: order number  " +
		filepath.Join(dir, "component-rules.drl") + ":5\n" +
		"    which never fired: nothing matches $e: Entity(type == \"order_number\") (line 7)\n" +
		"    what it looks for is marked by Order.0.0: number behind its label  " + filepath.Join(dir, "entity-rules.drl") +
		":5\n      which never fired: nothing matches "
	if code != 0 || !strings.Contains(out, want) {
		t.Errorf("%d got\n%s\nwant\n%s", code, out, want)
	}
	_, out, _ = tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number", "--json")
	var answer struct{ Files []explained }
	if err := json.Unmarshal([]byte(out), &answer); err != nil || len(answer.Files[0].Values[0].Others) != 1 {
		t.Errorf("%v %s, want no error and len(answer.Files[0].Values[0].Others) = 1", err, out)
	}
	file = writeFile(t, "order.md", orderText)
	if _, out, _ := tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number"); strings.Contains(out, "could also") {
		t.Errorf("a value of an entity: %s, want no %q in it", out, "could also")
	}
}

func TestExplainTellsOfAForgottenApply(t *testing.T) {
	forgotten := strings.Replace(orderEntities, `.forEach(e -> e.apply("Order.0.0", "behind a label", "n-a"))`,
		".forEach(e -> e.getType())", 1)
	dir, file := orderTemplate(t, map[string]string{"../entity-rules.drl": forgotten}), writeFile(t, "order.md", orderText)
	code, out, said := tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number")
	if code != 1 || !strings.Contains(out, "\n  it looks for order_number \"17\", page 1: it exists, but no rule applied it\n") {
		t.Errorf("got %d %s%s, want 1, and that no rule applied order_number 17", code, out, said)
	}
	file = writeFile(t, "order.md", orderText)
	if _, out, _ := tool(t, "", "rules", "explain", "--template", orderTemplate(t, nil), file, "--component", "Due_Date"); strings.Contains(out, "it exists") {
		t.Errorf("an entity that does not exist: %s, want no %q in it", out, "it exists")
	}
}
