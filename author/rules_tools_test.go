package author

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const orderEntities = `package drools

global EntityCreationService entityCreationService

rule "Order.0.0: number behind its label"
when
	$line: Paragraph(containsString("Order no."))
then
	entityCreationService.lineAfterString("Order no.", "order_number", EntityType.ENTITY, $line)
		.forEach(e -> e.apply("Order.0.0", "behind a label", "n-a"));
end

rule "Order.0.1: rush"
when
	FileAttribute(label == "Speed", value == "rush")
	$line: Paragraph(containsString("by"))
then
	entityCreationService.lineAfterString("by", "due", EntityType.ENTITY, $line).forEach(e -> e.apply("Order.0.1", "rush"));
end
`

const orderComponents = `package drools

global ComponentCreationService componentCreationService

rule "Component.0.0: order number"
when
	$e: Entity(type == "order_number")
then
	componentCreationService.create("Component.0.0", "Order_Number", $e.getValue(), "as printed", $e);
end

rule "Component.0.1: due"
when
	$e: Entity(type == "due")
then
	componentCreationService.create("Component.0.1", "Due_Date", $e.getValue().substring(2), "", $e);
end
`

const orderText = "# Orders\nOrder no. 17\n\nDeliver by Monday\n"

// orderTemplate is a template with rules and files of tests.
func orderTemplate(t *testing.T, tests map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"template.yaml": "format: 1\nname: Orders\n", "entity-rules.drl": orderEntities,
		"component-rules.drl": orderComponents}
	for name, content := range tests {
		files[filepath.Join("tests", name)] = content
	}
	for name, content := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const orderTests = `cases:
  - name: plain
    document: |
      # Orders
      Order no. 17

      Deliver by Monday
    entities:
      - {type: order_number, value: 17, rule: Order.0.0, page: 1}
    components: {Order_Number: 17}
  - name: rush
    document: |
      Order no. 18
      ---
      Deliver by Monday
    attributes: {Speed: rush}
    entities: [{type: order_number}, {type: due, value: Monday, page: 2}]
    components: {Order_Number: 18, Due_Date: nday}
  - name: fails
    document: Deliver by M
    attributes: {Speed: rush}
    error: Component.0.1
`

func TestTestsOfATemplatePassOrFail(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"orders.yaml": orderTests})
	code, out, err := tool(t, "", "rules", "test", dir)
	if code != 0 || strings.Count(out, "PASS  ") != 3 || !strings.HasSuffix(out, "3 cases, 3 passed, 0 failed\n") {
		t.Errorf("%d: got %s%s, want 0 and 3 cases passed", code, out, err)
	}
	wrong := strings.NewReplacer("value: 17", "value: 16", "Due_Date: nday", "Due_Date: Monday").Replace(orderTests)
	dir = orderTemplate(t, map[string]string{"orders.yaml": wrong})
	code, out, _ = tool(t, "", "rules", "test", dir)
	file := filepath.Join(dir, "tests/orders.yaml")
	for _, want := range []string{
		"FAIL  " + file + ":2  plain\n      entities\n        expected  order_number \"16\" by Order.0.0 on page 1\n       " +
			" found     order_number \"17\" by Order.0.0 on page 1\n",
		"FAIL  " + file + ":11  rush\n      component Due_Date\n        expected  \"Monday\"\n        found     \"nday\" by " +
			"Component.0.1\n        why: docket rules explain --template " + dir + " " + file +
			" --case \"rush\" --component \"Due_Date\"\n",
		"PASS  " + file + ":19  fails\n", "3 cases, 1 passed, 2 failed\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says\n%s\nin\n%s", want, out)
		}
	}
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	if code, out, _ := tool(t, "", "rules", "explain", "--template", dir, file, "--case", "rush", "--component", "Due_Date"); code != 0 || !strings.HasPrefix(out, `Due_Date = "nday"`) {
		t.Errorf("the command that the failure names: %d %s, want code = 0 and %q at its beginning", code, out, `Due_Date = "nday"`)
	}
}

func TestTestsGiveJSON(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"a.yaml": orderTests, "b.yaml": "document: x\ncomponents: {A: 1}\n"})
	code, out, _ := tool(t, "", "rules", "test", "--json", dir)
	var answer struct {
		Cases []struct {
			File, Name, Result string
			Line               int
			Differences        []struct {
				What            string
				Expected, Found []string
			}
		}
		Passed, Failed int
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != 1 || answer.Passed != 3 || answer.Failed != 1 ||
		len(answer.Cases) != 4 {
		t.Fatalf("%d %v: %s, want code = 1, answer.Passed = 3, answer.Failed = 1, len(answer.Cases) = 4 and no error", code, err, out)
	}
	if c := answer.Cases[3]; c.Result != "FAIL" || c.Line != 1 || len(c.Differences) != 1 ||
		c.Differences[0].What != "component A" || c.Differences[0].Expected[0] != `"1"` {
		t.Errorf("got %+v, want FAIL in line 1: the component A in place of 1", c)
	}
}

func TestTestsAreUsedWrongly(t *testing.T) {
	for name, c := range map[string]struct {
		tests map[string]string
		say   string
	}{
		"no tests":    {nil, "there are no tests in"},
		"unknown key": {map[string]string{"a.yaml": "document: x\nentites: []\n"}, "a.yaml:2:1: error: unknown key entites"},
	} {
		dir := orderTemplate(t, c.tests)
		if code, out, err := tool(t, "", "rules", "test", dir); code != 2 || !strings.Contains(err, c.say) {
			t.Errorf("%s: %d %s%s, want code = 2 and %v in err", name, code, out, err, c.say)
		}
	}
	dir := orderTemplate(t, map[string]string{"a.yaml": "document: x\nentites: []\n"})
	if code, out, _ := tool(t, "", "rules", "check", dir); code != 1 || !strings.Contains(out, "a.yaml:2:1: error: unknown key entites") {
		t.Errorf("the check of the template: %d %s, want code = 1 and %q in out", code, out, "a.yaml:2:1: error: unknown key entites")
	}
	if code, _, err := tool(t, "", "rules", "test",
		orderTemplate(t, map[string]string{"a.yaml": "pdf: samples/none.pdf\nentities: []\n"})); code != 1 || err != "" {
		t.Errorf("a document that is not there: %d %s, want code = 1 and err = nothing", code, err)
	}
}

// TestTheTemplatesOfTheProductPassTheirTests runs what rule authors would run.
func TestTheTemplatesOfTheProductPassTheirTests(t *testing.T) {
	found, err := filepath.Glob("templates/*/template.yaml")
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, f := range found {
		if code, out, err := tool(t, "", "rules", "test", filepath.Dir(f), "--cache", pdfCache(t)); code != 0 {
			t.Errorf("%s: %d %s%s, want 0", f, code, out, err)
		}
	}
}

func TestRunShowsWhatRulesFindAndHow(t *testing.T) {
	dir, file := orderTemplate(t, nil), writeFile(t, "order.md", orderText)
	code, out, err := tool(t, "", "rules", "run", "--template", dir, "--trace", file)
	if code != 0 {
		t.Fatalf("%d %s%s, want 0", code, out, err)
	}
	for _, want := range []string{
		"order.md: 1 page, 1 entity, 1 component value\n", "order_number  \"17\"   1     APPLIED  Order.0.0  behind a label\n",
		"Order_Number  \"17\"   Component.0.0  as printed\n", "2 firings\n",
		"     1  Order.0.0: number behind its label  entity-rules.drl:5  ",
		"        matched  Paragraph \"Order no. 17\", page 1\n        insert   TextEntity \"order_number = 17\", page 1\n",
		"never fired", "nothing matches FileAttribute(label == \"Speed\", value == \"rush\") (line 15)\n",
	} {
		if !strings.Contains(strings.ReplaceAll(out, "NEVER FIRED BECAUSE", "never fired"), want) {
			t.Errorf("nothing says %q in\n%s", want, out)
		}
	}
	if code, plain, _ := tool(t, "", "rules", "run", "--template", dir, file); code != 0 || strings.Contains(plain, "firings") || !strings.Contains(plain, "order_number") {
		t.Errorf("without a trace: %d %s, want code = 0, it without firings and plain with order_number", code, plain)
	}
}

func TestRunGivesJSON(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"a.yaml": orderTests})
	code, out, said := tool(t, "", "rules", "run", "--template", dir, "--trace", "--json", filepath.Join(dir, "tests/a.yaml"))
	var answer struct{ Files []ranFile }
	if err := json.Unmarshal([]byte(out), &answer); err != nil || len(answer.Files) != 3 {
		t.Fatalf("%v: %s, want no error and len(answer.Files) = 3", err, out)
	}
	rush, fails := answer.Files[1], answer.Files[2]
	if rush.Filename != "a.yaml: rush" || rush.Pages != 2 || len(rush.Entities) != 2 || rush.Entities[1].Page != 2 ||
		len(rush.Entities[1].Positions) != 1 || len(rush.Components) != 2 {
		t.Errorf("got %+v, want 2 pages, 2 entities, one on page 2, and 2 components", rush)
	}
	if g := rush.Firings[1]; g.Rule != "Order.0.1: rush" || g.Line != 13 || g.File != "entity-rules.drl" || len(g.Facts) != 2 ||
		g.Facts[0].Class != "FileAttribute" || g.Changes[0].Change != "insert" {
		t.Errorf("got %+v, want the first rule with two facts and an insert", g)
	}
	if code != 1 || !strings.Contains(fails.Error, "Component.0.1") || len(fails.Firings) != 2 || !strings.Contains(said, "Component.0.1") {
		t.Errorf("%d %+v %s, want code = 1, fails.Error with Component.0.1, len(fails.Firings) = 2 and said with Component.0.1",
			code, fails, said)
	}
	if code, out, _ := tool(t, "", "rules", "run", "--template", dir, "--case", "plain", "--json",
		filepath.Join(dir, "tests/a.yaml")); code != 0 || strings.Contains(out, "rush") {
		t.Errorf("one case: %d %s, want code = 0 and no %q in out", code, out, "rush")
	}
}

func TestExplainGoesBackToTheText(t *testing.T) {
	dir, file := orderTemplate(t, nil), writeFile(t, "order.md", orderText)
	code, out, err := tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number")
	want := "Order_Number = \"17\"\n  built by    Component.0.0: order number  " + filepath.Join(dir, "component-rules.drl") +
		":5\n  described   as printed\n" +
		"  from        order_number \"17\", page 1\n    marked by Order.0.0: number behind its label  " +
		filepath.Join(dir, "entity-rules.drl") + ":5\n" +
		"    because   behind a label\n    at        page 1, x 100.0, y 768.0, 10.0 wide, 10.0 high\n    under     \"Orders\"\n " +
		"   text      Orders Order no. [17] Deliver by Monday\n"
	if code != 0 || out != want {
		t.Errorf("%d %s\ngot\n%s\nwant\n%s", code, err, out, want)
	}
	code, out, _ = tool(t, "", "rules", "explain", "--template", dir, file, "--component", "Order_Number", "--value", "17", "--json")
	var answer struct{ Files []explained }
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != 0 {
		t.Fatalf("%d %v %s, want no error and code = 0", code, err, out)
	}
	v := answer.Files[0].Values[0]
	if v.Rule.Line != 5 || v.Rule.ID != "Component.0.0" || len(v.Entities) != 1 ||
		v.Entities[0].Rule.File != "entity-rules.drl" || v.Entities[0].Page != 1 || v.Entities[0].Section != "Orders" {
		t.Errorf("got %+v, want the rule of line 5 with its entity", v)
	}
}

func TestExplainSaysWhyAComponentIsMissing(t *testing.T) {
	dir, file := orderTemplate(t, nil), writeFile(t, "order.md", orderText)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--component", "Due_Date"}, []string{"There is no component Due_Date.\n", "Found: Order_Number\n",
			"It could come from Component.0.1: due  " + filepath.Join(dir, "component-rules.drl") +
				":12\n  which never fired: nothing matches $e: Entity(type == \"due\") (line 14)\n",
			"  what it looks for is marked by Order.0.1: rush  " + filepath.Join(dir, "entity-rules.drl") +
				":13\n    which never fired: nothing matches FileAttribute("}},
		{[]string{"--component", "Order_Nmber"}, []string{"There is no component Order_Nmber.\nDid you mean Order_Number?\n",
			"No rule of "}},
		{[]string{"--component", "Order_Number", "--value", "18"},
			[]string{"There is no value \"18\" of Order_Number.\n", "Found: 17\n", "which fired once"}},
	} {
		code, out, _ := tool(t, "", append([]string{"rules", "explain", "--template", dir, file}, c.args...)...)
		if code != 1 {
			t.Errorf("%v: exit code %d, want 1", c.args, code)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v: nothing says %q in\n%s", c.args, want, out)
			}
		}
	}
}

func TestToolsSayWhatIsWrongWithTheTemplate(t *testing.T) {
	dir := orderTemplate(t, map[string]string{"a.yaml": orderTests})
	if err := os.WriteFile(filepath.Join(dir, "entity-rules.drl"), []byte(faultyRule), 0o600); err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, "order.md", orderText)
	for _, args := range [][]string{{"run", "--template", dir, file}, {"test", dir},
		{"explain", "--template", dir, file, "--component", "A"}} {
		if code, _, err := tool(t, "", append([]string{"rules"}, args...)...); code != 1 || !strings.Contains(err, "entity-rules.drl:5:10: ") {
			t.Errorf("%v: %d %s, want code = 1 and %q in err", args, code, err, "entity-rules.drl:5:10: ")
		}
	}
}
